// Sums of values, which relative (`byValue`), additive and cumulative animations need.
//
// The sum of transforms is their product. `a.adding(b)` applies `b` first, in the layer's own space, then `a`, as
// `CATransform3DRotate(a, ...)` and its kin do; Apple's documents leave the order open.

import CoreGraphics

extension AnimatableValue {
  /// This value plus `other`; nil for kinds that cannot be added.
  package func adding(_ other: AnimatableValue) -> AnimatableValue? {
    if let sum = combined(with: other, +) { return sum }
    switch (self, other) {
    case (.transform(let base), .transform(let change)): return .transform(CATransform3DConcat(change, base))
    case (.color(let a), .color(let b)): return .color(.clamping(a.rgba + b.rgba))
    case (.color, .none): return self
    case (.none, .color): return other
    case (.list(let a), .list(let b)): return Self.list(a, b) { $0.adding($1) }
    default: return nil
    }
  }

  /// The value that gives this one when `other` is added to it; nil for kinds that cannot be subtracted, and for a
  /// singular transform, which cannot be undone.
  package func subtracting(_ other: AnimatableValue) -> AnimatableValue? {
    if let difference = combined(with: other, -) { return difference }
    switch (self, other) {
    case (.transform(let sum), .transform(let change)):
      guard !TransformDecomposition(change).isSingular else { return nil }
      return .transform(CATransform3DConcat(CATransform3DInvert(change), sum))
    case (.color(let a), .color(let b)): return .color(.clamping(a.rgba - b.rgba))
    case (.color, .none): return self
    case (.list(let a), .list(let b)): return Self.list(a, b) { $0.subtracting($1) }
    default: return nil
    }
  }

  /// The value added to nothing `count` times; nil for kinds that cannot be added. `count` is a whole number, at least
  /// 1.
  package func repeated(_ count: Double) -> AnimatableValue? {
    switch self {
    case .transform(let transform): return .transform(transform.power(count))
    case .color(let color): return .color(.clamping(color.rgba * Float(count)))
    case .none: return self
    case .list(let values): return Self.list(values, values) { value, _ in value.repeated(count) }
    default: return combined(with: self) { value, _ in value * count }
    }
  }

  /// Whether it is a list, or several numbers.
  var hasElements: Bool {
    switch self {
    case .list, .numbers: true
    default: false
    }
  }

  /// A list of `operation` on each pair of elements; nil where that is, or where the counts differ.
  private static func list(
    _ a: [AnimatableValue], _ b: [AnimatableValue], _ operation: (AnimatableValue, AnimatableValue) -> AnimatableValue?
  ) -> AnimatableValue? {
    guard a.count == b.count else { return nil }
    let results = zip(a, b).compactMap(operation)
    return results.count == a.count ? .list(results) : nil
  }
}

extension CGColor {
  fileprivate static func clamping(_ rgba: SIMD4<Float>) -> CGColor {
    CGColor(rgba: rgba.clamped(lowerBound: .zero, upperBound: .one))
  }
}

extension CATransform3D {
  /// The transform applied `count` times, by repeated squaring: an endless animation's count can be large.
  fileprivate func power(_ count: Double) -> CATransform3D {
    var remaining = UInt64(min(max(count, 0), 1e15))
    var result = CATransform3DIdentity
    var square = self
    while remaining > 0 {
      if remaining % 2 == 1 { result = CATransform3DConcat(result, square) }
      square = CATransform3DConcat(square, square)
      remaining /= 2
    }
    return result
  }
}
