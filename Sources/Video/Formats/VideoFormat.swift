// All formats are in one table, `VideoFormat.all`, from which the command's help and messages are made.
//
// Tested by FormatTests and FormatTableTests.

import ImageFiles

package struct VideoFormat: Sendable, Equatable {
  /// The form of an output's name that asks for the format.
  package enum OutputName: Sendable {
    /// A suffix, lower case and without the dot.
    case suffix(String)
    /// A printf pattern: a name with a `%`, and the suffix of the example.
    case pattern(example: String)
    /// Exactly this name.
    case exactly(String)
  }

  /// The format's name in messages: `mp4`, `a PNG sequence`.
  package let name: String
  package let outputName: OutputName
  /// The contents of the file, for help: `H.264`, `at most 255 colours`.
  package let contents: String
  /// The parts of a frame that the format loses: `alpha; half of the resolution of colour`. Nil for none.
  package var losses: String?
  /// The supported frame rates, in frames a second; nil for all.
  var frameRates: ClosedRange<Double>?
  /// The encoder of the frames; nil if they are written as they are.
  package var encoder: EncoderKind?
  /// The encoder of the frames if alpha is requested and `encoder` does not keep it.
  package var alphaEncoder: EncoderKind?
  /// Whether `--codec` may name another encoder.
  var hasChoice = false
  /// Whether the file keeps its encoder's alpha.
  var keepsAlpha = true
  /// The supported kinds of sound, its own first.
  package var sound: [SoundKind] = []
  /// Without an encoder: the supported conventions of alpha, its own first.
  var alpha: [AlphaConvention] = []
  /// Without an encoder: the supported bits of a component, the default first.
  var depths = [8]
  /// Without an encoder: the layout in which frames are written.
  var layout: @Sendable (_ depth: Int, _ alpha: Bool) -> PictureLayout = { _, _ in .rgba }
  package var hasPictures = true
  /// libavformat's short name of its container; nil if libav does not write the file.
  package var container: String?
  var containerOptions: [(String, String)] = []
  let sink:
    @Sendable (VideoFormat, _ path: String, FrameShape, VideoOptions, PictureEncoding) throws(VideoError)
      -> any FrameSink

  /// Whether both sides of its pictures must be even, with its own encoder.
  package var needsEvenSize: Bool { (encoder?.layout(8, false) ?? layout(8, false)).needsEven == (true, true) }

  private func isAsked(by path: String) -> Bool {
    switch outputName {
    case .exactly(let name): return path == name
    case .pattern(let example):
      return path.contains("%") && path.lowercased().hasSuffix(example[example.lastIndex(of: ".")!...])
    case .suffix(let suffix):
      guard !path.contains("%") else { return false }
      let last = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last }
      return last?.lowercased() == suffix
    }
  }

  private var isPattern: Bool {
    if case .pattern = outputName { true } else { false }
  }

  package static func == (a: VideoFormat, b: VideoFormat) -> Bool { a.name == b.name }

  /// The longest side of image files and of VP9, in pixels.
  static let maximumSide = 16384

  func checkSize(width: Int, height: Int, _ layout: PictureLayout) throws(VideoError) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      throw .unsupportedSize(
        format: name, width: width, height: height, need: "sides of 1 to \(Self.maximumSide) pixels",
        advice: "use another `size` or `scale`")
    }
    let even = layout.needsEven
    guard even.width && width % 2 != 0 || even.height && height % 2 != 0 else { return }
    let (evenWidth, evenHeight) = (width + width % 2, even.height ? height + height % 2 : height)
    throw .unsupportedSize(
      format: name, width: width, height: height, need: even.height ? "even width and height" : "an even width",
      advice: "use `padsToEvenSize`, `size` \(evenWidth)x\(evenHeight) or `scale` 2")
  }

  func checkFrameRate(_ rate: FrameRate) throws(VideoError) {
    guard let frameRates else { return }
    // Bounded: the rates are this file's constants.
    if rate.framesPerSecond > frameRates.upperBound {
      let most = Int(frameRates.upperBound)
      throw .badOption("\(name) shows at most \(most) frames a second; got \(rate); use `frameRate` \(most) or less")
    }
    if rate.framesPerSecond < frameRates.lowerBound {
      let least = (frameRates.lowerBound * 1000).rounded(.up) / 1000
      throw .badOption(
        "\(name) shows a frame for at most \(Int(1 / frameRates.lowerBound)) seconds; got \(rate) frames a second; "
          + "use `frameRate` \(least) or more")
    }
  }

  /// Throws for options that the format does not have; `EncoderKind.check(_:)` checks the encoder's.
  func checkOptions(_ options: VideoOptions) throws(VideoError) {
    if options.codec != nil, !hasChoice {
      throw .badOption("\(name) has no choice of codec; leave `codec` out")
    }
    // Before an encoder opens: SVT-AV1 1.4 waits for ever when it closes without a picture.
    if container == "mov", let kind = options.codec.map(EncoderKind.named), ["vp9", "av1"].contains(kind.codec) {
      throw .badOption("QuickTime does not hold \(kind.name); use .mp4, .mkv or .webm")
    }
    let hasQuality = options.codec != nil || encoder?.crf != nil
    if options.crf != nil, !hasQuality { throw .badOption("\(name) has no quality factor; leave `crf` out") }
    if options.bitrate != nil, !hasQuality { throw .badOption("\(name) has no rate to choose; leave `bitrate` out") }
    if !options.sound.isEmpty, sound.isEmpty {
      throw .badOption("\(name) holds no sound; leave `audio` out, or write it beside the pictures, as .wav")
    }
    if let kind = options.soundKind, !sound.contains(kind) {
      throw .badOption("\(name) holds \(sound.map(\.codec).listed(by: "or")), not \(kind.codec); see `audioCodec`")
    }
    if options.preset != nil, !hasQuality { throw .badOption("\(name) has no presets; leave `preset` out") }
  }
}

