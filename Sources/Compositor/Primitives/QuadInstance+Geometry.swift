// The geometry of an instance: which quadrilateral of the plane is drawn, and how far a point is from each edge in
// pixels.
//
// An edge x = x0 of the plane is the line L = H^-T (1, 0, -x0) of the target. L . (X, Y, W) = x - x0 at the image of
// any point, so the
// distance in pixels is (x - x0) / (W |L.xy|): linear in x but for the weight W, which the fragment shader divides by
// (gl_FragCoord.w). `edgeScale` is 1 / |L.xy|. The drawn quadrilateral reaches half a pixel beyond the edges, and
// is cut at the near plane; the distances still count from the rectangle's own edges.

import QuartzCore

extension Rectangle {
  /// An edge here is farther than any pixel.
  private static let farEdge: Float = 1e7

  /// The rectangle with the half pixel that antialiasing reaches beyond its antialiased edges, in its plane.
  var antialiasedBox: Box {
    let margin = outsetMargin
    return Box(
      edges.contains(.layerLeftEdge) ? box.minX - margin.x : box.minX,
      edges.contains(.layerBottomEdge) ? box.minY - margin.y : box.minY,
      edges.contains(.layerRightEdge) ? box.maxX + margin.x : box.maxX,
      edges.contains(.layerTopEdge) ? box.maxY + margin.y : box.maxY)
  }

  /// The box of an upright rectangle's pixels, in its plane.
  func plane(_ pixels: Box) -> Box {
    let (x0, x1) = ((pixels.minX - toPixels.m31) / toPixels.m11, (pixels.maxX - toPixels.m31) / toPixels.m11)
    let (y0, y1) = ((pixels.minY - toPixels.m32) / toPixels.m22, (pixels.maxY - toPixels.m32) / toPixels.m22)
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
  }

  /// The instances that draw a part of the plane with the rectangle's coverage, geometry only: one, or two where the
  /// near plane leaves five corners, or none.
  func instances(drawing part: Box) -> InstancePair {
    guard let inverse = toPixels.inverted else { return InstancePair() }
    var template = QuadInstance(
      xColumn: SIMD4(Float(toPixels.m11), Float(toPixels.m21), Float(toPixels.m31), 0),
      yColumn: SIMD4(Float(toPixels.m12), Float(toPixels.m22), Float(toPixels.m32), 0),
      wColumn: SIMD4(Float(toPixels.m13), Float(toPixels.m23), Float(toPixels.m33), smoothing), box: edgeBox,
      corners01: .zero, corners23: .zero, edgeScale: .zero, color: .zero, texture: .zero, radii: radii,
      gradient: SIMD4(Float(inverse.m11), Float(inverse.m12), Float(inverse.m21), Float(inverse.m22)), clipBox: .zero,
      clipMap: .zero, clipOffset: .zero, clipShapeBox: .zero, clipShapeRadii: .zero)
    template.edgeScale = SIMD4(
      edgeScale(inverse, offset: -box.minX, isX: true), edgeScale(inverse, offset: -box.minY, isX: false),
      edgeScale(inverse, offset: -box.maxX, isX: true), edgeScale(inverse, offset: -box.maxY, isX: false))
    guard !toPixels.isAffine else {
      template.setCorners(
        PlanePoint(part.minX, part.minY), PlanePoint(part.maxX, part.minY), PlanePoint(part.minX, part.maxY),
        PlanePoint(part.maxX, part.maxY))
      return InstancePair(template)
    }
    let polygon = toPixels.clippedToNearPlane(part)
    guard polygon.count > 0 else { return InstancePair() }
    // A convex polygon as a strip of two triangles, and one more for a fifth corner.
    template.setCorners(polygon[0], polygon[1], polygon[polygon.count > 3 ? 3 : 2], polygon[2])
    guard polygon.count == 5 else { return InstancePair(template) }
    var rest = template
    rest.setCorners(polygon[0], polygon[3], polygon[4], polygon[4])
    return InstancePair(template, rest)
  }

