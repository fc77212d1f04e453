import CoreGraphics
import Foundation

/// The motion of a basic animation. Six of the eight ways to give its values leave an end to the current value, which
/// is known only when a frame is sampled; if both ends are fixed, the rest is computed ahead.
final class BasicMotion: Sendable {
  private enum Route {
    case fixed
    case fromValue
    case toValue
    /// From the current value, by the first.
    case byValue
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

  /// Whether ``value(at:current:)`` reads the current value; reading it from a layer takes time.
  var needsCurrent: Bool {
    if case .fixed = route { false } else { true }
  }

  /// Returns the value `fraction` of the way; springs and some curves go below 0 and above 1.
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

/// The motion of a keyframe animation along a path. A keyframe lies at the beginning of the path and at the end of each
/// line and curve. Between two keyframes the line's or curve's parameter is the time (linear and cubic modes) or its
/// length (paced modes). In the discrete mode each line and curve holds its beginning for its share, so that the path's
/// end never shows (X-A8). A subpath begins with a jump. A closing line without length is not a keyframe. Lines and
/// curves beyond the key times are not used: a closing line need not have a time (L-2).
final class PathMotion: Sendable {
  private let segments: [CubicSegment]
  private let times: KeyframeTimes
  /// The lengths along each segment, in the paced modes; otherwise empty.
  private let lengths: [ArcLengthTable]
  private let isDiscrete: Bool
  /// Whether the property is a size, such as a transform's translation, rather than a point.
  private let isSize: Bool
  /// The angle that is added to the path's direction, in radians; nil when the layer does not turn.
  private let turn: Double?

  struct Place: Equatable {
    /// The point, or the size, as the property takes it.
    var value: AnimatableValue
    /// The direction of travel in radians; nil when the layer does not turn.
    var angle: Double?
  }

  init(_ animation: CAKeyframeAnimation, input: AnimationInput) throws(CompileIssue) {
    guard input.kind == .point || input.kind == .size else { throw .pathNeedsPoint(keyPath: input.name) }
    guard let path = animation.path, !path.isEmpty else { throw .noValues(keyPath: input.name) }
    var segments = path.segments
    guard AnimatableValue.path(path).isFiniteThroughout else { throw .notFinite(keyPath: input.name) }
    isSize = input.kind == .size
    // A path of a single move is a point.
    if segments.isEmpty { segments = [CubicSegment(lineFrom: path.currentPoint, to: path.currentPoint)] }
    self.segments = segments
    isDiscrete = animation.calculationMode == .discrete
    turn =
      switch animation.rotationMode {
      case .rotateAuto: 0
      case .rotateAutoReverse: .pi
      default: nil
      }
    switch animation.calculationMode {
    case .paced, .cubicPaced:
      lengths = segments.map { ArcLengthTable($0) }
      times = KeyframeTimes(distances: lengths.map { $0.total })
    default:
      lengths = []
      let keyTimes = animation.usedKeyTimes
      let keyframes = min(isDiscrete ? segments.count : segments.count + 1, keyTimes?.count ?? .max)
      guard isDiscrete || keyframes > 1 else { throw .singleValue(keyPath: input.name) }
      times = KeyframeTimes(
        keyframes: keyframes, times: keyTimes, holdsLast: isDiscrete,
        functions: isDiscrete ? nil : animation.timingFunctions)
    }
  }

  func place(at fraction: Double) -> Place {
    if isDiscrete { return place(segments[times.keyframe(at: fraction)], 0) }
    let (interval, part) = times.locate(fraction)
    let segment = segments[interval]
    guard !lengths.isEmpty, part >= 0, part <= 1 else { return place(segment, part) }
    return place(segment, lengths[interval].parameter(atLength: part * lengths[interval].total))
  }

  private func place(_ segment: CubicSegment, _ parameter: Double) -> Place {
    let point = segment.point(at: parameter)
    return Place(
      value: isSize ? .size(CGSize(width: point.x, height: point.y)) : .point(point),
      angle: turn.map { $0 + segment.tangentAngle(at: parameter) })
  }
}
