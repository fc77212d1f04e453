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

  /// Visits the targets that no pass needs after one; a target may be visited more than once. The frame is never
  /// visited.
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

  var targetBytes: Double { box.targetBytes }
}

extension Box {
  /// Bytes of a target of the box's pixels.
  var targetBytes: Double { area * 4 }
}

extension DrawList {
  /// The most bytes that the frame, the other targets, and the bitmaps with their textures take at a time, with those
  /// that were left out. Targets that are kept from frame to frame count always.
  package var peakBytes: Double {
    let lifetimes = TargetLifetimes(self)
    var bytes = [Double](repeating: 0, count: lifetimes.ends.count)
    var (now, peak) = (passes.last?.targetBytes ?? 0, 0.0)
    for (index, pass) in passes.enumerated() {
      if !pass.continues && pass.target != RenderPass.frameTarget {
        now += pass.targetBytes
        if pass.retention == nil { bytes[Int(pass.target)] = pass.targetBytes }
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
