// Times in `NSValue` boxes, as lists of times hold them. Foundation's boxes on Linux take no structures: see
// BridgingBoxes.swift in CoreGraphics. A time is three whole numbers, and these are what is boxed.

public import Foundation

extension NSValue {
  /// A box around a time.
  public convenience init(time: CMTime) { self.init(words: time.words) }

  /// A box around a range of time.
  public convenience init(timeRange: CMTimeRange) { self.init(words: timeRange.words) }

  /// A box around a mapping.
  public convenience init(timeMapping mapping: CMTimeMapping) {
    self.init(words: mapping.source.words + mapping.target.words)
  }

  /// The time in the box. Precondition: it holds one.
  public var timeValue: CMTime { CMTime(expectedWords(count: 3, "CMTime")[...]) }

  /// The range in the box. Precondition: it holds one.
  public var timeRangeValue: CMTimeRange { CMTimeRange(expectedWords(count: 6, "CMTimeRange")[...]) }

  /// The mapping in the box. Precondition: it holds one.
  public var timeMappingValue: CMTimeMapping {
    let words = expectedWords(count: 12, "CMTimeMapping")
    return CMTimeMapping(source: CMTimeRange(words[..<6]), target: CMTimeRange(words[6...]))
  }

  private convenience init(words: [Int64]) { self.init(bytes: words, objCType: "[\(words.count)q]") }

  private func expectedWords(count: Int, _ type: String) -> [Int64] {
    let encoding = String(cString: objCType)
    precondition(encoding == "[\(count)q]", "NSValue holds '\(encoding)', not a \(type)")
    var words = [Int64](repeating: 0, count: count)
    getValue(&words)
    return words
  }
}

extension CMTime {
  fileprivate var words: [Int64] { [value, Int64(timescale) << 32 | Int64(flags.rawValue), epoch] }

  fileprivate init(_ words: ArraySlice<Int64>) {
    let middle = words[words.startIndex + 1]
    self.init(
      value: words[words.startIndex], timescale: Int32(truncatingIfNeeded: middle >> 32),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: middle)), epoch: words[words.startIndex + 2])
  }
}

extension CMTimeRange {
  fileprivate var words: [Int64] { start.words + duration.words }

  fileprivate init(_ words: ArraySlice<Int64>) {
    self.init()
    (start, duration) = (CMTime(words.prefix(3)), CMTime(words.suffix(3)))
  }
}

extension CMTime: _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) { result = source.timeValue }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = String(cString: source.objCType) == "[3q]" ? source.timeValue : nil
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}
