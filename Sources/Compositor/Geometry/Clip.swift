package import QuartzCore

/// A rounded rectangle in a plane of its own, seen through an affine map.
package struct ClipShape: Equatable, Sendable {
  /// From pixels to the shape's plane.
  var toShape: Homography
  package var box: Box
  /// Corner radii: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  package var radii: SIMD4<Float>
  /// The continuity of the corners' curve, from 0, a circle, to 1: see ``CornerCurve``.
  package var smoothing: Float
  /// The rectangle's bounding box, in pixels.
  package var bounds: Box
  /// A box, in pixels, half a pixel inside the shape's edges; content in it needs no clipping.
  var interior: Box
  /// The shape as an upright rectangle in pixels; nil for other shapes.
  package var upright: Box?
  /// Corner sizes in pixels as seen, in the order of ``radii`` after mirroring; width and height of each corner.
  var cornerWidths: SIMD4<Double>
  var cornerHeights: SIMD4<Double>
}

extension ClipShape {
  /// A shape seen through `toPixels`; nil if that is perspective or singular.
  package init?(_ box: Box, radii: SIMD4<Float>, smoothing: Float = 0, toPixels: Homography) {
    guard toPixels.isAffine, let inverse = toPixels.inverted, let bounds = toPixels.visibleBounds(box) else {
      return nil
    }
    (self.toShape, self.box, self.radii) = (inverse, box, radii)
    self.smoothing = radii == .zero ? 0 : smoothing
    self.bounds = bounds
    cornerWidths = .zero
    cornerHeights = .zero
    upright = nil
    interior = .empty
    guard toPixels.isScaleAndTranslation else { return }
    upright = bounds
    let r = SIMD4<Double>(radii) * CornerCurve.extent(Double(self.smoothing))
    var widths = r * abs(toPixels.m11)
    var heights = r * abs(toPixels.m22)
    if toPixels.m11 < 0 {
      widths = widths.mirroredX
      heights = heights.mirroredX
    }
    if toPixels.m22 < 0 {
      widths = widths.mirroredY
      heights = heights.mirroredY
    }
    cornerWidths = widths
    cornerHeights = heights
    // The largest rectangle between corners: inset by 1 - 1/sqrt(2) of them, it clears circular and continuous arcs.
    let k = 0.292_893_218_813_452_5
    interior = Box(
      bounds.minX + k * max(widths[0], widths[2]), bounds.minY + k * max(heights[0], heights[1]),
      bounds.maxX - k * max(widths[1], widths[3]), bounds.maxY - k * max(heights[2], heights[3])
    ).insetBy(radii == .zero ? 0 : 0.5)
  }

  /// Whether the shape does not touch content in `content`, in pixels.
  package func contains(_ content: Box) -> Bool {
    if interior.contains(content) { return true }
    guard let upright, upright.contains(content) else { return false }
    // Inside the rectangle: only a corner can still touch it.
    for corner in 0..<4 where cornerWidths[corner] > 0 && cornerBox(corner).intersects(content) { return false }
    return true
  }

  /// Whether two opposite corners reach past each other along a side.
  var hasOppositeCorners: Bool { CornerCurve.oppositeCornersOverlap(radii, smoothing, box.width, box.height) }

  /// Whether two shapes are the same upright rounded rectangle in pixels.
  func looksLike(_ other: ClipShape) -> Bool {
    upright != nil && upright == other.upright && cornerWidths == other.cornerWidths
      && cornerHeights == other.cornerHeights && smoothing == other.smoothing
  }

  /// The rectangle of a rounded corner, in pixels. Meaningful for upright shapes.
  func cornerBox(_ corner: Int) -> Box {
    let b = bounds
    let w = cornerWidths[corner]
    let h = cornerHeights[corner]
    let isMaxX = corner & 1 != 0
    let isMaxY = corner & 2 != 0
    return Box(
      isMaxX ? b.maxX - w : b.minX, isMaxY ? b.maxY - h : b.minY,
      isMaxX ? b.maxX : b.minX + w, isMaxY ? b.maxY : b.minY + h)
  }
}

extension SIMD4<Double> {
  fileprivate var mirroredX: Self { Self(self[1], self[0], self[3], self[2]) }
  fileprivate var mirroredY: Self { Self(self[2], self[3], self[0], self[1]) }
}

