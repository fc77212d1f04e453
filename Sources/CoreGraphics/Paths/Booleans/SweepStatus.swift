// The edges that a vertical line crosses, in order. A balanced tree would do; so do chunks of a few hundred, of which
// an insertion moves one.

/// The edges that the sweep is at, from low to high.
struct SweepStatus {
  private static let mostOfChunk = 512

  private let edges: [AreaEdge]
  /// Indices of edges; no chunk is empty.
  private var chunks: [[Int32]] = []

  init(_ edges: [AreaEdge]) { self.edges = edges }

  /// The place of an edge, or the place before which it would go.
  private struct Place {
    var chunk: Int
    var offset: Int
  }

  /// Removes `count` edges, which end at a point, and inserts those that begin there, ordered upward. Returns the edge
  /// right below them.
  mutating func replace(endingAt point: GridPoint, count: Int, with starting: ArraySlice<Int32>) -> Int32? {
    var place = place(of: point)
    for _ in 0..<count { remove(endingAt: point, from: &place) }
    let below = predecessor(of: place)
    insert(starting, at: place)
    return below
  }

  /// The place of the first edge that is not below the point.
  private func place(of point: GridPoint) -> Place {
    let chunk = partition(chunks.count) { isBelow(point, chunks[$0][chunks[$0].count - 1]) }
    guard chunk < chunks.count else { return Place(chunk: chunk, offset: 0) }
    return Place(chunk: chunk, offset: partition(chunks[chunk].count) { isBelow(point, chunks[chunk][$0]) })
  }

  private func isBelow(_ point: GridPoint, _ edge: Int32) -> Bool { edges[Int(edge)].side(of: point) > 0 }

  /// The first of `count` indices that does not satisfy the condition, which those before it do.
  private func partition(_ count: Int, _ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func remove(endingAt point: GridPoint, from place: inout Place) {
    guard place.chunk < chunks.count, edges[Int(chunks[place.chunk][place.offset])].end == point else { return }
    chunks[place.chunk].remove(at: place.offset)
    if chunks[place.chunk].isEmpty {
      chunks.remove(at: place.chunk)
      place.offset = 0
    } else if place.offset == chunks[place.chunk].count {
      place = Place(chunk: place.chunk + 1, offset: 0)
    }
  }

  private func predecessor(of place: Place) -> Int32? {
    if place.offset > 0 { return chunks[place.chunk][place.offset - 1] }
    return place.chunk > 0 ? chunks[place.chunk - 1].last : nil
  }

  private mutating func insert(_ new: ArraySlice<Int32>, at place: Place) {
    guard !new.isEmpty else { return }
    guard place.chunk < chunks.count else {
      chunks.append(Array(new))
      return split(chunks.count - 1)
    }
    chunks[place.chunk].insert(contentsOf: new, at: place.offset)
    split(place.chunk)
  }

  /// Cuts a chunk that has grown too large into halves, or more.
  private mutating func split(_ index: Int) {
    let chunk = chunks[index]
    guard chunk.count > Self.mostOfChunk else { return }
    let half = Self.mostOfChunk / 2
    chunks.replaceSubrange(
      index...index,
      with: stride(from: 0, to: chunk.count, by: half).map { Array(chunk[$0..<min($0 + half, chunk.count)]) })
  }
}
