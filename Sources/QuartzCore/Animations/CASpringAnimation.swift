public import Foundation

/// An animation whose value is pulled to its end by a spring.
///
/// `duration` is independent of the spring: a shorter one than ``settlingDuration`` cuts the motion.
open class CASpringAnimation: CABasicAnimation {
  /// The mass at the end of the spring; above 0. Default: 1.
  open var mass: CGFloat = 1
  /// The spring's constant; above 0. Default: 100.
  open var stiffness: CGFloat = 100
  /// The friction; 0 or more. Without friction the motion never ends. Default: 10.
  open var damping: CGFloat = 10
  /// The speed at the beginning, toward the end where positive; 1 is the whole distance in a second. Default: 0.
  open var initialVelocity: CGFloat = 0
  /// Whether friction above the critical slows the motion down. Where false it counts as critical. Default: false.
  open var allowsOverdamping = false

  /// A spring with a period and a bounciness; it allows overdamping.
  ///
  /// - Parameters:
  ///   - perceptualDuration: The pace, in seconds: the period of the spring without friction. Above 0.
  ///   - bounce: 0 for critical damping, up to 1 for a spring that bounces for ever, down to -1 (excluded) for one that
  ///     creeps.
  ///
  /// With a mass of 1 the stiffness is (2 pi / d)², the damping 4 pi (1 - b) / d, or 4 pi / (d (1 + b)) for a negative
  /// bounce.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    precondition(
      perceptualDuration > 0, "CASpringAnimation: a perceptual duration of \(perceptualDuration) s; expected above 0")
    precondition(bounce > -1 && bounce <= 1, "CASpringAnimation: a bounce of \(bounce); expected above -1, at most 1")
    self.init()
    let frequency = 2 * .pi / perceptualDuration
    stiffness = frequency * frequency
    damping = 2 * frequency * (bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    allowsOverdamping = true
  }

  /// The period of the spring without friction, in seconds.
  open var perceptualDuration: CFTimeInterval { 2 * .pi / (Double(stiffness) / Double(mass)).squareRoot() }

  /// How much the spring bounces: 1 without friction, 0 with critical, toward -1 with more.
  open var bounce: CGFloat {
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// How long it takes until what is left of the motion cannot be seen, in seconds; infinite without friction.
  open var settlingDuration: CFTimeInterval { spring?.settlingDuration ?? 0 }

  /// The spring in the form that frames evaluate; nil where mass, stiffness or damping are out of range.
  package final var spring: Spring? {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping)
  }

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "mass": NSNumber(value: 1)
    case "stiffness": NSNumber(value: 100)
    case "damping": NSNumber(value: 10)
    default: super.defaultValue(forKey: key)
    }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? CASpringAnimation {
      copy.mass = mass
      copy.stiffness = stiffness
      copy.damping = damping
      copy.initialVelocity = initialVelocity
      copy.allowsOverdamping = allowsOverdamping
    }
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "mass": NSNumber(value: Double(mass))
    case "stiffness": NSNumber(value: Double(stiffness))
    case "damping": NSNumber(value: Double(damping))
    case "initialVelocity": NSNumber(value: Double(initialVelocity))
    case "allowsOverdamping": NSNumber(value: allowsOverdamping)
    case "settlingDuration": NSNumber(value: settlingDuration)
    case "perceptualDuration": NSNumber(value: perceptualDuration)
    case "bounce": NSNumber(value: Double(bounce))
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    let number = value ?? Self.defaultValue(forKey: key)
    switch key {
    case "mass": assignNumber(number, to: &mass)
    case "stiffness": assignNumber(number, to: &stiffness)
    case "damping": assignNumber(number, to: &damping)
    case "initialVelocity": assignNumber(number, to: &initialVelocity)
    case "allowsOverdamping": assignNumber(number, to: &allowsOverdamping)
    default: super.setValue(value, forKey: key)
    }
  }
}
