// `multiplane info`: what this machine offers, for bug reports and for choosing --egl.
import ArgumentParser
import GLRenderer
import Multiplane
import Workshop

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows the EGL displays, OpenGL ES and libraries that are used.",
    discussion: """
      Prints each EGL display that was tried and how it ended, then the version, renderer and limits of OpenGL ES, and \
      the processor's vector instructions: without a GPU, frames are the same byte for byte where these and the \
      version of Mesa are. Each encoder of video is tried with two frames, and listed as usable, or why not. Ends with \
      exit status 69 when no display is usable.

      EXAMPLES
        multiplane info
        multiplane info --egl surfaceless --json
      """
  )

  @Option(help: EGLDisplayChoice.help)
  var egl: EGLDisplayChoice?

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run() throws {
    let report = try MachineReport(display: egl)
    try StandardOutput.write(json ? try JSONReport.text(.info, report) : report.description)
  }
}
