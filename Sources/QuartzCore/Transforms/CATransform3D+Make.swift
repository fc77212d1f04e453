// swift-format-ignore-file: AlwaysUseLowerCamelCase (functions with Apple's C names)

// The functions that make a transform. Points are row vectors: a translation stands in the last row.

public import CoreGraphics
public import Foundation

/// Moves by a distance in points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

/// Scales about the origin, by a factor along each axis.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// A rotation by `angle` radians about the axis (x, y, z), of any length. The identity when the axis has none.
///
/// A positive angle about z turns the x axis toward the y axis.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite else { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (sin(angle), cos(angle))
  let d = 1 - c
  // Rodrigues' formula, transposed for row vectors. Along a main axis it is exact: d x x + c is 1 where x is.
  return CATransform3D(
    m11: x == 1 || x == -1 ? 1 : d * x * x + c, m12: d * x * y + s * z, m13: d * x * z - s * y, m14: 0,
    m21: d * x * y - s * z, m22: y == 1 || y == -1 ? 1 : d * y * y + c, m23: d * y * z + s * x, m24: 0,
    m31: d * x * z + s * y, m32: d * y * z - s * x, m33: z == 1 || z == -1 ? 1 : d * z * z + c, m34: 0,
    m41: 0, m42: 0, m43: 0, m44: 1)
}

/// An affine transform of the plane as a transform of space.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
  return t
}
