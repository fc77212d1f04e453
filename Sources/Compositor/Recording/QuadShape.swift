// The geometry of instances: the drawn quadrilateral of the plane, and a point's distance from each edge in pixels.
//
// An edge x = x0 of the plane is the line L = H^-T (1, 0, -x0) of the target. L . (X, Y, W) = x - x0 at the image of
// any point, so the distance in pixels is (x - x0) / (W |L.xy|): linear in x but for the weight W, which the fragment
// shader divides by (gl_FragCoord.w). `Edges.scale` is 1 / |L.xy|. The drawn quadrilateral reaches half a pixel beyond
// the edges.
//
// Instances are numbers of 24 bits. A corner a million pixels away, or a weight that is the difference of large
// numbers, would move the picture by pixels, by others in each rasteriser. So a plane that reaches far beyond the
// target, as one that passes the eye does, is cut to its visible part, and counted from that part's corner nearest to
// the eye: there the rounding is magnified most. The distances still count from the rectangle's own edges, so that a
// cut is no edge.

import Coverage
import QuartzCore

extension Rectangle {
  /// An edge at this distance is farther than any pixel.
  private static let farEdge: Float = 1e7

  /// The rectangle whose edges the shader fades; edges that are not antialiased are far away.
  fileprivate var edgeBox: SIMD4<Float> {
    SIMD4(
      edges.contains(.layerLeftEdge) ? Float(box.minX) : -Self.farEdge,
      edges.contains(.layerBottomEdge) ? Float(box.minY) : -Self.farEdge,
      edges.contains(.layerRightEdge) ? Float(box.maxX) : Self.farEdge,
      edges.contains(.layerTopEdge) ? Float(box.maxY) : Self.farEdge)
  }

}

/// A rectangle on its way to instances: the quadrilaterals to draw, and what cuts them.
struct QuadShape {
  private let rectangle: Rectangle
  private let inverse: Homography
  /// The circle of the only rounded corner.
  private let circle: CornerCircle?
  private let clip: Clip?

  /// The quadrilaterals of a rectangle; nil if its map is singular, and nothing is drawn.
  init?(_ rectangle: Rectangle, circle: CornerCircle? = nil, clip: Clip? = nil) {
    guard let inverse = rectangle.toPixels.inverted else { return nil }
    (self.rectangle, self.inverse, self.circle, self.clip) = (rectangle, inverse, circle, clip)
  }

  /// Whole pixels, drawn as they are.
  init(_ pixels: Box) {
    (rectangle, inverse, circle, clip) = (Rectangle(box: pixels, toPixels: .identity, edges: []), .identity, nil, nil)
  }

  /// The pixels beyond a target within which nothing has to be cut: coordinates have 256ths there, and some bits more.
  private static let reach = 4096.0

  /// Returns the quadrilateral that draws a part of the plane; nil if that reaches far beyond the pixels of the target.
  func quad(drawing part: Box, on target: Box) -> Instance.Quad? {
    guard isNear(part, target) else { return nil }
    var quad = template
    quad.setCorners(
      PlanePoint(part.minX, part.minY), PlanePoint(part.maxX, part.minY), PlanePoint(part.minX, part.maxY),
      PlanePoint(part.maxX, part.maxY))
    return quad
  }

  /// Returns the visible part of a part of the plane, counted from another point.
  func cut(_ part: Box, to target: Box) -> CutShape? {
    let toPixels = rectangle.toPixels
    // Within half a target on each side, beyond which llvmpipe itself cuts, in 24 bits before the division.
    let seen = target.insetBy(x: -target.width / 4 - 1, y: -target.height / 4 - 1)
    let polygon = toPixels.cut(part, to: seen)
    guard polygon.count > 0 else { return nil }
    var origin = polygon[0]
    for index in 1..<polygon.count where toPixels.weight(polygon[index]) < toPixels.weight(origin) {
      origin = polygon[index]
    }
    guard let shape = QuadShape(rectangle.counted(from: origin), circle: circle, clip: clip) else { return nil }
    return CutShape(shape: shape, origin: origin, polygon: polygon)
  }

