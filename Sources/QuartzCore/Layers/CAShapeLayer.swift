public import CoreGraphics
public import Foundation

/// A layer that draws a path: filled, and stroked on top of that, above its contents and below its sublayers.
///
/// The path is in the layer's own coordinates and is not clipped to its bounds. Every property animates; the path, of
/// which a change begins no implicit animation, only by animations that are added. Two paths interpolate point by point
/// when their elements match.
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

  /// The farthest reach of the point of a mitred join, as a multiple of half the line width; beyond, the join is
  /// bevelled. Default: 10.
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
