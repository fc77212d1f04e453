import CoreGraphics
import Foundation
import QuartzCore

/// Rules that look at frames in the order of time, and then return their findings.
protocol FrameRule {
  mutating func look(at frame: CheckedFrame) throws

  func findings(_ scene: CheckedScene) -> [Finding]
}

/// The facts about the scene for rules, in seconds and pixels.
struct CheckedScene {
  /// The duration; 0 for a static scene.
  let duration: Double
  let width: Int
  let height: Int
  let scale: Double
  let times: [Double]
  /// Whether the scene ends at the last time.
  let hasEnd: Bool

  var isStill: Bool { duration <= 0 }

  /// Returns the last checked time before a time; the time itself if it is the first.
  func time(before time: Double) -> Double { times.last { $0 < time } ?? time }

  /// Returns the first checked time after a time; the time itself if it is the last.
  func time(after time: Double) -> Double { times.first { $0 > time } ?? time }

  /// Returns the ranges of checked times whose times are all in a set.
  func stretches(_ holding: Set<Double>) -> [ClosedRange<Double>] {
    var stretches: [ClosedRange<Double>] = []
    var start: Double?
    var last = 0.0
    for time in times {
      if holding.contains(time) {
        if start == nil { start = time }
        last = time
      } else if let begun = start {
        stretches.append(begun...last)
        start = nil
      }
    }
    if let start { stretches.append(start...last) }
    return stretches
  }
}

/// Values by layer, not by slot in the render tree, in the order of addition.
struct LayerTable<Value> {
  private var places: [ObjectIdentifier: Int] = [:]
  /// The layers are retained, so that their addresses stay unique.
  private(set) var entries: [(layer: CALayer, value: Value)] = []

  subscript(layer: CALayer, default initial: @autoclosure () -> Value) -> Value {
    get { places[ObjectIdentifier(layer)].map { entries[$0].value } ?? initial() }
    _modify {
      let place: Int
      if let known = places[ObjectIdentifier(layer)] {
        place = known
      } else {
        place = entries.count
        places[ObjectIdentifier(layer)] = place
        entries.append((layer, initial()))
      }
      yield &entries[place].value
    }
  }

  subscript(layer: CALayer) -> Value? { places[ObjectIdentifier(layer)].map { entries[$0].value } }
}

/// The times of checked frames: at an interval, and at the beginning, the middle and the end of animations. Animations
/// that begin later, such as a script's, add their times when they are first seen.
struct SampledTimes {
  /// The shortest distance of two times, in seconds.
  private let gap: Double
  private let duration: Double
  /// The remaining times, sorted.
  private var rest: [Double] = []
  private var last = -Double.infinity
  private var known: Set<UInt64> = []
  private let wanted: Set<Double>

  /// The most times, apart from the requested ones; ``mostPerSecond`` is the limit of a short scene.
  private static let most = 600
  private static let mostPerSecond = 10.0

  /// - Parameters:
  ///   - interval: the interval, in seconds.
  ///   - others: requested times, which have no minimum distance.
  init(duration: Double, interval: Double, others: [Double]) {
    self.duration = duration
    let interval = max(interval, duration / Double(Self.most / 2))
    gap = max(duration / Double(Self.most), min(1 / Self.mostPerSecond, duration / 20))
    rest = Array(stride(from: 0, to: duration, by: interval)) + [duration]
    rest = Array(Set(rest + others.filter { 0...max(duration, 0) ~= $0 })).sorted()
    wanted = Set(others)
  }

  mutating func next() -> Double? {
    while let time = rest.first {
      rest.removeFirst()
      guard time - last >= gap || wanted.contains(time) || (time == duration && time > last) else { continue }
      last = time
      return time
    }
    return nil
  }

  /// Adds the times of a layer's new animations, and returns their runs.
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
    // Thinned at once, as a text of a thousand letters has thousands of animations.
    if index > 0, time - rest[index - 1] < gap { return }
    if index < rest.count, rest[index] - time < gap, rest[index] != duration { return }
    rest.insert(time, at: index)
  }
}

/// The time range of an animation, in seconds of the scene.
struct AnimationRun {
  let layer: CALayer
  let key: String?
  let start: Double
  let end: Double
}
