// The motion of a damped spring, in closed form. With x the distance left (1 at the beginning, 0 at the end),
//
//   m x'' + c x' + k x = 0,   x(0) = 1,   x'(0) = -v
//   w0 = sqrt(k / m),   z = c / (2 sqrt(k m))
//
//   z < 1   x = exp(-z w0 t) (cos(wd t) + b / wd sin(wd t))          wd = w0 sqrt(1 - z²),  b = z w0 - v
//   z = 1   x = exp(-w0 t) (1 + b t)                                 b = w0 - v
//   z > 1   x = exp(s1 t) + b (exp(s1 t) - exp(s2 t)) / (s1 - s2)    s = -w0 (z ∓ sqrt(z² - 1)),  b = -s1 - v
//
// In all three, x = exp(-a t) (c(t) + b s(t)) with |c| <= 1 and |s| <= min(t, limit): that bound is the envelope.

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

  /// How much of the way is covered `time` seconds after the beginning: 0 there, toward 1, beyond it where the spring
  /// bounces.
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

  /// When the envelope falls for good below ``threshold``; infinite without damping.
  ///
  /// Apple does not state its rule. The threshold is fitted to the two durations that its documentation gives: about
  /// 2.85 s for a damping of 5 and just over 1 s for 15, mass 1 and stiffness 100.
  package var settlingDuration: Double {
    guard decay > 0 else { return .infinity }
    // The envelope may rise at first; from its peak, at 1 / decay at the latest, it falls.
    var low = 1 / decay
    var high = 2 * low
    while envelope(at: high) > Self.threshold { (low, high) = (high, 2 * high) }
    if envelope(at: low) <= Self.threshold { low = 0 }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if envelope(at: middle) > Self.threshold { low = middle } else { high = middle }
    }
    return high
  }

  /// What may be left of the way for the motion to count as over.
  static let threshold = 8.3e-4

  /// A bound of the distance left at `time`.
  private func envelope(at time: Double) -> Double {
    let amplitude =
      switch regime {
      // Either the largest value of cos + b / w sin, or the bound by time, which is lower close to critical damping.
      case .under(let frequency):
        min((1 + (drive / frequency) * (drive / frequency)).squareRoot(), 1 + abs(drive) * time)
      case .critical: 1 + abs(drive) * time
      case .over(let spread): 1 + abs(drive) * min(time, 1 / spread)
      }
    return exp(-decay * time) * amplitude
  }
}
