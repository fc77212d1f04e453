import CoreGraphics
import Foundation

/// A value that can be interpolated between two keyframes.
protocol Blendable: Equatable {
  /// Returns the interpolated value; the fraction may be outside 0...1.
  func blended(to other: Self, _ fraction: Double) -> Self

  /// Returns the value with a fraction of its own for each dimension.
  func blended(to other: Self, each fraction: (_ dimension: Int) -> Double) -> Self

  /// The number of points, for limits; 1 for a value that is no outline.
  var pointCount: Int { get }
}

extension Blendable {
  var pointCount: Int { 1 }

  /// Returns the value at the first fraction, for a type without dimensions.
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
  /// The way to the next keyframe if it is curved.
  var curve: SpatialCurve?
}

/// The handles of a curved way between two positions, each relative to its position.
struct SpatialCurve: Equatable, Sendable {
  /// The handle at the keyframe.
  var out: [Double]
  /// The handle at the next keyframe.
  var `in`: [Double]
}

/// A property over time, with at least one keyframe. Times are frames of a composition as in the file, or seconds of
/// the film after a timeline has placed them.
struct Track<Value: Blendable> {
  /// At least one, by ascending times.
  let keyframes: [Keyframe<Value>]

  init(_ value: Value) { keyframes = [Keyframe(time: 0, value: value)] }

  /// Creates a track of keyframes with ascending times.
  init(_ first: Keyframe<Value>, then rest: [Keyframe<Value>]) { keyframes = [first] + rest }

  /// Creates a track of keyframes with ascending times; returns nil without keyframes.
  init?(keyframes: [Keyframe<Value>]) {
    guard !keyframes.isEmpty else { return nil }
    self.keyframes = keyframes
  }

  private init<Other: Blendable>(_ other: Track<Other>, _ change: (Keyframe<Other>) -> Keyframe<Value>) {
    keyframes = other.keyframes.map(change)
  }

  /// The value of a property that does not change; nil for others.
  var constant: Value? { keyframes.count == 1 ? keyframes[0].value : nil }
  var isConstant: Bool { keyframes.count == 1 }
  /// The first value, which also holds before it.
  var first: Value { keyframes[0].value }

  func map<Other: Blendable>(_ transform: (Value) -> Other) -> Track<Other> {
    mapKeyframes {
      Keyframe(time: $0.time, value: transform($0.value), isHold: $0.isHold, easing: $0.easing, curve: $0.curve)
    }
  }

  /// Returns a track with a keyframe for each of this one; `transform` keeps the order of time.
  func mapKeyframes<Other: Blendable>(_ transform: (Keyframe<Value>) -> Keyframe<Other>) -> Track<Other> {
    Track<Other>(self, transform)
  }

  /// Returns the track with each keyframe changed; `change` keeps the order of time.
  func changed(_ change: (inout Keyframe<Value>) -> Void) -> Track {
    mapKeyframes { key in
      var key = key
      change(&key)
      return key
    }
  }

