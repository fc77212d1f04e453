// `multiplane inspect`: what a frame is made of.
import ArgumentParser
import CoreGraphics
import Foundation
import GLRenderer
import ImageCodecs
import ImageFiles
import Multiplane
import SceneFiles

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows how a frame of a scene is drawn.",
    discussion: """
      Prints the layer tree, the surfaces with the reason each one is needed, the passes, draws and counters of one \
      frame. That tells why a scene is slow, or why something is not seen.

      --pixel tells of one pixel instead which draws touch it, in order: each draw's number, its colour \
      (premultiplied, #rrggbbaa), the pixel after it, its layer and program; where a draw shows a surface, the same of \
      the pixel there. --show draws a picture of the frame's cost, and prints what its colours mean. --html writes all \
      of it as one page.

      The scene may also be a frame that another command wrote with --capture.

      EXAMPLES
        multiplane inspect demo:postcard
        multiplane inspect wallpaper.tendies --at 0.5 --json
        multiplane inspect demo:postcard --pixel 120,40
        multiplane inspect demo:postcard --show overdraw -o overdraw.png
        multiplane inspect demo:postcard --html postcard.html
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
    help: ArgumentHelp("Tell what made a pixel, from the top left corner.", valueName: "X,Y"),
    transform: PixelArgument.init(parsing:))
  var pixel: PixelArgument?

  @Option(help: ArgumentHelp("A picture to draw into --output.", valueName: "what"))
  var show: InspectionPicture.Kind?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture that --show writes: \(PictureArgument.suffixes).", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("A page to write, to be opened in a browser; it needs no network.", valueName: "file"))
  var html: String?

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
  }

  func run() throws {
    let (frame, renderer, other) = try frame()
    if let path = capture.capture { try frame.write(to: path) }
    if let show, let output {
      let picture = try InspectionPicture(show, of: frame, with: renderer)
      try ImageFile.write(picture.image.bitmap, to: output)
      try StandardOutput.write(picture.legend)
    }
    if let pixel {
      guard pixel.x < frame.width, pixel.y < frame.height else {
        throw ValidationError(
          "pixel (\(pixel.x), \(pixel.y)) lies outside the picture of \(frame.width)x\(frame.height) pixels")
      }
      let report = try PixelReport(frame, x: pixel.x, y: pixel.y, with: renderer)
      try StandardOutput.write(json ? try JSONReport.text(.pixel, report) : report.description)
    }
    if let html {
      try InspectionPage(frame, title: source.scene, other: other, with: renderer).write(to: html)
      StandardError.write("wrote \(html)")
    }
    if pixel == nil, show == nil, html == nil {
      try StandardOutput.write(json ? try JSONReport.text(.inspection, frame.inspection) : frame.inspection.description)
    }
  }

  /// The frame of a scene, or one that was captured, what draws it, and a picture of it by another way: as it was
  /// captured, or without optimisations.
  private func frame() throws -> (FrameCapture, GLRenderer, other: (image: CGImage, name: String)?) {
    if FrameCapture.isCapture(source.scene) {
      let (frame, renderer) = try FrameCapture.opened(source.scene, by: options.egl, maxMemory: options.maxMemory)
      let pixels = frame.pixels.map {
        (CGImage(width: frame.width, height: frame.height, premultipliedRGBA: $0), "as it was captured")
      }
      return (frame, renderer, pixels)
    }
    let scene = try options.load(source.scene, state: state, lottie: lottie.loadOptions(), quiet: false)
    let renderer = try options.renderer(for: scene)
    let at = try lottie.marker.map { try scene.marker(named: $0).time } ?? at
    let frame = renderer.capture(scene.rootLayer, at: at)
    options.report(renderer, quiet: false)
    guard html != nil else { return (frame, renderer.renderer, nil) }
    let plain = try renderer.withoutOptimizations().image(of: scene.rootLayer, at: at)
    return (frame, renderer.renderer, (plain, "without optimisations"))
  }
}

extension InspectionPicture.Kind: ExpressibleByArgument {}
