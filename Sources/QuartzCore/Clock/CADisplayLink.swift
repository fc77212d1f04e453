// swift-format-ignore-file: AlwaysUseLowerCamelCase (functions with Apple's C names)

public import Foundation

/// Calls a closure or a selector once a frame, until it is invalidated.
///
/// The "display" is the media clock, with 60 frames a second: a manual clock calls the links when it is advanced, the
/// machine's clock by a timer of the run loop.
///
/// A link begins when it is added to a run loop, by the clock that is ``MediaClock/current`` then, and calls at whole
/// multiples of its interval since that moment. A late link calls once; a pause leaves calls out.
///
/// A link that was added to a run loop stays alive, with its target, until it is removed from all modes or invalidated.
open class CADisplayLink: NSObject {
  /// The highest rate, in frames a second.
  private static let maximumRate = 60.0

  private final var target: Any?
  private final var action: ((CADisplayLink) -> Void)?
  private final var runLoop: RunLoop?
  private final var modes: [RunLoop.Mode] = []
  private final var clock: MediaClock?
  private final var timer: Timer?
  /// The time at which the link was added, in seconds of its clock.
  private final var origin: CFTimeInterval = 0
  /// The time of the last call, or of the end of a pause after it, in seconds of the clock.
  private final var lastFrame: CFTimeInterval = 0
  /// The link itself while it is added to a run loop, which keeps it alive.
  private final var whileScheduled: CADisplayLink?

  /// Creates a link that is not added to a run loop yet. It holds `target`, the owner of the action, until it is
  /// invalidated, and calls `action` with itself once a frame.
  public init(target: Any, action: @escaping (CADisplayLink) -> Void) {
    self.target = target
    self.action = action
    super.init()
  }

  /// Creates a link that is not added to a run loop yet. It holds `target` until it is invalidated, and calls its
  /// method `sel` with itself once a frame.
  public convenience init(target: Any, selector sel: Selector) {
    self.init(target: target) { sel.call(target, $0) }
  }

  // MARK: Frames

  /// The begin time of the frame of the link's last call, in seconds of its clock; 0 before the first call.
  open private(set) var timestamp: CFTimeInterval = 0
  /// The begin time of the frame of the link's next call, in seconds of its clock; 0 before the first call.
  open private(set) var targetTimestamp: CFTimeInterval = 0
  /// The duration of a frame at the maximum rate, in seconds: 1/60.
  open var duration: CFTimeInterval { 1 / Self.maximumRate }

  /// Whether calls are left out. Default: false.
  open var isPaused = false {
    didSet { if oldValue && !isPaused, let clock { lastFrame = max(lastFrame, clock.now) } }
  }

  // MARK: Rate

  /// The number of frames from one call to the next. Counts if neither ``preferredFramesPerSecond`` nor
  /// ``preferredFrameRateRange`` is set. Default: 1.
  open var frameInterval = 1
  /// The calls a second to aim for; 0 for every frame. Counts if ``preferredFrameRateRange`` is not set. Default: 0.
  open var preferredFramesPerSecond = 0
  /// The calls a second that suit: the preferred rate, or else the highest. Default: ``CAFrameRateRange/default``.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// The time between two calls, in seconds: a whole number of frames, the nearest to the rate that is asked for.
  private final var interval: CFTimeInterval {
    var frames = Double(max(frameInterval, 1))
    let range = preferredFrameRateRange
    let rate = range == .default ? Double(preferredFramesPerSecond) : Double(range.preferred ?? range.maximum)
    if rate > 0 { frames = max((Self.maximumRate / rate).rounded(), 1) }
    return frames * duration
  }

  // MARK: Scheduling

  /// Begins to call, or goes on in one more mode of the run loop.
  ///
  /// - Precondition: the link is in no other run loop.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) { schedule(in: runloop, mode, by: .current) }

  /// Begins to call by a clock, or goes on by the clock that it began with in one more mode.
  package final func schedule(in runLoop: RunLoop, _ mode: RunLoop.Mode, by clock: MediaClock) {
    require(
      self.runLoop == nil || self.runLoop === runLoop,
      "CADisplayLink.add(to:forMode:): the link is in another run loop; remove it there")
    guard action != nil, !modes.contains(mode) else { return }
    modes.append(mode)
    if self.runLoop == nil {
      self.runLoop = runLoop
      self.clock = clock
      origin = clock.now
      lastFrame = origin
      whileScheduled = self
      clock.add(self)
    }
    startTimer()
  }

  /// Takes the link out of one mode; it stops if that was the last.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard runLoop === runloop, let index = modes.firstIndex(of: mode) else { return }
    modes.remove(at: index)
    if modes.isEmpty { stop() } else { startTimer() }
  }

  /// Stops for good, and releases the target.
  open func invalidate() {
    target = nil
    action = nil
    modes = []
    stop()
  }

  private final func stop() {
    timer?.invalidate()
    timer = nil
    clock?.remove(self)
    clock = nil
    runLoop = nil
    whileScheduled = nil
  }

  /// Wakes the run loop for every frame of the machine's clock; a manual clock needs no waking.
  private final func startTimer() {
    timer?.invalidate()
    timer = nil
    guard let clock, let runLoop, !clock.isManual else { return }
    let timer = Timer(timeInterval: duration, repeats: true) { _ in clock.processEvents() }
    for mode in modes { runLoop.add(timer, forMode: mode) }
    self.timer = timer
  }
}

extension CADisplayLink: ClockParticipant {
  /// The order of links at a moment: before the animations, so that a link's change is committed with its frame.
  package final var clockPriority: Int { 0 }

  package final func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval {
    guard clock != nil, !isPaused else { return .infinity }
    return origin + (frames(until: lastFrame) + 1) * interval
  }

  package final func fireEvents(at time: CFTimeInterval) {
    lastFrame = origin + frames(until: time) * interval
    timestamp = lastFrame
    targetTimestamp = lastFrame + interval
    action?(self)
  }

  /// Returns the number of intervals that have passed at a time, also if rounding makes the time, a sum, fall short.
  private final func frames(until time: CFTimeInterval) -> Double { ((time - origin) / interval + 1e-6).rounded(.down) }
}

/// The frame rates, in frames a second, that suit an animation: a hint for displays of variable rate, unused here.
public struct CAFrameRateRange: Equatable, Sendable {
  /// The lowest rate that looks right; 0 with ``default``.
  public var minimum: Float
  /// The highest rate that is of use; 0 with ``default``.
  public var maximum: Float
  /// The rate to aim for; nil leaves it to the system.
  public var preferred: Float?

  /// Creates ``default``, the range without a hint.
  public init() { self.init(minimum: 0, maximum: 0) }

  /// Creates a range of rates, in frames a second.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// The range without a hint.
  public static let `default` = CAFrameRateRange()
}

/// Whether both ranges hold the same rates.
public func CAFrameRateRangeIsEqualToRange(_ range: CAFrameRateRange, _ other: CAFrameRateRange) -> Bool {
  range == other
}
