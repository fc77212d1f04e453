// masksToBounds: upright, rounded, turned and tilted clips, inside each other; what lies inside the clip is as if there
// were none.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct ClipTests {
    /// Clip and shape multiply where both cross a pixel; the truth is their intersection.
    private static let arcs = Tolerance(edge: 14, edgeMean: 3)

    /// Where two clips' arcs cross in a pixel.
    private static let crossing = Tolerance(edge: 28, edgeMean: 4)

    private func clip(
      _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0,
      by transform: CATransform3D? = nil,
      _ sublayers: CALayer...
    ) -> CALayer {
      layer(x, y, width, height) {
        $0.masksToBounds = true
        $0.cornerRadius = radius
        if let transform { $0.transform = transform }
        $0.sublayers = sublayers
      }
    }

    @Test(arguments: [0, 0.25, 0.5, 0.875]) func upright(phase: Double) throws {
      try expectTruth(clip(10 + phase, 12, 40, 30.5, layer(-5, 5, 30, 60, .orange)), within: .exact)
      try expectTruth(
        clip(10 + phase, 12, 100, 90.5, layer(-5, 5, 130, 60, .orange), layer(20, 20, 200, 200, .glass)), on: .large,
        within: Tolerance(edge: 2, edgeMean: 0.6))
      try expectTruth(
        clip(10 + phase, 12, 40, 30, layer(10, 5, 40, 40, .orange) { $0.transform = turn(30) }),
        within: Tolerance(edge: 16, edgeMean: 4))
    }

    @Test(arguments: [2, 6, 15, 20, 45]) func rounded(radius: Double) throws {
      let tolerance = radius < 4 ? Tolerance(edge: 22, edgeMean: 5) : Self.arcs
      for side in [45.0, 95] {
        for phase in [0, 0.5] {
          let card = clip(10 + phase, 12, side, side, radius: radius, layer(-5, -5, 200, 60, .orange))
          try expectTruth(card, on: .large, within: tolerance, "side \(side), phase \(phase)")
          let filled = clip(10 + phase, 12, side, side, radius: radius, layer(0, 0, side, side, .orange))
          try expectTruth(filled, on: .large, within: tolerance, "filled, side \(side), phase \(phase)")
        }
      }
    }

    /// An edge or a rounding that content and clip share counts once.
    @Test(arguments: [0, 0.25, 0.5]) func sharedEdges(phase: Double) throws {
      for side in [45.0, 95] {
        for (outer, inner) in [(0.0, 12.0), (12, 12), (12, 0), (0, 0)] {
          let content = layer(0, 0, side, side, .orange) { $0.cornerRadius = inner }
          let shared = clip(10 + phase, 12 + phase / 2, side, side, radius: outer, content)
          try expectTruth(shared, on: .large, within: Self.arcs, "side \(side), radii \(outer) and \(inner)")
        }
        let ring = layer(0, 0, side, side) {
          $0.borderWidth = 4
          $0.borderColor = .teal
        }
        let around = clip(10 + phase, 12 + phase / 2, side, side, ring)
        try expectTruth(around, on: .large, within: Self.arcs, "a border, side \(side)")
      }
    }

    @Test(arguments: [0, 0.5]) func roundedInRounded(phase: Double) throws {
      // Each crosses the other: needs a surface.
      let inner = clip(30, -10, 60, 80, radius: 20, layer(-10, -10, 200, 200, .orange))
      try expectTruth(clip(20 + phase, 20, 80, 90, radius: 30, inner), on: .large, within: Self.crossing, "crossing")
      // The inner one lies inside the outer one's arcs: needs none.
      let contained = clip(25, 25, 30, 30, radius: 10, layer(-10, -10, 200, 200, .orange))
      try expectTruth(clip(20 + phase, 20, 80, 90, radius: 30, contained), on: .large, within: Self.arcs, "contained")
      let three = clip(
        10, 10, 120, 120, radius: 50,
        clip(-20, 10, 110, 100, radius: 30, clip(5, -5, 100, 70, radius: 35, layer(0, 0, 200, 200, .glass))))
      try expectTruth(three, on: .large, within: Self.crossing, "three")
    }

    @Test(arguments: [10, 45, 80]) func turned(degrees: Double) throws {
      let content = layer(-20, 10, 120, 30, .orange)
      let corner = Self.crossing
      try expectTruth(clip(50, 40, 70, 60, by: turn(degrees), content), on: .large, within: corner)
      content.removeFromSuperlayer()
      try expectTruth(
        clip(50, 40, 70, 60, radius: 20, by: turn(degrees), content), on: .large, within: corner, "rounded")
      content.removeFromSuperlayer()
      // Content that stands upright inside a turned clip.
      content.transform = turn(-degrees)
      try expectTruth(clip(50, 40, 70, 60, by: turn(degrees), content), on: .large, within: corner, "upright content")
      content.removeFromSuperlayer()
      let nested = clip(20, 15, 100, 100, clip(20, 20, 60, 60, radius: 10, by: turn(degrees), content))
      try expectTruth(nested, on: .large, within: corner, "in an upright clip")
    }

    @Test(arguments: [-50, 30, 60]) func tilted(degrees: Double) throws {
      for radius in [0.0, 20] {
        let card = clip(
          50, 30, 90, 90, radius: radius, by: tilt(degrees, 0, 1, distance: 200), layer(-20, 10, 200, 30, .orange),
          layer(30, -30, 30, 200, .glass) { $0.transform = turn(20) })
        card.backgroundColor = .teal
        try expectTruth(card, on: .large, within: Tolerance(edge: 30, edgeMean: 6), "radius \(radius)")
      }
    }

    @Test func boundsOrigin() throws {
      for origin in [CGPoint(x: 0, y: 0), CGPoint(x: 15, y: -7.5), CGPoint(x: -30.25, y: 40)] {
        let scrolled = clip(20, 10, 100, 90, radius: 12, layer(0, 0, 60, 60, .orange), layer(30, 70, 60, 60, .glass))
        scrolled.backgroundColor = .teal
        scrolled.bounds.origin = origin
        try expectTruth(scrolled, on: .large, within: Tolerance(edge: 30, edgeMean: 4), "\(origin)")
      }
    }
  }
}
