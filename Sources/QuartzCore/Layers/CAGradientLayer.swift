import CoreGraphics
public import Foundation

/// A layer that draws a gradient over its background colour and under its contents, within its rounded corners.
///
/// Nothing is drawn with fewer than two colours, or with a number of ``locations`` that differs from that of the
/// colours. All properties but ``type`` animate; colours and locations one by one, where both arrays have as many.
open class CAGradientLayer: CALayer {
  /// The colours, `CGColor` objects, in the order of ``locations``. Default: nil.
  open var colors: [Any]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The location of each colour, from 0 at ``startPoint`` to 1 at ``endPoint``, ascending. Beyond the first and the
  /// last the colour stays; equal locations make an edge. Nil spreads the colours evenly. Default: nil.
  open var locations: [NSNumber]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The start point of the gradient, in fractions of the bounds; the centre of radial and conic ones. Default:
  /// (0.5, 0), the middle of the edge of least y.
  open var startPoint: CGPoint {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The end point of the gradient, in fractions of the bounds. Default: (0.5, 1).
  open var endPoint: CGPoint {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The form of the gradient. Any other string is kept. Default: `.axial`.
  open var type: CAGradientLayerType {
    get { managed() }
    set { setManaged(newValue) }
  }

  package override class var renderKind: LayerKind { .gradient }

  package override class var properties: PropertyTable { GradientProperties.table }
}

/// The geometry of a gradient: along a line, around a circle, or about a point.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along the line from start to end.
  public static let axial = Self(rawValue: "axial")
  /// Outward in ellipses around the start, whose radii are the distances to the end along x and y.
  public static let radial = Self(rawValue: "radial")
  /// Around the start, from the direction of the end, from the x axis towards the y axis.
  public static let conic = Self(rawValue: "conic")
}
