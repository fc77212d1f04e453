import Coverage

/// The positions of small rectangles on shared atlases, in shelves: sorted by height, they stand side by side until a
/// shelf is full.
struct AtlasPacking {
  struct Position: Equatable {
    var atlas = 0
    var x = 0
    var y = 0
  }

  /// The size of each atlas, in pixels.
  private(set) var atlases: [(width: Int, height: Int)] = []
  private(set) var positions: [Position]
  /// The rectangles in the order of their positions: atlas by atlas, shelf by shelf.
  let order: [Int]

  /// The width of a shared atlas, and its greatest height, in pixels: every device takes it.
  private static let side = 2048
  /// Rectangles with a longer side have an atlas of their own.
  private static let largest = 512
  /// Heights of shared atlases are multiples of this, so that a renderer meets the same sizes again.
  private static let step = 64

  /// Packs rectangles by their sizes, which are not empty.
  init(_ boxes: [PixelBox]) {
    positions = Array(repeating: Position(), count: boxes.count)
    // Ties keep their order: the same frame has the same atlases.
    order = boxes.indices.sorted { (boxes[$0].height, $1) > (boxes[$1].height, $0) }
    var shared = -1
    var (x, y, shelf) = (0, 0, 0)
    for index in order {
      let (width, height) = (boxes[index].width, boxes[index].height)
      guard max(width, height) <= Self.largest, boxes.count > 1 else {
        positions[index] = Position(atlas: atlases.count)
        atlases.append((width, height))
        continue
      }
      if shared >= 0, x + width > Self.side {
        (x, y) = (0, y + shelf)
        shelf = 0
      }
      if shared < 0 || y + height > Self.side {
        shared = atlases.count
        atlases.append((Self.side, 0))
        (x, y, shelf) = (0, 0, 0)
      }
      positions[index] = Position(atlas: shared, x: x, y: y)
      x += width
      shelf = max(shelf, height)
      atlases[shared].height = max(atlases[shared].height, (y + height + Self.step - 1) / Self.step * Self.step)
    }
  }
}
