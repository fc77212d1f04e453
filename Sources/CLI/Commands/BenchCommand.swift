import ArgumentParser
import Compositor
import CoreGraphics
import Foundation
import Gallery
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles
import Workshop

struct BenchCommand: ParsableCommand, FileNaming, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures how fast scenes are drawn.",
    discussion: """
      Renders frames one after the other, 1/60 s of the scene's time apart, and prints frames a second, milliseconds \
      a stage, and the counters of a frame. A frame is prepared while the one before it is drawn, and so takes less \
      time than the sum of its stages. If the driver measures it, the GPU's own time of further frames follows. With \
      workers (--jobs), the sums of the waits of the renderer's thread and the workers for each other follow. The \
      report names the renderer: --suite and --score measure OpenGL and then rows, as far as the machine has them, \
      unless --renderer, --gpu or --egl chooses; otherwise the renderer of pictures is measured.

      --score gives a number for the machine and its driver, higher is better: eight scenes get more and more moving \
      layers until a frame of 1920x1080 pixels takes 1/60 s. A scene's score is that number of layers (the change \
      point of a regression in two pieces, flat and then rising), with the median and the middle 80 % of its \
      bootstrap; the machine's score is their geometric mean. The scenes are the same everywhere. A renderer takes two \
      minutes, or half a minute with --quick, by bisection alone. Run nothing else meanwhile.

      --compare prints the ratio of the frame times in the second file of --json to those in the first, by the \
      medians, with its 95 % confidence interval. Exit status 1: a scene's whole interval is slower by more than \
      --slower-than percent.

      EXAMPLES
        multiplane bench demo:rectangles --frames 300
        multiplane bench wallpaper.tendies --size 1920x1080 --json result.json
        multiplane bench --compare before.json after.json
        multiplane bench --score
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Scenes: \(SceneImporter.all.suffixes), or demo:NAME; with --compare two files of --json.", valueName: "scene"))
  var scenes: [String] = []

  @Option(help: ArgumentHelp("The name of a set of scenes that come with the program.", valueName: "name"))
  var suite: String?

  @Flag(help: "Measure how many moving layers a frame of 1/60 s may have, in eight scenes and as one number.")
  var score = false

  @Flag(help: "Find the score by bisection, without its spread.")
  var quick = false

  @Flag(help: "Compare two files that --json has written.")
  var compare = false

  @Option(
    help: ArgumentHelp("The slowdown, in percent, from which --compare fails (default: 5).", valueName: "percent"),
    transform: NumberArgument.percent)
  var slowerThan: Double?

  @Option(
    help: ArgumentHelp("The number of frames to measure (default: 120).", valueName: "n"),
    transform: NumberArgument.count)
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      "A file to write the figures to, as JSON: the time of each frame, the renderer, the machine, its driver and "
        + "clock.", valueName: "file"))
  var json: String?

  @OptionGroup var capture: CaptureOptions

  @OptionGroup var options: RenderOptions

  func validate() throws {
    guard !quick || score else { throw ValidationError("--quick is a way to find the --score; give both") }
    guard slowerThan == nil || compare else { throw ValidationError("--slower-than is for --compare; give both") }
    guard !compare else { return try validateComparison() }
    guard !score else { return try validateScore() }
    guard !scenes.isEmpty || suite != nil else {
      throw ValidationError("nothing to measure; give a scene, such as demo:rectangles, or --suite")
    }
    guard capture.option.capture == nil || (scenes.count == 1 && suite == nil) else {
      throw ValidationError("--capture writes a frame of one scene; give one")
    }
  }

  /// The first given option that applies only to scenes; nil without one.
  private var sceneOption: String? {
    let all = [
      ("--frames", frames != nil), ("--capture", capture.option.capture != nil), ("--size", options.sizing.isGiven),
      ("--scale", options.scale != nil), ("--background", options.background != nil),
      ("--font", !options.fonts.isEmpty), ("--flipped", options.flipped),
    ]
    return all.first(where: \.1)?.0
  }

  /// The score has its own scenes and size, to be comparable.
  private func validateScore() throws {
    guard scenes.isEmpty && suite == nil else {
      throw ValidationError("--score has scenes of its own; give no others beside it")
    }
    if let sceneOption {
      throw ValidationError("--score is measured in one way, whatever \(sceneOption) says; leave it out")
    }
  }

  private func validateComparison() throws {
    guard scenes.count == 2, suite == nil, !score else {
      throw ValidationError("--compare takes two files of --json, and measures nothing")
    }
    if let other = sceneOption ?? (json == nil ? nil : "--json") {
      throw ValidationError("--compare measures nothing; leave \(other) out")
    }
  }

  func run() throws {
    if compare { return try runComparison() }
    if score { return try runScore() }
    var results: [BenchmarkResult] = []
    for name in scenes { results.append(try measure(name, options)) }
    let suite = try suiteScenes()
    if !suite.isEmpty {
      let drawers = try drawers()
      for name in suite { results += try drawers.each { try measure(name, $0) } }
    }
    try write(JSONReport.text(.bench, BenchmarkReport(results)))
  }

  private func measure(_ name: String, _ options: RenderOptions) throws -> BenchmarkResult {
    let (scene, opening) = try options.load(name, state: nil, quiet: false)
    // The copies: the drawn frame, the prepared one, the one being read, and a target.
    let renderer = try options.renderer(for: scene, opening: opening, frameCopies: 4)
    let captured = capture.begin(renderer)
    let result = try Benchmark(scene: name, layer: scene.rootLayer, renderer: renderer, frames: frames ?? 120).run()
    try capture.finish(captured)
    options.report(renderer, quiet: false)
    try StandardOutput.write("\(result)")
    return result
  }

  private func write(_ figures: String) throws {
    guard let json else { return }
    let file = try UnfinishedFile(for: json)
    try file.write(Array(figures.utf8))
    try file.publish()
  }

  private func runComparison() throws {
    let (first, second) = (try BenchmarkFile.read(scenes[0]), try BenchmarkFile.read(scenes[1]))
    let percent = slowerThan ?? 5
    let comparison: BenchmarkComparison
    do {
      comparison = try BenchmarkComparison(first, second, percent: percent)
    } catch {
      throw BenchmarkFile.failure("\(scenes[0]), \(scenes[1])", "\(error)")
    }
    try StandardOutput.write("\(comparison)")
    for scene in comparison.alone { StandardError.write("multiplane: note: only in one of the files: \(scene)") }
    if !first.machine.isLike(second.machine) {
      StandardError.write("multiplane: note: other machines: \(first.machine); \(second.machine)")
    }
    if comparison.isSlower {
      throw CommandError(
        .different, "\(scenes[1]) is slower than \(scenes[0]) by more than \(percent.formatted(places: 1)) %")
    }
  }

  private func runScore() throws {
    let scores = try drawers().each { try score(by: $0) }
    try write(JSONReport.text(.score, ScoreReport(scores)))
  }

  private func score(by options: RenderOptions) throws -> MachineScore {
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    var settings = OffscreenRenderer.Options(background: .clear, isFlipped: false, clock: clock)
    settings.opening = RasterizerOpening(options.renderer.request)
    settings.memoryLimit = options.maxMemory.bytes
    // As above.
    settings.frameCopies = 4
    let renderer = try OffscreenRenderer(size: ScoreScene.size, options: settings)
    let device = renderer.rasterizer.drawingDevice
    var results: [ScoreResult] = []
    try StandardOutput.write(
      "scene               layers" + (quick ? "" : "  median   80 % interval") + "   by \(device)")
    for scene in ScoreScene.all {
      let stage = ScoreStage(scene)
      let subject = ScoreSubject(name: scene.name, root: stage.root, tune: stage.tune(to:), show: stage.show(at:))
      var benchmark = ScoreBenchmark(subject, renderer: renderer)
      let result = try quick ? benchmark.runQuickly() : benchmark.run()
      try StandardOutput.write("\(result)   by \(device.rasterizer.rawValue)")
      results.append(result)
    }
    let score = MachineScore(results, device: device)
    try StandardOutput.write("\(score)")
    options.report(renderer, quiet: false)
    return score
  }

  private func suiteScenes() throws -> [String] {
    guard let suite else { return [] }
    guard let names = Gallery.suites[suite] else {
      throw ValidationError(
        "no suite '\(suite)'; expected one of \(Gallery.suites.keys.sorted().joined(separator: ", "))")
    }
    return names.map { "demo:\($0)" }
  }

  var timeLimit: Double? { options.time.maxTime }
  var inputFiles: [String] { scenes.filter { !LoadedScene.isDemo($0) } + options.files }
  var outputFiles: [NamedOutput] {
    [NamedOutput("--json", json), NamedOutput("--capture", capture.option.capture)].compactMap { $0 }
  }
}

extension BenchCommand {
  /// Returns the renderers of `--suite` and `--score`: the chosen one, otherwise OpenGL and rows.
  func drawers() throws -> Drawers {
    let environment = ProcessInfo.processInfo.environment
    let isAsked = try options.renderer.renderer != nil || RendererChoice.asked(in: environment) != nil
    let request = try options.renderer.request.completed(by: environment)
    guard !isAsked, request.renderer == .automatic else { return Drawers(all: [options]) }
    return Drawers(
      all: [RendererChoice.gl, .rows].map { choice in
        var options = options
        options.renderer.renderer = choice
        return options
      })
  }
}

final class Drawers {
  private var all: [RenderOptions]

  init(all: [RenderOptions]) { self.all = all }

  /// Calls a function with each renderer's options. If OpenGL is one of several and cannot draw, a note replaces it.
  func each<Result>(_ draw: (RenderOptions) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    for options in all {
      do {
        results.append(try draw(options))
      } catch RenderingError.noDisplay(let reason) where all.count > 1 {
        all.removeAll { $0.renderer.renderer == .gl }
        StandardError.write("multiplane: note: OpenGL cannot draw here, rows do: \(reason)")
      }
    }
    return results
  }
}
