// The current transform: user space to base space, kept here and handed to cairo at each call.

import CCairo
public import Foundation

extension CGContext {
  /// From user space to base space: pixels with y up.
  public var ctm: CGAffineTransform { state.ctm }

  /// From user space to device space, which is base space.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

  /// Moves the origin of user space, by a vector of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }

  /// Scales user space about its origin.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }

  /// Turns user space about its origin, in radians from x to y.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Puts a transform before the current one. One that is not finite changes nothing.
  public func concatenate(_ transform: CGAffineTransform) {
    let result = transform.concatenating(state.ctm)
    guard result.isFinite else { return }
    state.ctm = result
  }

  /// A point of user space in device space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }
  /// A point of device space in user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }
  /// A size of user space in device space.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }
  /// A size of device space in user space.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }
  /// The bounding box, in device space, of a rectangle of user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }
  /// The bounding box, in user space, of a rectangle of device space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }

  /// From base space to cairo's pixels.
  var baseToPixels: CGAffineTransform { CGAffineTransform(1, 0, 0, -1, 0, CGFloat(height)) }

  /// Has cairo draw through a map to base space. Returns false, and changes nothing, where the map flattens the plane:
  /// cairo takes no such map, and nothing can be seen through it.
  func setMatrix(_ toBase: CGAffineTransform) -> Bool {
    let m = toBase.concatenating(baseToPixels)
    guard m.isFinite, abs(m.determinant) > 1e-12 else { return false }
    var matrix = m.cairo
    cairo_set_matrix(cairo, &matrix)
    return true
  }
}

extension CGAffineTransform {
  var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
      && max(abs(a), abs(b), abs(c), abs(d), abs(tx), abs(ty)) < 1e9
  }

  /// cairo's form: the same numbers.
  var cairo: cairo_matrix_t {
    cairo_matrix_t(
      xx: Double(a), yx: Double(b), xy: Double(c), yy: Double(d), x0: Double(tx), y0: Double(ty))
  }
}
