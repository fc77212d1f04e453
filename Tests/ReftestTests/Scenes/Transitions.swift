// Reftests of transitions; `ReftestTests.swift` tells how to add one, `Support/Change.swift` how layers change in them.
//
// In scenes A a layer changes at 0.25 s under a transition of one second; scenes B show by hand what that looks like.

import CoreGraphics
import CoreImage
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let transitions: [Reftest] = fades + slides + turns + byFilters + times

  /// Half-way between orange and teal.
  private static let between = CGColor(red: 0.5, green: 0.5, blue: 0.4, alpha: 1)

  /// A rounded card with sublayers.
  private static func card(_ color: CGColor, _ x: Double = 20, _ y: Double = 14) -> CALayer {
    layer(x, y, 44, 40, color) {
      $0.cornerRadius = 9
      $0.borderWidth = 2
      $0.addSublayer(layer(6, 8, 50, 12, .glass))
      $0.addSublayer(layer(30, 4.5, 9.5, 30, .white) { $0.cornerRadius = 4 })
    }
  }

  // MARK: Fades

  private static let fades = [
    Reftest("a fade is half-way at half its time", .rounding, at: 0.75) {
      transition(.fade, of: layer(10, 8, 60, 50, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(10, 8, 60, 50, between)
    },
    Reftest("a fade of fractional and turned edges", .fuzzy(2), at: 0.75) {
      transition(.fade, of: layer(10.3, 8.6, 60, 40, .orange) { $0.transform = turn(12) }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(10.3, 8.6, 60, 40, between) { $0.transform = turn(12) }
    },
    Reftest("what is alike before and after does not change in a fade", .rounding, at: 0.6) {
      transition(.fade, of: card(.orange)) { $0.sublayers = card(.orange).sublayers }
    } equals: {
      card(.orange)
    },
    Reftest("nor does its alpha, in a group over something", .fuzzy(2), at: 0.45) {
      layer(0, 30, 96, 20, .teal)
      layer(0, 0, 96, 72) {
        $0.opacity = 0.6
        $0.transform = turn(7)
        $0.addSublayer(transition(.fade, of: card(.glass, 25.5, 18.2)) { $0.contents = nil })
      }
    } equals: {
      layer(0, 30, 96, 20, .teal)
      layer(0, 0, 96, 72) {
        $0.opacity = 0.6
        $0.transform = turn(7)
        $0.addSublayer(card(.glass, 25.5, 18.2))
      }
    },
    Reftest("a layer that is hidden fades out", .fuzzy(2), at: 0.5) {
      layer(0, 30, 96, 20, .teal)
      transition(.fade, of: card(.orange)) { $0.isHidden = true }
    } equals: {
      layer(0, 30, 96, 20, .teal)
      later(card(.orange)) { $0.opacity = 0.75 }
    },
    Reftest("a layer that comes with a transition fades in", .fuzzy(2), at: 0.5) {
      later(layer(0, 30, 96, 20, .teal)) {
        let new = card(.orange, 20, -16)
        new.add(effect(.fade), forKey: nil)
        $0.addSublayer(new)
      }
    } equals: {
      layer(0, 30, 96, 20, .teal) {
        $0.addSublayer(card(.orange, 20, -16))
        $0.sublayers?[0].opacity = 0.25
      }
    },
    Reftest("the layer's place is not part of a fade", .fuzzy(2), at: 0.75) {
      transition(.fade, of: card(.glass)) {
        $0.position = CGPoint(x: 50, y: 40)
        $0.transform = turn(30)
      }
    } equals: {
      card(.glass) {
        $0.position = CGPoint(x: 50, y: 40)
        $0.transform = turn(30)
      }
    },
    Reftest("masks are part of it", .fuzzy(2), at: 0.75) {
      transition(.fade, of: layer(10, 8, 60, 50, .orange) { $0.mask = layer(0, 0, 30, 50, .black) }) {
        $0.mask = layer(30, 0, 30, 50, .black)
      }
    } equals: {
      layer(10, 8, 60, 50, .orange) { $0.opacity = 0.5 }
    },
  ]

  // MARK: Push, move in, reveal

  private static let slides = [
    Reftest("a push has both looks side by side", at: 0.75) {
      transition(.push, from: .fromLeft, of: layer(20, 8, 40, 50, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(0, 8, 40, 50, .teal)
      layer(40, 8, 40, 50, .orange)
    },
    Reftest("a push from nowhere comes from the left", at: 0.5) {
      transition(.push, of: layer(20, 8, 40, 50, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(-10, 8, 40, 50, .teal)
      layer(30, 8, 40, 50, .orange)
    },
    Reftest("a push from the right", at: 0.5) {
      transition(.push, from: .fromRight, of: layer(20, 8, 40, 50, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(50, 8, 40, 50, .teal)
      layer(10, 8, 40, 50, .orange)
    },
    // The top is at maximum y, also where y points down.
    Reftest("a push from the top", at: 0.5) {
      transition(.push, from: .fromTop, of: layer(20, 8, 40, 48, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(20, 44, 40, 48, .teal)
      layer(20, -4, 40, 48, .orange)
    },
    Reftest("a push from the bottom", at: 0.5) {
      transition(.push, from: .fromBottom, of: layer(20, 8, 40, 48, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(20, -28, 40, 48, .teal)
      layer(20, 20, 40, 48, .orange)
    },
    Reftest("a push of a tree with another one", .rounding, at: 0.75) {
      transition(.push, from: .fromRight, of: card(.orange)) {
        $0.replaceSublayer($0.sublayers![0], with: layer(4, 24, 30, 20, .teal))
      }
    } equals: {
      card(.orange, -2)
      card(.orange, 42) { $0.replaceSublayer($0.sublayers![0], with: layer(4, 24, 30, 20, .teal)) }
    },
    Reftest("what is alike is pushed as one sheet, without a seam", .rounding, at: 0.8) {
      transition(.push, of: layer(20.25, 8.5, 31.7, 40, .orange)) { $0.borderColor = .black }
    } equals: {
      layer(20.25 - 31.7 + 31.7 * 0.55, 8.5, 63.4, 40, .orange)
    },
    Reftest("also turned", .fuzzy(2), at: 0.65) {
      transition(.push, from: .fromTop, of: layer(30, 18, 31, 37, .orange) { $0.transform = turn(25) }) {
        $0.borderColor = .black
      }
    } equals: {
      layer(30, 18, 31, 37) {
        $0.transform = turn(25)
        $0.addSublayer(layer(0, -0.4 * 37, 31, 74, .orange))
      }
    },
    Reftest("what slides in a layer that masks to its bounds stays inside", .rounding, at: 0.5) {
      transition(
        .push, from: .fromRight,
        of: layer(20, 8, 40, 50, .orange) {
          $0.masksToBounds = true
          $0.cornerRadius = 12
        }
      ) { $0.backgroundColor = .teal }
    } equals: {
      layer(20, 8, 40, 50) {
        $0.masksToBounds = true
        $0.cornerRadius = 12
        $0.addSublayer(layer(-10, 0, 40, 50, .orange) { $0.cornerRadius = 12 })
        $0.addSublayer(layer(30, 0, 40, 50, .teal) { $0.cornerRadius = 12 })
      }
    },
    Reftest("what moves in lies over the old look", .rounding, at: 0.5) {
      transition(.moveIn, from: .fromRight, of: card(.orange)) { $0.backgroundColor = .glass }
    } equals: {
      card(.orange)
      card(.glass, 53)
    },
    Reftest("the old look leaves and reveals the new one", .rounding, at: 0.5) {
      transition(.reveal, from: .fromBottom, of: card(.orange)) { $0.backgroundColor = .teal }
    } equals: {
      card(.teal)
      card(.orange, 20, 24)
    },
    Reftest("moving in, in a group that is translucent and turned", .fuzzy(2), at: 0.75) {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.transform = turn(-20)
        $0.addSublayer(transition(.moveIn, from: .fromLeft, of: card(.orange, 30.5)) { $0.backgroundColor = .teal })
      }
    } equals: {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.transform = turn(-20)
        $0.addSublayer(card(.orange, 30.5))
        $0.addSublayer(card(.teal, 8.5))
      }
    },
  ]

  // MARK: Flips and curls

  private static let curl = CATransitionType(rawValue: "pageCurl")
  private static let uncurl = CATransitionType(rawValue: "pageUnCurl")

  /// A turn as a flip has it: the near edge stays in the plane.
  private static func flipped(_ degrees: Double, _ size: Double, aroundY: Bool) -> CATransform3D {
    let angle = degrees * .pi / 180
    let turn = CATransform3DMakeRotation(angle, aroundY ? 0 : 1, aroundY ? 1 : 0, 0)
    let back = CATransform3DMakeTranslation(0, 0, -abs(sin(angle)) * size / 2)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 150
    return CATransform3DConcat(CATransform3DConcat(turn, back), perspective)
  }

  private static let turns = [
    Reftest("a flip from the left brings the left side forward", .fuzzy(2), at: 0.5) {
      transition(CATransitionType(rawValue: "flip"), from: .fromLeft, of: layer(20, 10, 40, 50, .orange)) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(20, 10, 40, 50, .orange) { $0.transform = flipped(45, 40, aroundY: true) }
    },
    Reftest("its other half shows the new look", .fuzzy(2), at: 1) {
      transition(CATransitionType(rawValue: "flip"), from: .fromLeft, of: layer(20, 10, 40, 50, .orange)) {
        $0.backgroundColor = .teal
        $0.addSublayer(layer(5, 5, 10, 10, .white))
      }
    } equals: {
      layer(20, 10, 40, 50, .teal) {
        $0.addSublayer(layer(5, 5, 10, 10, .white))
        $0.transform = flipped(-45, 40, aroundY: true)
      }
    },
    Reftest("a flip from the bottom", .fuzzy(2), at: 0.5) {
      transition(CATransitionType(rawValue: "flip"), from: .fromBottom, of: layer(20, 10, 40, 50, .orange)) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(20, 10, 40, 50, .orange) { $0.transform = flipped(45, 50, aroundY: false) }
    },
    // The page's texture is sampled between pixels, by coordinates that round otherwise when turned.
    Reftest(
      "a curl down is a curl up backward", .rounding, at: 0.5, except: [.rotated: .fuzzy(4), .moved: .fuzzy(4)]
    ) {
      transition(curl, of: card(.orange)) { $0.backgroundColor = .teal }
    } equals: {
      transition(uncurl, of: card(.teal), { ($0.startProgress, $0.endProgress) = (0.75, 0.75) }) {
        $0.backgroundColor = .orange
      }
    },
    Reftest("a page that has not begun to curl lies flat", .fuzzy(2), at: 0.25) {
      transition(curl, of: layer(20.5, 14.25, 44, 40, .orange) { $0.cornerRadius = 9 }) { $0.backgroundColor = .teal }
    } equals: {
      layer(20.5, 14.25, 44, 40, .orange) { $0.cornerRadius = 9 }
    },
    Reftest("of one that has curled nothing is left", .fuzzy(2), at: 0.75) {
      transition(
        curl, of: layer(25, 15, 40, 40, .orange) { $0.transform = turn(20) },
        { ($0.startProgress, $0.endProgress) = (1, 1) }
      ) { $0.backgroundColor = .teal }
    } equals: {
      layer(25, 15, 40, 40, .teal) { $0.transform = turn(20) }
    },
  ]

  // MARK: Filters

  private static let byFilters = [
    Reftest("a dissolve is a fade", .rounding, at: 0.75) {
      transition(.push, of: card(.orange), { $0.filter = CIFilter(name: "CIDissolveTransition") }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      transition(.fade, of: card(.orange)) { $0.backgroundColor = .teal }
    },
    Reftest("what cannot be drawn is a fade, too", .rounding, at: 0.75) {
      transition(.push, of: card(.orange), { $0.filter = CIFilter(name: "CIGaussianBlur") }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      transition(.fade, of: card(.orange)) { $0.backgroundColor = .teal }
    },
    Reftest("a swipe of next to no width has the new look on one side of an edge", .fuzzy(2), at: 0.75) {
      transition(.fade, of: layer(20, 8, 40, 50, .orange), { $0.filter = swipe(angle: 0, width: 0) }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(20, 8, 20, 50, .teal)
      layer(40, 8, 20, 50, .orange)
    },
    Reftest("a swipe upward, and turned", .fuzzy(2, pixels: 200), at: 0.5) {
      transition(
        .fade, of: layer(20, 10, 40, 40, .orange) { $0.transform = turn(90) },
        { $0.filter = swipe(angle: .pi / 2, width: 0) }
      ) { $0.backgroundColor = .teal }
    } equals: {
      layer(20, 10, 40, 40, .orange) {
        $0.transform = turn(90)
        $0.addSublayer(layer(0, 30, 40, 10, .teal))
      }
    },
    Reftest("the band of a swipe is the average", .fuzzy(2), at: 0.75) {
      // In the middle of a very wide band.
      transition(.fade, of: layer(20, 8, 40, 50, .orange), { $0.filter = swipe(angle: 0.7, width: 1e5) }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(20, 8, 40, 50, between)
    },
    Reftest("a page may curl by a filter", .rounding, at: 0.6) {
      transition(.fade, of: card(.orange), { $0.filter = CIFilter(name: "CIPageCurlTransition") }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      transition(curl, of: card(.orange)) { $0.backgroundColor = .teal }
    },
  ]

  private static func swipe(angle: Double, width: Double) -> CIFilter? {
    CIFilter(name: "CISwipeTransition", parameters: ["inputAngle": angle, "inputWidth": width])
  }

  // MARK: Time

  private static let times = [
    Reftest("only a part of the effect is shown", at: 0.25) {
      transition(.push, of: layer(20, 8, 40, 50, .orange), { ($0.startProgress, $0.endProgress) = (0.25, 0.75) }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(-10, 8, 40, 50, .teal)
      layer(30, 8, 40, 50, .orange)
    },
    Reftest("an end before the start runs backward", .fuzzy(1, pixels: 100), at: 0.75) {
      transition(.push, of: layer(20, 8, 40, 50, .orange), { ($0.startProgress, $0.endProgress) = (1, 0.5) }) {
        $0.backgroundColor = .teal
      }
    } equals: {
      layer(10, 8, 40, 50, .teal)
      layer(50, 8, 40, 50, .orange)
    },
    Reftest("back and forth, twice as fast, in the layer's own time", at: 1) {
      // The layer's time runs at half speed: it changed at 0.5 s, and since then 0.25 s of its own have passed.
      transition(
        .push, of: layer(20, 8, 40, 50, .orange) { $0.speed = 0.5 },
        {
          $0.speed = 2
          $0.autoreverses = true
          $0.repeatCount = 3
        }
      ) { $0.backgroundColor = .teal }
    } equals: {
      layer(0, 8, 40, 50, .teal)
      layer(40, 8, 40, 50, .orange)
    },
    Reftest("after its end it is over", at: 1.5) {
      transition(.push, of: layer(20, 8, 40, 50, .orange)) { $0.backgroundColor = .teal }
    } equals: {
      layer(20, 8, 40, 50, .teal)
    },
    Reftest("one that follows another begins with what was shown", .fuzzy(2), at: 0.75) {
      // The second one begins where the first one is half over, and stands at its beginning.
      let tile = layer(10, 8, 60, 50, .orange)
      let second = CABasicAnimation(keyPath: "zPosition")
      (second.fromValue, second.toValue, second.beginTime, second.duration) = (0, 0, 0.75, 0.01)
      second.delegate = Restart(tile)
      tile.add(second, forKey: "second")
      transition(.fade, of: tile) { $0.backgroundColor = .teal }
    } equals: {
      layer(10, 8, 60, 50, between)
    },
    Reftest("the old look is that of the moment it began", .rounding, at: 0.5) {
      // It moves half its way, 20 points, until the transition begins; after that it stands in the picture.
      let dot = layer(0, 10, 10, 10, .teal)
      let move = CABasicAnimation(keyPath: "position.x")
      (move.byValue, move.duration) = (40, 0.5)
      dot.add(move, forKey: nil)
      transition(.moveIn, from: .fromTop, of: layer(20, 8, 40, 40, .orange) { $0.addSublayer(dot) }) {
        $0.sublayers = nil
        $0.backgroundColor = .glass
      }
    } equals: {
      layer(20, 8, 40, 40, .orange) { $0.addSublayer(layer(20, 10, 10, 10, .teal)) }
      layer(20, 38, 40, 40, .glass)
    },
  ]
}

extension Reftest {
  fileprivate static func card(
    _ color: CGColor, _ x: Double = 20, _ y: Double = 14, _ configure: (CALayer) -> Void
  ) -> CALayer {
    let card = card(color, x, y)
    configure(card)
    return card
  }
}

/// Begins a second transition with the animation that it is the delegate of.
private final class Restart: NSObject, CAAnimationDelegate {
  private weak var layer: CALayer?
  init(_ layer: CALayer) { self.layer = layer }
  func animationDidStart(_ anim: CAAnimation) {
    layer?.add(effect(.fade), forKey: nil)
    layer?.backgroundColor = .black
  }
}
