// The value of --size.
// Tested by ArgumentValueTests.

/// A width and height in points, written `WIDTHxHEIGHT`.
struct SizeArgument: Equatable, CustomStringConvertible {
  var width: Int
  var height: Int

  /// The largest side accepted, in points; beyond it is a slip of the finger. What the GPU can hold is checked later.
  static let limit = 65536

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Reads `390x844`.
  init(parsing text: String) throws(ArgumentValueError) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
      throw ArgumentValueError("expected WIDTHxHEIGHT in points, such as 390x844")
    }
    guard 1...Self.limit ~= width, 1...Self.limit ~= height else {
      throw ArgumentValueError("expected a width and height from 1 to \(Self.limit) points")
    }
    self.width = width
    self.height = height
  }

  var description: String { "\(width)x\(height)" }
}
