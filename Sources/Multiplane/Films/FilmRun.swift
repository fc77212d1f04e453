#if Films

import Compositor
import ImageFiles
import Logging
import QuartzCore
import Video

/// A film in the making: one loop renders the frames of every film; the sequence of ``VideoExport`` steps through it.
/// Releasing it before `finish` leaves no output.
final class FilmRun {
  let frameCount: Int
  private(set) var done = 0
  private let renderer: OffscreenRenderer
  private let writer: VideoWriter
  /// Whether another owner waits for the writer.
  private var isHandedOver = false
  private let start: CFTimeInterval
  /// The number of the first frame in the film that begins at `start`.
  private let firstFrame: Int
  private let frameRate: FrameRate
  /// Frames that are being drawn while the next one is prepared, in order.
  private var pending: [Pending] = []
  /// The planes of frames as drawn; nil if the encoder converts their pixels.
  private let packing: PlanePacking?

  /// The notes for the renderer's logger at the end; nil if another object reports them.
  private let notes: FilmNotes?
  /// Whether frames are rendered. A film of sound alone only counts them.
  private let hasPictures: Bool
  /// The clip of the film.
  private let clip: FilmClip?
  /// The layers of the film with the clip, from the first frame on.
  private var stage: ClipStage?
  /// The pictures of the clip if frames lie over them as planes.
  private let overlays: OverlayRun?

  /// The clips whose pictures pass into the film; nil for none.
  private let passing: PassingClips?

  /// Whether a frame has shown something of the scene; nil before the first frame with the scene and without captions.
  private var isSceneShown: Bool?

  /// The origin of the last frame that was not repeated.
  private var lastOrigin: FrameOrigin?

  private enum Pending {
    case frame(PendingFrame)
    /// The frame before once more.
    case repeated
    case overlay(OverlayRun.Pending)
    case picture(PassedPicture)
  }

  /// - Parameters:
  ///   - start: the layer's time at frame 0, in seconds.
  ///   - clip: the clip of the film, besides the scene.
  ///   - underlay: the writer's pictures of the clip, if it has them.
  ///   - passing: the clips whose pictures pass into the film, if the writer takes them.
  init(
    _ renderer: OffscreenRenderer, _ writer: VideoWriter, start: CFTimeInterval, frames: ClosedRange<Int>,
    frameRate: FrameRate, hasPictures: Bool, notes: FilmNotes? = nil, clip: FilmClip? = nil,
    underlay: Underlay? = nil, passing: PassingClips? = nil
  ) {
    (self.notes, self.clip) = (notes, clip)
    overlays = writer.hasUnderlay ? underlay.map { OverlayRun(renderer, $0) } : nil
    packing = writer.packing
    self.passing = writer.takesPictures && renderer.frameObserver == nil ? passing : nil
    (self.renderer, self.writer, self.start) = (renderer, writer, start)
    (frameCount, firstFrame, self.frameRate, self.hasPictures) = (
      frames.count, frames.lowerBound, frameRate, hasPictures
    )
    guard hasPictures else { return }
    let first = clip?.sceneStart ?? -.infinity
    renderer.foresee(count: frames.count, arePacked: packing != nil) {
      max(start + frameRate.time(ofFrame: frames.lowerBound + $0), first)
    }
  }

  deinit {
    // This has no effect after `finish`.
    if !isHandedOver { writer.cancel() }
  }

  /// The layer's time at the next frame.
  var nextTime: CFTimeInterval { start + frameRate.time(ofFrame: firstFrame + done) }

  /// Renders the remaining frames.
  ///
  /// - Parameters:
  ///   - beforeFrame: called with each frame's time before it is rendered; it may change the tree.
  ///   - report: called with the number of finished frames, and the slower stage; returns whether to go on.
  ///   - failure: converts an error of rendering to the caller's.
  func drive<Failure>(
    _ layer: CALayer, beforeFrame: (CFTimeInterval) throws(Failure) -> Void,
    report: (Int, FilmStage?) -> VideoExporter.Continuation, failure: (RenderingError) -> Failure
  ) throws(Failure) {
    while done < frameCount {
      try beforeFrame(nextTime)
      do throws(RenderingError) { try renderNext(layer) } catch { throw failure(error) }
      if report(done, slowerStage) == .cancel { throw failure(.cancelled) }
    }
  }

  /// Begins to draw the next frame. If enough frames are in flight, first waits for the oldest one, and encodes it.
  func renderNext(_ layer: CALayer) throws(RenderingError) {
    guard hasPictures else {
      try RenderingError.fromVideo { () throws(VideoError) in
        _ = try writer.nextFrame()
        try writer.appendNextFrame()
      }
      done += 1
      return
    }
    while pending.count >= max(2, renderer.framesInFlight) { try encodeFirst() }
    pending.append(try begin(layer, at: nextTime))
    done += 1
  }

