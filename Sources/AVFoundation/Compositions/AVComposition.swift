// Tested by CompositionTests.

public import CoreMedia
public import Foundation

/// An asset whose tracks consist of ranges of other assets. Nothing is copied: frames and samples are read in place.
open class AVComposition: AVAsset, @unchecked Sendable {
  // Unchecked Sendable: a composition is used by one thread at a time.

  final var compositionTracks: [AVMutableCompositionTrack] = []
  final var ownNaturalSize: CGSize?

  init() { super.init(source: nil) }

  override func loadSource() throws(AVError) {
    for track in compositionTracks { try track.load() }
  }

  /// The tracks, in the order in which they were added.
  open override var tracks: [AVAssetTrack] { compositionTracks }

  /// The end of the track that ends last.
  open override var duration: CMTime { compositionTracks.map { $0.list.end }.max() ?? .zero }

  /// The size of the pictures. Default: that of the first track of pictures.
  open override var naturalSize: CGSize { ownNaturalSize ?? super.naturalSize }
}

/// A composition that can be changed.
///
/// ```swift
/// let composition = AVMutableComposition()
/// let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
/// try track?.insertTimeRange(range, of: source, at: .zero)
/// ```
open class AVMutableComposition: AVComposition, @unchecked Sendable {
  // Unchecked Sendable: a composition is used by one thread at a time.

  /// Creates a composition without tracks.
  public override init() { super.init() }

  /// The size of the pictures. Default: that of the first track of pictures.
  open override var naturalSize: CGSize {
    get { super.naturalSize }
    set { ownNaturalSize = newValue }
  }

  /// Adds a track of pictures or sound; returns nil for other kinds. A `preferredTrackID` that is taken, or
  /// `kCMPersistentTrackID_Invalid`, becomes the next free number.
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    guard mediaType == .video || mediaType == .audio else { return nil }
    let taken = compositionTracks.map(\.trackID)
    let isFree = preferredTrackID != kCMPersistentTrackID_Invalid && !taken.contains(preferredTrackID)
    let number = isFree ? preferredTrackID : (taken.max() ?? 0) + 1
    let track = AVMutableCompositionTrack(asset: self, trackID: number, mediaType: mediaType)
    compositionTracks.append(track)
    return track
  }

  /// Removes a track.
  open func removeTrack(_ track: AVCompositionTrack) { compositionTracks.removeAll { $0 === track } }

  /// Returns a track into which ranges of a track can be inserted: the first one of its kind.
  open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    compositionTracks.first { $0.mediaType == track.mediaType }
  }

  /// Inserts a time range of all tracks of an asset, and moves the later segments of all tracks. Throws ``AVError``.
  ///
  /// - Parameters:
  ///   - timeRange: of the asset's time.
  ///   - asset: of a file, or a composition.
  ///   - startTime: the begin time in this composition; invalid for the end.
  open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    try asset.loadSource()
    let time = startTime.isValid ? startTime : duration
    var taken: Set<CMPersistentTrackID> = []
    let tracks = asset.tracks
    for track in tracks {
      let known = compositionTracks.first { $0.mediaType == track.mediaType && !taken.contains($0.trackID) }
      let target: AVMutableCompositionTrack
      if let known {
        target = known
      } else {
        guard let made = addMutableTrack(withMediaType: track.mediaType, preferredTrackID: track.trackID) else {
          continue
        }
        if track.mediaType == .video { made.preferredTransform = track.preferredTransform }
        target = made
      }
      taken.insert(target.trackID)
      try target.insertTimeRange(timeRange, of: track, at: time)
    }
    // Other tracks stay in step with the moved segments.
    for track in compositionTracks where !taken.contains(track.trackID) {
      track.insertEmptyTimeRange(CMTimeRange(start: time, duration: timeRange.duration))
    }
  }

  /// Inserts an empty time range into all tracks, and moves their later segments.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in compositionTracks { track.insertEmptyTimeRange(timeRange) }
  }

  /// Removes a time range from all tracks, and moves their later segments up.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in compositionTracks { track.removeTimeRange(timeRange) }
  }

  /// Changes the duration of a time range, and moves the later segments of all tracks.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    for track in compositionTracks { track.scaleTimeRange(timeRange, toDuration: duration) }
  }
}

struct SegmentList: Sendable {
  /// The segments, from 0 on, without gaps; none is empty in time.
  private(set) var segments: [MediaSegment] = []

  var end: CMTime { segments.last?.target.end ?? .zero }

  /// Returns the segments within a range; nothing after the end of the list.
  func part(_ range: CMTimeRange) -> [MediaSegment] {
    segments.filter { !$0.target.intersection(range).isEmpty }.map { $0.clipped(to: range) }
  }

  /// Inserts gapless segments that fill a range at a time, and moves the later ones. For a time after the end, an empty
  /// segment fills the gap.
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

  /// Removes a range, and moves the later segments up.
  mutating func remove(_ range: CMTimeRange) {
    guard range.start < end else { return }
    let rest = CMTimeRange(start: range.end, end: CMTimeMaximum(end, range.end))
    let after = part(rest).map { $0.moved(from: rest, to: CMTimeRange(start: range.start, duration: rest.duration)) }
    segments = part(CMTimeRange(start: .zero, end: range.start)) + after
  }

  /// Changes the duration of the segments within a range, and moves the later ones.
  mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    let range = range.intersection(CMTimeRange(start: .zero, end: end))
    guard !range.isEmpty else { return }
    let place = CMTimeRange(start: range.start, duration: duration)
    let rest = CMTimeRange(start: range.end, end: end)
    let after = part(rest).map { $0.moved(from: rest, to: CMTimeRange(start: place.end, duration: rest.duration)) }
    let scaled = part(range).map { $0.moved(from: range, to: place) }
    segments = part(CMTimeRange(start: .zero, end: range.start)) + scaled + after
  }

  /// Replaces all segments. Throws if they have gaps or overlaps.
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
