// A film whose frames are all drawn while the encoder is still at the last ones: the next film can begin.

#if Films

package import QuartzCore
package import Video

/// The end of a film that its encoder's thread comes to by itself.
package struct UnfinishedFilm: Sendable {
  fileprivate let writer: VideoWriter

  /// Waits until the film is there.
  ///
  /// - Throws: what went wrong with encoding or writing; nothing of the output is left then.
  package func finish() throws(RenderingError) {
    try RenderingError.fromVideo { () throws(VideoError) in try writer.finish() }
  }
}

extension VideoExporter {
  /// Renders all frames, and returns while the last ones are being encoded: for the command, which makes many films.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree, which is not used any more when this returns.
  ///   - renderer: its size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: in seconds; see ``export(_:with:from:duration:progress:)``.
  ///   - beforeFrame: called with each frame's time before it is rendered; it may change the tree.
  ///   - report: called with the count of frames drawn, and the stage that the other one waits for; its answer is
  ///     whether to go on.
  package func exportFrames(
    of layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval, duration: CFTimeInterval,
    beforeFrame: (CFTimeInterval) throws -> Void, report: (Int, FilmStage?) -> Continuation
  ) throws -> UnfinishedFilm {
    let run = try begin(renderer, from: start, duration: duration)
    try run.drive(layer, beforeFrame: beforeFrame, report: report, failure: { $0 })
    return UnfinishedFilm(writer: try run.handOver())
  }
}

#endif
