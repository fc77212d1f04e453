// A transform taken apart into scale, shear, rotation and translation, applied in that order, and put together again.

public import Foundation

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
