// The origin of the bounds is the content offset, so that changing it moves the subviews and nothing else.
//
// Scrolling goes by the media clock: an animated change of the offset by a display link, in 0.3 s (ours: Apple gives no
// number), eased in and out; a drag by the touches that a program sends to the window. It stops where the finger is
// lifted, or at the next page: there is no deceleration, bounce or zooming, and scroll indicators are not drawn.
//
// Tested by ScrollViewTests.

import CoreGraphics
public import Foundation
import QuartzCore

/// A view of a part of larger contents.
open class UIScrollView: UIView {
  /// The rate at which scrolling comes to rest; kept only.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The part of its velocity that a view keeps in a millisecond.
    public let rawValue: CGFloat
    /// Creates a rate that keeps this part of the velocity a millisecond.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// The default.
    public static let normal = Self(rawValue: 0.998)
    /// Comes to rest soon.
    public static let fast = Self(rawValue: 0.99)
  }

  /// The condition under which contents make room for bars, which this UIKit does not have; kept only.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    case automatic = 0
    case scrollableAxes = 1
    case never = 2
    case always = 3
  }

  /// The looks of scroll indicators, which are not drawn; kept only.
  public enum IndicatorStyle: Int, Sendable {
    case `default` = 0
    case black = 1
    case white = 2
  }

  /// The way that a keyboard is dismissed, which this UIKit does not have; kept only.
  public enum KeyboardDismissMode: Int, Sendable {
    case none = 0
    case onDrag = 1
    case interactive = 2
  }

  /// The duration of an animated change of the offset, in seconds.
  private static let duration: CFTimeInterval = 0.3

  private final var link: CADisplayLink?
  private final var way: (start: CGPoint, end: CGPoint, begin: CFTimeInterval)?
  /// Whether the animation is the end of a drag.
  private final var endsDrag = false

  /// Creates a scroll view with this ``UIView/frame``, which clips.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
    panGestureRecognizer.addTarget(self, action: Selector("handlePan:", UIScrollView.handlePan(_:)))
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The object that is notified of scrolling. Default: nil.
  open weak var delegate: (any UIScrollViewDelegate)?

  // MARK: Contents

  /// The point of the contents at the view's top left: the bounds' origin. Setting it ends an animation. Default: zero.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { setContentOffset(newValue, animated: false) }
  }

  /// The size of the contents, in points. Default: zero.
  open var contentSize = CGSize.zero

  /// The distances that contents can be scrolled past their edges, in points. Default: zero.
  open var contentInset = UIEdgeInsets.zero {
    didSet {
      guard contentInset != oldValue else { return }
      adjustedContentInsetDidChange()
      // At the top left, contents move out of the inset.
      var offset = contentOffset
      if offset.x == -oldValue.left { offset.x = -contentInset.left }
      if offset.y == -oldValue.top { offset.y = -contentInset.top }
      contentOffset = offset
    }
  }

  /// The ``contentInset``. Apple's systems add insets for bars, which this UIKit does not have.
  open var adjustedContentInset: UIEdgeInsets { contentInset }
  /// Called after ``adjustedContentInset`` changed. Does nothing by itself.
  open func adjustedContentInsetDidChange() {}

  /// The view's rectangle in its own coordinates. Its origin is the content offset: the delegate hears of each change.
  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let old = super.bounds.origin
      super.bounds = newValue
      guard old != newValue.origin else { return }
      if constraintsIfAny?.participates == true { constraintsChanged() }
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  // MARK: Constraints

  /// The rectangle of the contents, for constraints: its size becomes the ``contentSize``. Constraints between the
  /// scroll view itself and a view in it mean the same.
  public final var contentLayoutGuide: UILayoutGuide { systemGuide(.contents) }
  /// The rectangle of the scroll view, for constraints that do not scroll.
  public final var frameLayoutGuide: UILayoutGuide { systemGuide(.frame) }

  override var scrollsContents: Bool { true }

  override func contentsWereLaidOut(_ size: CGSize) { contentSize = size }

  // MARK: What a program sets

  /// Whether fingers scroll. Default: true.
  open var isScrollEnabled = true {
    didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
  }
  /// Whether a drag comes to rest at multiples of the view's size. Default: false.
  open var isPagingEnabled = false
  /// Kept only: drags end at the contents' edges. Default: true.
  open var bounces = true
  /// Kept only. Default: false.
  open var alwaysBounceVertical = false
  /// Kept only. Default: false.
  open var alwaysBounceHorizontal = false
  /// Whether a drag keeps to the axis that it began along. Default: false.
  open var isDirectionalLockEnabled = false
  /// Kept only. Default: true.
  open var showsHorizontalScrollIndicator = true
  /// Kept only. Default: true.
  open var showsVerticalScrollIndicator = true
  /// Kept only. Default: zero.
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  /// Kept only. Default: the default one.
  open var indicatorStyle = IndicatorStyle.default
  /// Kept only. Default: normal.
  open var decelerationRate = DecelerationRate.normal
  /// Kept only. Default: automatic.
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  /// Kept only. Default: none.
  open var keyboardDismissMode = KeyboardDismissMode.none
  /// Kept only: views get touches as they begin. Default: true.
  open var delaysContentTouches = true
  /// Whether a drag takes the touch from the view that it began in. Default: true.
  open var canCancelContentTouches = true {
    didSet { panGestureRecognizer.cancelsTouchesInView = canCancelContentTouches }
  }
  /// Kept only. Default: true.
  open var scrollsToTop = true

  /// Shows the scroll indicators, which are not drawn: does nothing.
  open func flashScrollIndicators() {}

  // MARK: Scrolling

  /// Whether a finger drags.
  open private(set) var isDragging = false
  /// Whether a finger is on the contents.
  open var isTracking: Bool { panGestureRecognizer.numberOfTouches > 0 }
  /// Whether the view moves on to a page after a drag.
  open var isDecelerating: Bool { way != nil && endsDrag }

  /// Sets the ``contentOffset``, within 0.3 s of the clock if animated. The delegate hears of each step and the end.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    stop()
    guard animated else { return move(to: contentOffset) }
    if contentOffset != self.contentOffset { go(to: contentOffset, endsDrag: false) }
  }

  /// Scrolls by the least distance that shows a rectangle of the contents, as far as there is room.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let box = bounds.inset(by: adjustedContentInset)
    func shift(_ low: CGFloat, _ high: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat {
      low < from ? low - from : high > to ? min(high - to, low - from) : 0
    }
    let offset = CGPoint(
      x: contentOffset.x + shift(rect.minX, rect.maxX, box.minX, box.maxX),
      y: contentOffset.y + shift(rect.minY, rect.maxY, box.minY, box.maxY))
    let (limited, current) = (limited(offset), contentOffset)
    if limited != current { setContentOffset(limited, animated: animated) }
  }

  private final func move(to offset: CGPoint) { bounds.origin = offset }

  /// Returns the nearest offset within the contents.
  private final func limited(_ offset: CGPoint) -> CGPoint {
    let inset = adjustedContentInset
    func limit(_ value: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat { max(min(value, max(high, low)), low) }
    return CGPoint(
      x: limit(offset.x, -inset.left, contentSize.width + inset.right - bounds.width),
      y: limit(offset.y, -inset.top, contentSize.height + inset.bottom - bounds.height))
  }

  private final func go(to end: CGPoint, endsDrag: Bool) {
    way = (contentOffset, end, CACurrentMediaTime())
    self.endsDrag = endsDrag
    let link = CADisplayLink(target: self, selector: Selector("step:", UIScrollView.step(_:)))
    link.add(to: .current, forMode: .common)
    self.link = link
  }

  private final func step(_ link: CADisplayLink) {
    guard let way else { return stop() }
    let fraction = min(max((link.timestamp - way.begin) / Self.duration, 0), 1)
    // The sum of frames may fall short of the time by rounding.
    if fraction >= 1 - 1e-6 { return arrive(at: way.end) }
    let eased = CGFloat(fraction * fraction * (3 - 2 * fraction))
    move(
      to: CGPoint(
        x: way.start.x + (way.end.x - way.start.x) * eased, y: way.start.y + (way.end.y - way.start.y) * eased))
  }

  private final func arrive(at end: CGPoint) {
    let endsDrag = endsDrag
    stop()
    move(to: end)
    if endsDrag {
      delegate?.scrollViewDidEndDecelerating(self)
    } else {
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  private final func stop() {
    link?.invalidate()
    (link, way) = (nil, nil)
  }

  // MARK: Drags

  /// Reads the drags. Its delegate may be set.
  public final let panGestureRecognizer = UIPanGestureRecognizer()
  private final var dragStart = CGPoint.zero
  private final var lock: CGPoint?

  private final func handlePan(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began:
      stop()
      (isDragging, lock, dragStart) = (true, nil, contentOffset)
      delegate?.scrollViewWillBeginDragging(self)
      drag(by: pan.translation(in: nil))
    case .changed: drag(by: pan.translation(in: nil))
    case .ended: endDrag(velocity: pan.velocity(in: nil))
    case .cancelled: endDrag(velocity: .zero)
    default: break
    }
  }

  private final func drag(by way: CGPoint) {
    var way = way
    if isDirectionalLockEnabled {
      let axis = lock ?? (abs(way.x) > abs(way.y) ? CGPoint(x: 1, y: 0) : CGPoint(x: 0, y: 1))
      lock = axis
      way = CGPoint(x: way.x * axis.x, y: way.y * axis.y)
    }
    move(to: limited(CGPoint(x: dragStart.x - way.x, y: dragStart.y - way.y)))
  }

  private final func endDrag(velocity: CGPoint) {
    isDragging = false
    var target = contentOffset
    if isPagingEnabled {
      func page(_ offset: CGFloat, _ size: CGFloat, _ velocity: CGFloat) -> CGFloat {
        guard size > 0 else { return offset }
        // A finger that still moves goes to the page ahead.
        let page = offset / size
        return (abs(velocity) < 100 ? page.rounded() : velocity < 0 ? page.rounded(.up) : page.rounded(.down)) * size
      }
      target = limited(
        CGPoint(x: page(target.x, bounds.width, velocity.x), y: page(target.y, bounds.height, velocity.y)))
    }
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: CGPoint(x: -velocity.x / 1000, y: -velocity.y / 1000), targetContentOffset: &target)
    let goesOn = target != contentOffset
    delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
    guard goesOn else { return }
    delegate?.scrollViewWillBeginDecelerating(self)
    go(to: target, endsDrag: true)
  }
}
