// Clusters: the polygons that overlap on the screen, directly or through others. Order counts only within a cluster.

extension DepthOrder {
  /// The most polygons of which all pairs are compared; more are parted by gaps between their boxes alone.
  private static let pairwiseLimit = 128

  /// Returns for each polygon the first one of its cluster.
  func findClusters() -> [Int] {
    var cluster = [Int](repeating: 0, count: polygons.count)
    guard polygons.count > 1 else { return cluster }
    if polygons.count <= Self.pairwiseLimit {
      for index in cluster.indices { cluster[index] = index }
      for a in polygons.indices {
        for b in a + 1..<polygons.count where cluster[a] != cluster[b] && overlap(polygons[a], polygons[b]) {
          let (lower, higher) = (min(cluster[a], cluster[b]), max(cluster[a], cluster[b]))
          for index in cluster.indices where cluster[index] == higher { cluster[index] = lower }
        }
      }
      return cluster
    }
    // Parts by gaps along x, then in each strip by gaps along y.
    for strip in parted(Array(polygons.indices), alongX: true) {
      for group in parted(strip, alongX: false) {
        let first = group.min() ?? 0
        for index in group { cluster[index] = first }
      }
    }
    return cluster
  }

  /// The groups of polygons whose extents touch each other.
  private func parted(_ group: [Int], alongX: Bool) -> [[Int]] {
    func low(_ index: Int) -> Double { alongX ? polygons[index].bounds.minX : polygons[index].bounds.minY }
    func high(_ index: Int) -> Double { alongX ? polygons[index].bounds.maxX : polygons[index].bounds.maxY }
    var groups: [[Int]] = []
    var end = Double.infinity
    for index in group.sorted(by: { low($0) == low($1) ? $0 < $1 : low($0) < low($1) }) {
      if groups.isEmpty || low(index) >= end {
        groups.append([index])
        end = high(index)
      } else {
        groups[groups.count - 1].append(index)
        end = max(end, high(index))
      }
    }
    return groups
  }

  /// Whether two polygons overlap on the screen by more than a touch: no edge of either parts them.
  func overlap(_ a: Polygon, _ b: Polygon) -> Bool {
    a.bounds.intersects(b.bounds) && !parts(a, b) && !parts(b, a)
  }

  private static let touch = 1e-3

  /// Whether all of `b` lies outside one edge of `a`.
  private func parts(_ a: Polygon, _ b: Polygon) -> Bool {
    func point(_ corner: Int) -> (x: Double, y: Double) {
      let vertex = vertices[corner]
      return (vertex.x / vertex.w, vertex.y / vertex.w)
    }
    // The sign of twice the area is the polygon's orientation.
    var area = 0.0
    for corner in a.corners {
      let (p, q) = (point(corner), point(corner + 1 < a.corners.upperBound ? corner + 1 : a.corners.lowerBound))
      area += p.x * q.y - q.x * p.y
    }
    let sense: Double = area < 0 ? -1 : 1
    for corner in a.corners {
      let (p, q) = (point(corner), point(corner + 1 < a.corners.upperBound ? corner + 1 : a.corners.lowerBound))
      let (dx, dy) = (q.x - p.x, q.y - p.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 1e-9 else { continue }
      var isOutside = true
      for other in b.corners {
        let r = point(other)
        if sense * (dx * (r.y - p.y) - dy * (r.x - p.x)) > Self.touch * length {
          isOutside = false
          break
        }
      }
      if isOutside { return true }
    }
    return false
  }
}
