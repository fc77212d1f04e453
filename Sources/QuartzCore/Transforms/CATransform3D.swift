// swift-format-ignore-file: AlwaysUseLowerCamelCase (functions with Apple's C names)

public import CoreGraphics
public import Foundation

// Scalar fields, as in Apple's struct: 40 times faster than SIMD rows in debug builds; release builds vectorise them.

/// A 4x4 matrix for row vectors: `p' = p * M`, translation in `m41`, `m42`, `m43`, perspective in `m34`.
public struct CATransform3D: Sendable, Equatable {
  public var m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat
  public var m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat
  public var m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat
  public var m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat

  /// Creates a matrix of zeros, as C's zero initialisation gives.
  public init() {
    self.init(
      m11: 0, m12: 0, m13: 0, m14: 0, m21: 0, m22: 0, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 0, m34: 0, m41: 0, m42: 0, m43: 0, m44: 0)
  }

  /// Creates a matrix by its elements, row by row; row vectors are multiplied from the left.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
}

/// The transform that changes nothing.
public let CATransform3DIdentity = CATransform3D(
  m11: 1, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0,
  m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)

/// Whether `t` is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Whether both transforms have exactly the same entries.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Whether `t` is a transform of the plane: nothing in z, not even a scale or a translation, and no perspective.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0 && t.m33 == 1 && t.m34 == 0
    && t.m43 == 0 && t.m44 == 1
}

/// Returns the entries of `t` that concern the plane; the others are the identity's if `t` is affine.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

// Points are row vectors: a translation is the last row.

/// Returns a translation by a distance in points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

/// Returns a scale about the origin, by a factor along each axis.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// Returns a rotation by `angle` radians about the axis (x, y, z), of any length; the identity for an axis of length 0.
/// A positive angle about z turns the x axis toward the y axis.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite else { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (sin(angle), cos(angle))
  let d = 1 - c
  // Rodrigues' formula, transposed for row vectors. It is exact along a main axis: d x x + c is 1 where x is.
  return CATransform3D(
    m11: x == 1 || x == -1 ? 1 : d * x * x + c, m12: d * x * y + s * z, m13: d * x * z - s * y, m14: 0,
    m21: d * x * y - s * z, m22: y == 1 || y == -1 ? 1 : d * y * y + c, m23: d * y * z + s * x, m24: 0,
    m31: d * x * z + s * y, m32: d * y * z - s * x, m33: z == 1 || z == -1 ? 1 : d * z * z + c, m34: 0,
    m41: 0, m42: 0, m43: 0, m44: 1)
}

/// Returns an affine transform of the plane as a transform of space.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var t = CATransform3DIdentity
  (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
  return t
}

/// Returns the transform that applies `a`, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  CATransform3D(
    m11: a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31 + a.m14 * b.m41,
    m12: a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32 + a.m14 * b.m42,
    m13: a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33 + a.m14 * b.m43,
    m14: a.m11 * b.m14 + a.m12 * b.m24 + a.m13 * b.m34 + a.m14 * b.m44,
    m21: a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31 + a.m24 * b.m41,
    m22: a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32 + a.m24 * b.m42,
    m23: a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33 + a.m24 * b.m43,
    m24: a.m21 * b.m14 + a.m22 * b.m24 + a.m23 * b.m34 + a.m24 * b.m44,
    m31: a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31 + a.m34 * b.m41,
    m32: a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32 + a.m34 * b.m42,
    m33: a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33 + a.m34 * b.m43,
    m34: a.m31 * b.m14 + a.m32 * b.m24 + a.m33 * b.m34 + a.m34 * b.m44,
    m41: a.m41 * b.m11 + a.m42 * b.m21 + a.m43 * b.m31 + a.m44 * b.m41,
    m42: a.m41 * b.m12 + a.m42 * b.m22 + a.m43 * b.m32 + a.m44 * b.m42,
    m43: a.m41 * b.m13 + a.m42 * b.m23 + a.m43 * b.m33 + a.m44 * b.m43,
    m44: a.m41 * b.m14 + a.m42 * b.m24 + a.m43 * b.m34 + a.m44 * b.m44)
}

