public import Foundation

/// An animation whose value is pulled to its end by a spring.
///
/// `duration` is independent of the spring, unless it is made by ``init(perceptualDuration:bounce:)``: a shorter one
/// than ``settlingDuration`` cuts the motion.
open class CASpringAnimation: CABasicAnimation {
  private final var storedMass: CGFloat = 1
  private final var storedStiffness: CGFloat = 100
  private final var storedDamping: CGFloat = 10

  /// The mass at the end of the spring, above 0; any other value is ignored. Default: 1.
  open var mass: CGFloat {
    get { storedMass }
    set { if newValue > 0, newValue.isFinite { storedMass = newValue } }
  }

  /// The spring's constant, above 0; any other value is ignored. Default: 100.
  open var stiffness: CGFloat {
    get { storedStiffness }
    set { if newValue > 0, newValue.isFinite { storedStiffness = newValue } }
  }

  /// The friction, 0 or more; any other value is ignored. Without friction the motion never ends. Default: 10.
  open var damping: CGFloat {
    get { storedDamping }
    set { if newValue >= 0, newValue.isFinite { storedDamping = newValue } }
  }

  /// The speed at the beginning, toward the end if positive; 1 is the whole distance in a second. Default: 0.
  open var initialVelocity: CGFloat = 0
  /// Whether friction above the critical slows the motion down. Where false it counts as critical. Default: false.
  open var allowsOverdamping = false

  /// Creates a spring with a period and a bounciness; it allows overdamping, and lasts its ``settlingDuration``.
  ///
  /// - Parameters:
  ///   - perceptualDuration: The pace, in seconds: the period of the spring without friction. Above 0.
  ///   - bounce: 0 for critical damping, 1 for a spring that bounces for ever, toward -1 (excluded) one that creeps.
  ///
  /// Its mass is 1, its stiffness (2 pi / d)², its damping 4 pi (1 - b) / d, or 4 pi / (d (1 + b)) for b below 0.
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

  /// The spring in the form that frames evaluate; nil if its ratios are not finite.
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

// The motion of a damped spring, in closed form. With x the distance left (1 at the beginning, 0 at the end),
//
//   m x'' + c x' + k x = 0,   x(0) = 1,   x'(0) = -v
//   w0 = sqrt(k / m),   z = c / (2 sqrt(k m))
//
//   z < 1   x = exp(-z w0 t) (cos(wd t) + b / wd sin(wd t))          wd = w0 sqrt(1 - z²),  b = z w0 - v
//   z = 1   x = exp(-w0 t) (1 + b t)                                 b = w0 - v
//   z > 1   x = exp(s1 t) + b (exp(s1 t) - exp(s2 t)) / (s1 - s2)    s = -w0 (z ∓ sqrt(z² - 1)),  b = -s1 - v
//
// In the last two, |x| <= exp(-a t) (1 + |b| min(t, limit)): that bound is the envelope.

/// A spring that pulls from 0 to 1.
package struct Spring: Equatable, Sendable {
  private enum Regime: Equatable {
    case under(frequency: Double)
    case critical
    /// The difference of the two rates of decay; positive.
    case over(spread: Double)
  }

  private let regime: Regime
  /// The rate of the slowest decay, a.
  private let decay: Double
  /// The coefficient b of the second term.
  private let drive: Double

  /// Returns nil unless mass and stiffness are above 0, damping is at least 0, and all are finite.
  package init?(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double, allowsOverdamping: Bool
  ) {
    guard mass > 0, stiffness > 0, damping >= 0, initialVelocity.isFinite, (stiffness / mass).isFinite,
      (stiffness * mass).isFinite, damping.isFinite
    else { return nil }
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    if ratio < 1 {
      regime = .under(frequency: frequency * (1 - ratio * ratio).squareRoot())
      decay = ratio * frequency
    } else if ratio > 1, allowsOverdamping {
      let root = (ratio * ratio - 1).squareRoot()
      regime = .over(spread: 2 * frequency * root)
      // z - sqrt(z² - 1), without the cancellation.
      decay = frequency / (ratio + root)
    } else {
      regime = .critical
      decay = frequency
    }
    drive = decay - initialVelocity
  }

  /// Returns the progress `time` seconds after the beginning: 0 there, toward 1, and beyond if the spring bounces.
  package func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    let fading = exp(-decay * time)
    switch regime {
    case .under(let frequency):
      return 1 - fading * (cos(frequency * time) + drive / frequency * sin(frequency * time))
    case .critical:
      return 1 - fading * (1 + drive * time)
    case .over(let spread):
      return 1 - fading * (1 + drive * (1 - exp(-spread * time)) / spread)
    }
  }

  /// The duration until the motion counts as over, in seconds, as measured on Apple's objects (X-A2, X-A2b).
  ///
  /// Under-damped, the sum of the amplitudes of cosine and sine falls below 0.001: `ln(1000 (1 + |b| / wd)) / a`.
  /// Critical, it is the first whole number of tenths of a second, added up one by one, at which the distance left is
  /// below 0.001. Without damping it is `Float.greatestFiniteMagnitude`.
  ///
  /// Decisions of ours, where nothing is measured: a spring with an initial velocity has to stay below 0.001, not to
  /// pass through; from ``countedTenths`` on, the envelope is rounded up to the next tenth; an over-damped spring
  /// settles by the critical rule. (Of the one such spring that is known, a perceptual duration of 1 s with a bounce of
  /// -0.5, Apple has about 2.6 s, which leaves more than a hundredth of the way; ours has 4.2 s.)
  package var settlingDuration: Double {
    let unbounded = Double(Float.greatestFiniteMagnitude)
    guard decay > 0 else { return unbounded }
    if case .under(let frequency) = regime {
      return min(log((1 + abs(drive) / frequency) / Self.threshold) / decay, unbounded)
    }
    var (time, settled) = (0.0, false)
    var result = 0.1
    for _ in 0..<Self.countedTenths where !settled {
      time += 0.1
      if abs(1 - progress(at: time)) >= Self.threshold { result = time + 0.1 }
      settled = envelope(at: time) < Self.threshold && time * decay > 1
    }
    return settled ? result : min((envelopeEnd * 10).rounded(.up) / 10, unbounded)
  }

  /// The part of the way that may be left when the motion counts as over.
  static let threshold = 1e-3
  /// The tenths of a second that are counted one by one: a thousand seconds.
  private static let countedTenths = 10_000

  /// The time at which the envelope falls below ``threshold`` for good, in seconds; not for under-damped springs.
  private var envelopeEnd: Double {
    // The envelope may rise at first; from its peak, at 1 / decay at the latest, it falls.
    var low = 1 / decay
    var high = 2 * low
    while envelope(at: high) > Self.threshold { (low, high) = (high, 2 * high) }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if envelope(at: middle) > Self.threshold { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns a bound of the distance that a spring without bounces has left at `time`.
  private func envelope(at time: Double) -> Double {
    var reach = time
    if case .over(let spread) = regime { reach = min(time, 1 / spread) }
    return exp(-decay * time) * (1 + abs(drive) * reach)
  }
}
