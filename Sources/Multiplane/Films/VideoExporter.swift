// Frames are rendered one after the other, at exact times, and passed to the encoder, which runs in parallel.
//
// Tested by AsyncExportTests and BoundsTests.

#if Films

import Logging
public import QuartzCore
public import Video

/// Renders a time range of a layer tree to a video file.
///
/// ```swift
/// let exporter = try VideoExporter(path: "card.mp4", frameRate: 30)
/// try exporter.export(layer, with: renderer, duration: 4) { done in .proceed }
/// ```
///
/// The path's suffix selects the format; see ``outputNames``. The output gets its name when it is complete; an error or
/// a cancellation leaves no output.
public struct VideoExporter {
  /// The answer of an export's progress handler: whether the export goes on.
  public enum Continuation: Sendable {
    case proceed
    /// Stop: the export throws, and no output is left.
    case cancel
  }

  /// The effort of an encoder: a smaller file of the same quality takes longer.
  public typealias Preset = EncoderPreset

  /// The treatment of transparency: `straight`, `premultiplied` or `none`.
  public typealias Alpha = AlphaRequest

  /// The names of output for each format: suffixes such as `.mp4`, an example of a pattern for one file a frame, and
  /// `-` for raw RGBA frames on standard output.
  public static var outputNames: [String] { VideoFormat.all.map(\.example) }

  /// The treatment of transparency, for formats with alpha; films of others are opaque.
  ///
  /// Nil means the format's own convention: straight, but premultiplied for raw frames; `none` if the renderer's
  /// background is opaque. If alpha is requested and no codec is named, `.mov` is ProRes 4444 and `.mkv` FFV1.
  public var alpha: Alpha? {
    get { options.alpha }
    set { options.alpha = newValue }
  }

  /// The path of a second film, in grey, of the frames' alpha, for a vision mixer. The film itself is then opaque, over
  /// black, or has straight colours if ``alpha`` is `straight`.
  public var keyPath: String? {
    get { options.key }
    set { options.key = newValue }
  }

  /// The matrix from colours to YUV, for encoders that take YUV: `bt601`, `bt709` or `bt2020`.
  public typealias Matrix = YUVMatrix

  /// The matrix of YUV, written in the stream and the container; nil for BT.709 from 720 rows on, and BT.601 below.
  public var matrix: Matrix? {
    get { options.matrix }
    set { options.matrix = newValue }
  }

  /// Whether luma uses the full range, from 0 on, instead of 16 to 235 of 255. Default: false.
  public var usesFullRange: Bool {
    get { options.range == .full }
    set { options.range = newValue ? .full : nil }
  }

  /// The transfer curve that a film declares: `srgb` or `bt709`. Its pixels are sRGB's in any case.
  public typealias Transfer = YUVTransfer

  /// The transfer curve that the stream and the container declare for YUV, without changing pixels; nil for sRGB or, as
  /// ProRes has no number for that, BT.709.
  public var transfer: Transfer? {
    get { options.transfer }
    set { options.transfer = newValue }
  }

  /// The dynamic range of the film; nil, the default, for that of the clip below the scene where the format holds its
  /// pictures, and the standard one otherwise. A scene's white is at graphics white, 203 candela a square metre. `hlg`
  /// and `pq` are of 10 bits: HEVC in `.mp4` and `.mov`, VP9 in `.webm`, AV1 and ProRes.
  public var dynamicRange: DynamicRange? {
    get { options.dynamicRange }
    set { options.dynamicRange = newValue }
  }

  /// The path of a second film, of the standard range, with the pictures of this film of a high range, converted as
  /// ``DynamicRange/sdr`` over an HDR clip is; its suffix selects its format, and it has the same sound. Nil, the
  /// default, for none; throws for a film of the standard range.
  public var sdrTwinPath: String? {
    get { options.sdrTwin }
    set { options.sdrTwin = newValue }
  }

  /// Whether to repeat the last column or row of frames with odd sides if the format needs even ones. Default: false,
  /// which throws for such sizes.
  public var padsToEvenSize: Bool {
    get { options.padsToEven }
    set { options.padsToEven = newValue }
  }

  /// Bits a component: 8, or 10 for HEVC, VP9, AV1, ProRes and `.y4m`; nil for the encoder's own. The frames of a
  /// renderer of ``OffscreenRenderer/PixelFormat/rgba16Float`` have more than 256 levels in a film of 10 bits.
  public var bitsPerComponent: Int? {
    get { options.depth }
    set { options.depth = newValue }
  }

  /// Whether frames of half floats are dithered, by a fixed pattern of 8x8 pixels, if the film has 8 bits a component:
  /// smooth gradients show no bands then. Default: false, which rounds.
  public var dithers: Bool {
    get { options.dithers }
    set { options.dithers = newValue }
  }

  /// Bits a second instead of a quality; nil for the quality.
  public var bitrate: Int? {
    get { options.bitrate }
    set { options.bitrate = newValue }
  }

  /// Whether a GPU encodes H.264 and HEVC: `off`, `ifPossible` or `required`.
  public typealias Hardware = HardwareRequest

