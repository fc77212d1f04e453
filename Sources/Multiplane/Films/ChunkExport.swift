// A film in chunks, each of which a process on any machine can render.

#if Films

package import QuartzCore
package import Video

extension VideoExporter {
  /// Returns the film that `export` would write, to be made in pieces. The size is in pixels; `isOpaque` is whether the
  /// renderer's background is. Throws ``RenderingError/invalidArgument(_:)`` also for a film that cannot be made in
  /// pieces.
  package func film(
    width: Int, height: Int, isOpaque: Bool, frameCount: Int
  ) throws(RenderingError) -> Film {
    guard frameCount <= Self.mostFrames else { throw .invalidArgument("a film of \(frameCount) frames") }
    var options = try options(isOpaque: isOpaque, frameCount: frameCount)
    options.underlay = route(options, width: width, height: height, isOpaque: isOpaque)?.underlay
    _ = pass(&options, width: width, height: height)
    return try RenderingError.fromVideo { () throws(VideoError) in
      try Film(
        format: format, width: width, height: height, rate: frameRate, frameCount: frameCount, options: options)
    }
  }

  /// Renders a chunk of a film to its file.
  ///
  /// - Parameters:
  ///   - start: the layer's time at the film's first frame, in seconds.
  ///   - hasHistory: whether to advance through the film's earlier frames, without drawing them.
  ///   - beforeFrame: called with each frame's time before the frame, also with earlier ones' times.
  ///   - report: called with the number of finished frames.
  package func exportChunk(
    _ place: ChunkPlace, of film: Film, to path: String, _ layer: CALayer, with renderer: OffscreenRenderer,
    from start: CFTimeInterval, hasHistory: Bool, beforeFrame: (CFTimeInterval) throws -> Void,
    report: (Int) -> Void = { _ in }
  ) throws {
    let writer = try RenderingError.fromVideo { () throws(VideoError) in
      try film.writer(
        ofChunk: place, to: path, takesPlanes: renderer.packsPlanes, areDeep: renderer.pixelFormat == .rgba16Float)
    }
    setContentsDepth(of: renderer)
    var options = film.options
    let passing = pass(&options, width: renderer.width, height: renderer.height)
    let run = FilmRun(
      renderer, writer, start: start,
      frames: place.firstFrame...place.firstFrame + place.frameCount - 1, frameRate: frameRate, hasPictures: true,
      clip: clip, underlay: film.underlay, passing: passing)
    if hasHistory {
      for frame in 0..<place.firstFrame {
        try beforeFrame(start + frameRate.time(ofFrame: frame))
        try run.advance(layer, throughFrame: frame)
      }
    }
    try run.drive(
      layer, beforeFrame: beforeFrame,
      report: { done, _ in
        report(done)
        return .proceed
      }, failure: { $0 })
    try run.finish()
  }
}

#endif
