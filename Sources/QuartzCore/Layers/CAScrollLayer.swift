public import Foundation

/// A layer that shows a part of its sublayers, and moves its bounds to show another.
///
/// It does not clip what lies outside its bounds; ``CALayer/masksToBounds`` does.
open class CAScrollLayer: CALayer {
  /// The directions that scrolling moves in. Default: `.both`.
  open var scrollMode: CAScrollLayerScrollMode {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Moves the origin of the bounds to a point of the layer's coordinates, in the directions of ``scrollMode``.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    bounds.origin = origin
  }

  /// Moves the origin of the bounds as little as it takes to show a rectangle of the layer's coordinates; to the
  /// rectangle's origin where it is larger than the bounds.
  open func scroll(to r: CGRect) {
    let visible = bounds
    scroll(
      to: CGPoint(
        x: Self.origin(showing: r.minX, r.width, from: visible.minX, visible.width),
        y: Self.origin(showing: r.minY, r.height, from: visible.minY, visible.height)))
  }

  private static func origin(
    showing start: CGFloat, _ extent: CGFloat, from origin: CGFloat, _ visible: CGFloat
  ) -> CGFloat {
    if extent > visible || start < origin { return start }
    return max(origin, start + extent - visible)
  }

  package override class var properties: PropertyTable { ScrollProperties.table }
}

/// The directions that a scroll layer moves in. Any other string counts as ``none``.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer does not move.
  public static let none = Self(rawValue: "none")
  /// The layer moves along y alone.
  public static let vertically = Self(rawValue: "vertically")
  /// The layer moves along x alone.
  public static let horizontally = Self(rawValue: "horizontally")
  /// The layer moves along both axes.
  public static let both = Self(rawValue: "both")
}
