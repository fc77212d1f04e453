/// The winding numbers on both sides of each edge of an arrangement. A vertical line sweeps the edges from left to
/// right: the numbers below an edge that begins are those above the edge under it, and each edge has the difference.
struct WindingSweep {
  /// The winding numbers to the right of each edge, which is below it.
  private(set) var right: [AreaWinding]
  /// For each edge, the nearest edge below its start at which inside and outside meet; -1 for none.
  private(set) var boundaryBelow: [Int32]

  private let edges: [AreaEdge]

  /// Sweeps the arrangement. `isInside` decides by a point's winding numbers, for ``boundaryBelow``.
  init(_ arrangement: AreaArrangement, isInside: (AreaWinding) -> Bool) {
    edges = arrangement.edges
    right = [AreaWinding](repeating: AreaWinding(), count: edges.count)
    boundaryBelow = [Int32](repeating: -1, count: edges.count)
    var status = SweepStatus(edges)
    let byStart = (0..<Int32(edges.count)).sorted { Self.precedes(edges[Int($0)], edges[Int($1)]) }
    let byEnd = (0..<edges.count).sorted { edges[$0].end < edges[$1].end }
    var (nextStart, nextEnd) = (0, 0)
    while nextEnd < byEnd.count {
      var point = edges[byEnd[nextEnd]].end
      if nextStart < byStart.count { point = min(point, edges[Int(byStart[nextStart])].start) }
      let (firstStart, firstEnd) = (nextStart, nextEnd)
      while nextStart < byStart.count, edges[Int(byStart[nextStart])].start == point { nextStart += 1 }
      while nextEnd < byEnd.count, edges[byEnd[nextEnd]].end == point { nextEnd += 1 }
      let starting = byStart[firstStart..<nextStart]
      var below = status.replace(endingAt: point, count: nextEnd - firstEnd, with: starting)
      for edge in starting {
        if let below {
          right[Int(edge)] = left(below)
          let isBoundary = isInside(left(below)) != isInside(right[Int(below)])
          boundaryBelow[Int(edge)] = isBoundary ? below : boundaryBelow[Int(below)]
        }
        below = edge
      }
    }
  }

  /// Returns the winding numbers to the left of an edge, which is above it.
  func left(_ edge: Int32) -> AreaWinding { right[Int(edge)] + edges[Int(edge)].winding }

  /// Whether an edge starts before another, or below it at the same start. Of equal edges, an area's precedes lines.
  private static func precedes(_ a: AreaEdge, _ b: AreaEdge) -> Bool {
    if a.start != b.start { return a.start < b.start }
    let cross = a.start.cross(a.end, b.end)
    return cross != 0 ? cross > 0 : !a.isLine && b.isLine
  }
}

/// The edges at the sweep's line, upward, in chunks of a few hundred, of which an insertion moves one.
struct SweepStatus {
  private static let mostOfChunk = 512

  private let edges: [AreaEdge]
  /// The indices of edges; no chunk is empty.
  private var chunks: [[Int32]] = []

  init(_ edges: [AreaEdge]) { self.edges = edges }

  /// The place of an edge, or before which it would be inserted.
  private struct Place {
    var chunk: Int
    var offset: Int
  }

  /// Replaces `count` edges that end at a point by those that begin there, upward. Returns the edge below the point.
  mutating func replace(endingAt point: GridPoint, count: Int, with starting: ArraySlice<Int32>) -> Int32? {
    var place = place(of: point)
    for _ in 0..<count { remove(endingAt: point, from: &place) }
    let below = predecessor(of: place)
    insert(starting, at: place)
    return below
  }

  /// Returns the place of the first edge that is not below the point.
  private func place(of point: GridPoint) -> Place {
    let chunk = partition(chunks.count) { isBelow(point, chunks[$0][chunks[$0].count - 1]) }
    guard chunk < chunks.count else { return Place(chunk: chunk, offset: 0) }
    return Place(chunk: chunk, offset: partition(chunks[chunk].count) { isBelow(point, chunks[chunk][$0]) })
  }

  private func isBelow(_ point: GridPoint, _ edge: Int32) -> Bool { edges[Int(edge)].side(of: point) > 0 }

  /// Returns the first of `count` indices that does not satisfy a condition that all before it satisfy.
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

  /// Divides a chunk that has become too large.
  private mutating func split(_ index: Int) {
    let chunk = chunks[index]
    guard chunk.count > Self.mostOfChunk else { return }
    let half = Self.mostOfChunk / 2
    chunks.replaceSubrange(
      index...index,
      with: stride(from: 0, to: chunk.count, by: half).map { Array(chunk[$0..<min($0 + half, chunk.count)]) })
  }
}