/// The area that drawing is restricted to, in the cheapest form that is exact: an upright rectangle in pixels, plus at
/// most one shape that the fragment shader evaluates. Other clips become offscreen surfaces.
package struct Clip: Equatable, Sendable {
  /// In pixels; edges off the pixel grid are antialiased.
  package var box: Box
  package var shape: ClipShape?

  package init(_ box: Box, shape: ClipShape? = nil) { (self.box, self.shape) = (box, shape) }

  /// Returns the clip further restricted to a rounded rectangle, or nil if one shape does not suffice.
  func restricted(to box: Box, radii: SIMD4<Float>, smoothing: Float = 0, toPixels: Homography) -> Clip? {
    if radii == .zero && toPixels.isScaleAndTranslation {
      return toPixels.visibleBounds(box).map { Clip(self.box.intersection($0), shape: shape) }
    }
    guard let new = ClipShape(box, radii: radii, smoothing: smoothing, toPixels: toPixels) else { return nil }
    let inner = self.box.intersection(new.bounds)
    // If one shape leaves the other's content alone, it is the only one that is needed.
    if shape.map({ $0.contains(inner) }) ?? true {
      // The shape antialiases its own edges; the box reaches to whole pixels around them, or they would count twice.
      return Clip(self.box.intersection(new.bounds.outset), shape: new.contains(self.box) ? nil : new)
    }
    if new.contains(self.box.intersection(shape?.bounds ?? self.box)) { return self }
    return nil
  }
}

/// The slices of an upright rounded rectangle, on whole pixels except for the rectangle's own edges.
struct CornerCuts {
  /// The parts that the rounding does not touch: upper, middle, lower.
  var bands: InlineArray<3, Box>
  var corners: InlineArray<4, Box>

  /// Cuts a shape; nil if the corners leave no bands between them.
  init?(_ shape: ClipShape) {
    guard let box = shape.upright else { return nil }
    let outer = box.outset
    let w = shape.cornerWidths
    let h = shape.cornerHeights
    let top = (box.minY + max(h[0], h[1])).rounded(.up)
    let bottom = (box.maxY - max(h[2], h[3])).rounded(.down)
    let topLeft = (box.minX + w[0]).rounded(.up)
    let topRight = (box.maxX - w[1]).rounded(.down)
    let bottomLeft = (box.minX + w[2]).rounded(.up)
    let bottomRight = (box.maxX - w[3]).rounded(.down)
    guard top <= bottom, topLeft <= topRight, bottomLeft <= bottomRight else { return nil }
    bands = [
      Box(topLeft, box.minY, topRight, top), Box(box.minX, top, box.maxX, bottom),
      Box(bottomLeft, bottom, bottomRight, box.maxY),
    ]
    corners = [
      Box(outer.minX, outer.minY, topLeft, top), Box(topRight, outer.minY, outer.maxX, top),
      Box(outer.minX, bottom, bottomLeft, outer.maxY), Box(bottomRight, bottom, outer.maxX, outer.maxY),
    ]
    // A square corner that its row's cut made a box of belongs to the adjoining band.
    for index in 0..<4 where w[index] == 0 { corners[index] = .empty }
    if w[0] == 0 { bands[0].minX = box.minX }
    if w[1] == 0 { bands[0].maxX = box.maxX }
    if w[2] == 0 { bands[2].minX = box.minX }
    if w[3] == 0 { bands[2].maxX = box.maxX }
  }
}

/// A rounded corner as a circle, in pixels; the corner is the quarter that points away from the shape's middle.
struct CornerCircle {
  var centerX: Double
  var centerY: Double
  var radius: Double
  /// The circle that a border ends at inside; meaningful for borders.
  var innerRadius = 0.0
  var pointsToMaxX: Bool
  var pointsToMaxY: Bool
}

extension ClipShape {
  /// Returns a corner of an upright shape as a circle; nil if it is an ellipse, or its curve continuous.
  func cornerCircle(_ corner: Int) -> CornerCircle? {
    let (w, h) = (cornerWidths[corner], cornerHeights[corner])
    guard upright != nil, smoothing == 0, abs(w - h) < 1e-3 else { return nil }
    let (isMaxX, isMaxY) = (corner & 1 != 0, corner & 2 != 0)
    return CornerCircle(
      centerX: isMaxX ? bounds.maxX - w : bounds.minX + w, centerY: isMaxY ? bounds.maxY - h : bounds.minY + h,
      radius: w, pointsToMaxX: isMaxX, pointsToMaxY: isMaxY)
  }
}
