// `multiplane inspect`: what a frame is made of.
import ArgumentParser
import Foundation
import Multiplane

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows how a frame of a scene is drawn.",
    discussion: """
      Prints the layer tree, the surfaces with the reason each one is needed, the passes, draws and counters of one \
      frame. That tells why a scene is slow, or why something is not seen.

      EXAMPLES
        multiplane inspect demo:postcard
        multiplane inspect wallpaper.tendies --at 0.5 --json
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    help: ArgumentHelp("The scene's time, in seconds (default: 0).", valueName: "seconds"),
    transform: NumberArgument.seconds)
  var at = 0.0

  @Option(help: StateArgument.help)
  var state: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var options: RenderOptions

  func run() throws {
    let scene = try options.load(source.scene, state: state, quiet: false)
    let renderer = try options.renderer(for: scene)
    let inspection = renderer.inspect(scene.rootLayer, at: at)
    options.report(renderer, quiet: false)
    try StandardOutput.write(json ? try inspection.json() : inspection.description)
  }
}
