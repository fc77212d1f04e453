// Numbers on the command line, with the range each option takes in its message. `Double` by itself would take "nan".
import Video

/// Readers of numeric values; each throws what was expected.
enum NumberArgument {
  /// Seconds from 0 on.
  static func seconds(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0...1e9, "expected seconds, 0 or more, such as 1.5")
  }

  /// A length of time, in seconds, longer than 0.
  static func duration(_ text: String) throws(ArgumentValueError) -> Double {
    let expected = "expected seconds, more than 0, such as 3"
    let value = try number(text, in: 0...1e9, expected)
    guard value > 0 else { throw ArgumentValueError(expected) }
    return value
  }

  /// A part of a whole, from 0 to 1.
  static func fraction(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0...1, "expected a number from 0 to 1")
  }

  /// Percent from 0 on.
  static func percent(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0...1000, "expected percent from 0 to 1000, such as 5")
  }

  /// Pixels a point.
  static func scale(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: 0.01...100, "expected pixels a point, from 0.01 to 100, such as 2")
  }

  /// A side of a picture, in pixels.
  static func side(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 1...SizeArgument.limit)
  }

  /// The number of a TCP port; 0 means any port.
  static func port(_ text: String) throws(ArgumentValueError) -> Int { try whole(text, in: 0...65535) }

  /// A count of 1 or more.
  static func count(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 1...1_000_000)
  }

  /// A count of frames, 1 or more.
  static func frames(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 1...1_000_000_000)
  }

  /// Frames a second, as a number or a fraction.
  static func frameRate(_ text: String) throws(ArgumentValueError) -> FrameRate {
    guard let rate = FrameRate(text) else {
      throw ArgumentValueError("expected frames a second up to \(FrameRate.maximum), such as 30, 29.97 or 30000/1001")
    }
    return rate
  }

  /// A constant rate factor, as encoders count it.
  static func quality(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: VideoOptions.crfRange)
  }

  /// Bits a second, with or without one of the suffixes k and M.
  static func bitrate(_ text: String) throws(ArgumentValueError) -> Int {
    try amount(
      text, ["k": 1e3, "K": 1e3, "M": 1e6], in: 1000...1e9,
      "expected bits a second from 1k to 1000M, such as 800k or 12M")
  }

  /// A count of pixels, with or without one of the suffixes k, M, G and T, of thousands.
  static func pixels(_ text: String) throws(ArgumentValueError) -> Int {
    try amount(
      text, ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12], in: 1...1e15,
      "expected a count of pixels from 1 to 1000T, such as 500M or 8G")
  }

  /// Loudness in LUFS.
  static func loudness(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: -70...0, "expected LUFS from -70 to 0, such as -14 or -23")
  }

  /// A true peak in dB of full scale.
  static func truePeak(_ text: String) throws(ArgumentValueError) -> Double {
    try number(text, in: -24...0, "expected dB of full scale from -24 to 0, such as -1")
  }

  /// Bits a component.
  static func depth(_ text: String) throws(ArgumentValueError) -> Int {
    guard let value = Int(text), value == 8 || value == 10 else { throw ArgumentValueError("expected 8 or 10") }
    return value
  }

  /// Numbers of frames, `10-19`, or one of them.
  static func frameRange(_ text: String) throws(ArgumentValueError) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1], 0...last ~= first,
      last <= 1_000_000_000
    else { throw ArgumentValueError("expected the first frame and the last, such as 0-99") }
    return first...last
  }

  /// Seconds of a segment, with or without the unit: 2s, 0.5.
  static func segment(_ text: String) throws(ArgumentValueError) -> Double {
    guard let value = Double(text.hasSuffix("s") ? text.dropLast() : text[...]), 0.01...3600 ~= value else {
      throw ArgumentValueError("expected seconds from 0.01 to 3600, such as 2s")
    }
    return value
  }

  /// A place in a sequence, 0 or more.
  static func place(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 0...1_000_000_000)
  }

  /// A part of a colour component, in 255ths.
  static func component(_ text: String) throws(ArgumentValueError) -> Int {
    try whole(text, in: 0...255)
  }

  /// A count with or without a suffix that says of what it is a multiple.
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

/// Says what was expected of a value; ArgumentParser puts "The value 'X' is invalid for '--option'" in front.
struct ArgumentValueError: Error, CustomStringConvertible, Equatable {
  /// The value that was expected, as the end of a sentence.
  var description: String

  init(_ description: String) { self.description = description }
}
