// Chromium's linear, radial and conic gradients; see Truth.swift.
//
// CSS interpolates premultiplied colours and works in points; Core Animation's colours are not premultiplied, and its
// gradients are those of a square stretched to the bounds. The layers say CSS's pictures in those words.

import CoreGraphics
import Foundation
import QuartzCore
import TestScenes
import Testing

extension Truth {
  private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  private static let yellow = CGColor(red: 1, green: 1, blue: 0, alpha: 1)

  static let gradients =
    [
      Truth("gradients-horizontal", interior: 2) { Page.gradient(20, 15, 120, 90, [red, blue]) },
      Truth("gradients-vertical", interior: 2) {
        Page.gradient(20, 15, 120, 90, [.orange, .teal], from: (0.5, 0), to: (0.5, 1))
      },
      Truth("gradients-diagonal", interior: 2) {
        Page.gradient(35, 15, 90, 90, [yellow, blue], from: (0, 0), to: (1, 1))
      },
      Truth("gradients-angle", interior: 2) {
        let (start, end) = line(angle: 120, width: 120, height: 90)
        Page.gradient(20, 15, 120, 90, [red, green], from: start, to: end)
      },
      Truth("gradients-stops", interior: 3) {
        Page.gradient(20, 15, 120, 90, [red, yellow, green, blue], [0.1, 0.3, 0.6, 0.95])
      },
      Truth("gradients-hard", interior: 1) {
        Page.gradient(20, 15, 120, 90, [red, red, green, green, blue, blue], [0, 0.25, 0.25, 0.7, 0.7, 1])
      },
      Truth("gradients-alpha", interior: 2) {
        layer(0, 40, 160, 40, .teal)
        Page.gradient(20, 15, 120, 90, [red, red.copy(alpha: 0)!])
      },
      Truth("gradients-alpha-colours", interior: 2) {
        Page.gradient(20, 15, 120, 90, (0...64).map { faded(red, blue.copy(alpha: 0.2)!, at: Double($0) / 64) })
      },
      Truth("gradients-round", interior: 2, edge: 24, pixels: 160) {
        Page.gradient(20, 15, 120, 90, [.orange, .teal], from: (0.5, 0), to: (0.5, 1)) { $0.cornerRadius = 28 }
      },
      Truth("gradients-turned", interior: 2, edge: 52, pixels: 360) {
        Page.gradient(40, 25, 80, 70, [.orange, .teal]) { $0.transform = turn(25) }
      },
    ] + roundGradients

  private static let roundGradients = [
    Truth("gradients-radial", interior: 2) {
      Page.gradient(35, 15, 90, 90, [.white, Page.rgb(0, 0, 160)], from: (0.5, 0.5), to: (1, 1), type: .radial)
    },
    Truth("gradients-ellipse", interior: 3) {
      Page.gradient(
        20, 15, 120, 90, [yellow, red, Page.rgb(0, 0, 160)], from: (0.5, 0.5), to: (1, 1), type: .radial)
    },
    Truth("gradients-radial-aside", interior: 3) {
      Page.gradient(
        20, 15, 120, 90, [yellow, .teal], from: (30 / 120, 60 / 90), to: (100 / 120, 90 / 90), type: .radial)
    },
    Truth("gradients-conic", interior: 3, edge: 255, pixels: 60) {
      Page.gradient(35, 15, 90, 90, [red, green, blue], from: (0.5, 0.5), to: (1, 0.5), type: .conic)
    },
    Truth("gradients-conic-turn", interior: 3, edge: 20, pixels: 30) {
      layer(20, 15, 120, 90) {
        $0.masksToBounds = true
        $0.addSublayer(
          Page.gradient(0, -15, 120, 120, [red, yellow, red], from: (0.5, 0.5), to: (0.5, 1), type: .conic))
      }
    },
    Truth("gradients-conic-alpha", interior: 3, edge: 255, pixels: 330) {
      Page.gradient(
        35, 15, 90, 90, [.teal, CGColor.teal.copy(alpha: 0)!], from: (0.5, 0.5), to: (1, 0.5), type: .conic
      ) { $0.cornerRadius = 45 }
    },
  ]

  /// A colour on the way between two, as it is between the premultiplied ones.
  private static func faded(_ a: CGColor, _ b: CGColor, at part: Double) -> CGColor {
    let (a, b) = (SIMD4<Double>(a.rgba), SIMD4<Double>(b.rgba))
    let alpha = a.w + (b.w - a.w) * part
    let color = (a * a.w * (1 - part) + b * b.w * part) / max(alpha, 1e-9)
    return CGColor(red: color.x, green: color.y, blue: color.z, alpha: alpha)
  }

  /// Points in the unit square of a box for CSS's gradient line of an angle, from corner to corner as far as the angle
  /// sees them. Lines of one colour are to be perpendicular to it in the box, and are perpendicular to the points' line
  /// in the square: the gradient of the position is what both have in common.
  @MainActor private static func line(
    angle degrees: Double, width: Double, height: Double
  ) -> (start: (Double, Double), end: (Double, Double)) {
    let (x, y) = (sin(degrees * .pi / 180), -cos(degrees * .pi / 180))
    let length = abs(width * x) + abs(height * y)
    let (a, b) = (x * width / length, y * height / length)
    let (dx, dy) = (a / (a * a + b * b) / 2, b / (a * a + b * b) / 2)
    return ((0.5 - dx, 0.5 - dy), (0.5 + dx, 0.5 + dy))
  }
}
