// A stretch of a track's time: what of which file is seen or heard in it.

import CoreMedia
import Foundation

/// A stretch of a file, or an empty one, in the time of a track.
struct MediaSegment: Sendable {
  /// A stream of a file.
  struct Stream: Hashable, Sendable {
    let source: MediaSource
    /// The number of the stream of sound among the file's; nil for its pictures.
    let sound: Int?

    static func == (a: Stream, b: Stream) -> Bool { a.source === b.source && a.sound == b.sound }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(source))
      hasher.combine(sound)
    }
  }

  /// The stream that the segment shows or plays; nil for an empty segment.
  var stream: Stream?
  /// The track of the file, as segments of compositions tell it.
  var sourceTrackID = kCMPersistentTrackID_Invalid
  /// The file's time, and the track's.
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

  /// Returns the segment moved from one range, in which it lies, to another.
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
