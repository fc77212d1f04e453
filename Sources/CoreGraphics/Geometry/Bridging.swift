// swift-format-ignore-file: AvoidRetroactiveConformances

// Casts between Core Graphics' types and Foundation's boxes: `point as NSValue`, `number as? CGFloat`, `[CGFloat] as
// [NSNumber]`, and the same out of `Any`. Apple's overlays provide them; without an Objective-C runtime, the compiler
// still uses `_ObjectiveCBridgeable`, so that conformances suffice.
//
// Two things no conformance provides, the first not on Apple's systems either:
// - a cast from one Swift number in `Any` to another: `(1.5 as Any) as? CGFloat` is nil for a Double;
// - implicit conversion: passing a value for an NSValue or NSNumber takes `as`.

public import Foundation

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// Unboxes the value; fails for an integer that no CGFloat holds exactly, as on Apple's systems.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = Double(exactly: source).map { CGFloat($0) }
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    source.map { CGFloat($0.doubleValue) } ?? 0
  }
}

extension CGFloat {
  /// Creates the nearest CGFloat to a number.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }

  /// Creates the CGFloat equal to a number; returns nil if none is.
  public init?(exactly number: NSNumber) {
    guard let value = Double(exactly: number) else { return nil }
    self.init(value)
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgPoint: self) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
    result = source.cgPointValue
  }

  /// Unboxes the value of an object if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
    result = source.point
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    source?.cgPointValue ?? .zero
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgSize: self) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
    result = source.cgSizeValue
  }

  /// Unboxes the value of an object if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
    result = source.size
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize { source?.cgSizeValue ?? .zero }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    result = source.cgRectValue
  }

  /// Unboxes the value of an object if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
    result = source.rect
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect { source?.cgRectValue ?? .zero }
}

extension CGVector: _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgVector: self) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGVector?) {
    result = source.cgVectorValue
  }

  /// Unboxes the value of an object if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGVector?) -> Bool {
    result = source.vector
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGVector {
    source?.cgVectorValue ?? .zero
  }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) {
    result = source.cgAffineTransformValue
  }

  /// Unboxes the value of an object if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) -> Bool {
    result = source.affineTransform
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGAffineTransform {
    source?.cgAffineTransformValue ?? .identity
  }
}

// Geometry in `NSValue` boxes. Foundation on Linux boxes points, sizes and rectangles, but no other structures: those
// are boxed here as C arrays of doubles, whose count tells the type. `objCType` is then `[6d]` instead of
// `{CGAffineTransform=dddddd}`. Boxes are made and read only here and by the extensions that use `numbers`.
// count tells one type from another. Boxes are made and read only here and by the extensions that use `numbers`.
extension NSValue {
  /// Creates a box around a point.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }

