// Sampling: the render tree at a time. Animated layers start from their committed values, each animation is applied in
// the order of addition, and the look is derived again; all other layers cost nothing.

package import QuartzCore

extension RenderTree {
  /// Brings the looks of animated layers to `time`, in seconds of the clock.
  ///
  /// Times may be asked in any order: a sample depends on the committed state and the time alone.
  package func sample(at time: CFTimeInterval) {
    let start = ContinuousClock().now
    defer { sampleMilliseconds = (ContinuousClock().now - start).milliseconds }
    sampledTime = time
    if hasTimeSpaces { computeLocalTimes(time) }
    if !animatedSlots.isEmpty { changes.begin() }
    for slot in animatedSlots {
      let localTime = localTime(ofSlot: slot)
      let values = sampledValues(ofSlot: slot, at: localTime)
      derive(Int(slot), from: values)
      if !transitions.isEmpty { sampleTransition(slot, at: localTime, values) }
    }
    if !replicators.isEmpty { sampleCopies() }
    // Layers that draw themselves for each frame, or in tiles, or show a film, have new images without any commit.
    if images.wantsSweep { sweepImages() }
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
      for animation in animations[index] {
        let event = animation.program.nextEventTime(after: localTime)
        if event <= localTime { return time }
        if event.isFinite { next = min(next, hasTimeSpaces ? time : event) }
      }
    }
    return next
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

extension MediaTiming {
  /// Returns a layer's time at a time of its superlayer, and whether the layer shows then.
  ///
  /// With the default, infinite, duration the map is `(t - beginTime) * speed + timeOffset` for ever. A finite duration
  /// makes the layer's time run in cycles, and outside them, without a fill mode, the layer does not show.
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
