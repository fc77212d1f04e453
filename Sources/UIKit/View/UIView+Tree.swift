// The tree of views, and the layers kept in step with it. A view's layer may have sublayers that are no view's; a
// view's place among its siblings is then kept relative to their layers.

import CVirtualInit
public import CoreGraphics
import QuartzCore
import Synchronization

extension UIView {
  /// Whether this is `view` or below it.
  public func isDescendant(of view: UIView) -> Bool {
    sequence(first: self) { $0.superview }.contains { $0 === view }
  }

  /// Exchanges the places of two subviews. Precondition: both are indices of ``subviews``.
  public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    let (low, high) = (Swift.min(index1, index2), Swift.max(index1, index2))
    guard low != high else { return }
    let (behind, front) = (subviews[low], subviews[high])
    insert(front, at: low)
    insert(behind, at: high)
  }

  /// Inserts a view at a place among the others.
  func insert(_ view: UIView, at index: Int) {
    precondition(!isDescendant(of: view), "UIView: a view cannot become a subview of itself or of a view below it")
    guard view.superview !== self else {
      subviews.removeAll { $0 === view }
      return link(view, at: index)
    }
    view.willMove(toSuperview: self)
    let moving = view.prepareMove(toWindow: windowOfTree)
    view.superview.map { $0.remove(view) }
    view.moveInEnvironment {
      link(view, at: index)
      view.superview = self
    }
    view.constraintsIfAny?.isOutOfDate = true
    constraintsChanged()
    didAddSubview(view)
    UIView.finishMove(of: moving, toWindow: windowOfTree)
    view.didMoveToSuperview()
  }

  private func link(_ view: UIView, at index: Int) {
    let place = Swift.min(Swift.max(index, 0), subviews.count)
    if place < subviews.count {
      layer.insertSublayer(view.layer, below: subviews[place].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    subviews.insert(view, at: place)
  }

  /// Changes the superview, and tells of what the view and those below take over from it.
  private func moveInEnvironment(_ move: () -> Void) {
    let usesTints = UIView.usesTints.load(ordering: .relaxed)
    let tint = usesTints ? shownTint : nil
    if UIView.usesStyles.load(ordering: .relaxed) { changeTraits(move) } else { move() }
    if usesTints, tint != shownTint { tellTintChange() }
  }

  func insert(_ view: UIView, nextTo sibling: UIView, above: Bool) {
    guard view !== sibling else { return }
    guard let index = subviews.filter({ $0 !== view }).firstIndex(where: { $0 === sibling }) else {
      preconditionFailure("UIView.insertSubview: the sibling is not a subview of this view")
    }
    insert(view, at: above ? index + 1 : index)
  }

  func leaveSuperview() {
    guard let superview else { return }
    willMove(toSuperview: nil)
    let moving = prepareMove(toWindow: nil)
    superview.remove(self)
    moveInEnvironment {
      self.superview = nil
      layer.removeFromSuperlayer()
    }
    UIView.finishMove(of: moving, toWindow: nil)
    didMoveToSuperview()
  }

  /// Forgets a subview; its layer goes where it is put next.
  private func remove(_ view: UIView) {
    willRemoveSubview(view)
    dropConstraints(acrossEdgeOf: view)
    view.constraintsIfAny?.isOutOfDate = true
    subviews.removeAll { $0 === view }
    constraintsChanged()
  }
}

// Conversion between views, through their layers. A nil view stands for the space that the root lies in, where UIKit
// has the window.
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

// The layer of a view is made of a class that its subclass names.
extension UIView {
  static func makeLayer() -> CALayer {
    guard let layerClass = layerClass as? CALayer.Type else {
      preconditionFailure("\(self).layerClass is \(layerClass); expected CALayer or a subclass")
    }
    let object = cvirtualinit_default(unsafeBitCast(layerClass, to: UnsafeRawPointer.self))
    return Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue()
  }
}
