// A view's layer may have sublayers without a view; a view's place among its siblings is then relative to their layers.

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

  /// Changes the superview, and notifies the view and its subviews of inherited values that change.
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

  /// Removes a subview from the list; its layer moves when it is inserted elsewhere.
  private func remove(_ view: UIView) {
    willRemoveSubview(view)
    dropConstraints(acrossEdgeOf: view)
    view.constraintsIfAny?.isOutOfDate = true
    subviews.removeAll { $0 === view }
    constraintsChanged()
  }
}

// Views convert through their layers. A nil view means the space of the root, where UIKit has the window.
extension UIView {
  /// Converts a point from this view's coordinates to those of `view`.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { layer.convert(point, to: view?.layer) }

  /// Converts a point from the coordinates of `view` to this view's.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { layer.convert(point, from: view?.layer) }

  /// Converts a rectangle to the coordinates of `view`; the result is the bounding box of the converted corners.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect { layer.convert(rect, to: view?.layer) }

  /// Converts a rectangle from the coordinates of `view`; the result is the bounding box of the converted corners.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect { layer.convert(rect, from: view?.layer) }

  static func makeLayer() -> CALayer {
    guard let layerClass = layerClass as? CALayer.Type else {
      preconditionFailure("\(self).layerClass is \(layerClass); expected CALayer or a subclass")
    }
    let object = cvirtualinit_default(unsafeBitCast(layerClass, to: UnsafeRawPointer.self))
    return Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue()
  }
}

// The style of a view is its own, or that of the nearest view above with one, or the current one. While a view lays
// out, draws or is notified of a change, its traits are the current ones.
extension UIView {
  /// Whether any view ever had a style of its own; otherwise all have the current one.
  static let usesStyles = Atomic(false)

  final var shownTraits: UITraitCollection {
    var traits = UITraitCollection.current
    if UIView.usesStyles.load(ordering: .relaxed),
      let style = sequence(first: self, next: { $0.superview }).lazy.map(\.overrideUserInterfaceStyle).first(where: {
        $0 != .unspecified
      })
    {
      traits = UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: style)])
    }
    return traits
  }

  final func withTraits(_ body: () -> Void) {
    guard UIView.usesStyles.load(ordering: .relaxed) else { return body() }
    traitCollection.performAsCurrent(body)
  }

  /// Makes a change that styles may depend on, and notifies the views whose style it changes.
  final func changeTraits(_ change: () -> Void) {
    let previous = shownTraits
    change()
    tellTraitChange(from: previous)
  }

  /// Notifies the views whose style changes with this view's own.
  final func styleChanged(from style: UIUserInterfaceStyle) {
    var previous = superview?.shownTraits ?? .current
    if style != .unspecified {
      previous = UITraitCollection(traitsFrom: [previous, UITraitCollection(userInterfaceStyle: style)])
    }
    tellTraitChange(from: previous)
  }

  private final func tellTraitChange(from previous: UITraitCollection) {
    guard shownTraits != previous else { return }
    for view in views(skipping: { $0 !== self && $0.overrideUserInterfaceStyle != .unspecified }) {
      view.updateBackground()
      view.setNeedsDisplay()
      view.withTraits { view.traitCollectionDidChange(previous) }
    }
  }

  /// Whether tints are grey, as behind an alert.
  public enum TintAdjustmentMode: Int, Sendable {
    /// The superview's mode counts.
    case automatic = 0
    case normal = 1
    case dimmed = 2
  }

  /// Whether any view ever had a tint; otherwise moving a view changes none.
  static let usesTints = Atomic(false)

  final var plainTint: UIColor {
    sequence(first: self) { $0.superview }.lazy.compactMap(\.ownTint).first ?? .systemBlue
  }

  final var shownTint: UIColor { tintAdjustmentMode == .dimmed ? plainTint.dimmed : plainTint }

  /// Makes a change that tints depend on, and notifies this view and those below that share its tint.
  final func changeTint(_ change: () -> Void) {
    UIView.usesTints.store(true, ordering: .relaxed)
    change()
    tellTintChange()
  }

  final func tellTintChange() {
    let views = views(skipping: { $0 !== self && $0.ownTint != nil && $0.ownTintMode != .automatic })
    for view in views { view.tintColorDidChange() }
  }
}

extension UIColor {
  fileprivate var dimmed: UIColor {
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    getWhite(&white, alpha: &alpha)
    return UIColor(white: white, alpha: alpha * 0.8)
  }
}
