// Reftests of depth; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let depth: [Reftest] = []
}
