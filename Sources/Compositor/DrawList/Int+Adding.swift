// Sums of measures that may be anything, such as the pixels of all draws of a frame.
// Tested by DrawListTests.

import CoreGraphics

extension Int {
  /// Adds a measure; the sum is held within ±2⁵³, as each `Int(bounded:)` is.
  mutating func add(bounded number: Double) {
    // Within these bounds doubles tell all whole numbers apart.
    self = Int(bounded: Double(self) + Double(Int(bounded: number)))
  }
}