  private func begin(_ layer: CALayer, at time: CFTimeInterval) throws(RenderingError) -> Pending {
    guard let stage = stage(for: layer) else {
      if let picture = try passedPicture(at: time) { return .picture(picture) }
      return try begin(layer, at: time, isCounted: false).map { .frame($0) } ?? .repeated
    }
    let second = stage.clip.second(at: time)
    let isSeen = stage.clip.showsScene(at: second)
    let time = max(time, stage.clip.sceneStart)
    stage.showScene(isSeen)
    let areCaptionsSeen = stage.showCaptions(at: second)
    if let overlays {
      let overlay = try overlays.begin(stage, at: time, second: second, isSeen: areCaptionsSeen || isSeen)
      if isSeen, !areCaptionsSeen { isSceneShown = isSceneShown == true || overlay.isDrawn }
      return .overlay(overlay)
    }
    try RenderingError.fromVideo { () throws(VideoError) in try stage.showPicture(at: second) }
    guard let frame = try begin(stage.root, at: time, isCounted: true) else { return .repeated }
    // One of the draws is the clip's picture.
    if isSeen, !areCaptionsSeen { isSceneShown = isSceneShown == true || frame.drawCount > 1 }
    return .frame(frame)
  }

  /// Returns the clip's picture that is the frame at a time; nil if the frame must be drawn.
  private func passedPicture(at time: CFTimeInterval) throws(RenderingError) -> PassedPicture? {
    guard let passing else { return nil }
    let picture = try RenderingError.fromVideo { () throws(VideoError) in try passing.picture(at: time) }
    if picture != nil { lastOrigin = nil }
    return picture
  }

  /// Begins a frame of a layer tree; returns nil if it has the pixels of the frame before.
  private func begin(
    _ root: CALayer, at time: CFTimeInterval, isCounted: Bool
  ) throws(RenderingError) -> PendingFrame? {
    try renderer.beginNext(root, at: time, after: &lastOrigin, packing: packing, isCounted: isCounted)
  }

  /// Returns the layers of the film with a clip; nil without one.
  private func stage(for layer: CALayer) -> ClipStage? {
    guard let clip else { return nil }
    if let stage { return stage }
    let stage = ClipStage(
      clip, scene: layer, size: renderer.size, scale: renderer.scale, rate: frameRate,
      renderer.contentsDepth)
    self.stage = stage
    return stage
  }

  /// Advances the tree to a frame before the film's first one, without drawing it.
  func advance(_ layer: CALayer, throughFrame frame: Int) throws(RenderingError) {
    let time = start + frameRate.time(ofFrame: frame)
    guard let stage = stage(for: layer) else { return renderer.advance(layer, to: time) }
    guard overlays == nil || stage.clip.showsScene(at: stage.clip.second(at: time)) else { return }
    renderer.advance(stage.root, to: max(time, stage.clip.sceneStart))
  }

  /// Passes the remaining frames to the encoder. Adds a note if no frame shows the scene.
  private func encodePending() throws(RenderingError) {
    while !pending.isEmpty { try encodeFirst() }
    guard isSceneShown == false else { return }
    notes?.add(
      "no frame of the film shows anything of the scene: it is empty, or lies outside of the frame; `sceneFit` "
        + "and `sceneAlign` place it")
  }

  /// Reads the oldest frame into the encoder's memory.
  private func encodeFirst() throws(RenderingError) {
    func nextMemory() throws(RenderingError) -> UnsafeMutableRawBufferPointer {
      try RenderingError.fromVideo { () throws(VideoError) in try writer.nextFrame() }
    }
    switch pending.removeFirst() {
    case .repeated:
      return try RenderingError.fromVideo { () throws(VideoError) in try writer.appendLastFrameAgain() }
    case .picture(let picture):
      return try RenderingError.fromVideo { () throws(VideoError) in try writer.append(picture) }
    case .frame(let frame): try renderer.finish(frame, into: nextMemory())
    case .overlay(let overlay):
      _ = try nextMemory()
      try overlays?.finish(overlay)
    }
    try RenderingError.fromVideo { () throws(VideoError) in try writer.appendNextFrame() }
  }

  /// The slower stage of drawing and encoding; nil before that is known.
  private var slowerStage: FilmStage? { writer.slowerStage }

  /// Waits until the encoder takes a frame.
  func waitUntilReady(isolation actor: isolated (any Actor)?) async { await writer.waitUntilReady() }

  /// Encodes the remaining frames and gives the output its name.
  func finish() throws(RenderingError) {
    try encodePending()
    try RenderingError.fromVideo { () throws(VideoError) in try writer.finish() }
    tell()
  }

  private func tell() {
    guard let notes, let logger = renderer.logger else { return }
    for note in notes.take() + (clip?.clip.notes.take() ?? []) { logger.warning("\(note)") }
  }

  /// Lets the encoder finish by itself. The caller waits with the writer's `finish`.
  func handOver() throws(RenderingError) -> VideoWriter {
    try encodePending()
    writer.requestFinish()
    isHandedOver = true
    return writer
  }

  /// Finishes without blocking the thread; cancelling the task cancels the film.
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

#endif
