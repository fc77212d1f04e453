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
  /// The begin time in the film, in seconds; if negative, the sound before the film is left out.
  package var start = 0.0
  /// The number of seconds to leave out at the source's beginning.
  package var inPoint = 0.0
  /// The most seconds that are heard; nil for all.
  package var duration: Double?
  /// Whether the source starts again, at `inPoint`, when it ends.
  package var loops = false
  /// Whether the track may be silent in the film; otherwise that is an error.
  package var mayBeSilent = false
  /// The factor for the samples.
  package var gain = 1.0
  /// The duration of the fade from silence to the gain at its beginning, in seconds.
  package var fadeIn = 0.0
  /// The duration of the fade to silence at the end of the track or the film, in seconds.
  package var fadeOut = 0.0
  /// Gains in the order of the film's time, multiplied by `gain`: linear between two, constant before the first and
  /// after the last; the later one of two at one time holds from then on.
  package var envelope: [GainPoint] = []
  /// The speed; faster sound is higher.
  package var speed = 1.0
  /// Whether tracks of speech lower the track.
  package var ducks = false
  package var isSpeech = false

  /// A gain at a time.
  package struct GainPoint: Sendable, Equatable {
    /// The time in the film, in seconds.
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

/// Sound that is copied into a film packet by packet.
protocol CopiedSound: Sendable {
  /// Returns a reader of the packets from the film's beginning on.
  func makePackets() throws(VideoError) -> any SoundPackets
}

/// Packets of sound, in order. For one thread.
protocol SoundPackets: AnyObject {
  var name: String { get }
  /// The parameters of the stream; valid as long as the object lives.
  var parameters: UnsafeMutablePointer<AVCodecParameters> { get }
  var timeBase: AVRational { get }
  /// Reads the next packet into an empty one; false at the end. Its times are relative to the film's beginning, below 0
  /// for packets that only the decoder needs.
  func next(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Bool
}

package struct SoundKind: Sendable, Equatable {
  package let name: String
  /// The kind's name for `--audio-codec`.
  package let codec: String
  /// libavcodec's name of the encoder.
  let encoder: String
  /// The encoder's options.
  var settings: [String: String] = [:]
  /// The required rate; nil for any.
  var rate: Int?
  /// Bits a second; 0 if lossless.
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