  /// Whether all corners lie near the target and before the eye.
  private func isNear(_ part: Box, _ target: Box) -> Bool {
    let map = rectangle.toPixels
    if map.isAffine {
      // A smaller rectangle that touches the target does not reach farther.
      let (width, height) = (part.width, part.height)
      let side = max(abs(map.m11) * width + abs(map.m21) * height, abs(map.m12) * width + abs(map.m22) * height)
      if side <= Self.reach { return true }
    }
    let seen = target.insetBy(-Self.reach)
    func isNear(_ x: Double, _ y: Double) -> Bool {
      let w = map.weight(x, y)
      let (pixelX, pixelY) = (x * map.m11 + y * map.m21 + map.m31, x * map.m12 + y * map.m22 + map.m32)
      return w > PixelMap.eyeWeight && pixelX >= seen.minX * w && pixelX <= seen.maxX * w && pixelY >= seen.minY * w
        && pixelY <= seen.maxY * w
    }
    return isNear(part.minX, part.minY) && isNear(part.maxX, part.minY) && isNear(part.minX, part.maxY)
      && isNear(part.maxX, part.maxY)
  }

  /// A quadrilateral without corners.
  fileprivate var template: Instance.Quad {
    let toPixels = rectangle.toPixels
    var quad = Instance.Quad()
    quad.xColumn = SIMD4(Float(toPixels.m11), Float(toPixels.m21), Float(toPixels.m31), 0)
    quad.yColumn = SIMD4(Float(toPixels.m12), Float(toPixels.m22), Float(toPixels.m32), 0)
    quad.wColumn = SIMD4(Float(toPixels.m13), Float(toPixels.m23), Float(toPixels.m33), 0)
    return quad
  }

  /// Appends the parts that cut the quadrilaterals, as far as a program reads them, in pixels of a pass from (x, y) on.
  @inline(__always)
  func append(_ parts: CoverageParts, to vectors: inout [SIMD4<Float>], movedBy x: Float, _ y: Float) {
    if parts.contains(.edges) { vectors.append(part: edges) }
    if parts.contains(.corner), let circle {
      var corner = Instance.Corner(circle)
      corner.move(by: x, y)
      vectors.append(part: corner)
    }
    if parts.contains(.corners) { vectors.append(part: corners) }
    guard let clip else { return }
    if parts.contains(.clipBox) {
      var box = Instance.ClipBox(box: SIMD4(clip.box))
      box.move(by: x, y)
      vectors.append(part: box)
    }
    if parts.contains(.clipShape), let shape = clip.shape {
      var shape = Instance.ClipShape(shape)
      shape.move(by: x, y)
      vectors.append(part: shape)
    }
  }

  private var edges: Instance.Edges {
    let box = rectangle.box
    if inverse.m13 == 0 && inverse.m23 == 0 {
      let (x, y) = (edgeScale(offset: 0, isX: true), edgeScale(offset: 0, isX: false))
      return Instance.Edges(box: rectangle.edgeBox, scale: SIMD4(x, y, x, y))
    }
    return Instance.Edges(
      box: rectangle.edgeBox,
      scale: SIMD4(
        edgeScale(offset: -box.minX, isX: true), edgeScale(offset: -box.minY, isX: false),
        edgeScale(offset: -box.maxX, isX: true), edgeScale(offset: -box.maxY, isX: false)))
  }

  private var corners: Instance.Corners {
    Instance.Corners(
      box: rectangle.edgeBox, radii: rectangle.radii,
      gradient: SIMD4(Float(inverse.m11), Float(inverse.m12), Float(inverse.m21), Float(inverse.m22)),
      smoothing: SIMD4(rectangle.smoothing, Float(inverse.m13), Float(inverse.m23), 0))
  }

  /// Returns 1 / |L.xy| of the edge `x + offset = 0` (or y): L is the inverse's first (second) column + offset * third.
  private func edgeScale(offset: Double, isX: Bool) -> Float {
    let (a, b) =
      isX
      ? (inverse.m11 + offset * inverse.m13, inverse.m21 + offset * inverse.m23)
      : (inverse.m12 + offset * inverse.m13, inverse.m22 + offset * inverse.m23)
    let length = (a * a + b * b).squareRoot()
    return length > 1e-12 ? Float(1 / length) : 1e12
  }
}

extension Instance.Quad {
  mutating func setCorners(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) {
    corners01 = SIMD4(Float(a.x), Float(a.y), Float(b.x), Float(b.y))
    corners23 = SIMD4(Float(c.x), Float(c.y), Float(d.x), Float(d.y))
  }
}

