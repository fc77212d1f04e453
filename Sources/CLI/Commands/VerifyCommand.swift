import ArgumentParser
import Multiplane
import SceneFiles
import Video

struct VerifyCommand: ParsableCommand, SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compares a scene's frames with the digests of a film.",
    discussion: """
      Renders the frames whose digests 'video --hashes' wrote again, and names the first that differs. The file holds \
      their times, size and background; repeat the other options of 'video': --states, --font, and the replacements in \
      a Lottie file. Exit status 0: all frames are the same; 1: a frame differs.

      EXAMPLES
        multiplane video wallpaper.tendies --hashes frames.txt -o wallpaper.mp4
        multiplane verify frames.txt wallpaper.tendies
      """
  )

  @Argument(help: ArgumentHelp("A file that 'video --hashes' wrote.", valueName: "file"))
  var hashes: String

  @OptionGroup var source: SceneArgument

  @Option(
    help: ArgumentHelp("The scene's states, as they were given to 'video'.", valueName: "list"),
    transform: StateSchedule.init(parsing:))
  var states: StateSchedule?

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var options: RenderOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    var options = options
    let file = try HashesFile(contentsOf: hashes, completing: &options)
    let (scene, opening) = try options.load(
      source.scene, state: nil, lottie: source.loading(lottie.loadOptions()), quiet: quiet)
    let renderer = try options.renderer(
      for: scene, opening: opening, background: file.background, frameCopies: 2 + VideoWriter.waitingFrames,
      pixelFormat: file.pixelFormat)
    guard renderer.width == file.pixels.width, renderer.height == file.pixels.height else {
      throw CommandError(
        .different, "the frames had \(file.pixels) pixels, and have \(renderer.width)x\(renderer.height)")
    }
    try compare(file, scene, renderer)
    options.report(renderer, quiet: quiet)
  }

  private func compare(_ file: HashesFile, _ scene: LoadedScene, _ renderer: OffscreenRenderer) throws {
    let verification = FrameVerification(file.digests)
    var exporter = VideoExporter(
      path: "", format: .verification(verification), frameRate: file.rate, options: VideoOptions())
    let end = file.first + file.digests.count
    exporter.frameRange = file.first...end - 1
    if file.pixelFormat == .rgba16Float { exporter.bitsPerComponent = 16 }
    let progress = ProgressReporter(
      total: file.digests.count, device: renderer.rasterizer.drawingDevice, style: .standard(quiet: quiet))
    do {
      try exporter.exportFrames(
        of: scene.rootLayer, with: renderer, from: file.from, duration: file.rate.time(ofFrame: end),
        beforeFrame: (states ?? StateSchedule.none).changing(scene, from: file.from),
        report: { done, slowerStage in
          progress.update(done: done, slowerStage: slowerStage?.rawValue)
          return .proceed
        }
      ).finish()
    } catch {
      progress.clear()
      guard let difference = verification.firstDifference else { throw error }
      let frame = file.first + difference
      throw CommandError(
        .different,
        "frame \(frame), at \(file.from + file.rate.time(ofFrame: frame)) s, differs from \(hashes)"
          + drawers(file, renderer))
    }
    try progress.finish("the same frames as in \(hashes)")
  }

  /// Returns a text about the films' renderers, empty if they are equal.
  private func drawers(_ file: HashesFile, _ renderer: OffscreenRenderer) -> String {
    let drawer = renderer.rasterizer.drawingDevice.description
    guard let former = file.drawer, former != drawer else { return "" }
    return ": that film was drawn by \(former), this one by \(drawer)"
  }
}
