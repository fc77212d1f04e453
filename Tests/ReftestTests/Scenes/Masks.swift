// Reftests of masks; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let masks: [Reftest] = []
}
