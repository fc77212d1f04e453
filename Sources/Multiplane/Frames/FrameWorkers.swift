// Frames that are made in parallel, each sampled, recorded and drawn by one thread. The renderer's own thread commits,
// and takes the frames in order.
//
//   renderer's thread   commit 1 | commit 2 | commit 3 | take 1 | commit 4 | take 2 | ...
//   worker 1                       sample, flatten, record, draw 1 | ...  3
//   worker 2                                  sample, flatten, record, draw 2 | ...  4
//
// A worker has a copy of the render tree, which it updates after a commit and samples itself. Its caches do not affect
// a frame's bytes, which are the same for any number of workers.
//
// Tested by FrameWorkerTests.

import Compositor
import CoreGraphics
import Dispatch
import Foundation
import ImageFiles
import RowRenderer

/// Threads that make a renderer's frames by the processor. For one thread at a time.
final class FrameWorkers {
  private let workers: [FrameWorker]
  private let threads: [JoinedThread]
  /// The index of the worker that makes the next frame.
  private var next = 0
  private var spare: [FrameMemory] = []

  /// The most workers that are useful.
  private static let most = 64

  /// Returns the number of workers whose frames, with the one that is taken, fit a quarter of a memory limit and of the
  /// machine's memory; 1 for no workers. `wanted` is the requested number, nil for one for each core.
  static func count(_ wanted: Int?, frameBytes: Int, within memoryLimit: Int) -> Int {
    let wanted = wanted ?? ProcessInfo.processInfo.activeProcessorCount
    return max(1, min(wanted, most, FrameMemory.share(of: memoryLimit) / frameBytes - 1))
  }

  /// Starts at least 2 workers; nil if the system gives fewer than two threads. `limits` are those of each frame.
  init?(_ count: Int, options: DrawListBuilder.Options, limits: RasterLimits) {
    let memory = FrameMemoryBudget(limits.memory)
    var (workers, threads): ([FrameWorker], [JoinedThread]) = ([], [])
    for number in 0..<count {
      let worker = FrameWorker(options, limits, of: count, memory)
      guard let thread = try? JoinedThread(name: "frames \(number)", { worker.run() }) else { break }
      workers.append(worker)
      threads.append(thread)
    }
    (self.workers, self.threads) = (workers, threads)
    // A failing initialiser calls `deinit`, which stops them.
    guard workers.count > 1 else { return nil }
  }

  deinit {
    for worker in workers { worker.stop() }
    for thread in threads { thread.join() }
  }

  /// Starts the next frame on a worker.
  ///
  /// - Parameters:
  ///   - tree: the tree as committed for the frame.
  ///   - time: the time of sampling, in seconds of the clock.
  ///   - memory: the memory for the frame; nil for the workers' own.
  func begin(
    _ tree: RenderTree, at time: Double, _ target: FrameBuilder.Target, into memory: FrameMemory?
  ) throws(RenderingError) -> WorkerFrame {
    let worker = workers[next]
    next = (next + 1) % workers.count
    var place = memory ?? spare.popLast()
    if place == nil { place = try RenderingError.memory(byteCount: target.width * target.height * 4) }
    let frame = WorkerFrame(time, target, place!, isOwn: memory == nil)
    worker.add(frame, of: tree)
    return frame
  }

  /// Waits for a frame, and copies it if its memory is the workers' own.
  func finish(_ frame: WorkerFrame, into pixels: UnsafeMutableRawBufferPointer) throws(RasterError) -> Rasterization {
    let start = ContinuousClock.now
    frame.wait()
    frame.waits.forFrame = (ContinuousClock.now - start).milliseconds
    defer { if frame.isOwn { spare.append(frame.memory) } }
    let rasterization = try frame.result.get()
    if frame.isOwn { pixels.copyMemory(from: UnsafeRawBufferPointer(frame.memory.bytes)) }
    return rasterization
  }
}

/// A frame that a worker makes.
final class WorkerFrame: @unchecked Sendable {
  // Unchecked Sendable: the worker writes before it opens `made`, others read after that.
  fileprivate let time: Double
  fileprivate let target: FrameBuilder.Target
  fileprivate let memory: FrameMemory
  /// Whether the memory is the workers' own.
  fileprivate let isOwn: Bool
  fileprivate var result = Result<Rasterization, RasterError>.failure(.failed(WorkersEnded()))
  fileprivate(set) var counters = FrameCounters()
  fileprivate(set) var sampleMilliseconds = 0.0
  fileprivate(set) var times = FrameBuilder.StageTimes()
  fileprivate(set) var waits = FrameStatistics.Waits()
  private let made = DispatchSemaphore(value: 0)

  fileprivate init(_ time: Double, _ target: FrameBuilder.Target, _ memory: FrameMemory, isOwn: Bool) {
    (self.time, self.target, self.memory, self.isOwn) = (time, target, memory, isOwn)
  }

  /// Waits until the frame is made or abandoned.
  func wait() {
    made.wait()
    made.signal()
  }

  fileprivate func end() { made.signal() }
}

/// The error of a frame whose workers ended before it was made.
private struct WorkersEnded: Error, CustomStringConvertible {
  var description: String { "the renderer was let go before the frame was made" }
}

/// One thread's tree, builder and renderer.
private final class FrameWorker: @unchecked Sendable {
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
    frame.counters = list.counters
    (frame.sampleMilliseconds, frame.times) = (tree.sampleMilliseconds, builder.times)
    frame.result = Result { () throws(RasterError) in
      try memory.taking(list.peakBytes, waited: &frame.waits.forMemory) { () throws(RasterError) in
        try rows.render(list, images: tree.images, into: frame.memory.bytes)
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
private final class FrameMemoryBudget: @unchecked Sendable {
  // Unchecked Sendable: `condition` guards what was taken.
  private let limit: Double
  private let condition = NSCondition()
  private var taken = 0.0

  init(_ limit: Int) { self.limit = Double(limit) }

  /// Draws a frame of a number of bytes once they fit beside the other frames, or there is no other one. Adds the
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