  /// Whether a GPU encodes, whose output depends on the GPU and its driver. Default: off.
  public var hardware: Hardware {
    get { options.hardware ?? .off }
    set { options.hardware = newValue }
  }

  /// The duration of a segment, in seconds, to the nearest frame. Each segment is encoded on its own: it begins with a
  /// key frame, and no picture refers to another segment's. Default: 2.
  public var segmentDuration: CFTimeInterval {
    get { options.segment }
    set { options.segment = newValue }
  }

  /// The tracks of the sound, mixed. The film's end cuts them; silence follows shorter ones.
  ///
  /// `.mp4` and `.mov` hold AAC, `.mov` with ProRes and lossless pictures PCM of 24 bits, `.webm` Opus, `.mkv` FLAC of
  /// 24 bits; `.wav` is the sound alone, without rendering. Samples above full scale are clipped, with a note to the
  /// renderer's logger.
  public var audio: [AudioTrack] = []

  /// The loudness of the sound, in LUFS (EBU R 128, integrated over the film), reached by one constant gain; nil, the
  /// default, leaves it unchanged. A limiter lowers true peaks above ``truePeak``, or -1 dB.
  public var loudness: Double? {
    get { options.loudness }
    set { options.loudness = newValue }
  }

  /// The limit of true peaks, in dB of full scale, -24 to 0; nil, the default, for none, or -1 if ``loudness`` is set.
  public var truePeak: Double? {
    get { options.truePeak }
    set { options.truePeak = newValue }
  }

  /// The film's clip, over or under the scene; nil for the scene alone.
  package var clip: FilmClip?

  /// The clips of the scene that are alone in frames at times; nil for none. The tree must stay as it is.
  package var passingClips: PassingClips?

  /// Whether the clip's sound is heard. Default: false.
  package var keepsClipSound = false

  /// The frames to render, by their numbers in the film, from 0 on; nil for all. The last may be beyond the film's.
  /// Files of a sequence have these numbers. A part of a film has no ``audio``.
  public var frameRange: ClosedRange<Int>?

  let path: String
  package let format: VideoFormat
  package let frameRate: FrameRate
  package var options: VideoOptions

  /// Creates an exporter to a path.
  ///
  /// - Parameters:
  ///   - path: the file of the video.
  ///   - frameRate: frames a second; 29.97 means 30000/1001, and so on.
  ///   - crf: the encoder's quality, lower is better; nil for the format's default.
  ///   - codec: the name of an encoder of libavcodec; nil for the format's default.
  ///   - preset: the encoder's effort; nil for `standard`, and for formats without a choice.
  /// - Throws: ``RenderingError/invalidArgument(_:)`` if the path selects no format, or the rate is out of range.
  public init(
    path: String, frameRate: Double = 30, crf: Int? = nil, codec: String? = nil, preset: Preset? = nil
  ) throws(RenderingError) {
    guard let rate = FrameRate(frameRate) else {
      throw .invalidArgument(
        "\(frameRate) frames a second; expected more than 0 and at most \(FrameRate.maximum)")
    }
    let format = try RenderingError.fromVideo { () throws(VideoError) in try VideoFormat(path: path) }
    self.init(
      path: path, format: format, frameRate: rate,
      options: VideoOptions(crf: crf, codec: codec, preset: preset))
  }

  package init(path: String, format: VideoFormat, frameRate: FrameRate, options: VideoOptions) {
    self.path = path
    self.format = format
    self.frameRate = frameRate
    self.options = options
  }

  /// Returns the number of frames that begin within a duration, in seconds: at least 1, at most 2⁵³.
  public func frameCount(duration: CFTimeInterval) -> Int {
    max(1, Int(bounded: (duration * frameRate.framesPerSecond - 1e-6).rounded(.up)))
  }

  /// Returns the numbers of the frames to render for a duration in seconds. Throws
  /// ``RenderingError/invalidArgument(_:)`` if ``frameRange`` is beyond them, or together with ``audio``.
  package func renderedFrames(duration: CFTimeInterval) throws(RenderingError) -> ClosedRange<Int> {
    let all = 0...frameCount(duration: duration) - 1
    guard let frameRange else { return all }
    guard frameRange.overlaps(all) else {
      throw .invalidArgument(
        "frames \(frameRange.lowerBound) to \(frameRange.upperBound) are asked for, and the film's are 0 to "
          + "\(all.upperBound)")
    }
    guard audio.isEmpty else {
      throw .invalidArgument("a part of a film has no sound: leave `audio` out, and give it to the whole film")
    }
    return frameRange.clamped(to: all)
  }

  /// The most frames of a video, by the 32-bit numbers of containers.
  static let mostFrames = Int(Int32.max)

