public import ArgumentParser
import Compositor
import Foundation
import GLRenderer
import Multiplane
import SceneFiles
import Workshop

/// The options of every command that draws.
struct RenderOptions: ParsableArguments {
  @OptionGroup var sizing: SizeOptions

  @OptionGroup var captions: CaptionOptions

  @Option(help: ArgumentHelp(DeviceArgument.help, valueName: "device"), transform: DeviceArgument.init(parsing:))
  var device: DeviceArgument?

  @Option(
    help: ArgumentHelp(
      "The pixels a point: 2 gives twice the width and height in pixels (default: 1).", valueName: "S"),
    transform: NumberArgument.scale)
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "The colour behind the scene: a CSS colour (#rgb, #rrggbb, #rrggbbaa, a name), 'transparent', or 'r g b a' "
        + "from 0 to 1 (default: transparent; black in a video without alpha).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var background: ColorArgument?

  @Option(
    name: .customLong("font"),
    help: ArgumentHelp(
      "A font file whose fonts the scene may name, in addition to the installed ones. May be given again.",
      valueName: "file"))
  var fonts: [String] = []

  @Flag(help: "Put the origin bottom left, y up, as on macOS; otherwise it is top left, y down, as on iOS.")
  var flipped = false

  @Option(
    help: ArgumentHelp(
      "The most memory for the scene's images and a frame's surfaces, such as 512M or 2G; a scene that needs more "
        + "is an error (default: 1G).", valueName: "size"), transform: MemoryArgument.init(parsing:))
  var maxMemory = MemoryArgument.standard

  @Option(
    help: ArgumentHelp(
      "The most pixels that the draws of a frame may write, such as 500M or 8G; a scene that writes more, and "
        + "more than 64 for each pixel of the frame, is an error (default: 1G).", valueName: "count"),
    transform: NumberArgument.pixels)
  var maxDrawn = 1_000_000_000

  @Option(
    help: ArgumentHelp(
      "The number of cores, from 1 to 64, for frames that are made at a time, and for encoders; it changes no byte "
        + "(default: all).", valueName: "count"), transform: NumberArgument.jobs)
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The form of notes, warnings and errors on standard error: text, or json, an object on a line each (default: "
        + "text).", valueName: "form"))
  var notes = NotesForm.text

  @OptionGroup var time: TimeOption

  @OptionGroup var renderer: RendererOptions

  var files: [String] { fonts + [captions.file].compactMap { $0 } }

  mutating func validate() throws {
    StandardError.setForm(notes)
    guard device == nil || !sizing.isGiven && sizing.fit == nil && sizing.align == nil else {
      throw ValidationError(
        "--device has a size of its own; leave --size, --width, --height, --fit and --align out")
    }
    guard scale == nil || !sizing.isInPixels else {
      throw ValidationError("--width and --height are in pixels, and --scale is pixels a point; leave --scale out")
    }
  }
}

struct SceneArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A scene: \(SceneImporter.all.nouns), demo:NAME, or - for a document on standard input.", valueName: "scene"))
  var scene: String

  @Option(
    help: ArgumentHelp(
      "The folder of the files that a document on standard input names (default: the working directory).",
      valueName: "folder"))
  var folder: String?

  func validate() throws {
    guard folder == nil || isPiped else {
      throw ValidationError("--folder is for a scene on standard input, '-'; a file's folder is its own")
    }
  }

  /// Whether the scene is a document on standard input.
  var isPiped: Bool { scene == StandardInput.path }

  /// The name of the scene in messages.
  var title: String { isPiped ? "standard input" : scene }

  /// The document on standard input, which is read once.
  private static let piped = Result { () throws(CommandError) in
    try StandardInput.read(limit: SceneLimits().documentBytes)
  }

  /// Returns the options for loading the scene.
  func loading(_ options: SceneLoadOptions) throws -> SceneLoadOptions {
    guard isPiped else { return options }
    var options = options
    options.document = SceneDocumentBytes(
      name: title, bytes: try Self.piped.get(), folder: folder ?? FileManager.default.currentDirectoryPath)
    return options
  }

  /// Throws for a scene on standard input, which a command needs as a file.
  func checkIsFile(_ reason: String) throws {
    guard !isPiped else { throw ValidationError("\(reason); write the scene on standard input to a file, and name it") }
  }
}

/// The limit of time of a command.
struct TimeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most seconds of wall-clock time that the command may take; after them it ends with exit status 75 and "
        + "leaves nothing unfinished. In 'preview' the limit is that of each reading and each frame (default: 600 for "
        + "'check', 60 for 'preview', else none; set one, such as 60, on a server that renders others' scenes).",
      valueName: "seconds"), transform: NumberArgument.duration)
  var maxTime: Double?
}

