/// The state that a draw shares with its batch.
struct BatchKey: Hashable {
  var program: ProgramKey
  var texture: TextureSource
  var backdrop: TextureSource = .none
}

/// The batch keys of a frame by number: a draw is compared with a batch by one number, and copied without its program
/// and textures. A number keeps its key until the table is cleared.
struct BatchKeyTable {
  /// A key, and the facts that each draw needs of it.
  struct Entry {
    let key: BatchKey
    let isLinear: Bool
    /// Vectors of an instance; 0 on the linear path.
    let vectors: Int32

    init(_ key: BatchKey) {
      self.key = key
      isLinear = key.program.features.contains(.linear)
      vectors = isLinear ? 0 : Int32(key.program.vectorsPerInstance)
    }
  }

  private(set) var entries: [Entry] = []
  private var numbers: [BatchKey: Int32] = [:]
  /// The number of the last key of each bin, or -1.
  private var recent: [Int32] = Array(repeating: -1, count: BatchKeyTable.bins)

  private static let bins = 64

  subscript(number: Int32) -> Entry { entries[Int(number)] }

  /// Returns the number of a key, which is entered if it is new.
  mutating func number(of key: BatchKey) -> Int32 {
    let bin = key.spread & (Self.bins - 1)
    let last = recent[bin]
    if last >= 0, entries[Int(last)].key == key { return last }
    let number = numbers[key] ?? Int32(entries.count)
    if Int(number) == entries.count {
      entries.append(Entry(key))
      numbers[key] = number
    }
    recent[bin] = number
    return number
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    for bin in recent.indices { recent[bin] = -1 }
  }
}

extension BatchKey {
  /// A number that differs between the frequent keys of frames.
  fileprivate var spread: Int {
    let features = Int(truncatingIfNeeded: program.features.rawValue)
    return texture.spread &* 5 &+ features &+ (features >> 4) &+ (features >> 16)
  }
}

extension TextureSource {
  fileprivate var spread: Int {
    switch self {
    case .none: 0
    case .image(let index, _, _): 1 &+ 3 &* Int(index)
    case .pass(let target, _): 2 &+ 3 &* Int(target)
    case .bitmap(let index, _): 3 &+ 3 &* Int(index)
    }
  }
}
