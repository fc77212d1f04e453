// `multiplane render`: one frame of a scene to a picture file.
import ArgumentParser
import CoreGraphics
import ImageCodecs
import ImageFiles
import Multiplane
import SceneFiles
import Workshop

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders one frame of a scene to a picture.",
    discussion: """
      The format follows from the name of the output: \(PictureArgument.suffixes). The same scene at the same time \
      gives the same file, byte for byte: without a GPU on every x86-64 machine with the same fonts, by OpenGL on \
      machines with the same driver, GPU and vector instructions ('multiplane info' lists them). A failed run leaves \
      no file under that name.

      EXAMPLES
        multiplane render demo:postcard -o postcard.png
        multiplane render wallpaper.tendies --state Unlock --at 0.5 --scale 3 -o unlock.png
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The picture to write: \(PictureArgument.suffixes).", valueName: "file")
  )
  var output: String

  @Option(
    help: ArgumentHelp("The scene's time, in seconds (default: 0).", valueName: "seconds"),
    transform: NumberArgument.seconds)
  var at: Double?

  @Option(
    help: ArgumentHelp("The scene's time as a part of its duration, from 0 to 1.", valueName: "0...1"),
    transform: NumberArgument.fraction)
  var progress: Double?

  @Option(help: StateArgument.help)
  var state: String?

  @OptionGroup var capture: CaptureOption

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var data: DataOptions

  @OptionGroup var options: RenderOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    guard at == nil || progress == nil else {
      throw ValidationError("--at and --progress both set the time; give one of them")
    }
    guard lottie.marker == nil || (at == nil && progress == nil) else {
      throw ValidationError("--marker sets the time; leave --at and --progress out")
    }
    try options.sizing.checkNames(outputFiles)
    try PictureArgument.checkOutput(output)
    guard data.data == nil || capture.capture == nil else {
      throw ValidationError("--capture writes one frame, and --data makes many; leave one of them out")
    }
  }

  func run() throws {
    if let file = data.data { return try runRows(of: file) }
    try options.sizing.runEach(self, output: output, sized: sized) { try $0.runPicture() }
  }

  /// The command with one of the sizes, its files named by it.
  private func sized(_ size: SizeArgument) -> RenderCommand {
    var picture = self
    picture.options.sizing.size = size
    picture.output = size.naming(output)
    picture.capture.capture = capture.capture.map(size.naming)
    return picture
  }

  private func runPicture() throws {
    let scene = try options.load(source.scene, state: state, lottie: lottie.loadOptions(), quiet: quiet)
    // The frame that is drawn, the one that is read, and the file.
    let renderer = try options.renderer(for: scene, frameCopies: 3)
    let captured = capture.begin(renderer)
    let image = try renderer.image(of: scene.rootLayer, at: time(in: scene))
    try capture.finish(captured)
    options.report(renderer, quiet: quiet)
    if !quiet {
      for note in scene.filmNotes() { StandardError.write("multiplane: note: \(note)") }
    }
    try ImageFile.write(image.bitmap, to: output)
    if !quiet {
      StandardError.write(
        "wrote \(output): \(image.width)x\(image.height) pixels, drawn by \(renderer.rasterizer.drawingDevice)")
    }
  }

  /// A picture for each row of data.
  private func runRows(of file: String) throws {
    try options.registerFonts()
    let loading = LoadedScene.limited(try lottie.loadOptions(), by: options.maxMemory)
    let run = try DataRun(
      data, of: file, scene: source.scene, output: output, sizes: options.sizing.sizes ?? [], loading: loading,
      quiet: quiet)
    var last: OffscreenRenderer?
    try run.run { scene, path, size in
      var (options, scene) = (self.options, scene)
      if let size { options.sizing.size = size }
      try options.prepare(&scene, state: state, quiet: quiet || last != nil)
      let renderer = try options.renderer(for: scene, frameCopies: 3, sharing: last)
      (last, run.device) = (renderer, renderer.rasterizer.drawingDevice)
      let image = try renderer.image(of: scene.rootLayer, at: time(in: scene))
      try ImageFile.write(image.bitmap, to: path)
      return (1, {})
    }
  }

  private func time(in scene: LoadedScene) throws -> Double {
    if let marker = lottie.marker { return try scene.marker(named: marker).time }
    guard let progress else { return at ?? 0 }
    guard let duration = scene.duration else {
      throw ValidationError("--progress needs a scene with a duration, and this one has none; use --at")
    }
    return progress * duration
  }
}

extension RenderCommand: TimeLimited { var timeLimit: Double? { options.time.maxTime } }

extension RenderCommand: FileNaming {
  var inputFiles: [String] { source.files + lottie.files + data.files + options.files }
  var outputFiles: [NamedOutput] {
    [NamedOutput("--output", output), NamedOutput("--capture", capture.capture), data.manifestFile].compactMap { $0 }
  }
}
