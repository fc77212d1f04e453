// Rounded corners: every radius, corner mask, phase and scale; under maps that turn circles into ellipses; the sliced
// form beside the form in one piece.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct RoundedTests {
    /// An arc is as good as a turned edge, and bends a little within a pixel.
    private static let arcs = Tolerance(edge: 14, edgeMean: 3)

    @Test(arguments: [1, 1.5, 2, 3, 4, 5, 8, 10, 12.5, 16, 20, 30, 40, 60]) func radius(radius: Double) throws {
      let side = max(2 * radius, 30)
      // An arc of few pixels is no line within a pixel, as its distance has it.
      let tolerance = radius < 4 ? Tolerance(edge: 22, edgeMean: 3) : Self.arcs
      for phase in [0, 0.25, 0.5] {
        let rounded = layer(10 + phase, 12 + phase / 2, side, side + 5, .orange) { $0.cornerRadius = radius }
        try expectTruth(rounded, on: .large, within: tolerance, "phase \(phase)")
      }
    }

    @Test(arguments: 0..<16) func maskedCorners(mask: UInt) throws {
      for (size, color) in [(30.0, CGColor.orange), (90, .glass)] {
        for (x, y) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
          let rounded = layer(20.5, 20, size, size + 10, color) {
            $0.cornerRadius = 12
            $0.maskedCorners = CACornerMask(rawValue: mask)
            $0.transform = CATransform3DMakeScale(x, y, 1)
          }
          try expectTruth(rounded, on: .large, within: Self.arcs, "size \(size), scaled by \(x), \(y)")
        }
      }
    }

    @Test(arguments: [1, 2, 3, 1.5]) func scale(scale: Double) throws {
      let canvas = Canvas(width: 100, height: 100, scale: scale)
      let rounded = layer(5.25, 7.5, 80, 85, .orange) { $0.cornerRadius = 9 }
      try expectTruth(rounded, layer(30, 30, 20, 20, .glass) { $0.cornerRadius = 10 }, on: canvas, within: Self.arcs)
    }

    /// Circles become ellipses: the distance is taken along the circle's normal, not the ellipse's.
    @Test(arguments: [(1.5, 1), (1, 2), (0.5, 1), (3, 1), (0.25, 2)] as [(Double, Double)])
    func nonuniformScale(x: Double, y: Double) throws {
      let rounded = layer(70, 50, 50, 40, .orange) {
        $0.cornerRadius = 15
        $0.transform = CATransform3DMakeScale(x, y, 1)
      }
      try expectTruth(rounded, on: .large, within: Tolerance(edge: 24, edgeMean: 5))
    }

    @Test(arguments: [5, 17, 30, 45, 60, 90, 123]) func turned(degrees: Double) throws {
      for radius in [4.0, 12, 25] {
        let rounded = layer(50.3, 50.1, 70, 50, .orange) {
          $0.cornerRadius = radius
          $0.transform = turn(degrees)
        }
        try expectTruth(rounded, on: .large, within: Self.arcs, "radius \(radius)")
      }
    }

    @Test func radiusThatDoesNotFit() throws {
      try expectTruth(layer(5, 5, 40, 20, .orange) { $0.cornerRadius = 100 }, within: Self.arcs)
      let lower = layer(5.5, 5, 40, 20, .orange) {
        $0.cornerRadius = 100
        $0.maskedCorners = [.layerMinXMaxYCorner, .layerMaxXMaxYCorner]
      }
      try expectTruth(lower, within: Self.arcs)
    }

    /// Edges of rounded layers are antialiased whatever the layer allows.
    @Test func withoutEdgeAntialiasing() throws {
      for size in [30.0, 90] {
        let rounded = layer(10.25, 10.5, size, size, .orange) {
          $0.cornerRadius = 10
          $0.allowsEdgeAntialiasing = false
        }
        try expectTruth(rounded, on: .large, within: Self.arcs, "size \(size)")
      }
    }
  }
}
