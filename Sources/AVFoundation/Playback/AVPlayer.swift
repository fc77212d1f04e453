// An advancing manual clock stops at each time observer and at the item's end, in order, as it does for display links
// and the ends of animations.
//
// Tested by AVPlayerTests.

public import CoreMedia
public import Dispatch
public import Foundation
import QuartzCore

/// Plays an item by the clock that was `MediaClock.current` when the player was made. Sound is not played. One thread
/// at a time uses a player, its items and its layers.
open class AVPlayer: NSObject {
  /// The player's ability to play.
  public enum Status: Int, Sendable {
    /// The player does not have an item.
    case unknown = 0
    /// The player can play.
    case readyToPlay = 1
    /// The item cannot be played; see the player's error.
    case failed = 2
  }

  /// The state of playback.
  public enum TimeControlStatus: Int, Sendable {
    /// The player is paused.
    case paused = 0
    /// The player waits for frames. This does not occur: frames are decoded on request.
    case waitingToPlayAtSpecifiedRate = 1
    /// The player plays.
    case playing = 2
  }

  /// The action of a player at the end of its item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The player stops, at rate 0.
    case pause = 1
    /// The player stays at the end and keeps its rate.
    case none = 2
  }

  final let clock: MediaClock
  /// A second of the clock, and the item's time at it.
  private var anchor: (clock: Double, time: CMTime)
  private var currentRate: Float = 0
  /// Whether playback has reached an end and stays there.
  private var isAtEnd = false
  /// The item's second up to which observers have been called.
  private var told: Double = 0
  private var observers: [PlayerObserver] = []
  private var followers: [Follower] = []

  private struct Follower {
    weak var layer: (any PlayerFollower)?
  }

  /// The item.
  open private(set) var currentItem: AVPlayerItem?

  /// Creates a player without an item.
  public override convenience init() { self.init(playerItem: nil) }

  /// Creates a player of a file.
  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  /// Creates a player of an item.
  public init(playerItem item: AVPlayerItem?) {
    clock = .current
    anchor = (clock.now, .zero)
    super.init()
    clock.add(self)
    replaceCurrentItem(with: item)
  }

  /// Replaces the item, and continues at the new item's current time; nil for no item.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    guard item !== currentItem || item == nil else { return }
    if let old = currentItem {
      old.ownTime = currentTime()
      old.player = nil
    }
    currentItem = item
    let start = item?.ownTime ?? .zero
    item?.player = self
    move(to: start)
    itemChanged()
  }

  // MARK: State

  /// The player's ability to play.
  open var status: Status {
    guard let currentItem else { return .unknown }
    return currentItem.status == .readyToPlay ? .readyToPlay : .failed
  }
  /// The error that prevents playing; nil for none, and without an item.
  open var error: (any Error)? { currentItem?.error }
  /// Whether the player plays.
  open var timeControlStatus: TimeControlStatus { currentRate == 0 ? .paused : .playing }
  /// The action at the end of the item. Default: `pause`.
  open var actionAtItemEnd = ActionAtItemEnd.pause
  /// The rate of ``play()``. Default: 1.
  open var defaultRate: Float = 1

  /// The item's seconds for a second of the clock; negative backwards, 0 while paused. Default: 0.
  open var rate: Float {
    get { currentRate }
    set {
      guard newValue != currentRate, newValue.isFinite else { return }
      let time = currentTime()
      currentRate = newValue
      move(to: time)
      tellAll()
    }
  }

  /// Plays at the default rate.
  open func play() { rate = defaultRate }

  /// Plays at a rate.
  open func playImmediately(atRate rate: Float) { self.rate = rate }

  /// Pauses, at rate 0.
  open func pause() { rate = 0 }

  /// Returns the current time of the item; 0 without an item.
  open func currentTime() -> CMTime {
    guard let currentItem else { return .zero }
    guard currentRate != 0, !isAtEnd else { return anchor.time }
    let range = currentItem.playedRange
    return CMTime(nearest: min(max(second(at: clock.now), range.lowerBound), range.upperBound), 1_000_000_000)
  }

  final func time(of item: AVPlayerItem) -> CMTime { item === currentItem ? currentTime() : item.ownTime }

  private func second(at time: Double) -> Double {
    isAtEnd ? anchor.time.seconds : anchor.time.seconds + (time - anchor.clock) * Double(currentRate)
  }

  // MARK: Seeking

  /// Seeks exactly to a time of the item; times outside of it become its beginning or end.
  open func seek(to time: CMTime) { currentItem?.seek(to: time) }

  /// Seeks to a time of the item, and calls a block with true.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(to: time)
    completionHandler(currentItem != nil)
  }

  /// Seeks exactly to a time of the item, whatever the tolerances.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

  /// Seeks exactly to a time of the item, whatever the tolerances, and calls a block with true.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
  ) { seek(to: time, completionHandler: completionHandler) }

  /// Moves to a time on the request of its item.
  final func jump(to time: CMTime) {
    move(to: time)
    NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: currentItem)
    tellAll()
  }

  private func move(to time: CMTime) {
    isAtEnd = false
    anchor = (clock.now, time)
    told = time.seconds
    layersFollow()
  }

  // MARK: Layers

  /// Adds a layer that follows the player; the player holds it weakly.
  final func add(_ follower: any PlayerFollower) {
    followers.removeAll { $0.layer == nil || $0.layer === follower }
    followers.append(Follower(layer: follower))
  }

  final func remove(_ follower: any PlayerFollower) {
    followers.removeAll { $0.layer == nil || $0.layer === follower }
  }

  /// Tells the layers that the item's pictures changed.
  final func itemChanged() { for follower in followers { follower.layer?.playerItemChanged() } }

  private func layersFollow() { for follower in followers { follower.layer?.playerMoved() } }

  /// Sets a layer's time to the item's.
  ///
  /// - Parameter time: the clock's current time in the layer's superlayer.
  final func drive(_ layer: CALayer, at time: Double) {
    guard let currentItem else { return }
    let range = currentItem.playedRange
    let second = second(at: clock.now)
    // At the end, the last frame shows, not the one after it.
    let last = max(range.upperBound - 1e-6, range.lowerBound)
    layer.speed = isAtEnd ? 0 : currentRate
    layer.timeOffset =
      AssetStage.start + min(max(second, range.lowerBound), currentRate == 0 || isAtEnd ? last : range.upperBound)
    layer.beginTime = time
  }

  // MARK: Observers

  /// Calls a block at each multiple of an interval, more than 0, and when the player starts, stops or jumps.
  ///
  /// - Parameters:
  ///   - interval: of the item's time; more than 0.
  ///   - queue: the queue of the block; nil, or the main queue, for the thread that advances the clock.
  ///   - block: called with the item's time.
  /// - Returns: the observer for ``removeTimeObserver(_:)``, until which the player retains the block.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let observer = PlayerObserver(.every(max(interval.seconds, 1e-4)), queue, block)
    observers.append(observer)
    return observer
  }

  /// Calls a block when the item's time reaches one of several times (`NSValue`s).
  ///
  /// - Parameters:
  ///   - times: `NSValue`s of times.
  ///   - queue: the queue of the block; nil, or the main queue, for the thread that advances the clock.
  ///   - block: the closure that is called at each of the times.
  /// - Returns: the observer for ``removeTimeObserver(_:)``, until which the player retains the block.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let seconds = times.map(\.timeValue).filter(\.isNumeric).map(\.seconds).sorted()
    let observer = PlayerObserver(.at(seconds), queue) { _ in block() }
    observers.append(observer)
    return observer
  }

  /// Removes an observer.
  open func removeTimeObserver(_ observer: Any) {
    observers.removeAll { $0 === observer as? PlayerObserver }
  }

  /// Calls the periodic observers on the clock's next turn.
  private func tellAll() {
    clock.perform { [weak self] in
      guard let self else { return }
      for observer in observers where observer.isPeriodic { observer.call(currentTime()) }
    }
  }
}

