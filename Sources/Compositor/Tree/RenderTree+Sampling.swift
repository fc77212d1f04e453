// Sampling: the render tree at a time. Animated layers start from their committed values, each animation is applied in
// the order of addition, and the look is derived again; all other layers cost nothing.

package import QuartzCore

extension RenderTree {
  /// Brings the looks of animated layers to `time`, in seconds of the clock. Times may be asked in any order: a sample
  /// depends on the committed state and the time alone.
  package func sample(at time: CFTimeInterval) {
    let start = ContinuousClock().now
    defer { sampleMilliseconds = (ContinuousClock().now - start).milliseconds }
    sampledTime = time
    if hasTimeSpaces { computeLocalTimes(time) }
    stillness += repeatElement(Stillness(), count: max(models.count - stillness.count, 0))
    var hasChanges = false
    for slot in animatedSlots {
      let localTime = localTime(ofSlot: slot)
      if isStill(slot, at: localTime) { continue }
      if !hasChanges { changes.begin() }
      hasChanges = true
      let values = sampledValues(ofSlot: slot, at: localTime)
      derive(Int(slot), from: values)
      stillness[Int(slot)] = Stillness(
        stamp: changes.stamp(of: slot), start: localTime, end: nextEventTime(ofSlot: slot, after: localTime))
      if !transitions.isEmpty { sampleTransition(slot, at: localTime, values) }
    }
    if !replicators.isEmpty { sampleCopies() }
    // Layers that draw themselves for each frame, or in tiles, or show a film, have new images without any commit.
    if images.wantsSweep { sweepImages() }
  }

  /// Whether an animated layer has not changed since its last sample, and its animations hold until after a time of its
  /// own. What the program draws for a frame, and transitions, are sampled each time.
  private func isStill(_ slot: Int32, at localTime: Double) -> Bool {
    let still = stillness[Int(slot)]
    return still.start <= localTime && localTime < still.end && still.stamp == changes.stamp(of: slot)
      && frameContents.isEmpty && transitions.isEmpty
  }

  /// Returns the next time, of a layer's own, at which one of its animations may change what it shows.
  private func nextEventTime(ofSlot slot: Int32, after localTime: Double) -> Double {
    var next = Double.infinity
    for animation in animations[Int(slot)] {
      next = min(next, animation.program.nextEventTime(after: localTime))
      if next <= localTime { break }
    }
    return next
  }

  /// Returns the values that a layer shows at a time of its own.
  func sampledValues(ofSlot slot: Int32, at localTime: Double) -> LayerValues {
    var values = models[Int(slot)]
    for animation in animations[Int(slot)] {
      if animation.isRemovedAtEnd && animation.program.isFinished(atLocalTime: localTime) { continue }
      animation.program.apply(atLocalTime: localTime, to: &values)
    }
    if let image = frameContents[slot] { values.contents = image }
    return values
  }

  /// Returns the time in a layer's own space, as last sampled.
  func localTime(ofSlot slot: Int32) -> Double {
    if Int(slot) >= models.count { return copies.times[Int(slot) - models.count] }
    return hasTimeSpaces ? localTimes[Int(slot)] : sampledTime
  }

  /// Returns the next time, `time` or later, at which a sample may differ from that at `time`: `time` itself while
  /// something is animated; infinity if nothing will change.
  package func nextChangeTime(after time: CFTimeInterval) -> CFTimeInterval {
    // Particles never end, and delayed copies go on longer than their originals.
    if order.contains(where: { looks[Int($0)].flags.contains(.drawsParticles) }) { return time }
    if isAnimated, replicators.values.contains(where: { $0.delay != 0 }) { return time }
    var next = CFTimeInterval.infinity
    for slot in animatedSlots {
      let index = Int(slot)
      // Under time spaces of their own, layers are asked at their own time; the answer counts only as "now" or "never".
      let localTime = hasTimeSpaces ? localTimes[index] : time
      let event = nextEventTime(ofSlot: slot, after: localTime)
      if event <= localTime { return time }
      if event.isFinite { next = min(next, hasTimeSpaces ? time : event) }
    }
    return next
  }

