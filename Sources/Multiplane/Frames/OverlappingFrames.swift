import Compositor
public import CoreGraphics
package import ImageFiles
public import QuartzCore

/// A frame that is being drawn. Releasing it leaves it unread.
package final class PendingFrame {
  fileprivate let work: RasterWork
  fileprivate var statistics: FrameStatistics
  /// The observer that waits for the pixels.
  fileprivate let observer: OffscreenRenderer.FramePixels?
  /// The frame of a worker; nil for frames of the renderer's own thread.
  fileprivate let made: WorkerFrame?

  init(
    _ work: RasterWork, _ statistics: FrameStatistics, observer: OffscreenRenderer.FramePixels? = nil,
    of made: WorkerFrame? = nil
  ) {
    (self.work, self.statistics, self.observer, self.made) = (work, statistics, observer, made)
  }

  /// The number of rectangles that the layers draw, including occluded ones; 0 while a worker makes the frame.
  var drawCount: Int { statistics.counters.quads + statistics.counters.instances + statistics.counters.occluded }
}

/// The committed tree of a frame, its time and its target, which decide on the pixels unless the program has a part.
package struct FrameOrigin {
  fileprivate let tree: UInt64
  fileprivate let commitCount: Int
  fileprivate let target: FrameBuilder.Target
  /// The time, in seconds of the clock.
  fileprivate let time: Double

  fileprivate init(_ frame: OffscreenRenderer.CommittedFrame, _ target: FrameBuilder.Target) {
    (tree, commitCount, time) = (frame.tree.serial, frame.tree.commitCount, frame.time)
    self.target = target
  }
}

