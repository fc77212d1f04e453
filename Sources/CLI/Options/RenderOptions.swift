// What every command that draws takes: how large, on what, by what.
import ArgumentParser
import SceneFiles

/// The options that decide how a scene becomes pixels.
struct RenderOptions: ParsableArguments {
  @OptionGroup var sizing: SizeOptions

  @OptionGroup var captions: CaptionOptions

  @Option(
    help: ArgumentHelp(DeviceArgument.help, valueName: "device"), transform: DeviceArgument.init(parsing:))
  var device: DeviceArgument?

  @Option(
    help: ArgumentHelp("Pixels a point: 2 gives twice the width and height in pixels (default: 1).", valueName: "S"),
    transform: NumberArgument.scale)
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "What lies behind the scene: a CSS colour (#rgb, #rrggbb, #rrggbbaa, a name), 'transparent', or 'r g b a' from 0 "
        + "to 1 (default: transparent; black in a video without alpha).",
      valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var background: ColorArgument?

  @Option(
    name: .customLong("font"),
    help: ArgumentHelp(
      "A font file whose fonts the scene may name, beside the installed ones; may be given again.", valueName: "file"))
  var fonts: [String] = []

  @Flag(help: "Origin bottom left, y up, as on macOS; otherwise top left, y down, as on iOS.")
  var flipped = false

  @Option(
    help: ArgumentHelp(
      "The most memory for the scene's images and a frame's surfaces, such as 512M or 2G; a scene that takes more is "
        + "an error (default: 1G).", valueName: "size"),
    transform: MemoryArgument.init(parsing:))
  var maxMemory = MemoryArgument.standard

  @Option(
    help: ArgumentHelp(
      "The most pixels that the draws of a frame may write, such as 500M or 8G; a scene that has more, and more than "
        + "64 to each pixel of the frame, is an error (default: 1G).", valueName: "count"),
    transform: NumberArgument.pixels)
  var maxDrawn = 1_000_000_000

  @OptionGroup var time: TimeOption

  @OptionGroup var renderer: RendererOptions

  /// The files that are read.
  var files: [String] { fonts + [captions.file].compactMap { $0 } }

  mutating func validate() throws {
    guard device == nil || !sizing.isGiven && sizing.fit == nil && sizing.align == nil else {
      throw ValidationError(
        "--device has a size of its own; leave --size, --width, --height, --fit and --align out")
    }
    guard scale == nil || !sizing.isInPixels else {
      throw ValidationError("--width and --height are in pixels, and --scale is pixels a point; leave --scale out")
    }
  }
}

/// The scene of a command that takes one.
struct SceneArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A scene: \(SceneImporter.all.nouns), or demo:NAME.", valueName: "scene"))
  var scene: String
}

/// The option of a command whose work depends on what it reads: for how long it may be at work.
struct TimeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most seconds, by the clock, that the command may take; one that takes longer ends with exit status 75 and "
        + "leaves nothing unfinished. In 'preview' it holds of each reading and of each frame (default: 600 for "
        + "'check', 60 for 'preview', else no limit; a server that renders what others send it gives one, such as 60).",
      valueName: "seconds"), transform: NumberArgument.duration)
  var maxTime: Double?
}

/// A command that may be given so long.
protocol TimeLimited {
  /// In seconds; nil without a limit.
  var timeLimit: Double? { get }
}
