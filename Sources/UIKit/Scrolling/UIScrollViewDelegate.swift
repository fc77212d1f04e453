import CoreGraphics

/// The object that is notified of scrolling. Each method has a default.
public protocol UIScrollViewDelegate: AnyObject {
  /// Called when the content offset changed.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Called when a finger begins to drag.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// Called when a finger is lifted, at a velocity in points a millisecond; may change the view's final offset.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
  /// Called when a finger was lifted; `decelerate` tells whether the view moves on by itself.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Called when the view begins to move by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Called when the view came to rest by itself.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// Called when an animated change of the content offset came to its end.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}
