// Frames one after the other, of which the next ones are prepared while one is drawn: where a program wants many of a
// tree and nothing of one decides on the next.

package import Compositor
package import ImageFiles
public import QuartzCore

/// A frame of a renderer that is being drawn. Letting go of it leaves it unread.
package final class PendingFrame {
  fileprivate let work: RasterWork
  fileprivate var statistics: FrameStatistics
  /// The observer that waits for the pixels.
  fileprivate let observer: OffscreenRenderer.FramePixels?

  init(
    _ work: RasterWork, _ statistics: FrameStatistics, observer: OffscreenRenderer.FramePixels?
  ) {
    (self.work, self.statistics, self.observer) = (work, statistics, observer)
  }

  /// The number of rectangles that the layers draw, including rectangles that opaque layers cover.
  var drawCount: Int { statistics.counters.quads + statistics.counters.instances + statistics.counters.occluded }
}

extension OffscreenRenderer {
  /// Renders a layer tree at times in seconds, the next frames being prepared while one is drawn. The frames have the
  /// bytes of frames that are rendered one by one.
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
  ///   - body: called with the time of each frame and its pixels, in order; ``render(_:at:into:bytesPerRow:)`` says how
  ///     they lie, here without padding. They are there until it returns. It does not change the tree: the frame after
  ///     its own is made already. What it throws ends the rendering.
  /// - Throws: ``RenderingError``, and what `body` throws.
  public func forEachFrame(
    of layer: CALayer, at times: some Sequence<CFTimeInterval>,
    _ body: (_ time: CFTimeInterval, _ pixels: UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // A frame that is drawn row by row has its own while the one before it is with the caller.
    var memory: [FrameMemory] = []
    for _ in 0..<framesInFlight { memory.append(try RenderingError.memory(byteCount: width * height * 4)) }
    var frames: [(time: CFTimeInterval, frame: PendingFrame, memory: FrameMemory)] = []
    func finishFirst() throws {
      let (time, frame, memory) = frames.removeFirst()
      try finish(frame, into: memory.bytes)
      try body(time, UnsafeRawBufferPointer(memory.bytes))
    }
    var preparation = 0.0
    for (number, time) in times.enumerated() {
      // What takes next to nothing to prepare is drawn alone.
      let most = preparation < leastPreparation ? 1 : framesInFlight
      while frames.count >= most { try finishFirst() }
      let memory = memory[number % framesInFlight]
      let next = try begin(layer, at: time, into: memory)
      let stages = next.statistics.stages
      preparation = stages.commit + stages.sample + stages.flatten + stages.record
      frames.append((time, next, memory))
    }
    while !frames.isEmpty { try finishFirst() }
  }

  /// Begins a frame of a layer tree at a time, in seconds. At most ``framesInFlight`` with it are unfinished.
  ///
  /// - Parameters:
  ///   - memory: where it will be finished, where that is known.
  ///   - packing: the planes that its pixels become; nil: they stay as they are.
  package func begin(
    _ layer: CALayer, at time: CFTimeInterval, into memory: FrameMemory? = nil, packing: PlanePacking? = nil
  ) throws(RenderingError) -> PendingFrame {
    let ((work, observer), statistics) = try RenderingError.fromDevice { () throws(RasterError) in
      try makeFrame(of: layer, at: time) { (list, tree) throws(RasterError) in
        let work = try rasterizer.begin(
          list, images: tree.images, into: memory.map { RasterMemory($0.bytes, owner: $0) }, packing: packing)
        return (work, frameObserver?(list, tree, time))
      }
    }
    return PendingFrame(work, statistics, observer: observer)
  }

  /// Waits for a frame and copies its pixels, tight; or its planes.
  package func finish(
    _ frame: PendingFrame, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RenderingError) {
    let rasterization = try RenderingError.fromDevice { () throws(RasterError) in try frame.work.finish(pixels) }
    var statistics = frame.statistics
    statistics.add(rasterization)
    note(statistics)
    frame.observer?(UnsafeRawBufferPointer(rebasing: pixels.prefix(width * height * 4)), rasterization)
    logIssues()
  }
}
