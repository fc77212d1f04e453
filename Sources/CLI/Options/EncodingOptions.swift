public import ArgumentParser
import Foundation
import ImageFiles
import Multiplane
import SceneFiles
import Video

extension EncoderPreset: ExpressibleByArgument {}
extension AlphaRequest: ExpressibleByArgument {}
extension YUVMatrix: ExpressibleByArgument {}
extension YUVRange: ExpressibleByArgument {}
extension YUVTransfer: ExpressibleByArgument {}
extension HardwareRequest: ExpressibleByArgument {}

/// The dynamic range that is asked for.
enum DynamicRangeArgument: String, CaseIterable, ExpressibleByArgument {
  case auto, sdr, hlg, pq

  var range: DynamicRange? { DynamicRange(rawValue: rawValue) }
}

struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The quality, lower is better: \(VideoOptions.crfHelp).", valueName: "n"),
    transform: NumberArgument.quality)
  var crf: Int?

  @Option(
    help: ArgumentHelp(
      "The bits a second, such as 800k or 12M, in place of a quality, for encoders that have one.", valueName: "rate"),
    transform: NumberArgument.bitrate)
  var bitrate: Int?

  @Option(
    help: ArgumentHelp(
      "The effort of the encoder: draft, standard or high; more effort gives smaller files of the same quality "
        + "(default: standard).", valueName: "name"))
  var preset: EncoderPreset?

  @Option(
    help: ArgumentHelp(
      "The encoder: \(VideoOptions.codecHelp), or a name of libavcodec's (default: the format's own).",
      valueName: "name"))
  var codec: String?

  @Option(
    help: ArgumentHelp(
      "Whether a GPU encodes H.264 and HEVC, by NVENC or VAAPI: 'off', 'if-possible' or 'required' (default: off, "
        + "the same bytes everywhere). A fallback is reported, also with --quiet; 'info' says why.", valueName: "when"))
  var hardware: HardwareRequest?

  @Option(
    help: ArgumentHelp(
      "The bits a component: 8, or 10 for hevc, vp9, av1 and .y4m, 16 for .png pictures and raw half floats; more "
        + "than 8 are drawn in half floats (default: 8; ProRes has 10).", valueName: "n"),
    transform: NumberArgument.depth)
  var depth: Int?

  @Flag(help: "Draw in half floats, and dither films of 8 bits: smooth gradients show no bands.")
  var dither = false

  @Option(
    help: ArgumentHelp(
      "The matrix of YUV, ITU-R BT.601, BT.709 or BT.2020 (default: 709 from \(YUVMatrix.rowsOfHighDefinition) "
        + "rows on, 601 below).", valueName: "number"))
  var matrix: YUVMatrix?

  @Option(
    help: ArgumentHelp("The range of YUV: 'limited', 16 to 235, or 'full' (default: limited).", valueName: "range"))
  var range: YUVRange?

  @Option(
    help: ArgumentHelp(
      "The transfer curve that YUV declares, 'srgb' or '709'; the pixels are sRGB's either way (default: srgb, "
        + "for players; 709 suits YouTube and tools that convert to it).", valueName: "curve"))
  var transfer: YUVTransfer?

  @Option(
    help: ArgumentHelp(
      "The dynamic range of the film: 'sdr', 'hlg' or 'pq', with the scene's white at 203 cd/m2, or 'auto', that of "
        + "the clip --over which the scene lies (default: auto).", valueName: "range"))
  var dynamicRange = DynamicRangeArgument.auto

  @Option(
    help: ArgumentHelp(
      "A second film of the standard range, with the pictures of a film of 'hlg' or 'pq', from the same run.",
      valueName: "file"))
  var sdrTwin: String?

  @Flag(
    name: .customLong("pad-even"),
    help: "Repeat the last column or row of a picture with odd sides if the format needs even ones.")
  var padEven = false

  @Option(
    help: ArgumentHelp(
      "The length of a segment, in seconds, to the nearest frame: each is encoded by itself, and a player can "
        + "begin at each (default: 2s).", valueName: "seconds"), transform: NumberArgument.segment)
  var segment = 2.0

  @Option(
    help: ArgumentHelp(
      "The treatment of transparency: 'straight' or 'premultiplied' colours, or 'none' (default: the format's, "
        + "straight except for raw frames; none on an opaque --background). Formats with alpha: "
        + "\(VideoFormat.all.namesWithAlpha).", valueName: "how"))
  var alpha: AlphaRequest?

  @Option(
    help: ArgumentHelp(
      "A second film, of the transparency, in grey; the first film is then opaque, with premultiplied colours, or "
        + "as --alpha says.", valueName: "file"))
  var key: String?

  @Option(
    name: .customLong("audio"),
    help: ArgumentHelp(
      "A sound or video file that is heard: the second of the film at which it begins, a factor or decibels, the "
        + "seconds of its fades, the second of the file at which it begins, and whether it loops. May be given again.",
      valueName: AudioArgument.form), transform: AudioArgument.init(parsing:))
  var audio: [AudioArgument] = []

  @Option(
    help: ArgumentHelp(
      "The loudness of the sound, integrated over the film (EBU R 128), reached by one gain; peaks above "
        + "--true-peak are turned down. Services play -14, broadcasters -23.", valueName: "LUFS"),
    transform: NumberArgument.loudness)
  var loudness: Double?

  @Option(
    help: ArgumentHelp(
      "The highest true peak of the sound, in dB of full scale; a limiter turns down peaks above it (default: -1 "
        + "with --loudness, else none).", valueName: "dB"), transform: NumberArgument.truePeak)
  var truePeak: Double?

  @Flag(help: "Leave out the scene's own sounds, the audio layers of a Lottie file, and a clip's sound.")
  var mute = false

  @Option(
    help: ArgumentHelp(
      "The encoder of the sound: \(SoundKind.help) (default: aac in .mp4 and .mov, pcm beside ProRes and lossless "
        + "pictures in .mov, opus in .webm, flac in .mkv).", valueName: "name"), transform: EncodingOptions.soundKind)
  var audioCodec: SoundKind?

  private static func soundKind(_ text: String) throws(ArgumentValueError) -> SoundKind {
    guard let kind = SoundKind.all.first(where: { $0.codec == text }) else {
      throw ArgumentValueError("expected \(SoundKind.help)\(SoundKind.all.map(\.codec).guess(of: text))")
    }
    return kind
  }

  func validate() throws {
    guard crf == nil || bitrate == nil else {
      throw ValidationError("--crf and --bitrate both set the quality; give one of them")
    }
    for path in [key, sdrTwin].compactMap(\.self) {
      do {
        _ = try VideoFormat(path: path)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }

  /// Returns the options for the encoder, for the background and the limit of memory for the sound's files.
  func videoOptions(background: ColorArgument?, memory: MemoryArgument) -> VideoOptions {
    var options = VideoOptions(crf: crf, codec: codec, preset: preset)
    (options.key, options.soundKind, options.bitrate) = (key, audioCodec, bitrate)
    (options.loudness, options.truePeak, options.memoryLimit) = (loudness, truePeak, memory.bytes)
    (options.hardware, options.sdrTwin) = (hardware, sdrTwin)
    (options.depth, options.matrix, options.range) = (depth, matrix, range)
    (options.transfer, options.padsToEven) = (transfer, padEven)
    (options.segment, options.dynamicRange, options.dithers) = (segment, dynamicRange.range, dither)
    // A film over an opaque background is opaque.
    options.alpha = alpha ?? (background?.alpha == 1 ? AlphaRequest.none : nil)
    return options
  }

  /// Returns a note about transparency that is lost against the options, or nil. `clip` is over or under the scene.
  func note(
    _ encoding: PictureEncoding, format: VideoFormat, background: ColorArgument?, clip: VideoClip?
  ) -> String? {
    let hasAlpha = background.map { $0.alpha < 1 } ?? (clip?.pictures?.alpha != nil)
    guard hasAlpha, alpha != AlphaRequest.none, key == nil, encoding.alpha == nil else { return nil }
    return
      "\(encoding.kind?.name ?? format.name) in \(format.name) has no alpha: the film lies over black; --background "
      + "chooses another colour, and \(VideoFormat.all.namesWithAlpha) hold alpha"
  }
}

/// A track of sound, written `FILE[@OFFSET][:GAIN][:FADEIN,FADEOUT][:in=SECONDS][:loop]`.
struct AudioArgument: Equatable {
  var file: String
  /// The begin time in the film, in seconds.
  var start = 0.0
  var gain = 1.0
  /// The duration of the fade-in, in seconds.
  var fadeIn = 0.0
  /// The duration of the fade-out, in seconds.
  var fadeOut = 0.0
  /// The begin time in the file, in seconds.
  var inPoint = 0.0
  var loops = false

  static let form = "FILE[@OFFSET][:GAIN][:FADEIN,FADEOUT][:in=SECONDS][:loop]"

  private enum Part: Hashable { case gain, fades, inPoint, loop }

  /// Parses `music.mp3`, `music.mp3@1.5`, `music.mp3:0.5`, `music.mp3:-6dB:1,2` or `music.mp3@1.5:0.5:1,2:in=12:loop`.
  ///
  /// Parts are parsed from the end, each at most once and in any order, so that a file's name may contain colons. A
  /// text that looks like a part but is not one is an error.
  init(parsing text: String) throws(ArgumentValueError) {
    file = ""
    var rest = text[...]
    var known: Set<Part> = []
    while let (before, tail) = Self.split(rest, at: ":"), let part = try read(tail) {
      guard known.insert(part).inserted else { throw Self.error("'\(tail)' is the second of its kind") }
      rest = before
    }
    if let (before, tail) = Self.split(rest, at: "@"), let value = Double(tail) {
      guard abs(value) <= 1e9 else { throw Self.error("'@\(tail)' is no second of a film") }
      start = value
      rest = before
    }
    guard !rest.isEmpty else { throw Self.error("there is no file's name") }
    file = String(rest)
  }

  private static func error(_ problem: String) -> ArgumentValueError {
    ArgumentValueError("\(problem); expected \(form), such as music.mp3@1.5:-6dB:0.5,2:in=10:loop")
  }

  private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring)? {
    text.lastIndex(of: separator).map { (text[..<$0], text[text.index(after: $0)...]) }
  }

  /// Parses a part; nil if the text belongs to the file's name.
  private mutating func read(_ text: Substring) throws(ArgumentValueError) -> Part? {
    if text == "loop" {
      loops = true
      return .loop
    }
    if text.hasPrefix("in=") {
      guard let value = Double(text.dropFirst(3)), 0...1e9 ~= value else {
        throw Self.error("'\(text)' does not say how many seconds are left out")
      }
      inPoint = value
      return .inPoint
    }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    if numbers.count == 2, let first = numbers[0], let last = numbers[1] {
      guard 0...1e9 ~= first, 0...1e9 ~= last else { throw Self.error("'\(text)' are no seconds of fades") }
      (fadeIn, fadeOut) = (first, last)
      return .fades
    }
    guard text.lowercased().hasSuffix("db") else {
      guard let value = Double(text) else { return nil }
      guard 0...1000 ~= value else { throw Self.error("the gain '\(text)' is not from 0 to 1000") }
      gain = value
      return .gain
    }
    guard let value = Double(text.dropLast(2)) else { return nil }
    guard -200...60 ~= value else { throw Self.error("the gain '\(text)' is not from -200 to 60 dB") }
    gain = pow(10, value / 20)
    return .gain
  }

  /// Throws if the file does not exist and its name may contain a misspelt part.
  func checkFile() throws {
    guard file.contains(":") || file.contains("@"), !FileManager.default.fileExists(atPath: file) else { return }
    throw CommandError(
      .noInput, "\(file): no such file; behind a file's name --audio takes \(Self.form.dropFirst("FILE".count))")
  }

  /// The track for the export.
  var track: AudioTrack {
    var track = AudioTrack(contentsOf: URL(filePath: file), at: start)
    (track.gain, track.fadeIn, track.fadeOut) = (gain, fadeIn, fadeOut)
    (track.inPoint, track.loops) = (inPoint, loops)
    return track
  }
}

extension SceneSound {
  /// Returns the track for the export of a film that begins at a second of the scene.
  func track(from beginning: Double) -> AudioTrack {
    let begin = start - beginning
    var track = url.map { AudioTrack(contentsOf: $0, at: begin) } ?? AudioTrack(data: data, name: name, at: begin)
    (track.inPoint, track.duration, track.gain) = (inPoint, duration.isFinite ? duration : nil, gain)
    (track.fadeIn, track.fadeOut, track.speed, track.loops) = (fadeIn, fadeOut, speed, loops)
    (track.ducks, track.isSpeech, track.mayBeSilent) = (ducks, isSpeech, true)
    return track
  }
}
