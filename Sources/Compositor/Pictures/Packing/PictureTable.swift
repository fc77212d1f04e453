// Pictures that the CPU draws, kept from frame to frame by what they depend on. The new ones of a frame are known
// before anything is recorded, so that they share bitmaps: atlases, each one upload and one texture.
//
// A picture that no frame asked for in a while goes. Its atlas stays as long as any picture of it is used.

import Coverage
import Synchronization

/// Where a picture lies.
struct PackedPicture {
  /// Nil for a picture of which nothing is seen.
  var atlas: Bitmap?
  /// Its first pixel there.
  var x = 0
  var y = 0
  /// Its pixels, from the origin that its key means.
  var box = PixelBox(0, 0, 0, 0)
  /// Names the picture as long as the process lives, wherever it lies: no other picture has had the number.
  fileprivate(set) var serial: UInt64 = 0

  private static let lastSerial = Atomic<UInt64>(0)
  fileprivate static func new() -> PackedPicture {
    PackedPicture(serial: lastSerial.add(1, ordering: .relaxed).newValue)
  }
}

/// The pictures of the frames of one builder.
struct PictureTable<Key: Hashable> {
  private struct Entry {
    var key: Key
    var picture = PackedPicture.new()
    var lastFrame: UInt64
    /// In use; otherwise free for a new picture.
    var isLive = true
  }

  private var entries: [Entry] = []
  private var numbers: [Key: Int] = [:]
  private var free: [Int] = []
  private var frame: UInt64 = 0
  /// The pictures that are to be made for this frame; whoever has made them empties the list.
  var fresh: [Int] = []

  /// Made and found in this frame.
  private(set) var madeCount = 0
  private(set) var foundCount = 0

  /// Pictures that were not asked for in so many frames go.
  private let keptFrames: UInt64

  init(keptFrames: UInt64 = 8) { self.keptFrames = keptFrames }

  /// The number of a picture; where it lies is known once it is made.
  mutating func number(of key: Key) -> Int {
    if let number = numbers[key] {
      entries[number].lastFrame = frame
      foundCount += 1
      return number
    }
    let entry = Entry(key: key, lastFrame: frame)
    let number = free.popLast() ?? entries.count
    if number == entries.count { entries.append(entry) } else { entries[number] = entry }
    numbers[key] = number
    madeCount += 1
    fresh.append(number)
    return number
  }

  subscript(number: Int) -> PackedPicture { entries[number].picture }

  /// What a picture depends on.
  func key(_ number: Int) -> Key { entries[number].key }

  /// All numbers, also those that are free.
  var indices: Range<Int> { entries.indices }

  /// Positions pictures on new atlases.
  ///
  /// - Parameters:
  ///   - numbers: the pictures.
  ///   - boxes: their pixels.
  ///   - packing: where they lie, on atlases of which sizes.
  ///   - atlases: the atlases' bytes.
  mutating func put(
    _ numbers: [Int], boxes: [PixelBox], packing: AtlasPacking, atlases: [[UInt8]], format: Bitmap.Format
  ) {
    let bitmaps = zip(packing.atlases, atlases).map {
      Bitmap(width: $0.width, height: $0.height, format: format, pixels: $1)
    }
    for (index, position) in packing.positions.enumerated() {
      let serial = entries[numbers[index]].picture.serial
      entries[numbers[index]].picture = PackedPicture(
        atlas: bitmaps[position.atlas], x: position.x, y: position.y, box: boxes[index], serial: serial)
    }
  }

  /// Lets go of pictures that were not used for a while; returns whether any were.
  mutating func endFrame() -> Bool {
    frame += 1
    madeCount = 0
    foundCount = 0
    guard !numbers.isEmpty else { return false }
    var hasRemoved = false
    for number in entries.indices where entries[number].isLive && entries[number].lastFrame + keptFrames < frame {
      numbers[entries[number].key] = nil
      entries[number].isLive = false
      entries[number].picture = PackedPicture()
      free.append(number)
      hasRemoved = true
    }
    return hasRemoved
  }
}
