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
  var renderer = RendererChoice.automatic

  @Option(
    help: ArgumentHelp(
      "Where OpenGL ES comes from; OpenGL draws then (default: $MULTIPLANE_EGL, else auto).", valueName: "display"))
  var egl: EGLDisplayChoice?

  func validate() throws {
    guard renderer != .rows || egl == nil else {
      throw ValidationError("--egl is where OpenGL comes from, and --renderer rows draws without it; give one")
    }
  }

  /// What is asked of a device.
  var request: RasterizerRequest { RasterizerRequest(renderer, display: egl) }
}
