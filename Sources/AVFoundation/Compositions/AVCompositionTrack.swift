// Tested by CompositionTests.

public import CoreGraphics
public import CoreMedia
public import Foundation
import Video

/// A track of a composition.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
  // Unchecked Sendable: a composition is used by one thread at a time.

  final var list = SegmentList()
  /// The transform if one was set; nil for the identity.
  final var ownTransform: CGAffineTransform?
  final var ownIsEnabled = true
  final var ownVolume: Float = 1

  override var mediaSegments: [MediaSegment] { list.segments }

  override func load() throws(AVError) {
    for segment in list.segments { _ = try segment.stream?.source.clip.get() }
  }

  /// The time range from 0 to the end of the last segment.
  open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, end: list.end) }

  /// The segments of the track, without gaps.
  open override var segments: [AVAssetTrackSegment] { compositionSegments }

  var compositionSegments: [AVCompositionTrackSegment] { list.segments.map(AVCompositionTrackSegment.init) }

  /// The stream of the first segment with one, as a track of its file.
  private var firstSource: AVAssetTrack? {
    list.segments.lazy.compactMap(\.stream).first.flatMap { stream in
      let asset = AVAsset(source: stream.source)
      return asset.tracks(withMediaType: mediaType).first
    }
  }

  /// The size of the pictures of the first segment, before ``preferredTransform``.
  open override var naturalSize: CGSize { firstSource?.naturalSize ?? .zero }
  /// The transform of the pictures unless an instruction sets another one. Default: the identity, unlike the sources'.
  open override var preferredTransform: CGAffineTransform { ownTransform ?? .identity }
  /// The volume unless an audio mix sets another one. Default: 1.
  open override var preferredVolume: Float { ownVolume }
  /// The number of pictures a second of the first segment.
  open override var nominalFrameRate: Float { firstSource?.nominalFrameRate ?? 0 }
  /// The duration of a picture of the first segment.
  open override var minFrameDuration: CMTime { firstSource?.minFrameDuration ?? .invalid }
  /// The units of time in a second of the first segment.
  open override var naturalTimeScale: CMTimeScale { firstSource?.naturalTimeScale ?? 600 }
  /// Whether the track is seen or heard. Default: true.
  open override var isEnabled: Bool { ownIsEnabled }
  /// Whether the track can be played.
  open override var isPlayable: Bool { !list.segments.isEmpty }
}

/// A segment of a composition's track.
open class AVCompositionTrackSegment: AVAssetTrackSegment {
  let segment: MediaSegment

  override init(_ segment: MediaSegment) {
    self.segment = segment
    super.init(segment)
  }

  /// Creates a segment from a file's track. A longer target range, in the composition's time, plays it slower.
  public convenience init(
    url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
  ) {
    let source = MediaSource(URL)
    let isVideo = source.readable?.pictures != nil
    let sound = Int(trackID) - (isVideo ? 2 : 1)
    self.init(
      MediaSegment(
        stream: .init(source: source, sound: isVideo && trackID == 1 ? nil : sound), sourceTrackID: trackID,
        mapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange)))
  }

  /// Creates a segment in which nothing is seen or heard.
  public convenience init(timeRange: CMTimeRange) { self.init(.empty(timeRange)) }

  /// The URL of the file; nil for an empty segment.
  open var sourceURL: URL? { segment.stream?.source.url }
  /// The number of the file's track.
  open var sourceTrackID: CMPersistentTrackID { segment.sourceTrackID }
}

/// A mutable track of a composition.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  // Unchecked Sendable: a composition is used by one thread at a time.

  /// The transform of the pictures unless an instruction sets another one. Default: the identity, unlike the sources'.
  open override var preferredTransform: CGAffineTransform {
    get { ownTransform ?? .identity }
    set { ownTransform = newValue }
  }
  /// The volume unless an audio mix sets another one. Default: 1.
  open override var preferredVolume: Float {
    get { ownVolume }
    set { ownVolume = newValue }
  }
  /// Whether the track is seen or heard. Default: true.
  open override var isEnabled: Bool {
    get { ownIsEnabled }
    set { ownIsEnabled = newValue }
  }

  /// The segments of the track, of type ``AVCompositionTrackSegment``.
  ///
  /// - Precondition: new segments have neither gaps nor overlaps; ``validateSegments(_:)`` checks that.
  open override var segments: [AVAssetTrackSegment] {
    get { compositionSegments }
    set {
      do throws(AVError) { try list.replace(with: newValue.map(Self.segment)) } catch {
        preconditionFailure("AVMutableCompositionTrack.segments: \(error)")
      }
    }
  }

  private static func segment(_ segment: AVAssetTrackSegment) -> MediaSegment {
    (segment as? AVCompositionTrackSegment)?.segment ?? .empty(segment.timeMapping.target)
  }

  /// Throws ``AVError`` for segments with gaps or overlaps.
  public final func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    var list = SegmentList()
    try list.replace(with: trackSegments.map(\.segment))
  }

  /// Inserts a time range of a track of the same kind, from a file or a composition, and moves the later segments.
  /// The inserted segment is empty during gaps of the source.
  ///
  /// - Parameters:
  ///   - timeRange: a range of the track's time.
  ///   - track: the source.
  ///   - startTime: the begin time in this track; invalid for its end.
  /// - Throws: ``AVError`` for a track of another kind, and for invalid times.
  open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    guard track.mediaType == mediaType else {
      throw AVError(
        .operationNotSupportedForAsset,
        "a track of \(track.mediaType == .video ? "pictures" : "sound") cannot be part of one of the other kind")
    }
    try track.load()
    let time = startTime.isValid ? startTime : list.end
    guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.start >= .zero,
      time.isNumeric, time >= .zero
    else {
      throw AVError(
        .invalidSourceMedia,
        "seconds \(timeRange.start.seconds) to \(timeRange.end.seconds) at second \(time.seconds) of a composition; "
          + "expected numbers from 0 on")
    }
    var source = SegmentList()
    try source.replace(with: track.mediaSegments)
    var part = source.part(timeRange)
    let end = CMTimeMaximum(part.last?.target.end ?? timeRange.start, timeRange.start)
    if end < timeRange.end { part.append(.empty(CMTimeRange(start: end, end: timeRange.end))) }
    list.insert(part, filling: timeRange, at: time)
  }

  /// Inserts time ranges (`NSValue`s), one for each of several tracks of the same kind, one after the other.
  ///
  /// - Parameters:
  ///   - timeRanges: `NSValue`s of ranges, one for each track.
  ///   - tracks: of the same kind.
  ///   - startTime: the begin time of the first range; invalid for the end of this track.
  /// - Throws: ``AVError``, before anything is inserted.
  open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
    let kept = list
    var time = startTime.isValid ? startTime : list.end
    do {
      for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
        try insertTimeRange(range, of: track, at: time)
        time = time + range.duration
      }
    } catch {
      list = kept
      throw error
    }
  }

  /// Inserts an empty time range, and moves the later segments.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric, timeRange.start < list.end else {
      return
    }
    list.insert([.empty(timeRange)], filling: timeRange, at: timeRange.start)
  }

  /// Removes a time range, and moves the later segments up.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.isValid, timeRange.start.isNumeric else { return }
    list.remove(timeRange)
  }

  /// Changes the duration of a time range, which plays faster or slower, and moves the later segments.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    guard timeRange.isValid, timeRange.start.isNumeric, duration.isNumeric, duration > .zero else { return }
    list.scale(timeRange, to: duration)
  }
}
