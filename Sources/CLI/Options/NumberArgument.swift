// Values on the command line. `Double` would accept "nan", and not name the range in its message.
import CoreGraphics
import SceneFiles
import Video

/// Parsers of numbers, each of which throws the expectation.
enum NumberArgument {
  static func seconds(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0...1e9, "expected seconds, 0 or more, such as 1.5")
  }

  /// Parses times separated by commas, each once and at most 1,000.
  static func listOfSeconds(_ text: String) throws(ArgumentValueError) -> [Double] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= 1000 else { throw ArgumentValueError("expected at most 1000 times") }
    var times: [Double] = []
    for word in words { times.append(try seconds(String(word))) }
    guard Set(times).count == times.count else { throw ArgumentValueError("expected each time once") }
    return times
  }

  static func duration(_ text: String) throws(ArgumentValueError) -> Double {
    let expected = "expected seconds, more than 0, such as 3"
    let value = try number(text, in: 0...1e9, expected)
    guard value > 0 else { throw ArgumentValueError(expected) }
    return value
  }

  static func fraction(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0...1, "expected a number from 0 to 1")
  }

  static func percent(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0...1000, "expected percent from 0 to 1000, such as 5")
  }

  static func scale(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0.01...100, "expected pixels a point, from 0.01 to 100, such as 2")
  }

  /// Parses a side of a picture, in pixels.
  static func side(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 1...SizeArgument.limit)
  }

  /// Parses the number of a TCP port; 0 means any.
  static func port(_ text: String) throws(ArgumentValueError) -> Int { try whole(text, in: 0...65535) }

  static func count(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 1...1_000_000)
  }

  /// Parses the number of frames to make at a time.
  static func jobs(_ text: String) throws(ArgumentValueError) -> Int { try whole(text, in: 1...64) }

  static func frames(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 1...1_000_000_000)
  }

  static func frameRate(_ text: String) throws(ArgumentValueError) -> FrameRate {
    guard let rate = FrameRate(text) else {
      throw ArgumentValueError("expected frames a second up to \(FrameRate.maximum), such as 30, 29.97 or 30000/1001")
    }
    return rate
  }

  static func quality(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: VideoOptions.crfRange)
  }

  /// Parses bits a second, optionally with the suffix k or M.
  static func bitrate(_ text: String) throws(ArgumentValueError) -> Int {
    try amount(
      text, ["k": 1e3, "K": 1e3, "M": 1e6], in: 1000...1e9,
      "expected bits a second from 1k to 1000M, such as 800k or 12M")
  }

  /// Parses a count of pixels, optionally with the suffix k, M, G or T, of thousands.
  static func pixels(_ text: String) throws(ArgumentValueError) -> Int {
    try amount(
      text, ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12], in: 1...1e15,
      "expected a count of pixels from 1 to 1000T, such as 500M or 8G")
  }

  static func loudness(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: -70...0, "expected LUFS from -70 to 0, such as -14 or -23")
  }

  static func truePeak(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: -24...0, "expected dB of full scale from -24 to 0, such as -1")
  }

  static func depth(_ text: String) throws(ArgumentValueError) -> Int {
    guard let value = Int(text), [8, 10, 16].contains(value) else { throw ArgumentValueError("expected 8, 10 or 16") }
    return value
  }

  /// Parses numbers of frames, `10-19`, or a single one.
  static func frameRange(_ text: String) throws(ArgumentValueError) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1], 0...last ~= first,
      last <= 1_000_000_000
    else { throw ArgumentValueError("expected the first frame and the last, such as 0-99") }
    return first...last
  }

  /// Parses the seconds of a segment, optionally with the unit: 2s, 0.5.
  static func segment(_ text: String) throws(ArgumentValueError) -> Double {
    guard let value = Double(text.hasSuffix("s") ? text.dropLast() : text[...]), 0.01...3600 ~= value else {
      throw ArgumentValueError("expected seconds from 0.01 to 3600, such as 2s")
    }
    return value
  }

  static func place(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 0...1_000_000_000)
  }

  /// Parses a colour component, in 255ths.
  static func component(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 0...255)
  }

  /// Parses a count with an optional suffix for its unit.
  private static func amount(
    _ text: String, _ units: [Character: Double], in range: ClosedRange<Double>, _ expected: String
  ) throws(ArgumentValueError) -> Int {
    let unit = text.last.flatMap { units[$0] }
    guard let value = Double(unit == nil ? text[...] : text.dropLast()), range ~= value * (unit ?? 1) else {
      throw ArgumentValueError(expected)
    }
    return Int(value * (unit ?? 1))
  }

  private static func whole(_ text: String, in range: ClosedRange<Int>) throws(ArgumentValueError) -> Int {
    guard let value = Int(text), range ~= value else {
      throw ArgumentValueError("expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func number(
    _ text: String, in range: ClosedRange<Double>, _ expected: String
  ) throws(ArgumentValueError) -> Double {
    guard let value = Double(text), range.contains(value) else { throw ArgumentValueError(expected) }
    return value
  }
}

extension Double {
  /// The nearest thousandth, for reports and messages.
  var inThousandths: Double { (min(self, 1e12) * 1000).rounded() / 1000 }
}

/// The expectation of a value, which follows ArgumentParser's "The value 'X' is invalid for '--option'".
struct ArgumentValueError: Error, CustomStringConvertible, Equatable {
  /// The end of the sentence.
  var description: String

  init(_ description: String) { self.description = description }
}

/// An amount of memory in bytes, optionally with the suffix K, M, G or T, in powers of 1,024.
struct MemoryArgument: Equatable, CustomStringConvertible {
  var bytes: Int

  /// The default: safe for a server, and enough for a frame of 8,192 by 8,192 pixels.
  static let standard = MemoryArgument(bytes: 1 << 30)

  /// The minimum, in bytes: less does not suffice even for small scenes.
  static let least = 1 << 20
  static let most = 1 << 44

  init(bytes: Int) { self.bytes = bytes }

  /// Parses `1073741824`, `512M`, `1.5G` or `2GiB`.
  init(parsing text: String) throws(ArgumentValueError) {
    let units = ["": 1.0, "K": 0x1p10, "M": 0x1p20, "G": 0x1p30, "T": 0x1p40]
    let number = text.prefix { $0.isNumber || $0 == "." }
    var unit = text.dropFirst(number.count).uppercased()
    for ending in ["IB", "B"] where unit.hasSuffix(ending) {
      unit = String(unit.dropLast(ending.count))
      break
    }
    guard let amount = Double(number), let size = units[unit],
      Double(Self.least)...Double(Self.most) ~= amount * size
    else { throw ArgumentValueError("expected an amount of memory from 1M to 16T, such as 512M or 2G") }
    bytes = Int(amount * size)
  }

  var description: String { bytes.formattedAsMemory }
}

/// A colour in sRGB, components from 0 to 1, not premultiplied.
struct ColorArgument: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  static let transparent = ColorArgument(red: 0, green: 0, blue: 0, alpha: 0)
  static let black = ColorArgument(red: 0, green: 0, blue: 0, alpha: 1)

  /// Parses a colour in CSS's notation, or three or four numbers from 0 to 1 (`1 0.5 0 1`, CAML's form).
  init(parsing text: String) throws(ArgumentValueError) {
    if let color = CSSColor(text) {
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
      return
    }
    let parts = text.split(separator: " ").map { Double($0) }
    let values = parts.compactMap { $0 }
    guard values.count == parts.count, 3...4 ~= values.count, values.allSatisfy({ 0...1 ~= $0 }) else {
      throw ArgumentValueError(
        "expected a colour: #rgb, #rrggbb, #rrggbbaa, a name such as white, 'transparent', or 'r g b a' from 0 to 1")
    }
    self.init(red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
  }

  init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}

extension ColorArgument {
  /// Returns the colour of a text; nil for other texts.
  static func cgColor(_ text: String) -> CGColor? { (try? ColorArgument(parsing: text))?.cgColor }

  var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
}