  /// Whether frames at two times in order have the same pixels, as far as nothing is committed between them.
  package func isStill(from earlier: CFTimeInterval, to time: CFTimeInterval) -> Bool {
    canBeCopied && !hasTimeSpaces && emitters.isEmpty && transitions.isEmpty && rasters.isEmpty
      && earlier <= time && nextChangeTime(after: earlier) > time
  }

  /// Computes the time in each layer's own space, by slot, and which layers are outside their active time.
  func computeLocalTimes(_ time: CFTimeInterval) {
    if localTimes.count < models.count {
      localTimes = Array(repeating: 0, count: models.count)
      inactive = Array(repeating: false, count: models.count)
    }
    for place in order.indices {
      let slot = Int(order[place])
      let parent = parents[place]
      let parentTime = parent < 0 ? time : localTimes[Int(order[Int(parent)])]
      let state = timings[slot].layerTime(atParentTime: parentTime)
      localTimes[slot] = state.time
      inactive[slot] = !state.isActive
    }
  }
}

/// The times, of a layer's own, at which a sampled layer shows the same, as long as it has the stamp.
struct Stillness {
  var stamp: UInt64 = 0
  var start = 0.0
  /// Not among the times.
  var end = -Double.infinity
}

extension MediaTiming {
  /// Returns a layer's time at a time of its superlayer, and whether the layer shows then. With the default, infinite,
  /// duration the map is `(t - beginTime) * speed + timeOffset` for ever. A finite duration makes the layer's time run
  /// in cycles, and outside them, without a fill mode, the layer does not show.
  func layerTime(atParentTime parentTime: Double) -> (time: Double, isActive: Bool) {
    guard duration.isFinite, duration > 0 else { return (localTime(fromParent: parentTime), true) }
    guard let progress = progress(atParentTime: parentTime) else { return (localTime(fromParent: parentTime), false) }
    return (progress.fraction * duration, true)
  }
}

extension RenderTree {
  package func isInactive(_ slot: Int32) -> Bool {
    if Int(slot) >= models.count { return copies.areInactive[Int(slot) - models.count] }
    return hasTimeSpaces && inactive[Int(slot)]
  }
}

// Delayed copies. A replicator's copies without delay are the same layers seen elsewhere, and share their slots. A copy
// at another time needs looks of its own: it has slots behind those of the layers, one for each place below the
// replicator, sampled at its time. Everything that is kept by slot then holds for copies, too.
//
//   order    ...  replicator   a  b  c   ...
//   slots          real: 4 7 5 | copy 1: 20 21 22 | copy 2: 23 24 25 | ...
//
// They are made anew for each frame.

/// The slots that are copies, and their times.
struct CopySlots {
  /// The first slot of copy 1 of each replicator with delayed copies, by slot; the others follow.
  var bases: [Int32: Int32] = [:]
  /// The copies' own time and whether it is outside their active time, in the order of slots.
  var times: [Double] = []
  var areInactive: [Bool] = []
}

extension RenderTree {
  /// The most slots of copies; copies beyond them show their originals without delay. A slot takes about 2 KB.
  private var mostCopySlots: Int { min(100_000, memoryLimit / 8192) }

  /// Returns the slot of a layer at a place: its own, or with a `shift` from places to slots a delayed copy's.
  func slot(at place: Int, _ shift: Int32?) -> Int32 { shift.map { Int32(place) + $0 } ?? order[place] }

  /// Returns the difference of slots and places in a copy that a replicator makes; nil for the layers themselves.
  func shift(ofCopy copy: Int, by slot: Int32, at place: Int) -> Int32? {
    guard copy > 0, let base = copies.bases[slot] else { return nil }
    let first = firstSublayers[place]
    return base + Int32(copy - 1) * (ends[place] - first) - first
  }