extension OffscreenRenderer {
  /// Renders a layer tree at times, preparing frames while others are drawn. The bytes are those of single frames.
  ///
  /// ```swift
  /// try renderer.forEachFrame(of: scene, at: (0..<300).map { Double($0) / 60 }) { time, pixels in
  ///   try pipe.write(contentsOf: pixels)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - times: the layer's times, in seconds.
  ///   - body: called in order with the time and the pixels of each frame, laid out as by
  ///     ``render(_:at:into:bytesPerRow:)``, without padding, and valid until it returns. It must not change the tree:
  ///     the next frame is made already. Its error ends the rendering.
  public func forEachFrame(
    of layer: CALayer, at times: some Sequence<CFTimeInterval>,
    _ body: (_ time: CFTimeInterval, _ pixels: UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // A frame that is drawn by rows needs its own memory while the caller has the previous one.
    var spare: [FrameMemory] = []
    var frames: [(time: CFTimeInterval, frame: PendingFrame, memory: FrameMemory)] = []
    func finishFirst() throws {
      let (time, frame, memory) = frames.removeFirst()
      try finish(frame, into: memory.bytes)
      convertColors(of: memory)
      try body(time, UnsafeRawBufferPointer(memory.bytes))
      spare.append(memory)
    }
    var preparation = 0.0
    for time in times {
      // Without workers, a frame with little preparation is drawn alone.
      let most = jobs == 1 && preparation < leastPreparation ? 1 : framesInFlight
      while frames.count >= most { try finishFirst() }
      let memory = try spare.popLast() ?? RenderingError.memory(byteCount: byteCount)
      let next = try begin(layer, at: time, into: memory)
      let stages = next.statistics.stages
      preparation = stages.commit + stages.preparation
      frames.append((time, next, memory))
    }
    while !frames.isEmpty { try finishFirst() }
  }

  /// Begins a frame of a layer tree at a time, in seconds, with at most ``framesInFlight`` unfinished ones.
  ///
  /// - Parameters:
  ///   - memory: the memory of the finished frame, if known.
  ///   - packing: the planes for its pixels; nil keeps the pixels.
  ///   - isCounted: whether ``PendingFrame/drawCount`` is read, so that no worker makes the frame.
  package func begin(
    _ layer: CALayer, at time: CFTimeInterval, into memory: FrameMemory? = nil, packing: PlanePacking? = nil,
    isCounted: Bool = false
  ) throws(RenderingError) -> PendingFrame {
    try begin(commitFrame(of: layer, at: time), into: memory, packing: packing, isCounted: isCounted)
  }

  /// Begins a film's next frame, as ``begin(_:at:into:packing:isCounted:)``; returns nil if it has the pixels of the
  /// frame that began at `last`, which otherwise becomes the next one's origin.
  package func beginNext(
    _ layer: CALayer, at time: CFTimeInterval, after last: inout FrameOrigin?, packing: PlanePacking?, isCounted: Bool
  ) throws(RenderingError) -> PendingFrame? {
    let committed = commitFrame(of: layer, at: time)
    let origin = FrameOrigin(committed, target)
    if let last, frameObserver == nil, frameBuilder.options.has(.retention),
      (last.tree, last.commitCount) == (origin.tree, origin.commitCount), last.target == origin.target,
      committed.tree.isStill(from: last.time, to: origin.time)
    {
      return nil
    }
    last = origin
    return try begin(committed, packing: packing, isCounted: isCounted)
  }

  private func begin(
    _ committed: CommittedFrame, into memory: FrameMemory? = nil, packing: PlanePacking?, isCounted: Bool
  ) throws(RenderingError) -> PendingFrame {
    if let frame = try beginByWorker(committed, into: memory, packing: packing, isCounted: isCounted) { return frame }
    let ((work, observer), statistics) = try RenderingError.fromDevice { () throws(RasterError) in
      try makeFrame(committed) { (list, tree) throws(RasterError) in
        let work = try rasterizer.begin(
          list, images: tree.images, into: memory.map { rasterMemory($0) }, packing: packing)
        return (work, frameObserver?(list, tree, committed.time))
      }
    }
    return PendingFrame(work, statistics, observer: observer)
  }

  /// Returns a frame's memory for the rasteriser, which draws all of it if frames keep nothing for later ones.
  func rasterMemory(_ memory: FrameMemory) -> RasterMemory {
    if !frameBuilder.options.has(.retention) { memory.record = nil }
    return RasterMemory(memory.bytes, owner: memory)
  }

  /// Waits for a frame and copies its pixels, without padding, or its planes.
  package func finish(
    _ frame: PendingFrame, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RenderingError) {
    let rasterization = try RenderingError.fromDevice { () throws(RasterError) in try frame.work.finish(pixels) }
    var statistics = frame.statistics
    if let made = frame.made {
      statistics.note(made.counters, sample: made.sampleMilliseconds, made.times)
      statistics.waits = made.waits
    }
    statistics.add(rasterization)
    note(statistics)
    frame.observer?(UnsafeRawBufferPointer(rebasing: pixels.prefix(byteCount)), rasterization)
    logIssues()
  }

  /// Returns a sequence of pictures of a layer tree at times in seconds, each rendered on request.
  ///
  /// ```swift
  /// for try await frame in renderer.images(of: scene, at: [0, 0.5, 1]) { save(frame.image, frame.time) }
  /// ```
  ///
  /// Each picture is rendered synchronously on the caller's actor, which is free between pictures. If the task is
  /// cancelled, the next one throws ``RenderingError/cancelled``. The tree may be changed between pictures.
  public func images(of layer: CALayer, at times: some Sequence<CFTimeInterval>) -> RenderedImages {
    RenderedImages(renderer: self, layer: layer, times: Array(times))
  }
}

/// The pictures of ``OffscreenRenderer/images(of:at:)``.
public struct RenderedImages: AsyncSequence {
  /// A picture and its time.
  public struct Element {
    /// The requested time, in seconds.
    public let time: CFTimeInterval
    /// The picture.
    public let image: CGImage
  }

  /// The error of rendering.
  public typealias Failure = RenderingError

  let renderer: OffscreenRenderer
  let layer: CALayer
  let times: [CFTimeInterval]

  /// Creates an iterator from the first time on.
  public func makeAsyncIterator() -> Iterator { Iterator(images: self) }

  /// Renders one picture after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let images: RenderedImages
    private var index = 0

    init(images: RenderedImages) { self.images = images }

    /// Renders the picture at the next time; nil after the last.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(RenderingError) -> RenderedImages.Element? {
      guard index < images.times.count else { return nil }
      if index > 0 { await Task.yield() }
      guard !Task.isCancelled else { throw .cancelled }
      let time = images.times[index]
      index += 1
      return Element(time: time, image: try images.renderer.image(of: images.layer, at: time))
    }
  }
}
