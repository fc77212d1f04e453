// From CAAnimation to CompiledAnimation.

extension CompiledAnimation {
  /// Compiles `animation` as it is now.
  ///
  /// - Parameters:
  ///   - defaultDuration: What replaces a duration that is not above 0: the transaction's, or 0.25 s. Members of a
  ///     group take the group's duration instead.
  ///   - beginTimeStamp: What replaces a `beginTime` of 0: the layer's local time at the commit. Members of a group
  ///     keep theirs, which counts from the group's beginning.
  ///   - previousValues: What the layer showed before the change that is being committed. A basic animation without any
  ///     value begins there; without `previousValues` it shows nothing.
  ///   - layer: The layer that it animates; without it, properties that CALayer does not declare are unknown.
  ///   - report: Called with the reason when the result is nil, and for each member of a group that is left out.
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
