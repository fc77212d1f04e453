// `--capture`: a frame as it is drawn, to a file.
import ArgumentParser
import Compositor
import Foundation
import Multiplane
import Workshop

/// The option of a command that draws one frame.
struct CaptureOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file to write the frame's draws and images to, for 'multiplane replay' and 'multiplane inspect'.",
      valueName: "file"))
  var capture: String?
}

/// The options of a command that draws several.
struct CaptureOptions: ParsableArguments {
  @OptionGroup var option: CaptureOption

  @Option(
    help: ArgumentHelp("Which of the frames --capture writes, counted from 0 (default: 0).", valueName: "n"),
    transform: NumberArgument.place)
  var captureFrame: Int?

  func validate() throws {
    guard option.capture != nil || captureFrame == nil else {
      throw ValidationError("--capture-frame says which frame --capture writes; give both")
    }
  }

  /// Asks a renderer to keep the frame.
  func begin(_ renderer: OffscreenRenderer) -> CaptureRequest? {
    option.capture.map { _ in CaptureRequest(renderer, after: captureFrame ?? 0) }
  }

  /// Writes the frame.
  func finish(_ request: CaptureRequest?) throws {
    guard let path = option.capture else { return }
    guard let frame = request?.frame else {
      throw ValidationError("--capture-frame \(captureFrame ?? 0): there are fewer frames than that")
    }
    try frame.write(to: path)
  }
}

extension CaptureOption {
  /// Asks a renderer to keep the next frame.
  func begin(_ renderer: OffscreenRenderer) -> CaptureRequest? { capture.map { _ in CaptureRequest(renderer) } }

  /// Writes the frame.
  func finish(_ request: CaptureRequest?) throws {
    if let capture, let frame = request?.frame { try frame.write(to: capture) }
  }
}

extension FrameCapture {
  /// A captured frame of a file, and what draws it: what drew it, where nothing else is asked for.
  static func opened(
    _ path: String, by options: RendererOptions, maxMemory: MemoryArgument
  ) throws -> (FrameCapture, any Rasterizer) {
    let frame = try FrameCapture(contentsOf: path, memoryLimit: maxMemory.bytes)
    var request = try options.request.completed(by: ProcessInfo.processInfo.environment)
    if request.renderer == .automatic, let kind = frame.inspection.rasterizer {
      request.renderer = RendererChoice(kind)
    }
    let rasterizer = try request.opened()
    rasterizer.limits = RasterLimits(memory: maxMemory.bytes)
    return (frame, rasterizer)
  }
}
