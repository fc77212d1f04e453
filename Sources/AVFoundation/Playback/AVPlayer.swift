// A manual clock that is advanced stops at each time observer and at the item's end, in order, as it does for display
// links and the ends of animations.
//
// Tested by AVPlayerTests.

public import CoreMedia
public import Dispatch
public import Foundation
import QuartzCore

/// Moves through an item's time by the clock that was `MediaClock.current` when it was made.
///
/// A player, its items and its layers are used by one thread at a time. Its sound is not heard.
open class AVPlayer: NSObject {
  /// Whether it can play.
  public enum Status: Int, Sendable {
    /// The player does not have an item.
    case unknown = 0
    /// The player can play.
    case readyToPlay = 1
    /// Its item cannot be played; the player's error says why.
    case failed = 2
  }

  /// Whether the player plays.
  public enum TimeControlStatus: Int, Sendable {
    /// The player is paused.
    case paused = 0
    /// The player waits for frames. It never does: frames are decoded when they are asked for.
    case waitingToPlayAtSpecifiedRate = 1
    /// The player plays.
    case playing = 2
  }

  /// The actions of a player at the end of its item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The player stops, at rate 0.
    case pause = 1
    /// The player stays at the end and keeps its rate.
    case none = 2
  }

  final let clock: MediaClock
  /// The item's second at a second of the clock.
  private var anchor: (clock: Double, time: CMTime)
  private var currentRate: Float = 0
  /// Whether it has come to an end and stays there.
  private var isAtEnd = false
  /// The item's second up to which the player has called observers.
  private var told: Double = 0
  private var observers: [PlayerObserver] = []
  private var followers: [Follower] = []

  private struct Follower {
    weak var layer: (any PlayerFollower)?
  }

  /// The item.
  open private(set) var currentItem: AVPlayerItem?

  /// A player without an item.
  public override convenience init() { self.init(playerItem: nil) }

  /// A player of a file.
  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  /// A player of an item.
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

  /// Whether it can play.
  open var status: Status {
    guard let currentItem else { return .unknown }
    return currentItem.status == .readyToPlay ? .readyToPlay : .failed
  }
  /// The error that keeps the item from playing; nil if it can play, and without an item.
  open var error: (any Error)? { currentItem?.error }
  /// Whether the player plays.
  open var timeControlStatus: TimeControlStatus { currentRate == 0 ? .paused : .playing }
  /// The action at the end of the item. Default: `pause`.
  open var actionAtItemEnd = ActionAtItemEnd.pause
  /// The rate of ``play()``. Default: 1.
  open var defaultRate: Float = 1

  /// Seconds of the item in a second of the clock; negative backwards, 0 to stand. Default: 0.
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

  /// Goes to a time of its item, exactly; what is outside is its beginning or end.
  open func seek(to time: CMTime) { currentItem?.seek(to: time) }

  /// Goes to a time of its item, and calls a block with true.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(to: time)
    completionHandler(currentItem != nil)
  }

  /// Goes to a time of its item exactly, whatever the tolerances allow.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

  /// Goes to a time of its item exactly, whatever the tolerances allow, and calls a block with true.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping (Bool) -> Void
  ) { seek(to: time, completionHandler: completionHandler) }

  /// Goes to a time of its item, which a seek of its own makes.
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

  /// Gives a layer the item's time.
  ///
  /// - Parameter time: the clock's in the layer's superlayer, now.
  final func drive(_ layer: CALayer, at time: Double) {
    guard let currentItem else { return }
    let range = currentItem.playedRange
    let second = second(at: clock.now)
    // At the end the last frame is seen, and not what follows it.
    let last = max(range.upperBound - 1e-6, range.lowerBound)
    layer.speed = isAtEnd ? 0 : currentRate
    layer.timeOffset =
      AssetStage.start + min(max(second, range.lowerBound), currentRate == 0 || isAtEnd ? last : range.upperBound)
    layer.beginTime = time
  }

  // MARK: Observers

  /// Calls a block at each multiple of an interval of the item's time, and when the player starts, stops or jumps.
  ///
  /// - Parameters:
  ///   - interval: of the item's time; more than 0.
  ///   - queue: where the block is called; nil, or the main queue, for the thread that advances the clock.
  ///   - block: called with the item's time.
  /// - Returns: what ends it, by ``removeTimeObserver(_:)``; the player holds the block until then.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let observer = PlayerObserver(.every(max(interval.seconds, 1e-4)), queue, block)
    observers.append(observer)
    return observer
  }

  /// Calls a block when the item's time reaches one of several times.
  ///
  /// - Parameters:
  ///   - times: `NSValue`s of times.
  ///   - queue: where the block is called; nil, or the main queue, for the thread that advances the clock.
  ///   - block: what is called.
  /// - Returns: what ends it, by ``removeTimeObserver(_:)``; the player holds the block until then.
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
  /// Before display links, which then find the new time.
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
    // A hair beyond, as the time of an event is computed with rounding.
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
  /// The player moves from elsewhere on, or at another rate.
  func playerMoved()
  /// There is another item, or another composition of it.
  func playerItemChanged()
}
