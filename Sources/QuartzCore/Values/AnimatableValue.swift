// Tested by KeyValueCodingTests, ValueComponentTests and InterpolationTests.

package import CoreGraphics
package import Foundation

/// An object with an animatable value: the colours and vectors of CoreImage.
package protocol AnimatableObject: AnyObject {
  var animatableValue: AnimatableValue { get }
}

/// A property's value, in the form of interpolation and flat layer values. `Any` is turned into it once (`fromValue`,
/// `values`, `setValue(_:forKeyPath:)`), because Swift on Linux does not bridge (`as? CGFloat` is nil for an Int, a
/// Double or an NSNumber), and casts cost too much in a frame.
package enum AnimatableValue: Equatable, Sendable {
  /// A number, or a Boolean property as 0 or 1.
  case number(Double)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case transform(CATransform3D)
  case color(CGColor)
  case image(CGImage)
  case path(CGPath)
  /// Several numbers: the input of value functions, or components given as an array.
  case numbers([Double])
  /// Several values of which not all are numbers, such as the colours of a gradient.
  case list([AnimatableValue])
  case string(String)
  /// An explicit nil: "no colour", "no contents".
  case none
}

extension AnimatableValue {
  /// Reads any value of layer code: every numeric type, `NSNumber`, the geometry types, also in `NSValue`, colours,
  /// images, paths, string constants, and arrays of these. Nil for a value of any other type.
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
    // Boxes of geometry types cast as the types themselves do; see Bridging.swift.
    case let value as CGPoint: self = .point(value)
    case let value as CGSize: self = .size(value)
    case let value as CGRect: self = .rect(value)
    case let value as CATransform3D: self = .transform(value)
    case let value as CGAffineTransform: self = .transform(CATransform3DMakeAffineTransform(value))
    case let value as CGColor: self = .color(value)
    case let value as CGImage: self = .image(value)
    // A mutable path is copied; the copy shares its points until the path changes.
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

  /// Reads an array's elements: numbers if all are, or else a list. Nil if an element has an unknown type.
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

  /// The value as Apple's key-value coding has it: numbers as `NSNumber`, nil in arrays as `NSNull`, others unchanged.
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

  /// The number as an option set's bits; nil if it does not fit 32 bits.
  package var bits: UInt32? { number.flatMap { UInt32(exactly: $0) } }
}

// An animation that comes to an infinite value or a NaN leaves the property as it is (C-12).
extension AnimatableValue {
  /// The result of an interpolation without values in between: a NaN, which no property takes.
  static let noWay = AnimatableValue.number(.nan)

  /// Whether all numbers in it are finite, without those of paths.
  @inline(__always)
  var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .point(let value): value.x.isFinite && value.y.isFinite
    case .size(let value): value.width.isFinite && value.height.isFinite
    case .rect(let value):
      value.origin.x.isFinite && value.origin.y.isFinite && value.size.width.isFinite && value.size.height.isFinite
    case .transform(let value): value.isFinite
    case .numbers(let values): values.allSatisfy(\.isFinite)
    case .list(let values): values.allSatisfy(\.isFinite)
    case .color, .image, .path, .string, .none: true
    }
  }

  /// Whether all numbers in it are finite, with those of paths.
  var isFiniteThroughout: Bool {
    if case .path(let path) = self { return path.storage.isFinite }
    return isFinite
  }
}

extension CATransform3D {
  var isFinite: Bool {
    // 0 times a value that is not finite is NaN.
    let sum =
      (m11 + m12 + m13 + m14) * 0 + (m21 + m22 + m23 + m24) * 0 + (m31 + m32 + m33 + m34) * 0
      + (m41 + m42 + m43 + m44) * 0
    return sum == 0
  }
}

extension CGPathStorage {
  fileprivate var isFinite: Bool { points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
}

/// The kinds of ``AnimatableValue``. An animation's `Any?` values are brought into the property's kind once, when it is
/// compiled, so that a frame does not look at types.
package enum ValueKind: String, Sendable {
  case number, point, size, rect, transform, color, image, path, numbers, list, string, none
}

extension AnimatableValue {
  package var kind: ValueKind {
    switch self {
    case .number: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .transform: .transform
    case .color: .color
    case .image: .image
    case .path: .path
    case .numbers: .numbers
    case .list: .list
    case .string: .string
    case .none: .none
    }
  }

  /// Returns the value as one of `kind`: arrays of numbers become points, sizes and rectangles, points and sizes each
  /// other; nil stays nil if colours, images and paths are expected. The result is nil for any other kind.
  package func coerced(to kind: ValueKind) -> AnimatableValue? {
    if self.kind == kind { return self }
    switch kind {
    case .number:
      if case .numbers(let n) = self, n.count == 1 { return .number(n[0]) }
      return nil
    case .point:
      if case .size(let size) = self { return .point(CGPoint(x: size.width, y: size.height)) }
      return point.map(AnimatableValue.point)
    case .size:
      if case .point(let point) = self { return .size(CGSize(width: point.x, height: point.y)) }
      return size.map(AnimatableValue.size)
    case .rect: return rect.map(AnimatableValue.rect)
    case .color, .image, .path: return self == .none ? self : nil
    case .transform, .numbers, .list, .string, .none: return nil
    }
  }
}
