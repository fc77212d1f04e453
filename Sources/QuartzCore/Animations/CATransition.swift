public import Foundation

/// An animation from the layer's former look to its present one, its sublayers included.
///
/// It leads from the look before the commit that brings the transition to the look after it: add it in the transaction
/// that makes the changes. A layer has at most one, kept under ``kCATransition`` whatever key it is added under.
open class CATransition: CAAnimation {
  /// The transition effect. Any other string is kept and shows as ``CATransitionType/fade``. Default: `.fade`.
  open var type = CATransitionType.fade
  /// The side that the motion comes from; ignored by fades. The top is at maximum y of the layer's coordinates, as for
  /// ``CALayer/contentsGravity``: with y down, motion "from the top" rises. Default: nil, the left.
  open var subtype: CATransitionSubtype?
  /// The point of the effect at which it begins, from 0 to 1. Not checked against ``endProgress``. Default: 0.
  open var startProgress: Float = 0
  /// The point of the effect at which it ends, from 0 to 1. Not checked against ``startProgress``. Default: 1.
  open var endProgress: Float = 1
  /// A Core Image filter in the place of type and subtype: CIDissolveTransition, CISwipeTransition (its angle and
  /// width; at angle 0 the new look comes from the left) and CIPageCurlTransition are drawn, others as a fade. The
  /// transition sets the images and the time. Default: nil.
  open var filter: Any?

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "type": CATransitionType.fade.rawValue
    case "endProgress": NSNumber(value: 1)
    default: super.defaultValue(forKey: key)
    }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CATransition {
      copy.type = type
      copy.subtype = subtype
      copy.startProgress = startProgress
      copy.endProgress = endProgress
      copy.filter = filter
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "type": type.rawValue
    case "subtype": subtype?.rawValue
    case "startProgress": NSNumber(value: startProgress)
    case "endProgress": NSNumber(value: endProgress)
    case "filter": filter
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "type": type = constant(value ?? Self.defaultValue(forKey: key)) ?? type
    case "subtype": subtype = value == nil ? nil : constant(value) ?? subtype
    case "startProgress": assign(value, to: &startProgress, key)
    case "endProgress": assign(value, to: &endProgress, key)
    case "filter": filter = value
    default: super.setValue(value, forKey: key)
    }
  }

  /// Sets a progress. Nil sets the default; a value that is not a number changes nothing.
  private func assign(_ value: Any?, to progress: inout Float, _ key: String) {
    guard let value = value ?? Self.defaultValue(forKey: key) else {
      progress = 0
      return
    }
    if let number = AnimatableValue(value)?.number { progress = Float(number) }
  }
}

/// The effect by which a transition leads from the old look to the new one.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The old look gives way to the new one in its place.
  public static let fade = Self(rawValue: "fade")
  /// The new look slides over the old one.
  public static let moveIn = Self(rawValue: "moveIn")
  /// The new look slides in and pushes the old one out.
  public static let push = Self(rawValue: "push")
  /// The old look slides away over the new one.
  public static let reveal = Self(rawValue: "reveal")
}

/// The side that a transition's motion comes from.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The motion comes from the right.
  public static let fromRight = Self(rawValue: "fromRight")
  /// The motion comes from the left.
  public static let fromLeft = Self(rawValue: "fromLeft")
  /// The motion comes from the top.
  public static let fromTop = Self(rawValue: "fromTop")
  /// The motion comes from the bottom.
  public static let fromBottom = Self(rawValue: "fromBottom")
}
