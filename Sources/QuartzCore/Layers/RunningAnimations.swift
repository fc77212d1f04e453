// The animations of a hosted tree that somebody waits for: when each begins and ends, in the clock's time.

import Foundation

/// Follows beginnings and ends.
struct RunningAnimations {
  private struct Entry {
    let layer: CALayer
    var begin: CFTimeInterval
    var end: CFTimeInterval
    var hasBegun: Bool

    /// The time of the next event of the animation.
    var next: CFTimeInterval { hasBegun ? end : begin }
  }

  /// The beginning or the end of an animation.
  enum Event {
    case began(CAAnimation)
    case ended(CALayer, AttachedAnimation)
  }

  private var entries: [UInt64: Entry] = [:]
  private var queue = EventQueue()
  /// Animations whose frames need the contents drawn anew, in the order of addition; they stay while they fill.
  private var redrawing: [(serial: UInt64, layer: CALayer)] = []

  /// The next time with something to do; infinity for none.
  var nextTime: CFTimeInterval {
    mutating get {
      dropStale()
      return queue.first?.time ?? .infinity
    }
  }

  /// Takes up the animations of a layer that a commit has just prepared.
  mutating func update(_ layer: CALayer) {
    for attached in layer.animations where attached.phase != .ended && entries[attached.serial] == nil {
      let (begin, end) = Self.interval(attached, layer)
      let entry = Entry(layer: layer, begin: begin, end: end, hasBegun: attached.phase == .begun)
      entries[attached.serial] = entry
      queue.insert(EventQueue.Event(time: entry.next, serial: attached.serial))
      if attached.redraws { redrawing.append((attached.serial, layer)) }
    }
  }

  /// Layers whose contents are drawn anew for each frame, each once.
  var redrawnLayers: [CALayer] {
    guard !redrawing.isEmpty else { return [] }
    var seen: Set<ObjectIdentifier> = []
    return redrawing.compactMap { seen.insert(ObjectIdentifier($0.layer)).inserted ? $0.layer : nil }
  }

  /// Forgets an animation that left its layer.
  mutating func remove(_ serial: UInt64) {
    entries[serial] = nil
    if !redrawing.isEmpty { redrawing.removeAll { $0.serial == serial } }
  }

  /// Finds all times anew: the speed, the offset or the superlayer of a layer changed.
  mutating func recomputeTimes() {
    queue.removeAll()
    for (serial, var entry) in entries {
      guard let attached = entry.layer.animationList[serial: serial] else { continue }
      (entry.begin, entry.end) = Self.interval(attached, entry.layer)
      entries[serial] = entry
      queue.insert(EventQueue.Event(time: entry.next, serial: serial))
    }
  }

  /// Returns the begin and end of an animation, in the clock's time; an animation with nothing to show takes its time
  /// too. Under a paused layer no time passes, and nothing begins or ends; under one that runs backward, what is first
  /// in its time comes last.
  private static func interval(
    _ attached: AttachedAnimation, _ layer: CALayer
  ) -> (begin: CFTimeInterval, end: CFTimeInterval) {
    let timing = attached.animation.timing
    var (begin, end) = (timing.beginTime, timing.endInParentTime)
    var ancestor: CALayer? = layer
    while let current = ancestor {
      guard current.timing.speed != 0 else { return (.infinity, .infinity) }
      begin = current.timing.parentTime(fromLocal: begin)
      end = current.timing.parentTime(fromLocal: end)
      ancestor = current.parent
    }
    return (min(begin, end), max(begin, end))
  }

  /// Takes what is due next by a time, in the order of the times, animations with the same time in the order of
  /// addition; nil when nothing is left. One at a time, because whoever is told of it may change what comes after.
  mutating func takeNext(dueAt time: CFTimeInterval) -> Event? {
    dropStale()
    guard let first = queue.first, first.time <= time, var entry = entries[first.serial],
      entry.layer.animationList[serial: first.serial] != nil
    else { return nil }
    queue.removeFirst()
    if entry.hasBegun {
      entries[first.serial] = nil
      entry.layer.animationList.update(serial: first.serial) { $0.phase = .ended }
      return entry.layer.animationList[serial: first.serial].map { .ended(entry.layer, $0) }
    }
    entry.hasBegun = true
    entries[first.serial] = entry
    entry.layer.animationList.update(serial: first.serial) { $0.phase = .begun }
    queue.insert(EventQueue.Event(time: entry.next, serial: first.serial))
    return entry.layer.animationList[serial: first.serial].map { .began($0.animation) }
  }

  /// Drops what the queue holds of animations that left, or whose times changed.
  private mutating func dropStale() {
    while let first = queue.first, entries[first.serial]?.next != first.time { queue.removeFirst() }
  }
}
