// Batching: draws with the same program, texture and blend state become one call. A draw may join an earlier batch when
// nothing that was batched in between overlaps it, so that the picture stays the one of paint order.

/// Groups the draws of one pass. The draws of a batch are linked by `next`, in paint order.
struct Batching {
  struct OpenBatch {
    var key: BatchKey
    var blend: BlendState
    var first: Int
    var last: Int
    var count: Int
    /// Around all its draws.
    var bounds: Box
  }

  private(set) var batches: [OpenBatch] = []
  /// For each draw the next one of its batch, or -1.
  private(set) var next: [Int] = []

  /// How many batches back a draw may go, and how many draws of one are compared with it on the way.
  private static let reach = 6
  private static let comparisons = 24
  /// Opaque rectangles below this many pixels may be drawn blended where that saves a batch: a change of state costs
  /// more.
  private static let blendedOpaqueLimit = 4096.0

  mutating func batch(_ draws: [PendingDraw], reordering: Bool) {
    batches.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    next.append(contentsOf: repeatElement(-1, count: draws.count))
    for index in draws.indices {
      let draw = draws[index]
      if let batch = findBatch(for: draw, draws, reach: reordering ? Self.reach : 1) {
        next[batches[batch].last] = index
        batches[batch].last = index
        batches[batch].count += 1
        batches[batch].bounds = batches[batch].bounds.union(draw.bounds)
      } else {
        batches.append(
          OpenBatch(key: draw.key, blend: draw.blend, first: index, last: index, count: 1, bounds: draw.bounds))
      }
    }
  }

  private func findBatch(for draw: PendingDraw, _ draws: [PendingDraw], reach: Int) -> Int? {
    var index = batches.count - 1
    let end = max(0, batches.count - reach)
    while index >= end {
      let batch = batches[index]
      if batch.key == draw.key
        && (batch.blend == draw.blend
          || (batch.blend == .sourceOver && draw.blend == .copy && draw.bounds.area < Self.blendedOpaqueLimit))
      {
        return index
      }
      if overlaps(batch, draw.bounds, draws) { return nil }
      index -= 1
    }
    return nil
  }

  private func overlaps(_ batch: OpenBatch, _ bounds: Box, _ draws: [PendingDraw]) -> Bool {
    guard batch.bounds.intersects(bounds) else { return false }
    guard batch.count <= Self.comparisons else { return true }
    var index = batch.first
    while index >= 0 {
      if draws[index].bounds.intersects(bounds) { return true }
      index = next[index]
    }
    return false
  }
}
