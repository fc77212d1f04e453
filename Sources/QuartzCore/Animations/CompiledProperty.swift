/// An animation of one property. It repeats a value (of two values, keyframes, a path or moving images) cumulatively,
/// makes a transform of it, adds it and writes it.
final class CompiledProperty: Sendable {
  let keyPath: LayerKeyPath
  private let isAdditive: Bool
  private let isCumulative: Bool
  private let function: ValueFunction?
  private let spring: Spring?
  private let motion: Motion

  private enum Motion: Sendable {
    case basic(BasicMotion)
    case keyframes(KeyframeMotion)
    case path(PathMotion)
    case moving(MovingMotion)
  }

  init(_ source: CAAnimation, previous: LayerValues?, on layer: CALayer?) throws(CompileIssue) {
    guard let source = source as? CAPropertyAnimation else { throw .unsupportedClass("\(type(of: source))") }
    guard let path = source.keyPath, !path.isEmpty else { throw .missingKeyPath }
    guard let keyPath = LayerKeyPath(path) ?? LayerKeyPath(managed: path) else { throw .unknownKeyPath(path) }
    if case .managed(let key) = keyPath.root, layer?.declares(key.name) != true { throw .unknownKeyPath(path) }
    self.keyPath = keyPath
    isAdditive = source.isAdditive
    isCumulative = source.isCumulative
    function = source.valueFunction?.function
    guard function == nil || keyPath.valueKind ?? .transform == .transform else {
      throw .valueFunctionNeedsTransform(keyPath: path)
    }

    let property = layer.flatMap { type(of: $0).properties[keyPath.key] }
    let input = AnimationInput(
      name: path, keyPath: keyPath, property: property, function: function, source: source)
    switch source {
    case let basic as CABasicAnimation:
      motion = .basic(try BasicMotion(basic, input: input, previous: previous))
    case let keyframes as CAKeyframeAnimation where keyframes.path != nil:
      motion = .path(try PathMotion(keyframes, input: input))
    case let keyframes as CAKeyframeAnimation:
      motion = .keyframes(try KeyframeMotion(keyframes, input: input))
    case let moving as MovingContentsAnimation: motion = .moving(try MovingMotion(moving, input: input))
    default: throw .unsupportedClass("\(type(of: source))")
    }

    if let source = source as? CASpringAnimation {
      guard let spring = source.spring else { throw .invalidSpring(keyPath: path) }
      self.spring = spring
    } else {
      spring = nil
    }
  }

  /// Writes the value `fraction` of the way through a cycle, after `cycle` whole ones. `timing` is the animation's: its
  /// cycles may end where they began, and a spring runs in seconds, not in fractions.
  func apply(fraction: Double, cycle: Double, timing: MediaTiming, to values: inout LayerValues) {
    let end = timing.autoreverses ? 0.0 : 1.0
    switch motion {
    case .path(let path):
      let place = path.place(at: fraction)
      var value = place.value
      if isCumulative, cycle >= 1 { value = accumulated(value, end: path.place(at: end).value, cycles: cycle) }
      // The turn comes before the layer's own transform (C-8).
      let turned = place.angle.map { CATransform3DRotate(values.transform, CGFloat($0), 0, 0, 1) }
      guard turned?.isFinite ?? true, write(value, to: &values) else { return }
      if let turned { values.transform = turned }
    case .basic(let basic):
      let fraction = spring?.progress(at: fraction * timing.duration) ?? fraction
      let current = basic.needsCurrent ? input(matching: values.current(keyPath)) : .none
      var value = basic.value(at: fraction, current: current)
      if isCumulative, cycle >= 1 {
        value = accumulated(value, end: basic.value(at: end, current: current), cycles: cycle)
      }
      write(value, to: &values)
    case .keyframes(let keyframes):
      var value = keyframes.value(at: fraction)
      if isCumulative, cycle >= 1 {
        value = accumulated(value, end: keyframes.value(at: end), cycles: cycle)
      }
      write(value, to: &values)
    case .moving(let moving): write(moving.value(at: fraction, cycle: cycle, timing: timing), to: &values)
    }
  }

  /// Returns the fraction up to which the animation keeps its value at a fraction of a cycle; nil if it moves there.
  func stillEnd(at fraction: Double) -> Double? {
    if case .keyframes(let keyframes) = motion { keyframes.stillEnd(at: fraction) } else { nil }
  }

  /// The source of moving contents; nil for all other animations.
  var movingContents: (any MovingContents)? { if case .moving(let moving) = motion { moving.source } else { nil } }

  /// Returns the current value as the motion takes it: the value function's input if there is one.
  private func input(matching value: AnimatableValue) -> AnimatableValue {
    guard let function, let transform = value.transform else { return value }
    return function.input(matching: transform)
  }

  /// Returns `cycles` times the value at a cycle's end, plus `value`.
  private func accumulated(_ value: AnimatableValue, end: AnimatableValue, cycles: Double) -> AnimatableValue {
    end.repeated(cycles)?.adding(value) ?? value
  }

  /// Writes a value, unless it has no transform or sum, or is not finite (C-12). Returns whether it was written.
  @discardableResult
  private func write(_ value: AnimatableValue, to values: inout LayerValues) -> Bool {
    var value = value
    if let function {
      guard let transform = function.transform(value) else { return false }
      value = .transform(transform)
    }
    if isAdditive {
      let current = values.current(keyPath)
      if let sum = current.adding(value) { value = sum } else if current.hasElements, value.hasElements { return false }
    }
    guard value.isFinite else { return false }
    values[keyPath] = value
    return true
  }
}
