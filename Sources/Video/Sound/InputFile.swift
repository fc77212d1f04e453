// Files from outside. Nothing that a file names is opened, and only the listed kinds are read, whatever its bytes
// claim to be: libavformat has demuxers of playlists and session descriptions that open other files and sockets by
// themselves, and libavcodec decoders that nobody has looked at for years.
//
// All packets come through `read`, which bounds their times: sums, differences and doubles of some of them are whole
// numbers then, whatever a file says.

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
  ///   - options: more of libavformat's.
  ///   - isBlind: whether packets are read without their bytes, and streams without a look into them.
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
    // Parsers would see pictures in zeros.
    if isBlind { context![\.flags] |= AVFMT_FLAG_NOPARSE }
    context![\.io_open] = { _, _, _, _, _ in -EPERM }
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    for (key, value) in rules.options + more { av_dict_set(&options, key, value, 0) }
    // On failure it lets go of the context itself.
    let opened = avformat_open_input(&context, nil, nil, &options)
    guard opened >= 0, let context else {
      // The error for a format that is not allowed.
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

  /// The furthest time from 0 that is taken for one, in a stream's unit: of nanoseconds, 52 days.
  static let latest: Int64 = 1 << 52

  /// The time out of range that ended the reading; nil if all times are in range.
  private(set) var wrongTime: Int64?

  /// Reads the next packet, as `av_read_frame` does; looking for it takes no more readings of the file than a few.
  ///
  /// Times of packets are within `latest`, or none: a packet of which they are not is damaged, and ends the reading, as
  /// does one that claims to be larger than may be. Lengths are not negative, and 0 where they are longer.
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

  /// Returns the stream of a kind that players would take; nil if the file does not have one.
  func bestStream(of kind: AVMediaType) -> UnsafeMutablePointer<AVStream>? {
    let index = av_find_best_stream(context, kind, -1, -1, nil, 0)
    return index < 0 ? nil : context.streams[Int(index)]
  }

  /// Whether it is QuickTime, MP4 or one of their like.
  var isQuickTime: Bool { String(cString: context[\.iformat]!.pointee.name).hasPrefix("mov,") }

  /// The same file by its atoms; of no use unless it is QuickTime.
  var quickTimeFile: QuickTimeFile { QuickTimeFile(descriptor: bytes.descriptor) }

  /// Has packets come of these streams alone.
  func keep(_ streams: Set<Int>) {
    for (number, stream) in context.streams.enumerated() where !streams.contains(number) {
      stream![\.discard] = AVDISCARD_ALL
    }
  }

  deinit {
    var context = Optional(context)
    avformat_close_input(&context)
  }

  /// The memory that libavformat takes for the file, in bytes, about: the packets that it read ahead to know the
  /// streams, and the streams' indices.
  var memory: Int {
    let entries = context.streams.reduce(0) { $0 + Int(avformat_index_get_entries_count($1)) }
    return 6 << 20 + entries * MemoryLayout<AVIndexEntry>.stride
  }
}

/// The bytes of a file, on disk or in memory; several readers may have the same.
final class InputBytes: Sendable {
  let name: String
  let source: SoundTrack.Source
  let descriptor: CInt
  /// Bytes of memory that it takes.
  let memory: Int

  /// Opens a source's file, or puts its bytes into one without a name. Refuses what is no regular file: a FIFO would
  /// wait for somebody to write to it.
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
      // All is there: `deinit` closes it.
      guard code == 0 else { throw .cannotRead(path: name, reason: String(cString: strerror(code))) }
    }
  }

  deinit { close(descriptor) }
}

/// Kinds of files, and decoders, that are allowed.
struct InputRules {
  static let mostStreams = 64

  /// libavformat's names of demuxers, each as it is registered.
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

  /// The same for libavformat. No protocol is allowed: files are opened by us.
  var options: [(String, String)] {
    [
      ("format_whitelist", formats.joined(separator: ",")), ("codec_whitelist", decoders.joined(separator: ",")),
      ("protocol_whitelist", ""), ("max_streams", String(Self.mostStreams)),
    ]
  }
}
