extension JSONReader {
  /// Reads a string from its opening quote on.
  mutating func readString() throws(SceneFileError) -> String {
    let start = offset
    offset += 1
    var text = ""
    while true {
      let run = offset
      while offset < bytes.count {
        let byte = bytes[offset]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
        offset += 1
      }
      let part = try decode(run..<offset)
      guard offset < bytes.count else { throw failure("a string without end; expected '\"'", at: start) }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        // Nearly all strings are one run.
        return text.isEmpty ? part : text + part
      case UInt8(ascii: "\\"):
        text += part
        text.unicodeScalars.append(try readEscape())
      default: throw failure("\(Self.describe(current)) in a string; expected '\\n', '\\t' or '\\u' and four digits")
      }
    }
  }

  private func decode(_ range: Range<Int>) throws(SceneFileError) -> String {
    if let text = String(validating: bytes[range], as: UTF8.self) { return text }
    var decoder = UTF8()
    var iterator = bytes[range].makeIterator()
    var good = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { good += UTF8.width(scalar) }
    throw failure("bytes that are no UTF-8; expected UTF-8", at: range.lowerBound + good)
  }

  /// Reads an escape, a backslash and the characters after it, and returns its character.
  private mutating func readEscape() throws(SceneFileError) -> Unicode.Scalar {
    let start = offset
    offset += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnit(from: start)
    default: throw failure("an unknown escape; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
    }
  }

  /// Reads the scalar of `\uD83D\uDE00`; half a pair becomes U+FFFD, as no Swift string can hold it.
  private mutating func readUnit(from start: Int) throws(SceneFileError) -> Unicode.Scalar {
    let high = try readDigits(from: start)
    guard 0xD800...0xDBFF ~= high, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    let second = offset
    offset += 2
    let low = try readDigits(from: second)
    guard 0xDC00...0xDFFF ~= low else {
      // The next escape is a character of its own.
      offset = second
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)) ?? "\u{FFFD}"
  }

  private mutating func readDigits(from start: Int) throws(SceneFileError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard offset < bytes.count, let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw failure("an escape '\\u' without its digits; expected four hexadecimal digits", at: start)
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }

  /// Reads a number from its first character on.
  mutating func readNumber() throws(SceneFileError) -> Double {
    let start = offset
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let whole = offset
    var digits = Digits()
    digits.take(&self)
    guard offset > whole else { throw unexpected("a digit") }
    guard bytes[whole] != UInt8(ascii: "0") || offset == whole + 1 else {
      throw failure("a number that begins with 0; expected '0.', or no '0' before other digits", at: start)
    }
    if current == UInt8(ascii: ".") {
      offset += 1
      let fraction = offset
      digits.take(&self)
      guard offset > fraction else { throw unexpected("a digit after '.'") }
      digits.exponent -= offset - fraction
    }
    if current | 0x20 == UInt8(ascii: "e") {
      offset += 1
      try readExponent(&digits)
    }
    if let exact = digits.exact { return isNegative ? -exact : exact }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw failure("the number \(text.excerpt) is too large; expected at most 1.8e308", at: start)
    }
    return value
  }

  private mutating func readExponent(_ digits: inout Digits) throws(SceneFileError) {
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { offset += 1 }
    let first = offset
    var written = Digits()
    written.take(&self)
    guard offset > first else { throw unexpected("a digit of the exponent") }
    // For an uncounted number of digits, the text decides.
    let power = written.count > 4 ? 9999 : Int(written.value)
    digits.exponent += isNegative ? -power : power
  }
}

private struct Digits {
  var value: UInt64 = 0
  var count = 0
  /// The power of ten that multiplies `value`.
  var exponent = 0

  mutating func take(_ reader: inout JSONReader) {
    while case let digit = reader.current &- UInt8(ascii: "0"), digit < 10 {
      // The value is not used beyond 19 digits.
      value = value &* 10 &+ UInt64(digit)
      count += 1
      reader.offset += 1
    }
  }

  /// The number, if one division or product of numbers that `Double` holds exactly gives it, rounded once (Clinger,
  /// "How to read floating point numbers accurately", 1990); nil otherwise.
  var exact: Double? {
    guard count < 19, value < 1 << 53, abs(exponent) <= 22 else { return nil }
    return exponent < 0 ? Double(value) / Self.powers[-exponent] : Double(value) * Self.powers[exponent]
  }

  /// The powers of ten that `Double` holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
