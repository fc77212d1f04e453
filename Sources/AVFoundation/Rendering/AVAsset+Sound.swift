// What is heard of an asset, as tracks of a film's sound.

import CoreMedia
import Foundation
import Multiplane
import Video

extension AVAsset {
  /// The sound of the tracks that are enabled.
  ///
  /// - Parameters:
  ///   - mix: how loud they are; nil for as they are.
  ///   - range: what the film has of the asset's time; it begins with it.
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
        // The last samples of a file may be missing by a hair.
        heard.mayBeSilent = true
        tracks.append(heard)
      }
    }
    return tracks
  }
}

extension AVAudioMixInputParameters {
  /// The gains of a film that begins at a second of the asset.
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
