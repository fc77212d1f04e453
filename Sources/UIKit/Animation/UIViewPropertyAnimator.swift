// See AnimatorTrack.swift for the animations that an animator shows.
//
// Decisions of ours, where Apple's documentation is silent:
// - While an animator runs, its fraction complete is that of time. While it is paused and scrubs linearly, it is the
//   covered part of the way, so that a value half way between belongs to 0.5 whatever the curve; otherwise it is that
//   of time too. Both count in the direction of the animation: reversing makes 1 - f of f, as iOS does since 11.
// - A block that is added to an active animator begins at its present place, and ends with it. A change of a property
//   that is already animated is added to that animation, or replaces it, as with two animators (U-12).
// - An animator without animations, as of unhosted views, ends on the clock's turn after its start, even paused (U-13).

import CoreGraphics
public import Foundation
package import QuartzCore

/// Animates the changes that blocks make of views, under the program's control.
///
/// The views' properties have their new values once the animator is active. On the way the animator shows animations of
/// the layers, by their clock. Views in no hosted tree change without animation.
///
/// An animator stays alive while it runs. One that is released while it is paused leaves its animations as they are.
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating, NSCopying {
  /// The timing that the animator was made with.
  public let timingParameters: (any UITimingCurveProvider)?
  /// The duration of the animations, in seconds; for a spring by its numbers, its settling duration.
  public let duration: TimeInterval
  /// The duration between the start and the first change, in seconds.
  open private(set) var delay: TimeInterval = 0
  /// Kept only: there are no touches. Default: true.
  open var isUserInteractionEnabled = true
  /// Whether hit testing is left to the program. Kept only. Default: false.
  open var isManualHitTestingEnabled = false
  /// Whether the animator can be paused and stopped; otherwise these calls do nothing. Default: true.
  open var isInterruptible = true
  /// Whether a fraction that is set while paused is the part of the way, not of the time. Default: true.
  open var scrubsLinearly = true
  /// Whether the animator stays active, paused, when it reaches its end. Default: false.
  open var pausesOnCompletion = false

  /// The state: inactive, active or stopped.
  public private(set) final var state = UIViewAnimatingState.inactive
  /// Whether time passes for the animations.
  public private(set) final var isRunning = false

  private final var blocks: [(block: () -> Void, delayFactor: CGFloat)] = []
  private final var completions: [(UIViewAnimatingPosition) -> Void] = []
  private final var tracks: [AnimatorTrack] = []
  private final var clock = MediaClock.current
  private final var leg: AnimatorLeg
  private final let whole: AnimatorLeg
  /// The seconds of the leg at `anchor`; while paused, now.
  private final var elapsedAtAnchor = 0.0
  private final var anchor: CFTimeInterval = 0
  private final var isReversing = false
  /// The animator itself while it runs, which keeps it alive.
  private final var whileRunning: UIViewPropertyAnimator?

  /// Creates an animator without blocks. At a `duration`, in seconds, of 0 or less the changes are made at once; a
  /// spring by its numbers has a duration of its own.
  public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
    timingParameters = parameters
    let pace = parameters.pace
    if case .spring(let spring) = pace {
      self.duration = spring.settlingDuration
    } else {
      self.duration = duration > 0 && duration.isFinite ? duration : 0
    }
    whole = AnimatorLeg(pace: pace, verticalPace: parameters.verticalPace, duration: self.duration)
    leg = whole
  }

  /// Creates an animator with a named curve. `duration` is in seconds.
  public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a curve by its control points.
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
    if let animations { addAnimations(animations) }
  }

  /// Creates an animator with a spring that comes to rest at the end of the duration.
  public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
    self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
    if let animations { addAnimations(animations) }
  }

  /// Creates and starts an animator. Only the curve of the options counts.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: duration, curve: options.curve, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  /// Creates an inactive animator with the same timing, without blocks.
  open func copy(with zone: NSZone? = nil) -> Any {
    UIViewPropertyAnimator(
      duration: duration, timingParameters: timingParameters ?? UICubicTimingParameters(animationCurve: .easeInOut))
  }

  // MARK: Blocks

  /// Adds a block of changes. An inactive animator calls it when it becomes active, an active one now. `delayFactor` is
  /// the beginning of the changes as a fraction, 0...1, of the remaining time; they end with the animator.
  open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
    switch state {
    case .inactive: blocks.append((animation, delayFactor))
    case .active:
      useWhole()
      transaction {
        record(animation, since: elapsed, delayFactor: delayFactor)
        show()
      }
    case .stopped: misuse("addAnimations", "was stopped: finish it first")
    }
  }

  /// Adds a block of changes that take all of the remaining time.
  open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

  /// Adds a block to call, once, with the position at which the animation ended.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completions.append(completion) }

  // MARK: Course

  /// Starts or continues the animation.
  open func startAnimation() { start(afterDelay: 0) }

  /// Starts the animation after a time in seconds; a paused one continues at once.
  open func startAnimation(afterDelay delay: TimeInterval) { start(afterDelay: delay.isFinite ? max(delay, 0) : 0) }

  private final func start(afterDelay delay: TimeInterval) {
    switch state {
    case .inactive:
      transaction {
        activate()
        self.delay = delay
        run(after: delay)
      }
    case .active: if !isRunning { run() }
    case .stopped: misuse("startAnimation", "was stopped: finish it first")
    }
  }

  /// Pauses the animation; an inactive one becomes active at its beginning.
  open func pauseAnimation() {
    switch state {
    case .inactive:
      transaction {
        activate()
        show()
      }
    case .active: if isRunning && isInterruptible { halt() }
    case .stopped: misuse("pauseAnimation", "was stopped: finish it first")
    }
  }

  /// Continues a paused animation, with another timing for the rest of the way; nil keeps the animator's own.
  /// `durationFactor` is the duration of the rest as a multiple of ``duration``; 0 for the remaining time.
  open func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat) {
    guard state == .active else { misuse("continueAnimation", "is not active: start or pause it first") }
    if isRunning { halt() }
    if parameters != nil || durationFactor > 0 {
      for index in tracks.indices { tracks[index].legStart = tracks[index].value(leg, elapsedAtAnchor) }
      let rest = durationFactor > 0 ? Double(durationFactor) * duration : remaining
      let covered = way
      leg = AnimatorLeg(
        pace: parameters?.pace ?? whole.pace, verticalPace: parameters.map(\.verticalPace) ?? whole.verticalPace,
        duration: rest, start: covered, goal: isReversing ? 0 : 1)
      if case .spring(let spring) = leg.pace {
        if parameters == nil {
          leg.pace = .spring(spring.stretched(by: max(rest, 1e-9) / max(duration, 1e-9)))
        } else {
          leg.duration = spring.settlingDuration
        }
      }
      elapsedAtAnchor = 0
    }
    run()
  }

  /// Ends the animation at its present place: the shown values become the views' properties.
  ///
  /// - Parameter withoutFinishing: whether the completion blocks are not called. Otherwise the animator is
  ///   ``UIViewAnimatingState/stopped`` until ``finishAnimation(at:)``.
  open func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active, isInterruptible else { return }
    let elapsed = elapsed
    stopRunning()
    change { for index in tracks.indices { tracks[index].end(at: tracks[index].value(leg, elapsed)) } }
    if withoutFinishing { reset() } else { state = .stopped }
  }

  /// Gives the views' properties their final values, and calls the completion blocks.
  ///
  /// - Precondition: the animator was stopped by ``stopAnimation(_:)``, with false.
  open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
    guard state == .stopped else { misuse("finishAnimation", "is not stopped: call stopAnimation(false) first") }
    complete(at: finalPosition)
  }

  /// Whether the animation goes back to the old values.
  open var isReversed: Bool {
    get { isReversing }
    set {
      guard newValue != isReversing else { return }
      guard state == .active else {
        isReversing = newValue
        return
      }
      useWhole()
      elapsedAtAnchor = elapsed
      anchor = clock.now
      isReversing = newValue
      show()
    }
  }

  /// The part of the animation that has passed in its direction, from 0 to 1. Setting it moves the animation, paused or
  /// running; an inactive animator becomes active.
  open var fractionComplete: CGFloat {
    get {
      guard state == .active else { return 0 }
      var covered = way
      if isRunning || !scrubsLinearly {
        let time = leg.duration > 0 ? elapsed / leg.duration : 1
        covered = (leg.start ?? 0) + (leg.goal - (leg.start ?? 0)) * time
      }
      covered = min(max(covered, 0), 1)
      return CGFloat(isReversing ? 1 - covered : covered)
    }
    set {
      guard state != .stopped else { misuse("fractionComplete", "was stopped: finish it first") }
      CATransaction.begin()
      defer { CATransaction.commit() }
      if state == .inactive { activate() }
      let fraction = newValue.isFinite ? Double(newValue.clampedToUnit) : 0
      let covered = isReversing ? 1 - fraction : fraction
      leg = whole
      elapsedAtAnchor =
        isRunning || !scrubsLinearly ? covered * duration : whole.pace.time(covering: covered, of: duration)
      anchor = clock.now
      show()
    }
  }

  // MARK: Time

  /// The seconds of the leg that have passed.
  private final var elapsed: Double {
    guard isRunning else { return elapsedAtAnchor }
    let passed = max(clock.now - anchor, 0)
    return isBackward ? max(elapsedAtAnchor - passed, 0) : min(elapsedAtAnchor + passed, leg.duration)
  }

  private final var isBackward: Bool { isReversing && leg.start == nil }

  private final var remaining: Double { isBackward ? elapsed : leg.duration - elapsed }

  private final var way: Double {
    let start = leg.start ?? 0
    return start + (leg.goal - start) * leg.pace.progress(at: elapsed, of: leg.duration)
  }

  /// Replaces a leg that is a rest by the whole way, at the same place.
  private final func useWhole() {
    guard leg.start != nil else { return }
    let covered = way
    leg = whole
    elapsedAtAnchor = whole.pace.time(covering: covered, of: duration)
    anchor = clock.now
  }

  private final func activate() {
    state = .active
    clock = .current
    leg = whole
    elapsedAtAnchor = isReversing ? duration : 0
    let added = blocks
    blocks = []
    for (block, delayFactor) in added { record(block, since: 0, delayFactor: delayFactor) }
    clock = tracks.lazy.compactMap { $0.layer.host?.clock }.first ?? .current
  }

  /// Calls a block, and records its changes. `begun` are the seconds of the animator's time that have passed;
  /// `delayFactor` is a fraction of the remaining time.
  private final func record(_ block: () -> Void, since begun: Double, delayFactor: CGFloat) {
    let now = elapsed
    let recorder = AnimatorRecorder { [tracks, leg] layer, key in
      tracks.first { $0.layer === layer && $0.keyPath == key }?.value(leg, now)
    }
    var style = AnimationStyle(duration: duration)
    style.pace = whole.pace
    let animation = AnimationBlock(style: style)
    animation.recorder = recorder
    let stack = AnimationStack.current
    stack.push(animation, completion: nil)
    block()
    stack.pop()
    let start = begun + (duration - begun) * Double(delayFactor.clampedToUnit)
    for var track in recorder.tracks(start: start, splitsPositions: whole.verticalPace != nil) {
      if let index = tracks.firstIndex(where: { $0.layer === track.layer && $0.key == track.key }) {
        if track.motion == nil {
          track.origin = tracks[index].origin
          tracks[index] = track
          continue
        }
        track.key = CALayer.ownKey(track.keyPath)
      }
      tracks.append(track)
    }
  }

  private final func run(after delay: TimeInterval = 0) {
    anchor = clock.now + delay
    isRunning = true
    whileRunning = self
    clock.add(self)
    show()
    if tracks.isEmpty { clock.perform { if self.state == .active && self.tracks.isEmpty { self.reachEnd() } } }
  }

  private final func halt() {
    elapsedAtAnchor = elapsed
    stopRunning()
    show()
  }

  private final func stopRunning() {
    isRunning = false
    clock.remove(self)
    whileRunning = nil
  }

  /// Makes the layers show the animator's present place.
  private final func show() {
    let motion: AnimatorTrack.Motion =
      !isRunning ? .paused : isBackward ? .backward(anchor) : .forward(anchor)
    transaction { for track in tracks { track.show(leg, elapsedAtAnchor, motion) } }
  }

  // MARK: Ends

  private final func reachEnd() {
    elapsedAtAnchor = isBackward ? 0 : leg.duration
    let keeper = whileRunning
    stopRunning()
    if pausesOnCompletion { show() } else { complete(at: isReversing ? .start : .end) }
    withExtendedLifetime(keeper) {}
  }

  private final func complete(at position: UIViewAnimatingPosition) {
    change {
      for index in tracks.indices {
        switch position {
        case .end: tracks[index].end(at: tracks[index].to)
        case .start: tracks[index].end(at: tracks[index].origin)
        case .current: break
        }
      }
    }
    let told = completions
    reset()
    for completion in told { completion(position) }
  }

  private final func reset() {
    state = .inactive
    (completions, tracks, isReversing, delay) = ([], [], false, 0)
    (leg, elapsedAtAnchor) = (whole, 0)
  }

  /// Changes model values, without actions.
  private final func change(_ body: () -> Void) {
    transaction {
      CATransaction.setDisableActions(true)
      body()
    }
  }

  /// Commits all changes together: new values never show without their animations.
  private final func transaction(_ body: () -> Void) {
    CATransaction.begin()
    body()
    CATransaction.commit()
  }

  private final func misuse(_ call: String, _ what: String) -> Never {
    preconditionFailure("UIViewPropertyAnimator.\(call): the animator \(what)")
  }
}

extension UIViewPropertyAnimator: ClockParticipant {
  package final func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval {
    guard isRunning else { return .infinity }
    return anchor + (isBackward ? elapsedAtAnchor : leg.duration - elapsedAtAnchor)
  }

  package final func fireEvents(at time: CFTimeInterval) { if isRunning { reachEnd() } }
}
