// How loud the tracks of an asset are, and when.
//
// Tested by AudioMixTests.

public import CoreMedia
public import Foundation

/// The volumes of the tracks of an asset.
open class AVAudioMix: NSObject {
  fileprivate final var parameters: [AVAudioMixInputParameters] = []

  /// A mix that leaves all tracks as they are.
  public override init() { super.init() }

  /// The parameters of the tracks whose volume the mix changes.
  open var inputParameters: [AVAudioMixInputParameters] { parameters }
}

/// The volumes of the tracks of an asset; they can be changed.
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

  /// The ramp that a time is in, or else the last before it; of a volume that was set for a time on, start and end are
  /// the same, and the range has no length.
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

/// The volume of a track over time; it can be changed.
///
/// Before the first time for which a volume is set, the volume is the track's own. Between ramps, and after the last
/// one, the end value of the ramp before holds. Gains of ramps change evenly, sample by sample.
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

  /// Sets the volume from a time on; 1 is as loud as the track is.
  open func setVolume(_ volume: Float, at time: CMTime) {
    course.add(from: volume, to: volume, in: CMTimeRange(start: time, duration: .zero))
  }

  /// Sets a volume that changes evenly during a time range.
  open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    course.add(from: startVolume, to: endVolume, in: timeRange)
  }
}
