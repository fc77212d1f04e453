// Borders: inside the bounds, following the corners, above everything; alone and around a background that must not
// shine through.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct BorderTests {
    /// Twice the error of an arc: both edges of a thin ring, or those of ring and background, cross one pixel.
    private static let arcs = Tolerance(edge: 24, edgeMean: 3)

    private func bordered(
      _ x: Double, _ y: Double, _ side: Double, width: Double, radius: Double, _ color: CGColor, _ inside: CGColor?
    ) -> CALayer {
      layer(x, y, side, side, inside) {
        $0.borderWidth = width
        $0.borderColor = color
        $0.cornerRadius = radius
      }
    }

    @Test(arguments: [0.5, 1, 1.5, 2, 3, 5, 8, 12.5, 20]) func squareBorder(width: Double) throws {
      for phase in [0, 0.25, 0.5, 0.625] {
        for side in [45.0, 90] {
          let alone = bordered(10 + phase, 11, side, width: width, radius: 0, .teal, nil)
          try expectTruth(alone, on: .large, within: Tolerance(edge: 2, edgeMean: 1), "alone, \(side) at \(phase)")
          let glass = bordered(10 + phase, 11, side, width: width, radius: 0, .glass, .orange)
          try expectTruth(glass, on: .large, within: Tolerance(edge: 2, edgeMean: 1), "glass, \(side) at \(phase)")
        }
      }
    }

    @Test(arguments: [0.5, 1, 2, 3, 5, 12.5, 20]) func roundedBorder(width: Double) throws {
      for radius in [1.0, 3, 8, 16, 22] {
        for side in [45.0, 90] {
          let alone = bordered(10, 11.5, side, width: width, radius: radius, .teal, nil)
          try expectTruth(alone, on: .large, within: Self.arcs, "alone, side \(side), radius \(radius)")
          let glass = bordered(10, 11.5, side, width: width, radius: radius, .glass, .orange)
          try expectTruth(glass, on: .large, within: Self.arcs, "glass, side \(side), radius \(radius)")
        }
      }
    }

    /// From two pixels of width on, the background ends under the border, and its edge cannot show.
    @Test(arguments: [2, 3, 5, 12.5, 20]) func opaqueBorderHidesTheEdge(width: Double) throws {
      for radius in [0.0, 3, 8, 16] {
        for phase in [0, 0.5] {
          let around = bordered(10 + phase, 11, 90, width: width, radius: radius, .teal, .orange)
          try expectTruth(around, on: .large, within: Self.arcs, "radius \(radius), phase \(phase)")
        }
      }
    }

    @Test(arguments: [23, 25, 45, 60]) func widerThanHalfASide(width: Double) throws {
      for radius in [0.0, 10] {
        let full = bordered(10.5, 11, 45, width: width, radius: radius, .glass, nil)
        try expectTruth(full, within: Self.arcs, "radius \(radius)")
      }
    }

    @Test(arguments: [2, 3, 0.5] as [Double]) func scaled(scale: Double) throws {
      let canvas = Canvas(width: 80, height: 80, scale: scale)
      try expectTruth(
        bordered(5.3, 6, 60, width: 3, radius: 12, .teal, nil), on: canvas, within: Self.arcs)
      try expectTruth(bordered(5.3, 6, 60, width: 3, radius: 0, .teal, nil), on: canvas, within: .exact)
    }

    @Test(arguments: [10, 30, 45, 77]) func turned(degrees: Double) throws {
      for radius in [0.0, 2, 10] {
        let turned = bordered(40.5, 30, 70, width: 5, radius: radius, .glass, .orange)
        turned.transform = turn(degrees)
        // Outer edges of the background and the ring fall together: twice the error of one.
        try expectTruth(turned, on: .large, within: Tolerance(edge: 24, edgeMean: 4), "radius \(radius)")
      }
    }

    @Test(arguments: [(1, 1), (-1, 1), (1, -1), (-1, -1)] as [(Double, Double)])
    func perCorner(x: Double, y: Double) throws {
      for mask in 0..<16 {
        let some = bordered(10.5, 11, 90, width: 4, radius: 14, .teal, nil)
        some.maskedCorners = CACornerMask(rawValue: UInt(mask))
        some.transform = CATransform3DMakeScale(x, y, 1)
        try expectTruth(some, on: .large, within: Self.arcs, "corners \(mask)")
      }
    }

    @Test func withoutEdgeAntialiasing() throws {
      for radius in [0.0, 10] {
        for size in [40.0, 90] {
          let hard = bordered(10.25, 11.375, size, width: 4, radius: radius, .teal, nil)
          hard.allowsEdgeAntialiasing = false
          try expectTruth(hard, on: .large, within: Self.arcs, "radius \(radius), size \(size)")
        }
      }
    }

    @Test func aboveSublayers() throws {
      let card = bordered(10, 10, 40, width: 6, radius: 8, .glass, .orange)
      card.addSublayer(layer(-5, 10, 60, 10, .teal))
      try expectTruth(card, within: Self.arcs)
    }
  }
}
