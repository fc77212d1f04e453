// The order in which layers that share a 3D space are drawn, back to front, with planes that cut each other split.
//
//    outlines --eye, frame--> polygons --overlap--> clusters --BSP tree--> pieces --merging--> order
//
// - A polygon is the outline of a layer's drawing, in its plane, cut to the visible part.
// - Polygons that do not overlap on the screen need no order: clusters are sorted apart, and a layer that
//   overlaps no other one is never split.
// - In a cluster one polygon's plane divides the others into those behind, in it, and in front; a polygon on both
//   sides is split along the line where the planes meet (DepthOrder+Tree.swift). All planes face the viewer, so the
//   order is behind, in, in front, whatever the perspective.
// - A plane splits beyond the polygon that lies in it. Pieces of one layer that can be drawn one after another are
//   merged again: what stays split has something of another layer between its pieces.
//
// A layer's pieces are unions of cells, the parts into which the lines of its splits divide its plane. To draw a piece,
// the layer's draws are cut along all lines and the piece's cells are kept, so that pieces fit together to the pixel.
//
// There is no depth buffer: edges are antialiased, so a pixel can show two layers.

import Coverage
import QuartzCore

/// Sorts planes by depth; keeps its buffers from frame to frame.
struct DepthOrder {
  /// Planes that are no farther apart than this, in pixels, count as one: their layers are drawn in order of addition.
  static let thickness = 0.05
  /// The most lines through one layer: the bits of a cell.
  static let maximumLines = 32

  struct Piece: Equatable, Sendable {
    /// The index of the source, in order of addition.
    var source: Int32
    /// In ``DepthOrder/cells``; empty where the layer is drawn whole.
    var cells: Range<Int>
  }

  /// A part of a plane between lines.
  struct Cell: Equatable, Sendable {
    /// A bit for each of the source's lines that bounds the cell.
    var mask: UInt32 = 0
    /// The bits of those lines on whose positive side the cell lies.
    var signs: UInt32 = 0

    init() {}
  }

  struct Source {
    var map: DepthMap
    var plane: DepthPlane
    /// The sources whose planes split this one, in the order of the cells' bits.
    var splitters: [Int32]
  }

  /// A convex part of a source, by its corners in `vertices`.
  struct Polygon {
    var source: Int32
    var corners: Range<Int>
    var cell: Cell
    /// On the screen.
    var bounds: Box
  }

  var sources: [Source?] = []
  var polygons: [Polygon] = []
  var vertices: [DepthVertex] = []
  /// Polygons from back to front.
  var sorted: [Int32] = []
  private var frame = Box.empty
  var scratch: [DepthVertex] = []
  var splitCount = 0
  /// The number of further tests on which side of a plane a point lies, before the sort falls back to a cheaper one.
  var budget = 0

  /// The pieces from back to front: one for each visible layer, several for a split one.
  var pieces: [Piece] = []
  var cells: [Cell] = []

  init() {}

  /// Begins a frame whose visible part is `frame`, in pixels.
  mutating func begin(frame: Box) {
    self.frame = frame
    sources.removeAll(keepingCapacity: true)
    polygons.removeAll(keepingCapacity: true)
    vertices.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    splitCount = 0
  }

  /// Adds a layer by a convex outline around all in its plane; one that is not finite, flat or edge-on has no piece.
  mutating func add(_ outline: ConvexPolygon, _ map: DepthMap) {
    let index = Int32(sources.count)
    guard let plane = DepthPlane(map), outline.count >= 3 else {
      sources.append(nil)
      return
    }
    sources.append(Source(map: map, plane: plane, splitters: []))
    let start = vertices.count
    for corner in 0..<outline.count { vertices.append(map.vertex(outline[corner])) }
    cutToVisible(from: start)
    guard let bounds = screenBounds(start..<vertices.count) else {
      vertices.removeSubrange(start...)
      sources[Int(index)] = nil
      return
    }
    polygons.append(
      Polygon(source: index, corners: start..<vertices.count, cell: Cell(), bounds: bounds))
  }