/// Returns the transform that first moves by a distance in points, then applies `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Returns the transform that first scales by factors, then applies `t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Returns a rotation by `angle` radians about (x, y, z), then `t`. An axis without length rotates nothing.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// Returns the transform that undoes `t`; `t` itself when it is singular.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  // Laplace expansion by the 2x2 minors of the upper two rows (s) and of the lower two (c): 12 products for the
  // determinant and all 16 cofactors.
  let s0 = t.m11 * t.m22 - t.m21 * t.m12
  let s1 = t.m11 * t.m23 - t.m21 * t.m13
  let s2 = t.m11 * t.m24 - t.m21 * t.m14
  let s3 = t.m12 * t.m23 - t.m22 * t.m13
  let s4 = t.m12 * t.m24 - t.m22 * t.m14
  let s5 = t.m13 * t.m24 - t.m23 * t.m14
  let c0 = t.m31 * t.m42 - t.m41 * t.m32
  let c1 = t.m31 * t.m43 - t.m41 * t.m33
  let c2 = t.m31 * t.m44 - t.m41 * t.m34
  let c3 = t.m32 * t.m43 - t.m42 * t.m33
  let c4 = t.m32 * t.m44 - t.m42 * t.m34
  let c5 = t.m33 * t.m44 - t.m43 * t.m34
  let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
  guard determinant != 0, determinant.isFinite else { return t }
  let d = 1 / determinant
  return CATransform3D(
    m11: (t.m22 * c5 - t.m23 * c4 + t.m24 * c3) * d, m12: (-t.m12 * c5 + t.m13 * c4 - t.m14 * c3) * d,
    m13: (t.m42 * s5 - t.m43 * s4 + t.m44 * s3) * d, m14: (-t.m32 * s5 + t.m33 * s4 - t.m34 * s3) * d,
    m21: (-t.m21 * c5 + t.m23 * c2 - t.m24 * c1) * d, m22: (t.m11 * c5 - t.m13 * c2 + t.m14 * c1) * d,
    m23: (-t.m41 * s5 + t.m43 * s2 - t.m44 * s1) * d, m24: (t.m31 * s5 - t.m33 * s2 + t.m34 * s1) * d,
    m31: (t.m21 * c4 - t.m22 * c2 + t.m24 * c0) * d, m32: (-t.m11 * c4 + t.m12 * c2 - t.m14 * c0) * d,
    m33: (t.m41 * s4 - t.m42 * s2 + t.m44 * s0) * d, m34: (-t.m31 * s4 + t.m32 * s2 - t.m34 * s0) * d,
    m41: (-t.m21 * c3 + t.m22 * c1 - t.m23 * c0) * d, m42: (t.m11 * c3 - t.m12 * c1 + t.m13 * c0) * d,
    m43: (-t.m41 * s3 + t.m42 * s1 - t.m43 * s0) * d, m44: (t.m31 * s3 - t.m32 * s1 + t.m33 * s0) * d)
}

// See Bridging.swift in CoreGraphics for the rules of boxing.
extension NSValue {
  /// Creates an object that holds a transform, for keyed values.
  public convenience init(caTransform3D t: CATransform3D) {
    self.init(numbers: [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24,
      t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
    ])
  }

  /// The transform in the box. Precondition: it holds one.
  public var caTransform3DValue: CATransform3D { expect(transform3D, "CATransform3D") }

  package var transform3D: CATransform3D? {
    numbers(count: 16).map { m in
      CATransform3D(
        m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
        m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
    }
  }
}

extension CATransform3D: _ObjectiveCBridgeable {
  /// Returns the value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CATransform3D?) {
    result = source.caTransform3DValue
  }

  /// Returns the value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CATransform3D?) -> Bool {
    result = source.transform3D
    return result != nil
  }

  /// Returns the value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CATransform3D {
    source?.caTransform3DValue ?? CATransform3DIdentity
  }
}
