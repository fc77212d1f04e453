// Conversion between views, through their layers. A nil view stands for the space that the root lies in, where UIKit
// has the window.

public import CoreGraphics
import QuartzCore

extension UIView {
  /// Converts a point from this view's coordinates to those of `view`.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: view?.layer) }

  /// Converts a point from the coordinates of `view` to this view's.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { layer.convert(point, from: view?.layer) }

  /// Converts a rectangle to the coordinates of `view`; the result is the bounding box of the converted corners.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: view?.layer) }

  /// Converts a rectangle from the coordinates of `view`; the result is the bounding box of the converted corners.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: view?.layer) }
}
