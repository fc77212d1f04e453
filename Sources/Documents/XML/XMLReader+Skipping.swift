// What a reader of CAML steps over, and the characters that no document may hold.

extension XMLReader {
  /// Steps over white space, comments, instructions and a document type.
  mutating func skipMisc() throws(SceneFileError) {
    while true {
      cursor.skipSpace()
      if try skipRemark() { continue }
      guard try skipDocumentType() else { return }
    }
  }

  /// Steps over a comment or an instruction, and says whether there was one.
  mutating func skipRemark() throws(SceneFileError) -> Bool {
    if try skipComment() { return true }
    return try skipInstruction()
  }

  private mutating func skipComment() throws(SceneFileError) -> Bool {
    let position = cursor.position
    guard cursor.take("<!--") else { return false }
    guard cursor.takeThrough("-->") != nil else {
      throw failure("a comment without end; expected '-->'", at: position)
    }
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

  /// Refuses what is no UTF-8 and the control characters that XML forbids.
  func checkCharacters(_ bytes: [UInt8]) throws(SceneFileError) {
    guard let control = bytes.firstIndex(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) else {
      try checkEncoding(bytes)
      return
    }
    let code = String(bytes[control], radix: 16)
    throw failure(
      "a control character (0x\(code)); expected text in UTF-8", at: Self.position(of: control, in: bytes))
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
