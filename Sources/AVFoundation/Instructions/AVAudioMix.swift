// Tested by AudioMixTests.

public import CoreMedia
public import Foundation
import Multiplane
import Video

/// The volumes of the tracks of an asset.
open class AVAudioMix: NSObject {
  fileprivate final var parameters: [AVAudioMixInputParameters] = []

  /// Creates a mix that changes no track.
  public override init() { super.init() }

  /// The parameters of the tracks whose volume the mix changes.
  open var inputParameters: [AVAudioMixInputParameters] { parameters }
}

/// A mutable mix of the volumes of an asset's tracks.
open class AVMutableAudioMix: AVAudioMix {
  /// The parameters of the tracks whose volume the mix changes. Default: none.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { parameters }
    set { parameters = newValue }
  }
}

/// The volume of a track over time.
open class AVAudioMixInputParameters: NSObject {
  fileprivate final var number = kCMPersistentTrackID_Invalid
  final var course = Course<Float>()

  /// The number of the track.
  open var trackID: CMPersistentTrackID { number }

  /// Gets the volume ramp at a time, or else the last one before it. A volume that was set from a time on is a ramp
  /// without duration, whose start and end are equal.
  ///
  /// - Returns: whether there is a ramp. If not, the method does not write through the pointers.
  open func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = course.ramp(at: time) else { return false }
    startVolume?.pointee = ramp.from
    endVolume?.pointee = ramp.to
    timeRange?.pointee = ramp.range
    return true
  }
}

/// The mutable volume of a track over time.
///
/// Before the first volume, the track's own applies; between ramps and after the last one, the end value of the ramp
/// before. The gain of a ramp is linear, sample by sample.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// Creates parameters without a track.
  public override init() { super.init() }

  /// Creates parameters for a track.
  public init(track: AVAssetTrack?) {
    super.init()
    number = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { number }
    set { number = newValue }
  }

  /// Sets the volume from a time on; 1 is the track's own.
  open func setVolume(_ volume: Float, at time: CMTime) {
    course.add(from: volume, to: volume, in: CMTimeRange(start: time, duration: .zero))
  }

  /// Sets a volume that changes linearly during a time range.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    course.add(from: startVolume, to: endVolume, in: timeRange)
  }
}

extension AVAsset {
  /// Returns the sound of the enabled tracks for a film of a time range. Without a mix, the volumes are the tracks'.
  func audioTracks(_ mix: AVAudioMix?, in range: CMTimeRange) throws(AVError) -> [AudioTrack] {
    var tracks: [AudioTrack] = []
    for track in self.tracks(withMediaType: .audio) where track.isEnabled {
      let parameters = mix?.inputParameters.first { $0.trackID == track.trackID }
      let envelope = parameters.map { $0.envelope(volume: track.preferredVolume, from: range.start.seconds) } ?? []
      for segment in track.mediaSegments {
        let part = segment.target.intersection(range)
        guard !part.isEmpty, let stream = segment.stream else { continue }
        let clipped = segment.clipped(to: part)
        let (source, target) = (clipped.mapping.source, clipped.mapping.target)
        guard source.duration.seconds > 0,
          var heard = AudioTrack(try stream.source.clip.get(), at: (target.start - range.start).seconds)
        else { continue }
        heard.inPoint += source.start.seconds
        heard.duration = target.duration.seconds
        heard.speed = source.duration.seconds / target.duration.seconds
        heard.gain = envelope.isEmpty ? Double(track.preferredVolume) : 1
        heard.envelope = envelope
        // Rounding may cut off a file's last samples.
        heard.mayBeSilent = true
        tracks.append(heard)
      }
    }
    return tracks
  }
}

extension AVAudioMixInputParameters {
  /// Returns the gains for a film that begins at a second of the asset.
  fileprivate func envelope(volume: Float, from start: Double) -> [SoundTrack.GainPoint] {
    var points: [SoundTrack.GainPoint] = []
    var last = volume
    for ramp in course.ramps {
      let (from, to) = (ramp.range.start.seconds - start, ramp.range.end.seconds - start)
      points.append(.init(time: from, gain: Double(last)))
      points.append(.init(time: from, gain: Double(ramp.from)))
      if to > from { points.append(.init(time: to, gain: Double(ramp.to))) }
      last = ramp.to
    }
    return points
  }
}
