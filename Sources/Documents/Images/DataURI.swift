// Files inside the document: `data:image/png;base64,iVBOR...` (RFC 2397), as editors write pictures that have no file.

/// The parts of a `data:` address.
package struct DataURI {
  /// The bytes, without whatever stood for them.
  package private(set) var bytes: [UInt8] = []

  /// Whether a text is such an address, good or bad.
  package static func isOne(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

  /// Reads an address.
  ///
  /// - Throws: what is wrong with it, and what was expected.
  init(_ text: String) throws(DataURIError) {
    let text = text.utf8
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else {
      throw DataURIError(reason: "has no comma; expected data:image/png;base64, and the bytes")
    }
    let head = String(decoding: text[..<comma].dropFirst(5), as: UTF8.self).lowercased()
    let isBase64 = head.split(separator: ";").last.map { $0.filter { !$0.isWhitespace } } == "base64"
    let payload = text[text.index(after: comma)...]
    bytes.reserveCapacity(isBase64 ? payload.count / 4 * 3 + 3 : payload.count)
    if isBase64 { try readBase64(payload) } else { try readPlain(payload) }
  }

  /// The bytes of an address in a document.
  ///
  /// - Parameter location: the address's place.
  package static func bytes(of text: String, at location: SourceLocation) throws(SceneFileError) -> [UInt8] {
    do throws(DataURIError) {
      return try DataURI(text).bytes
    } catch {
      throw SceneFileError(.malformed, at: location, "the address '\(text.excerpt)' \(error.reason)")
    }
  }

  private mutating func readPlain(_ payload: Substring.UTF8View) throws(DataURIError) {
    var rest = payload
    while let byte = try Self.next(&rest) { bytes.append(byte) }
  }

  /// Base64 as it is found: broken into lines (which XML turns into spaces), without its padding, in the alphabet for
  /// addresses.
  private mutating func readBase64(_ payload: Substring.UTF8View) throws(DataURIError) {
    let damaged = DataURIError(reason: "is damaged; expected base64 after the comma")
    var rest = payload
    var (bits, digits, isPadded) = (UInt32(0), 0, false)
    while let byte = try Self.next(&rest) {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="):
        isPadded = true
        continue
      case 0x20, 0x09...0x0D: continue
      default: throw damaged
      }
      guard !isPadded else { throw damaged }
      bits = bits << 6 | UInt32(value)
      digits += 1
      if digits % 4 != 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - UInt32(digits - 1) % 4 * 2))) }
    }
    // One digit is not a byte.
    guard digits % 4 != 1 else { throw damaged }
  }

  /// Takes a byte off the front: what is written, or what `%` and two hexadecimal digits stand for; nil at the end.
  private static func next(_ rest: inout Substring.UTF8View) throws(DataURIError) -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == UInt8(ascii: "%") else { return byte }
    guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
      throw DataURIError(reason: "is damaged; expected two hexadecimal digits after '%'")
    }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

/// The reason why a text is not a readable `data:` address.
struct DataURIError: Error {
  /// The rest of a sentence that begins with the address: "has no comma; expected ...".
  let reason: String
}
