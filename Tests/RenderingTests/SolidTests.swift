// Solid rectangles: upright at every phase, through the linear path and slicing; turned, skewed and mirrored; edges
// that are not antialiased.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct SolidTests {
    private nonisolated static let eighths = Array(stride(from: 0, to: 1, by: 0.125))

    @Test(arguments: eighths) func position(phase: Double) throws {
      for other in Self.eighths {
        try expectTruth(layer(8 + phase, 9 + other, 30, 21, .orange), within: .exact, "\(phase), \(other)")
        try expectTruth(layer(8 + phase, 9 + other, 30 + other, 21.5, .glass), within: .exact, "glass \(other)")
      }
    }

    @Test(arguments: eighths) func positionOfSlicedRectangles(phase: Double) throws {
      for other in Self.eighths {
        // Fractional edges as strips beside an opaque interior: a corner is one blend as anywhere.
        try expectTruth(layer(8 + phase, 9 + other, 100, 90.5, .orange), on: .large, within: .exact)
        try expectTruth(layer(8 + phase, 9 + other, 100, 90.5, .glass), on: .large, within: .exact)
      }
    }

    @Test(arguments: [1, 2, 3, 1.5]) func scale(scale: Double) throws {
      let canvas = Canvas(scale: scale)
      try expectTruth(layer(3, 5, 20, 31, .orange), layer(10.3, 7.7, 40, 41, .glass), on: canvas, within: .exact)
    }

    @Test(arguments: [0.02, 0.125, 0.25, 0.5, 0.75, 0.9, 1, 1.25, 2]) func thinner(than width: Double) throws {
      for x in stride(from: 20, to: 21, by: 0.1) {
        try expectTruth(layer(x, 5.3, width, 40, .orange), within: .exact, "at \(x)")
        try expectTruth(layer(x, x, width, width, .glass), within: .exact, "small at \(x)")
      }
    }

    @Test(arguments: [61, 62, 63, 63.5, 64, 64.25, 64.5, 65, 66, 67.75]) func slicingThreshold(side: Double) throws {
      for phase in [0, 0.25, 0.5, 0.875] {
        try expectTruth(layer(10 + phase, 20, side, side, .orange), on: .large, within: .exact, "\(phase), 0")
        try expectTruth(layer(10 + phase, 20 + phase, side, 64, .glass), on: .large, within: .exact, "\(phase)")
        try expectTruth(layer(10, 20.5, 150 + phase, side / 2, .orange), on: .large, within: .exact, "wide \(phase)")
      }
    }

    @Test func partlyOutside() throws {
      for (x, y) in [(-20.5, 5), (40.25, -10.75), (-5.5, 50.5), (-100, -100)] {
        try expectTruth(layer(x, y, 300, 30, .orange), within: .exact, "\(x), \(y)")
      }
      try expectTruth(layer(-2000.25, -3000.5, 5000.5, 3030.75, .glass), within: .exact)
    }

    @Test func overBackground() throws {
      let canvas = Canvas(background: .glass)
      try expectTruth(
        layer(5.5, 5.25, 30, 30, .orange), layer(20.5, 20.5, 30, 30, .glass), on: canvas,
        within: Tolerance(edge: 2, edgeMean: 1))
    }

    // MARK: Edges that are not antialiased

    @Test(arguments: eighths) func noAntialiasing(phase: Double) throws {
      for other in Self.eighths where other != 0.5 && phase != 0.5 {
        let hard = layer(8 + phase, 9 + other, 30, 21, .orange) { $0.allowsEdgeAntialiasing = false }
        try expectTruth(hard, within: .exact, "\(phase), \(other)")
        let large = layer(8 + phase, 9 + other, 100.25, 90, .glass) { $0.allowsEdgeAntialiasing = false }
        try expectTruth(large, on: .large, within: .exact, "large \(phase), \(other)")
      }
    }

    @Test(arguments: 0..<16) func antialiasedEdges(mask: UInt32) throws {
      for size in [30.25, 80.25] {
        let some = layer(8.375, 9.625, size, size, .orange) {
          $0.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: mask)
        }
        try expectTruth(some, on: .large, within: .exact, "size \(size)")
        let mirrored = layer(8.375, 9.625, size, size, .orange) {
          $0.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: mask)
          $0.transform = CATransform3DMakeScale(-1, -1, 1)
        }
        try expectTruth(mirrored, on: .large, within: .exact, "mirrored, size \(size)")
        let turned = layer(38.375, 39.625, size, size, .orange) {
          $0.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: mask)
          $0.transform = turn(20)
        }
        // Where a hard edge meets a soft one, the soft one's fade is cut by the centre rule: up to half the fade.
        try expectTruth(turned, on: .large, within: .turned, "turned, size \(size)")
      }
    }

    // MARK: Turned, skewed, mirrored

    @Test(arguments: Array(stride(from: 0.0, through: 180, by: 7.5)) + [0.01, 0.5, 1, 44.9, 89.9, 90.1])
    func turned(degrees: Double) throws {
      for (width, height) in [(30.0, 20.0), (5, 40), (1.5, 40), (0.5, 40)] {
        let turned = layer(32 - width / 2 + 0.3, 32 - height / 2 + 0.1, width, height, .orange) {
          $0.transform = turn(degrees)
        }
        // At the ends of a line thinner than two pixels, three edges cross one pixel.
        try expectTruth(
          turned, within: width < 2 ? Tolerance(edge: 22, edgeMean: 5, edgeReach: 1) : .turned, "\(width)x\(height)")
      }
    }

    @Test(arguments: [-1.5, -0.7, -0.1, 0.2, 0.9, 2]) func skewed(amount: Double) throws {
      for isX in [true, false] {
        let skewed = layer(20.4, 20.2, 22, 18, .glass) {
          var t = CATransform3DIdentity
          if isX { t.m21 = amount } else { t.m12 = amount }
          $0.transform = t
        }
        // In a sharp or blunt corner the edges' coverages do not multiply.
        try expectTruth(skewed, within: Tolerance(edge: 24, edgeMean: 4, edgeReach: 1), "\(isX)")
      }
    }

    @Test(arguments: [(-1, 1), (1, -1), (-1, -1), (-0.4, 1.7), (3, 0.1)] as [(Double, Double)])
    func mirroredAndScaled(x: Double, y: Double) throws {
      let small = layer(20.25, 22.75, 15, 12, .orange) { $0.transform = CATransform3DMakeScale(x, y, 1) }
      try expectTruth(small, within: .exact)
      let large = layer(50.25, 42.75, 70, 72, .glass) { $0.transform = CATransform3DMakeScale(x, y, 1) }
      try expectTruth(large, on: .large, within: .exact)
    }
  }
}
