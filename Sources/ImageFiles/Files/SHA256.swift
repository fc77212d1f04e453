// SHA-256 by FIPS 180-4: what files are known by that go from machine to machine.

import Glibc

/// A digest in the making.
package struct SHA256 {
  /// 64 hexadecimal digits, in lower case.
  package typealias Digest = String

  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )
  private var schedule = [UInt32](repeating: 0, count: 64)
  /// What is not a whole block of 64 bytes yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() { rest.reserveCapacity(64) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let taken = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<taken])
      bytes = UnsafeRawBufferPointer(rebasing: bytes[taken...])
      guard rest.count == 64 else { return }
      let block = rest
      block.withUnsafeBytes { add($0) }
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count >= 64 {
      add(UnsafeRawBufferPointer(rebasing: bytes[..<64]))
      bytes = UnsafeRawBufferPointer(rebasing: bytes[64...])
    }
    rest.append(contentsOf: bytes)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The digest of all that was added.
  package func finalized() -> Digest {
    var last = self
    let bits = byteCount * 8
    let zeros = (119 - last.rest.count) % 64
    last.update(
      [0x80] + [UInt8](repeating: 0, count: zeros) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - $0 * 8)) })
    let words = withUnsafeBytes(of: last.state) { Array($0.bindMemory(to: UInt32.self)) }
    return words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The digest of bytes.
  package static func digest(of bytes: [UInt8]) -> Digest {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalized()
  }

  /// The digest of a file's bytes.
  ///
  /// - Parameter byteCount: how many, from the first on; nil for all.
  /// - Throws: `notFound` or `unreadable`.
  package static func digest(ofFile path: String, byteCount: Int? = nil) throws(ImageFileError) -> Digest {
    let descriptor = try FileContents.open(path)
    defer { close(descriptor) }
    var digest = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    var left = byteCount ?? .max
    while true {
      let count = read(descriptor, buffer.baseAddress, min(buffer.count, left))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ImageFileError(path, .unreadable, "cannot read", errno: errno) }
      guard count > 0 else { return digest.finalized() }
      digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      left -= count
    }
  }

  /// Adds a block of 64 bytes: FIPS 180-4, 6.2.2.
  private mutating func add(_ block: UnsafeRawBufferPointer) {
    let state = state
    self.state = schedule.withUnsafeMutableBufferPointer { w in
      for index in 0..<16 { w[index] = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self).byteSwapped }
      for index in 16..<64 {
        let (a, b) = (w[index - 15], w[index - 2])
        let s0 = Self.rotated(a, 7) ^ Self.rotated(a, 18) ^ a >> 3
        let s1 = Self.rotated(b, 17) ^ Self.rotated(b, 19) ^ b >> 10
        w[index] = w[index - 16] &+ s0 &+ w[index - 7] &+ s1
      }
      var (a, b, c, d, e, f, g, h) = state
      for index in 0..<64 {
        let s1 = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
        let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ Self.constants[index] &+ w[index]
        let s0 = Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)
        let t2 = s0 &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
      }
      return (
        state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g,
        state.7 &+ h
      )
    }
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var (primes, candidate) = ([UInt64](), UInt64(2))
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The largest r with r³ <= prime * 2⁹⁶, whose lower 32 bits are asked for.
      var root: UInt64 = 0
      for bit in (0..<36).reversed() {
        let trial = root | 1 << UInt64(bit)
        let square = trial.multipliedFullWidth(by: trial)
        // trial < 2³⁶, so that trial² < 2⁷² and trial³ < 2¹⁰⁸.
        let low = square.low.multipliedFullWidth(by: trial)
        let high = square.high * trial + low.high
        if high < prime << 32 || high == prime << 32 && low.low == 0 { root = trial }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
