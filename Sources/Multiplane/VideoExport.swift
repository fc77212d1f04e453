// A video in the making, as a sequence of its progress: a frame is rendered each time the next element is asked for, so
// that whoever asks decides on the pace, may change the tree in between, and ends it by asking no more.

import Logging
public import QuartzCore
import Video

extension VideoExporter {
  /// Renders and writes the video frame by frame, as the result is iterated over; the video is there when the sequence
  /// has ended.
  ///
  /// ```swift
  /// for try await progress in exporter.frames(of: scene, with: renderer, duration: 4) {
  ///   print("\(progress.frames) of \(progress.totalFrames)")
  /// }
  /// ```
  ///
  /// A frame is rendered in one go, on the caller's actor; while the encoder is behind, and between two frames, others
  /// have their turn. The loop's body may change the tree for the next frame. Where the task is cancelled, the next
  /// element throws ``RenderingError/cancelled``; then, after any other error, and where the loop is left early,
  /// nothing of the output is left.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - renderer: its size in pixels is the video's.
  ///   - start: the layer's time at the first frame, in seconds.
  ///   - duration: in seconds; see ``export(_:with:from:duration:progress:)``.
  public func frames(
    of layer: CALayer, with renderer: OffscreenRenderer, from start: CFTimeInterval = 0, duration: CFTimeInterval
  ) -> VideoExport {
    VideoExport(exporter: self, layer: layer, renderer: renderer, start: start, duration: duration)
  }
}

/// The frames of ``VideoExporter/frames(of:with:from:duration:)``.
public struct VideoExport: AsyncSequence {
  /// How far a video is.
  public struct Progress: Hashable, Sendable {
    /// Frames done.
    public let frames: Int
    /// Frames in all.
    public let totalFrames: Int
    /// The layer's time at the frame that was done last, in seconds.
    public let time: CFTimeInterval
    /// The part that is done, from 0 to 1.
    public var fractionCompleted: Double { Double(frames) / Double(totalFrames) }
  }

  /// What is told of each frame.
  public typealias Element = Progress
  /// What goes wrong on the way.
  public typealias Failure = RenderingError

  let exporter: VideoExporter
  let layer: CALayer
  let renderer: OffscreenRenderer
  let start: CFTimeInterval
  let duration: CFTimeInterval

  /// Begins a video; each iterator makes one.
  public func makeAsyncIterator() -> Iterator { Iterator(export: self) }

  /// Renders and writes all frames.
  public func run() async throws(RenderingError) {
    for try await _ in self {}
  }

  /// Renders a frame for each element.
  public struct Iterator: AsyncIteratorProtocol {
    private let export: VideoExport
    private var run: VideoRun?
    private var isOver = false

    init(export: VideoExport) { self.export = export }

    /// Makes the next frame; nil when the film is whole, under its name.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RenderingError) -> Progress? {
      guard !isOver else { return nil }
      do throws(RenderingError) {
        guard !Task.isCancelled else { throw .cancelled }
        let run: VideoRun
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
        // Letting go of it removes what was written.
        (isOver, run) = (true, nil)
        throw error
      }
    }
  }
}

/// A video between its first frame and its last. Letting go of it before `finish` leaves nothing.
final class VideoRun {
  let frameCount: Int
  private(set) var done = 0
  private let renderer: OffscreenRenderer
  private let writer: VideoWriter
  /// Whether somebody else waits for the writer.
  private var isHandedOver = false
  private let start: CFTimeInterval
  /// The number, in the film that begins at `start`, of the first frame.
  private let firstFrame: Int
  private let frameRate: FrameRate
  /// The last frame, which is drawn while the next one is prepared.
  private var pending: PendingFrame?

  /// What is said to the renderer's logger at the end; nil where somebody else says it.
  private let notes: FilmNotes?
  /// Whether frames are rendered: a film of sound alone only counts them.
  private let hasPictures: Bool

  /// - Parameters:
  ///   - start: the layer's time at frame 0, in seconds.
  ///   - frames: those to render.
  init(
    _ renderer: OffscreenRenderer, _ writer: VideoWriter, start: CFTimeInterval, frames: ClosedRange<Int>,
    frameRate: FrameRate, hasPictures: Bool, notes: FilmNotes? = nil
  ) {
    self.notes = notes
    (self.renderer, self.writer, self.start) = (renderer, writer, start)
    (frameCount, firstFrame, self.frameRate, self.hasPictures) = (
      frames.count, frames.lowerBound, frameRate, hasPictures
    )
  }

  deinit {
    // Nothing after `finish`.
    if !isHandedOver { writer.cancel() }
  }

  /// The layer's time at the next frame.
  var nextTime: CFTimeInterval { start + frameRate.time(ofFrame: firstFrame + done) }

  /// Begins to draw the next frame, and hands the one before to the encoder, after waiting for it where it is behind.
  func renderNext(_ layer: CALayer) throws(RenderingError) {
    guard hasPictures else {
      try RenderingError.fromVideo { () throws(VideoError) in
        _ = try writer.nextFrame()
        try writer.appendNextFrame()
      }
      done += 1
      return
    }
    let next = try renderer.begin(layer, at: nextTime)
    try encodePending()
    pending = next
    done += 1
  }

  /// Reads the last frame into the encoder's own memory.
  private func encodePending() throws(RenderingError) {
    guard let frame = pending.take() else { return }
    let pixels = try RenderingError.fromVideo { () throws(VideoError) in try writer.nextFrame() }
    try renderer.finish(frame, into: pixels)
    try RenderingError.fromVideo { () throws(VideoError) in try writer.appendNextFrame() }
  }

  /// Which of drawing and encoding the other one waits for; nil before that is known.
  var slowerStage: VideoStage? { writer.slowerStage }

  /// Waits until the encoder takes a frame.
  func waitUntilReady(isolation actor: isolated (any Actor)?) async { await writer.waitUntilReady() }

  /// Encodes what is left and gives the output its name.
  func finish() throws(RenderingError) {
    try encodePending()
    try RenderingError.fromVideo { () throws(VideoError) in try writer.finish() }
    tell()
  }

  private func tell() {
    guard let notes, let logger = renderer.logger else { return }
    for note in notes.take() { logger.warning("\(note)") }
  }

  /// Has the encoder come to the end by itself, and leaves it to the caller to wait for that: to call the writer's
  /// `finish`.
  func handOver() throws(RenderingError) -> VideoWriter {
    try encodePending()
    writer.requestFinish()
    isHandedOver = true
    return writer
  }

  /// The same without holding on to the thread; cancelling the task ends it.
  func finishAsync(isolation actor: isolated (any Actor)?) async throws(RenderingError) {
    await waitUntilReady(isolation: actor)
    guard !Task.isCancelled else { throw .cancelled }
    try encodePending()
    let writer = writer
    let result = await withTaskCancellationHandler {
      await writer.finishAsync()
    } onCancel: {
      writer.requestCancellation()
    }
    do throws(VideoError) { try result.get() } catch { throw RenderingError(error) }
    tell()
  }
}
