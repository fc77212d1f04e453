// An animation as a frame needs it. A commit makes one from each CAAnimation: times resolved, values in the property's
// kind, key paths looked up, curves ready to evaluate. Nothing here refers to the animation object, and nothing looks
// at `Any`.

/// An animation of a layer, flat and immutable.
///
/// All times are in seconds of the layer's local time. Start from the layer's model values and apply the animations in
/// the order in which they were added: each finds the results of those before it as the current values.
package struct CompiledAnimation: Sendable {
  /// The timing, its `beginTime` stamped and its `duration` above 0 unless the default is 0 too.
  package let timing: MediaTiming
  let curve: TimingCurve?
  let content: Content

  enum Content: Sendable {
    case property(CompiledProperty)
    /// Changes no values; a frame asks how far it is.
    case transition(CompiledTransition)
    case group([CompiledAnimation])
  }

  /// Writes what the animation shows at `time` to `values`; nothing outside its active time unless it fills. The end
  /// belongs to the active time; whoever removes animations at their end does not ask then.
  package func apply(atLocalTime time: Double, to values: inout LayerValues) {
    apply(atParentTime: time, includingEnd: true, to: &values)
  }

  private func apply(atParentTime time: Double, includingEnd: Bool, to values: inout LayerValues) {
    guard let progress = timing.progress(atParentTime: time, includingEnd: includingEnd) else { return }
    let fraction = curve?.value(at: progress.fraction) ?? progress.fraction
    switch content {
    case .property(let property):
      property.apply(fraction: fraction, cycle: progress.cycle, timing: timing, to: &values)
    case .transition: break
    case .group(let members):
      let memberTime = groupTime(progress, fraction)
      for member in members {
        member.apply(atParentTime: memberTime, includingEnd: memberTime == timing.duration, to: &values)
      }
    }
  }

  /// The time that members of a group see. A pace of the group's own bends it; what overshoots is clipped, as
  /// everything outside the duration is.
  func groupTime(_ progress: ActiveProgress, _ fraction: Double) -> Double {
    curve == nil ? progress.time : min(max(fraction, 0), 1) * timing.duration
  }

  /// Whether the active time has begun at `time`.
  package func hasBegun(atLocalTime time: Double) -> Bool { time >= timing.beginTime }

  /// Whether the active time is over at `time`. An animation with a fill mode goes on showing its last value.
  package func isFinished(atLocalTime time: Double) -> Bool {
    timing.speed != 0 && (time - timing.beginTime) * abs(Double(timing.speed)) >= timing.activeDuration
  }

  /// The next time, from `time` on, at which the animation shows something else: `time` itself while it is active, its
  /// beginning before that, infinity when nothing will change any more.
  package func nextEventTime(after time: Double) -> Double {
    guard timing.speed != 0 else { return .infinity }
    if isFinished(atLocalTime: time) {
      // At its end it still shows, and then no more.
      let isAtEnd = (time - timing.beginTime) * abs(Double(timing.speed)) == timing.activeDuration
      return isAtEnd && !timing.fillMode.fillsForwards ? time : .infinity
    }
    return max(time, timing.beginTime)
  }
}

// The properties that an animation changes, for caches that depend on some of them only.
extension CompiledAnimation {
  /// The key paths that the animation, or the members of the group, write.
  package var keyPaths: [LayerKeyPath] {
    if case .property(let property) = content { return [property.keyPath] }
    if case .group(let members) = content { return members.flatMap(\.keyPaths) }
    return []
  }

  /// The sources of moving contents in the animation, or in the members of the group.
  package var movingContents: [any MovingContents] {
    if case .property(let property) = content { return property.movingContents.map { [$0] } ?? [] }
    if case .group(let members) = content { return members.flatMap(\.movingContents) }
    return []
  }
}
