extension DepthOrder {
  private enum Task {
    /// Polygons still to be sorted.
    case sort([Int32])
    case draw([Int32])
  }

  /// The number of polygons that are tried as the divider; the one that splits fewest is taken.
  private static let candidates = 6

  /// Sorts polygons that overlap, and appends them to `sorted`: a BSP tree that is walked as it is built and never
  /// stored. A stack of tasks visits the polygons behind a plane, then in it, then in front.
  mutating func sortCluster(_ cluster: [Int32]) {
    let splitLimit = splitCount + 4 * cluster.count + 16
    var tasks: [Task] = [.sort(cluster)]
    while let task = tasks.popLast() {
      switch task {
      case .draw(let list): sorted.append(contentsOf: list)
      case .sort(let list):
        if list.count == 1 {
          sorted.append(list[0])
        } else if let plane = commonDirection(list) {
          sorted.append(contentsOf: byDistance(list, plane))
        } else if budget <= 0 {
          sorted.append(contentsOf: byCentre(list))
        } else {
          let divided = divide(list, by: bestDivider(list), splitLimit: splitLimit)
          if !divided.front.isEmpty { tasks.append(.sort(divided.front)) }
          tasks.append(.draw(divided.inside))
          if !divided.behind.isEmpty { tasks.append(.sort(divided.behind)) }
        }
      }
    }
  }

  private func plane(_ polygon: Int32) -> DepthPlane {
    // Every polygon's source has a plane.
    sources[Int(polygons[Int(polygon)].source)]!.plane
  }

  /// Returns the first polygon's plane if all are parallel to it.
  private func commonDirection(_ list: [Int32]) -> DepthPlane? {
    let first = plane(list[0])
    return list.allSatisfy { plane($0).isParallel(to: first) } ? first : nil
  }

  /// Sorts polygons that do not cut each other by their distance from a plane, equal ones in order of addition.
  /// Distances are compared in steps of 1/10,000 of a pixel: less is arithmetic's error, more can be an intended
  /// `zPosition`. A polygon whose tilt is invisible counts as in the plane: its mean distance would tell nothing.
  private func byDistance(_ list: [Int32], _ plane: DepthPlane) -> [Int32] {
    sorted(list) { polygon in
      guard self.plane(polygon).isParallel(to: plane) else { return 0 }
      let corners = polygons[Int(polygon)].corners
      let sum = corners.reduce(0) { $0 + plane.distance(vertices[$1]) }
      return (sum / Double(corners.count) * 1e4).rounded()
    }
  }

  /// Returns polygons sorted by the depth of their middles: the fallback when there is too much to sort.
  private func byCentre(_ list: [Int32]) -> [Int32] {
    sorted(list) { polygon in
      let corners = polygons[Int(polygon)].corners
      return corners.reduce(0) { $0 + vertices[$1].z / vertices[$1].w } / Double(corners.count)
    }
  }

  private func sorted(_ list: [Int32], by depth: (Int32) -> Double) -> [Int32] {
    let keyed = list.map { (depth: depth($0), source: polygons[Int($0)].source, polygon: $0) }
    return keyed.sorted {
      if $0.depth != $1.depth { return $0.depth < $1.depth }
      return $0.source == $1.source ? $0.polygon < $1.polygon : $0.source < $1.source
    }.map(\.polygon)
  }

  private enum Side { case behind, inside, front, across }

  private func side(of polygon: Int32, _ plane: DepthPlane) -> Side {
    var (low, high) = (Double.infinity, -Double.infinity)
    for corner in polygons[Int(polygon)].corners {
      let distance = plane.distance(vertices[corner])
      low = min(low, distance)
      high = max(high, distance)
    }
    if low >= -Self.thickness { return high <= Self.thickness ? .inside : .front }
    return high <= Self.thickness ? .behind : .across
  }

  private mutating func bestDivider(_ list: [Int32]) -> Int32 {
    var (best, fewest) = (list[0], Int.max)
    for candidate in list.prefix(Self.candidates) {
      let plane = plane(candidate)
      var count = 0
      for polygon in list where side(of: polygon, plane) == .across { count += 1 }
      budget -= list.count
      if count < fewest { (best, fewest) = (candidate, count) }
      if count == 0 || budget <= 0 { break }
    }
    return best
  }

  private mutating func divide(_ list: [Int32], by divider: Int32, splitLimit: Int) -> (
    behind: [Int32], inside: [Int32], front: [Int32]
  ) {
    let plane = plane(divider)
    budget -= list.count
    var (behind, inside, front): ([Int32], [Int32], [Int32]) = ([], [], [])
    for polygon in list {
      let isOfDivider = polygons[Int(polygon)].source == polygons[Int(divider)].source
      switch isOfDivider ? .inside : side(of: polygon, plane) {
      case .behind: behind.append(polygon)
      case .inside: inside.append(polygon)
      case .front: front.append(polygon)
      case .across:
        if splitCount < splitLimit, let (back, near) = split(polygon, by: polygons[Int(divider)].source) {
          behind.append(back)
          front.append(near)
        } else if middle(polygon, plane) < 0 {
          behind.append(polygon)
        } else {
          front.append(polygon)
        }
      }
    }
    return (behind, byDistance(inside, plane), front)
  }

