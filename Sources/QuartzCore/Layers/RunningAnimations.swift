import Foundation

/// The begin and end times, in the clock's time, of the animations of a hosted tree that a delegate or block waits for.
struct RunningAnimations {
  private struct Entry {
    let layer: CALayer
    var begin: CFTimeInterval
    var end: CFTimeInterval
    var hasBegun: Bool

    var next: CFTimeInterval { hasBegun ? end : begin }
  }

  enum Event {
    case began(CAAnimation)
    case ended(CALayer, AttachedAnimation)
  }

  private var entries: [UInt64: Entry] = [:]
  private var queue = EventQueue()
  /// Animations whose frames redraw the contents, in the order of addition; they stay while they fill.
  private var redrawing: [(serial: UInt64, layer: CALayer)] = []

  /// The time of the next event, or infinity.
  var nextTime: CFTimeInterval {
    mutating get {
      dropStale()
      return queue.first?.time ?? .infinity
    }
  }

  /// Adds the animations of a layer that a commit has just prepared.
  mutating func update(_ layer: CALayer) {
    for attached in layer.animations where attached.phase != .ended && entries[attached.serial] == nil {
      let (begin, end) = Self.interval(attached, layer)
      let entry = Entry(layer: layer, begin: begin, end: end, hasBegun: attached.phase == .begun)
      entries[attached.serial] = entry
      queue.insert(EventQueue.Event(time: entry.next, serial: attached.serial))
      if attached.redraws { redrawing.append((attached.serial, layer)) }
    }
  }

  /// The layers that redraw their contents for each frame, each once.
  var redrawnLayers: [CALayer] {
    guard !redrawing.isEmpty else { return [] }
    var seen: Set<ObjectIdentifier> = []
    return redrawing.compactMap { seen.insert(ObjectIdentifier($0.layer)).inserted ? $0.layer : nil }
  }

  mutating func remove(_ serial: UInt64) {
    entries[serial] = nil
    if !redrawing.isEmpty { redrawing.removeAll { $0.serial == serial } }
  }

  /// Computes all times anew after a change of a layer's speed, offset or superlayer.
  mutating func recomputeTimes() {
    queue.removeAll()
    for (serial, var entry) in entries {
      guard let attached = entry.layer.animationList[serial: serial] else { continue }
      (entry.begin, entry.end) = Self.interval(attached, entry.layer)
      entries[serial] = entry
      queue.insert(EventQueue.Event(time: entry.next, serial: serial))
    }
  }

  /// Returns the begin and end of an animation, in the clock's time, even if it has nothing to show. Under a paused
  /// layer nothing begins or ends; under one that runs backward the order is reversed.
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

  /// Removes and returns the next event that is due by a time, in order of time, then of addition; nil if nothing is
  /// left. One at a time: a callback may change the next ones.
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

  /// Removes events of animations that left, or whose times changed.
  private mutating func dropStale() {
    while let first = queue.first, entries[first.serial]?.next != first.time { queue.removeFirst() }
  }
}

/// The animations of a layer in the order of addition. A layer may have thousands, each with an end of its own. They
/// are found by key and by number without a search, and one that leaves is only marked; marked ones are removed
/// together when they are half of the list. So an end costs no pass over the others, nor over those that frames have.
struct LayerAnimations {
  /// The animations in the order of their numbers, including those that left since the last removal.
  private var all: [AttachedAnimation] = []
  private var goneCount = 0
  private var serials: [String: UInt64] = [:]

  /// The length below which a list is cleared whenever an animation leaves.
  private static let shortest = 64

  var present: [AttachedAnimation] { goneCount == 0 ? all : all.filter { !$0.isGone } }

  var isInUse: Bool { all.count > goneCount }

  var hasGone: Bool { goneCount > 0 }

  subscript(key: String) -> AttachedAnimation? { serials[key].flatMap { self[serial: $0] } }

  subscript(serial serial: UInt64) -> AttachedAnimation? { index(of: serial).map { all[$0] } }

  /// The animations that no commit has seen: the last ones.
  var uncommitted: [AttachedAnimation] {
    let begin = all.lastIndex { $0.isCommitted && !$0.isGone }.map { $0 + 1 } ?? 0
    return all[begin...].filter { !$0.isGone }
  }

  /// Adds an animation with a number above all before, and a free key.
  mutating func append(_ animation: AttachedAnimation) {
    if let key = animation.key { serials[key] = animation.serial }
    all.append(animation)
  }

  mutating func update(serial: UInt64, _ body: (inout AttachedAnimation) -> Void) {
    if let index = index(of: serial) { body(&all[index]) }
  }

  /// Removes an animation. Returns whether the list is free of animations that left: a commit should then pass it on.
  mutating func remove(serial: UInt64) -> Bool {
    guard let index = index(of: serial) else { return goneCount == 0 }
    if let key = all[index].key { serials[key] = nil }
    all[index].isGone = true
    goneCount += 1
    guard all.count < Self.shortest || 2 * goneCount >= all.count else { return false }
    all.removeAll { $0.isGone }
    goneCount = 0
    return true
  }

  mutating func removeAll() -> [AttachedAnimation] {
    let removed = present
    self = LayerAnimations()
    return removed
  }

  private func index(of serial: UInt64) -> Int? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].serial == serial && !all[low].isGone ? low : nil
  }
}
