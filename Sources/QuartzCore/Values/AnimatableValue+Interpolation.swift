// Numbers, points, sizes and rectangles interpolate by component, transforms by their parts (TransformInterval),
// colours by component in sRGB, not premultiplied, in 0...1, paths point by point if their elements are moves, closes
// and curves in the same order (a line is a curve with its ends as control points, L-6), equally long lists by element.
//
// The value between a colour and nil is nil (X-A13). Singular transforms, and lists of different lengths, have no
// values in between: the property keeps what it shows (12.11, C-12). Other kinds (images, strings, paths of different
// elements) jump at one half, our decision where Apple's documents are silent.

import CoreGraphics
import Foundation

extension AnimatableValue {
  /// Returns the value `fraction` of the way to `other`: 0 is this one, 1 the other; outside 0...1 it is extrapolated.
  package func interpolated(to other: AnimatableValue, fraction: Double) -> AnimatableValue {
    if case .transform(let from) = self, case .transform(let to) = other {
      return TransformInterval(from: from, to: to).value(at: fraction).map { .transform($0) } ?? .noWay
    }
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    if let mixed = combined(with: other, { $0 + ($1 - $0) * fraction }) { return mixed }
    switch (self, other) {
    case (.color(let from), .color(let to)):
      return .color(.mix(from, to, fraction))
    case (.color, .none), (.none, .color): return .none
    case (.path(let from), .path(let to)):
      if let mixed = from.interpolated(to: to, fraction: fraction) { return .path(mixed) }
    case (.list(let from), .list(let to)) where from.count == to.count:
      return .list(zip(from, to).map { $0.interpolated(to: $1, fraction: fraction) })
    case (.list, .list), (.numbers, .numbers), (.list, .numbers), (.numbers, .list): return .noWay
    case (.number(let number), _) where number.isNaN: return .noWay
    case (_, .number(let number)) where number.isNaN: return .noWay
    default: break
    }
    return fraction < 0.5 ? self : other
  }

  /// Returns the Euclidean distance to `other`, for constant speed; nil if the kind has no measure, as transforms,
  /// which are then evenly spaced (C-14).
  package func distance(to other: AnimatableValue) -> Double? {
    switch (self, other) {
    case (.number(let a), .number(let b)): abs(b - a)
    case (.point(let a), .point(let b)): hypot(b.x - a.x, b.y - a.y)
    case (.size(let a), .size(let b)): hypot(b.width - a.width, b.height - a.height)
    case (.rect(let a), .rect(let b)):
      hypot(
        hypot(b.origin.x - a.origin.x, b.origin.y - a.origin.y),
        hypot(b.size.width - a.size.width, b.size.height - a.size.height))
    case (.numbers(let a), .numbers(let b)) where a.count == b.count:
      zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    case (.list(let a), .list(let b)): Self.distance(a, b)
    case (.color(let a), .color(let b)): Self.distance(a.rgba, b.rgba)
    case (.none, .none): 0
    default: nil
    }
  }

  /// Returns a value of the same kind with `operation` applied to each pair of components; nil unless both are numbers,
  /// points, sizes, rectangles, or arrays of equally many numbers.
  @inline(__always)
  func combined(with other: AnimatableValue, _ operation: (Double, Double) -> Double) -> AnimatableValue? {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(operation(a, b))
    case (.point(let a), .point(let b)): .point(CGPoint(x: operation(a.x, b.x), y: operation(a.y, b.y)))
    case (.size(let a), .size(let b)):
      .size(CGSize(width: operation(a.width, b.width), height: operation(a.height, b.height)))
    case (.rect(let a), .rect(let b)):
      .rect(
        CGRect(
          x: operation(a.origin.x, b.origin.x), y: operation(a.origin.y, b.origin.y),
          width: operation(a.size.width, b.size.width), height: operation(a.size.height, b.size.height)))
    case (.numbers(let a), .numbers(let b)) where a.count == b.count: .numbers(zip(a, b).map(operation))
    default: nil
    }
  }

  private static func distance(_ a: [AnimatableValue], _ b: [AnimatableValue]) -> Double? {
    guard a.count == b.count else { return nil }
    var sum = 0.0
    for (from, to) in zip(a, b) {
      guard let distance = from.distance(to: to) else { return nil }
      sum += distance * distance
    }
    return sum.squareRoot()
  }

  private static func distance(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Double {
    let d = b - a
    return Double((d * d).sum().squareRoot())
  }
}

extension CGColor {
  fileprivate static func mix(_ from: CGColor, _ to: CGColor, _ fraction: Double) -> CGColor {
    let (a, b) = (from.extendedRGBA, to.extendedRGBA)
    // No component leaves the range of sRGB, or that of its two ends.
    let (least, most) = (pointwiseMin(pointwiseMin(a, b), .zero), pointwiseMax(pointwiseMax(a, b), .one))
    return CGColor(rgba: (a + (b - a) * Float(fraction)).clamped(lowerBound: least, upperBound: most))
  }
}

extension CGPath {
  /// Returns the path whose points lie between; nil if the elements differ in more than lines and curves.
  fileprivate func interpolated(to other: CGPath, fraction: Double) -> CGPath? {
    var (from, to) = (storage, other.storage)
    if from.types != to.types {
      guard from.types.count == to.types.count else { return nil }
      (from, to) = (from.raisedToCurves, to.raisedToCurves)
      guard from.types == to.types else { return nil }
    }
    let points = zip(from.points, to.points).map { $0.interpolated(to: $1, fraction) }
    return from.replacingPoints(points).map(CGPath.init(storage:))
  }
}

extension CGPathStorage {
  /// The same path of cubic curves alone; lines have their control points at their ends.
  fileprivate var raisedToCurves: CGPathStorage {
    var result = CGPathStorage()
    var next = 0
    for type in types {
      let end = next + type.pointCount - 1
      switch type {
      case .moveToPoint: result.move(to: points[end])
      case .addLineToPoint:
        result.addCurve(to: points[end], control1: result.currentPoint ?? .zero, control2: points[end])
      case .addQuadCurveToPoint:
        let curve = CubicSegment(quadraticFrom: result.currentPoint ?? .zero, control: points[next], to: points[end])
        result.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2)
      case .addCurveToPoint: result.addCurve(to: points[end], control1: points[next], control2: points[next + 1])
      case .closeSubpath: result.closeSubpath()
      }
      next = end + 1
    }
    return result
  }
}

// Relative (`byValue`), additive and cumulative animations need sums of values. The sum of transforms is their product.
// `a.adding(b)` applies `b` first, in the layer's own space, then `a`, as `CATransform3DRotate(a, ...)` does; Apple's
// documents leave the order open.
extension AnimatableValue {
  /// Returns this value plus `other`; nil for kinds that cannot be added.
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

  /// Returns the x for which `x.adding(other)` is this value; nil for kinds without addition and singular transforms.
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

  /// Returns the value times `count`, a whole number, at least 1; nil for kinds that cannot be added.
  package func repeated(_ count: Double) -> AnimatableValue? {
    switch self {
    case .transform(let transform): return .transform(transform.power(count))
    case .color(let color): return .color(.clamping(color.rgba * Float(count)))
    case .none: return self
    case .list(let values): return Self.list(values, values) { value, _ in value.repeated(count) }
    default: return combined(with: self) { value, _ in value * count }
    }
  }

  var hasElements: Bool {
    switch self {
    case .list, .numbers: true
    default: false
    }
  }

  /// Returns a list of `operation` on each pair of elements; nil if one result is, or if the counts differ.
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
  /// Returns the transform applied `count` times, by repeated squaring: an endless animation's count can be large.
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
