// Values between two others. Numbers, points, sizes and rectangles go by component, transforms by their parts
// (TransformInterval), colours by component in sRGB, not premultiplied, in 0...1, paths point by point where their
// elements are moves, closes and curves in the same order (a line counts as a curve whose control points are its ends,
// L-6), lists of as many values one by one.
//
// The value between a colour and nil is nil (X-A13). To or from a singular transform, and between lists of different
// lengths, there is no way: the property keeps what it shows (12.11, C-12). What else has no value in between (images,
// strings, paths of different elements) jumps at one half, which is ours where Apple's documents are silent.

import CoreGraphics
import Foundation

extension AnimatableValue {
  /// The value at `fraction` of the way to `other`: 0 is this one, 1 the other, beyond these the way goes on.
  package func interpolated(to other: AnimatableValue, fraction: Double) -> AnimatableValue {
    if case .transform(let from) = self, case .transform(let to) = other {
      return TransformInterval(from: from, to: to).value(at: fraction).map { .transform($0) } ?? .noWay
    }
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    if let mixed = combined(with: other, { $0 + ($1 - $0) * fraction }) { return mixed }
    switch (self, other) {
    case (.color(let from), .color(let to)):
      return .color(.mix(from.rgba, to.rgba, fraction))
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

  /// Returns the distance to `other`, for constant speed: the Euclidean distance of the components. Nil if the kind has
  /// no measure, as between transforms: paced ones are evenly spaced (C-14).
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

  /// A value of the same kind with `operation` done on each pair of components; nil unless both are numbers, points,
  /// sizes, rectangles, or arrays of as many numbers.
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
  fileprivate static func mix(_ from: SIMD4<Float>, _ to: SIMD4<Float>, _ fraction: Double) -> CGColor {
    CGColor(rgba: (from + (to - from) * Float(fraction)).clamped(lowerBound: .zero, upperBound: .one))
  }
}

extension CGPath {
  /// The path whose points lie between; nil when the elements differ in more than the kind of line or curve.
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
  /// The same path of cubic curves alone. Those of lines have their control points at their ends.
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
