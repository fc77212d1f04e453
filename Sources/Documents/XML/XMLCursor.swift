// A position in the bytes of an XML document, and the steps of its grammar. Line and column are counted while moving.

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

  /// The byte at the cursor; nil at the end.
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    if byte == UInt8(ascii: "\n") {
      position.line += 1
      position.column = 1
    } else if byte & 0xC0 != 0x80 {
      // Continuation bytes belong to a scalar that its first byte counted.
      position.column += 1
    }
  }

  func isAt(_ literal: StaticString) -> Bool {
    guard bytes.count - offset >= literal.utf8CodeUnitCount else { return false }
    return (0..<literal.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == literal.utf8Start[$0] }
  }

  /// Skips `literal` if it is at the cursor.
  mutating func take(_ literal: StaticString) -> Bool {
    guard isAt(literal) else { return false }
    for _ in 0..<literal.utf8CodeUnitCount { advance() }
    return true
  }

  /// Skips white space, and returns whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = offset
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { advance() }
    return offset > start
  }

  /// Skips bytes while they satisfy `condition`, and returns them as text.
  mutating func takeWhile(_ condition: (UInt8) -> Bool) -> String {
    let start = offset
    while let byte = current, condition(byte) { advance() }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Skips to after the next `end`, and returns the text before it; nil if `end` does not follow.
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

// The parts of a document that are skipped, and the characters that none may contain.
extension XMLReader {
  /// Skips white space, comments, instructions and a document type.
  mutating func skipMisc() throws(SceneFileError) {
    while true {
      cursor.skipSpace()
      if try skipRemark() { continue }
      guard try skipDocumentType() else { return }
    }
  }

  /// Skips a comment or an instruction, and returns whether there was one.
  mutating func skipRemark() throws(SceneFileError) -> Bool {
    if try skipComment() { return true }
    return try skipInstruction()
  }

  private mutating func skipComment() throws(SceneFileError) -> Bool {
    let position = cursor.position
    guard cursor.take("<!--") else { return false }
    guard cursor.takeThrough("-->") != nil else { throw failure("a comment without end; expected '-->'", at: position) }
    return true
  }

  private mutating func skipInstruction() throws(SceneFileError) -> Bool {
    let position = cursor.position
    guard cursor.take("<?") else { return false }
    guard let text = cursor.takeThrough("?>") else {
      throw failure("an instruction without end; expected '?>'", at: position)
    }
    let declared = text.lowercased()
    if declared.hasPrefix("xml "), declared.contains("encoding"), !declared.contains("utf-8"),
      !declared.contains("ascii")
    {
      throw failure("the document declares another encoding than UTF-8; expected UTF-8", at: position)
    }
    return true
  }

  private mutating func skipDocumentType() throws(SceneFileError) -> Bool {
    let position = cursor.position
    guard cursor.take("<!DOCTYPE") else { return false }
    var brackets = 0
    while let byte = cursor.current {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        cursor.advance()
        _ = cursor.takeWhile { $0 != byte }
        if cursor.isAtEnd { break }
      } else if try skipComment() {
        continue
      } else if byte == UInt8(ascii: "[") {
        brackets += 1
      } else if byte == UInt8(ascii: "]") {
        brackets -= 1
      } else if byte == UInt8(ascii: ">"), brackets <= 0 {
        cursor.advance()
        return true
      }
      cursor.advance()
    }
    throw failure("a document type declaration without end; expected '>'", at: position)
  }

  /// Refuses invalid UTF-8 and the control characters that XML forbids.
  func checkCharacters(_ bytes: [UInt8]) throws(SceneFileError) {
    guard let control = bytes.firstIndex(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) else {
      try checkEncoding(bytes)
      return
    }
    let code = String(bytes[control], radix: 16)
    throw failure("a control character (0x\(code)); expected text in UTF-8", at: Self.position(of: control, in: bytes))
  }

  private func checkEncoding(_ bytes: [UInt8]) throws(SceneFileError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var decoded = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { decoded += UTF8.width(scalar) }
    throw failure("bytes that are no UTF-8; expected UTF-8", at: Self.position(of: decoded, in: bytes))
  }

  private static func position(of offset: Int, in bytes: [UInt8]) -> XMLPosition {
    var cursor = XMLCursor(bytes)
    while cursor.offset < offset { cursor.advance() }
    return cursor.position
  }
}
