// What libav may do with files that come from outside: the one list of what is allowed. Everything else is refused,
// whatever a file's bytes claim to be: libavformat has demuxers of playlists and session descriptions that open other
// files and sockets by themselves, and libavcodec decoders that nobody has looked at for years.

import ImageFiles

/// Kinds of files, and decoders, that are allowed.
struct InputRules {
  /// Streams that a file may have.
  static let mostStreams = 64

  /// libavformat's names of demuxers, each as it is registered.
  let formats: [String]
  /// libavcodec's names of decoders.
  let decoders: [String]
  /// The name of such files in messages.
  let names: String

  /// Files of sound, and of film for its sound.
  static let sound = InputRules(
    formats: [
      "wav", "w64", "aiff", "au", "caf", "mp3", "ogg", "flac", "aac", "ac3", "eac3", "wv", "mov,mp4,m4a,3gp,3g2,mj2",
      "matroska,webm", "avi", "mpegts",
    ],
    decoders: [
      "pcm_s8", "pcm_u8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le",
      "pcm_f32be", "pcm_f64le", "pcm_f64be", "pcm_alaw", "pcm_mulaw", "adpcm_ima_wav", "adpcm_ms", "mp2float", "mp2",
      "mp3float", "mp3", "aac", "aac_latm", "ac3", "eac3", "alac", "flac", "vorbis", "opus", "libopus", "wavpack",
    ],
    names:
      "WAV, AIFF, AU, CAF, MP3, Ogg, FLAC, AAC, AC-3, WavPack, or the sound of MP4, QuickTime, Matroska, WebM, AVI "
      + "or MPEG-TS")

  /// Films, for their pictures and their sound.
  static let film = InputRules(
    formats: sound.formats + ["gif", "apng"],
    decoders: sound.decoders + [
      "h264", "hevc", "vp8", "vp9", "libvpx", "libvpx-vp9", "libdav1d", "prores", "mpeg4", "mpeg2video", "mpeg1video",
      "mjpeg", "gif", "png", "apng", "qtrle", "ffv1", "utvideo", "rawvideo", "v210",
    ],
    names: "MP4, QuickTime, Matroska, WebM, AVI, MPEG-TS, GIF or APNG")

  /// The same for libavformat. No protocol is allowed: files are opened by us.
  var options: [(String, String)] {
    [
      ("format_whitelist", formats.joined(separator: ",")), ("codec_whitelist", decoders.joined(separator: ",")),
      ("protocol_whitelist", ""), ("max_streams", String(Self.mostStreams)),
    ]
  }
}
