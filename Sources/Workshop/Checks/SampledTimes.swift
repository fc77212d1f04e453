// The times at which a scene is looked at: every so often, and where an animation begins, is half over, and ends.
// Animations that begin later, as those that a script adds, bring their times along when they are seen first.

import Foundation
import QuartzCore

/// Times that are still to be looked at.
struct SampledTimes {
  /// The shortest time between two times, in seconds.
  private let gap: Double
  private let duration: Double
  /// Sorted; none before the one that was taken last.
  private var rest: [Double] = []
  private var last = -Double.infinity
  private var known: Set<UInt64> = []

  /// The greatest number of times, apart from the wanted ones; ``mostPerSecond`` is the limit of a short scene.
  private static let most = 600
  private static let mostPerSecond = 10.0

  /// - Parameters:
  ///   - interval: in seconds; nothing is longer unlooked at.
  ///   - others: times that are wanted.
  init(duration: Double, interval: Double, others: [Double]) {
    self.duration = duration
    let interval = max(interval, duration / Double(Self.most / 2))
    gap = max(duration / Double(Self.most), min(1 / Self.mostPerSecond, duration / 20))
    rest = Array(stride(from: 0, to: duration, by: interval)) + [duration]
    rest = Array(Set(rest + others.filter { 0...max(duration, 0) ~= $0 })).sorted()
    wanted = Set(others)
  }

  /// The times that are looked at however near another one is.
  private let wanted: Set<Double>

  /// Returns the next time; nil at the end.
  mutating func next() -> Double? {
    while let time = rest.first {
      rest.removeFirst()
      guard time - last >= gap || wanted.contains(time) || (time == duration && time > last) else { continue }
      last = time
      return time
    }
    return nil
  }

  /// Adds the times of a layer's animations that were not seen before.
  ///
  /// - Returns: when the new ones run, in seconds of the scene's time.
  mutating func add(animationsOf layer: CALayer) -> [AnimationRun] {
    var runs: [AnimationRun] = []
    for attached in layer.animations where attached.isCommitted && !known.contains(attached.serial) {
      known.insert(attached.serial)
      guard let timing = attached.program?.timing else { continue }
      func clockTime(_ local: Double) -> Double { layer.convertTime(local, to: nil) }
      let start = clockTime(timing.beginTime)
      let cycle = clockTime(timing.beginTime + timing.cycleDuration / max(abs(Double(timing.speed)), 1e-9))
      let end = timing.endInParentTime.isFinite ? clockTime(timing.endInParentTime) : .infinity
      runs.append(AnimationRun(layer: layer, key: attached.key, start: start, end: end))
      let keyTimes = (attached.animation as? CAKeyframeAnimation)?.keyTimes ?? []
      let length = min(cycle, end) - start
      for part in [0, 0.5, 1] + keyTimes.prefix(64).map({ $0.doubleValue }) { add(start + part * length) }
      add(end)
    }
    return runs
  }

  private mutating func add(_ time: Double) {
    guard time > last, time <= duration else { return }
    let index = rest.firstIndex { $0 >= time } ?? rest.count
    if index < rest.count, rest[index] == time { return }
    // Thinned as they come: a text of a thousand letters has thousands of animations.
    if index > 0, time - rest[index - 1] < gap { return }
    if index < rest.count, rest[index] - time < gap, rest[index] != duration { return }
    rest.insert(time, at: index)
  }
}

/// The run of an animation, in seconds of the scene's time.
struct AnimationRun {
  let layer: CALayer
  let key: String?
  let start: Double
  let end: Double
}
