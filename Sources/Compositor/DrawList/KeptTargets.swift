/// The pictures that earlier frames drew, in a rasteriser's memory, by their stamps; see ``SurfaceCache``. A picture
/// that is not shown for long is let go.
package struct KeptTargets<Memory> {
  package var targets = FrameCache<UInt64, Memory>(budget: CacheBudget.keptTargets.bytes())
  /// For each target of the frame, whether it is held already, or only serves one that is.
  private var isLeftOut: [Bool] = []
  /// The number of passes of the frame that are not drawn.
  package private(set) var leftOutCount = 0

  package init() {}

  /// Finds which passes of a frame need not be drawn.
  package mutating func beginFrame(_ list: DrawList) {
    isLeftOut.removeAll(keepingCapacity: true)
    leftOutCount = 0
    guard list.passes.contains(where: { $0.retention != nil }) else { return }
    // A pass stands in the list after those that serve it, but has the lower number.
    var parents = [Int32](repeating: -1, count: (list.passes.map { Int($0.target) }.max() ?? 0) + 1)
    isLeftOut.append(contentsOf: repeatElement(false, count: parents.count))
    for pass in list.passes {
      parents[Int(pass.target)] = pass.parent
      if let stamp = pass.retention?.stamp, targets.known(stamp) != nil { isLeftOut[Int(pass.target)] = true }
    }
    for target in parents.indices where parents[target] >= 0 && isLeftOut[Int(parents[target])] {
      isLeftOut[target] = true
    }
    for pass in list.passes where isLeftOut(pass) { leftOutCount += 1 }
  }

  package func isLeftOut(_ pass: RenderPass) -> Bool { !isLeftOut.isEmpty && isLeftOut[Int(pass.target)] }

  /// Returns the target of a picture; makes one if it is missing.
  ///
  /// - Parameter bytes: of the target's memory.
  package mutating func target<Failure>(
    _ stamp: UInt64, bytes: Int, _ make: () throws(Failure) -> Memory
  ) throws(Failure) -> Memory {
    if let target = targets.value(of: stamp) { return target }
    let target = try make()
    targets.keep(target, bytes: bytes, under: stamp)
    return target
  }

  package var isEmpty: Bool { targets.isEmpty }

  package mutating func removeAll() { targets.removeAll() }

  /// Ends a frame: lets go of pictures that were not shown for long, and of more above the budget.
  package mutating func endFrame() { targets.endFrame() }
}
