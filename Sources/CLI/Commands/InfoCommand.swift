// `multiplane info`: what this machine offers, for bug reports and for choosing --renderer, --gpu and --egl.
import ArgumentParser
import Multiplane
import Workshop

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows what draws, and the libraries that are used.",
    discussion: """
      Prints what draws. Where that is OpenGL: each EGL display that was tried and how it ended, then the version, \
      renderer and limits of OpenGL ES, and the processor's vector instructions: by Mesa's software driver, frames \
      are the same byte for byte where these and the version of Mesa are. Each GPU of the machine is tried, and \
      listed by the number that --gpu takes: as usable, or why not and what mends it. Each encoder of video is tried \
      with two frames, and listed as usable, or why not. Ends with exit status 69 when OpenGL or a GPU is asked for \
      and cannot be used.

      EXAMPLES
        multiplane info
        multiplane info --gpu required --json
      """
  )

  @OptionGroup var renderer: RendererOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run() throws {
    let report = try MachineReport(renderer.request)
    try StandardOutput.write(json ? try JSONReport.text(.info, report) : report.description)
  }
}
