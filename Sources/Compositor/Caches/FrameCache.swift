// Tested by FrameCacheTests.

/// Values by their keys, for as long as frames ask for them. A value that no frame asked for in a while goes; above the
/// budget (``CacheBudget``), so do all values that the last frame did not ask for.
package struct FrameCache<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    var value: Value
    var bytes: Int
  }

  /// The entries by number; nil for a free number.
  private var entries: [Entry?] = []
  /// The last frame that asked for each entry, by number; the greatest frame number of all for a free number. An array
  /// apart from the entries because each frame reads all of it.
  private var lastFrames: [UInt64] = []
  private var numbers: [Key: Int] = [:]
  private var free: [Int] = []
  private var frame: UInt64 = 0
  /// The number of frames after which a value that none of them asked for goes.
  private let keptFrames: UInt64
  /// The most bytes that are kept, unless one frame asks for more.
  package var budget: Int
  /// The size of all values together, in bytes.
  package private(set) var bytes = 0

  package init(keptFrames: UInt64 = 8, budget: Int = .max) { (self.keptFrames, self.budget) = (keptFrames, budget) }

  package var isEmpty: Bool { numbers.isEmpty }

  /// The numbers of all values, ascending.
  package var allNumbers: [Int] { entries.indices.filter { entries[$0] != nil } }

  /// Returns the number of a key's value, which stays the same as long as the value is kept; nil if no value is kept.
  package func known(_ key: Key) -> Int? { numbers[key] }

  /// Returns the number of a key's value, nil if none is kept, and notes that the frame asked for it.
  package mutating func number(of key: Key) -> Int? {
    guard let number = numbers[key] else { return nil }
    lastFrames[number] = frame
    return number
  }

  /// Returns the value of a key, nil if none is kept, and notes that the frame asked for it.
  package mutating func value(of key: Key) -> Value? { number(of: key).map { self[$0] } }

  func isOfThisFrame(_ number: Int) -> Bool { lastFrames[number] == frame }

  package func key(_ number: Int) -> Key { entries[number]!.key }

  package subscript(number: Int) -> Value {
    get { entries[number]!.value }
    set { entries[number]!.value = newValue }
  }

  /// Keeps a value that the frame asks for; replaces the key's other one.
  @discardableResult
  package mutating func keep(_ value: Value, bytes: Int = 0, under key: Key) -> Int {
    if let number = numbers[key] { remove(number) }
    let number = free.popLast() ?? entries.count
    if number == entries.count {
      entries.append(nil)
      lastFrames.append(frame)
    }
    (entries[number], lastFrames[number]) = (Entry(key: key, value: value, bytes: bytes), frame)
    numbers[key] = number
    self.bytes += bytes
    return number
  }

  /// Counts the bytes of a value that was kept before they were known.
  mutating func setBytes(_ bytes: Int, of number: Int) {
    self.bytes += bytes - entries[number]!.bytes
    entries[number]!.bytes = bytes
  }

  /// Ends a frame: drops values that are too old or too many. Returns whether any went.
  @discardableResult
  package mutating func endFrame() -> Bool {
    frame += 1
    let kept = bytes > budget ? 1 : keptFrames
    guard frame > kept else { return false }
    let oldest = frame - kept
    let gone = lastFrames.indices.filter { lastFrames[$0] < oldest }
    for number in gone { remove(number) }
    return !gone.isEmpty
  }

  /// Drops the values whose keys a condition holds for.
  package mutating func removeAll(where condition: (Key) -> Bool) {
    for number in allNumbers where condition(key(number)) { remove(number) }
  }

  package mutating func removeAll() { (entries, lastFrames, numbers, free, bytes) = ([], [], [:], [], 0) }

  private mutating func remove(_ number: Int) {
    guard let entry = entries[number].take() else { return }
    lastFrames[number] = .max
    bytes -= entry.bytes
    numbers[entry.key] = nil
    free.append(number)
  }
}

/// The caches that keep memory for later frames. A renderer's memory limit is shared out among them in one table: all
/// caches together keep no more than the frame itself may take.
package enum CacheBudget: CaseIterable, Sendable {
  /// Pictures that the CPU draws.
  case shapes, texts, paintings, shadowPatches, shadowPaths, gradients, ladders
  /// Bytes of bitmaps that are gone.
  case spareBytes
  /// OpenGL's targets, those whose pictures are shown again, and textures.
  case targets, keptTargets, textures
  /// Surfaces that rows are drawn to, and the sizes of images that they are read from.
  case surfaces, mipmaps

  /// Bytes without a limit.
  private var most: Int {
    switch self {
    case .gradients: 4 << 20
    case .shadowPatches, .shadowPaths: 16 << 20
    case .spareBytes, .surfaces: 64 << 20
    case .shapes, .texts, .paintings, .mipmaps: 128 << 20
    case .ladders, .keptTargets: 256 << 20
    case .targets, .textures: 512 << 20
    }
  }

  /// The most bytes that are kept, unless one frame asks for more: the share of a limit.
  package func bytes(within limit: Int = .max) -> Int {
    let all = Self.allCases.reduce(0) { $0 + $1.most }
    return limit >= all ? most : Int(Double(max(limit, 0)) * Double(most) / Double(all))
  }
}
