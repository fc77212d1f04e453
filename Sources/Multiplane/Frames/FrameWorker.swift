// Tested by FrameWorkerTests.

import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import RowRenderer

/// A thread's tree, builder and renderer.
final class FrameWorker: @unchecked Sendable {
  // Unchecked Sendable: `condition` guards the queue; the thread owns the rest while the queue has a frame, otherwise
  // the caller of `add`.
  private let tree = RenderTree()
  private let builder: FrameBuilder
  private let rows = RowRenderer()
  private let memory: FrameMemoryBudget
  private let condition = NSCondition()
  /// Frames in order, the first of which is being made.
  private var frames: [WorkerFrame] = []
  private var isStopped = false

  init(_ options: DrawListBuilder.Options, _ limits: RasterLimits, of count: Int, _ memory: FrameMemoryBudget) {
    self.memory = memory
    builder = FrameBuilder(options: options)
    builder.pictureLimit = limits.memory
    rows.limits = limits
    tree.memoryLimit = limits.memory
    let kept = min(limits.memory, Self.mostKept) / count
    (builder.keptPictureLimit, rows.keptLimit) = (kept, kept)
  }

  /// The most bytes that all workers keep for later frames.
  private static let mostKept = 2 << 30

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Adds a frame of the tree's current state. If the tree has changed, first waits for the earlier frames.
  func add(_ frame: WorkerFrame, of tree: RenderTree) {
    condition.withLock {
      if !self.tree.isCopy(of: tree) {
        frame.waits.forTree = condition.wait { !frames.isEmpty }
        self.tree.assume(tree)
      }
      frames.append(frame)
      condition.broadcast()
    }
  }

  func run() {
    WorkerThreads.$current.withValue(.none) {
      while let frame = nextFrame() {
        make(frame)
        condition.withLock {
          frames.removeFirst()
          condition.broadcast()
        }
        frame.end()
      }
    }
    for frame in frames { frame.end() }
  }

  private func nextFrame() -> WorkerFrame? {
    condition.withLock {
      let waited = condition.wait { frames.isEmpty && !isStopped }
      guard !isStopped, let frame = frames.first else { return nil }
      frame.waits.forWork = waited
      return frame
    }
  }

  private func make(_ frame: WorkerFrame) {
    tree.sample(at: frame.time)
    let list = builder.build(tree, frame.target)
    (frame.counters, frame.sampleMilliseconds, frame.times) = (list.counters, tree.sampleMilliseconds, builder.times)
    guard case .pixels(let pixels, _) = frame.output else {
      frame.record = (list, tree.images)
      return
    }
    if !builder.options.has(.retention) { pixels.record = nil }
    frame.rasterization = Result { () throws(RasterError) in
      try memory.taking(list.peakBytes, waited: &frame.waits.forMemory) { () throws(RasterError) in
        try rows.render(list, images: tree.images, into: pixels.bytes, keeping: pixels)
      }
    }
    builder.recycle(list)
  }
}

extension NSCondition {
  /// Waits, with the lock, as long as a condition holds, and returns the milliseconds.
  fileprivate func wait(while isHeld: () -> Bool) -> Double {
    let start = ContinuousClock.now
    while isHeld() { wait() }
    return (ContinuousClock.now - start).milliseconds
  }
}

/// The memory of the frames that are drawn at a time.
final class FrameMemoryBudget: @unchecked Sendable {
  // Unchecked Sendable: `condition` guards what was taken.
  private let limit: Double
  private let condition = NSCondition()
  private var taken = 0.0

  init(_ limit: Int) { self.limit = Double(limit) }

  /// Draws a frame of a number of bytes once they fit with the other frames, or there is no other one. Adds the
  /// milliseconds of waiting.
  func taking<Result>(
    _ bytes: Double, waited: inout Double, _ draw: () throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    condition.withLock {
      waited += condition.wait { taken > 0 && taken + bytes > limit }
      taken += bytes
    }
    defer {
      condition.withLock {
        taken -= bytes
        condition.broadcast()
      }
    }
    return try draw()
  }
}
