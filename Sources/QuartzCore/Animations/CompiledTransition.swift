// A transition as a frame needs it: which effect, from where, and how far it is at a time.

/// The effect of a transition, and the part of it that is shown.
package struct CompiledTransition: Equatable, Sendable {
  /// The effect that leads from the old look to the new one.
  package enum Effect: UInt8, Sendable {
    case fade, moveIn, push, reveal
    /// The layer turns over; its back is the new look.
    case flip
    /// The old look is a page that curls up and off.
    case pageCurl
    /// The new look is a page that curls down and on.
    case pageUncurl
    /// The new look takes over along a soft band that crosses the layer: the filter CISwipeTransition.
    case swipe
  }

  /// The side of the layer that motion comes from. The top is at maximum y of the layer's coordinates, whichever way y
  /// points on the screen, as it is for ``CALayerContentsGravity``: with y down, what comes "from the top" rises from
  /// the lower edge. That is what programs for iOS rely on (a page that is to rise is moved in from the top).
  package enum Side: UInt8, Sendable {
    case left, right, top, bottom
  }

  package private(set) var effect: Effect
  package let side: Side
  /// The direction of a swipe, in radians, counterclockwise from x as seen with y up; `width` is the width of its band.
  package private(set) var angle = 0.0
  package private(set) var width = 300.0
  /// The part of the effect that is shown; the end may come before the start.
  let start: Double
  let end: Double
}

extension CompiledTransition {
  /// Takes over a transition as it is now. Unknown types fade, and unknown sides count as the left.
  init(_ transition: CATransition) {
    effect =
      switch transition.type {
      case .moveIn: .moveIn
      case .push: .push
      case .reveal: .reveal
      case CATransitionType(rawValue: "flip"), CATransitionType(rawValue: "oglFlip"): .flip
      case CATransitionType(rawValue: "pageCurl"): .pageCurl
      case CATransitionType(rawValue: "pageUnCurl"): .pageUncurl
      default: .fade
      }
    side =
      switch transition.subtype {
      case .fromRight: .right
      case .fromTop: .top
      case .fromBottom: .bottom
      default: .left
      }
    (start, end) = (Double(transition.startProgress), Double(transition.endProgress))
    if let filter = transition.filter { take(filter) }
  }

  /// The filters that can be drawn, by their kind.
  private static let filters: [String: Effect] = [
    "CIDissolveTransition": .fade, "CISwipeTransition": .swipe, "CIPageCurlTransition": .pageCurl,
  ]

  /// Whether the filter of a transition is drawn as what it is.
  static func canDraw(_ filter: Any) -> Bool { FilterValue(filter).map { filters[$0.type] != nil } ?? false }

  /// Takes effect and inputs from a filter, which stands in for type and subtype. One that cannot be drawn fades.
  private mutating func take(_ filter: Any) {
    let value = FilterValue(filter)
    effect = value.flatMap { Self.filters[$0.type] } ?? .fade
    angle = value?["inputAngle"]?.number ?? angle
    width = value?["inputWidth"]?.number ?? width
  }

  /// Returns the progress of the effect, from 0 to 1, at a fraction of its time. Progress outside that range, from the
  /// chosen part or from a curve that overshoots, becomes the nearer end.
  func progress(at fraction: Double) -> Double {
    let progress = start + (end - start) * fraction
    return progress.isNaN ? 1 : min(max(progress, 0), 1)
  }
}

extension CompiledAnimation {
  /// The transition that the animation is, or that the first of its members that has one has.
  package var transition: CompiledTransition? {
    switch content {
    case .property: return nil
    case .transition(let transition): return transition
    case .group(let members):
      // By a loop: a lazy map that calls itself is inlined into itself, five levels deep, wherever it is called.
      for member in members {
        if let transition = member.transition { return transition }
      }
      return nil
    }
  }

  /// Returns the progress of the transition at a time of the layer, from 0, the old look, to 1; nil outside its active
  /// time, when the layer simply shows its new look.
  package func transitionProgress(atLocalTime time: Double) -> Double? {
    transitionProgress(atParentTime: time, includingEnd: false)
  }

  private func transitionProgress(atParentTime time: Double, includingEnd: Bool) -> Double? {
    guard let progress = timing.progress(atParentTime: time, includingEnd: includingEnd) else { return nil }
    let fraction = curve?.value(at: progress.fraction) ?? progress.fraction
    switch content {
    case .property: return nil
    case .transition(let transition): return transition.progress(at: fraction)
    case .group(let members):
      guard let member = members.first(where: { $0.transition != nil }) else { return nil }
      let memberTime = groupTime(progress, fraction)
      return member.transitionProgress(atParentTime: memberTime, includingEnd: memberTime == timing.duration)
    }
  }
}
