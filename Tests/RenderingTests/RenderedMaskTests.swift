// Masks: the alpha of a layer tree, soft and hard, turned, animated, with masks inside; rectangles as clips.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedMaskTests {
    /// A picture rounded to bytes and multiplied by another one rounded to bytes.
    private static let twice = Tolerance(interior: 2, edge: 3, edgeMean: 1)

    private func masked(_ mask: CALayer, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
      layer(8, 10, 48, 44, .orange) {
        $0.addSublayer(layer(10, 12, 60, 20, .teal))
        $0.mask = mask
        configure($0)
      }
    }

    @Test(arguments: [0, 0.25, 0.5]) func rectangles(phase: Double) throws {
      try expectTruth(masked(layer(6 + phase, 5, 30, 50.5, .black)), within: .exact)
      try expectTruth(
        masked(layer(6 + phase, 5, 30, 30, .black) { $0.cornerRadius = 12 }),
        within: Tolerance(edge: 14, edgeMean: 3))
      try expectTruth(
        masked(layer(6 + phase, 5, 30, 30, .black) { $0.transform = turn(30) }), within: .turned)
    }

    /// Only the mask's alpha counts, and everything about it: its colour's, its opacity, its image's.
    @Test func soft() throws {
      try expectTruth(masked(layer(6, 5, 30, 30, CGColor(red: 1, green: 0, blue: 0, alpha: 0.3))), within: Self.twice)
      try expectTruth(masked(layer(6.5, 5, 30, 30, .black) { $0.opacity = 0.5 }), within: Self.twice)
      let image = layer(0, 0, 48, 44) { $0.contents = CGImage.sample(48, 44, isOpaque: false) }
      try expectTruth(masked(image), within: Self.twice)
    }

    @Test func treesAsMasks() throws {
      let tree = layer(0, 0, 48, 44) {
        $0.addSublayer(layer(2, 3, 20, 20, .black))
        $0.addSublayer(layer(14.5, 11, 20, 24, .glass))
        $0.addSublayer(
          layer(30, 20, 40, 14) {
            $0.masksToBounds = true
            $0.addSublayer(layer(-5, -5, 25, 60, .black))
          })
      }
      try expectTruth(masked(tree), within: Self.twice)
    }

    @Test func masksInsideMasks() throws {
      let inner = layer(0, 0, 48, 44, .black) { $0.mask = layer(5, 5, 20, 30, .glass) }
      try expectTruth(masked(inner), within: Tolerance(interior: 3, edge: 3, edgeMean: 1))
      let child = masked(layer(0, 0, 25, 60, .glass))
      let parent = layer(0, 0, 64, 64) {
        $0.addSublayer(layer(0, 30, 64, 20, .teal))
        $0.addSublayer(child)
        $0.mask = layer(10, 20, 40, 30, .glass)
      }
      try expectTruth(parent, within: Tolerance(interior: 3, edge: 3, edgeMean: 1))
    }

    @Test func withOpacityClipsAndBorders() throws {
      let half = masked(layer(4, 4, 30, 30, .glass)) {
        $0.opacity = 0.5
        $0.borderWidth = 4
      }
      try expectTruth(half, within: Self.twice)
      let clipped = layer(5, 5, 40, 40, .teal) {
        $0.masksToBounds = true
        $0.addSublayer(masked(layer(4, 4, 30, 60, .glass)))
      }
      try expectTruth(clipped, within: Self.twice)
      let rounded = masked(layer(0, 0, 48, 44, .glass)) {
        $0.masksToBounds = true
        $0.cornerRadius = 14
      }
      try expectTruth(rounded, within: Tolerance(interior: 2, edge: 14, edgeMean: 3))
    }

    @Test func turnedAndTilted() throws {
      let turned = masked(layer(4, 4, 30, 30, .glass)) { $0.transform = turn(25) }
      try expectTruth(turned, within: Tolerance(interior: 2, edge: 18, edgeMean: 4, edgeReach: 1))
      let tilted = masked(layer(4, 4, 30, 30, .glass)) { $0.transform = tilt(40, 0, 1, distance: 200) }
      try expectTruth(tilted, on: .large, within: Tolerance(interior: 2, edge: 28, edgeMean: 5, edgeReach: 1))
      let hard = masked(layer(4, 4, 30, 30, .black)) { $0.transform = tilt(40, 0, 1, distance: 200) }
      try expectTruth(hard, on: .large, within: Tolerance(interior: 2, edge: 28, edgeMean: 5, edgeReach: 1))
    }

    /// A mask stands in the layer's coordinates: it moves with their origin, and no `sublayerTransform` moves it.
    @Test func placement() throws {
      let scrolled = masked(layer(6, 5, 30, 30, .glass)) { $0.bounds.origin = CGPoint(x: 5, y: -3) }
      try expectTruth(scrolled, within: Self.twice)
      let transformed = masked(layer(6, 5, 30, 30, .glass)) {
        $0.sublayerTransform = CATransform3DMakeTranslation(6, 4, 0)
      }
      try expectTruth(transformed, within: Self.twice)
    }

    /// What shows nothing hides the whole layer.
    @Test func emptyMasks() throws {
      let nothing = [UInt8](repeating: 0, count: 64 * 64 * 4)
      #expect(try Canvas.small.pixels([masked(layer(0, 0, 20, 20))]) == nothing)
      #expect(try Canvas.small.pixels([masked(layer(0, 0, 20, 20, .black) { $0.isHidden = true })]) == nothing)
      #expect(try Canvas.small.pixels([masked(layer(200, 0, 20, 20, .black))]) == nothing)
    }

    @Test func animatedMask() throws {
      let mask = layer(0, 0, 10, 44, .black)
      let move = CABasicAnimation(keyPath: "position.x")
      move.byValue = 20
      move.duration = 1
      move.isRemovedOnCompletion = false
      mask.add(move, forKey: nil)
      let root = Canvas.small.root([masked(mask)])
      let later = try Canvas.small.renderer.pixels(of: root, at: 0.5)
      #expect(try Canvas.small.pixels([masked(layer(10, 0, 10, 44, .black))]) == later)
    }
  }
}
