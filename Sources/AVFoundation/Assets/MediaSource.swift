// A file behind assets and their tracks: opened once, when something of it is first asked for.

import CoreMedia
import Foundation
import Synchronization
import Video

/// A film on disk.
final class MediaSource: Sendable {
  let url: URL
  private let opened = Mutex<Result<VideoClip, AVError>?>(nil)

  init(_ url: URL) { self.url = url }

  /// The film. The first thread that asks opens it, while others wait.
  var clip: Result<VideoClip, AVError> {
    opened.withLock { opened in
      if let opened { return opened }
      let result: Result<VideoClip, AVError>
      do throws(VideoError) { result = .success(try VideoClip(file: url)) } catch {
        result = .failure(AVError(error))
      }
      opened = result
      return result
    }
  }

  /// The progress of opening a file.
  enum Opening {
    case unknown
    /// Another thread opens the file.
    case running
    /// The file is open, or cannot be opened.
    case ended(AVError?)
  }

  /// The progress of opening the file. Reading it does not wait for a thread that opens the file.
  var opening: Opening {
    opened.withLockIfAvailable { opened in
      switch opened {
      case nil: .unknown
      case .success?: .ended(nil)
      case .failure(let error)?: .ended(error)
      }
    } ?? .running
  }

  /// The film; nil if it cannot be read.
  var readable: VideoClip? { try? clip.get() }
}

extension VideoClip {
  /// Units of its pictures' time, as Apple's tracks have them.
  private var scale: CMTimeScale { CMTimeScale(clamping: max(pictures?.timeScale ?? 600, 600)) }

  /// The duration: at a constant rate, exactly the duration of the clip's frames.
  var exactDuration: CMTime {
    guard let pictures else { return sounds.map { $0.range.end }.max() ?? .zero }
    return pictures.range(until: duration, scale: scale).end
  }

  /// The time range of the pictures.
  var pictureRange: CMTimeRange? { pictures?.range(until: duration, scale: scale) }
}

extension ClipPictures {
  fileprivate func range(until end: Double, scale: CMTimeScale) -> CMTimeRange {
    let start = CMTime(nearest: start, scale)
    guard isConstantRate, let rate = nominalFrameRate, let length = frameTime(count, rate) else {
      return CMTimeRange(start: start, end: CMTime(nearest: end, scale))
    }
    return CMTimeRange(start: start, duration: length)
  }

  private func frameTime(_ count: Int, _ rate: FrameRate) -> CMTime? {
    guard let scale = CMTimeScale(exactly: rate.numerator) else { return nil }
    return CMTimeMultiply(
      CMTime(value: CMTimeValue(rate.denominator), timescale: scale), multiplier: Int32(clamping: count))
  }

  /// The duration of a frame.
  var frameDuration: CMTime { nominalFrameRate.flatMap { frameTime(1, $0) } ?? .invalid }

  /// The size before it is turned upright, with square pixels.
  var naturalSize: CGSize {
    CGSize(width: (Double(codedWidth) * pixelAspect).rounded(), height: Double(codedHeight))
  }
}

extension ClipSound {
  /// The time range in which the sound is heard.
  var range: CMTimeRange {
    let scale = CMTimeScale(clamping: max(rate, 1))
    let start = CMTime(nearest: max(start, 0), scale)
    return CMTimeRange(start: start, end: CMTimeMaximum(CMTime(nearest: end, scale), start))
  }
}

extension CMTime {
  /// Seconds in the nearest unit; too many for it in a longer one.
  init(nearest seconds: Double, _ timescale: CMTimeScale) {
    let value = (seconds * Double(timescale)).rounded()
    if abs(value) <= 0x1p53 {
      self.init(value: CMTimeValue(value), timescale: timescale)
    } else {
      self.init(seconds: seconds, preferredTimescale: timescale)
    }
  }
}
