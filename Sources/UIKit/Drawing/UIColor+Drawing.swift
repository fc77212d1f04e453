// The colours of the current context.

import CoreGraphics

extension UIColor {
  /// Makes this the colour of fills and strokes of the current context; a dynamic colour as it is now.
  public func set() {
    setFill()
    setStroke()
  }

  /// Makes this the colour of fills of the current context.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// Makes this the colour of strokes of the current context.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}
