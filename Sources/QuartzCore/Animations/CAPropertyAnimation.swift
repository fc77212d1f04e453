public import CoreGraphics
public import Foundation

/// An animation of one property: an abstract class.
open class CAPropertyAnimation: CAAnimation {
  /// The property, relative to the layer: `position`, `bounds.size.width`, `transform.rotation.z`. Default: nil.
  open var keyPath: String?
  /// Whether the animation's value is added to the current one rather than taking its place. Transforms are
  /// concatenated, the added one first. Default: false.
  open var isAdditive = false
  /// Whether each repetition continues from where the last one ended. Default: false.
  open var isCumulative = false
  /// A function that turns the interpolated numbers into a transform. Default: nil.
  open var valueFunction: CAValueFunction?

  /// Creates an animation of the property at `path`.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// Adds the animation to the layer `anObject` under the key `event`. Without a ``keyPath`` it animates the property
  /// that the event names, so that `CABasicAnimation()` serves as an action of any property.
  open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard keyPath == nil, let named = copy() as? CAPropertyAnimation else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    named.keyPath = event
    (anObject as? CALayer)?.add(named, forKey: event)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CAPropertyAnimation {
      copy.keyPath = keyPath
      copy.isAdditive = isAdditive
      copy.isCumulative = isCumulative
      copy.valueFunction = valueFunction
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "keyPath": keyPath
    case "additive": NSNumber(value: isAdditive)
    case "cumulative": NSNumber(value: isCumulative)
    case "valueFunction": valueFunction
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "keyPath": keyPath = value as? String
    case "additive": assignNumber(value, to: &isAdditive)
    case "cumulative": assignNumber(value, to: &isCumulative)
    case "valueFunction": valueFunction = value as? CAValueFunction
    default: super.setValue(value, forKey: key)
    }
  }
}

/// An animation between two values.
///
/// | set | goes |
/// |---|---|
/// | from and to | from ... to |
/// | from and by | from ... from + by |
/// | by and to | to - by ... to |
/// | from | from ... current |
/// | to | current ... to |
/// | by | current ... current + by |
/// | none | previous ... current |
///
/// "Current" is the value without this animation, "previous" the value before the change that is being committed. If
/// all three are set, `byValue` is ignored.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the beginning: a number, geometry, colour, image, path, or an array of numbers. Default: nil.
  open var fromValue: Any?
  /// The value at the end. Default: nil.
  open var toValue: Any?
  /// The difference between the end and the beginning. Default: nil.
  open var byValue: Any?
  /// Whether frames dissolve from the layer's old look to the new one, as in Core Animation's own animation of
  /// `contents`. The property has its new value at once.
  package final var dissolves = false

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CABasicAnimation {
      copy.fromValue = fromValue
      copy.toValue = toValue
      copy.byValue = byValue
      copy.dissolves = dissolves
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "fromValue": fromValue
    case "toValue": toValue
    case "byValue": byValue
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "fromValue": fromValue = value
    case "toValue": toValue = value
    case "byValue": byValue = value
    default: super.setValue(value, forKey: key)
    }
  }
}

/// An animation through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, in order; two at least, or the animation has no effect. Ignored when there is a path. Default: nil.
  open var values: [Any]?
  /// The time of each value, as a fraction of the duration. Default: nil or an empty array, which is even spacing.
  ///
  /// The times are used as they are, though they should begin at 0, end at 1 and ascend. The first value holds before
  /// the first time, the last after the last. If several intervals contain the moment, the first counts. If the numbers
  /// of values and times differ, those without a partner are not used. In the discrete mode each value holds from its
  /// time to the next. Along a path, the times are those of its beginning and of the end of each line and curve; in the
  /// discrete mode, of the beginnings. Ignored in the paced modes.
  open var keyTimes: [NSNumber]?
  /// The pace between each value and the next. It applies after the animation's own. Default: nil, which is linear.
  open var timingFunctions: [CAMediaTimingFunction]?
  /// The calculation of the values between keyframes. Default: linear.
  open var calculationMode = CAAnimationCalculationMode.linear
  /// The tension of the curve at each value, from -1 (round) to 1 (tight), in the cubic modes. Default: nil, zeros.
  open var tensionValues: [NSNumber]?
  /// The sharpness of the curve's corner at each value, from -1 to 1, in the cubic modes. Default: nil, zeros.
  open var continuityValues: [NSNumber]?
  /// The overshoot of the curve after each value (up to 1) or before it (down to -1), in cubic modes. Default: nil, 0.
  open var biasValues: [NSNumber]?
  /// Whether the layer turns with the path. Default: nil, it does not.
  open var rotationMode: CAAnimationRotationMode?

  private final var storedPath: CGPath?

  /// The path that a point follows; each line or curve ends in a keyframe. Copied. Default: nil.
  open var path: CGPath? {
    get { storedPath }
    set { storedPath = newValue?.copy() }
  }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "calculationMode" ? CAAnimationCalculationMode.linear : super.defaultValue(forKey: key)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CAKeyframeAnimation {
      copy.values = values
      copy.keyTimes = keyTimes
      copy.timingFunctions = timingFunctions
      copy.calculationMode = calculationMode
      copy.tensionValues = tensionValues
      copy.continuityValues = continuityValues
      copy.biasValues = biasValues
      copy.rotationMode = rotationMode
      copy.storedPath = storedPath
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "values": values
    case "keyTimes": keyTimes
    case "timingFunctions": timingFunctions
    case "calculationMode": calculationMode
    case "tensionValues": tensionValues
    case "continuityValues": continuityValues
    case "biasValues": biasValues
    case "rotationMode": rotationMode
    case "path": path
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "values": values = value as? [Any]
    case "keyTimes": keyTimes = numberArray(value)
    case "timingFunctions": timingFunctions = value as? [CAMediaTimingFunction]
    case "calculationMode": calculationMode = constant(value) ?? .linear
    case "tensionValues": tensionValues = numberArray(value)
    case "continuityValues": continuityValues = numberArray(value)
    case "biasValues": biasValues = numberArray(value)
    case "rotationMode": rotationMode = constant(value)
    case "path": path = value as? CGPath
    default: super.setValue(value, forKey: key)
    }
  }
}

/// The calculation of the values between keyframes. An unknown value behaves as ``linear``.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Values change at an even rate from one keyframe to the next.
  public static let linear = Self(rawValue: "linear")
  /// Each value holds until the next.
  public static let discrete = Self(rawValue: "discrete")
  /// Straight from value to value at constant speed over all.
  public static let paced = Self(rawValue: "paced")
  /// Along a smooth curve: a Kochanek-Bartels spline, Catmull-Rom without tension, continuity or bias values.
  public static let cubic = Self(rawValue: "cubic")
  /// Along that curve at a speed that is constant from value to value, by their straight distances.
  public static let cubicPaced = Self(rawValue: "cubicPaced")
}

/// The mode in which a layer turns while it follows a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The path's direction is added to the layer's rotation about z.
  public static let rotateAuto = Self(rawValue: "auto")
  /// The path's direction and half a turn more are added to the layer's rotation about z.
  public static let rotateAutoReverse = Self(rawValue: "autoReverse")
}
