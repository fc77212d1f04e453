// The Gaussian in one dimension for shadows: averaged over a pixel, since the alpha that casts a shadow is itself a
// coverage of pixels. As the deviation goes to 0, a shadow becomes the antialiased shape without a jump.
//
// `shadowRadius` is the standard deviation of the Gaussian, in points. Sources: WebKit, on Apple's systems, sets a
// layer's `shadowRadius` to the standard deviation of CSS's drop-shadow filter, and `inputRadius` of CAFilter's
// Gaussian to that of CSS's blur (PlatformCAFiltersCocoa.mm); CSS's box-shadow blur is twice the standard deviation,
// and design tools' blur values, which follow CSS, are halved for `shadowRadius` by common practice. That `render(in:)`
// was measured to reach 2 * shadowRadius fits, too: Core Graphics' blur value is twice the deviation, and it stops
// there. The frame's shadows go on to 3 deviations, where a straight edge casts a third of 1/255.

import CoreGraphics
import Foundation

/// A Gaussian of a standard deviation, averaged over an interval.
struct Gaussian: Sendable {
  let sigma: Double
  /// The interval's length; 0 for none.
  let pixel: Double

  init(sigma: Double, pixel: Double) {
    self.sigma = sigma
    // Against a much wider Gaussian the average is the value, and its formula would be a difference of equals.
    self.pixel = pixel < 1e-3 * sigma ? 0 : pixel
  }

  /// The number of deviations beyond which a shadow is not drawn, or is taken to be full.
  static let reach = 3.0

  /// Returns the distance from a straight edge, in deviations, at which a shadow of that alpha may still change a byte.
  static func visibleReach(alpha: Double) -> Double {
    var reach = Self.reach
    while reach > 0.25 && cumulative(-(reach - 0.125)) * alpha < 0.45 / 255 { reach -= 0.125 }
    return reach
  }

  /// Returns the shadow at `x` of a half plane that begins at 0, from 0 to 1; at infinity 1.
  func edge(_ x: Double) -> Double {
    if x == .infinity { return 1 }
    if x == -.infinity { return 0 }
    guard pixel > 0 else { return Self.cumulative(x / sigma) }
    return (integral(x + pixel / 2) - integral(x - pixel / 2)) / pixel
  }

  /// Returns the shadow at `x` of a line at 0: the derivative of ``edge(_:)``.
  func line(_ x: Double) -> Double {
    guard x.isFinite else { return 0 }
    guard pixel > 0 else { return Self.density(x / sigma) / sigma }
    return (Self.cumulative((x + pixel / 2) / sigma) - Self.cumulative((x - pixel / 2) / sigma)) / pixel
  }

  /// An antiderivative of the Gaussian's cumulative distribution.
  private func integral(_ x: Double) -> Double {
    let t = x / sigma
    return x * Self.cumulative(t) + sigma * Self.density(t)
  }

  static func density(_ t: Double) -> Double { exp(-0.5 * t * t) * 0.398_942_280_401_432_7 }
  static func cumulative(_ t: Double) -> Double { GaussianKernel.cumulative(t) }
}
