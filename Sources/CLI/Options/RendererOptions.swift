// What draws: options of every command that does. Their values are the library's own enumerations, so that the help
// lists what there is.
public import ArgumentParser
import GLRenderer
import Multiplane

extension RendererChoice: ExpressibleByArgument {}

extension EGLDisplayChoice: ExpressibleByArgument {}

/// The options that choose what draws.
struct RendererOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What draws: OpenGL, the processor row by row, or the one that fits the machine (default: $MULTIPLANE_RENDERER, "
        + "else auto).", valueName: "renderer"))
  var renderer: RendererChoice?

  @Option(
    help: ArgumentHelp(
      "Which GPU draws, by OpenGL: 'auto', 'none' (the processor does), 'required' (any, and never the processor), or "
        + "one of those that 'info' lists, by its number, its PCI address or a part of its name; where it cannot be "
        + "used, the exit status is 69 (default: $MULTIPLANE_GPU, else auto).", valueName: "gpu"),
    transform: RendererOptions.gpu(parsing:))
  var gpu: GPURequest?

  @Option(
    help: ArgumentHelp(
      "Where OpenGL ES comes from; OpenGL draws then (default: $MULTIPLANE_EGL, else auto).", valueName: "display"))
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

  /// The request for a device.
  var request: RasterizerRequest {
    var request = RasterizerRequest(renderer ?? .automatic, display: egl, gpu: gpu)
    request.keepsPrograms = true
    return request
  }
}
