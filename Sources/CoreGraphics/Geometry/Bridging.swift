// swift-format-ignore-file: AvoidRetroactiveConformances

// Casts between Core Graphics' types and Foundation's boxes: `point as NSValue`, `number as? CGFloat`, `[CGFloat] as
// [NSNumber]`, and the same out of `Any`. Apple's compiler and overlays do this; without an Objective-C runtime the
// compiler still asks `_ObjectiveCBridgeable`, so conforming to it is all that is needed.
//
// What no conformance can give, here or (for the first line) on Apple's systems:
//   - a cast from one Swift number in `Any` to another (`(1.5 as Any) as? CGFloat` is nil for a Double);
//   - implicit conversion: a value is not boxed by being passed where NSValue or NSNumber is expected, it takes `as`.

public import Foundation

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// Fails for an integer that no CGFloat holds exactly, as on Apple's systems.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = Double(exactly: source).map { CGFloat($0) }
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    source.map { CGFloat($0.doubleValue) } ?? 0
  }
}

extension CGFloat {
  /// The value of a number, rounded where no CGFloat is as exact.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }

  /// The value of a number; nil where no CGFloat is as exact.
  public init?(exactly number: NSNumber) {
    guard let value = Double(exactly: number) else { return nil }
    self.init(value)
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
    result = source.cgPointValue
  }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
    result = source.point
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    source?.cgPointValue ?? .zero
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
    result = source.cgSizeValue
  }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
    result = source.size
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    source?.cgSizeValue ?? .zero
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    result = source.cgRectValue
  }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
    result = source.rect
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    source?.cgRectValue ?? .zero
  }
}

extension CGVector: _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgVector: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGVector?) {
    result = source.cgVectorValue
  }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGVector?) -> Bool {
    result = source.vector
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGVector {
    source?.cgVectorValue ?? .zero
  }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) {
    result = source.cgAffineTransformValue
  }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) -> Bool {
    result = source.affineTransform
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGAffineTransform {
    source?.cgAffineTransformValue ?? .identity
  }
}
