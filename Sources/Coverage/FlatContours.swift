import CFreeType

/// Closed polygons relative to a box's corner, in 1/64 of a pixel, or of a part of one.
struct FlatContours {
  /// The number of parts of a pixel, in each direction, that are examined where areas may overlap in it.
  static let parts = 4

  private(set) var points: [FT_Vector] = []
  /// The last point of each polygon.
  private(set) var ends: [Int] = []
  /// The number of parts of a pixel, in each direction; the points are in 1/64 of a part.
  private(set) var parts = Self.parts

  init() {}
  init(points: [FT_Vector], ends: [Int], parts: Int) { (self.points, self.ends, self.parts) = (points, ends, parts) }

  /// Adds a polygon, divided by its weights, that was cut to a box and a pixel around it: what rounding leaves farther
  /// out, near the eye, is brought there.
  mutating func append(_ polygon: ArraySlice<HomogeneousPoint>, in box: PixelBox) {
    func within(_ place: Double, _ count: Int) -> Double { place > -1 ? min(place, Double(count) + 1) : -1 }
    let first = points.count
    for point in polygon {
      let place = FT_Vector(
        within(point.x / point.w - Double(box.minX), box.width),
        within(point.y / point.w - Double(box.minY), box.height), parts: parts)
      // Chords shorter than the grid add nothing.
      if points.count > first, let last = points.last, last.x == place.x, last.y == place.y { continue }
      points.append(place)
    }
    while points.count - first > 1, points[points.count - 1].x == points[first].x,
      points[points.count - 1].y == points[first].y
    { points.removeLast() }
    if points.count - first > 2 { ends.append(points.count - 1) } else { points.removeLast(points.count - first) }
  }

  /// Visits all edges, by their ends.
  @inline(__always)
  func visitEdges(_ body: (FT_Vector, FT_Vector) -> Void) {
    points.withUnsafeBufferPointer { points in
      var first = 0
      for end in ends {
        var last = points[end]
        for index in first...end {
          body(last, points[index])
          last = points[index]
        }
        first = end + 1
      }
    }
  }

  /// FreeType's memory holds some 680 cells, parts of pixels; it walks all points for each part of the picture that has
  /// no more. So many points times cells are about a tenth of a second.
  private static let mostSteps = 4e8

  /// Whether there is too much of them for FreeType to count, or to do in time.
  var isDense: Bool {
    guard points.count < FreeTypeOutline.limit else { return true }
    guard points.count > 256 else { return false }
    return cells * Double(points.count) > Self.mostSteps
  }

  /// The number of cells that the edges pass; a cell counts once for each edge that passes it.
  var cells: Double {
    var steps = 0.0
    visitEdges { steps += Double(abs($1.x - $0.x) + abs($1.y - $0.y)) }
    return steps / 64
  }

  /// The same polygons, counted in pixels.
  var coarse: FlatContours {
    let points = points.map {
      FT_Vector(x: ($0.x + FT_Pos(parts) / 2) / FT_Pos(parts), y: ($0.y + FT_Pos(parts) / 2) / FT_Pos(parts))
    }
    return FlatContours(points: points, ends: ends, parts: 1)
  }

  /// As FreeType takes them, where they are not dense.
  var outline: FreeTypeOutline {
    FreeTypeOutline(points: points, ends: ends.map { UInt16($0) }, hasParts: parts > 1)
  }
}
