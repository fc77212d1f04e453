// `multiplane bench`: how fast scenes are drawn, and where the time goes.
import ArgumentParser
import CoreGraphics
import Gallery
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles
import Workshop

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures how fast scenes are drawn.",
    discussion: """
      Renders frames one after the other, 1/60 s of the scene's time apart, and prints frames a second, milliseconds a \
      stage, and the counters of a frame. A frame is prepared while the one before it is drawn, and so takes less than \
      its stages together. Nothing is written but the report.

      --score is a number for the machine and its driver, higher is better: eight scenes get more and more layers, \
      all of which move, until a frame of 1920x1080 pixels takes 1/60 s. A scene's score is how many layers that is \
      (the change point of a regression in two pieces, flat and then rising), beside the median and the middle 80 % \
      of its bootstrap; the machine's is the geometric mean of them. The scenes are the same everywhere. It takes two \
      minutes, with --quick, by bisection alone, half of one. Let nothing else run.

      EXAMPLES
        multiplane bench demo:rectangles --frames 300
        multiplane bench wallpaper.tendies --size 1920x1080 --json result.json
        multiplane bench --score
      """
  )

  @Argument(help: ArgumentHelp("Scenes: \(SceneImporter.all.suffixes), or demo:NAME.", valueName: "scene"))
  var scenes: [String] = []

  @Option(help: ArgumentHelp("A set of scenes that come with the program.", valueName: "name"))
  var suite: String?

  @Flag(help: "How many moving layers a frame of 1/60 s may have, in eight scenes and as one number.")
  var score = false

  @Flag(help: "The score by bisection, without its spread.")
  var quick = false

  @Option(
    help: ArgumentHelp("Frames to measure (default: 120).", valueName: "n"),
    transform: NumberArgument.count)
  var frames: Int?

  @Option(help: ArgumentHelp("A file to write the figures to, as JSON.", valueName: "file"))
  var json: String?

  @OptionGroup var capture: CaptureOptions

  @OptionGroup var options: RenderOptions

  func validate() throws {
    guard !quick || score else { throw ValidationError("--quick is a way to find the --score; give both") }
    guard !score else { return try validateScore() }
    guard !scenes.isEmpty || suite != nil else {
      throw ValidationError("nothing to measure; give a scene, such as demo:rectangles, or --suite")
    }
    guard capture.option.capture == nil || (scenes.count == 1 && suite == nil) else {
      throw ValidationError("--capture writes a frame of one scene; give one")
    }
  }

  /// The score has its own scenes and size, or it would not be the same everywhere.
  private func validateScore() throws {
    guard scenes.isEmpty && suite == nil else {
      throw ValidationError("--score has scenes of its own; give no others beside it")
    }
    let others = [
      ("--frames", frames != nil), ("--capture", capture.option.capture != nil), ("--size", options.size != nil),
      ("--scale", options.scale != nil), ("--background", options.background != nil),
      ("--font", !options.fonts.isEmpty), ("--flipped", options.flipped),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("--score is measured in one way, whatever \(other.0) says; leave it out")
    }
  }

  func run() throws {
    guard !score else { return try runScore() }
    var results: [BenchmarkResult] = []
    for name in scenes + (try suiteScenes()) {
      let scene = try options.load(name, state: nil, quiet: false)
      // The frame that is drawn, the one that is prepared, and the one that is read.
      let renderer = try options.renderer(for: scene, frameCopies: 3)
      let captured = capture.begin(renderer)
      let result = try Benchmark(scene: name, layer: scene.rootLayer, renderer: renderer, frames: frames ?? 120).run()
      try capture.finish(captured)
      options.report(renderer, quiet: false)
      try StandardOutput.write("\(result)")
      results.append(result)
    }
    try write(JSONReport.text(.bench, results))
  }

  /// Writes the figures where `--json` says.
  private func write(_ figures: String) throws {
    guard let json else { return }
    let file = try UnfinishedFile(for: json)
    try file.write(Array(figures.utf8))
    try file.publish()
  }

  private func runScore() throws {
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    var settings = OffscreenRenderer.Options(background: .clear, isFlipped: false, clock: clock)
    settings.opening = RasterizerOpening(options.renderer.request)
    settings.memoryLimit = options.maxMemory.bytes
    // As above.
    settings.frameCopies = 3
    let renderer = try OffscreenRenderer(size: ScoreScene.size, options: settings)
    var results: [ScoreResult] = []
    try StandardOutput.write(
      quick ? "scene               layers" : "scene               layers  median   80 % interval")
    for scene in ScoreScene.all {
      let stage = ScoreStage(scene)
      let subject = ScoreSubject(name: scene.name, root: stage.root, tune: stage.tune(to:), show: stage.show(at:))
      var benchmark = ScoreBenchmark(subject, renderer: renderer)
      let result = try quick ? benchmark.runQuickly() : benchmark.run()
      try StandardOutput.write("\(result)")
      results.append(result)
    }
    let report = ScoreReport(results, renderer: renderer)
    try StandardOutput.write("\(report)")
    options.report(renderer, quiet: false)
    try write(JSONReport.text(.score, report))
  }

  private func suiteScenes() throws -> [String] {
    guard let suite else { return [] }
    guard let names = Gallery.suites[suite] else {
      throw ValidationError(
        "no suite '\(suite)'; expected one of \(Gallery.suites.keys.sorted().joined(separator: ", "))")
    }
    return names.map { "demo:\($0)" }
  }
}

extension BenchCommand: TimeLimited { var timeLimit: Double? { options.time.maxTime } }

extension BenchCommand: FileNaming {
  var inputFiles: [String] { scenes.filter { !LoadedScene.isDemo($0) } + options.fonts }
  var outputFiles: [NamedOutput] {
    [NamedOutput("--json", json), NamedOutput("--capture", capture.option.capture)].compactMap { $0 }
  }
}
