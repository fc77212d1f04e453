// Reftests of corners; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let corners: [Reftest] = [
    Reftest("no corner is rounded where none is asked for") {
      layer(10, 8, 60, 50, .orange) {
        $0.cornerRadius = 15
        $0.maskedCorners = []
      }
    } equals: {
      layer(10, 8, 60, 50, .orange)
    },
    Reftest("a clip to a round layer is the round layer", .rounding) {
      layer(10.25, 8.5, 60, 50) {
        $0.cornerRadius = 15
        $0.masksToBounds = true
        $0.addSublayer(layer(-5, -5, 80, 70, .orange))
      }
    } equals: {
      layer(10.25, 8.5, 60, 50, .orange) { $0.cornerRadius = 15 }
    },
  ]
}