  /// Renders and writes the video, and returns when it is complete: for a tree that changes only by its animations.
  ///
  /// See ``export(_:with:from:duration:beforeFrame:progress:)`` for a tree that the program changes between frames, and
  /// ``frames(of:with:from:duration:)`` for tasks, which must not wait for the encoder.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - renderer: the renderer, whose size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: the duration in seconds; finite, and of at most 2,147,483,647 frames. If it comes from outside,
  ///     check ``frameCount(duration:)`` before: nothing else bounds the time and the output.
  ///   - progress: called with the number of finished frames; returns whether to go on.
  /// - Throws: errors of rendering, encoding or writing; ``RenderingError/cancelled``. No output is left then.
  public func export(
    _ layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval = 0, duration: CFTimeInterval,
    progress: (Int) -> Continuation = { _ in .proceed }
  ) throws(RenderingError) {
    let run = try begin(renderer, from: start, duration: duration)
    try run.drive(
      layer, beforeFrame: { _ throws(RenderingError) in }, report: { done, _ in progress(done) }, failure: { $0 })
    try run.finish()
  }

  /// Renders and writes the video, and calls a function before each frame: for a tree that the program changes.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - renderer: the renderer, whose size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: the duration in seconds; see ``export(_:with:from:duration:progress:)``.
  ///   - beforeFrame: called with the time of each frame before it; may change the tree. Its error ends the export.
  ///   - progress: called with the number of finished frames; returns whether to go on.
  public func export(
    _ layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval = 0, duration: CFTimeInterval,
    beforeFrame: (CFTimeInterval) throws -> Void, progress: (Int) -> Continuation = { _ in .proceed }
  ) throws {
    let run = try begin(renderer, from: start, duration: duration)
    try run.drive(layer, beforeFrame: beforeFrame, report: { done, _ in progress(done) }, failure: { $0 })
    try run.finish()
  }

  /// Returns the encoding of a renderer's frames by the options.
  package func encoding(for renderer: OffscreenRenderer) throws(RenderingError) -> PictureEncoding {
    var options = try options(isOpaque: renderer.hasOpaqueBackground, frameCount: 1)
    options.underlay = route(options, for: renderer)?.underlay
    _ = pass(&options, width: renderer.width, height: renderer.height)
    return try RenderingError.fromVideo { [options] () throws(VideoError) in
      try format.encoding(options, height: renderer.height)
    }
  }

  /// Returns the encoding of frames of a height in pixels, by the options.
  package func encoding(height: Int) throws(RenderingError) -> PictureEncoding {
    var options = options
    if clip != nil, options.alpha == nil { options.alpha = standardAlpha(isOpaque: false) }
    return try RenderingError.fromVideo { [options] () throws(VideoError) in
      try format.encoding(options, height: height)
    }
  }

  /// Returns the options of a film, with its sound.
  func options(isOpaque: Bool, frameCount: Int) throws(RenderingError) -> VideoOptions {
    var options = options
    for track in audio { try track.check() }
    guard -70...0 ~= options.loudness ?? 0, -24...0 ~= options.truePeak ?? 0 else {
      throw .invalidArgument(
        "a loudness of \(options.loudness ?? 0) LUFS and a true peak of \(options.truePeak ?? 0) dB; expected -70 to "
          + "0, and -24 to 0")
    }
    (options.sound, options.frameCount) = (audio.map(\.soundTrack), frameCount)
    if let clip {
      if keepsClipSound { format.addSound(of: clip.clip, from: clip.start, length: clip.length, to: &options) }
      if clip.isFollowed {
        format.addOthers(of: clip.clip, at: clip.pace(at: frameRate), hasSound: keepsClipSound, to: &options)
      }
    }
    if options.alpha == nil { options.alpha = standardAlpha(isOpaque: isOpaque) }
    return options
  }

  /// Opens the output for a time range.
  func begin(
    _ renderer: OffscreenRenderer, from start: CFTimeInterval, duration: CFTimeInterval
  ) throws(RenderingError) -> FilmRun {
    let frames = frameCount(duration: duration)
    guard start.isFinite, duration.isFinite, frames <= Self.mostFrames else {
      throw .invalidArgument(
        "a video of \(duration) seconds from \(start) at \(frameRate) frames a second; expected finite times and at "
          + "most \(Self.mostFrames) frames")
    }
    let range = try renderedFrames(duration: duration)
    var options = try options(isOpaque: renderer.hasOpaqueBackground, frameCount: frames)
    options.firstFrame = range.lowerBound
    options.takesPlanes = renderer.packsPlanes
    options.areFramesDeep = renderer.pixelFormat == .rgba16Float
    options.jobs = renderer.requestedJobs
    options.underlay = route(options, for: renderer)?.underlay
    let passing = pass(&options, width: renderer.width, height: renderer.height)
    let fallBack = try RenderingError.fromVideo { [options] () throws(VideoError) in
      try format.encoding(options, height: renderer.height).fallBack
    }
    if let fallBack { renderer.logger?.warning("\(fallBack)") }
    setContentsDepth(of: renderer)
    let writer = try RenderingError.fromVideo { [options] () throws(VideoError) in
      try VideoWriter(
        path: path, format: format, width: renderer.width, height: renderer.height, frameRate: frameRate,
        options: options)
    }
    return FilmRun(
      renderer, writer, start: start, frames: range, frameRate: frameRate, hasPictures: format.hasPictures,
      notes: options.notes, clip: clip, underlay: options.underlay, passing: passing)
  }
}

#endif