extension VideoFormat {
  /// Returns the format for an output's name. Throws `badOutputName`, which lists the formats, for other names.
  package init(path: String, among formats: [VideoFormat] = VideoFormat.all) throws(VideoError) {
    // For a pattern without a known suffix, the error lists the suffixes of patterns.
    let sequence = path.contains("%") ? formats.first { $0.isPattern } : nil
    guard let format = formats.first(where: { $0.isAsked(by: path) }) ?? sequence else {
      throw .badOutputName(path: path, reason: "the name says no video format; use \(formats.usage)")
    }
    self = format
  }

  /// An output name that asks for the format: `.mp4`, `frames/%05d.png`.
  package var example: String {
    switch outputName {
    case .suffix(let suffix): ".\(suffix)"
    case .pattern(let example): example
    case .exactly(let name): name
    }
  }

  /// Returns the files of an output: one, or one for each frame by its number in the film; empty for raw frames.
  package func files(of path: String, frames: ClosedRange<Int>) throws(VideoError) -> [String] {
    switch outputName {
    case .suffix: return [path]
    case .exactly: return []
    case .pattern(let example):
      let pattern = try SequencePattern(path, suffix: String(example[example.lastIndex(of: ".")!...]))
      return frames.map { pattern.folder + pattern.name(ofFrame: $0) }
    }
  }
}

extension Collection<VideoFormat> {
  /// `.mp4, .mov, frames/%05d.png or -`.
  package var usage: String { map(\.example).listed(by: "or") }

  /// The names with the contents: `.mp4 (H.264)`.
  package var usageWithContents: String { map { "\($0.example) (\($0.contents))" }.listed(by: "or") }

  /// The losses of the formats, grouped, with lossless formats last: `.mp4 and .mov lose alpha. - loses nothing.`
  package var losses: String {
    let kinds = map(\.losses).reduce(into: [String?]()) { if !$0.contains($1) { $0.append($1) } }
    return kinds.sorted { $0 != nil && $1 == nil }.map { kind in
      let names = filter { $0.losses == kind }.map(\.example)
      return "\(names.listed(by: "and")) \(names.count == 1 ? "loses" : "lose") \(kind ?? "nothing")."
    }.joined(separator: " ")
  }

  /// The formats with alpha, and the encoder if it is not their own: `.mov (ProRes 4444)`.
  package var namesWithAlpha: String {
    compactMap { format in
      if format.encoder?.alpha.isEmpty ?? format.alpha.isEmpty {
        return format.alphaEncoder.map { "\(format.example) (\($0.name))" }
      }
      return format.example
    }.listed(by: "and")
  }

  /// The names of the formats whose frames must have even sides.
  package var namesOfEvenSized: String { filter(\.needsEvenSize).map(\.name).listed(by: "and") }
}
