// The places of pictures on a page: in shelves, rows of one height, from the first row of the page on.
//
//   +----+--------+---+-----+
//   |    |        |   |     |   a shelf: what stands on it is at most as high
//   +----+--------+---+-+---+
//   |  |  |//|  |       |       what is given back may be taken again
//   +--+--+--+--+-------+---+
//   |                       |   no shelf yet
//   +-----------------------+
//
// Tested by ShelfTests.

/// The free and the taken parts of a square page.
struct Shelves {
  private struct Shelf {
    let y: Int
    let height: Int
    /// The free stretches, from left to right; no two touch.
    var free: [Range<Int>]
  }

  /// The side of the page, in pixels.
  let side: Int
  /// The shelves from the first row on, without gaps.
  private var shelves: [Shelf] = []

  /// Shelves are as high as a multiple of this, so that one serves pictures of about one height.
  private static let step = 8

  init(side: Int) { self.side = side }

  /// Whether nothing is taken.
  var isEmpty: Bool { shelves.isEmpty }

  /// Takes a place for a picture and returns its corner; nil where the page has no room for it.
  mutating func take(width: Int, height: Int) -> (x: Int, y: Int)? {
    guard width > 0, height > 0, width <= side, height <= side else { return nil }
    guard let (shelf, span) = place(width, height) ?? addShelf(width, height) else { return nil }
    let x = shelves[shelf].free[span].lowerBound
    let rest = x + width..<shelves[shelf].free[span].upperBound
    if rest.isEmpty { shelves[shelf].free.remove(at: span) } else { shelves[shelf].free[span] = rest }
    return (x, shelves[shelf].y)
  }

  /// Gives a place back that was taken.
  mutating func giveBack(x: Int, y: Int, width: Int) {
    guard let shelf = shelves.firstIndex(where: { $0.y == y }) else { preconditionFailure("no shelf at \(y)") }
    var span = x..<x + width
    var index = shelves[shelf].free.firstIndex { $0.lowerBound >= span.upperBound } ?? shelves[shelf].free.count
    if index < shelves[shelf].free.count, shelves[shelf].free[index].lowerBound == span.upperBound {
      span = span.lowerBound..<shelves[shelf].free.remove(at: index).upperBound
    }
    if index > 0, shelves[shelf].free[index - 1].upperBound == span.lowerBound {
      index -= 1
      span = shelves[shelf].free.remove(at: index).lowerBound..<span.upperBound
    }
    shelves[shelf].free.insert(span, at: index)
    while let last = shelves.last, last.free == [0..<side] { shelves.removeLast() }
  }

  /// The lowest shelf that is high enough, and not by more than a third unless it is empty, and where on it.
  private func place(_ width: Int, _ height: Int) -> (shelf: Int, span: Int)? {
    var found: (shelf: Int, span: Int)?
    for (index, shelf) in shelves.enumerated() where shelf.height >= height {
      if let found, shelves[found.shelf].height <= shelf.height { continue }
      guard shelf.height <= height + max(height / 3, Self.step) || shelf.free == [0..<side] else { continue }
      if let span = shelf.free.firstIndex(where: { $0.count >= width }) { found = (index, span) }
    }
    return found
  }

  private mutating func addShelf(_ width: Int, _ height: Int) -> (shelf: Int, span: Int)? {
    let y = shelves.last.map { $0.y + $0.height } ?? 0
    guard y + height <= side else { return nil }
    let rounded = (height + Self.step - 1) / Self.step * Self.step
    shelves.append(Shelf(y: y, height: min(rounded, side - y), free: [0..<side]))
    return (shelves.count - 1, 0)
  }
}
