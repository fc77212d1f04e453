// Perspective: turns about x and y with m34, planes that cross the near plane, nested perspectives.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct PerspectiveTests {
    /// As for turned edges; and corners that are sharp or blunt as seen, where the edges' coverages do not multiply.
    private static let tolerance = Tolerance(edge: 28, edgeMean: 4, edgeReach: 1)
    /// A corner so blunt that both edges cross a pixel as one line does: coverage c counts as c * c, up to 64 too
    /// little.
    private static let blunt = Tolerance(edge: 64, edgeMean: 4, edgeReach: 1)

    @Test(arguments: [-75, -60, -30, -10, 10, 30, 60, 75]) func tilted(degrees: Double) throws {
      for (x, y) in [(1.0, 0.0), (0, 1), (1, 1)] {
        let tilted = layer(60, 40, 80, 80, .orange) { $0.transform = tilt(degrees, x, y, distance: 200) }
        try expectTruth(tilted, on: .large, within: Self.tolerance, "about \(x), \(y)")
      }
    }

    @Test(arguments: [-60, -30, 30, 60]) func roundedAndTilted(degrees: Double) throws {
      for radius in [5.0, 20] {
        let tilted = layer(60, 40, 80, 80, .glass) {
          $0.transform = tilt(degrees, 0, 1, distance: 250)
          $0.cornerRadius = radius
        }
        try expectTruth(tilted, on: .large, within: Tolerance(edge: 28, edgeMean: 6), "radius \(radius)")
      }
    }

    @Test(arguments: [-60, -30, 30, 60]) func borderedAndTilted(degrees: Double) throws {
      for radius in [0.0, 12] {
        let tilted = layer(60, 40, 80, 80) {
          $0.transform = tilt(degrees, 1, 0, distance: 250)
          $0.cornerRadius = radius
          $0.borderWidth = 6
          $0.borderColor = .teal
        }
        try expectTruth(tilted, on: .large, within: Tolerance(edge: 28, edgeMean: 6), "radius \(radius)")
      }
    }

    /// A floor that runs under the eye: part of it lies behind, and four corners become five or three.
    @Test(arguments: [60, 70, 80, -65]) func crossingTheNearPlane(degrees: Double) throws {
      for spin in [0.0, 20, 45] {
        let floor = layer(0, -20, 200, 200, .orange) {
          let turned = CATransform3DMakeRotation(spin * .pi / 180, 0, 0, 1)
          $0.transform = CATransform3DConcat(turned, tilt(degrees, 1, 0, distance: 80))
        }
        try expectTruth(floor, on: .large, within: Self.blunt, "spun by \(spin)")
      }
    }

    @Test func behindTheEye() throws {
      let behind = layer(50, 50, 40, 40, .orange) {
        var t = CATransform3DMakeTranslation(0, 0, 300)
        t = CATransform3DConcat(t, tilt(0, 1, 0, distance: 200))
        $0.transform = t
      }
      try expectTruth(behind, on: .large, within: .exact)
    }

    @Test(arguments: [-40, 25, 55]) func sublayerTransform(degrees: Double) throws {
      let stage = layer(20, 10, 160, 140) {
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 180
        $0.sublayerTransform = perspective
        for index in 0..<3 {
          let card = layer(20 + Double(index) * 45, 40, 40, 60, index == 1 ? .glass : .teal)
          card.transform = CATransform3DMakeRotation(degrees * .pi / 180, 0, 1, 0)
          card.zPosition = CGFloat(index * 10)
          $0.addSublayer(card)
        }
      }
      try expectTruth(stage, on: .large, within: Self.tolerance)
    }

    @Test func isDoubleSided() throws {
      for degrees in [0.0, 80, 100, 180, 260, 280] {
        for isDoubleSided in [true, false] {
          let card = layer(60, 40, 80, 80, .orange) {
            $0.transform = tilt(degrees, 0, 1, distance: 400)
            $0.isDoubleSided = isDoubleSided
            $0.addSublayer(layer(10, 10, 20, 30, .teal))
          }
          try expectTruth(card, on: .large, within: Self.tolerance, "\(degrees), \(isDoubleSided)")
        }
      }
    }

    @Test func layersFlattenIntoTheirSuperlayer() throws {
      let outer = layer(50, 30, 100, 100, .teal) { $0.transform = tilt(40, 0, 1, distance: 300) }
      let inner = layer(20, 20, 60, 60, .orange) { $0.transform = tilt(40, 1, 0, distance: 200) }
      outer.addSublayer(inner)
      inner.addSublayer(layer(10, 10, 20, 20, .glass) { $0.transform = turn(30) })
      try expectTruth(outer, on: .large, within: Self.tolerance)
    }
  }
}
