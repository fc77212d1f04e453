// Files of programs that a driver compiled. A driver may crash on bytes that are not its own, so that it is given none
// before the file is known to be whole, and of the same driver and the same sources:
//
//   "multiplane program 1\n"
//   SHA-256 of what follows, in 64 hexadecimal digits
//   byte counts of the identity and of the binary, and the binary's format: UInt32 each, little-endian
//   identity
//   binary
//
// Tested by ProgramBinaryTests, and by tools/fuzz.

import ImageFiles

/// A program as its driver compiled it, and can load it later.
package struct ProgramBinary: Equatable, Sendable {
  /// The driver's name of the format.
  let format: UInt32
  let bytes: [UInt8]

  /// The longest binary that is kept, in bytes.
  static let mostBytes = 16 << 20
  /// The longest file, in bytes.
  static let mostFileBytes = mostBytes + 1 << 16

  private static let beginning = Array("multiplane program 1\n".utf8)
  private static let digestBytes = 64

  package init(format: UInt32, bytes: [UInt8]) { (self.format, self.bytes) = (format, bytes) }

  /// Reads a file; nil where it is not whole, or not of a program of that identity.
  package init?(file: [UInt8], identity: [UInt8]) {
    let rest = file.dropFirst(Self.beginning.count + Self.digestBytes)
    guard file.starts(with: Self.beginning), rest.count >= 12 else { return nil }
    let numbers = (0..<3).map { number in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(rest[rest.startIndex + number * 4 + $1]) << ($1 * 8) }
    }
    let (identityCount, count) = (Int(numbers[0]), Int(numbers[1]))
    let content = rest.dropFirst(12)
    guard identityCount == identity.count, 1...Self.mostBytes ~= count, content.count == identityCount + count,
      content.starts(with: identity),
      file.dropFirst(Self.beginning.count).starts(with: SHA256.digest(of: Array(rest)).utf8)
    else { return nil }
    self.init(format: numbers[2], bytes: Array(content.dropFirst(identityCount)))
  }

  /// The file of the program of an identity.
  package func file(identity: [UInt8]) -> [UInt8] {
    let numbers = [UInt32(identity.count), UInt32(bytes.count), format]
    let rest =
      numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      + identity + bytes
    return Self.beginning + SHA256.digest(of: rest).utf8 + rest
  }
}
