// A property over time: one value, or keyframes. Times are frames of a composition as the file writes them, or seconds
// of the film once a timeline has placed them; nothing here depends on which.

import CoreGraphics
import Foundation

/// A value that can be interpolated between two keyframes.
protocol Blendable: Equatable {
  /// Returns the value on the way; a fraction may go beyond 0...1.
  func blended(to other: Self, _ fraction: Double) -> Self

  /// The value whose dimensions each are at a fraction of their own.
  func blended(to other: Self, each fraction: (_ dimension: Int) -> Double) -> Self

  /// The number of points, which limits count; 1 for a value that is not an outline.
  var pointCount: Int { get }
}

extension Blendable {
  var pointCount: Int { 1 }

  /// Returns the value at the first fraction, as the type has no dimensions.
  func blended(to other: Self, each fraction: (_ dimension: Int) -> Double) -> Self { blended(to: other, fraction(0)) }
}

/// A keyframe, and the way to the next one.
struct Keyframe<Value> {
  var time: Double
  var value: Value
  /// Whether the value holds until the next keyframe.
  var isHold = false
  /// The pace to the next keyframe, one for all components or one for each.
  var easing: [CubicEasing] = [.linear]
  /// The way to the next keyframe, where it is curved.
  var curve: SpatialCurve?
}

/// The handles of a curved way between two positions, relative to the position that each leaves.
struct SpatialCurve: Equatable, Sendable {
  /// Leaves the keyframe.
  var out: [Double]
  /// Enters the next keyframe.
  var `in`: [Double]
}

/// A property over time. Every track has at least one keyframe; the initialisers guarantee it.
struct Track<Value: Blendable> {
  /// At least one, in the order of time.
  let keyframes: [Keyframe<Value>]

  init(_ value: Value) { keyframes = [Keyframe(time: 0, value: value)] }

  /// - Parameter rest: the keyframes after the first one, in the order of time.
  init(_ first: Keyframe<Value>, then rest: [Keyframe<Value>]) { keyframes = [first] + rest }

  /// Nil where there is no keyframe.
  ///
  /// - Parameter keyframes: in the order of time.
  init?(keyframes: [Keyframe<Value>]) {
    guard !keyframes.isEmpty else { return nil }
    self.keyframes = keyframes
  }

  /// The keyframes of another track, each changed.
  private init<Other: Blendable>(_ other: Track<Other>, _ change: (Keyframe<Other>) -> Keyframe<Value>) {
    keyframes = other.keyframes.map(change)
  }

  /// The value of a property that does not change; nil for others.
  var constant: Value? { keyframes.count == 1 ? keyframes[0].value : nil }
  var isConstant: Bool { keyframes.count == 1 }
  /// The value before everything.
  var first: Value { keyframes[0].value }

  /// The same track of other values.
  func map<Other: Blendable>(_ transform: (Value) -> Other) -> Track<Other> {
    mapKeyframes {
      Keyframe(time: $0.time, value: transform($0.value), isHold: $0.isHold, easing: $0.easing, curve: $0.curve)
    }
  }

  /// A track with a keyframe for each keyframe of this one.
  ///
  /// - Parameter transform: keeps the order of time.
  func mapKeyframes<Other: Blendable>(_ transform: (Keyframe<Value>) -> Keyframe<Other>) -> Track<Other> {
    Track<Other>(self, transform)
  }

  /// The same track, each keyframe changed.
  ///
  /// - Parameter change: keeps the order of time.
  func changed(_ change: (inout Keyframe<Value>) -> Void) -> Track {
    mapKeyframes { key in
      var key = key
      change(&key)
      return key
    }
  }

  /// The last keyframe at or before a time; nil before the first.
  func index(at time: Double) -> Int? {
    var (low, high) = (0, keyframes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The value at a time.
  func value(at time: Double) -> Value {
    guard let index = index(at: time) else { return keyframes[0].value }
    guard index + 1 < keyframes.count, !keyframes[index].isHold else { return keyframes[index].value }
    return value(in: index, at: time)
  }

  /// The value on the way from a keyframe to the next, even where it is held at its end or another follows there.
  func value(in interval: Int, at time: Double) -> Value {
    let (start, end) = (keyframes[interval], keyframes[interval + 1])
    guard !start.isHold, end.time > start.time else { return start.value }
    let fraction = (time - start.time) / (end.time - start.time)
    return start.blended(to: end, fraction)
  }
}

extension Keyframe where Value: Blendable {
  /// The value at a fraction of the time to the next keyframe.
  func blended(to end: Self, _ fraction: Double) -> Value {
    if let curve, let from = value as? [Double], let to = end.value as? [Double] {
      let point = curve.point(from: from, to: to, easing[0].progress(at: fraction))
      if let point = point as? Value { return point }
    }
    if easing.count > 1 {
      return value.blended(to: end.value) { easing[min($0, easing.count - 1)].progress(at: fraction) }
    }
    return value.blended(to: end.value, easing[0].progress(at: fraction))
  }
}

extension SpatialCurve {
  /// The point at a parameter of the curve between two positions, as CAKeyframeAnimation's path has it. (What runs by
  /// length has been cut into curves whose parameter is their length.)
  func point(from: [Double], to: [Double], _ t: Double) -> [Double] {
    let u = 1 - t
    return from.indices.map { index in
      let (a, d) = (from[index], to[min(index, to.count - 1)])
      let b = a + (index < out.count ? out[index] : 0)
      let c = d + (index < `in`.count ? `in`[index] : 0)
      return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }
  }
}

// MARK: - Values

extension Array: Blendable where Element == Double {
  func blended(to other: [Double], _ fraction: Double) -> [Double] {
    zip(self, other).map { $0 + ($1 - $0) * fraction }
  }

  func blended(to other: [Double], each fraction: (_ dimension: Int) -> Double) -> [Double] {
    zip(self, other).enumerated().map { $1.0 + ($1.1 - $1.0) * fraction($0) }
  }
}

extension Double: Blendable {
  func blended(to other: Double, _ fraction: Double) -> Double { self + (other - self) * fraction }
}

extension CGPoint: Blendable {
  func blended(to other: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  func blended(to other: CGPoint, each fraction: (_ dimension: Int) -> Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction(0), y: y + (other.y - y) * fraction(1))
  }
}

extension Bool: Blendable {
  func blended(to other: Bool, _ fraction: Double) -> Bool { fraction < 1 ? self : other }
}
