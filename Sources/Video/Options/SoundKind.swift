// A kind of compressed sound, and libavcodec's encoder for it.

import ImageFiles

/// A kind of compressed sound.
package struct SoundKind: Sendable, Equatable {
  /// The name of the kind: `AAC`.
  package let name: String
  /// The kind's name for `--audio-codec`.
  package let codec: String
  /// libavcodec's name of the encoder.
  let encoder: String
  /// Its options.
  var settings: [Setting] = []
  /// The rate that it must have; nil for any.
  var rate: Int?
  /// Bits a second; 0 where nothing is lost.
  var bitrate = 0

  struct Setting: Sendable, Equatable {
    let key: String
    let value: String
  }

  /// The kinds that there are.
  package static let all = [aac, opus, flac, pcm]

  static let aac = SoundKind(
    name: "AAC", codec: "aac", encoder: "aac", settings: [Setting(key: "aac_coder", value: "twoloop")],
    bitrate: 256_000)
  static let opus = SoundKind(
    name: "Opus", codec: "opus", encoder: "libopus", rate: 48_000, bitrate: 160_000)
  static let flac = SoundKind(name: "FLAC", codec: "flac", encoder: "flac")
  static let pcm = SoundKind(name: "PCM of 24 bits", codec: "pcm", encoder: "pcm_s24le")

  /// The names, for help.
  package static var help: String { all.map(\.codec).listed(by: "or") }
}
