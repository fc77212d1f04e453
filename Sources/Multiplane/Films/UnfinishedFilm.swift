// A film whose frames are all drawn while the encoder is still at the last ones: the next film can begin.

#if Films

package import QuartzCore
import Video

/// The end of a film that its encoder's thread comes to by itself.
package struct UnfinishedFilm: Sendable {
  private let writer: VideoWriter
  /// Its frames.
  package let frameCount: Int

  fileprivate init(_ writer: VideoWriter, frameCount: Int) { (self.writer, self.frameCount) = (writer, frameCount) }

  /// Waits until the film is there.
  ///
  /// - Throws: what went wrong with encoding or writing; nothing of the output is left then.
  package func finish() throws(RenderingError) {
    try RenderingError.fromVideo { () throws(VideoError) in try writer.finish() }
  }
}

extension VideoExporter {
  /// Renders all frames, and returns while the last ones are being encoded.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree, which is not used any more when this returns.
  ///   - renderer: its size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: in seconds; see ``export(_:with:from:duration:progress:)``.
  ///   - beforeFrame: called with each frame's time before it is rendered; it may change the tree.
  ///   - report: called after each frame with how many are drawn.
  package func exportFrames(
    of layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval, duration: CFTimeInterval,
    beforeFrame: (CFTimeInterval) throws -> Void, report: (_ done: Int) -> Void = { _ in }
  ) throws -> UnfinishedFilm {
    let run = try begin(renderer, from: start, duration: duration)
    try run.drive(
      layer, beforeFrame: beforeFrame,
      report: { done, _ in
        report(done)
        return .proceed
      }, failure: { $0 })
    return UnfinishedFilm(try run.handOver(), frameCount: run.frameCount)
  }
}

#endif
