// Tested by SoundTests and SoundInputTests.

import CLibAV
package import Foundation
import ImageFiles

/// A stretch of sound and its place in a film.
package struct SoundTrack: Sendable, Equatable {
  package enum Source: Sendable, Equatable {
    /// A file of sound, or of video with sound.
    case file(String)
    /// The bytes of such a file, and its name in messages.
    case data(Data, name: String)
  }

  package var source: Source
  /// The begin time in the film, in seconds; if it is negative, the sound before the film is left out.
  package var start = 0.0
  /// Seconds of the source that are left out at its beginning.
  package var inPoint = 0.0
  /// Seconds that are heard at most; nil for all that there is.
  package var duration: Double?
  /// Whether the source begins again, at `inPoint`, where it ends.
  package var loops = false
  /// Whether nothing of the track need be heard in the film; otherwise that is an error.
  package var mayBeSilent = false
  /// The factor that its samples are multiplied by.
  package var gain = 1.0
  /// Seconds from silence to the gain, from where it begins on.
  package var fadeIn = 0.0
  /// Seconds from the gain to silence, up to where it ends, or the film does.
  package var fadeOut = 0.0
  /// Gains on the way, by the film's time, on top of `gain`: even between two, and before the first and after the last
  /// as they are; of two at one time, the later holds from then on. None for no change.
  package var envelope: [GainPoint] = []
  /// Seconds of the source that are heard in one: what is heard faster is higher.
  package var speed = 1.0

  /// A gain at a time.
  package struct GainPoint: Sendable, Equatable {
    /// Seconds of the film.
    package var time: Double
    package var gain: Double

    package init(time: Double, gain: Double) { (self.time, self.gain) = (time, gain) }
  }

  package init(source: Source) { self.source = source }

  /// The name of the source in messages.
  var name: String {
    switch source {
    case .file(let path): path
    case .data(_, let name): name
    }
  }
}

/// Sound that goes into a film as it lies in a file, packet by packet.
protocol CopiedSound: Sendable {
  /// A reader of its packets, from the film's beginning on.
  func makePackets() throws(VideoError) -> any SoundPackets
}

/// Packets of sound, in order. For one thread.
protocol SoundPackets: AnyObject {
  /// The name, in messages, of the file that the packets come from.
  var name: String { get }
  /// The parameters of the stream; valid as long as the object lives.
  var parameters: UnsafeMutablePointer<AVCodecParameters> { get }
  /// The unit of the packets' times.
  var timeBase: AVRational { get }
  /// Puts the next packet into an empty one; false at the end. Its times are from the film's beginning on, below 0 for
  /// what a decoder needs before it.
  func next(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Bool
}

package struct SoundKind: Sendable, Equatable {
  /// The name of the kind: `AAC`.
  package let name: String
  /// The kind's name for `--audio-codec`.
  package let codec: String
  /// libavcodec's name of the encoder.
  let encoder: String
  /// The encoder's options.
  var settings: [String: String] = [:]
  /// The rate that it must have; nil for any.
  var rate: Int?
  /// Bits a second; 0 where nothing is lost.
  var bitrate = 0

  package static let all = [aac, opus, flac, pcm]

  static let aac = SoundKind(
    name: "AAC", codec: "aac", encoder: "aac", settings: ["aac_coder": "twoloop"],
    bitrate: 256_000)
  static let opus = SoundKind(
    name: "Opus", codec: "opus", encoder: "libopus", rate: 48_000, bitrate: 160_000)
  static let flac = SoundKind(name: "FLAC", codec: "flac", encoder: "flac")
  static let pcm = SoundKind(name: "PCM of 24 bits", codec: "pcm", encoder: "pcm_s24le")

  package static var help: String { all.map(\.codec).listed(by: "or") }
}
