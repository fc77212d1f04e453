// Merging: consecutive pieces of one layer become one draw. A plane is endless, but the layer in it is not: splits
// where nothing is cut cost draws.

extension DepthOrder {
  /// The most polygons of a cluster whose pieces are merged.
  private static let mergeLimit = 256

  /// Brings parts of one source together in `sorted`, from an index on, where the picture stays the same.
  mutating func mergePieces(from start: Int) {
    guard splitCount > 0, sorted.count - start <= Self.mergeLimit else { return }
    var index = start
    while index < sorted.count {
      let source = polygons[Int(sorted[index])].source
      // The next part of the source; those beside this one are with it already.
      var run = index
      while run + 1 < sorted.count && polygons[Int(sorted[run + 1])].source == source { run += 1 }
      guard let next = sorted[(run + 1)...].firstIndex(where: { polygons[Int($0)].source == source }) else {
        index = run + 1
        continue
      }
      let between = run + 1..<next
      let own = Array(sorted[index...run])
      if own.allSatisfy({ part in between.allSatisfy { !overlapping(part, sorted[$0]) } }) {
        // This part can wait for the next one.
        sorted.removeSubrange(index...run)
        sorted.insert(contentsOf: own, at: next - own.count)
      } else if between.allSatisfy({ !overlapping(sorted[next], sorted[$0]) }) {
        // The next part can be drawn with this one already.
        sorted.insert(sorted.remove(at: next), at: run + 1)
      } else {
        index = run + 1
      }
    }
  }

  private func overlapping(_ a: Int32, _ b: Int32) -> Bool { overlap(polygons[Int(a)], polygons[Int(b)]) }
}
