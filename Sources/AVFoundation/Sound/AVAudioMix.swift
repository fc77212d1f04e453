// How loud the tracks of an asset are, and when.
//
// Tested by AudioMixTests.

public import CoreMedia
public import Foundation

/// How loud the tracks of an asset are.
open class AVAudioMix: NSObject {
  fileprivate final var parameters: [AVAudioMixInputParameters] = []

  /// A mix that leaves all tracks as they are.
  public override init() { super.init() }

  /// The tracks that are not to be heard as they are.
  open var inputParameters: [AVAudioMixInputParameters] { parameters }
}

/// How loud the tracks of an asset are; it can be changed.
open class AVMutableAudioMix: AVAudioMix {
  /// The tracks that are not to be heard as they are. Default: none.
  open override var inputParameters: [AVAudioMixInputParameters] {
    get { parameters }
    set { parameters = newValue }
  }
}

/// How loud a track is, and when.
open class AVAudioMixInputParameters: NSObject {
  fileprivate final var number = kCMPersistentTrackID_Invalid
  final var course = Course<Float>()

  /// The number of the track.
  open var trackID: CMPersistentTrackID { number }

  /// The ramp that a time is in, or else the last before it; of a volume that was set for a time on, start and end are
  /// the same, and the range has no length.
  ///
  /// - Returns: whether there is one. What the pointers point to is left alone where there is none.
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

/// How loud a track is, and when; it can be changed.
///
/// Before the first time for which a volume is set it is the track's own; between ramps, and after the last, what the
/// one before ended with. Gains of ramps change evenly, sample by sample.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// The volume of no track yet.
  public override init() { super.init() }

  /// The volume of a track.
  public init(track: AVAssetTrack?) {
    super.init()
    number = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { number }
    set { number = newValue }
  }

  /// A volume from a time on; 1 is as loud as the track is.
  open func setVolume(_ volume: Float, at time: CMTime) {
    course.add(from: volume, to: volume, in: CMTimeRange(start: time, duration: .zero))
  }

  /// A volume that changes evenly.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    course.add(from: startVolume, to: endVolume, in: timeRange)
  }
}
