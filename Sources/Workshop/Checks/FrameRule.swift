import CoreGraphics
import Foundation
import QuartzCore

/// Rules of one kind, which look at frames in the order of time, and then return what they found.
protocol FrameRule {
  mutating func look(at frame: CheckedFrame) throws

  func findings(_ scene: CheckedScene) -> [Finding]
}

/// The facts about the scene that rules need, in seconds and pixels.
struct CheckedScene {
  /// 0 of one that stands still.
  let duration: Double
  let width: Int
  let height: Int
  let scale: Double
  let times: [Double]
  /// Whether the scene is over at the last of them.
  let hasEnd: Bool

  var isStill: Bool { duration <= 0 }

  /// Returns the last time before another one that was looked at; the other one itself if it is the first.
  func time(before time: Double) -> Double { times.last { $0 < time } ?? time }

  /// Returns the first time after another one that was looked at; the other one itself if it is the last.
  func time(after time: Double) -> Double { times.first { $0 > time } ?? time }

  /// Stretches of the times for which something holds, of all that were looked at.
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

/// Layers by what they are, and not by where they lie in the render tree, in the order in which they were met.
struct LayerTable<Value> {
  private var places: [ObjectIdentifier: Int] = [:]
  /// The layers live as long as they are listed: no other one gets their address.
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

/// The times at which a scene is looked at: at an interval, and where an animation begins, is half over, and ends.
/// Animations that begin later, as those that a script adds, add their times when they are seen first.
struct SampledTimes {
  /// The shortest time between two times, in seconds.
  private let gap: Double
  private let duration: Double
  /// Sorted; none before the one that was taken last.
  private var rest: [Double] = []
  private var last = -Double.infinity
  private var known: Set<UInt64> = []
  private let wanted: Set<Double>

  /// The greatest number of times, apart from the wanted ones; ``mostPerSecond`` is the limit of a short scene.
  private static let most = 600
  private static let mostPerSecond = 10.0

  /// - Parameters:
  ///   - interval: in seconds.
  ///   - others: times that are looked at however near another one is.
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
