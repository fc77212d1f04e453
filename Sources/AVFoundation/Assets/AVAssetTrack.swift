// Tested by AssetTests.

public import CoreGraphics
public import CoreMedia
public import Foundation
import Video

/// A track of an asset.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked Sendable: a file's track is immutable; a composition's is used by one thread at a time.

  /// The track's asset; nil when that asset is gone.
  open private(set) weak var asset: AVAsset?
  /// The number of the track in its asset.
  public final let trackID: CMPersistentTrackID
  /// Whether it has pictures or sound.
  public final let mediaType: AVMediaType
  /// The stream of a file; nil for a track of a composition.
  private let stream: MediaSegment.Stream?

  init(asset: AVAsset, trackID: CMPersistentTrackID, mediaType: AVMediaType, stream: MediaSegment.Stream? = nil) {
    (self.asset, self.trackID, self.mediaType, self.stream) = (asset, trackID, mediaType, stream)
    super.init()
  }

  private var pictures: ClipPictures? { mediaType == .video ? stream?.source.readable?.pictures : nil }
  private var sound: ClipSound? {
    guard let stream, let number = stream.sound else { return nil }
    return stream.source.readable.flatMap { $0.sounds.indices.contains(number) ? $0.sounds[number] : nil }
  }

  /// The segments of the track, from 0 on, without gaps.
  var mediaSegments: [MediaSegment] {
    let range = timeRange
    guard let stream, range.duration > .zero else { return [] }
    let own = MediaSegment(
      stream: stream, sourceTrackID: trackID, mapping: CMTimeMapping(source: range, target: range))
    guard range.start > .zero else { return [own] }
    return [.empty(CMTimeRange(start: .zero, end: range.start)), own]
  }

  /// The time range in which the track has pictures or sound, in the asset's time.
  open var timeRange: CMTimeRange {
    (mediaType == .video ? stream?.source.readable?.pictureRange : sound?.range) ?? .zero
  }

  /// The size of its pictures, in pixels, before ``preferredTransform``; with square pixels.
  open var naturalSize: CGSize { pictures?.naturalSize ?? .zero }

  /// The transform that turns the pictures upright, in pixels with y downwards.
  open var preferredTransform: CGAffineTransform { pictures?.orientation ?? .identity }

  /// The preferred volume of playback: always 1.
  open var preferredVolume: Float { 1 }

  /// The number of pictures a second, or their mean at a variable rate; 0 for sound.
  open var nominalFrameRate: Float { pictures?.nominalFrameRate.map { Float($0.framesPerSecond) } ?? 0 }

  /// The duration of a picture; invalid for sound and if unknown.
  open var minFrameDuration: CMTime { pictures?.frameDuration ?? .invalid }

  /// The units of time in a second: the file's for pictures, samples for sound.
  open var naturalTimeScale: CMTimeScale {
    CMTimeScale(clamping: pictures?.timeScale ?? sound?.rate ?? 0)
  }

  /// Whether the track is seen and heard: always true.
  open var isEnabled: Bool { true }

  /// Whether the track can be played.
  open var isPlayable: Bool { stream?.source.readable != nil }

  /// Whether its pictures and sound can be decoded.
  open var isDecodable: Bool { isPlayable }

  /// The segments of the track: stretches of its time without gaps.
  open var segments: [AVAssetTrackSegment] { mediaSegments.map(AVAssetTrackSegment.init) }

  /// Returns the segment at a time; the last one for a time after the end, nil if the track has no segments.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.first { $0.timeMapping.target.containsTime(trackTime) } ?? segments.last
  }

  func load() throws(AVError) { _ = try stream?.source.clip.get() }
}

/// A stretch of a track's time.
open class AVAssetTrackSegment: NSObject {
  /// The time ranges of the source and of the track.
  public final let timeMapping: CMTimeMapping

  init(timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }

  init(_ segment: MediaSegment) { timeMapping = segment.mapping }

  /// Whether the segment is empty: nothing is seen or heard during it.
  open var isEmpty: Bool { timeMapping.isEmpty }
}
