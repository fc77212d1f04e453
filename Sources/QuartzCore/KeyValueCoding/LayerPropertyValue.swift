import CoreGraphics
public import Foundation

/// A type of layer property that key-value coding can set and animations can animate.
///
/// Conform a type of your own by turning it into one of those that conform here.
public protocol LayerPropertyValue {
  /// The value in a form that key-value coding takes: a number, a point, a colour, a string, ... Nil for "no value".
  var layerPropertyValue: Any? { get }

  /// Reads the value; nil for another kind. Nil asks for a zero: 0, false, nil, the null rectangle, the identity.
  init?(layerPropertyValue value: Any?)
}

extension LayerPropertyValue {
  /// Reads a value; nil if it is of another kind. A value of nil gives `zero`.
  fileprivate init?(_ value: Any?, zero: Self, _ read: (AnimatableValue) -> Self?) {
    guard let value else {
      self = zero
      return
    }
    guard let own = AnimatableValue(value).flatMap(read) else { return nil }
    self = own
  }
}

extension LayerPropertyValue where Self: BinaryFloatingPoint {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { Double(self) }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: 0) { $0.number.map { Self($0) } } }
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
      // A value between two whole ones, as an animation shows it, is rounded down.
      whole = Self(exactly: number.rounded(.down))
    }
    guard let whole else { return nil }
    self = whole
  }
}

// Typed string constants such as `CAShapeLayerLineCap` are their raw values to key-value coding.
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
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: false) { $0.number.map { $0 != 0 } } }
}

extension CGPoint: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: .zero) { $0.point } }
}

extension CGSize: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: .zero) { $0.size } }
}

extension CGRect: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: .null) { $0.rect } }
}

extension CATransform3D: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: CATransform3DIdentity) { $0.transform } }
}

extension String: LayerPropertyValue {
  /// The value in the form of key-value coding.
  public var layerPropertyValue: Any? { self }
  /// Reads the form of key-value coding.
  public init?(layerPropertyValue value: Any?) { self.init(value, zero: "") { $0.string } }
}

extension Optional: LayerPropertyValue {
  /// Nil, or the wrapped value; a value of a type that does not animate is unchanged.
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