  /// The rectangle whose edges the shader fades; edges that are not antialiased are far away.
  private var edgeBox: SIMD4<Float> {
    SIMD4(
      edges.contains(.layerLeftEdge) ? Float(box.minX) : -Self.farEdge,
      edges.contains(.layerBottomEdge) ? Float(box.minY) : -Self.farEdge,
      edges.contains(.layerRightEdge) ? Float(box.maxX) : Self.farEdge,
      edges.contains(.layerTopEdge) ? Float(box.maxY) : Self.farEdge)
  }

  /// 1 / |L.xy| of the edge `x + offset = 0` (or y): L is the first (second) column of the inverse plus offset times
  /// the third.
  private func edgeScale(_ inverse: Homography, offset: Double, isX: Bool) -> Float {
    let (a, b) =
      isX
      ? (inverse.m11 + offset * inverse.m13, inverse.m21 + offset * inverse.m23)
      : (inverse.m12 + offset * inverse.m13, inverse.m22 + offset * inverse.m23)
    let length = (a * a + b * b).squareRoot()
    return length > 1e-12 ? Float(1 / length) : 1e12
  }

  /// How far beyond the rectangle, in its plane, half a pixel reaches; under perspective at the visible corner where
  /// that is most, but never farther than the rectangle is large (towards the horizon a pixel covers any distance).
  var outsetMargin: (x: Double, y: Double) {
    guard !edges.isEmpty, let inverse = toPixels.inverted else { return (0, 0) }
    if toPixels.isAffine {
      let x = (inverse.m11 * inverse.m11 + inverse.m21 * inverse.m21).squareRoot() * 0.5
      let y = (inverse.m12 * inverse.m12 + inverse.m22 * inverse.m22).squareRoot() * 0.5
      return (x, y)
    }
    var margin = (x: 0.0, y: 0.0)
    let polygon = toPixels.clippedToNearPlane(box)
    for index in 0..<polygon.count {
      // The plane's coordinates as functions of pixels are u / w; their gradients at the corner.
      let corner = polygon[index]
      let pixel = toPixels.map(corner.x, corner.y)
      let w = inverse.weight(pixel.x, pixel.y)
      let (xdX, xdY) = ((inverse.m11 - corner.x * inverse.m13) / w, (inverse.m21 - corner.x * inverse.m23) / w)
      let (ydX, ydY) = ((inverse.m12 - corner.y * inverse.m13) / w, (inverse.m22 - corner.y * inverse.m23) / w)
      margin.x = max(margin.x, (xdX * xdX + xdY * xdY).squareRoot())
      margin.y = max(margin.y, (ydX * ydX + ydY * ydY).squareRoot())
    }
    // A little more than half a pixel: the corner outside is smaller than the one it was measured at.
    return (min(margin.x * 0.75, box.width), min(margin.y * 0.75, box.height))
  }
}

extension QuadInstance {
  /// Sets the drawn quadrilateral, in strip order.
  mutating func setCorners(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) {
    corners01 = SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y))
    corners23 = SIMD4(Float(c.x), Float(c.y), Float(d.x), Float(d.y))
  }

  /// Sets the clip's attributes; the program's features decide which of them count.
  mutating func setClip(_ clip: Clip) {
    clipBox = SIMD4(Float(clip.box.minX), Float(clip.box.minY), Float(clip.box.maxX), Float(clip.box.maxY))
    guard let shape = clip.shape else { return }
    let m = shape.toShape
    clipMap = SIMD4(Float(m.m11), Float(m.m12), Float(m.m21), Float(m.m22))
    clipOffset.x = Float(m.m31)
    clipOffset.y = Float(m.m32)
    clipShapeBox = SIMD4(
      Float(shape.box.minX), Float(shape.box.minY), Float(shape.box.maxX), Float(shape.box.maxY))
    clipShapeRadii = shape.radii
    clipOffset.w = shape.smoothing
  }
}

/// No instance, one, or two, without storage of their own.
struct InstancePair {
  private let first: QuadInstance?
  private let second: QuadInstance?

  init(_ first: QuadInstance? = nil, _ second: QuadInstance? = nil) {
    self.first = first
    self.second = second
  }

  func visit(_ body: (QuadInstance) -> Void) {
    if let first { body(first) }
    if let second { body(second) }
  }
}