extension AVPlayer: ClockParticipant {
  /// Ahead of display links, so that they see the new time.
  package final var clockPriority: Int { 0 }

  package final func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval {
    guard let currentItem, currentRate != 0, !isAtEnd else { return .infinity }
    let isForward = currentRate > 0
    let range = currentItem.playedRange
    var next = isForward ? range.upperBound : range.lowerBound
    for observer in observers {
      guard let own = observer.next(after: told, isForward: isForward) else { continue }
      next = isForward ? min(next, own) : max(next, own)
    }
    return max(anchor.clock + (next - anchor.time.seconds) / Double(currentRate), anchor.clock)
  }

  package final func fireEvents(at time: CFTimeInterval) {
    guard let currentItem, currentRate != 0, !isAtEnd else { return }
    let isForward = currentRate > 0
    let range = currentItem.playedRange
    // Events' times are rounded: look slightly beyond.
    let hair = isForward ? 1e-9 : -1e-9
    let place = min(max(second(at: time) + hair, range.lowerBound), range.upperBound)
    let due = observers.filter { observer in
      guard let next = observer.next(after: told, isForward: isForward) else { return false }
      return isForward ? next <= place : next >= place
    }
    let hasEnded = isForward ? place >= range.upperBound : place <= range.lowerBound
    let now = CMTime(nearest: min(max(second(at: time), range.lowerBound), range.upperBound), 1_000_000_000)
    told = place
    if hasEnded {
      anchor = (time, isForward ? CMTimeMinimum(endTime(currentItem), currentItem.duration) : startTime(currentItem))
      isAtEnd = true
      if actionAtItemEnd == .pause { currentRate = 0 }
      layersFollow()
    }
    for observer in due { observer.call(now) }
    guard hasEnded else { return }
    if isForward { NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: currentItem) }
    if actionAtItemEnd == .pause { tellAll() }
  }

  private final func endTime(_ item: AVPlayerItem) -> CMTime {
    item.forwardPlaybackEndTime.isNumeric ? item.forwardPlaybackEndTime : item.duration
  }

  private final func startTime(_ item: AVPlayerItem) -> CMTime {
    item.reversePlaybackEndTime.isNumeric ? item.reversePlaybackEndTime : .zero
  }
}

/// A layer that follows a player.
protocol PlayerFollower: AnyObject {
  /// The player has jumped, or its rate has changed.
  func playerMoved()
  /// The player has another item, or its item another composition.
  func playerItemChanged()
}
