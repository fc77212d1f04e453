// Apple's conventions, which differ from a textbook's: points are row vectors, so `a.concatenating(b)` applies `a`
// first, and `translatedBy`, `scaledBy` and `rotated` put the new operation before what is there.
//
// Tested by AffineTransformTests and CGGeometryTests.

public import Foundation

/// A transformation of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
public struct CGAffineTransform: Hashable, Codable, Sendable {
  /// The images of the axes: (a, b) of the x axis, (c, d) of the y axis.
  public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat
  /// The image of the origin, in points.
  public var tx: CGFloat, ty: CGFloat

  /// A matrix of zeros, as C's zero initialisation gives.
  public init() { self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }

  /// The transform with these entries.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The transform with these entries.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// A rotation by `angle` radians about the origin, from the x axis toward the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Scales about the origin, by factors.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

  /// Moves by a distance in points.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

  /// The transform that changes nothing.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Whether this is exactly the identity.
  public var isIdentity: Bool { self == .identity }

  /// The transform that does this one first, then `t2`.
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d,
      c: c * t2.a + d * t2.c, d: c * t2.b + d * t2.d,
      tx: tx * t2.a + ty * t2.c + t2.tx, ty: tx * t2.b + ty * t2.d + t2.ty)
  }

  /// The factor that multiplies areas; negative if the transform turns the plane over.
  package var determinant: CGFloat { a * d - b * c }

  /// The factor that multiplies lengths, in the mean of all directions.
  package var meanScale: CGFloat { abs(determinant).squareRoot() }

  /// The length of the image of a unit along x or along y, the longer of the two.
  package var largestScale: CGFloat { max(hypot(a, b), hypot(c, d)) }

  /// The transform that undoes this one; this one itself when it is singular.
  public func inverted() -> CGAffineTransform {
    guard determinant != 0, determinant.isFinite else { return self }
    return CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// A rotation by `angle` radians, then this transform.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The transform that scales first, then does this one.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// A translation, then this transform.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }
}

/// The components of an affine transform, in the order of application: scale, shear along x, rotation, translation.
public struct CGAffineTransformComponents: Hashable, Codable, Sendable {
  /// The scale along x and y. A negative height means a reflection.
  public var scale: CGSize
  /// The shift of x for each unit of y, after scaling.
  public var horizontalShear: CGFloat
  /// The rotation in radians, from the x axis toward the y axis.
  public var rotation: CGFloat
  /// The translation, applied last, in points.
  public var translation: CGVector

  /// The components of a matrix of zeros.
  public init() { self.init(scale: .zero) }

  /// Components that default to those of the identity.
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
  /// The transform with these components.
  public init(_ components: CGAffineTransformComponents) {
    let (sine, cosine) = (sin(components.rotation), cos(components.rotation))
    let (sx, sy, shear) = (components.scale.width, components.scale.height, components.horizontalShear)
    self.init(
      a: sx * cosine, b: sx * sine,
      c: sy * (shear * cosine - sine), d: sy * (shear * sine + cosine),
      tx: components.translation.dx, ty: components.translation.dy)
  }

  /// The components that make up this transform. Of a singular transform those that can be told are right.
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

  /// Makes the vector of length 0.
  public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

  /// Makes a vector of its components, in points.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Makes a vector of its components, in points.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Makes a vector of its components, in whole points.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// The vector of length 0.
  public static let zero = CGVector()
}

extension CGPoint {
  /// The point that `t` moves this one to.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// The size as a vector, transformed: the translation plays no part.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// The bounding box of the four transformed corners. The null rectangle stays null.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    guard !isNull else { return self }
    // Interval arithmetic: each output coordinate is a sum of independent terms, so its extremes are sums of theirs.
    let x = Self.extent(t.a * minX, t.a * maxX, t.c * minY, t.c * maxY, offset: t.tx)
    let y = Self.extent(t.b * minX, t.b * maxX, t.d * minY, t.d * maxY, offset: t.ty)
    return CGRect(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
  }

  private static func extent(
    _ p: CGFloat, _ q: CGFloat, _ r: CGFloat, _ s: CGFloat, offset: CGFloat
  ) -> (low: CGFloat, high: CGFloat) {
    (min(p, q) + min(r, s) + offset, max(p, q) + max(r, s) + offset)
  }

  /// Returns the intersection of two rectangles; null if it is empty, or if a coordinate of either is NaN. Foundation's
  /// `intersection` ends the process where a coordinate of either is NaN, or infinite in a way that gives NaN.
  package func overlap(_ other: CGRect) -> CGRect {
    let (a, b) = (standardized, other.standardized)
    let (x0, y0) = (max(a.minX, b.minX), max(a.minY, b.minY))
    let (x1, y1) = (min(a.maxX, b.maxX), min(a.maxY, b.maxY))
    // Comparisons with what is no number fail.
    let areNumbers = a.minX <= a.maxX && a.minY <= a.maxY && b.minX <= b.maxX && b.minY <= b.maxY
    guard areNumbers, x0 <= x1, y0 <= y1 else { return .null }
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
