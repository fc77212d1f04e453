import ArgumentParser
import Compositor
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import SceneFiles
import Video
import Workshop

struct InspectCommand: ParsableCommand, SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows how a frame of a scene is drawn.",
    discussion: """
      Prints the layer tree, the surfaces with the reason each one is needed, and the passes, draws and counters of \
      one frame. They show why a scene is slow, or why a layer is not visible.

      --pixel prints the draws that touch one pixel instead, in order: each draw's number, its colour (premultiplied, \
      #rrggbbaa), the pixel after it, its layer and program, and the clips that cut it, with their box, their radii, \
      and the map from pixels to them; for a draw of a surface, the draws of the pixel there follow. --show draws a \
      picture of the frame's cost, and prints the meaning of its colours. --html writes everything as one page.

      --pin draws the frame again without each optimisation, and compares with a right picture: it prints how many \
      pixels differ each time, and which optimisation is at fault. With --fps the frames before it are drawn, too, as \
      in a film, in case a frame keeps something wrong of them. Exit status 1: the frame is not right.

      The scene may also be a frame that another command wrote with --capture, but not for --pin.

      EXAMPLES
        multiplane inspect demo:postcard
        multiplane inspect wallpaper.tendies --at 0.5 --json
        multiplane inspect demo:postcard --pixel 120,40
        multiplane inspect demo:postcard --show overdraw -o overdraw.png
        multiplane inspect demo:postcard --html postcard.html
        multiplane inspect demo:postcard --at 0.5 --pin right.png
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    help: ArgumentHelp("The scene's time, in seconds (default: 0).", valueName: "seconds"),
    transform: NumberArgument.seconds)
  var at = 0.0

  @Option(help: StateArgument.help)
  var state: String?

  @Option(
    help: ArgumentHelp("A pixel whose draws to print, from the top left corner.", valueName: "X,Y"),
    transform: PixelArgument.init(parsing:))
  var pixel: PixelArgument?

  @Option(help: ArgumentHelp("The kind of picture to draw into --output.", valueName: "what"))
  var show: InspectionPicture.Kind?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A file for the picture of --show: \(PictureArgument.suffixes).", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("A page to write for a browser; it needs no network.", valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "A right picture, to find the optimisation that makes the frame differ from it: "
        + "\(PictureArgument.suffixes).", valueName: "picture"))
  var pin: String?

  @Option(
    help: ArgumentHelp("The largest difference, of 255, that is not wrong, for --pin (default: 1).", valueName: "n"),
    transform: NumberArgument.component)
  var tolerance: Int?

  @Option(
    help: ArgumentHelp(
      "The rate, a second, of the frames before --at that --pin draws, too (default: none are drawn).", valueName: "n"),
    transform: NumberArgument.frameRate)
  var fps: FrameRate?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var capture: CaptureOption

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var options: RenderOptions

  func validate() throws {
    guard (show == nil) == (output == nil) else {
      throw ValidationError("--show draws the picture that --output names; give both")
    }
    if let output { try PictureArgument.checkOutput(output) }
    guard pin == nil || pixel == nil && show == nil && html == nil && capture.capture == nil else {
      throw ValidationError("--pin draws the frame in many ways, and tells of no single one; give it alone")
    }
    guard pin != nil || (tolerance == nil && fps == nil) else {
      throw ValidationError("--tolerance and --fps say how --pin compares; give --pin, too")
    }
  }

  func run() throws {
    if let pin { return try printPins(against: pin) }
    let (frame, rasterizer, other) = try frame()
    if let path = capture.capture { try frame.write(to: path) }
    if let show, let output {
      let picture = try InspectionPicture(show, of: frame, with: rasterizer)
      try ImageFile.write(picture.image.bitmap, to: output)
      try StandardOutput.write(picture.legend)
    }
    if let pixel {
      guard pixel.x < frame.width, pixel.y < frame.height else {
        throw ValidationError(
          "pixel (\(pixel.x), \(pixel.y)) lies outside the picture of \(frame.width)x\(frame.height) pixels")
      }
      let report = try PixelReport(frame, x: pixel.x, y: pixel.y, with: rasterizer)
      try StandardOutput.write(json ? try JSONReport.text(.pixel, report) : report.description)
    }
    if let html {
      try InspectionPage(frame, title: source.title, other: other, with: rasterizer).write(to: html)
      StandardError.write("wrote \(html)")
    }
    if pixel == nil, show == nil, html == nil {
      try StandardOutput.write(json ? try JSONReport.text(.inspection, frame.inspection) : frame.inspection.description)
    }
  }

  private func printPins(against path: String) throws {
    guard !FrameCapture.isCapture(source.scene) else {
      throw ValidationError("\(source.scene) is a captured frame, whose draws are recorded; --pin needs the scene")
    }
    let right = try ImageFile.decode(contentsOfFile: path).image
    let (scene, renderer, at) = try opened()
    let pins = try renderer.pins(
      of: scene.rootLayer, at: try times(before: at) + [at], right: right, tolerance: tolerance ?? 1,
      disabled: try Optimization.disabled(in: ProcessInfo.processInfo.environment))
    guard let pins else {
      throw ValidationError(
        "\(path) has \(right.width)x\(right.height) pixels, and the frame \(renderer.width)x\(renderer.height)")
    }
    try StandardOutput.write(json ? try JSONReport.text(.pins, pins) : pins.description)
    if pins.differing > 0 { throw CommandError(.different, "") }
  }

  /// Returns the times of the film's frames before a time; empty without --fps.
  private func times(before time: Double) throws -> [Double] {
    guard let fps else { return [] }
    let most = 10_000
    guard time * fps.framesPerSecond <= Double(most) else {
      throw ValidationError("more than \(most) frames lie before --at \(time); give a lower --fps")
    }
    return (0...most).lazy.map { fps.time(ofFrame: $0) }.prefix { $0 < time }
  }

  /// Opens the scene and its renderer, and returns them with the requested time.
  private func opened() throws -> (LoadedScene, OffscreenRenderer, at: Double) {
    let (scene, opening) = try options.load(
      source.scene, state: state, lottie: source.loading(lottie.loadOptions()), quiet: false)
    let renderer = try options.renderer(for: scene, opening: opening)
    return (scene, renderer, try lottie.marker.map { try scene.marker(named: $0).time } ?? at)
  }

  /// Returns a scene's or a captured frame, its rasteriser, and its picture as captured, or without optimisations.
  private func frame() throws -> (FrameCapture, any Rasterizer, other: (image: CGImage, name: String)?) {
    if FrameCapture.isCapture(source.scene) {
      let (frame, rasterizer) = try FrameCapture.opened(
        source.scene, by: options.renderer, maxMemory: options.maxMemory)
      let pixels = frame.pixels.map {
        (CGImage(width: frame.width, height: frame.height, premultipliedRGBA: $0), "as it was captured")
      }
      return (frame, rasterizer, pixels)
    }
    let (scene, renderer, at) = try opened()
    let frame = renderer.capture(scene.rootLayer, at: at)
    options.report(renderer, quiet: false)
    guard html != nil else { return (frame, renderer.rasterizer, nil) }
    let plain = try renderer.without(Optimization.allCases).image(of: scene.rootLayer, at: at)
    return (frame, renderer.rasterizer, (plain, "without optimisations"))
  }

  var outputFiles: [NamedOutput] {
    [NamedOutput("--output", output), NamedOutput("--html", html), NamedOutput("--capture", capture.capture)]
      .compactMap { $0 }
  }
}

extension InspectionPicture.Kind: ExpressibleByArgument {}

/// A pixel, from the top left corner, written `X,Y`.
struct PixelArgument: Equatable {
  var x: Int
  var y: Int

  /// Parses `120,40`. The picture's size is checked later.
  init(parsing text: String) throws(ArgumentValueError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], 0..<1 << 20 ~= x, 0..<1 << 20 ~= y else {
      throw ArgumentValueError("expected X,Y in pixels from the top left corner, such as 120,40")
    }
    (self.x, self.y) = (x, y)
  }
}
