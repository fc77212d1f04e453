// The types that managed properties may have, and their way to and from `AnimatableValue`.

import CoreGraphics
public import Foundation

/// A type of layer property that key-value coding can set and animations can animate.
///
/// Conform a type of your own by turning it into one of those that conform here.
public protocol LayerPropertyValue {
  /// The value in a form that key-value coding takes: a number, a point, a colour, a string, ... Nil for "no value".
  var layerPropertyValue: Any? { get }

  /// Reads the value; nil when `value` is of another kind. A value of nil asks for the type's zero: 0, false, nil, the
  /// null rectangle, the identity.
  init?(layerPropertyValue value: Any?)
}

extension LayerPropertyValue where Self: BinaryFloatingPoint {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { Double(self) }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = 0
      return
    }
    guard let number = AnimatableValue(value)?.number else { return nil }
    self = Self(number)
  }
}

extension LayerPropertyValue where Self: BinaryInteger {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? {
    if let value = Int64(exactly: self) { return NSNumber(value: value) }
    return NSNumber(value: UInt64(clamping: self))
  }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = 0
      return
    }
    guard let number = AnimatableValue(value)?.number else { return nil }
    let whole: Self?
    if abs(number) >= 0x1p53, let boxed = value as? NSNumber {
      whole = number < 0 ? Self(exactly: boxed.int64Value) : Self(exactly: boxed.uint64Value)
    } else {
      // A value between two whole ones, as an animation shows it, is the lower one.
      whole = Self(exactly: number.rounded(.down))
    }
    guard let whole else { return nil }
    self = whole
  }
}

// Typed string constants as properties: `CAShapeLayerLineCap` and its kin are their raw values to key-value coding.
extension LayerPropertyValue where Self: RawRepresentable<String> {
  /// The value as key-value coding gives it: the raw value.
  public var layerPropertyValue: Any? { rawValue }

  /// Reads a constant or its raw value; nil asks for the empty string.
  public init?(layerPropertyValue value: Any?) {
    guard let string = String(layerPropertyValue: value) else { return nil }
    self.init(rawValue: string)
  }
}

extension Double: LayerPropertyValue {}
extension Float: LayerPropertyValue {}
extension CGFloat: LayerPropertyValue {}
extension Int: LayerPropertyValue {}
extension Int8: LayerPropertyValue {}
extension Int16: LayerPropertyValue {}
extension Int32: LayerPropertyValue {}
extension Int64: LayerPropertyValue {}
extension UInt: LayerPropertyValue {}
extension UInt8: LayerPropertyValue {}
extension UInt16: LayerPropertyValue {}
extension UInt32: LayerPropertyValue {}
extension UInt64: LayerPropertyValue {}

extension Bool: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { NSNumber(value: self) }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = false
      return
    }
    guard let number = AnimatableValue(value)?.number else { return nil }
    self = number != 0
  }
}

extension CGPoint: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = .zero
      return
    }
    guard let point = AnimatableValue(value)?.point else { return nil }
    self = point
  }
}

extension CGSize: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = .zero
      return
    }
    guard let size = AnimatableValue(value)?.size else { return nil }
    self = size
  }
}

extension CGRect: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = .null
      return
    }
    guard let rect = AnimatableValue(value)?.rect else { return nil }
    self = rect
  }
}

extension CATransform3D: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = CATransform3DIdentity
      return
    }
    guard let transform = AnimatableValue(value)?.transform else { return nil }
    self = transform
  }
}

extension String: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = ""
      return
    }
    guard let string = AnimatableValue(value)?.string else { return nil }
    self = string
  }
}

extension Optional: LayerPropertyValue {
  /// Nil, or the wrapped value; a value of a type that does not animate stays as it is.
  public var layerPropertyValue: Any? {
    switch self {
    case .none: nil
    case .some(let value as any LayerPropertyValue): value.layerPropertyValue
    case .some(let value): value
    }
  }

  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) {
    guard let value else {
      self = .none
      return
    }
    if let type = Wrapped.self as? any LayerPropertyValue.Type {
      guard let wrapped = type.init(layerPropertyValue: value) as? Wrapped else { return nil }
      self = .some(wrapped)
    } else if let wrapped = value as? Wrapped {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}
