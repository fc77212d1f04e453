// Timers that call a selector go by the media clock, as display links do: if the program advances it, they call between
// frames at their times, whatever the machine's speed. Foundation's timers with blocks go by the run loop alone.

public import Foundation
import Synchronization

extension Timer {
  /// Creates a timer that calls `aSelector` of `aTarget` with itself, first after `ti` seconds; a `ti` that is not
  /// positive counts as 0.0001. The target is held until the timer is invalid.
  ///
  /// With a manual ``MediaClock/current`` it has begun; with the machine's it begins when it is added to a run loop, as
  /// on Apple's systems. Apple's name, `Timer(timeInterval:target:selector:userInfo:repeats:)`, is impossible on Linux.
  public class func timer(
    timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
    repeats yesOrNo: Bool
  ) -> Timer {
    SelectorTimer(interval: ti, SelectorTimer.Call(aTarget, aSelector), userInfo, repeats: yesOrNo)
  }

  /// Creates a timer that calls `aSelector` of `aTarget` with itself, first after `ti` seconds, and has begun: by a
  /// manual ``MediaClock/current``, else in the thread's run loop. A `ti` that is not positive counts as 0.0001. The
  /// target is held until the timer is invalid.
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
  /// The target and the selector, until the timer releases the target. Unchecked: only the timer uses it.
  final class Call: @unchecked Sendable {
    var target: Any?
    let selector: Selector

    init(_ target: Any, _ selector: Selector) { (self.target, self.selector) = (target, selector) }
  }

  private let call: Call
  private let info: Any?
  private let interval: TimeInterval
  private let repeats: Bool
  /// The clock that calls; nil if the run loop does.
  private let clock: MediaClock?
  /// The time from which calls are whole multiples of the interval, in seconds of the clock: sums would drift.
  private var origin = CFTimeInterval.infinity
  private var count = 1.0

  /// The timers that a clock calls, which the list keeps alive. Unchecked: a list under a lock.
  private struct Running: @unchecked Sendable {
    var timers: [ObjectIdentifier: SelectorTimer] = [:]
  }
  private static let running = Mutex(Running())

  init(interval: TimeInterval, _ call: Call, _ userInfo: Any?, repeats: Bool) {
    let interval = interval > 0 ? interval : 1e-4
    let current = MediaClock.current
    (self.call, info, self.interval, self.repeats) = (call, userInfo, interval, repeats)
    clock = current.isManual ? current : nil
    // The run loop, to which clients add the timer, must not fire it as well.
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

  /// The date of the next call; a date far in the future makes a pause. With a manual clock, the date is as far from
  /// now as the clock's time is from the call.
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
  /// The order of timers at a moment: before the animations, so that a timer's change is committed with its frame.
  var clockPriority: Int { 0 }

  private var next: CFTimeInterval { origin + count * interval }

  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval { isValid ? next : .infinity }

  /// Calls a late timer once, without the calls that it missed.
  func fireEvents(at time: CFTimeInterval) {
    count += max(((time - next) / interval + 1e-6).rounded(.down) + 1, 1)
    fire()
  }
}

// The centre does not hold observers by a selector, and forgets them when they are deallocated, as Objective-C's does.

private enum SelectorObservers {
  struct Entry {
    weak var observer: AnyObject?
    weak var center: NotificationCenter?
    var name: NSNotification.Name?
    var object: ObjectIdentifier?
    var token: any NSObjectProtocol
  }

  /// Unchecked: a list under a lock; its observers are used on threads of their own choice.
  struct List: @unchecked Sendable {
    var entries: [ObjectIdentifier: [Entry]] = [:]
    /// The number of observers above which entries of deallocated ones are removed.
    var limit = 64
  }

  static let list = Mutex(List())

  static func add(_ entry: Entry, of observer: ObjectIdentifier) {
    let forgotten = list.withLock { list in
      var forgotten: [Entry] = []
      list.entries[observer, default: []].append(entry)
      if list.entries.count > list.limit {
        forgotten = take(from: &list) { $0.observer == nil }
        list.limit = max(2 * list.entries.count, 64)
      }
      return Held(forgotten)
    }
    forgotten.leave()
  }

  /// Forgets the entries of an observer that a test chooses.
  static func remove(_ observer: ObjectIdentifier, where chooses: (Entry) -> Bool) {
    let forgotten = list.withLock { list in
      guard var entries = list.entries[observer] else { return Held([]) }
      let forgotten = entries.filter { chooses($0) || $0.observer == nil }
      entries.removeAll { chooses($0) || $0.observer == nil }
      list.entries[observer] = entries.isEmpty ? nil : entries
      return Held(forgotten)
    }
    forgotten.leave()
  }

  private static func take(from list: inout List, where chooses: (Entry) -> Bool) -> [Entry] {
    var taken: [Entry] = []
    for (observer, entries) in list.entries {
      taken += entries.filter(chooses)
      let rest = entries.filter { !chooses($0) }
      list.entries[observer] = rest.isEmpty ? nil : rest
    }
    return taken
  }

  /// Entries that were taken out of the list; the centre removes their observers outside of the lock.
  struct Held: @unchecked Sendable {
    let entries: [Entry]
    init(_ entries: [Entry]) { self.entries = entries }
    func leave() { for entry in entries { entry.center?.removeObserver(entry.token as Any) } }
  }
}

/// The observer and the selector that a notification calls. Unchecked: the posting thread calls, as on Apple's systems.
private struct SelectorCall: @unchecked Sendable {
  weak var observer: AnyObject?
  let selector: Selector
}

extension NotificationCenter {
  /// Calls `selector` of `observer` with each notification that has the name and the object; nil matches all. The
  /// observer is not held, and need not be removed.
  public func addObserver(
    _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    let observer = observer as AnyObject
    let call = SelectorCall(observer: observer, selector: aSelector)
    let token = addObserver(forName: aName, object: anObject, queue: nil) { notification in
      if let observer = call.observer { call.selector.call(observer, notification) }
    }
    SelectorObservers.add(
      SelectorObservers.Entry(
        observer: observer, center: self, name: aName, object: anObject.map { ObjectIdentifier($0 as AnyObject) },
        token: token),
      of: ObjectIdentifier(observer))
  }

  /// Ends all observations of this observer, by selectors or by a block.
  public func removeObserver(_ observer: AnyObject) {
    SelectorObservers.remove(ObjectIdentifier(observer)) { $0.center === self }
    removeObserver(observer as Any)
  }

  /// Ends the observations of this observer with a name and an object; nil matches all.
  public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
    let object = anObject.map { ObjectIdentifier($0 as AnyObject) }
    SelectorObservers.remove(ObjectIdentifier(observer)) {
      $0.center === self && (aName == nil || $0.name == aName) && (object == nil || $0.object == object)
    }
    removeObserver(observer as Any, name: aName, object: anObject)
  }
}
