// From a path to a mask of coverage. FreeType sums areas with their sign, which is the exact coverage of a pixel with
// one edge, and wrong where two areas overlap in a pixel: at crossings, and at the inner side of a stroke's corners. So
// outlines that may overlap themselves are rasterized in 4x4 parts of each pixel, which are averaged. The grid is 1/256
// of a pixel. AreaCells draws outlines without overlaps, as of most morphing shapes; AreaSums those too large for
// FreeType.
//
// Tested by CairoTests, FillTests, StrokeTests and DenseTests.

import CFreeType
package import CoreGraphics
import Foundation

/// A path for pixels, whose bounds are known before it is rasterized.
package struct PathRasterizer: Sendable {
  /// The path to be filled if it must be clipped; else only its identity counts.
  private let path: CGPath
  private let map: PixelMap
  private let isEvenOdd: Bool
  /// The outline; nil for a path that must be clipped.
  private let outline: PixelOutline?
  /// Whether the outline does not overlap itself.
  private let isSimple: Bool
  /// Whether the outline is a stroke so wide that no pixel on its line is partly outside of it.
  private var hidesLine = false
  /// The limit of FreeType's spans, which have 16 bits, in pixels of four parts.
  private static let longest = 8_000
  /// The pixels that the path may touch, possibly none.
  package private(set) var bounds: PixelBox

  /// Creates the fill of a path, which is clipped to `visible` if it is in perspective or reaches far beyond.
  package init(_ path: CGPath, rule: CGPathFillRule, map: PixelMap, visible: PixelBox) {
    self.path = path
    self.map = map
    isEvenOdd = rule == .evenOdd
    bounds = PixelBox(0, 0, 0, 0)
    outline = map.isFinite ? PixelOutline(path, map) : nil
    isSimple = outline?.isSimple ?? false
    guard map.isFinite, !path.isEmpty else { return }
    if let outline {
      if !outline.points.isEmpty { bounds = PixelBox(outline.low, outline.high) }
    } else if map.isAffine, let (low, high) = PixelOutline.bounds(of: path, map) {
      bounds = PixelBox(low, high).intersection(visible)
    } else {
      bounds = visible
    }
  }

  /// Creates the stroke of a path, as ``init(_:rule:map:visible:)`` its fill; the outline is within `tolerance` points.
  package init(_ path: CGPath, _ stroke: ShapeStroke, tolerance: Double, map: PixelMap, visible: PixelBox) {
    if stroke.isPlain, !stroke.isEmpty, map.isAffine, map.isFinite,
      let outline = PixelOutline(stroking: path, width: stroke.width, map)
    {
      self.init(path, map, outline)
      hidesLine = stroke.width / 2 * map.leastStretch >= Self.hidingRadius
    } else {
      let outline = stroke.outline(of: path, tolerance: tolerance, within: map.source(of: visible))
      self.init(outline, rule: .winding, map: map, visible: visible)
    }
  }

  /// Creates a stroke from its outline, which needs no clipping.
  private init(_ path: CGPath, _ map: PixelMap, _ outline: PixelOutline) {
    (self.path, self.map, isEvenOdd, self.outline, isSimple) = (path, map, false, outline, outline.isSimple)
    bounds = outline.points.isEmpty ? PixelBox(0, 0, 0, 0) : PixelBox(outline.low, outline.high)
  }

  /// Returns the coverage in `box`, or in the part of it that the path may touch; nil if that is empty.
  package func mask(in box: PixelBox) -> CoverageMask? {
    let part = box.intersection(bounds)
    guard !part.isEmpty else { return nil }
    var bytes = [UInt8](repeating: 0, count: part.width * part.height)
    bytes.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { draw(part, into: base, stride: part.width) }
    }
    return CoverageMask(box: part, bytes: bytes)
  }

  /// Writes the coverage of the pixels of `box` to rows of cleared bytes, `stride` bytes apart.
  package func draw(_ box: PixelBox, into bytes: UnsafeMutablePointer<UInt8>, stride: Int) {
    guard map.isFinite, !box.isEmpty else { return }
    if let outline = simpleOutline(in: box) {
      AreaCells.draw(outline, nil, box, into: CoverageBytes(first: bytes, stride: stride))
    } else if let outline, outline.isNear(box) {
      draw(all: outline.placed(in: box), box, into: bytes, stride: stride)
    } else {
      draw(
        all: HomogeneousContours(path, map, seenIn: box).cut(to: box).flat(from: box), box, into: bytes, stride: stride)
    }
  }

  /// Returns the outline for ``AreaCells``; nil if it needs another way.
  func simpleOutline(in box: PixelBox) -> PixelOutline? {
    guard isSimple, let outline, outline.isNear(box), AreaCells.areQuick(outline, box) else { return nil }
    return outline
  }

  /// Returns the outline of a stroke that, if opaque, hides its area's edge, so that its inner side gives the coverage.
  func ring(in box: PixelBox) -> PixelOutline? {
    guard hidesLine, let outline = simpleOutline(in: box), outline.innerContour != nil else { return nil }
    return outline
  }

  /// The half width of such a stroke, in pixels: a pixel's diagonal, and the error of chords and grid.
  private static let hidingRadius = 2.0.squareRoot() + 0.035

  /// Draws polygons, by FreeType if possible.
  private func draw(all polygons: FlatContours, _ box: PixelBox, into bytes: UnsafeMutablePointer<UInt8>, stride: Int) {
    if draw(polygons, box, into: bytes, stride: stride) { return }
    AreaSums.draw(polygons, isEvenOdd: isEvenOdd, into: bytes, width: box.width, height: box.height, stride: stride)
  }

  /// Draws polygons by FreeType. Returns false, with some pixels drawn, if it cannot, or not in time.
  private func draw(
    _ polygons: FlatContours, _ box: PixelBox, into bytes: UnsafeMutablePointer<UInt8>, stride: Int
  ) -> Bool {
    guard max(box.width, box.height) < Self.longest, !polygons.isDense else { return false }
    var outline = polygons.outline
    return render(&outline, in: box, into: bytes, stride: stride)
  }

  private func render(
    _ outline: inout FreeTypeOutline, in box: PixelBox, into bytes: UnsafeMutablePointer<UInt8>, stride: Int
  ) -> Bool {
    FreeTypeLibrary.withLibrary { library in
      library.render(&outline, isEvenOdd: isEvenOdd, into: bytes, width: box.width, height: box.height, stride: stride)
    }
  }
}

