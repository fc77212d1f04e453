// Planes and points of the space in which layers are sorted by depth.
//
// The space is that of the frame's pixels with a depth: homogeneous (x, y, z, w), of which x / w and y / w are pixels,
// and z / w grows towards the viewer, in units of about a pixel. All points seen at one pixel lie on a line along z, so
// "in front" is "larger z / w" under any perspective. The part behind the eye (w near 0 and below) is cut off first.

import CoreGraphics
import QuartzCore

/// A layer's plane in the space of depth: `(u, v)` of the plane goes to `u * across + v * down + origin`.
struct DepthMap: Equatable, Sendable {
  var across: Point
  var down: Point
  var origin: Point

  /// A homogeneous point, or a direction of one.
  struct Point: Equatable, Sendable {
    var x: Double, y: Double, z: Double, w: Double
    init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }
  }

  /// The plane z = 0 of a layer: `placement` leads from its coordinates to those in which depth counts, `toPixels` from
  /// their plane z = 0 to pixels. `depthScale`, pixels to a unit of depth, decides how exactly planes are told apart.
  init(_ placement: CATransform3D, toPixels h: Homography, depthScale: Double) {
    func point(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat, _ w: CGFloat) -> Point {
      let (x, y, z, w) = (Double(x), Double(y), Double(z), Double(w))
      return Point(
        x * h.m11 + y * h.m21 + w * h.m31, x * h.m12 + y * h.m22 + w * h.m32, z * depthScale,
        x * h.m13 + y * h.m23 + w * h.m33)
    }
    across = point(placement.m11, placement.m12, placement.m13, placement.m14)
    down = point(placement.m21, placement.m22, placement.m23, placement.m24)
    origin = point(placement.m41, placement.m42, placement.m43, placement.m44)
  }

  func vertex(_ p: PlanePoint) -> DepthVertex {
    DepthVertex(
      u: p.x, v: p.y, x: p.x * across.x + p.y * down.x + origin.x, y: p.x * across.y + p.y * down.y + origin.y,
      z: p.x * across.z + p.y * down.z + origin.z, w: p.x * across.w + p.y * down.w + origin.w)
  }
}

/// A corner of a polygon: its positions in its own plane, and in space.
struct DepthVertex {
  var u: Double, v: Double
  var x: Double, y: Double, z: Double, w: Double

  /// Returns the point between `a` and `b`: as plane maps to space linearly, both positions go by one fraction.
  static func between(_ a: DepthVertex, _ b: DepthVertex, _ t: Double) -> DepthVertex {
    DepthVertex(
      u: a.u + (b.u - a.u) * t, v: a.v + (b.v - a.v) * t, x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t,
      z: a.z + (b.z - a.z) * t, w: a.w + (b.w - a.w) * t)
  }

  var isFinite: Bool { u.isFinite && v.isFinite && x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}

/// A plane of the space, where `a x + b y + c z + d w` is 0, with a normal `(a, b, c)` of length 1 towards the viewer.
struct DepthPlane {
  var a: Double, b: Double, c: Double, d: Double

  /// The plane that a map takes its plane to; nil if it is seen edge-on, or is no plane.
  init?(_ map: DepthMap) {
    let (p, q, r) = (map.across, map.down, map.origin)
    // The generalised cross product of the three points, by the minors of x, y, z and w.
    func minor(_ i: (DepthMap.Point) -> Double, _ j: (DepthMap.Point) -> Double, _ k: (DepthMap.Point) -> Double)
      -> Double
    {
      i(p) * (j(q) * k(r) - k(q) * j(r)) - j(p) * (i(q) * k(r) - k(q) * i(r)) + k(p) * (i(q) * j(r) - j(q) * i(r))
    }
    a = minor(\.y, \.z, \.w)
    b = -minor(\.x, \.z, \.w)
    c = minor(\.x, \.y, \.w)
    d = -minor(\.x, \.y, \.z)
    let length = (a * a + b * b + c * c).squareRoot()
    guard length.isFinite, length > 0, d.isFinite, abs(c) > length * 1e-9 else { return nil }
    let k = (c < 0 ? -1 : 1) / length
    (a, b, c, d) = (a * k, b * k, c * k, d * k)
  }

  /// The signed distance of a vertex times its weight: linear along an edge.
  func weighted(_ p: DepthVertex) -> Double { a * p.x + b * p.y + c * p.z + d * p.w }

  /// The signed distance of a vertex, in pixels.
  func distance(_ p: DepthVertex) -> Double { weighted(p) / p.w }

  func isParallel(to other: DepthPlane) -> Bool {
    abs(a - other.a) < 1e-7 && abs(b - other.b) < 1e-7 && abs(c - other.c) < 1e-7
  }

  /// Returns the line in which this plane cuts that of `map`, in that one's coordinates; positive on the viewer's side.
  func line(in map: DepthMap) -> PlaneLine {
    func along(_ p: DepthMap.Point) -> Double { a * p.x + b * p.y + c * p.z + d * p.w }
    return PlaneLine(along(map.across), along(map.down), along(map.origin))
  }
}

/// A line of a plane, where `a x + b y + c` is 0; the sign tells its sides apart.
struct PlaneLine: Equatable, Sendable {
  var a: Double, b: Double, c: Double
  init(_ a: Double, _ b: Double, _ c: Double) { (self.a, self.b, self.c) = (a, b, c) }

  func side(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }
}

extension DepthMap {
  /// The map from the plane to pixels; nil if it is singular.
  var homography: Homography? {
    let map = Homography(
      across.x, across.y, across.w, down.x, down.y, down.w, origin.x, origin.y, origin.w
    ).normalized
    return map.inverted == nil ? nil : map
  }
}

extension CATransform3D {
  /// Whether the plane z = 0 is tilted: depth differs from place to place in it.
  var tiltsPlane: Bool {
    let slope = max(abs(m13), abs(m23))
    let reach = max(abs(m11), abs(m12), abs(m21), abs(m22))
    // A half turn by a sine that is not quite 0 does not tilt.
    if slope > 1e-9 * reach { return true }
    return m43 != 0 && max(abs(m14), abs(m24)) > 1e-12
  }

  /// The depth of the plane z = 0 if it is not tilted.
  var planeDepth: Double { Self.depth(Double(m43), Double(m44)) }

  /// Returns the depth of the point of the plane z = 0 at an anchor point of a box, in steps of a millionth, against
  /// rounding errors: the point about which a layer turns does not move.
  func depth(at anchorPoint: CGPoint, in box: Box) -> Double {
    let x = box.minX + Double(anchorPoint.x) * box.width
    let y = box.minY + Double(anchorPoint.y) * box.height
    let depth = Self.depth(
      x * Double(m13) + y * Double(m23) + Double(m43), x * Double(m14) + y * Double(m24) + Double(m44))
    return abs(depth) < 1e6 ? (depth * 1e6).rounded() / 1e6 : depth
  }

  private static func depth(_ z: Double, _ w: Double) -> Double {
    let depth = w == 1 || !(w > 0) ? z : z / w
    return depth.isNaN ? 0 : depth
  }

  /// Whether planes parallel to z = 0 are tilted, or change their order.
  var tiltsSpace: Bool {
    tiltsPlane || max(abs(m31), abs(m32)) > 1e-9 * max(abs(m33), 1e-9) || max(abs(m14), abs(m24)) > 1e-12 || m33 < 0
  }
}
