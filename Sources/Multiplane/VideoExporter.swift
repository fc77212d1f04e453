// From a layer tree to a video: frames are rendered one after the other, at exact times, and handed to the encoder,
// which works beside the renderer.

public import QuartzCore
package import Video

/// Renders a stretch of a layer tree's time to a video file.
///
/// ```swift
/// let exporter = try VideoExporter(path: "card.mp4", frameRate: 30)
/// try exporter.export(layer, with: renderer, duration: 4) { done in .proceed }
/// ```
///
/// The format follows from the path's suffix: mp4, mov, webm, gif, y4m, or a pattern such as `frames/%05d.png`. The
/// output appears under its name when it is whole; a run that fails leaves nothing.
public struct VideoExporter {
  /// What the progress of an export answers.
  public enum Continuation: Sendable {
    case proceed
    /// Stop; nothing is left behind, and the export throws.
    case cancel
  }

  private let path: String
  package let format: VideoFormat
  private let frameRate: FrameRate
  private let options: VideoOptions

  /// An export to a path.
  ///
  /// - Parameters:
  ///   - path: where the video goes.
  ///   - frameRate: frames a second; 29.97 stands for 30000/1001, and so on.
  ///   - crf: the encoder's quality, lower is better; nil for the format's default.
  ///   - codec: the name of an encoder of libavcodec; nil for the format's default.
  /// - Throws: when the path names no format.
  public init(path: String, frameRate: Double = 30, crf: Int? = nil, codec: String? = nil) throws {
    guard let rate = FrameRate(frameRate) else {
      throw VideoError.badOption("\(frameRate) frames a second; expected more than 0 and at most \(FrameRate.maximum)")
    }
    self.init(
      path: path, format: try VideoFormat(path: path), frameRate: rate,
      options: VideoOptions(crf: crf, codec: codec))
  }

  package init(path: String, format: VideoFormat, frameRate: FrameRate, options: VideoOptions) {
    self.path = path
    self.format = format
    self.frameRate = frameRate
    self.options = options
  }

  /// How many frames a stretch of time has: those that begin within it, at least one; 2⁵³ for more than
  /// that.
  public func frameCount(duration: CFTimeInterval) -> Int {
    max(1, Int(bounded: (duration * frameRate.framesPerSecond - 1e-6).rounded(.up)))
  }

  /// The most frames of a video: what the containers' 32-bit numbers count.
  private static let mostFrames = Int(Int32.max)

  /// Renders and writes the video.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - renderer: its size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: in seconds; finite, and of no more than 2,147,483,647 frames. Where it comes from someone else, ask
  ///     ``frameCount(duration:)`` before: nothing else bounds how long this takes, and what it writes.
  ///   - beforeFrame: called with each frame's time before it is rendered; it may change the tree.
  ///   - progress: called with the count of frames done; its answer is whether to go on.
  /// - Throws: what goes wrong with rendering, encoding or writing; `VideoError.cancelled`.
  public func export(
    _ layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval = 0, duration: CFTimeInterval,
    beforeFrame: (CFTimeInterval) throws -> Void = { _ in }, progress: (Int) -> Continuation = { _ in .proceed }
  ) throws {
    let frames = frameCount(duration: duration)
    guard start.isFinite, duration.isFinite, frames <= Self.mostFrames else {
      throw VideoError.badOption(
        "a video of \(duration) seconds from \(start) at \(frameRate) frames a second; expected finite times and at "
          + "most \(Self.mostFrames) frames")
    }
    let writer = try VideoWriter(
      path: path, format: format, width: renderer.width, height: renderer.height, frameRate: frameRate, options: options
    )
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: renderer.width * renderer.height * 4, alignment: 64)
    defer { buffer.deallocate() }
    for frame in 0..<frames {
      let time = start + frameRate.time(ofFrame: frame)
      try beforeFrame(time)
      try renderer.render(layer, at: time, into: buffer)
      try writer.append(buffer.bytes)
      if progress(frame + 1) == .cancel {
        writer.cancel()
        throw VideoError.cancelled
      }
    }
    try writer.finish()
  }
}
