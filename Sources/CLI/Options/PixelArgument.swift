// The value of --pixel.

/// A pixel of a picture, from its top left corner, written `X,Y`.
struct PixelArgument: Equatable {
  var x: Int
  var y: Int

  /// Reads `120,40`. Whether the picture is as large is known later.
  init(parsing text: String) throws(ArgumentValueError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], 0..<1 << 20 ~= x, 0..<1 << 20 ~= y else {
      throw ArgumentValueError("expected X,Y in pixels from the top left corner, such as 120,40")
    }
    (self.x, self.y) = (x, y)
  }
}
