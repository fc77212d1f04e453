/// A map of colours for ``CAFilter``s of the kind "colorMatrix": each row gives one component of the result, from red,
/// green, blue, alpha and one; not premultiplied.
public struct CAColorMatrix: Hashable, Sendable {
  public var m11: Float, m12: Float, m13: Float, m14: Float, m15: Float
  public var m21: Float, m22: Float, m23: Float, m24: Float, m25: Float
  public var m31: Float, m32: Float, m33: Float, m34: Float, m35: Float
  public var m41: Float, m42: Float, m43: Float, m44: Float, m45: Float

  /// Creates the map that changes nothing.
  public init() {
    (m11, m12, m13, m14, m15) = (1, 0, 0, 0, 0)
    (m21, m22, m23, m24, m25) = (0, 1, 0, 0, 0)
    (m31, m32, m33, m34, m35) = (0, 0, 1, 0, 0)
    (m41, m42, m43, m44, m45) = (0, 0, 0, 1, 0)
  }

  /// Creates a matrix by its elements, row by row.
  public init(
    m11: Float, m12: Float, m13: Float, m14: Float, m15: Float, m21: Float, m22: Float, m23: Float, m24: Float,
    m25: Float, m31: Float, m32: Float, m33: Float, m34: Float, m35: Float, m41: Float, m42: Float, m43: Float,
    m44: Float, m45: Float
  ) {
    (self.m11, self.m12, self.m13, self.m14, self.m15) = (m11, m12, m13, m14, m15)
    (self.m21, self.m22, self.m23, self.m24, self.m25) = (m21, m22, m23, m24, m25)
    (self.m31, self.m32, self.m33, self.m34, self.m35) = (m31, m32, m33, m34, m35)
    (self.m41, self.m42, self.m43, self.m44, self.m45) = (m41, m42, m43, m44, m45)
  }

  static let identity = CAColorMatrix()

  var numbers: [Double] {
    [
      m11, m12, m13, m14, m15, m21, m22, m23, m24, m25, m31, m32, m33, m34, m35, m41, m42, m43, m44, m45,
    ].map(Double.init)
  }
}
