// The flexible parts of a layer share a change in thirds, those of a view in proportion to their lengths, as UIKit's
// documentation says; parts without length share it equally.

import CoreGraphics
package import QuartzCore

extension UIView {
  /// The parts of a view's place in its superview that change with the superview's size.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options by their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The distance to the left edge grows and shrinks.
    public static let flexibleLeftMargin = Self(rawValue: 1 << 0)
    /// The width grows and shrinks.
    public static let flexibleWidth = Self(rawValue: 1 << 1)
    /// The distance to the right edge grows and shrinks.
    public static let flexibleRightMargin = Self(rawValue: 1 << 2)
    /// The distance to the upper edge grows and shrinks.
    public static let flexibleTopMargin = Self(rawValue: 1 << 3)
    /// The height grows and shrinks.
    public static let flexibleHeight = Self(rawValue: 1 << 4)
    /// The distance to the lower edge grows and shrinks.
    public static let flexibleBottomMargin = Self(rawValue: 1 << 5)
  }

  final func resizeSubviews(from old: CGSize) {
    let new = bounds.size
    guard autoresizesSubviews, old != new else { return }
    for view in subviews where !view.autoresizingMask.isEmpty && view.constraintsIfAny?.solvedFrame == nil {
      view.resize(from: old, to: new)
    }
  }

  /// The rectangle in the superview without the transform.
  final var untransformedFrame: CGRect {
    CGRect(
      x: center.x - anchorPoint.x * bounds.width, y: center.y - anchorPoint.y * bounds.height, width: bounds.width,
      height: bounds.height)
  }

  private final func resize(from old: CGSize, to new: CGSize) {
    let (mask, anchor, place) = (autoresizingMask, anchorPoint, untransformedFrame)
    var x = Span(start: place.minX, extent: place.width)
    var y = Span(start: place.minY, extent: place.height)
    x.resize(
      from: old.width, to: new.width, leading: mask.contains(.flexibleLeftMargin),
      middle: mask.contains(.flexibleWidth), trailing: mask.contains(.flexibleRightMargin))
    y.resize(
      from: old.height, to: new.height, leading: mask.contains(.flexibleTopMargin),
      middle: mask.contains(.flexibleHeight), trailing: mask.contains(.flexibleBottomMargin))
    if CATransform3DIsIdentity(layer.transform) {
      frame = CGRect(x: x.start, y: y.start, width: x.extent, height: y.extent)
    } else {
      bounds.size = CGSize(width: x.extent, height: y.extent)
      center = CGPoint(x: x.start + anchor.x * x.extent, y: y.start + anchor.y * y.extent)
    }
  }

  private struct Span {
    var start: CGFloat
    var extent: CGFloat

    mutating func resize(from old: CGFloat, to new: CGFloat, leading: Bool, middle: Bool, trailing: Bool) {
      let parts: [(isFlexible: Bool, length: CGFloat)] = [
        (leading, start), (middle, extent), (trailing, old - start - extent),
      ]
      let flexible = parts.filter(\.isFlexible)
      guard old != new, !flexible.isEmpty else { return }
      let total = flexible.reduce(0) { $0 + $1.length }
      func share(_ part: (isFlexible: Bool, length: CGFloat)) -> CGFloat {
        guard part.isFlexible else { return 0 }
        return (new - old) * (total > 0 ? part.length / total : 1 / CGFloat(flexible.count))
      }
      start += share(parts[0])
      extent = max(extent + share(parts[1]), 0)
    }
  }
}

/// Whether a view keeps its sides where text runs from right to left.
public enum UISemanticContentAttribute: Int, Sendable {
  case unspecified = 0
  case playback = 1
  case spatial = 2
  case forceLeftToRight = 3
  case forceRightToLeft = 4
}

/// The way that a program's interface runs.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight = 0
  case rightToLeft = 1
}

extension UIView {
  /// The way that contents fit a view's bounds. The sides are those of the screen, where y points down.
  public enum ContentMode: Int, Sendable {
    case scaleToFill = 0
    case scaleAspectFit = 1
    case scaleAspectFill = 2
    /// Scale to fill; drawn contents are drawn again when the bounds change.
    case redraw = 3
    case center = 4
    case top = 5
    case bottom = 6
    case left = 7
    case right = 8
    case topLeft = 9
    case topRight = 10
    case bottomLeft = 11
    case bottomRight = 12

    /// The layer's gravity, whose top is at maximum y: the bottom of a screen.
    package var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .bottom
      case .bottom: .top
      case .left: .left
      case .right: .right
      case .topLeft: .bottomLeft
      case .topRight: .bottomRight
      case .bottomLeft: .topLeft
      case .bottomRight: .topRight
      }
    }
  }
}
