import CFreeType

/// Closed polygons in pixels relative to a box's corner.
struct FlatContours {
  private var points: [FT_Vector] = []
  private var ends: [Int] = []

  /// Adds a polygon, divided by its weights and moved by the corner.
  mutating func append(_ polygon: ArraySlice<HomogeneousPoint>, _ x: Double, _ y: Double) {
    let first = points.count
    for point in polygon {
      let place = FT_Vector(point.x / point.w - x, point.y / point.w - y, parts: FreeTypeOutline.parts)
      // Chords shorter than the grid add nothing.
      if points.count > first, let last = points.last, last.x == place.x, last.y == place.y { continue }
      points.append(place)
    }
    while points.count - first > 1, points[points.count - 1].x == points[first].x,
      points[points.count - 1].y == points[first].y
    { points.removeLast() }
    if points.count - first > 2 { ends.append(points.count - 1) } else { points.removeLast(points.count - first) }
  }

  /// As FreeType takes them; beyond what it counts, every so many points are left out. That happens in a single pixel
  /// alone.
  var outline: FreeTypeOutline {
    var result = FreeTypeOutline(hasParts: true)
    let step = points.count < FreeTypeOutline.limit ? 1 : points.count / FreeTypeOutline.limit + 1
    var first = 0
    for end in ends {
      defer { first = end + 1 }
      let before = result.points.count
      for index in stride(from: first, through: end, by: step) { result.points.append(points[index]) }
      if result.points.count - before > 2, result.points.count < FreeTypeOutline.limit {
        result.ends.append(UInt16(result.points.count - 1))
      } else {
        result.points.removeLast(result.points.count - before)
      }
    }
    return result
  }
}
