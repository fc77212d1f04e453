// `multiplane demo`: which scenes come with the program.
import ArgumentParser
import Gallery

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

  @Flag(help: "Print the list; without any option the same.")
  var list = false

  func run() throws { try StandardOutput.write(Self.list(of: Gallery.demos)) }

  /// The scenes' names in one column, and in the next what they show.
  static func list(of demos: [Demo]) -> String {
    let width = demos.map(\.name.count).max() ?? 0
    return demos.map { demo in
      demo.name + String(repeating: " ", count: width - demo.name.count + 2) + demo.summary
    }.joined(separator: "\n")
  }
}
