// Along a path. A keyframe stands at the beginning of the path and at the end of each line and curve; the way between
// two of them is the line or curve itself, its parameter the time (the linear and cubic modes) or its length (the paced
// ones). In the discrete mode each line and curve holds its beginning for its share, so that the path's end never shows
// (X-A8). A subpath begins with a jump. A closing line that has no length is no keyframe.
//
// Lines and curves beyond the key times are not used: a closing line need not have one (L-2).

import CoreGraphics
import Foundation

/// The way of a keyframe animation along a path.
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

  /// A place on the path.
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
    // A path of a move alone is a place.
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

  /// The place `fraction` of the way through the duration.
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