  func dropCopies() {
    guard looks.count > models.count else { return }
    for slot in models.count..<looks.count { parts.remove(Int32(slot)) }
    looks.removeSubrange(models.count...)
    kinds.removeSubrange(models.count...)
    spatialPlacements.removeSubrange(models.count...)
    names.removeSubrange(models.count...)
    copies.times.removeAll(keepingCapacity: true)
    copies.areInactive.removeAll(keepingCapacity: true)
    copies.bases.removeAll(keepingCapacity: true)
  }

  func sampleCopies() {
    dropCopies()
    guard replicators.values.contains(where: { $0.delay != 0 && $0.count > 1 }) else { return }
    for place in order.indices where kinds[Int(order[place])] == .replicator { sampleCopies(of: place, order[place]) }
  }

  private func sampleCopies(of place: Int, _ slot: Int32) {
    guard let look = replicators[slot], look.delay != 0, look.count > 1 else { return }
    let (first, end) = (Int(firstSublayers[place]), Int(ends[place]))
    let places = first..<end
    let needed = places.count.multipliedReportingOverflow(by: look.count - 1)
    guard !needed.overflow, looks.count - models.count + needed.partialValue <= mostCopySlots,
      places.contains(where: { isTimed($0) })
    else { return }
    copies.bases[slot] = Int32(looks.count)
    let time = localTime(ofSlot: slot)
    for copy in 1..<look.count {
      let shift = Int32(looks.count) - Int32(first)
      for below in places {
        let parent = Int(parents[below])
        let parentTime =
          parent == place ? time - look.delay * Double(copy) : localTime(ofSlot: Int32(parent) + shift)
        append(copyOf: order[below], parentTime)
      }
    }
    let base = Int(copies.bases[slot]!)
    for copy in 1..<look.count {
      for below in places where kinds[Int(order[below])] == .replicator {
        sampleCopies(of: below, Int32(base + (copy - 1) * places.count + below - first))
      }
    }
  }

  /// Whether the subtree at a place changes with time.
  private func isTimed(_ place: Int) -> Bool {
    let slot = Int(order[place])
    return !animations[slot].isEmpty || timings[slot] != .layerDefault || looks[slot].flags.contains(.drawsParticles)
  }

  private func append(copyOf slot: Int32, _ parentTime: Double) {
    let index = Int(slot)
    let state = timings[index].layerTime(atParentTime: parentTime)
    let copy = looks.count
    looks.append(looks[index])
    kinds.append(kinds[index])
    spatialPlacements.append(spatialPlacements[index])
    names.append(names[index])
    copies.times.append(state.time)
    copies.areInactive.append(!state.isActive)
    if kinds[index] == .tiled { tileSources[Int32(copy)] = tileSources[slot] }
    if kinds[index] == .emitter { emitters[Int32(copy)] = emitters[slot] }
    derive(copy, from: sampledValues(ofSlot: slot, at: state.time))
  }

  /// Returns the finished ones of a layer's animations until now, `old`, that its delayed copies still show.
  func lateAnimations(of layer: CALayer, _ old: [RunningAnimation]) -> [RunningAnimation] {
    guard !old.isEmpty, !replicators.isEmpty else { return [] }
    var delay = 0.0
    var parent = layer.superlayer
    while let current = parent {
      if let look = replicators[current.renderIndex], look.count > 1 {
        delay += max(0, look.delay * Double(look.count - 1))
      }
      parent = current.superlayer
    }
    guard delay > 0 else { return [] }
    let clock = layer.host?.clock.now ?? 0
    let (now, then) = (layer.localTime(ofClock: clock), layer.localTime(ofClock: clock - delay))
    let attached = Set(layer.animations.map(\.serial))
    return old.filter { animation in
      animation.isRemovedAtEnd && !attached.contains(animation.serial)
        && animation.program.isFinished(atLocalTime: now) && !animation.program.isFinished(atLocalTime: then)
    }
  }
}
