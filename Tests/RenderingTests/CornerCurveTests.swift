// Continuous corners against the polygon of their Bezier curve: backgrounds, borders, clips of contents and of
// sublayers, per corner, turned, tilted, and where a side is too short for the whole curve.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct CornerCurveTests {
    /// Distance coverage of a bent edge, as of arcs; the shader's polynomial is within 0.0012 of a radius of the curve.
    private static let curves = Tolerance(edge: 14, edgeMean: 3)

    private func rounded(
      _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, _ color: CGColor? = .orange,
      _ configure: (CALayer) -> Void = { _ in }
    ) -> CALayer {
      layer(x, y, width, height, color) {
        $0.cornerRadius = radius
        $0.cornerCurve = .continuous
        configure($0)
      }
    }

    @Test(arguments: [4, 8, 12.5, 20, 30]) func radius(radius: Double) throws {
      let side = max(3.2 * radius, 40)
      for phase in [0, 0.25, 0.5] {
        let shape = rounded(10 + phase, 12 + phase / 2, side, side + 5, radius: radius)
        try expectTruth(shape, on: .large, within: Self.curves, "phase \(phase)")
      }
    }

    /// Below 2 * 1.528665 radii a side's corners become circles by and by.
    @Test(arguments: [122, 110, 100, 90, 82, 80, 60]) func sideTooShort(side: Double) throws {
      let shape = rounded(10.25, 12.5, side, 140, radius: 40)
      try expectTruth(shape, on: .large, within: Self.curves)
    }

    @Test(arguments: 1..<16) func maskedCorners(mask: UInt) throws {
      for (size, color) in [(40.0, CGColor.orange), (90, .glass)] {
        let shape = rounded(20.5, 20, size, size + 10, radius: 16, color) {
          $0.maskedCorners = CACornerMask(rawValue: mask)
        }
        try expectTruth(shape, on: .large, within: Self.curves, "size \(size)")
      }
    }

    @Test(arguments: [0, 17, 30, 45, 90, 123]) func turned(degrees: Double) throws {
      for radius in [8.0, 16, 25] {
        let shape = rounded(50.3, 50.1, 70, 50, radius: radius) { $0.transform = turn(degrees) }
        try expectTruth(shape, on: .large, within: Self.curves, "radius \(radius)")
      }
    }

    @Test(arguments: [1, 2, 4, 9.5, 20]) func border(width: Double) throws {
      for degrees in [0.0, 25] {
        for size in [60.0, 110] {
          let ring = rounded(40.25, 22.5, size, size, radius: 18, .glass) {
            $0.borderWidth = width
            $0.borderColor = .teal
            $0.transform = turn(degrees)
          }
          try expectTruth(
            ring, on: .large, within: Tolerance(edge: 20, edgeMean: 5, edgeReach: 1), "\(degrees) degrees, \(size)")
        }
      }
    }

    @Test(arguments: [0, 20]) func clips(degrees: Double) throws {
      let clip = rounded(40.5, 20, 100, 90, radius: 24, nil) {
        $0.masksToBounds = true
        $0.contents = CGImage.sample(50, 50)
        $0.transform = turn(degrees)
        $0.addSublayer(layer(-10, 50, 130, 60, .glass))
      }
      try expectTruth(clip, on: .large, within: Tolerance(interior: 2, edge: 24, edgeMean: 4))
      let gradientLike = rounded(20, 10, 100, 90, radius: 24, nil) {
        $0.masksToBounds = true
        $0.addSublayer(layer(30, -20, 60, 60, .orange) { $0.transform = turn(45) })
      }
      try expectTruth(gradientLike, on: .large, within: Tolerance(edge: 28, edgeMean: 4))
    }

    @Test func clipInClip() throws {
      for (outer, inner) in [(CALayerCornerCurve.continuous, CALayerCornerCurve.circular), (.circular, .continuous)] {
        let nested = layer(20.5, 20, 90, 90) {
          $0.cornerRadius = 28
          $0.cornerCurve = outer
          $0.masksToBounds = true
          $0.addSublayer(
            layer(30, -10, 80, 80) {
              $0.cornerRadius = 22
              $0.cornerCurve = inner
              $0.masksToBounds = true
              $0.transform = turn(12)
              $0.addSublayer(layer(-40, -40, 200, 200, .orange))
            })
        }
        try expectTruth(nested, on: .large, within: Tolerance(edge: 28, edgeMean: 4), "\(outer)")
      }
    }

    @Test func tilted() throws {
      let shape = rounded(50, 30, 90, 90, radius: 24) {
        $0.transform = tilt(40, 0, 1, distance: 250)
        $0.borderWidth = 5
        $0.borderColor = .teal
      }
      try expectTruth(shape, on: .large, within: Tolerance(edge: 30, edgeMean: 6))
    }

    /// Two opposite corners alone, whose arcs reach into each other.
    @Test(arguments: [0, 1]) func oppositeCorners(pair: Int) throws {
      let corners: CACornerMask =
        pair == 0
        ? [.layerMinXMinYCorner, .layerMaxXMaxYCorner] : [.layerMaxXMinYCorner, .layerMinXMaxYCorner]
      for curve in [CALayerCornerCurve.circular, .continuous] {
        for (radius, width, height) in [(35.0, 60.0, 60.0), (60, 60, 60), (90, 90, 70), (55, 110, 60), (60, 110, 110)] {
          for degrees in [0.0, 30] {
            let leaf = layer(40.25, 20.5, width, height, .glass) {
              $0.cornerRadius = radius
              $0.cornerCurve = curve
              $0.maskedCorners = corners
              $0.borderWidth = 6
              $0.borderColor = .teal
              $0.transform = turn(degrees)
            }
            try expectTruth(
              leaf, on: .large, within: Tolerance(edge: 30, edgeMean: 5, edgeReach: 1),
              "\(curve.rawValue), radius \(radius) on \(width)x\(height), \(degrees) degrees")
            let clip = layer(40.25, 20.5, width, height) {
              $0.cornerRadius = radius
              $0.cornerCurve = curve
              $0.maskedCorners = corners
              $0.masksToBounds = true
              $0.transform = turn(degrees)
              $0.addSublayer(layer(-10, -10, 90, 200, .orange))
            }
            try expectTruth(
              clip, on: .large, within: Tolerance(edge: 34, edgeMean: 5, edgeReach: 1),
              "clip: \(curve.rawValue), radius \(radius) on \(width)x\(height), \(degrees) degrees")
          }
        }
      }
    }
  }
}
