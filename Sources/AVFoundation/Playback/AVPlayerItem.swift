// Tested by AVPlayerTests.

public import CoreGraphics
public import CoreMedia
import Dispatch
public import Foundation
import QuartzCore

/// An asset in a player.
open class AVPlayerItem: NSObject {
  /// The item's ability to be played.
  public enum Status: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// The item can be played.
    case readyToPlay = 1
    /// The item cannot be played; see its error.
    case failed = 2
  }

  /// The asset.
  public final let asset: AVAsset
  final weak var player: AVPlayer?
  /// The current time while no player has the item.
  final var ownTime = CMTime.zero
  final let pool = FramePool()
  private var madePlan: Result<AssetPlan, AVError>?

  /// Creates an item of an asset.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  /// Creates an item of an asset; its properties are loaded on request, whatever the keys.
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

  /// Creates an item of a file.
  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  /// The composition of the film from the tracks. Default: nil, which shows the first track of pictures, upright.
  ///
  /// It has no animation tool: layers in a player's time belong to an ``AVSynchronizedLayer``.
  open var videoComposition: AVVideoComposition? {
    didSet {
      madePlan = nil
      player?.itemChanged()
    }
  }

  /// The plan of the item's film, or the error that prevents it.
  final var plan: Result<AssetPlan, AVError> {
    if let madePlan { return madePlan }
    let made: Result<AssetPlan, AVError>
    do throws(AVError) {
      try asset.loadSource()
      if videoComposition?.animationTool != nil {
        throw AVError(.invalidVideoComposition, "a player shows no animation tool: use an AVSynchronizedLayer")
      }
      made = .success(try AssetPlan(asset, videoComposition))
    } catch { made = .failure(error) }
    madePlan = made
    return made
  }

  /// The item's ability to be played.
  open var status: Status { error == nil ? .readyToPlay : .failed }
  /// The error that prevents playing; nil for none.
  open var error: (any Error)? {
    if case .failure(let error) = plan { return error }
    return asset.tracks.isEmpty ? AVError(.operationNotSupportedForAsset, "the asset has no tracks") : nil
  }
  /// The duration of the asset.
  open var duration: CMTime { asset.duration }
  /// The size of the upright pictures, in pixels; zero without pictures.
  open var presentationSize: CGSize { (try? plan.get().size) ?? .zero }
  /// The time at which forward playback ends. Default: invalid, which is the asset's end.
  open var forwardPlaybackEndTime = CMTime.invalid
  /// The time at which backward playback ends. Default: invalid, which is the asset's beginning.
  open var reversePlaybackEndTime = CMTime.invalid

  /// The range that is played, in seconds.
  final var playedRange: ClosedRange<Double> {
    let end = forwardPlaybackEndTime.isNumeric ? CMTimeMinimum(forwardPlaybackEndTime, duration) : duration
    let start = reversePlaybackEndTime.isNumeric ? CMTimeMaximum(reversePlaybackEndTime, .zero) : .zero
    return start.seconds...max(end.seconds, start.seconds)
  }

  // MARK: Time

  /// Returns the player's current time in the item.
  open func currentTime() -> CMTime { player?.time(of: self) ?? ownTime }

  /// Seeks to a time; times outside of the asset become its beginning or end.
  open func seek(to time: CMTime) {
    guard time.isNumeric || time.isPositiveInfinity || time.isNegativeInfinity else { return }
    let place = CMTimeMaximum(CMTimeMinimum(time, duration), .zero)
    if let player { player.jump(to: place) } else { ownTime = place }
  }

  /// Seeks exactly to a time, and calls a block with true.
  open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)?) {
    seek(to: time)
    completionHandler?(true)
  }

  /// Seeks exactly to a time, whatever the tolerances, and calls a block with true.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)? = nil
  ) {
    seek(to: time)
    completionHandler?(true)
  }

  /// Steps by a number of frames, backwards if negative.
  open func step(byCount stepCount: Int) {
    guard let step = try? plan.get().frameDuration, step.isNumeric else { return }
    seek(to: currentTime() + CMTimeMultiply(step, multiplier: Int32(clamping: stepCount)))
  }
}

extension NSNotification.Name {
  /// An item has been played to its end; the notification's object is the item.
  public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// A player has jumped within an item; the notification's object is the item.
  public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
}

extension AVPlayerItem {
  /// An item has been played to its end; the notification's object is the item.
  public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
  /// A player has jumped within an item; the notification's object is the item.
  public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
}

/// A block and the times at which it is called.
final class PlayerObserver {
  enum Times {
    /// All multiples of a number.
    case every(Double)
    /// Some times, sorted.
    case at([Double])
  }

  private let times: Times
  private let queue: DispatchQueue?
  private let block: @Sendable (CMTime) -> Void

  init(_ times: Times, _ queue: DispatchQueue?, _ block: @escaping @Sendable (CMTime) -> Void) {
    (self.times, self.block) = (times, block)
    // `DispatchQueue.main` is another object at each access.
    self.queue = queue?.label == DispatchQueue.main.label ? nil : queue
  }

  var isPeriodic: Bool {
    if case .every = times { true } else { false }
  }

  /// Returns the first of its times after `second` in the direction of playback.
  func next(after second: Double, isForward: Bool) -> Double? {
    switch times {
    case .every(let interval):
      let steps = second / interval
      return (isForward ? (steps + 1e-6).rounded(.down) + 1 : (steps - 1e-6).rounded(.up) - 1) * interval
    case .at(let seconds):
      return isForward ? seconds.first { $0 > second + 1e-9 } : seconds.last { $0 < second - 1e-9 }
    }
  }

  func call(_ time: CMTime) {
    guard let queue else { return block(time) }
    let block = block
    queue.async { block(time) }
  }
}
