public import CoreGraphics
public import Foundation

/// An animation through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, in order; two at least, or the animation has no effect. Ignored when there is a path. Default: nil.
  open var values: [Any]?
  /// The time of each value, as a fraction of the duration. Default: nil, which is even spacing; so is an empty array.
  ///
  /// The times are used as they are, though they should begin at 0, end at 1 and rise. Before the first time the first
  /// value holds, after the last time the last value. Of the intervals between two times, the first that contains the
  /// moment counts. If the numbers of values and times differ, those without a partner are not used. In the discrete
  /// mode each value holds from its time to the next. Along a path, the times are those of its beginning and of the end
  /// of each line and curve; in the discrete mode, of the beginnings. Ignored in the paced modes.
  open var keyTimes: [NSNumber]?
  /// The pace between each value and the next. It applies after the animation's own. Default: nil, which is linear.
  open var timingFunctions: [CAMediaTimingFunction]?
  /// The calculation of the values between keyframes. Default: linear.
  open var calculationMode = CAAnimationCalculationMode.linear
  /// The tension of the curve at each value, from -1 (round) to 1 (tight), in the cubic modes. Default: nil, zeros.
  open var tensionValues: [NSNumber]?
  /// The sharpness of the curve's corner at each value, from -1 to 1, in the cubic modes. Default: nil, zeros.
  open var continuityValues: [NSNumber]?
  /// Whether the curve overshoots after each value (up to 1) or before it (down to -1), in the cubic modes. Default:
  /// nil, zeros.
  open var biasValues: [NSNumber]?
  /// Whether the layer turns with the path. Default: nil, it does not.
  open var rotationMode: CAAnimationRotationMode?

  private final var storedPath: CGPath?

  /// The way that a point goes; each line or curve ends in a keyframe. Copied. Default: nil.
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
