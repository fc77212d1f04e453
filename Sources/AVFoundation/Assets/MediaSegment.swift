import CoreMedia
import Foundation
import Synchronization
import Video

/// A segment of a track: a time range of a file, or an empty one.
struct MediaSegment: Sendable {
  struct Stream: Hashable, Sendable {
    let source: MediaSource
    /// The number of the file's stream of sound; nil for its pictures.
    let sound: Int?

    static func == (a: Stream, b: Stream) -> Bool { a.source === b.source && a.sound == b.sound }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(source))
      hasher.combine(sound)
    }
  }

  /// The stream that the segment shows or plays; nil for an empty segment.
  var stream: Stream?
  /// The number of the file's track, for segments of compositions.
  var sourceTrackID = kCMPersistentTrackID_Invalid
  /// The time ranges of the file and of the track.
  var mapping: CMTimeMapping

  var target: CMTimeRange { mapping.target }

  static func empty(_ target: CMTimeRange) -> MediaSegment {
    MediaSegment(stream: nil, mapping: .empty(target: target))
  }

  /// Returns the part of the segment within a range of the track's time that it overlaps.
  func clipped(to range: CMTimeRange) -> MediaSegment {
    let part = target.intersection(range)
    guard part != target else { return self }
    var clipped = self
    clipped.mapping.target = part
    guard stream != nil else { return clipped }
    clipped.mapping.source = CMTimeRange(
      start: CMTimeMapTimeFromRangeToRange(part.start, fromRange: target, toRange: mapping.source),
      end: CMTimeMapTimeFromRangeToRange(part.end, fromRange: target, toRange: mapping.source))
    return clipped
  }

  /// Returns the segment moved from a range that contains it to another one.
  func moved(from range: CMTimeRange, to other: CMTimeRange) -> MediaSegment {
    var moved = self
    func time(_ time: CMTime) -> CMTime {
      range.duration == other.duration
        ? time - range.start + other.start : CMTimeMapTimeFromRangeToRange(time, fromRange: range, toRange: other)
    }
    moved.mapping.target = CMTimeRange(start: time(target.start), end: time(target.end))
    return moved
  }
}

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

  enum Opening {
    case unknown
    /// Another thread opens the file.
    case running
    /// The file is open, or cannot be opened.
    case ended(AVError?)
  }

  /// The progress of opening the file, which can be read without waiting.
  var opening: Opening {
    opened.withLockIfAvailable { opened in
      switch opened {
      case nil: .unknown
      case .success?: .ended(nil)
      case .failure(let error)?: .ended(error)
      }
    } ?? .running
  }

  var readable: VideoClip? { try? clip.get() }
}

extension VideoClip {
  /// The units of the pictures' time in a second: at least 600, as in Apple's tracks.
  private var scale: CMTimeScale { CMTimeScale(clamping: max(pictures?.timeScale ?? 600, 600)) }

  /// The duration: at a constant rate, exactly that of all frames.
  var exactDuration: CMTime {
    guard let pictures else { return sounds.map { $0.range.end }.max() ?? .zero }
    return pictures.range(until: duration, scale: scale).end
  }

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
  /// Creates the time nearest to a number of seconds; in a larger unit if the seconds exceed the time scale's range.
  init(nearest seconds: Double, _ timescale: CMTimeScale) {
    let value = (seconds * Double(timescale)).rounded()
    if abs(value) <= 0x1p53 {
      self.init(value: CMTimeValue(value), timescale: timescale)
    } else {
      self.init(seconds: seconds, preferredTimescale: timescale)
    }
  }
}

/// A value over time: ramps in the order of time, each of which holds its end value until the next begins.
struct Course<Value: Sendable>: Sendable {
  /// A ramp; its range is empty for a step.
  struct Ramp: Sendable {
    var from: Value
    var to: Value
    var range: CMTimeRange
  }

  private(set) var ramps: [Ramp] = []

  /// Adds a ramp, and removes those that it overlaps.
  mutating func add(from: Value, to: Value, in range: CMTimeRange) {
    ramps.removeAll { old in
      old.range.start == range.start || !old.range.intersection(range).isEmpty
    }
    ramps.append(Ramp(from: from, to: to, range: range))
    ramps.sort { $0.range.start < $1.range.start }
  }

  /// Returns the ramp at a time, or else the last one before it; nil before the first ramp.
  func ramp(at time: CMTime) -> Ramp? { ramps.last { $0.range.start <= time } }
}
