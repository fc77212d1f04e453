// The boundary where `Any` ends: the values that an animation was given, brought into the kind that it interpolates.

/// The values that an animation of one property takes.
struct AnimationInput {
  /// The key path as it was written, for messages.
  let name: String
  let keyPath: LayerKeyPath
  /// The kind of the values: the property's, or the value function's.
  let kind: ValueKind
  /// Whether there are values in between; otherwise the animation jumps.
  let isInterpolated: Bool
  private let function: ValueFunction?

  /// The input of an animation. A property that CALayer does not declare takes the kind of the animation's first value.
  ///
  /// - Parameter property: the property's row; nil for one that only a client's class declares.
  init(
    name: String, keyPath: LayerKeyPath, property: LayerProperty?, function: ValueFunction?,
    source: CAPropertyAnimation
  ) {
    self.name = name
    self.keyPath = keyPath
    self.function = function
    kind = function?.inputKind ?? keyPath.valueKind ?? source.firstValue?.kind ?? property?.kind?.valueKind ?? .number
    let isContinuous = property?.kind?.isInterpolated ?? keyPath.isInterpolated
    isInterpolated = isContinuous && kind != .string && kind != .image && kind != .none
  }

  /// The value in the kind that the animation takes.
  func value(_ value: Any) throws(CompileIssue) -> AnimatableValue {
    guard let result = AnimatableValue(value)?.coerced(to: kind), accepts(result) else {
      throw .valueKind(keyPath: name, value: "\(value)", expected: kind)
    }
    guard result.isFiniteThroughout else { throw .notFinite(keyPath: name) }
    return result
  }

  /// The value, or nil when none is set.
  func optional(_ value: Any?) throws(CompileIssue) -> AnimatableValue? {
    guard let value else { return nil }
    return try self.value(value)
  }

  /// A value function of three numbers takes neither two nor four.
  private func accepts(_ value: AnimatableValue) -> Bool { function?.transform(value) != nil || function == nil }
}

extension CAPropertyAnimation {
  /// The first value that was given, whatever its kind.
  var firstValue: AnimatableValue? {
    switch self {
    case let basic as CABasicAnimation:
      [basic.fromValue, basic.toValue, basic.byValue].lazy.compactMap { $0 }.first.flatMap { AnimatableValue($0) }
    case let keyframes as CAKeyframeAnimation: keyframes.values?.first.flatMap { AnimatableValue($0) }
    default: nil
    }
  }
}