extension Instance.Corner {
  fileprivate init(_ circle: CornerCircle) {
    self.init(
      circle: SIMD4(
        Float(circle.centerX), Float(circle.centerY), Float(circle.radius), Float(circle.innerRadius)),
      towards: SIMD4(circle.pointsToMaxX ? 1 : -1, circle.pointsToMaxY ? 1 : -1, 0, 0))
  }
}

extension Instance.ClipShape {
  fileprivate init(_ shape: ClipShape) {
    let m = shape.toShape
    self.init(
      map: SIMD4(Float(m.m11), Float(m.m12), Float(m.m21), Float(m.m22)),
      offset: SIMD4(Float(m.m31), Float(m.m32), shape.smoothing, 0), box: SIMD4(shape.box), radii: shape.radii)
  }
}

extension SIMD4<Float> {
  /// The edges in the order `minX, minY, maxX, maxY`.
  init(_ box: Box) { self.init(Float(box.minX), Float(box.minY), Float(box.maxX), Float(box.maxY)) }
}

/// The visible part of a rectangle that is partly out of sight.
struct CutShape {
  /// Counted from ``origin``.
  let shape: QuadShape
  let origin: PlanePoint
  /// The visible polygon, not counted from ``origin``.
  fileprivate let polygon: ConvexPolygon

  /// Visits the quadrilaterals that draw it: two triangles around the first corner each.
  func forEachQuad(_ body: (Instance.Quad) -> Void) {
    func corner(_ index: Int) -> PlanePoint {
      let point = polygon[min(index, polygon.count - 1)]
      return PlanePoint(point.x - origin.x, point.y - origin.y)
    }
    var quad = shape.template
    for index in stride(from: 1, to: polygon.count - 1, by: 2) {
      quad.setCorners(corner(0), corner(index), corner(index + 2), corner(index + 1))
      body(quad)
    }
  }
}

// Moves instances from pixels of the frame to pixels of a pass, and from a point of the plane to another origin: the
// one place that knows which numbers of an instance are in pixels, and which of its parameters in the plane.

extension Instance.Quad {
  mutating func move(by x: Float, _ y: Float) {
    xColumn -= wColumn * x
    yColumn -= wColumn * y
  }
}

extension Instance.Corner {
  mutating func move(by x: Float, _ y: Float) { circle -= SIMD4(x, y, 0, 0) }
}

extension Instance.ClipBox {
  mutating func move(by x: Float, _ y: Float) { box -= SIMD4(x, y, x, y) }
}

extension Instance.ClipShape {
  /// Moves the clip's map, which was made for pixels of the frame, to pixels of a pass.
  mutating func move(by x: Float, _ y: Float) {
    offset.x += map.x * x + map.z * y
    offset.y += map.y * x + map.w * y
  }
}

extension Instance.Image {
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) {
    if features.contains(.screenTexture) { map.moveScreen(by: x, y) }
  }

  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {
    if !features.contains(.screenTexture) { map.count(from: origin, cross: more) }
  }
}

extension Instance.Gradient {
  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {
    map.count(from: origin, cross: more)
  }
}

extension Instance.Page {
  package mutating func count(from origin: PlanePoint, _ features: ProgramFeatures) {
    map.count(from: origin, cross: more)
  }
}

extension Instance.Crossfade {
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) { map.moveScreen(by: x, y) }
}

extension Instance.Swipe {
  package mutating func move(by x: Float, _ y: Float, _ features: ProgramFeatures) { map.moveScreen(by: x, y) }
}

extension LinearQuad {
  mutating func move(by x: Float, _ y: Float) { box -= SIMD4(x, y, x, y) }
}

extension SIMD4<Float> {
  /// Moves a map from pixels to texture coordinates: factors, then addends.
  fileprivate mutating func moveScreen(by x: Float, _ y: Float) {
    z += self.x * x
    w += self.y * y
  }

  /// Moves a map from a plane to texture coordinates: factors, then addends; and the cross terms.
  fileprivate mutating func count(from origin: PlanePoint, cross: SIMD4<Float>) {
    let (map, cross) = (SIMD4<Double>(self), SIMD4<Double>(cross))
    z = Float(map.z + origin.x * map.x + origin.y * cross.x)
    w = Float(map.w + origin.y * map.y + origin.x * cross.y)
  }
}
