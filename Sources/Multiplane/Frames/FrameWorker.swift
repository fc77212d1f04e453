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
    memory.beginRecording(waited: &frame.waits.forMemory)
    var recordedBytes = 0
    defer { memory.endRecording(recordedBytes) }
    tree.sample(at: frame.time)
    let list = builder.build(tree, frame.target)
    recordedBytes = list.byteCount + builder.bufferBytes
    (frame.counters, frame.sampleMilliseconds, frame.times) = (list.counters, tree.sampleMilliseconds, builder.times)
    guard case .pixels(let pixels, _) = frame.output else {
      frame.record = (list, tree.images)
      if !memory.keeps(recordedBytes) { builder.freeBuffers() }
      return
    }
    if !builder.options.has(.retention) { pixels.record = nil }
    frame.rasterization = Result { () throws(RasterError) in
      try memory.taking(list.peakBytes, waited: &frame.waits.forMemory) { () throws(RasterError) in
        try rows.render(list, images: tree.images, into: pixels.bytes, keeping: pixels)
      }
    }
    if memory.keeps(recordedBytes) { builder.recycle(list) } else { builder.freeBuffers() }
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

/// The memory of the frames of several workers: of the draws that they record, and of the frames that they draw. Draws
/// that wait for a GPU are not counted: it has them as soon as it has room.
final class FrameMemoryBudget: @unchecked Sendable {
  // Unchecked Sendable: `condition` guards what was taken and measured.
  private let limit: Double
  private let workerCount: Int
  /// The bytes for the draws and the buffers of all workers.
  private let recordingLimit: Int
  private let condition = NSCondition()
  private var taken = 0.0
  private var recordingCount = 0
  /// The most frames that are recorded at a time: one until the memory of one is known.
  private var mostRecordings = 1

  init(_ limit: Int, workerCount: Int) {
    (self.limit, self.workerCount) = (Double(limit), workerCount)
    recordingLimit = FrameMemory.share(of: limit)
  }

  /// Waits until a frame may be recorded besides others. Adds the milliseconds of waiting.
  func beginRecording(waited: inout Double) {
    condition.withLock {
      waited += condition.wait { recordingCount >= mostRecordings }
      recordingCount += 1
    }
  }

  /// Ends the recording of a frame, which took `bytes`.
  func endRecording(_ bytes: Int) {
    condition.withLock {
      recordingCount -= 1
      mostRecordings = max(1, min(workerCount, recordingLimit / max(bytes, 1)))
      condition.broadcast()
    }
  }

  /// Whether a worker keeps its buffers of a number of bytes for its next frame.
  func keeps(_ bytes: Int) -> Bool { bytes <= recordingLimit / workerCount }

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
