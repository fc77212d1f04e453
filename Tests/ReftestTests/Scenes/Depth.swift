// Reftests of depth; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  /// A transform layer whose coordinates are the canvas's, turned about the canvas's middle.
  @MainActor private static func space(
    _ transform: CATransform3D = CATransform3DIdentity, _ configure: (CATransformLayer) -> Void
  ) -> CALayer {
    let space = CATransformLayer()
    space.frame = CGRect(x: 0, y: 0, width: 96, height: 72)
    space.transform = transform
    configure(space)
    return space
  }

  /// Over the canvas, with the sublayers seen from a distance.
  @MainActor private static func seen(from distance: Double, _ layers: CALayer...) -> CALayer {
    layer(0, 0, 96, 72) {
      $0.sublayerTransform.m34 = -1 / distance
      $0.sublayers = layers
    }
  }

  private static func turn(_ degrees: Double, _ x: Double, _ y: Double) -> CATransform3D {
    CATransform3DMakeRotation(degrees * .pi / 180, x, y, 0)
  }

  @MainActor private static func picture() -> CALayer {
    layer(20.25, 14.5, 50, 40) { $0.contents = CGImage.sample(50, 40) }
  }

  private static let upright: [Metamorphism.Kind: Metamorphism.Exception] = [.flipped: .skip("images stay upright")]

  /// Under a mirror or a turn the middle of a pixel that lies on an edge or a seam may fall to the other side.
  private static let seams: [Metamorphism.Kind: Metamorphism.Exception] = [
    .flipped: .fuzzy(255, pixels: 80), .rotated: .fuzzy(255, pixels: 80), .moved: .fuzzy(255, pixels: 12),
    .scaled: .fuzzy(255, pixels: 12),
  ]

  static let depth: [Reftest] = [
    Reftest("a transform layer at rest is not there", except: upright) {
      space {
        $0.addSublayer(picture())
        $0.addSublayer(layer(30.5, 30.25, 40, 30, .glass) { $0.transform = TestScenes.turn(15) })
      }
    } equals: {
      picture()
      layer(30.5, 30.25, 40, 30, .glass) { $0.transform = TestScenes.turn(15) }
    },
    Reftest("a turn in two transform layers is one turn", .fuzzy(1), except: upright) {
      seen(
        from: 200,
        space(turn(25, 0, 1)) {
          $0.addSublayer(
            space(turn(15, 0, 1)) { $0.addSublayer(layer(23, 16, 50, 40) { $0.contents = CGImage.sample(50, 40) }) })
        })
    } equals: {
      seen(
        from: 200,
        layer(23, 16, 50, 40) {
          $0.contents = CGImage.sample(50, 40)
          $0.transform = turn(40, 0, 1)
        })
    },
    Reftest("what a transform layer ignores") {
      space(TestScenes.turn(10)) {
        $0.backgroundColor = .teal
        $0.borderWidth = 6
        $0.cornerRadius = 20
        $0.masksToBounds = true
        $0.mask = layer(0, 0, 10, 10, .black)
        $0.contents = CGImage.sample(10, 10)
        $0.shadowOpacity = 1
        $0.addSublayer(layer(10.5, 40, 90, 20, .orange))
      }
    } equals: {
      space(TestScenes.turn(10)) { $0.addSublayer(layer(10.5, 40, 90, 20, .orange)) }
    },
    Reftest("the opacity of a transform layer is that of each sublayer", .fuzzy(1)) {
      space(TestScenes.turn(20)) {
        $0.opacity = 0.5
        $0.addSublayer(layer(10.5, 10, 50, 40, .orange))
        $0.addSublayer(layer(30, 22.25, 50, 40, .teal) { $0.opacity = 0.8 })
      }
    } equals: {
      space(TestScenes.turn(20)) {
        $0.addSublayer(layer(10.5, 10, 50, 40, .orange) { $0.opacity = 0.5 })
        $0.addSublayer(layer(30, 22.25, 50, 40, .teal) { $0.opacity = 0.4 })
      }
    },
    Reftest("a layer turned through another shows its near half", except: seams) {
      layer(10, 6, 76, 60, .orange)
      layer(28, 16, 40, 40) {
        $0.transform = turn(60, 0, 1)
        $0.contents = CGImage.plain(8, 8)
      }
    } equals: {
      layer(10, 6, 76, 60, .orange)
      // Turned towards the viewer on the left.
      layer(28, 16, 20, 40) {
        $0.anchorPoint.x = 1
        $0.position.x = 48
        $0.transform = CATransform3DMakeScale(0.5, 1, 1)
        $0.contents = CGImage.plain(8, 8)
      }
    },
    Reftest("two layers cross as four halves lie", .fuzzy(1), except: seams) {
      layer(28, 16, 40, 40, .orange) { $0.transform = turn(60, 0, 1) }
      layer(28, 16, 40, 40, .glass) { $0.transform = turn(-60, 0, 1) }
    } equals: {
      for (color, left) in [(CGColor.glass, true), (.orange, false), (.orange, true), (.glass, false)] {
        layer(28, 16, 20, 40, color) {
          $0.anchorPoint.x = left ? 1 : 0
          $0.position.x = 48
          $0.transform = CATransform3DMakeScale(0.5, 1, 1)
          $0.edgeAntialiasingMask = [left ? .layerLeftEdge : .layerRightEdge, .layerTopEdge, .layerBottomEdge]
        }
      }
    },
    Reftest("a layer with many parts is split as one with few", .fuzzy(1), except: seams) {
      layer(8, 6, 80, 60, .orange)
      layer(28, 16, 40, 40, .teal) { card in
        card.transform = turn(60, 0, 1)
        for index in 0..<12 {
          card.addSublayer(layer(Double(index % 4) * 10, Double(index / 4) * 13, 8, 10, .black))
        }
      }
    } equals: {
      layer(8, 6, 80, 60, .orange)
      layer(28, 16, 40, 40, .teal) { card in
        card.transform = turn(60, 0, 1)
        for column in 0..<4 {
          card.addSublayer(
            layer(Double(column) * 10, 0, 8, 36) { strip in
              for row in 0..<3 { strip.addSublayer(layer(0, Double(row) * 13, 8, 10, .black)) }
              strip.isHidden = column > 1
            })
        }
      }
    },
    Reftest("a split group is a group", .fuzzy(2), except: seams) {
      layer(8, 6, 80, 60, .orange)
      layer(28, 16, 40, 40, .teal) {
        $0.opacity = 0.5
        $0.transform = turn(60, 0, 1)
        $0.addSublayer(layer(5, 10, 60, 20, .black))
      }
    } equals: {
      layer(8, 6, 80, 60, .orange)
      layer(28, 16, 40, 40) {
        $0.opacity = 0.5
        $0.anchorPoint.x = 0.5
        $0.transform = CATransform3DMakeScale(0.5, 1, 1)
        $0.addSublayer(layer(0, 0, 20, 40, .teal))
        $0.addSublayer(layer(5, 10, 15, 20, .black))
      }
    },
    Reftest("nearer by a translation is nearer by zPosition") {
      layer(10.5, 10, 50, 40, .orange) { $0.transform = CATransform3DMakeTranslation(0, 0, 3) }
      layer(30, 20.25, 50, 40, .glass) { $0.transform = TestScenes.turn(12) }
      layer(20, 30, 60, 20, .teal) { $0.anchorPointZ = 5 }
    } equals: {
      layer(10.5, 10, 50, 40, .orange) { $0.zPosition = 2 }
      layer(30, 20.25, 50, 40, .glass) {
        $0.transform = TestScenes.turn(12)
        $0.zPosition = 1
      }
      layer(20, 30, 60, 20, .teal) { $0.zPosition = -4 }
    },
    Reftest("from behind the order is the other way round", except: [.rotated: .fuzzy(2)]) {
      layer(0, 0, 96, 72) {
        $0.sublayerTransform = turn(180, 0, 1)
        $0.addSublayer(layer(10.5, 10, 50, 40, .orange) { $0.zPosition = 10 })
        $0.addSublayer(layer(30, 20.25, 50, 40, .teal))
      }
    } equals: {
      layer(35.5, 10, 50, 40, .orange)
      layer(16, 20.25, 50, 40, .teal)
    },
    Reftest("of two faces back to back one is seen") {
      seen(
        from: 250,
        space(turn(140, 0, 1)) {
          $0.addSublayer(layer(23, 16, 50, 40, .orange) { $0.isDoubleSided = false })
          $0.addSublayer(
            layer(23, 16, 50, 40, .teal) {
              $0.isDoubleSided = false
              $0.transform = turn(180, 0, 1)
            })
        })
    } equals: {
      seen(from: 250, layer(23, 16, 50, 40, .teal) { $0.transform = turn(-40, 0, 1) })
    },
    Reftest("a plain layer flattens what is turned in it", .fuzzy(1)) {
      layer(8.5, 6.25, 80, 60, .orange) {
        $0.transform = TestScenes.turn(8)
        $0.addSublayer(layer(20, 10, 40, 40, .teal) { $0.transform = turn(60, 0, 1) })
      }
    } equals: {
      layer(8.5, 6.25, 80, 60, .orange) {
        $0.transform = TestScenes.turn(8)
        $0.addSublayer(layer(20, 10, 40, 40, .teal) { $0.transform = CATransform3DMakeScale(0.5, 1, 1) })
      }
    },
    Reftest("a tilted layer beside others is not split") {
      seen(
        from: 200, layer(4, 4, 30, 60, .teal), layer(50, 10, 40, 50, .orange) { $0.transform = turn(40, 1, 0.3) })
    } equals: {
      layer(4, 4, 30, 60, .teal)
      seen(from: 200, layer(50, 10, 40, 50, .orange) { $0.transform = turn(40, 1, 0.3) })
    },
    Reftest("a transform layer on a turned page", .fuzzy(1)) {
      layer(6, 5.5, 80, 60, .orange) {
        $0.transform = TestScenes.turn(-12)
        let space = CATransformLayer()
        space.position = CGPoint(x: 40, y: 30)
        space.transform = TestScenes.turn(12)
        space.addSublayer(layer(-20, -15, 40, 30, .glass))
        $0.addSublayer(space)
      }
    } equals: {
      layer(6, 5.5, 80, 60, .orange) { $0.transform = TestScenes.turn(-12) }
      layer(26, 20.5, 40, 30, .glass)
    },
  ]
}
