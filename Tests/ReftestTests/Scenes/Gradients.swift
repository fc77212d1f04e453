// Reftests of gradients; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import Foundation
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  private static let black = CGColor(gray: 0, alpha: 1)
  private static let gray = CGColor(gray: 0.5, alpha: 1)
  private static let clear = CGColor(gray: 0, alpha: 0)
  private static let middle = CGPoint(x: 0.5, y: 0.5)

  /// The circle in a rectangle, as a clip around layers.
  private static func round(_ x: Double, _ y: Double, _ side: Double, _ sublayers: CALayer...) -> CALayer {
    layer(x, y, side, side) {
      $0.cornerRadius = side / 2
      $0.masksToBounds = true
      $0.sublayers = sublayers
    }
  }

  static let gradients: [Reftest] = [
    Reftest("an axial gradient is a layer for each row", .rounding) {
      gradient(8, 6, 70, 50, [.teal, .orange])
    } equals: {
      for row in 0..<50 {
        let part = (Double(row) + 0.5) / 50
        layer(
          8, 6 + Double(row), 70, 1,
          CGColor(red: part, green: 0.4 + 0.2 * part, blue: 0.6 - 0.4 * part, alpha: 1))
      }
    },
    Reftest("a gradient of one colour that a shape masks is that shape", .rounding) {
      for (x, opacity) in [(5.5, 1), (50, 0.5)] as [(Double, Float)] {
        gradient(x, 6.25, 40, 50, [.teal, .teal], nil, from: .zero, to: CGPoint(x: 1, y: 1)) {
          let mask = CAShapeLayer()
          mask.path = CGPath(ellipseIn: CGRect(x: 3, y: -4, width: 30, height: 44), transform: nil)
          mask.opacity = opacity
          $0.mask = mask
        }
      }
    } equals: {
      for (x, opacity) in [(5.5, 1), (50, 0.5)] as [(Double, Float)] {
        layer(x, 6.25, 40, 50) {
          $0.masksToBounds = true
          let shape = CAShapeLayer()
          shape.path = CGPath(ellipseIn: CGRect(x: 3, y: -4, width: 30, height: 44), transform: nil)
          shape.fillColor = .teal
          shape.opacity = opacity
          $0.addSublayer(shape)
        }
      }
    },
    Reftest("without locations colours are spread evenly") {
      gradient(8.25, 6, 70, 50, [.teal, .orange, .white, .glass], nil, from: .zero, to: CGPoint(x: 1, y: 1))
    } equals: {
      gradient(
        8.25, 6, 70, 50, [.teal, .orange, .white, .glass], [0, 1.0 / 3, 2.0 / 3, 1], from: .zero,
        to: CGPoint(x: 1, y: 1))
    },
    Reftest("equal locations are a step") {
      gradient(8, 6, 70, 50, [.teal, .teal, .orange, .orange], [0, 0.4, 0.4, 1])
    } equals: {
      layer(8, 6, 70, 20, .teal)
      layer(8, 26, 70, 30, .orange)
    },
    Reftest("a step of a turned gradient is two turned layers", .fuzzy(150, pixels: 90)) {
      gradient(20, 10, 50, 50, [.teal, .teal, .orange, .orange], [0, 0.4, 0.4, 1]) { $0.transform = turn(33) }
    } equals: {
      layer(20, 10, 50, 50) {
        $0.transform = turn(33)
        $0.addSublayer(layer(0, 0, 50, 20, .teal))
        $0.addSublayer(layer(0, 20, 50, 30, .orange))
      }
    },
    Reftest("points outside the bounds show the middle of a larger gradient", .rounding) {
      gradient(
        10, 8, 60, 40, [.teal, .orange, .white], nil, from: CGPoint(x: -1, y: -1), to: CGPoint(x: 2, y: 2))
    } equals: {
      layer(10, 8, 60, 40) {
        $0.masksToBounds = true
        $0.addSublayer(
          gradient(-60, -40, 180, 120, [.teal, .orange, .white], nil, from: .zero, to: CGPoint(x: 1, y: 1)))
      }
    },
    Reftest("a turned gradient is a gradient turned", .fuzzy(2)) {
      gradient(20, 8, 50, 50, [.teal, .orange], nil, from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5))
    } equals: {
      gradient(20, 8, 50, 50, [.orange, .teal]) { $0.transform = turn(90) }
    },
    Reftest("a diagonal gradient is an upright one under a turned clip", .fuzzy(40, pixels: 900)) {
      gradient(25, 15, 40, 40, [.teal, .orange, .white], nil, from: .zero, to: CGPoint(x: 1, y: 1)) {
        $0.transform = turn(-45)
      }
    } equals: {
      layer(25, 15, 40, 40) {
        $0.transform = turn(-45)
        $0.masksToBounds = true
        let side = 40 * 2.0.squareRoot()
        $0.addSublayer(
          gradient(
            20 - side / 2, 20 - side / 2, side, side, [.teal, .orange, .white], nil, from: CGPoint(x: 0, y: 0.5),
            to: CGPoint(x: 1, y: 0.5)
          ) { $0.transform = turn(45) })
      }
    },
    Reftest("a radial gradient is round", .fuzzy(2, pixels: 600)) {
      round(
        20.5, 8, 50,
        gradient(-10, -10, 70, 70, [.teal, .orange, .white], nil, .radial, from: middle, to: CGPoint(x: 1, y: 1)))
    } equals: {
      round(
        20.5, 8, 50,
        gradient(-10, -10, 70, 70, [.teal, .orange, .white], nil, .radial, from: middle, to: CGPoint(x: 0, y: 1)) {
          $0.transform = turn(30)
        })
    },
    Reftest("a radial gradient in a stretched layer is an ellipse", .rounding) {
      gradient(10, 10, 72, 48, [.teal, .orange, .white], nil, .radial, from: middle, to: CGPoint(x: 1, y: 1))
    } equals: {
      gradient(22, 10, 48, 48, [.teal, .orange, .white], nil, .radial, from: middle, to: CGPoint(x: 1, y: 1)) {
        $0.transform = CATransform3DMakeScale(1.5, 1, 1)
      }
    },
    Reftest("a conic gradient begins where its end is", .fuzzy(8, pixels: 600)) {
      round(
        20.5, 8.25, 50,
        gradient(-10, -10, 70, 70, [.teal, .orange, .white], nil, .conic, from: middle, to: CGPoint(x: 0.5, y: 1)))
    } equals: {
      round(
        20.5, 8.25, 50,
        gradient(-10, -10, 70, 70, [.teal, .orange, .white], nil, .conic, from: middle, to: CGPoint(x: 1, y: 0.5)) {
          $0.transform = turn(90)
        })
    },
    Reftest("a gradient of one colour is a background", .rounding) {
      gradient(10.25, 8.5, 60, 45, [.orange, .orange]) {
        $0.cornerRadius = 14
        $0.transform = turn(12)
      }
    } equals: {
      layer(10.25, 8.5, 60, 45, .orange) {
        $0.cornerRadius = 14
        $0.transform = turn(12)
      }
    },
    Reftest("a gradient follows corners without a clip", .fuzzy(2, pixels: 200)) {
      gradient(10.25, 8.5, 60, 45, [.orange, .teal], nil, from: .zero, to: CGPoint(x: 1, y: 1)) {
        $0.cornerRadius = 16
      }
    } equals: {
      layer(10.25, 8.5, 60, 45) {
        $0.cornerRadius = 16
        $0.masksToBounds = true
        $0.addSublayer(gradient(0, 0, 60, 45, [.orange, .teal], nil, from: .zero, to: CGPoint(x: 1, y: 1)))
      }
    },
    Reftest("opacity fades a gradient's colours", .fuzzy(1)) {
      gradient(10, 8, 60, 45, [.orange, .teal]) { $0.opacity = 0.4 }
    } equals: {
      gradient(
        10, 8, 60, 45,
        [CGColor(red: 1, green: 0.6, blue: 0.2, alpha: 0.4), CGColor(red: 0, green: 0.4, blue: 0.6, alpha: 0.4)])
    },
    Reftest(
      "over the background and under the contents", .fuzzy(1),
      except: [
        .flipped: .skip("images stay upright"), .rotated: .fuzzy(2), .plain: .fuzzy(2),
      ]
    ) {
      gradient(10, 8, 60, 45, [.glass, .orange]) {
        $0.backgroundColor = .teal
        $0.contents = CGImage.sample(30, 20, isOpaque: false)
      }
    } equals: {
      layer(10, 8, 60, 45, .teal)
      gradient(10, 8, 60, 45, [.glass, .orange])
      layer(10, 8, 60, 45) { $0.contents = CGImage.sample(30, 20, isOpaque: false) }
    },
    Reftest("a gradient to clear as mask fades its layer", .fuzzy(2)) {
      layer(10, 8, 60, 45, .orange) { $0.mask = gradient(0, 0, 60, 45, [black, clear]) }
    } equals: {
      gradient(10, 8, 60, 45, [.orange, CGColor(red: 1, green: 0.6, blue: 0.2, alpha: 0)])
    },
    Reftest("a replicator's colour multiplies a gradient's", .fuzzy(2)) {
      for (y, type) in [(4.0, CAGradientLayerType.axial), (38, .radial)] {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 10, y: y, width: 60, height: 30)
        replicator.instanceCount = 1
        replicator.instanceColor = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 1)
        replicator.addSublayer(
          gradient(
            0, 0, 60, 30, [.white, .orange], nil, type, from: middle,
            to: type == .axial ? CGPoint(x: 0.5, y: 1) : CGPoint(x: 1, y: 1)))
        replicator
      }
    } equals: {
      let colors = [
        CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 1), CGColor(red: 1, green: 0.3, blue: 0.05, alpha: 1),
      ]
      gradient(10, 4, 60, 30, colors, nil, .axial, from: middle, to: CGPoint(x: 0.5, y: 1))
      gradient(10, 38, 60, 30, colors, nil, .radial, from: middle, to: CGPoint(x: 1, y: 1))
    },
    Reftest("locations that descend are raised") {
      gradient(10, 8, 60, 45, [.orange, .teal, .white, .glass], [0, 0.6, 0.3, 1])
    } equals: {
      gradient(10, 8, 60, 45, [.orange, .teal, .white, .glass], [0, 0.6, 0.6, 1])
    },
    Reftest("one colour, or too few locations, draw the background alone") {
      gradient(10, 8, 60, 20, [.orange]) { $0.backgroundColor = .teal }
      gradient(10, 30, 60, 20, [.orange, .white], [0.5]) { $0.backgroundColor = .teal }
    } equals: {
      layer(10, 8, 60, 20, .teal)
      layer(10, 30, 60, 20, .teal)
    },
    Reftest("colours animate one by one", .rounding, at: 1) {
      gradient(10, 8, 60, 45, [.orange, .teal], nil, from: .zero, to: CGPoint(x: 1, y: 1)) {
        let fade = CABasicAnimation(keyPath: "colors")
        fade.fromValue = [CGColor.white, black]
        fade.toValue = [black, CGColor.white]
        fade.duration = 2
        $0.add(fade, forKey: nil)
      }
    } equals: {
      gradient(10, 8, 60, 45, [gray, gray], nil, from: .zero, to: CGPoint(x: 1, y: 1))
    },
  ]
}
