// How long the targets of a frame's passes are needed: from the pass that draws them first to the last one that draws
// or samples them. Another pass can have the memory afterwards.

/// The last uses of the targets of a draw list.
package struct TargetLifetimes {
  /// For each target the place of the last pass that draws or samples it.
  private var ends: [Int]

  package init(_ list: DrawList) {
    ends = [Int](repeating: -1, count: list.targetCount)
    for (place, pass) in list.passes.enumerated() { pass.visitTargets { ends[Int($0)] = place } }
  }

  /// Visits the targets that no pass needs after one; a target may be visited more than once. The frame is needed for
  /// ever.
  package func visitEnded(after place: Int, _ list: DrawList, _ visit: (Int32) -> Void) {
    list.passes[place].visitTargets { if $0 != RenderPass.frameTarget && ends[Int($0)] == place { visit($0) } }
  }
}

extension RenderPass {
  /// Visits the pass's target and those that it samples.
  fileprivate func visitTargets(_ visit: (Int32) -> Void) {
    visit(target)
    for batch in batches {
      if case .pass(let target, _) = batch.texture { visit(target) }
      if case .pass(let target, _) = batch.backdrop { visit(target) }
    }
  }

  /// Bytes of the pass's target.
  var targetBytes: Double { box.targetBytes }
}

extension Box {
  /// Bytes of a target that holds the box's pixels.
  var targetBytes: Double { area * 4 }
}

extension DrawList {
  /// One more than the highest number of a target.
  fileprivate var targetCount: Int {
    var highest: Int32 = -1
    for pass in passes { pass.visitTargets { highest = max(highest, $0) } }
    return Int(highest) + 1
  }

  /// The most bytes that the frame, the other targets, and the bitmaps take at a time. Targets that are kept from frame
  /// to frame take theirs for ever.
  package var peakBytes: Double {
    let lifetimes = TargetLifetimes(self)
    var bytes = [Double](repeating: 0, count: targetCount)
    var (now, peak) = (passes.last?.targetBytes ?? 0, 0.0)
    for (place, pass) in passes.enumerated() {
      if !pass.continues && pass.target != RenderPass.frameTarget {
        now += pass.targetBytes
        if pass.retention == nil { bytes[Int(pass.target)] = pass.targetBytes }
      }
      peak = max(peak, now)
      lifetimes.visitEnded(after: place, self) {
        now -= bytes[Int($0)]
        bytes[Int($0)] = 0
      }
    }
    return bitmaps.reduce(max(peak, now)) { $0 + Double($1.pixels.count) }
  }
}
