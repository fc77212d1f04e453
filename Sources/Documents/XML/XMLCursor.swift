// A position in the bytes of an XML document, and the few steps that its grammar is made of. Line and column are
// counted while moving, so that a position costs nothing to take.

/// Walks over UTF-8 bytes.
struct XMLCursor {
  private let bytes: [UInt8]
  private(set) var offset: Int
  private(set) var position = XMLPosition()

  /// - Parameter bytes: valid UTF-8.
  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= bytes.count }

  /// The byte here; nil at the end.
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    if byte == UInt8(ascii: "\n") {
      position.line += 1
      position.column = 1
    } else if byte & 0xC0 != 0x80 {
      // Continuation bytes belong to a scalar that was counted at its first byte.
      position.column += 1
    }
  }

  /// Whether the bytes from here on begin with `literal`.
  func isAt(_ literal: StaticString) -> Bool {
    guard bytes.count - offset >= literal.utf8CodeUnitCount else { return false }
    return (0..<literal.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == literal.utf8Start[$0] }
  }

  /// Steps over `literal` if it is here.
  mutating func take(_ literal: StaticString) -> Bool {
    guard isAt(literal) else { return false }
    for _ in 0..<literal.utf8CodeUnitCount { advance() }
    return true
  }

  /// Steps over white space, and says whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = offset
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { advance() }
    return offset > start
  }

  /// Steps over bytes while they satisfy `condition`, and returns them as text.
  mutating func takeWhile(_ condition: (UInt8) -> Bool) -> String {
    let start = offset
    while let byte = current, condition(byte) { advance() }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Steps over everything up to and including `end`, and returns what was before it; nil when `end` does not come.
  mutating func takeThrough(_ end: StaticString) -> String? {
    let start = offset
    while !isAtEnd {
      if isAt(end) {
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        _ = take(end)
        return text
      }
      advance()
    }
    return nil
  }
}
