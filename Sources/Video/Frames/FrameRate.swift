// Tested by FrameRateTests and WriterTests.

/// Frames a second as an exact fraction, so that the times of late frames do not drift.
package struct FrameRate: Equatable, Sendable, CustomStringConvertible {
  /// Frames in `denominator` seconds; at least 1.
  package let numerator: Int
  /// Seconds for `numerator` frames; at least 1.
  package let denominator: Int

  /// The highest rate that is accepted, in frames a second.
  package static let maximum = 1000

  /// Creates a rate of a whole number of frames a second, from 1 to `maximum`.
  package init(_ framesPerSecond: Int) {
    precondition((1...Self.maximum).contains(framesPerSecond), "FrameRate: \(framesPerSecond) frames a second")
    self.init(reducing: framesPerSecond, 1)
  }

  /// Creates the exact rate for a decimal number of frames a second. Broadcasting rounds n * 1000/1001: 29.97 is
  /// 30000/1001, 23.976 (and 23.98) 24000/1001, 59.94 60000/1001. Other numbers are rounded to a thousandth. Nil below
  /// 0.001, above `maximum`, and for NaN.
  package init?(_ framesPerSecond: Double) {
    guard framesPerSecond >= 0.001, framesPerSecond <= Double(Self.maximum) else { return nil }
    let whole = (framesPerSecond * 1.001).rounded()
    let isBroadcastRate =
      whole > 0 && whole.truncatingRemainder(dividingBy: 6) == 0 && framesPerSecond != framesPerSecond.rounded()
      && abs(whole / 1.001 - framesPerSecond) < 0.0051
    // Bounded: by `maximum`, above.
    if isBroadcastRate {
      self.init(reducing: Int(whole) * 1000, 1001)
    } else {
      self.init(reducing: Int((framesPerSecond * 1000).rounded()), 1000)
    }
  }

  /// Parses `30`, `29.97` or `30000/1001`; nil for other text and for rates that `init(_:Double)` refuses.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      guard let value = Double(text) else { return nil }
      self.init(value)
      return
    }
    // A million covers all rates in use, and fits the 32 bits of libav's fractions.
    guard let numerator = Int(parts[0]), let denominator = Int(parts[1]), (1...1_000_000).contains(numerator),
      (1...1_000_000).contains(denominator), numerator <= denominator * Self.maximum, numerator * 1000 >= denominator
    else { return nil }
    self.init(reducing: numerator, denominator)
  }

  private init(reducing numerator: Int, _ denominator: Int) {
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// Returns the time of frame `index`, in seconds after frame 0.
  package func time(ofFrame index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }

  package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }
}

struct FrameShape: Sendable {
  var width: Int
  var height: Int
  var rate: FrameRate
}

/// A printf pattern with one number.
struct SequencePattern: Equatable {
  /// The folder of the files, with its slash; empty for the current folder.
  let folder: String
  private let prefix: String
  private let suffix: String
  /// The number of digits to pad to with zeros.
  private let digits: Int

  /// Parses a pattern: in the last component exactly one `%d` or `%0Nd` (N from 1 to 9), `%%` for a percent sign, and
  /// at the end `suffix`, such as `.png`. Throws `VideoError.badOutputName` for others.
  init(_ path: String, suffix: String) throws(VideoError) {
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<folderEnd])
    var rest = path[folderEnd...]
    guard rest.lowercased().hasSuffix(suffix) else { throw Self.bad(path, "a sequence's name must end in \(suffix)") }
    guard !folder.contains("%") else { throw Self.bad(path, "the number must be in the last part of the path") }

    var literals = [""]
    var digits = 0
    while let character = rest.popFirst() {
      if character != "%" {
        literals[literals.count - 1].append(character)
      } else if rest.first == "%" {
        rest.removeFirst()
        literals[literals.count - 1].append("%")
      } else {
        if rest.first == "0" {
          rest.removeFirst()
          guard let digit = rest.popFirst()?.wholeNumberValue, digit > 0 else { throw Self.bad(path, Self.rule) }
          digits = digit
        }
        guard rest.popFirst() == "d" else { throw Self.bad(path, Self.rule) }
        literals.append("")
      }
    }
    guard literals.count == 2 else { throw Self.bad(path, Self.rule) }
    prefix = literals[0]
    self.suffix = literals[1]
    self.digits = digits
  }

  /// The file name of frame `index`, without the folder.
  func name(ofFrame index: Int) -> String {
    let number = String(index)
    return prefix + String(repeating: "0", count: max(digits - number.count, 0)) + number + suffix
  }

  func number(in name: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else { return nil }
    let text = name.dropFirst(prefix.count).dropLast(suffix.count)
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), self.name(ofFrame: number) == name else {
      return nil
    }
    return number
  }

  private static let rule = "a sequence's name must hold one %d or %0Nd, N from 1 to 9 (%% for a percent sign)"

  private static func bad(_ path: String, _ reason: String) -> VideoError {
    .badOutputName(path: path, reason: "\(reason); for example frames/%05d.png")
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that is beyond a bound, or `endIndex` if no element is. All elements beyond
  /// the bound must come after the others.
  @inlinable
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
