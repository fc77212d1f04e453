// `multiplane bench`: how fast scenes are drawn, and where the time goes.
import ArgumentParser
import CoreGraphics
import Gallery
import ImageFiles
import Multiplane
import SceneFiles

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures how fast scenes are drawn.",
    discussion: """
      Renders frames one after the other, 1/60 s of the scene's time apart, and prints frames a second, milliseconds a \
      stage, and the counters of a frame. A frame is prepared while the one before it is drawn, and so takes less than \
      its stages together. Nothing is written but the report.

      EXAMPLES
        multiplane bench demo:rectangles --frames 300
        multiplane bench wallpaper.tendies --size 1920x1080 --json result.json
      """
  )

  @Argument(help: ArgumentHelp("Scenes: \(SceneImporter.all.suffixes), or demo:NAME.", valueName: "scene"))
  var scenes: [String] = []

  @Option(help: ArgumentHelp("A set of scenes that come with the program.", valueName: "name"))
  var suite: String?

  @Option(
    help: ArgumentHelp("Frames to measure (default: 120).", valueName: "n"),
    transform: NumberArgument.count)
  var frames = 120

  @Option(help: ArgumentHelp("A file to write the figures to, as JSON.", valueName: "file"))
  var json: String?

  @OptionGroup var capture: CaptureOptions

  @OptionGroup var options: RenderOptions

  func validate() throws {
    guard !scenes.isEmpty || suite != nil else {
      throw ValidationError("nothing to measure; give a scene, such as demo:rectangles, or --suite")
    }
    guard capture.option.capture == nil || (scenes.count == 1 && suite == nil) else {
      throw ValidationError("--capture writes a frame of one scene; give one")
    }
  }

  func run() throws {
    var results: [BenchmarkResult] = []
    for name in scenes + (try suiteScenes()) {
      let scene = try options.load(name, state: nil, quiet: false)
      // The frame that is drawn, the one that is prepared, and the one that is read.
      let renderer = try options.renderer(for: scene, frameCopies: 3)
      capture.begin(renderer)
      let result = try Benchmark(scene: name, layer: scene.rootLayer, renderer: renderer, frames: frames).run()
      try capture.finish(renderer)
      options.report(renderer, quiet: false)
      try StandardOutput.write("\(result)")
      results.append(result)
    }
    if let json {
      let file = try UnfinishedFile(for: json)
      try file.write(Array(try BenchmarkResult.json(results).utf8))
      try file.publish()
    }
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
