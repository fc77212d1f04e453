// Tested by CommandLineTests.

import ArgumentParser
import Compositor
import Foundation
import ImageFiles
import Multiplane
import SceneFiles
import Video
import Workshop

struct VideoCommand: ParsableCommand, OutputCommand {
  static let configuration = CommandConfiguration(
    commandName: "video",
    abstract: "Renders a scene to a video.",
    discussion: """
      The name of the output gives the format: \(VideoFormat.all.usageWithContents). The size in pixels must be \
      even for \(VideoFormat.all.namesOfEvenSized). \(VideoFormat.all.losses) A run that fails or is interrupted \
      leaves no file under the final name.

      EXAMPLES
        multiplane video demo:postcard --duration 4 -o postcard.mp4
        multiplane video wallpaper.tendies --states 'Locked,Unlock@1.5,Sleep@4' --duration 6 --fps 60 -o states.mp4
        multiplane video titles.caml --codec prores -o titles.mov
        multiplane video titles.json --over clip.mp4 --at 1.5 -o titled.mp4
        multiplane video titles.json --size 1920x1080,1080x1920,1080x1080 --fit cover -o 'out/{size}.mp4'
        multiplane video demo:postcard --audio music.mp3:-6dB:0.5,2 --audio click.wav@1.5 -o postcard.mp4
        multiplane video scene.caml --duration 2 -o - | ffmpeg -f rawvideo -pix_fmt rgba -s 390x844 -i - out.mkv
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(name: .shortAndLong, help: ArgumentHelp("The output: \(VideoFormat.all.usage).", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The scene's time at the first frame, in seconds; with a clip, the clip's time (default: 0).",
      valueName: "seconds"), transform: NumberArgument.seconds)
  var from: Double?

  @Option(
    help: ArgumentHelp(
      "The part of the scene's time to show, in seconds (default: the rest of the scene's duration, or 3 for a scene "
        + "without a duration).", valueName: "seconds"), transform: NumberArgument.duration)
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "The frames a second, such as 25, 29.97 or 30000/1001 (default: the clip's, or 30).", valueName: "rate"),
    transform: NumberArgument.frameRate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "The first and the last frame to write, by their numbers in the film, from 0 (default: all).", valueName: "A-B"),
    transform: NumberArgument.frameRange)
  var frames: ClosedRange<Int>?

  @OptionGroup var encoding: EncodingOptions

  @Option(
    help: ArgumentHelp(
      "A file to write the SHA-256 of each frame's pixels to, a line a frame, for 'multiplane verify'.",
      valueName: "file"))
  var hashes: String?

  @Option(
    help: ArgumentHelp(
      "The scene's states and the second at which each begins: 'Locked,Unlock@1.5'. Before the first one, the "
        + "scene is as without this option: a wallpaper Locked, others as they are written, which is the state "
        + "'base'.", valueName: "list"), transform: StateSchedule.init(parsing:))
  var states: StateSchedule?

  @Option(
    help: ArgumentHelp(
      "The most frames to write; a longer video is an error (default: 216000, an hour at 60 a second).",
      valueName: "n"),
    transform: NumberArgument.frames)
  var maxFrames = 216_000

  @OptionGroup var clip: ClipOptions

  @OptionGroup var capture: CaptureOptions

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var data: DataOptions

  @OptionGroup var options: RenderOptions

  @Option(
    help: ArgumentHelp(
      "The form of progress: 'auto', on a terminal a line that is redrawn; 'plain' lines; 'json' lines, at "
        + "most four a second, 'json-frames', one for each frame, and 'openjd' (Open Job Description) for programs, on "
        + "standard output, or on standard error if frames go there; 'none' (default: auto).", valueName: "how"))
  var progress = ProgressChoice.auto

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    try options.sizing.checkNames(outputFiles)
    do {
      _ = try VideoFormat(path: output)
    } catch {
      throw ValidationError("\(error)")
    }
    try validateClip()
    guard from == nil || lottie.marker == nil || clip.file != nil else {
      throw ValidationError("--from and --marker both say where the video begins; give one of them")
    }
    guard data.data == nil || encoding.sdrTwin == nil else {
      throw ValidationError("--data makes many films, and --sdr-twin names one; leave one of them out")
    }
    guard data.data == nil || (progress != .openjd && hashes == nil && frames == nil) else {
      throw ValidationError(
        "--data makes many films: leave --progress openjd, --hashes and --frames out; --progress json tells of rows")
    }
    guard data.data == nil || capture.option.capture == nil else {
      throw ValidationError("--capture writes one frame, and --data makes many; leave one of them out")
    }
    guard options.sizing.sizes?.count ?? 1 == 1 || (progress != .openjd && output != "-") else {
      throw ValidationError("--size names several films: leave --progress openjd out, and write them to files")
    }
  }

  mutating func nameFiles(by size: SizeArgument) {
    (encoding.key, hashes) = (encoding.key.map(size.naming), hashes.map(size.naming))
    encoding.sdrTwin = encoding.sdrTwin.map(size.naming)
    capture.option.capture = capture.option.capture.map(size.naming)
  }

  func run() throws {
    FreedMemory.keep()
    if output == "-" { EndOfOthers.followReader() }
    try tellingPrograms {
      let clip = try openedClip()
      try makeOutputs(over: clip, progress: progress.isJSON ? StandardOutput.writeRaw : nil) {
        try $0.makeFilm(of: $1, with: clip, $2, $3)
      }
    }
  }

  /// Whether programs read the progress on standard output.
  private var reportsOnStandardOutput: Bool { progress.isForPrograms && output != "-" }

  private func reporter() -> ProgressReporter {
    ProgressReporter(
      style: progress.style(quiet: quiet),
      write: reportsOnStandardOutput ? StandardOutput.writeRaw : StandardError.writeRaw)
  }

  /// Calls a function, and reports its failure to programs that read the progress.
  private func tellingPrograms(_ run: () throws -> Void) throws {
    let reporter = reporter()
    if progress.isForPrograms {
      let stream = reportsOnStandardOutput ? STDOUT_FILENO : STDERR_FILENO
      if reportsOnStandardOutput { EndOfOthers.followReader() }
      EndingSignals.beforeEnding { report in
        if StandardStreams.takes(stream) { reporter.fail(report) }
      }
    }
    do {
      try run()
    } catch {
      reporter.fail(error)
      throw error
    }
  }

  private func makeFilm(
    of scene: LoadedScene, with clip: FilmClip?, _ opening: RasterizerOpening?, _ rows: DataRun?
  ) throws -> DataRun.Drawn {
    var scene = scene
    let isFirst = rows?.renderer == nil
    try prepare(&scene, with: clip, quiet: quiet || !isFirst)
    let (start, length) = try stretch(of: scene)
    var exporter = try exporter(path: output, of: scene, from: start, length: length)
    let frames = try exporter.renderedFrames(duration: length)
    if rows == nil { tellOfTimes(frames, scene, from: scene.clip == nil ? start : from ?? 0, length: length) }
    let renderer = try renderer(for: scene, of: exporter, opening: opening, sharing: rows?.renderer)
    rows?.renderer = renderer
    let pictures = try exporter.encoding(for: renderer)
    if isFirst {
      tellOfEncoding(pictures, exporter.format, scene.clip)
      try tellOfClip(scene, exporter, renderer)
    }
    exporter.options.hashes = hashes.map {
      FrameHashes(path: $0, head: head(of: renderer, pictures, exporter.frameRate, start).head(options))
    }
    let captured = capture.begin(renderer)
    // The first frame shows the scene now, unless a state is set before it.
    var isTold = !isFirst
    if !isTold, states == nil { isTold = try tellOfTransparency(scene, renderer, exporter, at: start) }
    let reporter = rows == nil ? reporter() : rows?.reporter(progress.style(quiet: quiet))
    reporter?.begin(total: frames.count, device: renderer.rasterizer.drawingDevice)
    let film = try exporter.exportFrames(
      of: scene.rootLayer, with: renderer, from: start, duration: length,
      beforeFrame: stateChanges(of: scene, from: start),
      report: { done, slowerStage in
        reporter?.update(done: done, slowerStage: slowerStage?.rawValue)
        return .proceed
      },
      beforeEnd: { try rows?.finishPrevious() })
    if rows == nil { try film.finish() }
    try capture.finish(captured)
    options.report(renderer, quiet: quiet || rows != nil)
    if !isTold {
      try tellOfTransparency(scene, renderer, exporter, at: start + exporter.frameRate.time(ofFrame: frames.upperBound))
    }
    guard rows == nil else {
      return DataRun.Drawn(frames: frames.count) { [exporter, scene] in
        try film.finish()
        tell(exporter.takeNotes() + scene.filmNotes(), of: output)
      }
    }
    tell(exporter.takeNotes() + scene.filmNotes())
    let what = exporter.format == .rawRGBA ? "wrote raw RGBA frames" : "wrote \(output)"
    try reporter?.finish(what, beginning: renderer.firstFrame) { line in
      try FilmResult(
        output, key: encoding.key, format: exporter.format, encoding: pictures, frames: frames, line: line)
    }
    return DataRun.Drawn(frames: frames.count)
  }

  /// Prints notes if the film ends before `--frames`, or shows no caption.
  ///
  /// - Parameter start: the captions' time at the first frame, in seconds.
  private func tellOfTimes(
    _ frames: ClosedRange<Int>, _ scene: LoadedScene, from start: Double, length: Double
  ) {
    if let wanted = self.frames, wanted.upperBound > frames.upperBound {
      StandardError.write(
        "multiplane: note: --frames ends at \(wanted.upperBound), and the film at frame \(frames.upperBound)")
    }
    guard let file = options.captions.file, scene.hasCaptions(from: start, length: length) == false else { return }
    tell(["no caption is shown in the film, which is from \(start) to \(start + length) s"], of: file)
  }

  /// Returns the settings that `verify` needs.
  private func head(
    of renderer: OffscreenRenderer, _ pictures: PictureEncoding, _ rate: FrameRate, _ start: Double
  ) -> HashesFile {
    HashesFile(
      pixels: SizeArgument(width: renderer.width, height: renderer.height), rate: rate, from: start,
      background: options.background ?? background(of: pictures), pixelFormat: renderer.pixelFormat,
      drawer: renderer.rasterizer.drawingDevice.description)
  }

  /// Returns the default background of a scene.
  private func background(of pictures: PictureEncoding) -> ColorArgument {
    pictures.alpha != nil || encoding.key != nil || clip.file != nil ? .transparent : .black
  }

  /// Prints how the encoding differs from the options.
  private func tellOfEncoding(_ pictures: PictureEncoding, _ format: VideoFormat, _ clip: FilmClip?) {
    if let fallBack = pictures.fallBack { StandardError.write("multiplane: warning: \(fallBack)") }
    let note = encoding.note(pictures, format: format, background: options.background, clip: clip?.clip)
    if let note { tell([note]) }
  }

  /// Prints a note if a film without alpha shows black behind the scene by default, and returns whether it did.
  /// - Returns: whether it printed the note.
  @discardableResult
  func tellOfTransparency(
    _ scene: LoadedScene, _ renderer: OffscreenRenderer, _ exporter: VideoExporter, at time: Double
  ) throws -> Bool {
    guard !quiet, scene.clip == nil, exporter.format.hasPictures, encoding.key == nil, encoding.alpha == nil,
      options.background == nil,
      try exporter.encoding(height: renderer.height).alpha == nil,
      try renderer.showsBackground(of: scene.rootLayer, at: time)
    else { return false }
    tell([
      "the scene is transparent in places, and \(exporter.format.example) has no alpha here: the film lies over black; "
        + "--background chooses another colour"
    ])
    return true
  }

  /// Prints notes on the film and on the films in it, with the film's path if there are several.
  func tell(_ notes: [String], of path: String? = nil) {
    guard !quiet else { return }
    for note in notes { StandardError.write("multiplane: note: \(path.map { "\($0): " } ?? "")\(note.namingFlags)") }
  }

  /// Opens the scene, its exporter, and its renderer.
  func opened() throws -> (LoadedScene, VideoExporter, OffscreenRenderer) {
    let clip = try openedClip()
    let (read, opening) = try options.read(
      source.scene, lottie: source.loading(lottie.loadOptions()), over: clip, quiet: quiet)
    var scene = read
    try prepare(&scene, with: clip, quiet: quiet)
    let (start, length) = try stretch(of: scene)
    let exporter = try exporter(path: output, of: scene, from: start, length: length)
    return (scene, exporter, try renderer(for: scene, of: exporter, opening: opening))
  }

  func exporter(
    path: String, of scene: LoadedScene, from start: Double, length: Double
  ) throws -> VideoExporter {
    let rate = scene.filmRate(fps, changesStates: states != nil)
    var exporter = try VideoExporter(
      path: path, format: VideoFormat(path: path), frameRate: rate,
      options: encoding.videoOptions(background: options.background, memory: options.maxMemory))
    for track in encoding.audio { try track.checkFile() }
    exporter.audio = encoding.audio.map(\.track)
    if !scene.sounds.isEmpty, !encoding.mute {
      if !exporter.format.sound.isEmpty, frames == nil {
        exporter.audio += scene.sounds.map { $0.track(from: start) }
      } else {
        let who = frames == nil ? exporter.format.name : "a film of --frames"
        tell(["\(who) holds no sound; the scene's is left out"])
      }
    }
    exporter.loudness = exporter.loudness ?? scene.loudness
    exporter.clip = scene.clip
    if scene.clip == nil, !options.flipped {
      exporter.passingClips = scene.passingClips(in: options.canvas(for: scene))
    }
    // Planes with alpha are not a clip's, and all of the film is opaque.
    if exporter.passingClips != nil, encoding.alpha == nil, exporter.format.container != nil {
      exporter.alpha = AlphaRequest.none
    }
    exporter.options.areFramesDeep = try drawsHalfFloats(scene, &exporter)
    try addSound(of: scene.clip, to: &exporter)
    exporter.frameRange = frames
    guard frames?.count ?? exporter.frameCount(duration: length) <= maxFrames else {
      // The error is the command line's if --duration gives the length, otherwise the scene's.
      throw CommandError(
        duration == nil ? .malformedInput : .usage,
        String(
          format: "%@ %g s, %g frames at %@ a second; at most %ld are written: give a shorter --duration or raise "
            + "--max-frames", duration == nil ? "the scene's animations last" : "--duration asks for", length,
          length * rate.framesPerSecond, rate.description, maxFrames))
    }
    return exporter
  }

  func renderer(
    for scene: LoadedScene, of exporter: VideoExporter, opening: RasterizerOpening?,
    sharing other: OffscreenRenderer? = nil
  ) throws -> OffscreenRenderer {
    let pictures = try exporter.encoding(height: Int(scene.size.height))
    // The copies: the drawn frame, the prepared one, and those that wait for the encoder.
    return try sized(for: scene.clip).renderer(
      for: scene, opening: opening, sharing: other, background: background(of: pictures),
      frameCopies: 2 + VideoWriter.waitingFrames,
      pixelFormat: exporter.options.areFramesDeep ? .rgba16Float : .rgba8)
  }

  /// Returns whether frames are drawn in half floats: for more than 8 bits of a component, and for dithering. Frames
  /// over a clip's planes, and captures, have 8 bits. A film over an HDR clip becomes HDR where it can.
  private func drawsHalfFloats(_ scene: LoadedScene, _ exporter: inout VideoExporter) throws -> Bool {
    let (width, height) = sized(for: scene.clip).pixelSize(of: scene)
    let isOpaque = options.background?.alpha == 1
    guard !exporter.followClip(width: width, height: height, isOpaque: isOpaque), capture.option.capture == nil else {
      return false
    }
    return try encoding.dither || encoding.key == nil && exporter.encoding(height: height).takesDeepFrames
  }

  /// Returns the film's part of the scene's time, in seconds.
  func stretch(of scene: LoadedScene) throws -> (start: Double, length: Double) {
    if let clip = scene.clip { return (clip.sceneTimeAtStart, clip.length) }
    if let name = lottie.marker {
      let marker = try scene.marker(named: name)
      guard let length = duration ?? (marker.duration > 0 ? marker.duration : nil) else {
        throw ValidationError("the marker '\(name)' is a moment, at \(marker.time) s; give a --duration, too")
      }
      return (marker.time, length)
    }
    let from = from ?? 0
    if let duration { return (from, duration) }
    guard let own = scene.duration else { return (from, LoadedScene.durationWithoutEnd) }
    guard own > from else {
      throw ValidationError("--from \(from) is not before the end of the scene, at \(own) s")
    }
    return (from, own - from)
  }
}
