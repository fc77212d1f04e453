// Reftests of filters; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import CoreImage
import QuartzCore
import TestScenes
import Testing

private func filter(_ type: String, _ key: String? = nil, _ value: Any? = nil) -> CAFilter {
  let filter = CAFilter(type: type)
  if let key { filter.setValue(value, forKey: key) }
  return filter
}

private func blur(_ radius: Double) -> CAFilter { filter("gaussianBlur", "inputRadius", radius) }

/// Opaque, so that what blends has something behind it.
@MainActor private func ground() -> CALayer {
  layer(0, 0, 96, 72, CGColor(red: 0.9, green: 0.8, blue: 0.4, alpha: 1)) {
    $0.addSublayer(layer(20, 10, 40, 50, .teal))
  }
}

private func star() -> CGPath {
  let path = CGMutablePath()
  path.addLines(between: [(15, 0), (25, 30), (0, 11), (30, 11), (5, 30)].map { CGPoint(x: $0.0, y: $0.1) })
  path.closeSubpath()
  return path
}

/// What a blur may differ by where the grid of its reduction lies elsewhere.
private let elsewhere: [Metamorphism.Kind: Metamorphism.Exception] = [
  .rotated: .fuzzy(2), .moved: .fuzzy(2), .flipped: .fuzzy(2), .scaled: .fuzzy(2),
]

