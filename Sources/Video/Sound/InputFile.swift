// Files from outside. Nothing that a file names is opened, and only the listed kinds are read: libavformat has demuxers
// of playlists and session descriptions that open other files and sockets, and libavcodec has decoders that are long
// unmaintained.
//
// All packets come through `read`, which bounds their times, so that sums, differences and doubles of some of them do
// not overflow.

import CLibAV
import Foundation
import Glibc
import ImageFiles

/// An open container.
final class InputFile {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The begin time of the file's first stream, in seconds.
  let start: Double
  private let reader: FileStream
  private let bytes: InputBytes

  /// - Parameters:
  ///   - options: additional options of libavformat.
  ///   - isBlind: whether to read packets without their bytes, and not to probe the streams.
  init(
    _ bytes: InputBytes, rules: InputRules, options more: [(String, String)] = [], isBlind: Bool = false
  ) throws(VideoError) {
    let name = bytes.name
    self.bytes = bytes
    reader = try FileStream(bytes.descriptor, isForWriting: false)
    reader.limitReading()
    var context = avformat_alloc_context()
    guard context != nil else { throw LibAV.noMemory }
    context![\.pb] = reader.context
    context![\.flags] |= AVFMT_FLAG_CUSTOM_IO
    // Parsers would find pictures in zeros.
    if isBlind { context![\.flags] |= AVFMT_FLAG_NOPARSE }
    context![\.io_open] = { _, _, _, _, _ in -EPERM }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in rules.options + more { av_dict_set(&options, key, value, 0) }
    // On failure, it frees the context.
    let opened = avformat_open_input(&context, nil, nil, &options)
    guard opened >= 0, let context else {
      // This is the error for a format that is not allowed.
      guard opened != -EINVAL else {
        throw .cannotRead(path: name, reason: "it is of a kind that is not read; expected \(rules.names)")
      }
      throw LibAV.unreadable(name, opened)
    }
    self.context = context
    let found = isBlind ? 0 : avformat_find_stream_info(context, nil)
    start =
      context[\.start_time] == CLIBAV_NO_TIME ? 0 : Double(context[\.start_time]) / Double(AV_TIME_BASE)
    guard found >= 0 else { throw LibAV.unreadable(name, found) }
    reader.limitReading()
    if isBlind { reader.closeEyes() }
  }

  /// The most distant time from 0, in a stream's unit: in nanoseconds, 52 days.
  static let latest: Int64 = 1 << 52

  /// The time out of range that ended the reading; nil if all times are in range.
  private(set) var wrongTime: Int64?

  /// Reads the next packet, as `av_read_frame` does, with a bounded amount of reading. Times are within `latest` or
  /// absent: a packet with others is damaged and ends the reading, as does one that claims to be too large. Lengths are
  /// not negative, and 0 if beyond `latest`.
  func read(_ packet: UnsafeMutablePointer<AVPacket>) -> CInt {
    let code = av_read_frame(context, packet)
    guard code >= 0 else { return LibAV.isFalseClaim(code) ? CLIBAV_ERROR_INVALID : code }
    reader.limitReading()
    func isRight(_ time: Int64) -> Bool { time == CLIBAV_NO_TIME || (-Self.latest...Self.latest).contains(time) }
    guard isRight(packet.pointee.pts), isRight(packet.pointee.dts) else {
      wrongTime = isRight(packet.pointee.pts) ? packet.pointee.dts : packet.pointee.pts
      av_packet_unref(packet)
      return CLIBAV_ERROR_INVALID
    }
    if !(0...Self.latest).contains(packet.pointee.duration) { packet.pointee.duration = 0 }
    return code
  }

  /// Returns the stream of a kind that players would take; nil for none.
  func bestStream(of kind: AVMediaType) -> UnsafeMutablePointer<AVStream>? {
    let index = av_find_best_stream(context, kind, -1, -1, nil, 0)
    return index < 0 ? nil : context.streams[Int(index)]
  }

  /// Whether it is QuickTime, MP4 or one of their relatives.
  var isQuickTime: Bool { String(cString: context[\.iformat]!.pointee.name).hasPrefix("mov,") }

  /// The atoms of the file, if it is QuickTime.
  var quickTimeFile: QuickTimeFile { QuickTimeFile(descriptor: bytes.descriptor) }

  /// Discards the packets of all other streams.
  func keep(_ streams: Set<Int>) {
    for (number, stream) in context.streams.enumerated() where !streams.contains(number) {
      stream![\.discard] = AVDISCARD_ALL
    }
  }

  deinit {
    var context = Optional(context)
    avformat_close_input(&context)
  }

  /// The approximate memory of libavformat, in bytes: the packets that it read ahead, and the streams' indices.
  var memory: Int {
    let entries = context.streams.reduce(0) { $0 + Int(avformat_index_get_entries_count($1)) }
    return 6 << 20 + entries * MemoryLayout<AVIndexEntry>.stride
  }
}

/// The bytes of a file, on disk or in memory, which several readers may share.
final class InputBytes: Sendable {
  let name: String
  let source: SoundTrack.Source
  let descriptor: CInt
  /// The bytes of memory for the contents; 0 on disk.
  let memory: Int

  /// Opens a source's file, or writes its bytes into a nameless one. Throws unless it is regular: a FIFO would block.
  init(_ source: SoundTrack.Source) throws(VideoError) {
    self.source = source
    switch source {
    case .file(let path):
      (name, memory) = (path, 0)
      do throws(ImageFileError) { descriptor = try FileContents.open(path) } catch {
        throw .cannotRead(path: path, reason: error.detail)
      }
    case .data(let data, let name):
      (self.name, memory) = (name, data.count)
      descriptor = clibav_memory_file()
      let code = data.withUnsafeBytes { UnfinishedFile.writeAll($0, to: descriptor) }
      // The object is initialised: `deinit` closes the file.
      guard code == 0 else { throw .cannotRead(path: name, reason: String(cString: strerror(code))) }
    }
  }

  deinit { close(descriptor) }
}

/// The allowed kinds of files and decoders.
struct InputRules {
  static let mostStreams = 64

  /// libavformat's names of demuxers, each as registered.
  let formats: [String]
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

  /// The rules as libavformat's options. No protocol is allowed: we open the files.
  var options: [(String, String)] {
    [
      ("format_whitelist", formats.joined(separator: ",")), ("codec_whitelist", decoders.joined(separator: ",")),
      ("protocol_whitelist", ""), ("max_streams", String(Self.mostStreams)),
    ]
  }
}
