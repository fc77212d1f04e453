// The animations of a hosted tree that somebody waits for: when each begins and ends, in the clock's time.

import Foundation

/// Follows beginnings and ends.
struct RunningAnimations {
  private struct Entry {
    let layer: CALayer
    let serial: UInt64
    var begin: CFTimeInterval
    var end: CFTimeInterval
    var hasBegun = false

    /// When something is to be done next.
    var next: CFTimeInterval { hasBegun ? end : begin }
  }

  private var entries: [Entry] = []

  /// The next time with something to do; infinity for none.
  var nextTime: CFTimeInterval { entries.reduce(.infinity) { min($0, $1.next) } }

  /// Takes up the animations of a layer that a commit has just prepared.
  mutating func update(_ layer: CALayer, at time: CFTimeInterval) {
    let known = Set(entries.lazy.filter { $0.layer === layer }.map(\.serial))
    for attached in layer.animations where !known.contains(attached.serial) {
      let (begin, end) = Self.interval(attached, layer)
      entries.append(Entry(layer: layer, serial: attached.serial, begin: begin, end: end))
    }
  }

  /// Layers whose contents are drawn anew for each frame, each once.
  var redrawnLayers: [CALayer] {
    var seen: Set<ObjectIdentifier> = []
    return entries.lazy.map(\.layer).filter { layer in
      layer.animations.contains { $0.redraws } && seen.insert(ObjectIdentifier(layer)).inserted
    }
  }

  mutating func remove(_ serial: UInt64) { entries.removeAll { $0.serial == serial } }

  /// Finds all times anew: the speed or offset of a layer changed.
  mutating func recomputeTimes() {
    for index in entries.indices {
      let entry = entries[index]
      guard let attached = entry.layer.animations.first(where: { $0.serial == entry.serial }) else { continue }
      (entries[index].begin, entries[index].end) = Self.interval(attached, entry.layer)
    }
  }

  /// When an animation begins and ends, in the clock's time; one that has nothing to show takes its time too.
  private static func interval(_ attached: AttachedAnimation, _ layer: CALayer) -> (CFTimeInterval, CFTimeInterval) {
    // Under a paused layer no time passes, and nothing ends.
    var ancestor: CALayer? = layer
    while let current = ancestor {
      if current.timing.speed == 0 { return (.infinity, .infinity) }
      ancestor = current.parent
    }
    let timing = attached.animation.timing
    let begin = layer.convertTime(timing.beginTime, to: nil)
    let end = timing.endInParentTime
    return (begin, end.isFinite ? layer.convertTime(end, to: nil) : .infinity)
  }

  /// What begins and what ends by a time.
  struct Due {
    var begun: [CAAnimation] = []
    var ended: [(layer: CALayer, animation: AttachedAnimation)] = []
  }

  /// Takes what is due, in the order of the times, animations with the same time in the order of addition.
  mutating func takeDue(at time: CFTimeInterval) -> Due {
    let due = entries.filter { $0.next <= time }.sorted { ($0.next, $0.serial) < ($1.next, $1.serial) }
    var result = Due()
    for entry in due {
      guard let index = entries.firstIndex(where: { $0.serial == entry.serial }),
        let attached = entry.layer.animations.first(where: { $0.serial == entry.serial })
      else { continue }
      if !entries[index].hasBegun {
        entries[index].hasBegun = true
        result.begun.append(attached.animation)
      }
      if entries[index].end <= time {
        entries.remove(at: index)
        result.ended.append((entry.layer, attached))
      }
    }
    return result
  }
}

extension CALayer {
  /// An animation reached its end.
  final func animationEnded(_ attached: AttachedAnimation) {
    if attached.redraws { endRedrawing() }
    if attached.animation.isRemovedOnCompletion {
      animations.removeAll { $0.serial == attached.serial }
      noteChange(.animations)
    }
    attached.animation.delegate?.animationDidStop(attached.animation, finished: true)
    for completion in attached.completions { completion.leave() }
  }
}
