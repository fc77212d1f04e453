// The timing of keyframes: which interval a fraction of the duration falls into, and how far into it.
//
// Key times are used as they are, as Apple's frames show them (X-A6, X-A7, L-2): they need not begin at 0, end
// at 1 or rise. Before the first key the first keyframe holds, after the last the last; in between the first interval
// that contains the fraction counts, its beginning included and its end not. Intervals that fall contain nothing.

/// The times of keyframes and the pace between them.
struct KeyframeTimes: Sendable {
  /// The time of each keyframe, as a fraction of the duration.
  let keys: [Double]
  /// Whether no key is less than the one before, so that intervals are found by bisection.
  private let isSorted: Bool
  private let curves: [TimingCurve?]

  /// Keyframes at `times`, or at even distances.
  ///
  /// - Parameters:
  ///   - keyframes: How many there are, at least one.
  ///   - times: As the animation has them, at least as many. Nil for even distances.
  ///   - holdsLast: Whether the last keyframe of even distances has a share of the duration as the others do, rather
  ///     than standing at its end.
  ///   - functions: The pace of each interval; those that are missing are linear.
  init(keyframes: Int, times: [Double]?, holdsLast: Bool = false, functions: [CAMediaTimingFunction]? = nil) {
    let intervals = Double(holdsLast ? keyframes : max(keyframes - 1, 1))
    self.init(
      keys: times.map { Array($0.prefix(keyframes)) } ?? (0..<keyframes).map { Double($0) / intervals },
      curves: (functions ?? []).map { $0.curve })
  }

  /// Keyframes as far apart as the distances between them, so that the speed is constant; evenly when nothing moves.
  init(distances: [Double]) {
    let total = distances.reduce(0, +)
    guard total > 0, total.isFinite else {
      self.init(keyframes: distances.count + 1, times: nil)
      return
    }
    var sum = 0.0
    var keys = [0.0]
    keys.reserveCapacity(distances.count + 1)
    for distance in distances {
      sum += distance
      keys.append(sum / total)
    }
    self.init(keys: keys, curves: [])
  }

  private init(keys: [Double], curves: [TimingCurve?]) {
    self.keys = keys
    self.curves = curves
    // NaN fails every comparison.
    isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The interval at `fraction` and the way through it, 0...1. A fraction below 0 or above 1, as a pace that overshoots
  /// gives it, goes on in the first or the last interval where that begins at 0 or ends at 1. There are two keyframes
  /// at least.
  func locate(_ fraction: Double) -> (interval: Int, fraction: Double) {
    let last = keys.count - 1
    let interval: Int
    if let inside = self.interval(at: fraction) {
      interval = inside
    } else if fraction < keys[0] {
      guard keys[0] == 0 else { return (0, 0) }
      interval = 0
    } else {
      guard keys[last] == 1, fraction > 1 else { return (last - 1, 1) }
      interval = last - 1
    }
    let length = keys[interval + 1] - keys[interval]
    guard length > 0 else { return (interval, fraction < keys[interval] ? 0 : 1) }
    let part = (fraction - keys[interval]) / length
    guard interval < curves.count, let curve = curves[interval] else { return (interval, part) }
    return (interval, curve.value(at: part))
  }

  /// The keyframe that holds at `fraction`, where each does until the next.
  func keyframe(at fraction: Double) -> Int {
    interval(at: fraction) ?? (fraction < keys[0] ? 0 : keys.count - 1)
  }

  /// The first interval that contains `fraction`; nil when none does.
  private func interval(at fraction: Double) -> Int? {
    let last = keys.count - 1
    guard isSorted else { return (0..<last).first { keys[$0] <= fraction && fraction < keys[$0 + 1] } }
    guard last > 0, keys[0] <= fraction, fraction < keys[last] else { return nil }
    // The last key at or before the fraction; of several equal ones the last, so that an empty interval is jumped over.
    var (low, high) = (0, last)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle] <= fraction { low = middle } else { high = middle }
    }
    return low
  }
}

extension CAKeyframeAnimation {
  /// The key times if they count; nil in the paced modes, and if `keyTimes` is nil or empty.
  var usedKeyTimes: [Double]? {
    switch calculationMode {
    case .paced, .cubicPaced: nil
    default: keyTimes.flatMap { $0.isEmpty ? nil : $0.map(\.doubleValue) }
    }
  }
}
