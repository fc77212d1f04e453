public import CoreGraphics
public import Foundation

/// A layer that draws a path: filled, and stroked on top of that, above its contents and below its sublayers.
///
/// The path is in the layer's own coordinates and is not clipped to its bounds. Every property animates, the path only
/// by animations that are added. Two paths interpolate point by point if their elements match.
open class CAShapeLayer: CALayer {
  /// The path, in points of the layer's coordinates; nil draws nothing. Copied when it is set. Default: nil.
  open var path: CGPath? {
    get { managed() }
    set { setManagedObject(newValue) }
  }

  /// The colour inside the path; nil fills nothing. Default: opaque black.
  open var fillColor: CGColor? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The rule that tells which points are inside a path that crosses itself. Default: `.nonZero`.
  open var fillRule: CAShapeLayerFillRule {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The colour of the stroke; nil strokes nothing. Default: nil.
  open var strokeColor: CGColor? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The beginning of the stroke, as a fraction of the path's length. Default: 0.
  open var strokeStart: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The end of the stroke, as a fraction of the path's length. Default: 1.
  open var strokeEnd: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The width of the stroke, in points; half of it lies on either side of the path. Default: 1.
  open var lineWidth: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The limit of a miter, as a multiple of half the line width, beyond which the join is bevelled. Default: 10.
  open var miterLimit: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The shape of the ends of open subpaths and of dashes. Default: `.butt`.
  open var lineCap: CAShapeLayerLineCap {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The shape of corners. Default: `.miter`.
  open var lineJoin: CAShapeLayerLineJoin {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset into ``lineDashPattern`` at which the stroke begins, in points. Default: 0.
  open var lineDashPhase: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The lengths of dashes and gaps in turn, in points; nil is a solid line. Default: nil.
  open var lineDashPattern: [NSNumber]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  package override class var renderKind: LayerKind { .shape }

  package override class var properties: PropertyTable { ShapeProperties.table }
}

/// The rule that tells which points are inside a path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The points that the path winds around are inside; a turn back cancels a turn forth.
  public static let nonZero = Self(rawValue: "non-zero")
  /// The points from which a ray crosses the path an odd number of times are inside.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// The shape of the open ends of a stroke.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The stroke ends at the end point, with a straight edge across it.
  public static let butt = Self(rawValue: "butt")
  /// A half circle around the end point.
  public static let round = Self(rawValue: "round")
  /// Cut off half a line width beyond the end point.
  public static let square = Self(rawValue: "square")
}

/// The shape of the corners of a stroke.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The outer edges go on until they meet, within ``CAShapeLayer/miterLimit``.
  public static let miter = Self(rawValue: "miter")
  /// The corner is rounded, by a circle as wide as the line.
  public static let round = Self(rawValue: "round")
  /// The corner is cut off, by a straight edge between the ends of both sides.
  public static let bevel = Self(rawValue: "bevel")
}

/// A layer that draws a gradient over its background colour and under its contents, within its rounded corners.
///
/// It draws nothing with fewer than two colours, or with different numbers of colours and ``locations``. All properties
/// but ``type`` animate; colours and locations one by one, if both arrays have as many.
open class CAGradientLayer: CALayer {
  /// The colours, `CGColor` objects, in the order of ``locations``. Default: nil.
  open var colors: [Any]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The location of each colour, from 0 at ``startPoint`` to 1 at ``endPoint``, ascending. Beyond the first and the
  /// last the colour stays; equal locations make an edge. Default: nil, an even spread.
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
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along the line from start to end.
  public static let axial = Self(rawValue: "axial")
  /// Outward in ellipses around the start, whose radii are the distances to the end along x and y.
  public static let radial = Self(rawValue: "radial")
  /// Around the start, from the direction of the end, from the x axis towards the y axis.
  public static let conic = Self(rawValue: "conic")
}
