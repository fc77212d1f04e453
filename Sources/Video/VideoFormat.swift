// What a video can be written as, and how the output's name says so. The formats that there are stand in one table,
// `VideoFormat.all`; the command's help and messages are made from it. To add a format: the format, and its row.

import ImageFiles

/// A format of video output.
package struct VideoFormat: Sendable, Equatable {
  /// How an output's name asks for the format.
  package enum OutputName: Sendable {
    /// By its suffix, lower case and without the dot.
    case suffix(String)
    /// By a `%` in it: a printf pattern, such as the example.
    case pattern(example: String)
    /// By being this, and nothing else.
    case exactly(String)
  }

  /// The format's name in messages: `mp4`, `a PNG sequence`.
  package let name: String
  /// How an output's name asks for it.
  package let outputName: OutputName
  /// What the file holds, for help: `H.264`, `at most 256 colours a frame`.
  package let contents: String
  /// What of a frame it loses: `alpha; half of the resolution of colour`. Nil for nothing.
  package let losses: String?
  /// Whether chroma is stored once for every 2x2 pixels, so that both sides must be even.
  package let needsEvenSize: Bool
  /// The frames a second that the format can say; nil for all.
  let frameRates: ClosedRange<Double>?
  /// What encodes the frames; nil where they are written as they are.
  let encoder: EncoderKind?
  /// Opens the output.
  let makeSink: @Sendable (_ path: String, FrameShape, VideoOptions) throws(VideoError) -> any FrameSink

  init(
    name: String, outputName: OutputName, contents: String, losses: String? = nil, needsEvenSize: Bool = false,
    frameRates: ClosedRange<Double>? = nil, encoder: EncoderKind? = nil,
    makeSink: @escaping @Sendable (_ path: String, FrameShape, VideoOptions) throws(VideoError) -> any FrameSink
  ) {
    (self.name, self.outputName, self.contents, self.losses) = (name, outputName, contents, losses)
    (self.needsEvenSize, self.frameRates, self.encoder) = (needsEvenSize, frameRates, encoder)
    self.makeSink = makeSink
  }

  /// The format that an output's name asks for.
  ///
  /// - Parameter formats: those that it may be.
  /// - Throws: `VideoError.badOutputName`, which lists them, when the name asks for none.
  package init(path: String, among formats: [VideoFormat] = VideoFormat.all) throws(VideoError) {
    guard let format = formats.first(where: { $0.isAsked(by: path) }) else {
      throw .badOutputName(path: path, reason: "the name says no video format; use \(formats.usage)")
    }
    self = format
  }

  private func isAsked(by path: String) -> Bool {
    switch outputName {
    case .exactly(let name): return path == name
    case .pattern: return path.contains("%")
    case .suffix(let suffix):
      guard !path.contains("%") else { return false }
      let last = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last }
      return last?.lowercased() == suffix
    }
  }

  /// Formats are the same when their names are.
  package static func == (a: VideoFormat, b: VideoFormat) -> Bool { a.name == b.name }

  /// The longest side, in pixels: that of image files, and VP9's.
  static let maximumSide = 16384

  /// Refuses frames that the format cannot hold.
  func checkSize(width: Int, height: Int) throws(VideoError) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      throw .unsupportedSize(
        format: self, width: width, height: height, need: "sides of 1 to \(Self.maximumSide) pixels",
        advice: "use another --size or --scale")
    }
    guard needsEvenSize, width % 2 != 0 || height % 2 != 0 else { return }
    throw .unsupportedSize(
      format: self, width: width, height: height, need: "even width and height",
      advice: "use --size \(width + width % 2)x\(height + height % 2) or --scale 2")
  }

  /// Refuses frame rates that the format cannot say.
  func checkFrameRate(_ rate: FrameRate) throws(VideoError) {
    guard let frameRates else { return }
    if rate.framesPerSecond > frameRates.upperBound {
      let most = Int(frameRates.upperBound)
      throw .badOption("\(name) shows at most \(most) frames a second; got \(rate); use --fps \(most) or less")
    }
    if rate.framesPerSecond < frameRates.lowerBound {
      let least = (frameRates.lowerBound * 1000).rounded(.up) / 1000
      throw .badOption(
        "\(name) shows a frame for at most \(Int(1 / frameRates.lowerBound)) seconds; got \(rate) frames a second; "
          + "use --fps \(least) or more")
    }
  }

  /// Refuses options that the format does not have.
  func checkOptions(_ options: VideoOptions) throws(VideoError) {
    if options.codec != nil, encoder?.isReplaceable != true {
      throw .badOption("\(name) has no choice of codec; leave --codec out")
    }
    if options.crf != nil, options.codec == nil, encoder?.crf == nil {
      throw .badOption("\(name) has no quality factor; leave --crf out")
    }
    if options.preset != nil, options.codec == nil, encoder?.hasPresets != true {
      throw .badOption("\(name) has no presets; leave --preset out")
    }
  }
}

extension VideoFormat {
  /// An output name that asks for the format: `.mp4`, `frames/%05d.png`.
  package var example: String {
    switch outputName {
    case .suffix(let suffix): ".\(suffix)"
    case .pattern(let example): example
    case .exactly(let name): name
    }
  }
}

extension Collection<VideoFormat> {
  /// `.mp4, .mov, frames/%05d.png or -`.
  package var usage: String { map(\.example).listed(by: "or") }

  /// The same with what the file holds: `.mp4 (H.264)`.
  package var usageWithContents: String { map { "\($0.example) (\($0.contents))" }.listed(by: "or") }

  /// What each format loses of a frame, formats that lose the same together, and last those that lose nothing: `.mp4
  /// and .mov lose alpha. - loses nothing.`
  package var losses: String {
    let kinds = map(\.losses).reduce(into: [String?]()) { if !$0.contains($1) { $0.append($1) } }
    return kinds.sorted { $0 != nil && $1 == nil }.map { kind in
      let names = filter { $0.losses == kind }.map(\.example)
      return "\(names.listed(by: "and")) \(names.count == 1 ? "loses" : "lose") \(kind ?? "nothing")."
    }.joined(separator: " ")
  }

  /// The names of the formats whose frames must have even sides.
  package var namesOfEvenSized: String { filter(\.needsEvenSize).map(\.name).listed(by: "and") }
}
