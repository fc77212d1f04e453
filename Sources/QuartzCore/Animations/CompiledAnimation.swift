/// An animation of a layer as frames need it, flat and immutable: times, values, key paths and curves are ready to
/// evaluate. A commit makes one from each CAAnimation; it refers neither to that object nor to `Any`. All times are in
/// seconds of the layer's local time. Start from the layer's model values and apply the animations in the order of
/// addition: each takes the results of those before it as current values.
package struct CompiledAnimation: Sendable {
  /// The timing, its `beginTime` stamped and its `duration` above 0 unless the default is 0 too.
  package let timing: MediaTiming
  let curve: TimingCurve?
  let content: Content

  enum Content: Sendable {
    case property(CompiledProperty)
    case transition(CompiledTransition)
    case group([CompiledAnimation])
  }

  /// Writes the animation's value at `time` to `values`; outside its active time, end included, only if it fills.
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

  /// Returns the time of a group's members. The group's own pace bends it; times outside the duration are clipped.
  func groupTime(_ progress: ActiveProgress, _ fraction: Double) -> Double {
    curve == nil ? progress.time : min(max(fraction, 0), 1) * timing.duration
  }

  package func hasBegun(atLocalTime time: Double) -> Bool { time >= timing.beginTime }

  /// Whether the active time is over at `time`. An animation with a fill mode goes on showing its last value.
  package func isFinished(atLocalTime time: Double) -> Bool {
    timing.speed != 0 && (time - timing.beginTime) * abs(Double(timing.speed)) >= timing.activeDuration
  }

  /// Returns the next time, from `time` on, at which the animation may change what it shows: `time` itself while it
  /// moves, the end of a hold between keyframes, its beginning before that, infinity if nothing will change any more.
  package func nextEventTime(after time: Double) -> Double {
    guard timing.speed != 0 else { return .infinity }
    if isFinished(atLocalTime: time) {
      // The animation still shows at its end, and not after it.
      let isAtEnd = (time - timing.beginTime) * abs(Double(timing.speed)) == timing.activeDuration
      return isAtEnd && !timing.fillMode.fillsForwards ? time : .infinity
    }
    return time < timing.beginTime ? timing.beginTime : holdEnd(at: time)
  }

  /// Returns the time up to which the active animation keeps its value, less a part that exceeds any rounding error;
  /// `time` itself if it moves.
  private func holdEnd(at time: Double) -> Double {
    guard case .property(let property) = content, curve == nil, timing.speed > 0, !timing.autoreverses,
      timing.duration.isFinite, let progress = timing.progress(atParentTime: time, includingEnd: true),
      let end = property.stillEnd(at: progress.fraction)
    else { return time }
    let speed = Double(timing.speed)
    let rest = (end - progress.fraction) * timing.duration / speed
    let margin =
      1e-9 + 1e-12 * (abs(time) + abs(timing.beginTime) + (abs(timing.timeOffset) + timing.duration) / speed)
    return max(time, min(time + rest, timing.beginTime + timing.activeDuration / speed) - margin)
  }
}

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

  /// Compiles `animation` as it is now.
  ///
  /// - Parameters:
  ///   - defaultDuration: replaces a duration not above 0: the transaction's, or 0.25 s. Members take the group's.
  ///   - beginTimeStamp: replaces a `beginTime` of 0: the layer's local time at the commit. Members of a group keep
  ///     theirs, which counts from the group's beginning.
  ///   - previousValues: those shown before the change that is committed. A basic animation without any value begins
  ///     there; without `previousValues` it shows nothing.
  ///   - layer: without it, properties that CALayer does not declare are unknown.
  ///   - report: called with the reason when the result is nil, and for each member of a group that is left out.
  package init?(
    _ animation: CAAnimation, defaultDuration: Double, beginTimeStamp: Double, previousValues: LayerValues? = nil,
    on layer: CALayer? = nil, report: (CompileIssue) -> Void
  ) {
    var timing = animation.timing
    if timing.beginTime == 0 { timing.beginTime = beginTimeStamp }
    self.init(
      animation, timing: timing, within: [], defaultDuration: defaultDuration, previous: previousValues,
      on: layer, report: report)
  }

  private init?(
    _ animation: CAAnimation, timing: MediaTiming, within groups: [CAAnimationGroup], defaultDuration: Double,
    previous: LayerValues?, on layer: CALayer?, report: (CompileIssue) -> Void
  ) {
    var timing = timing
    if !(timing.duration > 0) { timing.duration = defaultDuration }
    self.timing = timing
    curve = animation.timingFunction?.curve
    if let group = animation as? CAAnimationGroup {
      guard let members = group.members(within: groups) else {
        report(.groupsTooDeep(CAAnimationGroup.mostDepth))
        return nil
      }
      content = .group(
        members.compactMap { member in
          CompiledAnimation(
            member, timing: member.timing, within: groups + [group], defaultDuration: timing.duration,
            previous: previous, on: layer, report: report)
        })
      return
    }
    if let transition = animation as? CATransition {
      if let filter = transition.filter, !CompiledTransition.canDraw(filter) {
        report(.transitionFilter("\(type(of: filter))"))
      }
      content = .transition(CompiledTransition(transition))
      return
    }
    if (animation as? CABasicAnimation)?.dissolves == true {
      content = .transition(CompiledTransition(CATransition()))
      return
    }
    do {
      content = .property(try CompiledProperty(animation, previous: previous, on: layer))
    } catch {
      report(error)
      return nil
    }
  }
}