extension PixelBox {
  /// Creates the box of pixels around two corners, which are limited.
  fileprivate init(_ low: SIMD2<Double>, _ high: SIMD2<Double>) {
    func whole(_ value: Double) -> Int { Int(bounded: min(max(value, -1e9), 1e9)) }
    self.init(
      whole(low.x.rounded(.down)), whole(low.y.rounded(.down)), whole(high.x.rounded(.up)), whole(high.y.rounded(.up)))
  }
}

/// The covered part of each pixel, in the box of the covered pixels.
package struct CoverageMask: Equatable, Sendable {
  package var box: PixelBox
  /// One byte for each pixel, 255 for full coverage; rows from minimum y, of `box.width` bytes.
  package var bytes: [UInt8]

  package init(box: PixelBox, bytes: [UInt8]) {
    self.box = box
    self.bytes = bytes
  }

  /// The coverage of a pixel; 0 outside of the box.
  package subscript(x: Int, y: Int) -> UInt8 {
    guard x >= box.minX, x < box.maxX, y >= box.minY, y < box.maxY else { return 0 }
    return bytes[(y - box.minY) * box.width + x - box.minX]
  }
}

/// Closed polygons relative to a box's corner, in 1/64 of a pixel, or of a part of one.
struct FlatContours {
  /// The number of parts of a pixel, in each direction, where areas may overlap.
  static let parts = 4

  private(set) var points: [FT_Vector] = []
  /// The index of the last point of each polygon.
  private(set) var ends: [Int] = []
  /// The number of parts of a pixel, in each direction; the points are in 1/64 of a part.
  private(set) var parts = Self.parts

  init() {}
  init(points: [FT_Vector], ends: [Int], parts: Int) { (self.points, self.ends, self.parts) = (points, ends, parts) }

  /// Adds a polygon, divided by its weights and limited to the box that it was clipped to, with a margin of a pixel.
  mutating func append(_ polygon: ArraySlice<HomogeneousPoint>, in box: PixelBox) {
    func within(_ place: Double, _ count: Int) -> Double { place > -1 ? min(place, Double(count) + 1) : -1 }
    let first = points.count
    for point in polygon {
      let place = FT_Vector(
        within(point.x / point.w - Double(box.minX), box.width),
        within(point.y / point.w - Double(box.minY), box.height), parts: parts)
      if points.count > first, let last = points.last, last.x == place.x, last.y == place.y { continue }
      points.append(place)
    }
    while points.count - first > 1, points[points.count - 1].x == points[first].x,
      points[points.count - 1].y == points[first].y
    { points.removeLast() }
    if points.count - first > 2 { ends.append(points.count - 1) } else { points.removeLast(points.count - first) }
  }

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

  /// The limit of points times cells: about a tenth of a second. FreeType's memory holds some 680 cells, parts of
  /// pixels, and it walks all points for each part of the picture with as many.
  private static let mostSteps = 4e8

  /// Whether the polygons exceed FreeType's counts, or its time.
  var isDense: Bool {
    guard points.count < FreeTypeOutline.limit else { return true }
    guard points.count > 256 else { return false }
    return cells * Double(points.count) > Self.mostSteps
  }

  /// The sum of the numbers of cells that each edge passes.
  var cells: Double {
    var steps = 0.0
    visitEdges { steps += Double(abs($1.x - $0.x) + abs($1.y - $0.y)) }
    return steps / 64
  }

  /// The same polygons in whole pixels.
  var coarse: FlatContours {
    let points = points.map {
      FT_Vector(x: ($0.x + FT_Pos(parts) / 2) / FT_Pos(parts), y: ($0.y + FT_Pos(parts) / 2) / FT_Pos(parts))
    }
    return FlatContours(points: points, ends: ends, parts: 1)
  }

  /// The outline for FreeType, if the polygons are not dense.
  var outline: FreeTypeOutline { FreeTypeOutline(points: points, ends: ends.map { UInt16($0) }, hasParts: parts > 1) }
}
