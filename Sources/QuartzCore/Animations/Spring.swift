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

import Foundation

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
  /// b: what drives the second term.
  private let drive: Double

  /// Nil unless mass and stiffness are above 0, damping is at least 0, and all are finite.
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

  /// Returns the part of the way that is covered `time` seconds after the beginning: 0 there, toward 1, beyond it where
  /// the spring bounces.
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

  /// The duration until the motion counts as over, in seconds: Apple's rule, as values read off its objects give it
  /// (X-A2, X-A2b).
  ///
  /// Under-damped, the sum of the amplitudes of cosine and sine falls below 0.001: `ln(1000 (1 + |b| / wd)) / a`.
  /// Critical, it is the first whole number of tenths of a second, added up one by one, at which the distance left is
  /// below 0.001. Without damping it is `Float.greatestFiniteMagnitude`.
  ///
  /// Ours where nothing is measured: a spring with an initial velocity has to stay below 0.001, not to pass through;
  /// from ``countedTenths`` on tenths are not counted, but the envelope rounded up to the next; and a spring that is
  /// allowed to be over-damped settles by the rule of the critical one. (For the one such spring that is known, a
  /// perceptual duration of 1 s with a bounce of -0.5, Apple has about 2.6 s, which leaves more than a hundredth of the
  /// way; this has 4.2 s.)
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

  /// A bound of the distance that a spring without bounces has left at `time`.
  private func envelope(at time: Double) -> Double {
    var reach = time
    if case .over(let spread) = regime { reach = min(time, 1 / spread) }
    return exp(-decay * time) * (1 + abs(drive) * reach)
  }
}
