// Timers that call a selector. They go by the media clock, as display links do: where the program advances the clock,
// frames come at their times whatever the machine's speed, and timers between them. Timers that call a block are
// Foundation's, and go by the run loop alone.

public import Foundation
import Synchronization

extension Timer {
  /// A timer that calls `aSelector` of `aTarget` with itself, first after `ti` seconds.
  ///
  /// By a manual ``MediaClock/current`` it has begun; by the machine's it begins when it is added to a run loop, as on
  /// Apple's systems. Apple's name of this is `Timer(timeInterval:target:selector:userInfo:repeats:)`, which cannot be
  /// had on Linux.
  ///
  /// - Parameters:
  ///   - ti: seconds; what is not positive counts as 0.0001.
  ///   - aTarget: held until the timer is invalid.
  public class func timer(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
    repeats yesOrNo: Bool
  ) -> Timer {
    SelectorTimer(interval: ti, SelectorTimer.Call(aTarget, aSelector), userInfo, repeats: yesOrNo)
  }

  /// A timer that calls `aSelector` of `aTarget` with itself, first after `ti` seconds, and has begun: by a manual
  /// ``MediaClock/current``, else in the thread's run loop.
  ///
  /// - Parameters:
  ///   - ti: seconds; what is not positive counts as 0.0001.
  ///   - aTarget: held until the timer is invalid.
  @discardableResult
  public class func scheduledTimer(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
    repeats yesOrNo: Bool
  ) -> Timer {
    let timer = SelectorTimer(interval: ti, SelectorTimer.Call(aTarget, aSelector), userInfo, repeats: yesOrNo)
    if !timer.followsManualClock { RunLoop.current.add(timer, forMode: .default) }
    return timer
  }
}

/// A timer that calls a selector. It belongs to the thread of its run loop, or to the one that advances its clock.
private final class SelectorTimer: Timer {
  /// The target and the selector that a timer calls, until it releases the target. Unchecked: only the timer uses it.
  final class Call: @unchecked Sendable {
    var target: Any?
    let selector: Selector

    init(_ target: Any, _ selector: Selector) { (self.target, self.selector) = (target, selector) }
  }

  private let call: Call
  private let info: Any?
  private let interval: TimeInterval
  private let repeats: Bool
  /// The clock that calls; nil where the run loop does.
  private let clock: MediaClock?
  /// The calls are whole multiples of the interval after this, in seconds of the clock: sums would drift.
  private var origin = CFTimeInterval.infinity
  /// The number of intervals from `origin` to the next call.
  private var count = 1.0

  /// The timers that a clock calls; this list keeps them alive. Unchecked: a list under a lock.
  private struct Running: @unchecked Sendable {
    var timers: [ObjectIdentifier: SelectorTimer] = [:]
  }
  private static let running = Mutex(Running())

  init(interval: TimeInterval, _ call: Call, _ userInfo: Any?, repeats: Bool) {
    let interval = interval > 0 ? interval : 1e-4
    let current = MediaClock.current
    (self.call, info, self.interval, self.repeats) = (call, userInfo, interval, repeats)
    clock = current.isManual ? current : nil
    // The run loop, to which clients add it, is to leave alone what the clock calls.
    let date = clock == nil ? Date(timeIntervalSinceNow: interval) : .distantFuture
    super.init(fire: date, interval: repeats ? interval : 0, repeats: repeats) { timer in
      if let target = call.target { call.selector.call(target, timer) }
    }
    guard let clock else { return }
    origin = clock.now
    let key = ObjectIdentifier(self)
    let held = Running(timers: [key: self])
    Self.running.withLock { $0.timers[key] = held.timers[key] }
    clock.add(self)
  }

  var followsManualClock: Bool { clock != nil }

  override var userInfo: Any? { info }

  /// The date of the next call; settable, far in the future to make a pause. With a manual clock, the date is as far
  /// from now as the clock's time is from the call.
  override var fireDate: Date {
    get { clock.map { Date(timeIntervalSinceNow: next - $0.now) } ?? super.fireDate }
    set {
      guard let clock else {
        super.fireDate = newValue
        return
      }
      guard isValid else { return }
      count = 0
      origin = newValue == .distantFuture ? .infinity : clock.now + max(newValue.timeIntervalSinceNow, 0)
    }
  }

  override func fire() {
    super.fire()
    if !repeats { invalidate() }
  }

  override func invalidate() {
    super.invalidate()
    call.target = nil
    origin = .infinity
    clock?.remove(self)
    let key = ObjectIdentifier(self)
    Self.running.withLock { $0.timers[key] = nil }
  }
}

extension SelectorTimer: ClockParticipant {
  /// Before the animations of the same moment: what a timer changes is committed with its frame.
  var clockPriority: Int { 0 }

  private var next: CFTimeInterval { origin + count * interval }

  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval { isValid ? next : .infinity }

  /// A timer that is late is called once, and leaves out what it missed.
  func fireEvents(at time: CFTimeInterval) {
    count += max(((time - next) / interval + 1e-6).rounded(.down) + 1, 1)
    fire()
  }
}