  private func middle(_ polygon: Int32, _ plane: DepthPlane) -> Double {
    polygons[Int(polygon)].corners.reduce(0) { $0 + plane.distance(vertices[$1]) }
  }

  /// Splits a polygon by the plane of a source; nil if it was split too often, or a part would have no area.
  private mutating func split(_ index: Int32, by splitter: Int32) -> (behind: Int32, front: Int32)? {
    let polygon = polygons[Int(index)]
    guard let plane = sources[Int(splitter)]?.plane, let bit = bit(of: splitter, in: polygon.source) else { return nil }
    let start = vertices.count
    func half(_ sign: Double, _ vertices: inout [DepthVertex]) {
      for corner in polygon.corners {
        let next = corner + 1 < polygon.corners.upperBound ? corner + 1 : polygon.corners.lowerBound
        let (a, b) = (vertices[corner], vertices[next])
        let (da, db) = (sign * plane.weighted(a), sign * plane.weighted(b))
        if da >= 0 { vertices.append(a) }
        // A corner in the plane belongs to both halves.
        if (da > 0 && db < 0) || (da < 0 && db > 0) { vertices.append(.between(a, b, da / (da - db))) }
      }
    }
    half(-1, &vertices)
    let middle = vertices.count
    half(1, &vertices)
    guard let behind = screenBounds(start..<middle), let front = screenBounds(middle..<vertices.count) else {
      vertices.removeSubrange(start...)
      return nil
    }
    splitCount += 1
    var cell = polygon.cell
    cell.mask |= bit
    polygons.append(
      Polygon(source: polygon.source, corners: start..<middle, cell: cell, bounds: behind))
    cell.signs |= bit
    polygons.append(
      Polygon(source: polygon.source, corners: middle..<vertices.count, cell: cell, bounds: front))
    return (Int32(polygons.count - 2), Int32(polygons.count - 1))
  }

  /// Returns the bit of the line along which a splitter cuts a source; nil if the source has too many lines.
  private mutating func bit(of splitter: Int32, in source: Int32) -> UInt32? {
    guard let splitters = sources[Int(source)]?.splitters else { return nil }
    if let index = splitters.firstIndex(of: splitter) { return 1 << UInt32(index) }
    guard splitters.count < Self.maximumLines else { return nil }
    sources[Int(source)]?.splitters.append(splitter)
    return 1 << UInt32(splitters.count)
  }
}

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

  /// Parts a group of polygons at the gaps between their bounds along an axis.
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
  func overlap(_ a: Polygon, _ b: Polygon) -> Bool { a.bounds.intersects(b.bounds) && !parts(a, b) && !parts(b, a) }

  private static let touch = 1e-3

  /// Whether an edge of `a` has all of `b` on its outer side.
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

// Merging: pieces of one layer become one draw again, as a plane also splits where the layer in it cuts nothing.

extension DepthOrder {
  /// The most polygons of a cluster whose pieces are merged.
  private static let mergeLimit = 256

  /// Brings parts of one source together in `sorted`, from an index on, where that does not change the picture.
  mutating func mergePieces(from start: Int) {
    guard splitCount > 0, sorted.count - start <= Self.mergeLimit else { return }
    var index = start
    while index < sorted.count {
      let source = polygons[Int(sorted[index])].source
      // The end of the consecutive parts of the source, and its next part behind parts of others.
      var run = index
      while run + 1 < sorted.count && polygons[Int(sorted[run + 1])].source == source { run += 1 }
      guard let next = sorted[(run + 1)...].firstIndex(where: { polygons[Int($0)].source == source }) else {
        index = run + 1
        continue
      }
      let between = run + 1..<next
      let own = Array(sorted[index...run])
      if own.allSatisfy({ part in between.allSatisfy { !overlapping(part, sorted[$0]) } }) {
        // Nothing in between overlaps this run: it is drawn later, with the next part.
        sorted.removeSubrange(index...run)
        sorted.insert(contentsOf: own, at: next - own.count)
      } else if between.allSatisfy({ !overlapping(sorted[next], sorted[$0]) }) {
        // Nothing in between overlaps the next part: it is drawn earlier, with this run.
        sorted.insert(sorted.remove(at: next), at: run + 1)
      } else {
        index = run + 1
      }
    }
  }

  private func overlapping(_ a: Int32, _ b: Int32) -> Bool { overlap(polygons[Int(a)], polygons[Int(b)]) }
}
