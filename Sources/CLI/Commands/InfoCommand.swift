import ArgumentParser
import Gallery
import Multiplane
import Workshop

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows the renderer, the machine and its libraries; or a clip, with its colours.",
    discussion: """
      With a clip, prints its pictures, colours and sound, and remarks on tags that are missing or contradict each \
      other. Otherwise prints the renderer. For OpenGL, each EGL display that was tried and its result follow, then \
      the version, renderer and limits of OpenGL ES, and the processor's vector instructions: frames of Mesa's \
      software driver are the same byte for byte if these and the version of Mesa are. Each GPU of the machine is \
      tried, and listed by the number that --gpu takes, as usable, or with the reason and a remedy. Each video encoder \
      is tried with two frames, and listed as usable, or with the reason. Exit status 69: the requested OpenGL or GPU \
      cannot be used.

      EXAMPLES
        multiplane info
        multiplane info --gpu required --json
        multiplane info clip.mov
      """
  )

  @Argument(help: ArgumentHelp("A film, or a file of sound.", valueName: "clip"))
  var clip: String?

  @OptionGroup var renderer: RendererOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  var inputFiles: [String] { [clip].compactMap(\.self) }

  func run() throws {
    if let clip {
      let report = try ClipReport(clip)
      return try StandardOutput.write(json ? try JSONReport.text(.clip, report) : report.description)
    }
    let report = try MachineReport(renderer.request)
    try StandardOutput.write(json ? try JSONReport.text(.info, report) : report.description)
  }
}

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Lists the scenes that come with the program.",
    discussion: """
      Prints the name of each scene and what it shows. The other commands take a scene as demo:NAME.

      EXAMPLES
        multiplane demo --list
        multiplane video demo:bouncing-ball -o ball.mp4
      """
  )

  @Flag(help: "Print the list, as without any option.")
  var list = false

  func run() throws { try StandardOutput.write(Gallery.demos.map { ($0.name, $0.summary) }.inColumns) }
}

extension [(name: String, summary: String)] {
  /// The names in one column, and their summaries in the next.
  var inColumns: String {
    let width = map(\.name.count).max() ?? 0
    return map { $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.summary }
      .joined(separator: "\n")
  }
}
