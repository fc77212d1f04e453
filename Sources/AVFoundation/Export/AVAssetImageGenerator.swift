// Tested by ImageGeneratorTests.

public import CoreGraphics
public import CoreMedia
import Dispatch
public import Foundation
import Multiplane
import QuartzCore
import Video

/// Makes images of an asset's frames. Frames are always the exact ones, whatever the tolerances.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Unchecked Sendable: options are set before; one image is made at a time, under the lock.

  /// The asset.
  public final let asset: AVAsset
  private let lock = NSLock()
  private var isCancelled = false
  private var prepared: (canvas: FilmCanvas, renderer: OffscreenRenderer, settings: Settings)?

  private struct Settings: Equatable {
    var composition: ObjectIdentifier?
    var isUpright: Bool
    var limit: CGSize
  }

  /// Creates a generator of an asset's images.
  public init(asset: AVAsset) { self.asset = asset }

  /// Whether images are turned upright by the track's transform. Default: false.
  open var appliesPreferredTrackTransform = false
  /// The largest width and height of an image, in pixels; larger ones are scaled down. Default: 0, no limit.
  open var maximumSize = CGSize.zero
  /// The composition that makes the film from the tracks. Default: nil, which shows only the first track of pictures.
  open var videoComposition: AVVideoComposition?
  /// The most by which a frame may precede a requested time after the asset's end. Default: infinite.
  open var requestedTimeToleranceBefore = CMTime.positiveInfinity
  /// The most by which a frame may follow a requested time before the asset's beginning. Default: infinite.
  open var requestedTimeToleranceAfter = CMTime.positiveInfinity

  /// Returns the image at a time of the asset. `actualTime` gets the begin time of its frame.
  ///
  /// - Throws: ``AVError`` if the file cannot be read, and for times outside of the asset by more than the tolerances.
  open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try made(requestedTime)
    actualTime?.pointee = time
    return image
  }

  /// Returns the image at a time, and the begin time of its frame. Throws as ``copyCGImage(at:actualTime:)``.
  public final func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do { continuation.resume(returning: try self.made(time)) } catch { continuation.resume(throwing: error) }
      }
    }
  }

  /// Returns the images at times, one after the other.
  public final func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// The results of a request.
  public enum Result: Int, Sendable {
    /// The image was made.
    case succeeded = 0
    /// The image could not be made; see the error.
    case failed = 1
    /// The request was cancelled.
    case cancelled = 2
  }

  /// A block that gets the requested time, the image, the begin time of its frame, the result and the error.
  public typealias CompletionHandler = @Sendable (CMTime, CGImage?, CMTime, Result, (any Error)?) -> Void

  /// Makes images at times (`NSValue`s) on another thread, and calls a block there for each, in order.
  open func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping CompletionHandler
  ) {
    let times = requestedTimes.map(\.timeValue)
    lock.withLock { isCancelled = false }
    DispatchQueue.global().async {
      for time in times {
        guard !self.lock.withLock({ self.isCancelled }) else {
          handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled, "cancelled"))
          continue
        }
        do {
          let (image, actual) = try self.made(time)
          handler(time, image, actual, .succeeded, nil)
        } catch { handler(time, nil, .invalid, .failed, error) }
      }
    }
  }

  /// Makes an image on another thread, and calls a block with it, the begin time of its frame and the error.
  public final func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do {
        let (image, actual) = try self.made(requestedTime)
        handler(image, actual, nil)
      } catch { handler(nil, .invalid, error) }
    }
  }

  /// Cancels the images that are not made yet.
  open func cancelAllCGImageGeneration() { lock.withLock { isCancelled = true } }

  // MARK: One image

  /// Makes an image; only one at a time.
  private func made(_ time: CMTime) throws -> (CGImage, CMTime) {
    lock.lock()
    defer { lock.unlock() }
    return try image(time)
  }

  private func image(_ requested: CMTime) throws(AVError) -> (CGImage, CMTime) {
    try asset.loadSource()
    let time = try place(requested)
    let (canvas, renderer) = try opened()
    do throws(RenderingError) {
      return (try renderer.image(of: canvas.root, at: time.seconds), beginning(of: time))
    } catch { throw canvas.reason(error) }
  }

  /// Returns the time within the asset for a requested time.
  private func place(_ time: CMTime) throws(AVError) -> CMTime {
    let duration = asset.duration
    let step =
      videoComposition?.frameDuration ?? asset.tracks(withMediaType: .video).first?.minFrameDuration ?? .invalid
    let last = CMTimeMaximum(duration - (step.isNumeric ? step : CMTime(value: 1, timescale: 600)), .zero)
    guard time.isNumeric || time.isPositiveInfinity || time.isNegativeInfinity,
      !asset.tracks(withMediaType: .video).isEmpty
    else { throw AVError(.noImageAtTime, "the asset has no picture at \(time.seconds) s") }
    let place = time >= duration ? last : CMTimeMaximum(time, .zero)
    guard time - place <= requestedTimeToleranceBefore, place - time <= requestedTimeToleranceAfter else {
      throw AVError(.noImageAtTime, "the asset has no picture at \(time.seconds) s: it lasts \(duration.seconds) s")
    }
    return place
  }

  private func opened() throws(AVError) -> (FilmCanvas, OffscreenRenderer) {
    let settings = Settings(
      composition: videoComposition.map { ObjectIdentifier($0) }, isUpright: appliesPreferredTrackTransform,
      limit: maximumSize)
    if let prepared, prepared.settings == settings { return (prepared.canvas, prepared.renderer) }
    var composition = videoComposition
    if composition == nil, !appliesPreferredTrackTransform, let track = asset.tracks(withMediaType: .video).first {
      let asItIs = AVMutableVideoComposition(propertiesOf: asset)
      asItIs.renderSize = track.naturalSize
      let part = AVMutableVideoCompositionInstruction()
      part.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
      part.backgroundColor = .clear
      part.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: track)]
      asItIs.instructions = [part]
      composition = asItIs
    }
    let plan = try AssetPlan(asset, composition)
    let size = CGSize(width: plan.size.width * plan.scale, height: plan.size.height * plan.scale)
    let across = maximumSize.width > 0 ? maximumSize.width / size.width : 1
    let down = maximumSize.height > 0 ? maximumSize.height / size.height : 1
    let factor = min(across, down, 1)
    func pixels(_ length: CGFloat) -> Int { max(1, Int(bounded: (length * factor).rounded())) }
    let canvas = FilmCanvas(
      plan, width: pixels(size.width), height: pixels(size.height),
      isTransparent: composition?.animationTool == nil)
    do throws(RenderingError) {
      let renderer = try canvas.makeRenderer()
      prepared = (canvas, renderer, settings)
      return (canvas, renderer)
    } catch { throw AVError(error) }
  }

  /// Returns the begin time of the frame that shows at a time.
  private func beginning(of time: CMTime) -> CMTime {
    if let step = videoComposition?.frameDuration {
      let count = (time.seconds / step.seconds + 1e-6).rounded(.down)
      return CMTimeMultiply(step, multiplier: Int32(clamping: Int(bounded: count)))
    }
    let track = asset.tracks(withMediaType: .video).first
    guard let segment = track?.mediaSegments.first(where: { $0.target.containsTime(time) }),
      let clip = segment.stream?.source.readable, let pictures = clip.pictures
    else { return time }
    let (source, target) = (segment.mapping.source, segment.target)
    let own = CMTimeMapTimeFromRangeToRange(time, fromRange: target, toRange: source)
    let start: CMTime
    if pictures.isConstantRate, pictures.frameDuration.isNumeric {
      let count = ((own.seconds - pictures.start) / pictures.frameDuration.seconds + 1e-6).rounded(.down)
      start =
        CMTime(nearest: pictures.start, CMTimeScale(clamping: pictures.timeScale))
        + CMTimeMultiply(pictures.frameDuration, multiplier: Int32(clamping: Int(bounded: max(count, 0))))
    } else if let frame = try? clip.makeReader(memory: 64 << 20).frame(at: own.seconds) {
      start = CMTime(nearest: frame.start, CMTimeScale(clamping: max(pictures.timeScale, 600)))
    } else {
      return time
    }
    let begun = CMTimeMapTimeFromRangeToRange(start, fromRange: source, toRange: target)
    return CMTimeMaximum(begun, target.start)
  }

  /// The images at times, each of which is made when it is requested.
  public struct Images: AsyncSequence, Sendable {
    /// An image, or the error that prevented it.
    public enum Element: Sendable {
      /// An image and the begin time of its frame.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// The error that prevented the image.
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image. Throws the error that prevented it.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The begin time of the frame. Throws the error that prevented the image.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    let generator: AVAssetImageGenerator
    let times: [CMTime]

    /// Creates an iterator from the first time on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(generator: generator, times: times[...]) }

    /// Makes an image for each element.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let generator: AVAssetImageGenerator
      var times: ArraySlice<CMTime>

      /// Makes the next image; nil at the end.
      public mutating func next() async -> Element? {
        guard let time = times.popFirst() else { return nil }
        do {
          let (image, actual) = try await generator.image(at: time)
          return .success(requestedTime: time, image: image, actualTime: actual)
        } catch { return .failure(requestedTime: time, error: error) }
      }
    }
  }
}
