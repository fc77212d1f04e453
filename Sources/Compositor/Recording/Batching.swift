/// Groups the draws of one pass: those with the same program, texture and blend state become one call. A draw may join
/// an earlier batch if nothing that was batched in between overlaps it, so that the picture stays the one of paint
/// order. The draws of a batch are linked by `next`, in paint order.
struct Batching {
  /// Draws are numbered from the first of the pass on.
  struct OpenBatch {
    /// In the builder's ``BatchKeyTable``.
    var key: Int32
    var blend: BlendState
    var first: Int32
    var last: Int32
    var count: Int32
    /// The box around all its draws.
    var bounds: Box
  }

  private(set) var batches: [OpenBatch] = []
  /// The next draw in the batch of each draw, or -1.
  private(set) var next: [Int32] = []
  /// The first draw of the pass.
  private var first = 0

  /// The number of batches back that a draw may go, and the most draws of a batch that are compared with it on the way.
  private static let reach = 6
  private static let comparisons = 24
  /// Opaque rectangles below this many pixels may be drawn blended if that saves a batch: a change of state costs more.
  private static let blendedOpaqueLimit = 4096.0

  /// Batches the draws of a pass.
  ///
  /// - Parameters:
  ///   - range: the draws of the pass; the others are left alone.
  ///   - isHidden: for each draw of the pass whether it is left out; empty for none.
  mutating func batch(_ draws: [PendingDraw], _ range: Range<Int>, leavingOut isHidden: [Bool], reordering: Bool) {
    batches.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: repeatElement(-1, count: range.count))
    first = range.lowerBound
    let reach = reordering ? Self.reach : 1
    let leavesOut = !isHidden.isEmpty
    for index in range {
      let draw = Int32(truncatingIfNeeded: index - first)
      if leavesOut && isHidden[Int(draw)] { continue }
      let found = findBatch(for: draws[index], draws, reach: reach)
      if found >= 0 {
        next[Int(batches[found].last)] = draw
        batches[found].last = draw
        batches[found].count += 1
        batches[found].bounds = batches[found].bounds.union(draws[index].bounds)
      } else {
        batches.append(
          OpenBatch(
            key: draws[index].key, blend: draws[index].blend, first: draw, last: draw, count: 1,
            bounds: draws[index].bounds))
      }
    }
  }

  /// Returns the batch that a draw joins; -1 for none.
  private func findBatch(for draw: PendingDraw, _ draws: [PendingDraw], reach: Int) -> Int {
    var index = batches.count - 1
    let end = max(0, batches.count - reach)
    while index >= end {
      if batches[index].key == draw.key
        && (batches[index].blend == draw.blend
          || (batches[index].blend == .sourceOver && draw.blend == .copy
            && draw.bounds.area < Self.blendedOpaqueLimit))
      {
        return index
      }
      if overlaps(index, draw.bounds, draws) { return -1 }
      index -= 1
    }
    return -1
  }

  private func overlaps(_ batch: Int, _ bounds: Box, _ draws: [PendingDraw]) -> Bool {
    guard batches[batch].bounds.intersects(bounds) else { return false }
    guard batches[batch].count <= Self.comparisons else { return true }
    var index = Int(batches[batch].first)
    while index >= 0 {
      if draws[first + index].bounds.intersects(bounds) { return true }
      index = Int(next[index])
    }
    return false
  }
}
