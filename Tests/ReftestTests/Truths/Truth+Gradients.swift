// Chromium's linear, radial and conic gradients; see Truth.swift. CSS interpolates premultiplied colours.

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
        Page.gradient(20, 15, 120, 90, [red, blue.copy(alpha: 0.2)!])
      },
      Truth("gradients-round", interior: 2, edge: 24, pixels: 160) {
        Page.gradient(20, 15, 120, 90, [.orange, .teal], from: (0.5, 0), to: (0.5, 1)) { $0.cornerRadius = 28 }
      },
      Truth("gradients-turned", interior: 2, edge: 40, pixels: 360) {
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
      Page.gradient(20, 15, 120, 90, [red, yellow, red], from: (0.5, 0.5), to: (0.5, 1), type: .conic)
    },
    Truth("gradients-conic-alpha", interior: 3, edge: 255, pixels: 330) {
      Page.gradient(
        35, 15, 90, 90, [.teal, CGColor.teal.copy(alpha: 0)!], from: (0.5, 0.5), to: (1, 0.5), type: .conic
      ) { $0.cornerRadius = 45 }
    },
  ]

  /// Where CSS's gradient line of an angle begins and ends, in the unit square of a box: from corner to corner as
  /// far as the angle sees them.
  @MainActor private static func line(
    angle degrees: Double, width: Double, height: Double
  ) -> (start: (Double, Double), end: (Double, Double)) {
    let (x, y) = (sin(degrees * .pi / 180), -cos(degrees * .pi / 180))
    let half = (abs(width * x) + abs(height * y)) / 2
    let (dx, dy) = (x * half / width, y * half / height)
    return ((0.5 - dx, 0.5 - dy), (0.5 + dx, 0.5 + dy))
  }
}
