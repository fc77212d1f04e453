// From one value to another. Six of the eight ways to give them leave an end to the current value, which is known only
// when a frame is sampled; where both ends are fixed, what can be computed ahead is.

/// The way of a basic animation.
final class BasicMotion: Sendable {
  private enum Route {
    /// From the first value to the second.
    case fixed
    /// From the first value to the current one.
    case fromValue
    /// From the current value to the first.
    case toValue
    /// From the current value, by the first.
    case byValue
    /// The current value, throughout.
    case current
  }

  private let route: Route
  private let first: AnimatableValue
  private let second: AnimatableValue
  private let isInterpolated: Bool
  // The two values in the form that interpolates fast; nil for other kinds.
  private let firstVector: ValueVector?
  private let secondVector: ValueVector?
  private let transforms: TransformInterval?

  init(_ animation: CABasicAnimation, input: AnimationInput, previous: LayerValues?) throws(CompileIssue) {
    let from = try input.optional(animation.fromValue)
    let to = try input.optional(animation.toValue)
    let by = try input.optional(animation.byValue)
    /// Returns the sum of a value and a difference; throws for kinds that cannot be added, which have no "by".
    func sum(_ value: AnimatableValue?) throws(CompileIssue) -> AnimatableValue {
      guard let value else {
        throw .valueKind(keyPath: input.name, value: "\(animation.byValue ?? "nil")", expected: input.kind)
      }
      return value
    }
    switch (from, to, by) {
    case (let from?, let to?, _): (route, first, second) = (.fixed, from, to)
    case (let from?, nil, let by?): (route, first, second) = (.fixed, from, try sum(from.adding(by)))
    case (nil, let to?, let by?): (route, first, second) = (.fixed, try sum(to.subtracting(by)), to)
    case (let from?, nil, nil): (route, first, second) = (.fromValue, from, .none)
    case (nil, let to?, nil): (route, first, second) = (.toValue, to, .none)
    case (nil, nil, let by?):
      _ = try sum(by.adding(by))
      (route, first, second) = (.byValue, by, .none)
    case (nil, nil, nil):
      (route, first, second) = (previous == nil ? .current : .fromValue, previous?[input.keyPath] ?? .none, .none)
    }
    isInterpolated = input.isInterpolated
    firstVector = isInterpolated ? ValueVector(first) : nil
    secondVector = isInterpolated ? ValueVector(second) : nil
    if case .fixed = route, let from = first.transform, let to = second.transform {
      transforms = TransformInterval(from: from, to: to)
    } else {
      transforms = nil
    }
  }

  /// Whether ``value(at:current:)`` looks at the current value; reading it from a layer takes time.
  var needsCurrent: Bool {
    if case .fixed = route { false } else { true }
  }

  /// The value `fraction` of the way; springs and some curves go below 0 and above 1.
  func value(at fraction: Double, current: AnimatableValue) -> AnimatableValue {
    if let transforms { return transforms.value(at: fraction).map { .transform($0) } ?? .noWay }
    if let first = firstVector {
      if let second = secondVector { return first.interpolated(to: second, fraction: fraction).value }
      if let current = ValueVector(current) {
        return vector(first, current: current, fraction).value
      }
    }
    switch route {
    case .fixed: return mix(first, second, fraction)
    case .fromValue: return mix(first, current, fraction)
    case .toValue: return mix(current, first, fraction)
    case .byValue: return mix(current, current.adding(first) ?? current, fraction)
    case .current: return current
    }
  }

  /// The routes that lead through the current value, for vectors.
  private func vector(_ first: ValueVector, current: ValueVector, _ fraction: Double) -> ValueVector {
    switch route {
    case .fromValue: first.interpolated(to: current, fraction: fraction)
    case .toValue: current.interpolated(to: first, fraction: fraction)
    case .byValue: current.interpolated(to: current.adding(first), fraction: fraction)
    case .fixed, .current: current
    }
  }

  /// Returns the value at a fraction of the way. Without values in between, the second value begins at one half.
  private func mix(_ from: AnimatableValue, _ to: AnimatableValue, _ fraction: Double) -> AnimatableValue {
    guard isInterpolated else { return fraction < 0.5 ? from : to }
    return from.interpolated(to: to, fraction: fraction)
  }
}
