public import Foundation

/// An animation whose value is pulled to its end by a spring.
///
/// `duration` is independent of the spring, unless it is made by ``init(perceptualDuration:bounce:)``: a shorter one
/// than ``settlingDuration`` cuts the motion.
open class CASpringAnimation: CABasicAnimation {
  private final var storedMass: CGFloat = 1
  private final var storedStiffness: CGFloat = 100
  private final var storedDamping: CGFloat = 10

  /// The mass at the end of the spring; above 0, any other value is refused and the old one stays. Default: 1.
  open var mass: CGFloat {
    get { storedMass }
    set { if newValue > 0, newValue.isFinite { storedMass = newValue } }
  }

  /// The spring's constant; above 0, any other value is refused and the old one stays. Default: 100.
  open var stiffness: CGFloat {
    get { storedStiffness }
    set { if newValue > 0, newValue.isFinite { storedStiffness = newValue } }
  }

  /// The friction; 0 or more, any other value is refused and the old one stays. Without friction the motion never ends.
  /// Default: 10.
  open var damping: CGFloat {
    get { storedDamping }
    set { if newValue >= 0, newValue.isFinite { storedDamping = newValue } }
  }

  /// The speed at the beginning, toward the end where positive; 1 is the whole distance in a second. Default: 0.
  open var initialVelocity: CGFloat = 0
  /// Whether friction above the critical slows the motion down. Where false it counts as critical. Default: false.
  open var allowsOverdamping = false

  /// A spring with a period and a bounciness; it allows overdamping, and lasts its ``settlingDuration``.
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
    duration = settlingDuration
  }

  /// The period of the spring without friction, in seconds.
  open var perceptualDuration: CFTimeInterval { 2 * .pi / (Double(stiffness) / Double(mass)).squareRoot() }

  /// The bounce of the spring: 1 without friction, 0 with critical friction, toward -1 with more.
  open var bounce: CGFloat {
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// The duration until a thousandth of the way is left, in seconds; `Float.greatestFiniteMagnitude` without friction.
  /// Critically damped springs count in tenths of a second, as Apple's do.
  open var settlingDuration: CFTimeInterval { spring?.settlingDuration ?? 0 }

  /// The spring in the form that frames evaluate; nil where their ratios are no numbers.
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
