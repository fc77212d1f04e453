// Reftests of masks; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import Foundation
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  /// A layer with a sublayer that sticks out, to be masked.
  private static func card(_ configure: (CALayer) -> Void) -> CALayer {
    layer(10, 8, 60, 50, .orange) {
      $0.addSublayer(layer(20, 12, 60, 20, .teal))
      configure($0)
    }
  }

  /// The same clipped: what is inside `clip`, a rectangle of the card.
  private static func card(clippedTo clip: CGRect, radius: Double = 0) -> CALayer {
    layer(10 + clip.minX, 8 + clip.minY, clip.width, clip.height) {
      $0.masksToBounds = true
      $0.cornerRadius = radius
      $0.addSublayer(
        layer(-clip.minX, -clip.minY, 60, 50, .orange) { $0.addSublayer(layer(20, 12, 60, 20, .teal)) })
    }
  }

  /// Each of two parts is rounded to bytes after it was faded, or both together are.
  private static let edges = Fuzzy.fuzzy(2, pixels: 200)

  static let masks: [Reftest] = [
    Reftest("a rectangle as mask clips like bounds") {
      card { $0.mask = layer(8, 4, 40, 30, .black) }
    } equals: {
      card(clippedTo: CGRect(x: 8, y: 4, width: 40, height: 30))
    },
    Reftest("a mask's colour does not count, its alpha does") {
      card { $0.mask = layer(8, 4, 40, 30, CGColor(red: 0.3, green: 1, blue: 0.2, alpha: 0.4)) }
    } equals: {
      card { $0.mask = layer(8, 4, 40, 30, CGColor(gray: 0, alpha: 0.4)) }
    },
    Reftest("a translucent mask is group opacity inside a clip", .fuzzy(1)) {
      card { $0.mask = layer(8, 4, 40, 30, CGColor(gray: 0, alpha: 0.4)) }
    } equals: {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.4
        $0.addSublayer(card(clippedTo: CGRect(x: 8, y: 4, width: 40, height: 30)))
      }
    },
    Reftest("a mask of two halves is one of both", .fuzzy(1)) {
      card {
        $0.mask = layer(5, 5, 40, 30) {
          $0.addSublayer(layer(0, 0, 20, 30, .black))
          $0.addSublayer(layer(20, 0, 20, 30, .black))
        }
      }
    } equals: {
      card { $0.mask = layer(5, 5, 40, 30, .black) }
    },
    Reftest("a picture as mask is as good as a colour", .fuzzy(1)) {
      card { $0.mask = layer(5.5, 5.25, 40, 30) { $0.contents = CGImage.plain(40, 30) } }
    } equals: {
      card { $0.mask = layer(5.5, 5.25, 40, 30, .black) }
    },
    Reftest("a rounded mask on one layer is its own rounding", edges) {
      layer(10, 8, 60, 50, .orange) {
        $0.mask = layer(0, 0, 60, 50, .black) { $0.cornerRadius = 15 }
      }
    } equals: {
      layer(10, 8, 60, 50, .orange) { $0.cornerRadius = 15 }
    },
    Reftest("a turned mask on a layer turned back", .fuzzy(1)) {
      layer(10, 8, 60, 50) {
        $0.transform = turn(30)
        $0.addSublayer(layer(-40, -40, 140, 130, .orange))
        $0.mask = layer(15, 10, 30, 30, .black) { $0.transform = turn(-30) }
      }
    } equals: {
      layer(25, 18, 30, 30, .orange)
    },
    Reftest("masks inside a mask multiply", .fuzzy(2)) {
      card {
        $0.mask = layer(8, 4, 40, 30, CGColor(gray: 0, alpha: 0.8)) {
          $0.mask = layer(0, 0, 40, 30, CGColor(gray: 0, alpha: 0.5))
        }
      }
    } equals: {
      card { $0.mask = layer(8, 4, 40, 30, CGColor(gray: 0, alpha: 0.4)) }
    },
    Reftest("a mask through groups: of the group or of its only layer", .fuzzy(1)) {
      layer(4, 3, 90, 60) {
        $0.addSublayer(layer(6, 5, 60, 50, .orange))
        $0.mask = layer(20.5, 10, 30, 60, .glass)
      }
    } equals: {
      layer(4, 3, 90, 60) {
        $0.addSublayer(layer(6, 5, 60, 50, .orange) { $0.mask = layer(14.5, 5, 30, 60, .glass) })
      }
    },
    Reftest("a mask moves with the bounds' origin", .fuzzy(1)) {
      card {
        $0.bounds.origin = CGPoint(x: 10, y: 5)
        $0.mask = layer(18, 9, 40, 30, .glass)
      }
    } equals: {
      layer(10, 8, 60, 50, .orange) {
        $0.addSublayer(layer(10, 7, 60, 20, .teal))
        $0.mask = layer(8, 4, 40, 30, .glass)
      }
    },
    Reftest("an animated mask half way", .fuzzy(1), at: 0.5) {
      card {
        $0.mask = layer(8, 4, 20, 30, .glass) {
          let move = CABasicAnimation(keyPath: "position.x")
          (move.byValue, move.duration) = (20, 1)
          $0.add(move, forKey: nil)
        }
      }
    } equals: {
      card { $0.mask = layer(18, 4, 20, 30, .glass) }
    },
    Reftest("a hidden mask hides", mayBeBlank: true) {
      card { $0.mask = layer(8, 4, 40, 30, .black) { $0.isHidden = true } }
    } equals: {
      card { $0.isHidden = true }
    },
    Reftest("a mask under opacity and border", .fuzzy(1)) {
      card {
        ($0.opacity, $0.borderWidth) = (0.5, 3)
        $0.mask = layer(0, 0, 30.5, 50, .black)
      }
    } equals: {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.addSublayer(
          card {
            $0.borderWidth = 3
            $0.mask = layer(0, 0, 30.5, 50, .black)
          })
      }
    },
  ]
}
