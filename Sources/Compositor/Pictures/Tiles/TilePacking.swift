// Small rectangles on shared pages, in shelves: sorted by height, they stand side by side until a shelf is full.

import Coverage

/// Where rectangles lie on pages.
struct TilePacking {
  struct Place: Equatable {
    var page = 0
    var x = 0
    var y = 0
  }

  /// The size of each page, in pixels.
  private(set) var pages: [(width: Int, height: Int)] = []
  /// For each rectangle its place.
  private(set) var places: [Place]

  /// The width of a shared page, and its greatest height, in pixels: what every device takes.
  private static let side = 2048
  /// Rectangles with a longer side have a page of their own.
  private static let largest = 512
  /// Heights of shared pages are multiples of this, so that a renderer meets the same sizes again.
  private static let step = 64

  /// Packs rectangles by their sizes, which are not empty.
  init(_ boxes: [PixelBox]) {
    places = Array(repeating: Place(), count: boxes.count)
    // Ties keep their order: the same frame has the same pages.
    let order = boxes.indices.sorted { (boxes[$0].height, $1) > (boxes[$1].height, $0) }
    var shared = -1
    var (x, y, shelf) = (0, 0, 0)
    for index in order {
      let (width, height) = (boxes[index].width, boxes[index].height)
      guard max(width, height) <= Self.largest, boxes.count > 1 else {
        places[index] = Place(page: pages.count)
        pages.append((width, height))
        continue
      }
      if shared >= 0, x + width > Self.side {
        (x, y) = (0, y + shelf)
        shelf = 0
      }
      if shared < 0 || y + height > Self.side {
        shared = pages.count
        pages.append((Self.side, 0))
        (x, y, shelf) = (0, 0, 0)
      }
      places[index] = Place(page: shared, x: x, y: y)
      x += width
      shelf = max(shelf, height)
      pages[shared].height = max(pages[shared].height, (y + height + Self.step - 1) / Self.step * Self.step)
    }
  }
}
