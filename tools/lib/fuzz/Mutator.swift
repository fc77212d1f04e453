// Damage: from a flipped bit to parts of one input inside another.

import Compositor

/// Makes new inputs of old ones; the same seed makes the same ones.
struct Mutator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Numbers that programs trip over.
  private static let numbers: [UInt64] = [
    0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 511, 1023, 4095, 4096, 16383, 16384, 16385, 32767,
    32768, 65535, 65536, 0x00FF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, 1 << 33, 1 << 52, 1 << 53,
    1 << 62, 3 << 62, .max >> 1, .max - 1, .max,
  ]
  /// The bytes that a number is written in.
  private static let sizes = [1, 2, 3, 4, 4, 8]

  /// An input with one to eight kinds of damage, its checksums put right in three of four.
  mutating func mutated(from corpus: [[UInt8]], repairing repair: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = corpus[below(corpus.count)]
    for _ in 0..<1 << below(4) { damage(&bytes, corpus) }
    if below(4) > 0 { repair(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8], _ corpus: [[UInt8]]) {
    guard !bytes.isEmpty else {
      bytes = corpus[below(corpus.count)]
      return
    }
    let place = below(bytes.count)
    switch below(10) {
    case 0: bytes[place] ^= 1 << UInt8(below(8))
    case 1: bytes[place] = UInt8(below(256))
    case 2, 3: put(Self.numbers[below(Self.numbers.count)], size: Self.sizes[below(6)], at: place, in: &bytes)
    case 4: bytes[place] = bytes[place] &+ UInt8(below(5)) &- 2
    case 5: bytes.removeSubrange(place..<min(place + 1 + below(32), bytes.count))
    case 6: bytes.insert(contentsOf: bytes[place..<min(place + 1 + below(64), bytes.count)], at: below(bytes.count))
    case 7: bytes.insert(contentsOf: (0..<1 + below(8)).map { _ in UInt8(below(256)) }, at: place)
    case 8:
      let other = corpus[below(corpus.count)]
      guard !other.isEmpty else { return }
      let start = below(other.count)
      let part = other[start..<min(start + 1 + below(128), other.count)]
      bytes.replaceSubrange(place..<min(place + (below(2) == 0 ? 0 : part.count), bytes.count), with: part)
    default: if below(4) == 0 { bytes.removeSubrange(place...) }
    }
  }

  private mutating func put(_ number: UInt64, size: Int, at place: Int, in bytes: inout [UInt8]) {
    let isBig = below(2) == 0
    for index in 0..<min(size, bytes.count - place) {
      let shift = UInt64(isBig ? size - 1 - index : index) * 8
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}