  /// Sorts the layers into ``pieces`` and ``cells``.
  mutating func sort() {
    budget = 4096 + 64 * polygons.count
    var cluster = findClusters()
    // Clusters follow the order of their first polygon.
    var order = Array(polygons.indices)
    order.sort { cluster[$0] == cluster[$1] ? $0 < $1 : cluster[$0] < cluster[$1] }
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count && cluster[order[end]] == cluster[order[first]] { end += 1 }
      if end == first + 1 {
        sorted.append(Int32(order[first]))
      } else {
        let start = sorted.count
        sortCluster(order[first..<end].map(Int32.init))
        mergePieces(from: start)
      }
      first = end
    }
    cluster.removeAll()
    collectPieces()
  }

  /// The lines that split a source, in its plane's coordinates, in the order of the cells' bits.
  func lines(of source: Int32) -> [PlaneLine] {
    guard let own = sources[Int(source)] else { return [] }
    return own.splitters.compactMap { sources[Int($0)]?.plane.line(in: own.map) }
  }

  /// Makes one piece of each run of consecutive polygons of one source.
  private mutating func collectPieces() {
    var index = 0
    while index < sorted.count {
      let source = polygons[Int(sorted[index])].source
      let start = cells.count
      var isWhole = false
      while index < sorted.count, polygons[Int(sorted[index])].source == source {
        let cell = polygons[Int(sorted[index])].cell
        isWhole = isWhole || cell.mask == 0
        cells.append(cell)
        index += 1
      }
      if isWhole { cells.removeSubrange(start...) }
      pieces.append(Piece(source: source, cells: start..<cells.count))
    }
    joinSplitsThatMet()
  }

  /// Makes a source whole again if all of its cells came together.
  private mutating func joinSplitsThatMet() {
    var counts = [Int32: Int]()
    for piece in pieces { counts[piece.source, default: 0] += 1 }
    for index in pieces.indices where !pieces[index].cells.isEmpty && counts[pieces[index].source] == 1 {
      // Cells without a visible part may be missing, which does not matter.
      pieces[index].cells = pieces[index].cells.lowerBound..<pieces[index].cells.lowerBound
      sources[Int(pieces[index].source)]?.splitters = []
    }
  }
}

extension DepthOrder {
  /// Cuts the last polygon of `vertices` to the space before the eye and to the frame.
  private mutating func cutToVisible(from start: Int) {
    guard vertices[start...].allSatisfy(\.isFinite) else {
      vertices.removeSubrange(start...)
      return
    }
    let box = frame
    cut(from: start) { $0.w - PixelMap.eyeWeight }
    cut(from: start) { $0.x - box.minX * $0.w }
    cut(from: start) { box.maxX * $0.w - $0.x }
    cut(from: start) { $0.y - box.minY * $0.w }
    cut(from: start) { box.maxY * $0.w - $0.y }
  }

  private mutating func cut(from start: Int, _ side: (DepthVertex) -> Double) {
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: vertices[start...])
    vertices.removeSubrange(start...)
    for index in scratch.indices {
      let (a, b) = (scratch[index], scratch[index + 1 < scratch.count ? index + 1 : 0])
      let (da, db) = (side(a), side(b))
      if da >= 0 { vertices.append(a) }
      if (da >= 0) != (db >= 0) { vertices.append(.between(a, b, da / (da - db))) }
    }
  }

  /// Returns the box around a polygon on the screen; nil if it has almost no area there.
  func screenBounds(_ corners: Range<Int>) -> Box? {
    guard corners.count >= 3 else { return nil }
    var box = Box.empty
    for corner in corners {
      let vertex = vertices[corner]
      let (x, y) = (vertex.x / vertex.w, vertex.y / vertex.w)
      guard x.isFinite, y.isFinite else { return nil }
      box = box.union(Box(x, y, x, y))
    }
    return box.maxX - box.minX > 1e-9 && box.maxY - box.minY > 1e-9 ? box : nil
  }
}
