// What an animation computes with. `Any` is turned into this enum once, at the boundary (`fromValue`, `values`,
// `setValue(_:forKeyPath:)`), because Swift on Linux does not bridge: `as? CGFloat` is nil for an Int, a Double or an
// NSNumber, and casts cost too much in a frame.
//
// Tested by KeyValueCodingTests, ValueComponentTests and InterpolationTests.

package import CoreGraphics
package import Foundation

/// An object that stands for a value that animates: the colours and vectors of CoreImage.
package protocol AnimatableObject: AnyObject {
  var animatableValue: AnimatableValue { get }
}

/// A property's value, in the form that interpolation and flat layer values use.
package enum AnimatableValue: Equatable, Sendable {
  /// Any number; Boolean properties are numbers too, 0 or 1.
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case transform(CATransform3D)
  case color(CGColor)
  case image(CGImage)
  case path(CGPath)
  /// Several numbers: what value functions take, and components given as an array.
  case numbers([Double])
  /// Several values of which not all are numbers, such as the colours of a gradient.
  case list([AnimatableValue])
  /// A string constant such as a gravity.
  case string(String)
  /// An explicit nil: "no colour", "no contents".
  case none
}

extension AnimatableValue {
  /// Reads any value that layer code may hand over: every numeric type, `NSNumber`, the geometry types, also in
  /// `NSValue`, colours, images, paths, string constants, and arrays of these. Nil for a value of any other type.
  package init?(_ value: Any?) {
    guard let value else {
      self = .none
      return
    }
    switch value {
    case let value as AnimatableValue: self = value
    case let value as Bool: self = .number(value ? 1 : 0)
    case let value as CGFloat: self = .number(Double(value))
    case let value as Double: self = .number(value)
    case let value as Float: self = .number(Double(value))
    case let value as Int: self = .number(Double(value))
    case let value as any BinaryInteger: self = .number(Double(value))
    case let value as NSNumber: self = .number(value.doubleValue)
    // Boxes of the geometry types cast as the types themselves do; see Bridging.swift.
    case let value as CGPoint: self = .point(value)
    case let value as CGSize: self = .size(value)
    case let value as CGRect: self = .rect(value)
    case let value as CATransform3D: self = .transform(value)
    case let value as CGAffineTransform: self = .transform(CATransform3DMakeAffineTransform(value))
    case let value as CGColor: self = .color(value)
    case let value as CGImage: self = .image(value)
    // A path that can be changed is copied, which copies no points until it is.
    case let value as CGMutablePath: self = .path(value.copy() ?? value)
    case let value as CGPath: self = .path(value)
    case let value as String: self = .string(value)
    case is NSNull: self = .none
    case let value as CAColorMatrix: self = .numbers(value.numbers)
    case let value as any AnimatableObject: self = value.animatableValue
    case let value as any RawRepresentable:
      guard let raw = AnimatableValue(value.rawValue) else { return nil }
      self = raw
    case let value as [Any]:
      guard let array = AnimatableValue(array: value) else { return nil }
      self = array
    default: return nil
    }
  }

  /// An array's elements: numbers where all of them are, or else a list. Nil when one of them is of no known type.
  private init?(array: [Any]) {
    var elements: [AnimatableValue] = []
    elements.reserveCapacity(array.count)
    for element in array {
      guard let value = AnimatableValue(element) else { return nil }
      elements.append(value)
    }
    let numbers = elements.compactMap(\.number)
    self = numbers.count == elements.count ? .numbers(numbers) : .list(elements)
  }

  /// The value as Apple's key-value coding would box it: numbers as `NSNumber`, everything else as itself; nil in an
  /// array is `NSNull`.
  package var boxed: Any? {
    switch self {
    case .number(let value): NSNumber(value: value)
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    case .image(let value): value
    case .path(let value): value
    case .numbers(let value): value.map { NSNumber(value: $0) }
    case .list(let value): value.map { $0.boxed ?? NSNull() }
    case .string(let value): value
    case .none: nil
    }
  }

  package var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  package var point: CGPoint? {
    switch self {
    case .point(let value): value
    case .numbers(let n) where n.count == 2: CGPoint(x: n[0], y: n[1])
    default: nil
    }
  }

  package var size: CGSize? {
    switch self {
    case .size(let value): value
    case .numbers(let n) where n.count == 2: CGSize(width: n[0], height: n[1])
    default: nil
    }
  }

  package var rect: CGRect? {
    switch self {
    case .rect(let value): value
    case .numbers(let n) where n.count == 4: CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    default: nil
    }
  }

  package var transform: CATransform3D? {
    if case .transform(let value) = self { value } else { nil }
  }

  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number as an option set's bits; nil for what does not fit 32 bits.
  package var bits: UInt32? { number.flatMap { UInt32(exactly: $0) } }
}
