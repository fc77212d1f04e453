// The timing of keyframes: which interval a fraction of the duration falls into, and how far into it.

/// The times of keyframes and the pace between them.
struct KeyframeTimes: Sendable {
  /// Where each interval begins and, last, where the last one ends: from 0 to 1, never falling.
  let bounds: [Double]
  private let curves: [TimingCurve?]

  /// `intervals` intervals, at least one.
  ///
  /// - Parameters:
  ///   - times: As the animation has them; an array that does not fit is ignored.
  ///   - functions: The pace of each interval; those that are missing are linear.
  init(intervals: Int, times: [Double]?, functions: [CAMediaTimingFunction]?) {
    if let times, times.count == intervals + 1, Self.isValid(times) {
      bounds = times
    } else {
      bounds = (0...intervals).map { Double($0) / Double(intervals) }
    }
    curves = (functions ?? []).prefix(intervals).map { $0.curve }
  }

  /// Intervals as long as the distances given, so that the speed is constant; even ones when nothing moves.
  init(distances: [Double]) {
    let total = distances.reduce(0, +)
    guard total > 0, total.isFinite else {
      self.init(intervals: max(distances.count, 1), times: nil, functions: nil)
      return
    }
    var sum = 0.0
    var bounds = [0.0]
    for distance in distances {
      sum += distance
      bounds.append(sum / total)
    }
    self.init(bounds: bounds)
  }

  private init(bounds: [Double]) {
    self.bounds = bounds
    curves = []
  }

  /// From 0 to 1 without going back. NaN fails every comparison.
  private static func isValid(_ times: [Double]) -> Bool {
    times.first == 0 && times.last == 1 && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The interval at `fraction` and the way through it, 0...1. Below 0 and above 1 the first and the last interval go
  /// on.
  func locate(_ fraction: Double) -> (interval: Int, fraction: Double) {
    // The last bound at or before the fraction; of several equal ones the last, so that an empty interval is jumped
    // over.
    var (low, high) = (0, bounds.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if bounds[middle] <= fraction { low = middle } else { high = middle }
    }
    let length = bounds[high] - bounds[low]
    guard length > 0 else { return (low, fraction < bounds[low] ? 0 : 1) }
    let part = (fraction - bounds[low]) / length
    guard low < curves.count, let curve = curves[low] else { return (low, part) }
    return (low, curve.value(at: part))
  }
}