/// The values of an animation of one property, brought from `Any` into the kind that it interpolates.
struct AnimationInput {
  let name: String
  let keyPath: LayerKeyPath
  /// The kind of the values: the property's, or the value function's.
  let kind: ValueKind
  /// Whether there are values in between; otherwise the animation jumps.
  let isInterpolated: Bool
  private let function: ValueFunction?

  /// Creates the input of an animation. A property that CALayer does not declare takes the kind of the first value.
  /// `property` is its row; nil if only a client's class declares it.
  init(
    name: String, keyPath: LayerKeyPath, property: LayerProperty?, function: ValueFunction?,
    source: CAPropertyAnimation
  ) {
    self.name = name
    self.keyPath = keyPath
    self.function = function
    kind = function?.inputKind ?? keyPath.valueKind ?? source.firstValue?.kind ?? property?.kind?.valueKind ?? .number
    let isContinuous = property?.kind?.isInterpolated ?? keyPath.isInterpolated
    isInterpolated = isContinuous && kind != .string && kind != .image && kind != .none
  }

  func value(_ value: Any) throws(CompileIssue) -> AnimatableValue {
    guard let result = AnimatableValue(value)?.coerced(to: kind), accepts(result) else {
      throw .valueKind(keyPath: name, value: "\(value)", expected: kind)
    }
    guard result.isFiniteThroughout else { throw .notFinite(keyPath: name) }
    return result
  }

  func optional(_ value: Any?) throws(CompileIssue) -> AnimatableValue? {
    guard let value else { return nil }
    return try self.value(value)
  }

  private func accepts(_ value: AnimatableValue) -> Bool { function?.transform(value) != nil || function == nil }
}

extension CAPropertyAnimation {
  var firstValue: AnimatableValue? {
    switch self {
    case let basic as CABasicAnimation:
      [basic.fromValue, basic.toValue, basic.byValue].lazy.compactMap { $0 }.first.flatMap { AnimatableValue($0) }
    case let keyframes as CAKeyframeAnimation: keyframes.values?.first.flatMap { AnimatableValue($0) }
    default: nil
    }
  }
}

/// A request of a layer tree that could not be met.
package struct LayerIssue: Hashable, Sendable, CustomStringConvertible {
  /// The subject of an issue.
  package enum Kind: Hashable, Sendable {
    /// An animation, or a part of one, has no effect.
    case animation
    /// An animation's key path names no property that layers animate.
    case unknownKeyPath(String)
    /// A font is not installed, and another one replaces it.
    case missingFont
    /// No font is installed.
    case noFonts
    /// Layers are nested too deep.
    case nesting
    /// A picture is missing, or has a lower resolution.
    case drawing
  }

  package let kind: Kind
  /// The message.
  package let description: String

  package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }
}

/// The reason why an animation, or a part of one, has no effect. The commit reports it once; the rest is drawn.
package enum CompileIssue: Error, Hashable, Sendable, CustomStringConvertible {
  case missingKeyPath
  case unknownKeyPath(String)
  /// A value of an unexpected type; `expected` is the kind that the property, or the value function, takes.
  case valueKind(keyPath: String, value: String, expected: ValueKind)
  case notFinite(keyPath: String)
  case noValues(keyPath: String)
  /// A keyframe animation with one value, or one key time.
  case singleValue(keyPath: String)
  case pathNeedsPoint(keyPath: String)
  case valueFunctionNeedsTransform(keyPath: String)
  /// A spring whose stiffness has no ratio to its mass.
  case invalidSpring(keyPath: String)
  /// A transition by a filter that cannot be drawn.
  case transitionFilter(String)
  case groupsTooDeep(Int)
  /// An animation of a class that is abstract or unknown here.
  case unsupportedClass(String)

  /// The kind of the layer's issue.
  var kind: LayerIssue.Kind {
    if case .unknownKeyPath(let path) = self { .unknownKeyPath(path) } else { .animation }
  }

  package var description: String {
    switch self {
    case .missingKeyPath: "animation without a key path; expected the name of a layer's property"
    case .unknownKeyPath(let path): "animation of \"\(path)\": no such animatable property"
    case .valueKind(let path, let value, let expected):
      "animation of \"\(path)\": \(value) is not of the expected kind, \(expected)"
    case .notFinite(let path): "animation of \"\(path)\": its values must be finite numbers"
    case .noValues(let path): "keyframe animation of \"\(path)\" without values; expected values or a path"
    case .singleValue(let path): "keyframe animation of \"\(path)\" with one keyframe; expected two at least"
    case .pathNeedsPoint(let path): "keyframe animation of \"\(path)\" along a path; only points follow paths"
    case .valueFunctionNeedsTransform(let path):
      "animation of \"\(path)\" with a value function; only transforms take one"
    case .invalidSpring(let path):
      "spring animation of \"\(path)\": its stiffness and mass are too far apart, or too large, to be computed with"
    case .transitionFilter(let name): "transition by \(name), which cannot be drawn; shown as a fade"
    case .groupsTooDeep(let depth): "animation groups are more than \(depth) deep; what lies deeper is left out"
    case .unsupportedClass(let name): "animation of class \(name); expected a concrete class of Core Animation"
    }
  }
}
