// The timing properties by key, for layers and animations alike.

import Foundation

extension MediaTiming {
  /// The value of a timing property, or nil for any other key. Numbers are `NSNumber`.
  package func value(forKey key: String) -> Any? {
    switch key {
    case "beginTime": NSNumber(value: beginTime)
    case "duration": NSNumber(value: duration)
    case "speed": NSNumber(value: speed)
    case "timeOffset": NSNumber(value: timeOffset)
    case "repeatCount": NSNumber(value: repeatCount)
    case "repeatDuration": NSNumber(value: repeatDuration)
    case "autoreverses": NSNumber(value: autoreverses)
    case "fillMode": fillMode
    default: nil
    }
  }

  /// Sets a timing property; nil sets it to what `defaults` has. A value of the wrong kind leaves it as it is.
  ///
  /// - Returns: whether the key is a timing property.
  package mutating func setValue(_ value: Any?, forKey key: String, defaults: MediaTiming) -> Bool {
    let given = value.flatMap { AnimatableValue($0) }
    let number = value == nil ? AnimatableValue(defaults.value(forKey: key))?.number : given?.number
    switch key {
    case "beginTime": beginTime = number ?? beginTime
    case "duration": duration = number ?? duration
    case "speed": speed = number.map { Float($0) } ?? speed
    case "timeOffset": timeOffset = number ?? timeOffset
    case "repeatCount": repeatCount = number.map { Float($0) } ?? repeatCount
    case "repeatDuration": repeatDuration = number ?? repeatDuration
    case "autoreverses": autoreverses = number.map { $0 != 0 } ?? autoreverses
    case "fillMode":
      fillMode = value == nil ? defaults.fillMode : given?.string.map { .init(rawValue: $0) } ?? fillMode
    default: return false
    }
    return true
  }
}