  /// Creates a box around a size.
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }

  /// Creates a box around a rectangle.
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

  /// Creates a box around a vector.
  public convenience init(cgVector: CGVector) { self.init(numbers: [cgVector.dx, cgVector.dy]) }

  /// Creates a box around an affine transform.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init(numbers: [t.a, t.b, t.c, t.d, t.tx, t.ty])
  }

  // Reading another type than the box holds is a programmer's error, for which Apple's framework returns any bytes.

  /// The point in the box. Precondition: it holds one.
  public var cgPointValue: CGPoint { expect(point, "CGPoint") }

  /// The size in the box. Precondition: it holds one.
  public var cgSizeValue: CGSize { expect(size, "CGSize") }

  /// The rectangle in the box. Precondition: it holds one.
  public var cgRectValue: CGRect { expect(rect, "CGRect") }

  /// The vector in the box. Precondition: it holds one.
  public var cgVectorValue: CGVector { expect(vector, "CGVector") }

  /// The transform in the box. Precondition: it holds one.
  public var cgAffineTransformValue: CGAffineTransform { expect(affineTransform, "CGAffineTransform") }

  package var point: CGPoint? { holds(.point) ? pointValue : nil }

  package var size: CGSize? { holds(.size) ? sizeValue : nil }

  package var rect: CGRect? { holds(.rect) ? rectValue : nil }

  package var vector: CGVector? { numbers(count: 2).map { CGVector(dx: $0[0], dy: $0[1]) } }

  package var affineTransform: CGAffineTransform? {
    numbers(count: 6).map { CGAffineTransform($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
  }

  /// Creates a box around an array of numbers.
  package convenience init(numbers: [CGFloat]) {
    self.init(bytes: numbers.map { Double($0) }, objCType: Self.arrayEncoding(count: numbers.count))
  }

  /// Returns the numbers in the box; nil unless it holds an array of `count`.
  package func numbers(count: Int) -> [CGFloat]? {
    guard String(cString: objCType) == Self.arrayEncoding(count: count) else { return nil }
    var numbers = [Double](repeating: 0, count: count)
    getValue(&numbers)
    return numbers.map { CGFloat($0) }
  }

  /// Returns `value`, or traps with a message about the box's type if it is nil.
  package func expect<T>(_ value: T?, _ type: String) -> T {
    guard let value else { preconditionFailure("NSValue holds '\(String(cString: objCType))', not a \(type)") }
    return value
  }

  private static func arrayEncoding(count: Int) -> String { "[\(count)d]" }

  private enum FoundationType {
    case point, size, rect

    /// Foundation's own encodings, read once.
    static let encodings: [FoundationType: String] = [
      .point: String(cString: NSValue(point: .zero).objCType),
      .size: String(cString: NSValue(size: .zero).objCType),
      .rect: String(cString: NSValue(rect: .zero).objCType),
    ]
  }

  private func holds(_ type: FoundationType) -> Bool { String(cString: objCType) == FoundationType.encodings[type] }
}

extension CGPoint {
  /// The coordinates under "X" and "Y".
  public var dictionaryRepresentation: CFDictionary { ["X": x, "Y": y] }

  /// Creates the point that ``dictionaryRepresentation`` describes; nil if a key or its number is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let x = number("X", in: dict), let y = number("Y", in: dict) else { return nil }
    self.init(x: x, y: y)
  }

  /// Whether the points are equal.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// The sides under "Width" and "Height".
  public var dictionaryRepresentation: CFDictionary { ["Width": width, "Height": height] }

  /// Creates the size that ``dictionaryRepresentation`` describes; nil if a key or its number is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let width = number("Width", in: dict), let height = number("Height", in: dict) else { return nil }
    self.init(width: width, height: height)
  }

  /// Whether the sizes are equal.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
  /// The origin under "X" and "Y", the size under "Width" and "Height".
  public var dictionaryRepresentation: CFDictionary {
    origin.dictionaryRepresentation.merging(size.dictionaryRepresentation) { origin, _ in origin }
  }

  /// Creates the rectangle that ``dictionaryRepresentation`` describes; nil if a key or its number is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let origin = CGPoint(dictionaryRepresentation: dict), let size = CGSize(dictionaryRepresentation: dict) else {
      return nil
    }
    self.init(origin: origin, size: size)
  }

  /// Whether the rectangles are equal.
  public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }
}

extension CGRectEdge {
  /// Creates the edge of the same name in AppKit's numbering.
  public init(rectEdge: NSRectEdge) {
    switch rectEdge {
    case .minX: self = .minXEdge
    case .minY: self = .minYEdge
    case .maxX: self = .maxXEdge
    case .maxY: self = .maxYEdge
    }
  }
}

/// Returns the number of a key: NSNumber or Double in a property list from a file, CGFloat in one from here.
private func number(_ key: String, in dict: CFDictionary) -> CGFloat? {
  switch dict[key] {
  case let value as CGFloat: value
  case let value as Double: CGFloat(value)
  case let value as Int: CGFloat(value)
  case let value as NSNumber: CGFloat(value.doubleValue)
  default: nil
  }
}
