/// The lifetimes of the targets of a draw list: from the pass that draws them first to the last one that draws or
/// samples them. Another pass can have the memory afterwards.
package struct TargetLifetimes {
  /// The index of the last pass that draws or samples each target.
  fileprivate var ends: [Int]

  package init(_ list: DrawList) {
    var highest: Int32 = -1
    for pass in list.passes { pass.visitTargets { highest = max(highest, $0) } }
    ends = [Int](repeating: -1, count: Int(highest) + 1)
    for (index, pass) in list.passes.enumerated() { pass.visitTargets { ends[Int($0)] = index } }
  }

  /// Visits the targets that no pass after a given one needs, except the frame; one may be visited more than once.
  package func visitEnded(after pass: Int, _ list: DrawList, _ visit: (Int32) -> Void) {
    list.passes[pass].visitTargets { if $0 != RenderPass.frameTarget && ends[Int($0)] == pass { visit($0) } }
  }
}

extension RenderPass {
  fileprivate func visitTargets(_ visit: (Int32) -> Void) {
    visit(target)
    for batch in batches {
      if let target = batch.texture.target { visit(target) }
      if let target = batch.backdrop.target { visit(target) }
    }
  }

}

extension DrawList {
  /// The most bytes that the frame, the other targets, and the bitmaps with their textures, left-out ones included,
  /// take at a time. Targets that are kept from frame to frame count always.
  package var peakBytes: Double {
    let lifetimes = TargetLifetimes(self)
    var bytes = [Double](repeating: 0, count: lifetimes.ends.count)
    func targetBytes(_ pass: RenderPass) -> Double { pass.box.area * Double(bytesPerPixel) }
    var (now, peak) = (passes.last.map(targetBytes) ?? 0, 0.0)
    for (index, pass) in passes.enumerated() {
      if !pass.continues && pass.target != RenderPass.frameTarget {
        now += targetBytes(pass)
        if pass.retention == nil { bytes[Int(pass.target)] = targetBytes(pass) }
      }
      peak = max(peak, now)
      lifetimes.visitEnded(after: index, self) {
        now -= bytes[Int($0)]
        bytes[Int($0)] = 0
      }
    }
    return bitmaps.reduce(max(peak, now) + leftOutBytes) { $0 + Texels.memory($1.width, $1.height, $1.format) }
  }
}

/// The pictures that earlier frames drew, by their stamps (see ``SurfaceCache``), until they were not shown for long.
package struct KeptTargets<Memory> {
  package var targets = FrameCache<UInt64, Memory>(budget: CacheBudget.keptTargets.bytes())
  /// For each target of the frame, whether its picture is held already, or it only serves one whose picture is.
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

  /// Returns the target of a picture; makes one of that many bytes if it is missing.
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

  /// Ends a frame: drops pictures that were not shown for long, and more if they are above the budget.
  package mutating func endFrame() { targets.endFrame() }
}
