import ArgumentParser
import Compositor
import CoreGraphics
import Foundation
import GLRenderer
import ImageCodecs
import ImageFiles
import Multiplane
import Workshop

struct ReplayCommand: ParsableCommand, FileNaming, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Draws a captured frame again.",
    discussion: """
      Draws a frame that another command wrote with --capture, with all its surfaces, also those that were kept from \
      earlier frames. Exit status 0: the picture has the captured bytes; 1: it differs, because a kept surface is \
      wrong, or the frame was captured on another machine.

      --minimise leaves out the draws that the wrong pixels do not need: the pixels that differ from the picture \
      --against keep their wrong colours, and all others may change. The remaining draws are printed, and their frame \
      is written to --output, if given.

      EXAMPLES
        multiplane render demo:postcard -o postcard.png --capture postcard.frame
        multiplane replay postcard.frame -o again.png
        multiplane replay postcard.frame --bench
        multiplane replay postcard.frame --minimise --against right.png -o small.frame
      """
  )

  @Argument(help: ArgumentHelp("A captured frame.", valueName: "file"))
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write: \(PictureArgument.suffixes); with --minimise the captured frame.", valueName: "file"))
  var output: String?

  @Flag(help: "Draw the frame many times, and print the time that it takes.")
  var bench = false

  @Option(
    help: ArgumentHelp("The number of frames to measure with --bench (default: 120).", valueName: "n"),
    transform: NumberArgument.count)
  var frames = 120

  @Flag(help: "Leave out the draws that the wrong pixels do not need.")
  var minimise = false

  @Option(help: ArgumentHelp("The right picture, for --minimise.", valueName: "picture"))
  var against: String?

  @Option(
    help: ArgumentHelp("The largest difference, of 255, that is not wrong (default: 1).", valueName: "n"),
    transform: NumberArgument.component)
  var tolerance = 1

  @Option(
    help: ArgumentHelp("The most memory for the frame, such as 512M or 2G (default: 1G).", valueName: "size"),
    transform: MemoryArgument.init(parsing:))
  var maxMemory = MemoryArgument.standard

  @OptionGroup var time: TimeOption

  @OptionGroup var renderer: RendererOptions

  func validate() throws {
    guard minimise == (against != nil) else {
      throw ValidationError("--minimise needs the right picture, and --against gives it; give both")
    }
    guard !minimise || !bench else { throw ValidationError("give --minimise or --bench, not both") }
    if let output, !minimise { try PictureArgument.checkOutput(output) }
  }

  func run() throws {
    let (frame, rasterizer) = try FrameCapture.opened(file, by: renderer, maxMemory: maxMemory)
    do {
      if let against { return try minimise(frame, against: against, rasterizer) }
      try replay(frame, rasterizer)
    } catch RasterError.failed(let error) {
      guard case GLError.shader(let shader, let log) = error else { throw RasterError.failed(error) }
      // The program of a file may have contradictory features.
      throw CaptureError(name: file, problem: "it draws with a program that is none: \(shader): \(log)")
    }
  }

  private func replay(_ frame: FrameCapture, _ rasterizer: any Rasterizer) throws {
    let image = try frame.render(with: rasterizer)
    if let output { try ImageFile.write(image.bitmap, to: output) }
    if bench { try StandardOutput.write(ReplayBenchmark(frame, frames: frames, rasterizer).description) }
    let size =
      "\(frame.width)x\(frame.height) pixels, \(frame.passCount) passes, \(frame.drawCount) draws, drawn "
      + "by \(rasterizer.drawingDevice)"
    guard let pixels = frame.pixels else { return try StandardOutput.write(size) }
    let captured = CGImage(width: frame.width, height: frame.height, premultipliedRGBA: pixels)
    guard let comparison = ImageComparison(captured, image), let worst = comparison.worst else {
      return try StandardOutput.write("\(size): the bytes that were captured")
    }
    let kept = Set(frame.inspection.passes.filter(\.isKept).compactMap(\.layer)).sorted()
    var line = "\(size): \(comparison.differing) pixels differ from those that were captured, most at \(worst)"
    if !kept.isEmpty { line += "; surfaces that were kept from a frame before: \(kept.joined(separator: ", "))" }
    throw CommandError(.different, line)
  }

  private func minimise(_ frame: FrameCapture, against path: String, _ rasterizer: any Rasterizer) throws {
    let right = try ImageFile.decode(contentsOfFile: path).image
    guard right.width == frame.width, right.height == frame.height else {
      throw ValidationError(
        "\(path) has \(right.width)x\(right.height) pixels, and the frame \(frame.width)x\(frame.height)")
    }
    var minimiser = try FrameMinimiser(frame, against: right, tolerance: tolerance, with: rasterizer)
    guard minimiser.differing > 0 else {
      throw ValidationError("the frame is as \(path) within \(tolerance) of 255: there is nothing to look for")
    }
    let (draws, small) = try minimiser.run()
    if let output { try small.write(to: output) }
    let lines = [
      "\(draws.count) of \(frame.drawCount) draws give the \(minimiser.differing) wrong pixels "
        + "(\(minimiser.drawings) drawings)"
    ]
    try StandardOutput.write((lines + frame.descriptions(ofDraws: Set(draws))).joined(separator: "\n"))
  }

  var timeLimit: Double? { time.maxTime }
  var inputFiles: [String] { [file] + (against.map { [$0] } ?? []) }
  var outputFiles: [NamedOutput] { [NamedOutput("--output", output)].compactMap { $0 } }
}
