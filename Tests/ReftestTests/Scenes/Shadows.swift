// Reftests of shadows; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension CALayer {
  fileprivate func castShadow(_ radius: Double, x: Double = 0, y: Double = 0, opacity: Float = 1) {
    shadowRadius = radius
    shadowOffset = CGSize(width: x, height: y)
    shadowOpacity = opacity
  }
}

/// An empty layer whose path casts.
@MainActor private func pathShadow(_ path: CGPath, _ radius: Double, x: Double = 0, y: Double = 0) -> CALayer {
  layer(0, 0, 96, 72) {
    $0.shadowPath = path
    $0.castShadow(radius, x: x, y: y)
  }
}

/// A rectangle's path through a point more, which no rectangle has.
private func polygon(_ rect: CGRect) -> CGPath {
  let path = CGMutablePath()
  path.addLines(between: [
    CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
    CGPoint(x: rect.midX, y: rect.maxY + 0.0001), CGPoint(x: rect.minX, y: rect.maxY),
  ])
  path.closeSubpath()
  return path
}

extension Reftest {
  static let shadows: [Reftest] = [
    Reftest("a shadow without blur is the shape, moved") {
      layer(20, 16, 40, 30, .orange) { $0.castShadow(0, x: 7, y: 9) }
    } equals: {
      layer(27, 25, 40, 30, .black)
      layer(20, 16, 40, 30, .orange)
    },
    Reftest("a rounded shadow without blur at a fractional place") {
      layer(20.25, 16.5, 40, 30, .orange) {
        $0.cornerRadius = 9
        $0.castShadow(0, x: 7, y: 9.25)
      }
    } equals: {
      layer(27.25, 25.75, 40, 30, .black) { $0.cornerRadius = 9 }
      layer(20.25, 16.5, 40, 30, .orange) { $0.cornerRadius = 9 }
    },
    Reftest("a card casts one shadow, whether its rounded content fills it or not", .rounding) {
      layer(24.5, 20.25, 44, 28, .orange) {
        $0.cornerRadius = 10
        $0.castShadow(4, x: 2, y: 3)
        $0.addSublayer(
          layer(0, 0, 44, 28) {
            $0.cornerRadius = 10
            $0.masksToBounds = true
            $0.addSublayer(layer(-9, 9, 70, 90, .teal))
          })
      }
    } equals: {
      layer(24.5, 20.25, 44, 28, .orange) {
        $0.cornerRadius = 10
        $0.castShadow(4, x: 2, y: 3)
      }
      layer(24.5, 20.25, 44, 28) {
        $0.cornerRadius = 10
        $0.masksToBounds = true
        $0.addSublayer(layer(-9, 9, 70, 90, .teal))
      }
    },
    Reftest("the background casts as the same path does", .rounding) {
      layer(24.5, 20.25, 44, 28, .orange) {
        $0.cornerRadius = 10
        $0.castShadow(4, x: 2, y: 3)
      }
    } equals: {
      layer(24.5, 20.25, 44, 28, .orange) {
        $0.cornerRadius = 10
        $0.shadowPath = CGPath(
          roundedRect: CGRect(x: 0, y: 0, width: 44, height: 28), cornerWidth: 10, cornerHeight: 10, transform: nil)
        $0.castShadow(4, x: 2, y: 3)
      }
    },
    Reftest("a path casts as its rectangle does", .fuzzy(2)) {
      pathShadow(polygon(CGRect(x: 30.5, y: 20, width: 36, height: 25.5)), 5, x: 1, y: 2)
    } equals: {
      pathShadow(CGPath(rect: CGRect(x: 30.5, y: 20, width: 36, height: 25.5), transform: nil), 5, x: 1, y: 2)
    },
    Reftest("a narrow shadow of a path", .fuzzy(2)) {
      pathShadow(polygon(CGRect(x: 30.5, y: 20, width: 36, height: 25.5)), 1, y: 2)
    } equals: {
      pathShadow(CGPath(rect: CGRect(x: 30.5, y: 20, width: 36, height: 25.5), transform: nil), 1, y: 2)
    },
    Reftest("a sublayer's alpha casts as its own shadow does", .fuzzy(2)) {
      layer(0, 0, 96, 72) {
        $0.castShadow(3, x: 2, y: 4)
        $0.addSublayer(layer(22, 18, 40, 28, .orange))
      }
    } equals: {
      layer(22, 18, 40, 28, .orange) { $0.castShadow(3, x: 2, y: 4) }
    },
    Reftest(
      "a wide shadow of sublayers", .fuzzy(2),
      // Reduced pictures lie on a grid in the frame.
      except: [.moved: .fuzzy(2, pixels: .max)]
    ) {
      layer(0, 0, 96, 72) {
        $0.castShadow(14, y: 4)
        $0.addSublayer(layer(30, 26, 34, 18, .orange))
      }
    } equals: {
      layer(30, 26, 34, 18, .orange) { $0.castShadow(14, y: 4) }
    },
    Reftest("a translucent layer casts that much less", .rounding) {
      layer(24, 20, 44, 28, CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)) { $0.castShadow(4, x: 40) }
    } equals: {
      layer(24, 20, 44, 28, CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)) {
        $0.castShadow(4, x: 40, opacity: 0.5)
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 44, height: 28), transform: nil)
      }
    },
    Reftest("the shadow turns with its layer", .fuzzy(2)) {
      layer(28, 20, 36, 26, .orange) {
        $0.transform = turn(35)
        $0.castShadow(4, x: 8, y: 0)
      }
    } equals: {
      layer(0, 0, 96, 72) {
        let path = CGPath(rect: CGRect(x: 28, y: 20, width: 36, height: 26), transform: nil)
        let shadow = pathShadow(path, 4)
        shadow.anchorPoint = .zero
        shadow.position = .zero
        let middle = CATransform3DMakeTranslation(46, 33, 0)
        shadow.transform = CATransform3DTranslate(
          CATransform3DConcat(turn(35), middle), -46 + 8, -33, 0)
        $0.addSublayer(shadow)
        $0.addSublayer(layer(28, 20, 36, 26, .orange) { $0.transform = turn(35) })
      }
    },
    Reftest("a turned group casts what the turned layer does", .fuzzy(4)) {
      layer(0, 0, 96, 72) {
        $0.castShadow(3, x: 2, y: 3)
        $0.addSublayer(layer(28, 20, 36, 26, .orange) { $0.transform = turn(20) })
      }
    } equals: {
      let path = CGMutablePath()
      path.addRect(
        CGRect(x: -18, y: -13, width: 36, height: 26),
        transform: CGAffineTransform(translationX: 46, y: 33).rotated(by: 20 * .pi / 180))
      pathShadow(path, 3, x: 2, y: 3)
      layer(28, 20, 36, 26, .orange) { $0.transform = turn(20) }
    },
    Reftest("bounds that clip cut the shadow") {
      layer(20, 16, 40, 30, .orange) {
        $0.castShadow(4, x: 5, y: 5)
        $0.masksToBounds = true
      }
    } equals: {
      layer(20, 16, 40, 30, .orange)
    },
    Reftest("a clip around cuts the shadow", .rounding) {
      layer(10, 10, 50, 40, .teal) {
        $0.masksToBounds = true
        $0.addSublayer(layer(20, 15, 20, 15, .orange) { $0.castShadow(5, x: 3, y: 3) })
      }
    } equals: {
      layer(10, 10, 50, 40, .teal)
      layer(0, 0, 96, 72) {
        $0.mask = layer(10, 10, 50, 40, .black)
        $0.addSublayer(layer(30, 25, 20, 15, .orange) { $0.castShadow(5, x: 3, y: 3) })
      }
    },
    Reftest("a layer and its shadow fade as one", .fuzzy(1)) {
      layer(24, 20, 44, 28, .orange) {
        $0.castShadow(4, x: 3, y: 4)
        $0.opacity = 0.5
      }
    } equals: {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.addSublayer(layer(24, 20, 44, 28, .orange) { $0.castShadow(4, x: 3, y: 4) })
      }
    },
    Reftest("nothing in sight of a caster but its shadow", .fuzzy(2)) {
      layer(-60, 10, 50, 40, .orange) { $0.castShadow(6, x: 40, y: 3) }
    } equals: {
      pathShadow(CGPath(rect: CGRect(x: -60, y: 10, width: 50, height: 40), transform: nil), 6, x: 40, y: 3)
    },
    Reftest("sublayers inside change nothing of the shadow") {
      layer(24, 20, 44, 28, .orange) {
        $0.castShadow(4, x: 3, y: 4)
        $0.addSublayer(layer(4, 4, 20, 10, .teal))
      }
    } equals: {
      layer(24, 20, 44, 28, .orange) { $0.castShadow(4, x: 3, y: 4) }
      layer(28, 24, 20, 10, .teal)
    },
    Reftest("a path on the way to another", .fuzzy(2), at: 1) {
      let shadow = pathShadow(CGPath(rect: CGRect(x: 10, y: 10, width: 30, height: 20), transform: nil), 4)
      let move = CABasicAnimation(keyPath: "shadowPath")
      move.fromValue = CGPath(rect: CGRect(x: 10, y: 10, width: 30, height: 20), transform: nil)
      move.toValue = CGPath(rect: CGRect(x: 30.5, y: 20, width: 50, height: 40), transform: nil)
      move.duration = 2
      shadow.add(move, forKey: "move")
      shadow
    } equals: {
      pathShadow(CGPath(rect: CGRect(x: 20.25, y: 15, width: 40, height: 30), transform: nil), 4)
    },
    Reftest("a rasterized layer's shadow", .rounding) {
      layer(24, 20, 44, 28, .orange) {
        $0.castShadow(4, x: 3, y: 4)
        $0.shouldRasterize = true
      }
    } equals: {
      layer(24, 20, 44, 28, .orange) { $0.castShadow(4, x: 3, y: 4) }
    },
    Reftest("a rasterized layer's shadow, turned", .fuzzy(6)) {
      layer(24, 20, 44, 28) {
        $0.castShadow(5, x: 3, y: 4)
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 44, height: 28), transform: nil)
        $0.transform = turn(25)
        $0.shouldRasterize = true
      }
    } equals: {
      layer(24, 20, 44, 28) {
        $0.castShadow(5, x: 3, y: 4)
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 44, height: 28), transform: nil)
        $0.transform = turn(25)
      }
    },
    Reftest("a faint shadow at a fractional place", .rounding) {
      layer(20.25, 16.5, 40, 30, .orange) { $0.castShadow(6, x: 3, y: 4.25, opacity: 0.4) }
    } equals: {
      let color = CGColor(red: 0, green: 0, blue: 0, alpha: 0.4)
      layer(20.25, 16.5, 40, 30, .orange) {
        $0.castShadow(6, x: 3, y: 4.25)
        $0.shadowColor = color
      }
    },
    Reftest("a scaled layer's shadow is scaled", .fuzzy(2)) {
      layer(28, 22, 20, 14, .orange) {
        $0.anchorPoint = .zero
        $0.position = CGPoint(x: 20.5, y: 18)
        $0.transform = CATransform3DMakeScale(2, 2, 1)
        $0.castShadow(2, x: 2, y: 3)
      }
    } equals: {
      layer(20.5, 18, 40, 28, .orange) { $0.castShadow(4, x: 4, y: 6) }
    },
  ]
}
