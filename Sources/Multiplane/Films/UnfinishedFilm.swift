// A film whose frames are all drawn, but not all encoded: the next film can begin.

#if Films

package import QuartzCore
package import Video

/// A film that its encoder's thread finishes by itself.
package struct UnfinishedFilm: Sendable {
  fileprivate let writer: VideoWriter

  /// Waits until the film is complete. Throws the error of encoding or writing, after which no output is left.
  package func finish() throws(RenderingError) {
    try RenderingError.fromVideo { () throws(VideoError) in try writer.finish() }
  }
}

extension VideoExporter {
  /// Renders all frames, and returns while the last ones are being encoded: for the command, which makes many films.
  /// See ``export(_:with:from:duration:beforeFrame:progress:)``.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree, which is not used after the return.
  ///   - report: called with the number of drawn frames, and the slower stage; returns whether to go on.
  ///   - beforeEnd: called after the last frame has begun, before the film can get its name.
  package func exportFrames(
    of layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval, duration: CFTimeInterval,
    beforeFrame: (CFTimeInterval) throws -> Void, report: (Int, FilmStage?) -> Continuation,
    beforeEnd: () throws -> Void = {}
  ) throws -> UnfinishedFilm {
    let run = try begin(renderer, from: start, duration: duration)
    try run.drive(layer, beforeFrame: beforeFrame, report: report, failure: { $0 })
    try beforeEnd()
    return UnfinishedFilm(writer: try run.handOver())
  }
}

#endif
