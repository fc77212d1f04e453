// Names, character data and references.

extension XMLReader {
  /// A name; the error says `expectation`.
  mutating func readName(_ expectation: String) throws(SceneFileError) -> String {
    let name = cursor.takeWhile { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"),
        UInt8(ascii: "."), 0x80...:
        true
      default: false
      }
    }
    guard let first = name.utf8.first else { throw failure("expected \(expectation)") }
    let neverFirst: Set<UInt8> = Set("0123456789-.".utf8)
    guard !neverFirst.contains(first) else { throw failure("'\(name.excerpt)' is no name; expected \(expectation)") }
    return name
  }

  /// The part of a name after its prefix.
  static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Character data or an attribute's value, up to `end` or the end of the file, entities replaced.
  mutating func readText(until end: UInt8) throws(SceneFileError) -> String {
    var text = ""
    while let byte = cursor.current, byte != end {
      if byte == UInt8(ascii: "&") {
        text.unicodeScalars.append(try readReference())
      } else if byte == UInt8(ascii: "<") {
        throw failure("'<' in an attribute's value; expected a quote before it, or '&lt;'")
      } else {
        text += cursor.takeWhile { $0 != end && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
      }
    }
    return text
  }

  private mutating func readReference() throws(SceneFileError) -> Unicode.Scalar {
    let position = cursor.position
    _ = cursor.take("&")
    let isDigitOrLetter = { (byte: UInt8) in byte == UInt8(ascii: "#") || Character(Unicode.Scalar(byte)).isASCIIWord }
    let name = cursor.takeWhile(isDigitOrLetter)
    guard cursor.take(";") else { throw failure("'&' without an entity; expected '&amp;'", at: position) }
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let number, let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number) else {
      throw failure(
        "unknown entity '&\(name);'; expected amp, lt, gt, quot, apos or a character's number", at: position)
    }
    return scalar
  }
}

extension Character {
  fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}
