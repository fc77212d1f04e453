#if Films

public import QuartzCore

extension VideoExporter {
  /// Returns a sequence that renders and writes a frame for each element. The video is complete when it ends.
  ///
  /// ```swift
  /// for try await progress in exporter.frames(of: scene, with: renderer, duration: 4) {
  ///   print("\(progress.frames) of \(progress.totalFrames)")
  /// }
  /// ```
  ///
  /// Each frame is rendered synchronously on the caller's actor, which is free between frames and while the encoder is
  /// behind. The loop's body may change the tree for the next frame. If the task is cancelled, the next element throws
  /// ``RenderingError/cancelled``. After an error, or if the loop ends early, no output is left.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - renderer: the renderer, whose size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: the duration in seconds; see ``export(_:with:from:duration:progress:)``.
  public func frames(
    of layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval = 0, duration: CFTimeInterval
  ) -> VideoExport {
    VideoExport(exporter: self, layer: layer, renderer: renderer, start: start, duration: duration)
  }
}

/// The frames of ``VideoExporter/frames(of:with:from:duration:)``.
public struct VideoExport: AsyncSequence {
  /// The progress of a video.
  public struct Progress: Hashable, Sendable {
    /// The number of finished frames.
    public let frames: Int
    /// The total number of frames.
    public let totalFrames: Int
    /// The layer's time at the last finished frame, in seconds.
    public let time: CFTimeInterval
    /// The finished part, from 0 to 1.
    public var fractionCompleted: Double { Double(frames) / Double(totalFrames) }
  }

  /// The progress after a frame.
  public typealias Element = Progress
  /// The error that ends the export.
  public typealias Failure = RenderingError

  let exporter: VideoExporter
  let layer: CALayer
  let renderer: OffscreenRenderer
  let start: CFTimeInterval
  let duration: CFTimeInterval

  /// Begins a video. Each iterator makes another one.
  public func makeAsyncIterator() -> Iterator { Iterator(export: self) }

  /// Renders and writes all frames.
  public func run() async throws(RenderingError) {
    for try await _ in self {}
  }

  /// Renders a frame for each element.
  public struct Iterator: AsyncIteratorProtocol {
    private let export: VideoExport
    private var run: FilmRun?
    private var isOver = false

    init(export: VideoExport) { self.export = export }

    /// Makes the next frame; nil when the film is complete, under its name.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderingError) -> Progress? {
      guard !isOver else { return nil }
      do throws(RenderingError) {
        guard !Task.isCancelled else { throw .cancelled }
        let run: FilmRun
        if let known = self.run {
          run = known
        } else {
          run = try export.exporter.begin(export.renderer, from: export.start, duration: export.duration)
          self.run = run
        }
        guard run.done < run.frameCount else {
          try await run.finishAsync(isolation: actor)
          (isOver, self.run) = (true, nil)
          return nil
        }
        if run.done > 0 { await Task.yield() }
        await run.waitUntilReady(isolation: actor)
        guard !Task.isCancelled else { throw .cancelled }
        let time = run.nextTime
        try run.renderNext(export.layer)
        return Progress(frames: run.done, totalFrames: run.frameCount, time: time)
      } catch {
        // Releasing the run removes its output.
        (isOver, run) = (true, nil)
        throw error
      }
    }
  }
}

#endif
