import Coverage
import Synchronization

struct PackedPicture {
  /// Nil for a picture of which nothing is seen.
  var atlas: Texels?
  /// Its first pixel there.
  var x = 0
  var y = 0
  /// Its pixels, from the origin of its key.
  var box = PixelBox(0, 0, 0, 0)
  /// A number that no other picture of the process has, now or later.
  fileprivate(set) var serial: UInt64 = 0

  private static let lastSerial = Atomic<UInt64>(0)
  fileprivate static func new() -> PackedPicture {
    PackedPicture(serial: lastSerial.add(1, ordering: .relaxed).newValue)
  }
}

/// Pictures that the CPU draws, kept from frame to frame by key. The new ones of a frame are known before anything is
/// recorded, so that they share bitmaps: atlases, each one upload and one texture. A picture that no frame asked for in
/// a while goes. Its atlas stays as long as any picture of it is used.
struct PictureTable<Key: Hashable> {
  /// The bytes are those of the pictures, without the free space between them.
  var pictures: FrameCache<Key, PackedPicture>
  /// The pictures that are to be made for this frame; whoever makes them empties the list.
  var fresh: [Int] = []

  /// The counts of pictures that were made for this frame, and found in it.
  private(set) var madeCount = 0
  private(set) var foundCount = 0

  init(keptFrames: UInt64 = 8) { pictures = FrameCache(keptFrames: keptFrames) }

  /// Returns the number of a picture; its position is known once it is made.
  mutating func number(of key: Key) -> Int {
    if let number = pictures.number(of: key) {
      foundCount += 1
      return number
    }
    madeCount += 1
    let number = pictures.keep(.new(), under: key)
    fresh.append(number)
    return number
  }

  subscript(number: Int) -> PackedPicture { pictures[number] }

  func key(_ number: Int) -> Key { pictures.key(number) }

  var allNumbers: [Int] { pictures.allNumbers }

  /// Positions pictures, by their numbers and boxes, on new atlases of the given bytes, as a packing has them.
  mutating func put(
    _ numbers: [Int], boxes: [PixelBox], packing: AtlasPacking, atlases: [[UInt8]], format: Texels.Format
  ) {
    let bitmaps = zip(packing.atlases, atlases).map {
      Texels(width: $0.width, height: $0.height, format: format, pixels: $1)
    }
    for (index, position) in packing.positions.enumerated() {
      let number = numbers[index]
      pictures[number] = PackedPicture(
        atlas: bitmaps[position.atlas], x: position.x, y: position.y, box: boxes[index],
        serial: pictures[number].serial)
      pictures.setBytes(boxes[index].area * (format == .color ? 4 : 1), of: number)
    }
  }

  mutating func removeAll() {
    pictures.removeAll()
    fresh.removeAll()
  }

  /// Removes pictures that were not used for a while; returns whether any were.
  mutating func endFrame() -> Bool {
    (madeCount, foundCount) = (0, 0)
    return pictures.endFrame()
  }
}

/// The positions of small rectangles on shared atlases: sorted by height, side by side on shelves.
struct AtlasPacking {
  struct Position: Equatable {
    var atlas = 0
    var x = 0
    var y = 0
  }

  /// The size of each atlas, in pixels.
  private(set) var atlases: [(width: Int, height: Int)] = []
  private(set) var positions: [Position]
  /// The shelves of all atlases, which cover them.
  private(set) var shelves: [Shelf] = []

  /// Rectangles next to each other, by index, and the rows of their atlas down to the next shelf or the atlas's end.
  struct Shelf {
    let atlas: Int
    var rows: Range<Int>
    var indices: [Int] = []
  }

  /// The width of a shared atlas, and its greatest height, in pixels: every device takes it.
  private static let side = 2048
  /// Rectangles with a longer side have an atlas of their own.
  private static let largest = 512
  /// Heights of shared atlases are multiples of this, so that a renderer meets the same sizes again.
  private static let step = 64

  /// Packs rectangles by their sizes, which are not empty; those of the indices `alone` have an atlas of their own.
  init(_ boxes: [PixelBox], alone: (Int) -> Bool = { _ in false }) {
    positions = Array(repeating: Position(), count: boxes.count)
    // Ties keep their order: the same frame has the same atlases.
    let order = boxes.indices.sorted { (boxes[$0].height, $1) > (boxes[$1].height, $0) }
    var (shared, open) = (-1, -1)
    var (x, y, shelf) = (0, 0, 0)
    for index in order {
      let (width, height) = (boxes[index].width, boxes[index].height)
      guard max(width, height) <= Self.largest, boxes.count > 1, !alone(index) else {
        positions[index] = Position(atlas: atlases.count)
        shelves.append(Shelf(atlas: atlases.count, rows: 0..<height, indices: [index]))
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
      if x == 0 {
        if y > 0 { shelves[open].rows = shelves[open].rows.lowerBound..<y }
        open = shelves.count
        shelves.append(Shelf(atlas: shared, rows: y..<y))
      }
      positions[index] = Position(atlas: shared, x: x, y: y)
      x += width
      shelf = max(shelf, height)
      atlases[shared].height = max(atlases[shared].height, (y + height + Self.step - 1) / Self.step * Self.step)
      shelves[open].indices.append(index)
      shelves[open].rows = y..<atlases[shared].height
    }
  }
}
