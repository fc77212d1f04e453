// Perspective: turns about x and y with m34, planes that reach behind the eye, nested perspectives.

import Compositor
import CoreGraphics
import Multiplane
import QuartzCore
import TestSupport
import Testing

extension RenderingTests {
  @MainActor @Suite struct PerspectiveTests {
    /// As for turned edges; and corners that are sharp or blunt as seen, where the edges' coverages do not multiply.
    private static let tolerance = Tolerance(edge: 28, edgeMean: 4, edgeReach: 1)
    /// A corner so blunt that both edges cross a pixel as one line does: coverage c counts as c * c, up to 64 too
    /// little.
    private static let blunt = Tolerance(edge: 64, edgeMean: 4, edgeReach: 1)

    /// The horizon of a plane: its four edges lie within a pixel there, and less than c * c counts.
    private static let horizon = Tolerance(edge: 80, edgeMean: 20, edgeReach: 1)

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
    @Test(arguments: [60, 70, 80, -65]) func passingTheEye(degrees: Double) throws {
      for spin in [0.0, 20, 45] {
        let floor = layer(0, -20, 200, 200, .orange) {
          let turned = CATransform3DMakeRotation(spin * .pi / 180, 0, 0, 1)
          $0.transform = CATransform3DConcat(turned, tilt(degrees, 1, 0, distance: 80))
        }
        try expectTruth(floor, on: .large, within: Self.blunt, "spun by \(spin)")
      }
    }

    /// Planes that pass the eye so near that all of the canvas shows a point of them, or a hundredth: it has weights of
    /// 0.03 to 0.00001. OpenGL's rasteriser and rows show the same.
    @Test(arguments: [1, 0.1, 0.01, 0.001]) func passingCloseToTheEye(distance: Double) throws {
      for (degrees, spin) in [(70.0, 0.0), (80, 20), (-65, 45)] {
        let near = layer(20, 30, 140, 120, .orange) {
          let angle = degrees * .pi / 180
          let turned = CATransform3DConcat(
            CATransform3DMakeRotation(spin * .pi / 180, 0, 0, 1), CATransform3DMakeRotation(angle, 1, 0, 0))
          // The plane through (0, 0, z) is (80 - z) cos(angle) away from the eye at (0, 0, 80).
          let moved = CATransform3DConcat(turned, CATransform3DMakeTranslation(0, 0, 80 - distance / cos(angle)))
          $0.transform = CATransform3DConcat(moved, tilt(0, 1, 0, distance: 80))
        }
        try expectTruth(near, on: .large, within: Self.horizon, "spun by \(spin)")
      }
    }

    /// Maps whose weights are differences of large numbers, found by chance: rows and OpenGL drew different halves of
    /// these, and other corners. Corners lie on 256ths of a pixel for OpenGL: 1 of 255 at an edge, and at the horizon,
    /// where four edges multiply, some more.
    @Test(arguments: 0..<4) func rowsAreAsOpenGL(index: Int) throws {
      let scene: CALayer
      switch index {
      case 0: scene = squeezed { $0.backgroundColor = .orange }
      case 1:
        scene = squeezed {
          $0.backgroundColor = .orange
          $0.cornerRadius = 40
        }
      case 2: scene = squeezed { $0.contents = CGImage.sample(40, 30) }
      default:
        scene = layer(0, 0, 200, 200) {
          $0.sublayerTransform = CATransform3D(
            m11: 93.9784, m12: 16.304, m13: 0, m14: 80.7815, m21: 0, m22: 127.914, m23: 0, m24: 0, m31: 0, m32: 0,
            m33: 1, m34: -48.1245, m41: 0, m42: 0, m43: 2, m44: 1)
          let thin = layer(140.466, 273.599, 1.38348, 22.8019, .orange) {
            $0.transform = CATransform3DMakeRotation(147.247, 0, 0, 1)
            $0.zPosition = 64
          }
          $0.addSublayer(thin)
        }
      }
      let rows = Canvas(width: 200, height: 200, scale: 0.7, drawing: .rows)
      let other = Canvas(width: 200, height: 200, scale: 0.7, drawing: .gl)
      let drawn = try rows.pixels([scene])
      scene.removeFromSuperlayer()
      let difference = Picture(width: 140, bytes: drawn).difference(
        from: Picture(width: 140, bytes: try other.pixels([scene])))
      #expect(difference.most <= 8, "\(difference)")
      // Something is seen, and not all of the canvas.
      #expect(drawn.contains { $0 > 0 } && drawn.contains(0))
    }

    private func squeezed(_ configure: (CALayer) -> Void) -> CALayer {
      layer(0, 0, 200, 200) {
        $0.transform = CATransform3D(
          m11: 1, m12: 0, m13: 359, m14: -29.7744, m21: 23.0413, m22: 1, m23: -36.6712, m24: 359, m31: -24.7631, m32: 0,
          m33: -26.6845, m34: 47.681, m41: 0, m42: 0, m43: 0, m44: 1)
        configure($0)
      }
    }

    /// Edges that meet pixels far away from all corners.
    @Test(arguments: [1e4, 1e6, 1e8]) func largerThanTheCanvas(side: Double) throws {
      let band = layer(100 - side * 0.3, 50, side, 50, .orange) {
        $0.anchorPoint = CGPoint(x: 0.3, y: 0.5)
        $0.position = CGPoint(x: 100, y: 80)
        $0.transform = turn(37)
      }
      try expectTruth(band, on: .large, within: .turned)
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
