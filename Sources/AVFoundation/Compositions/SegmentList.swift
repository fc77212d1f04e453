// The edits of a composition's track: stretches that follow each other without gaps, from 0 on.

import CoreMedia

/// The segments of a track.
struct SegmentList: Sendable {
  /// The segments, from 0 on, without gaps; each has a length.
  private(set) var segments: [MediaSegment] = []

  /// The end of the last segment.
  var end: CMTime { segments.last?.target.end ?? .zero }

  /// Returns the segments within a range, at their times; nothing behind the end of the list.
  func part(_ range: CMTimeRange) -> [MediaSegment] {
    segments.filter { !$0.target.intersection(range).isEmpty }.map { $0.clipped(to: range) }
  }

  /// Inserts segments at a time and moves those behind; a time behind the end leaves an empty stretch before them.
  ///
  /// - Parameters:
  ///   - new: without gaps.
  ///   - range: that they fill.
  ///   - time: where they begin.
  mutating func insert(_ new: [MediaSegment], filling range: CMTimeRange, at time: CMTime) {
    guard range.duration > .zero else { return }
    let place = CMTimeRange(start: time, duration: range.duration)
    let moved = new.map { $0.moved(from: range, to: place) }
    if time > end { segments.append(.empty(CMTimeRange(start: end, end: time))) }
    let before = part(CMTimeRange(start: .zero, end: time))
    let rest = CMTimeRange(start: time, end: end)
    let after = part(rest).map { $0.moved(from: rest, to: CMTimeRange(start: place.end, duration: rest.duration)) }
    segments = before + moved + after
  }

  /// Removes a range; the segments behind it move up.
  mutating func remove(_ range: CMTimeRange) {
    guard range.start < end else { return }
    let rest = CMTimeRange(start: range.end, end: CMTimeMaximum(end, range.end))
    let after = part(rest).map { $0.moved(from: rest, to: CMTimeRange(start: range.start, duration: rest.duration)) }
    segments = part(CMTimeRange(start: .zero, end: range.start)) + after
  }

  /// Changes the duration of the segments within a range; those behind it move.
  mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    let range = range.intersection(CMTimeRange(start: .zero, end: end))
    guard !range.isEmpty else { return }
    let place = CMTimeRange(start: range.start, duration: duration)
    let rest = CMTimeRange(start: range.end, end: end)
    let after = part(rest).map { $0.moved(from: rest, to: CMTimeRange(start: place.end, duration: rest.duration)) }
    let scaled = part(range).map { $0.moved(from: range, to: place) }
    segments = part(CMTimeRange(start: .zero, end: range.start)) + scaled + after
  }

  /// Replaces all segments.
  ///
  /// - Throws: if they leave gaps, or overlap.
  mutating func replace(with new: [MediaSegment]) throws(AVError) {
    var end = CMTime.zero
    for segment in new {
      guard segment.target.start == end, segment.target.duration > .zero else {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          "a segment of a track begins at \(segment.target.start.seconds) s, and the one before ends at "
            + "\(end.seconds) s")
      }
      end = segment.target.end
    }
    segments = new
  }
}