/// A command with a limit of time.
protocol TimeLimited {
  /// The limit in seconds; nil for none.
  var timeLimit: Double? { get }
}

extension NotesForm: ExpressibleByArgument {}

extension RendererChoice: ExpressibleByArgument {}

extension EGLDisplayChoice: ExpressibleByArgument {}

/// The options for the renderer. Their values are the library's enumerations, so that the help lists them.
struct RendererOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The renderer: OpenGL, the processor row by row, or the one that fits the machine (default: "
        + "$MULTIPLANE_RENDERER, else auto).", valueName: "renderer"))
  var renderer: RendererChoice?

  @Option(
    help: ArgumentHelp(
      "The GPU that draws, by OpenGL: 'auto', 'none' (the processor draws), 'required' (any, and never the "
        + "processor), or one that 'info' lists, by its number, its PCI address or a part of its name; if it cannot "
        + "be used, the exit status is 69 (default: $MULTIPLANE_GPU, else auto).", valueName: "gpu"),
    transform: RendererOptions.gpu(parsing:))
  var gpu: GPURequest?

  @Option(
    help: ArgumentHelp(
      "The source of OpenGL ES; selects OpenGL (default: $MULTIPLANE_EGL, else auto).", valueName: "display"))
  var egl: EGLDisplayChoice?

  private static func gpu(parsing text: String) throws(ArgumentValueError) -> GPURequest {
    guard let request = GPURequest(argument: text) else {
      throw ArgumentValueError("expected auto, none, required, a number, a PCI address such as 65:00.0, or a name")
    }
    return request
  }

  func validate() throws {
    guard renderer == .rows else { return }
    guard egl == nil else {
      throw ValidationError("--egl is where OpenGL comes from, and --renderer rows draws without it; give one")
    }
    guard gpu?.namesDevice != true else {
      throw ValidationError("--gpu is what OpenGL draws by, and --renderer rows draws without it; give one")
    }
  }

  var request: RasterizerRequest {
    var request = RasterizerRequest(renderer ?? .automatic, display: egl, gpu: gpu)
    request.keepsPrograms = true
    return request
  }
}

/// The option of a command that draws one frame.
struct CaptureOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file to write the frame's draws and images to, for 'multiplane replay' and 'multiplane inspect'.",
      valueName: "file"))
  var capture: String?
}

/// The options of a command that draws several frames.
struct CaptureOptions: ParsableArguments {
  @OptionGroup var option: CaptureOption

  @Option(
    help: ArgumentHelp("The number of the frame that --capture writes, from 0 (default: 0).", valueName: "n"),
    transform: NumberArgument.place)
  var captureFrame: Int?

  func validate() throws {
    guard option.capture != nil || captureFrame == nil else {
      throw ValidationError("--capture-frame says which frame --capture writes; give both")
    }
  }

  /// Requests the capture of the frame.
  func begin(_ renderer: OffscreenRenderer) -> CaptureRequest? { option.begin(renderer, after: captureFrame ?? 0) }

  /// Writes the frame.
  func finish(_ request: CaptureRequest?) throws {
    guard option.capture == nil || request?.frame != nil else {
      throw ValidationError("--capture-frame \(captureFrame ?? 0): there are fewer frames than that")
    }
    try option.finish(request)
  }
}

extension CaptureOption {
  /// Requests the capture of the frame after a number of frames.
  func begin(_ renderer: OffscreenRenderer, after frames: Int = 0) -> CaptureRequest? {
    capture.map { _ in CaptureRequest(renderer, after: frames) }
  }

  /// Writes the frame.
  func finish(_ request: CaptureRequest?) throws {
    if let capture, let frame = request?.frame { try frame.write(to: capture) }
  }
}

extension FrameCapture {
  /// Returns the captured frame of a file, and a rasteriser: the frame's own, unless the options choose another.
  static func opened(
    _ path: String, by options: RendererOptions, maxMemory: MemoryArgument
  ) throws -> (FrameCapture, any Rasterizer) {
    let frame = try FrameCapture(contentsOf: path, memoryLimit: maxMemory.bytes)
    var request = try options.request.completed(by: ProcessInfo.processInfo.environment)
    if request.renderer == .automatic, let kind = frame.inspection.rasterizer {
      request.renderer = RendererChoice(kind)
    }
    let rasterizer = try request.opened()
    rasterizer.limits = RasterLimits(memory: maxMemory.bytes)
    return (frame, rasterizer)
  }
}