extension Reftest {
  static let filters: [Reftest] = [
    Reftest("an inverted layer has the opposite colour", .rounding) {
      layer(10, 8, 60, 50, .orange) { $0.filters = [filter("colorInvert")] }
    } equals: {
      layer(10, 8, 60, 50, CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 1))
    },
    Reftest("two inversions are none", .rounding) {
      layer(10.25, 8.5, 60, 50, .orange) {
        $0.cornerRadius = 9
        $0.filters = [filter("colorInvert"), filter("colorInvert")]
      }
    } equals: {
      layer(10.25, 8.5, 60, 50, .orange) { $0.cornerRadius = 9 }
    },
    Reftest("filters leave the shadow of a path as it is", .fuzzy(1)) {
      for (x, path) in [(10.0, CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30), transform: nil)), (54, star())] {
        layer(x, 12.5, 30, 40, .orange) {
          $0.filters = [filter("colorInvert")]
          $0.shadowPath = path
          $0.shadowColor = .red
          $0.shadowOpacity = 0.8
          $0.shadowOffset = CGSize(width: 3, height: 12)
        }
      }
    } equals: {
      for (x, path) in [(10.0, CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30), transform: nil)), (54, star())] {
        layer(x, 12.5, 30, 40, CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 1)) {
          $0.shadowPath = path
          $0.shadowColor = .red
          $0.shadowOpacity = 0.8
          $0.shadowOffset = CGSize(width: 3, height: 12)
        }
      }
    },
    Reftest("the shadow of a path, with filters, opacity and a mask", .fuzzy(1)) {
      layer(20, 12, 50, 40, .orange) {
        $0.filters = [filter("colorInvert")]
        $0.shadowPath = star()
        $0.shadowOpacity = 1
        $0.shadowOffset = CGSize(width: 3, height: 12)
        $0.opacity = 0.5
        $0.mask = layer(-10, 10, 50, 60, .black)
      }
    } equals: {
      layer(10, 22, 50, 60) {
        $0.masksToBounds = true
        $0.opacity = 0.5
        let inner = layer(10, -10, 50, 40, CGColor(red: 0, green: 0.4, blue: 0.8, alpha: 1)) {
          $0.shadowPath = star()
          $0.shadowOpacity = 1
          $0.shadowOffset = CGSize(width: 3, height: 12)
        }
        $0.addSublayer(inner)
      }
    },
    Reftest("two inversions of a clipping layer with continuous corners are none", .rounding) {
      layer(10.25, 8.5, 60, 50, .orange) {
        $0.cornerRadius = 18
        $0.cornerCurve = .continuous
        $0.masksToBounds = true
        $0.addSublayer(layer(30, 20, 60, 50, .teal))
        $0.filters = [filter("colorInvert"), filter("colorInvert")]
      }
    } equals: {
      layer(10.25, 8.5, 60, 50, .orange) {
        $0.cornerRadius = 18
        $0.cornerCurve = .continuous
        $0.masksToBounds = true
        $0.addSublayer(layer(30, 20, 60, 50, .teal))
      }
    },
    Reftest("a frosted panel's corners are those of the layer", .fuzzy(2)) {
      layer(0, 0, 96, 72, .teal)
      layer(12.25, 8.5, 70, 50) {
        $0.cornerRadius = 20
        $0.cornerCurve = .continuous
        $0.backgroundFilters = [filter("colorInvert")]
      }
    } equals: {
      layer(0, 0, 96, 72, .teal)
      layer(12.25, 8.5, 70, 50, CGColor(red: 1, green: 0.6, blue: 0.4, alpha: 1)) {
        $0.cornerRadius = 20
        $0.cornerCurve = .continuous
      }
    },
    Reftest("no saturation is grey, at fractions of a pixel and turned", .rounding) {
      layer(20.3, 18.6, 40, 30, .teal) {
        $0.transform = turn(20)
        $0.filters = [filter("colorSaturate", "inputAmount", 0)]
      }
    } equals: {
      layer(20.3, 18.6, 40, 30, CGColor(gray: 0.715 * 0.4 + 0.072 * 0.6, alpha: 1)) { $0.transform = turn(20) }
    },
    Reftest("Core Image's names and Core Animation's own mean the same") {
      layer(10, 8, 60, 50, .orange) { $0.filters = [CIFilter(name: "CIColorInvert")!] }
      layer(30, 20, 60, 50, .teal) { $0.compositingFilter = CIFilter(name: "CIHardLightBlendMode") }
    } equals: {
      layer(10, 8, 60, 50, .orange) { $0.filters = ["colorInvert"] }
      layer(30, 20, 60, 50, .teal) { $0.compositingFilter = "hardLightBlendMode" }
    },
    Reftest("to multiply with white, screen with black or darken with white changes nothing", .rounding) {
      ground()
      layer(5, 5, 30, 50, .white) { $0.compositingFilter = "multiplyBlendMode" }
      layer(40.5, 5, 20, 50, .black) { $0.compositingFilter = "screenBlendMode" }
      layer(65, 5.25, 20, 50, .white) {
        $0.transform = turn(10)
        $0.compositingFilter = "darkenBlendMode"
      }
    } equals: {
      ground()
    },
    Reftest("the difference from itself is black", .rounding) {
      layer(10, 8, 60, 50, .teal)
      layer(20.5, 15, 40, 20, .teal) { $0.compositingFilter = "differenceBlendMode" }
    } equals: {
      layer(10, 8, 60, 50, .teal)
      layer(20.5, 15, 40, 20, .black)
    },
    Reftest("red and green light is yellow", .rounding) {
      layer(10, 8, 60, 50, .red)
      layer(25, 22, 30, 20, CGColor(red: 0, green: 1, blue: 0, alpha: 1)) {
        $0.transform = turn(30)
        $0.compositingFilter = "plusL"
      }
    } equals: {
      layer(10, 8, 60, 50, .red)
      layer(25, 22, 30, 20, CGColor(red: 1, green: 1, blue: 0, alpha: 1)) { $0.transform = turn(30) }
    },
    Reftest("to multiply colours is to paint their product", .fuzzy(2)) {
      layer(10, 8, 70, 56, .orange)
      layer(25.5, 20, 40, 24, .teal) {
        $0.transform = turn(-25)
        $0.cornerRadius = 8
        $0.compositingFilter = "multiplyBlendMode"
      }
    } equals: {
      layer(10, 8, 70, 56, .orange)
      layer(25.5, 20, 40, 24, CGColor(red: 0, green: 0.24, blue: 0.12, alpha: 1)) {
        $0.transform = turn(-25)
        $0.cornerRadius = 8
      }
    },
    Reftest("what is cut out is not there", .rounding) {
      layer(10, 8, 60, 50, .teal)
      layer(40.5, 8, 60, 50, .black) { $0.compositingFilter = "destOut" }
    } equals: {
      layer(10, 8, 30.5, 50, .teal)
    },
    Reftest("a faded group is what its parts blend with", .rounding) {
      ground()
      layer(10, 8, 60, 50) {
        $0.opacity = 0.5
        $0.addSublayer(layer(0, 0, 40, 50, .orange))
        $0.addSublayer(layer(20, 10, 40, 30, .orange) { $0.compositingFilter = "differenceBlendMode" })
      }
    } equals: {
      ground()
      layer(10, 8, 60, 50) {
        $0.opacity = 0.5
        $0.addSublayer(layer(0, 0, 40, 50, .orange))
        $0.addSublayer(layer(20, 10, 40, 30, .orange))
        $0.addSublayer(layer(20, 10, 20, 30, .black))
      }
    },
    Reftest("the blur of a group is that of its only layer", .rounding, except: elsewhere) {
      layer(20.25, 16.5, 50, 40) {
        $0.filters = [blur(3)]
        $0.addSublayer(layer(0, 0, 50, 40, .orange))
      }
    } equals: {
      layer(20.25, 16.5, 50, 40, .orange) { $0.filters = [blur(3)] }
    },
    Reftest("a blurred layer is a shadow of that radius", .fuzzy(2), except: elsewhere) {
      layer(24.5, 20.25, 48, 32, .black) { $0.filters = [blur(4)] }
    } equals: {
      layer(24.5, 20.25, 48, 32) {
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 48, height: 32), transform: nil)
        $0.shadowOpacity = 1
        $0.shadowOffset = .zero
        $0.shadowRadius = 4
      }
    },
    Reftest("a turned blur is a turned shadow", .fuzzy(3), except: elsewhere) {
      layer(26, 22, 44, 28, .black) {
        $0.transform = turn(30)
        $0.filters = [blur(5)]
      }
    } equals: {
      layer(26, 22, 44, 28) {
        $0.transform = turn(30)
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 44, height: 28), transform: nil)
        $0.shadowOpacity = 1
        $0.shadowOffset = .zero
        $0.shadowRadius = 5
      }
    },
    Reftest("the squares of two blurs add up", .fuzzy(2), except: elsewhere) {
      layer(24, 20, 48, 32, .orange) { $0.filters = [blur(2.4), blur(3.2)] }
    } equals: {
      layer(24, 20, 48, 32, .orange) { $0.filters = [blur(4)] }
    },
    Reftest("a blur on its way is the blur that it has come to", .rounding, at: 0.5, except: elsewhere) {
      layer(24, 20, 48, 32, .orange) {
        $0.filters = [blur(0)]
        let animation = CABasicAnimation(keyPath: "filters.gaussianBlur.inputRadius")
        animation.fromValue = 1
        animation.toValue = 5
        animation.duration = 1
        $0.add(animation, forKey: nil)
      }
    } equals: {
      layer(24, 20, 48, 32, .orange) { $0.filters = [blur(3)] }
    },
    Reftest("an inverted backdrop is the difference from white", .fuzzy(2)) {
      ground()
      layer(30, 20, 40, 30) {
        $0.cornerRadius = 10
        $0.transform = turn(25)
        $0.backgroundFilters = [filter("colorInvert")]
      }
    } equals: {
      ground()
      layer(30, 20, 40, 30, .white) {
        $0.cornerRadius = 10
        $0.transform = turn(25)
        $0.compositingFilter = "differenceBlendMode"
      }
    },
    Reftest("frosted glass over one colour shows that colour", .rounding) {
      layer(0, 0, 96, 72, .teal)
      layer(20.5, 15, 50, 40, .glass) {
        $0.cornerRadius = 12
        $0.backgroundFilters = [blur(6)]
      }
    } equals: {
      layer(0, 0, 96, 72, .teal)
      layer(20.5, 15, 50, 40, .glass) { $0.cornerRadius = 12 }
    },
    Reftest("frosted glass is the blurred picture, clipped", .rounding, except: elsewhere) {
      ground()
      layer(30, 20, 40, 30) { $0.backgroundFilters = [blur(3)] }
    } equals: {
      ground()
      layer(30, 20, 40, 30) {
        $0.masksToBounds = true
        let soft = ground()
        soft.position.x -= 30
        soft.position.y -= 20
        soft.filters = [blur(3)]
        $0.addSublayer(soft)
      }
    },
    Reftest("squares of a picture of squares are that picture", .rounding) {
      layer(16, 8, 64, 48, .orange) {
        $0.addSublayer(layer(16, 16, 24, 24, .teal))
        $0.filters = [filter("pixellate")]
      }
    } equals: {
      layer(16, 8, 64, 48, .orange) { $0.addSublayer(layer(16, 16, 24, 24, .teal)) }
    },
    Reftest("a mask has no blend mode and no backdrop") {
      layer(10, 8, 60, 50, .teal) {
        $0.mask = layer(5, 5, 40, 30, .glass) {
          $0.compositingFilter = "xor"
          $0.backgroundFilters = [filter("colorInvert")]
        }
      }
    } equals: {
      layer(10, 8, 60, 50, .teal) { $0.mask = layer(5, 5, 40, 30, .glass) }
    },
  ]
}
