// The bytes of bitmaps that are gone, for new ones of the same size: fresh memory costs a page fault for each 4 KB,
// which is more than it costs to clear and to write it.

import Synchronization

/// Arrays of bytes that nobody uses.
enum SpareBytes {
  /// The one that was given last is taken first: it may still be in a cache of the processor.
  private static let spares = Mutex<[[UInt8]]>([])
  /// Bytes that are kept at most, in all.
  private static let budget = 64 << 20
  /// Shorter arrays are the allocator's.
  private static let shortest = 64 << 10

  /// So many bytes, all of them 0.
  static func zeros(_ count: Int) -> [UInt8] {
    let spare =
      count < shortest
      ? nil
      : spares.withLock { spares in
        spares.lastIndex { $0.count == count }.map { spares.remove(at: $0) }
      }
    guard var bytes = spare else { return [UInt8](repeating: 0, count: count) }
    bytes.withUnsafeMutableBufferPointer { $0.initialize(repeating: 0) }
    return bytes
  }

  /// Takes what somebody is done with.
  static func give(_ bytes: consuming [UInt8]) {
    guard bytes.count >= shortest, bytes.count <= budget else { return }
    spares.withLock { [bytes] spares in
      spares.append(bytes)
      var total = spares.reduce(0) { $0 + $1.count }
      while total > budget { total -= spares.removeFirst().count }
    }
  }
}

extension [[UInt8]] {
  /// Lends the bytes of all arrays at once.
  mutating func withAllBytes(_ body: ([UnsafeMutablePointer<UInt8>]) -> Void) {
    lend(from: 0, [], body)
  }

  private mutating func lend(
    from index: Int, _ lent: [UnsafeMutablePointer<UInt8>], _ body: ([UnsafeMutablePointer<UInt8>]) -> Void
  ) {
    guard index < count else { return body(lent) }
    // Out of the list while it is lent, so that the others can be reached.
    var bytes: [UInt8] = []
    swap(&bytes, &self[index])
    bytes.withUnsafeMutableBufferPointer { buffer in
      // Empty pages have no place; nothing is written there.
      if let start = buffer.baseAddress { lend(from: index + 1, lent + [start], body) }
    }
    swap(&bytes, &self[index])
  }
}