  /// Returns the index of the last keyframe at or before a time; nil before the first.
  func index(at time: Double) -> Int? {
    var (low, high) = (0, keyframes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframes[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  func value(at time: Double) -> Value {
    guard let index = index(at: time) else { return keyframes[0].value }
    guard index + 1 < keyframes.count, !keyframes[index].isHold else { return keyframes[index].value }
    return value(in: index, at: time)
  }

  /// Returns the interpolated value between a keyframe and the next, even if another keyframe has that one's time.
  func value(in interval: Int, at time: Double) -> Value {
    let (start, end) = (keyframes[interval], keyframes[interval + 1])
    guard !start.isHold, end.time > start.time else { return start.value }
    let fraction = (time - start.time) / (end.time - start.time)
    return start.blended(to: end, fraction)
  }
}

extension Keyframe where Value: Blendable {
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
  /// Returns the point at a parameter of the curve between two positions, as on CAKeyframeAnimation's path. (Ways by
  /// length are already divided into curves whose parameter is proportional to length.)
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

/// A pace between two keyframes: a cubic Bézier curve from (0, 0) to (1, 1), as CAMediaTimingFunction's. Lottie writes
/// the control points as After Effects' handles: "o" leaves the first keyframe, "i" enters the next.
struct CubicEasing: Equatable, Sendable {
  /// The control points; x is in 0...1, so that each time has one progress, y is unlimited.
  var (x1, y1, x2, y2): (Double, Double, Double, Double)

  static let linear = CubicEasing(x1: 0, y1: 0, x2: 1, y2: 1)

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    (self.x1, self.y1) = (min(max(x1, 0), 1), y1)
    (self.x2, self.y2) = (min(max(x2, 0), 1), y2)
  }

  var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// Whether the control points guarantee a progress within 0...1.
  var isBounded: Bool { (0...1).contains(y1) && (0...1).contains(y2) }

  /// Returns the progress, possibly outside 0...1, at a fraction of the time.
  func progress(at fraction: Double) -> Double {
    if isLinear { return fraction }
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    return Self.bezier(parameter(at: fraction), y1, y2)
  }

  /// Returns the curve's parameter at a fraction of the time, by bisection to double precision, as x is monotonic.
  private func parameter(at fraction: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if Self.bezier(middle, x1, x2) < fraction { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the part of the pace between two fractions of the time; linear if there is no progress.
  func part(from first: Double, to last: Double) -> CubicEasing {
    if isLinear || (first <= 0 && last >= 1) { return self }
    let (s, e) = (first <= 0 ? 0 : parameter(at: first), last >= 1 ? 1 : parameter(at: last))
    // The polar form (blossom) of the curve gives the control points of its part.
    func blossom(_ a: Double, _ b: Double, _ c: Double, _ p1: Double, _ p2: Double) -> Double {
      let d1 = a * (1 - b) * (1 - c) + b * (1 - a) * (1 - c) + c * (1 - a) * (1 - b)
      let d2 = a * b * (1 - c) + a * c * (1 - b) + b * c * (1 - a)
      return d1 * p1 + d2 * p2 + a * b * c
    }
    let (xs, xe) = (blossom(s, s, s, x1, x2), blossom(e, e, e, x1, x2))
    let (ys, ye) = (blossom(s, s, s, y1, y2), blossom(e, e, e, y1, y2))
    guard xe - xs > 1e-12, abs(ye - ys) > 1e-12 else { return .linear }
    return CubicEasing(
      x1: (blossom(s, s, e, x1, x2) - xs) / (xe - xs), y1: (blossom(s, s, e, y1, y2) - ys) / (ye - ys),
      x2: (blossom(s, e, e, x1, x2) - xs) / (xe - xs), y2: (blossom(s, e, e, y1, y2) - ys) / (ye - ys))
  }

  /// Returns the fractions of the time, ascending, at which the progress passes ascending levels or reverses, with the
  /// progress there, from the beginning to the end.
  func passes(of levels: [Double]) -> [(time: Double, progress: Double)] {
    if isLinear { return [(0, 0)] + levels.filter { $0 > 0 && $0 < 1 }.map { ($0, $0) } + [(1, 1)] }
    let stops = [0] + turns + [1]
    func progress(_ u: Double) -> Double { Self.bezier(u, y1, y2) }
    var result: [(time: Double, progress: Double)] = [(0, 0)]
    for (start, end) in zip(stops, stops.dropFirst()) {
      let (low, high) = (progress(start), progress(end))
      let passed = levels.filter { $0 > min(low, high) && $0 < max(low, high) }
      for level in low < high ? passed : passed.reversed() {
        var (before, behind) = (start, end)
        for _ in 0..<52 {
          let middle = (before + behind) / 2
          if (progress(middle) < level) == (low < high) { before = middle } else { behind = middle }
        }
        result.append((Self.bezier(before, x1, x2), level))
      }
      result.append((Self.bezier(end, x1, x2), high))
    }
    return result
  }

  /// The parameters at which the progress reverses, ascending.
  private var turns: [Double] {
    // The derivative is a quadratic polynomial.
    let (a, b, c) = (1 + 3 * y1 - 3 * y2, 2 * (y2 - 2 * y1), y1)
    guard abs(a) > 1e-12 else { return [-c / b].filter { $0 > 0 && $0 < 1 } }
    let root = (b * b - 4 * a * c).squareRoot()
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The pace of the same way in reverse.
  var reversed: CubicEasing { CubicEasing(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1) }

  /// Returns a coordinate of the curve.
  private static func bezier(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }
}
