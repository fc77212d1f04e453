// A paragraph as Pango reads it: UTF-8, with the way back to UTF-16 units.

/// The bytes of a paragraph.
struct ShapedText {
  /// Without terminator.
  private(set) var bytes: [UInt8]
  /// For each byte, and one beyond, the UTF-16 unit of the whole text that its character begins with.
  private var units: [Int32]
  /// For each UTF-16 unit of the paragraph, and one beyond, the byte that its character begins with.
  private var starts: [Int32]
  private let start: Int

  /// The most invisible characters in a row, such as joiners and marks of direction, that are read: the time that
  /// HarfBuzz takes grows with the square of their number. (Flags of regions have six; embeddings end at 125.)
  private static let mostHidden = 256

  init(_ paragraph: Paragraph) {
    start = paragraph.start
    bytes = []
    units = []
    starts = []
    var unit = 0
    var hidden = 0
    for scalar in paragraph.text.unicodeScalars {
      // Control characters have no glyphs, and Pango takes no text with a null character.
      let shown: Unicode.Scalar = scalar.value < 0x20 && scalar != "\t" ? "\u{200B}" : scalar
      let width = scalar.value > 0xFFFF ? 2 : 1
      for _ in 0..<width { starts.append(Int32(bytes.count)) }
      hidden = shown.value >= 0xAD && shown.properties.isDefaultIgnorableCodePoint ? hidden + 1 : 0
      if hidden <= Self.mostHidden {
        for byte in Unicode.UTF8.encode(shown)! {
          bytes.append(byte)
          units.append(Int32(start + unit))
        }
      }
      unit += width
    }
    units.append(Int32(start + unit))
    starts.append(Int32(bytes.count))
  }

  /// The UTF-16 unit of the whole text of a byte.
  func unit(_ byte: Int) -> Int { Int(units[min(max(byte, 0), units.count - 1)]) }

  /// The bytes of a range of UTF-16 units of the whole text.
  func byteRange(_ range: Range<Int>) -> Range<Int> {
    func byte(_ unit: Int) -> Int { Int(starts[min(max(unit - start, 0), starts.count - 1)]) }
    let lower = byte(range.lowerBound)
    return lower..<max(byte(range.upperBound), lower)
  }
}

extension ShapedText {
  /// A range of bytes, grown to whole characters as people see them.
  func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return range }
    var (lower, upper, byte) = (range.lowerBound, range.upperBound, 0)
    for character in String(decoding: bytes, as: UTF8.self) {
      let next = byte + character.utf8.count
      if byte < range.lowerBound, next > range.lowerBound { lower = byte }
      if byte < range.upperBound, next > range.upperBound { upper = next }
      if next >= range.upperBound { break }
      byte = next
    }
    return lower..<upper
  }

  /// Whether a UTF-16 unit of the whole text is a space or a tab.
  func isSpace(_ unit: Int) -> Bool {
    let byte = byteRange(unit..<unit + 1).lowerBound
    guard byte < bytes.count else { return false }
    // An ideographic space is three bytes.
    return bytes[byte] == 0x20 || bytes[byte] == 0x09 || bytes[byte...].starts(with: [0xE3, 0x80, 0x80])
  }
}
