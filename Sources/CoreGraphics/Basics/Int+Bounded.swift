extension Int {
  /// Rounds a number toward zero and limits it to ±2⁵³, where doubles cease to tell whole numbers apart; NaN becomes 0.
  /// (`Int(_:)` traps for such numbers.) The sum of a thousand results still fits in an integer.
  @inlinable package init(bounded number: Double) {
    self = abs(number) <= 0x1p53 ? Int(number) : number > 0 ? 1 << 53 : number < 0 ? -1 << 53 : 0
  }

  /// Rounds and limits a number of single precision in the same way.
  @inlinable package init(bounded number: Float) { self.init(bounded: Double(number)) }

  /// An amount of memory with one decimal, in powers of 1,024: "1.5 GiB".
  package var formattedAsMemory: String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var amount = Double(self)
    var unit = 0
    while amount >= 1024, unit < units.count - 1 {
      amount /= 1024
      unit += 1
    }
    let tenths = Int((amount * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}

/// Ends the process with a message, in release builds, too, which omit the messages of `precondition`.
package func trap(_ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message(), file: file, line: line)
}

/// Ends the process with a message unless `condition` holds.
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}
