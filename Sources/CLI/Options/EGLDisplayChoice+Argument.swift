// The value of --egl is the renderer's own enumeration, so that the help lists what there is.
import ArgumentParser
import GLRenderer

extension EGLDisplayChoice: ExpressibleByArgument {
  /// The help of the option `--egl`.
  static var help: ArgumentHelp {
    ArgumentHelp("Where OpenGL ES comes from (default: $MULTIPLANE_EGL, else auto).", valueName: "display")
  }
}
