// Tested by AssetTests.

public import CoreGraphics
public import CoreMedia
public import Foundation
import Video

/// A track of an asset.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked Sendable: the track of a file does not change; that of a composition is used by one thread at a time.

  /// The asset that the track belongs to; nil when that asset is gone.
  open private(set) weak var asset: AVAsset?
  /// The number by which the track is known in its asset.
  public final let trackID: CMPersistentTrackID
  /// Whether it has pictures or sound.
  public final let mediaType: AVMediaType
  /// The file that it is a stream of; nil for a track of a composition.
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

  /// The volume at which the track is meant to be heard: always 1.
  open var preferredVolume: Float { 1 }

  /// Pictures a second, their mean where they come at no constant rate; 0 for sound.
  open var nominalFrameRate: Float { pictures?.nominalFrameRate.map { Float($0.framesPerSecond) } ?? 0 }

  /// The duration of a picture; invalid for sound, and if it is not known.
  open var minFrameDuration: CMTime { pictures?.frameDuration ?? .invalid }

  /// Units of its time in a second: the file's for pictures, samples for sound.
  open var naturalTimeScale: CMTimeScale {
    CMTimeScale(clamping: pictures?.timeScale ?? sound?.rate ?? 0)
  }

  /// Whether the track is seen and heard: always true.
  open var isEnabled: Bool { true }

  /// Whether it can be shown.
  open var isPlayable: Bool { stream?.source.readable != nil }

  /// Whether its pictures and sound can be decoded.
  open var isDecodable: Bool { isPlayable }

  /// The segments of the track: stretches of its time without gaps.
  open var segments: [AVAssetTrackSegment] { mediaSegments.map(AVAssetTrackSegment.init) }

  /// Returns the segment at a time; the last segment for a time behind the end, nil if the track has no segments.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.first { $0.timeMapping.target.containsTime(trackTime) } ?? segments.last
  }

  func load() throws(AVError) { _ = try stream?.source.clip.get() }
}

/// A stretch of a track's time.
open class AVAssetTrackSegment: NSObject {
  /// The time of the source, and of the track.
  public final let timeMapping: CMTimeMapping

  init(timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }

  init(_ segment: MediaSegment) { timeMapping = segment.mapping }

  /// Whether nothing is seen or heard in it.
  open var isEmpty: Bool { timeMapping.isEmpty }
}
