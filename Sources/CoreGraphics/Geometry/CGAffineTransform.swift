// Apple's conventions, which differ from textbooks': points are row vectors, so that `a.concatenating(b)` applies `a`
// first; `translatedBy`, `scaledBy` and `rotated` put the new operation before the present ones.
//
// Tested by AffineTransformTests and CGGeometryTests.

public import Foundation

/// An affine map of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
public struct CGAffineTransform: Hashable, Codable, Sendable {
  /// The images of the axes: (a, b) of the x axis, (c, d) of the y axis.
  public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat
  /// The image of the origin, in points.
  public var tx: CGFloat, ty: CGFloat

  /// Creates a matrix of zeros, as C's zero initialization.
  public init() { self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }

  /// Creates a transform of these entries.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates a transform of these entries.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Creates a rotation by `angle` radians about the origin, from the x axis toward the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Creates a scale about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

  /// Creates a translation, in points.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

  /// The transform that changes nothing.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Whether the transform equals the identity exactly.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that applies this one first, then `t2`.
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d,
      c: c * t2.a + d * t2.c, d: c * t2.b + d * t2.d,
      tx: tx * t2.a + ty * t2.c + t2.tx, ty: tx * t2.b + ty * t2.d + t2.ty)
  }

  /// The factor of areas; negative if the transform mirrors.
  package var determinant: CGFloat { a * d - b * c }

  /// The geometric mean of the factors of lengths.
  package var meanScale: CGFloat { abs(determinant).squareRoot() }

  /// The greater of the factors of lengths along x and along y.
  package var largestScale: CGFloat { max(hypot(a, b), hypot(c, d)) }

  /// Returns the inverse transform; this one itself if it is singular.
  public func inverted() -> CGAffineTransform {
    guard determinant != 0, determinant.isFinite else { return self }
    return CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// Returns the transform that rotates by `angle` radians first, then applies this one.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that scales first, then applies this one.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// Returns the transform that translates first, then applies this one.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }
}

/// The components of an affine transform, in the order of application: scale, shear along x, rotation, translation.
public struct CGAffineTransformComponents: Hashable, Codable, Sendable {
  /// The scale along x and y. A negative height is a reflection.
  public var scale: CGSize
  /// The shift of x for each unit of y, after scaling.
  public var horizontalShear: CGFloat
  /// The rotation in radians, from the x axis toward the y axis.
  public var rotation: CGFloat
  /// The translation, applied last, in points.
  public var translation: CGVector

  /// Creates the components of a matrix of zeros.
  public init() { self.init(scale: .zero) }

  /// Creates components; they default to the identity's.
  public init(
    scale: CGSize = .init(width: 1, height: 1), horizontalShear: CGFloat = 0, rotation: CGFloat = 0,
    translation: CGVector = .zero
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Creates the transform of these components.
  public init(_ components: CGAffineTransformComponents) {
    let (sine, cosine) = (sin(components.rotation), cos(components.rotation))
    let (sx, sy, shear) = (components.scale.width, components.scale.height, components.horizontalShear)
    self.init(
      a: sx * cosine, b: sx * sine,
      c: sy * (shear * cosine - sine), d: sy * (shear * sine + cosine),
      tx: components.translation.dx, ty: components.translation.dy)
  }

  /// Returns the components of this transform; of a singular one, those that are determined are right.
  public func decomposed() -> CGAffineTransformComponents {
    // Gram-Schmidt on the rows: (a b) = sx * (cos sin), (c d) = sy * (shear * (cos sin) + (-sin cos)).
    let sx = hypot(a, b)
    let rotation = sx > 0 ? atan2(b, a) : atan2(-c, d)
    let (sine, cosine) = (sin(rotation), cos(rotation))
    let sy = d * cosine - c * sine
    let shear = sy != 0 ? (c * cosine + d * sine) / sy : 0
    return CGAffineTransformComponents(
      scale: CGSize(width: sx, height: sy), horizontalShear: shear, rotation: rotation,
      translation: CGVector(dx: tx, dy: ty))
  }
}

/// A two-dimensional vector: a displacement, in points.
public struct CGVector: Hashable, Codable, Sendable {
  /// The component along x, in points.
  public var dx: CGFloat
  /// The component along y, in points.
  public var dy: CGFloat

  /// Creates the vector of length 0.
  public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

  /// Creates a vector of components in points.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates a vector of components in points.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Creates a vector of components in whole points.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// The vector of length 0.
  public static let zero = CGVector()
}

extension CGPoint {
  /// Returns the transformed point.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// Returns the transformed size, as a vector: the translation has no effect.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// Returns the bounding box of the four transformed corners. The null rectangle stays null.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    guard !isNull else { return self }
    // Interval arithmetic: each coordinate is a sum of independent terms, whose extremes add up to its own.
    let x = Self.extent(t.a * minX, t.a * maxX, t.c * minY, t.c * maxY, offset: t.tx)
    let y = Self.extent(t.b * minX, t.b * maxX, t.d * minY, t.d * maxY, offset: t.ty)
    return CGRect(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
  }

  private static func extent(
    _ p: CGFloat, _ q: CGFloat, _ r: CGFloat, _ s: CGFloat, offset: CGFloat
  ) -> (low: CGFloat, high: CGFloat) {
    (min(p, q) + min(r, s) + offset, max(p, q) + max(r, s) + offset)
  }

  /// Returns the intersection of two rectangles; null if it is empty, or if a coordinate is NaN. Foundation's
  /// `intersection` traps for NaN, and for infinite coordinates that give NaN.
  package func overlap(_ other: CGRect) -> CGRect {
    let (a, b) = (standardized, other.standardized)
    let (x0, y0) = (max(a.minX, b.minX), max(a.minY, b.minY))
    let (x1, y1) = (min(a.maxX, b.maxX), min(a.maxY, b.maxY))
    // Comparisons with NaN are false.
    let areNumbers = a.minX <= a.maxX && a.minY <= a.maxY && b.minX <= b.maxX && b.minY <= b.maxY
    guard areNumbers, x0 <= x1, y0 <= y1 else { return .null }
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
