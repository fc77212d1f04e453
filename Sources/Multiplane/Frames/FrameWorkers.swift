// Frames that are made in parallel, each sampled, recorded and, without a GPU, drawn by one thread. The renderer's own
// thread commits, and takes the frames in order.
//
//   renderer's thread   commit 1 | commit 2 | commit 3 | take 1 | commit 4 | take 2 | ...
//   worker 1                       sample, flatten, record, draw 1 | ...  3
//   worker 2                                  sample, flatten, record, draw 2 | ...  4
//
// For OpenGL, the workers end with the draw list, which the renderer's thread passes to the device in order.
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

/// Threads that make a renderer's frames. For one thread at a time.
final class FrameWorkers {
  private let workers: [FrameWorker]
  private let threads: [JoinedThread]
  /// The index of the worker that makes the next frame.
  private var next = 0
  private var spare: [FrameMemory] = []
  private let device: Device?
  /// The frames that the device does not have yet, in order.
  private var recorded: [WorkerFrame] = []
  /// The number of frames that the device has begun.
  private var begunCount = 0

  /// The rasteriser of frames that the workers only record, and the most frames that it draws at a time.
  struct Device {
    let rasterizer: any Rasterizer
    let framesInFlight: Int
  }

  /// The most workers that are useful.
  private static let most = 64

  /// Returns the number of workers whose frames, with the one that is taken, fit a quarter of a memory limit and of the
  /// machine's memory; 1 for no workers. `wanted` is the requested number, nil for one for each core.
  static func count(_ wanted: Int?, frameBytes: Int, within memoryLimit: Int) -> Int {
    let wanted = wanted ?? ProcessInfo.processInfo.activeProcessorCount
    return max(1, min(wanted, most, FrameMemory.share(of: memoryLimit) / frameBytes - 1))
  }

  /// Starts at least 2 workers; nil if the system gives fewer than two threads. `limits` are those of each frame;
  /// `device` draws the frames, nil for the workers.
  init?(_ count: Int, options: DrawListBuilder.Options, limits: RasterLimits, for device: Device?) {
    let memory = FrameMemoryBudget(limits.memory, workerCount: count)
    var (workers, threads): ([FrameWorker], [JoinedThread]) = ([], [])
    for number in 0..<count {
      let worker = FrameWorker(options, limits, of: count, memory)
      guard let thread = try? JoinedThread(name: "frames \(number)", { worker.run() }) else { break }
      workers.append(worker)
      threads.append(thread)
    }
    (self.workers, self.threads, self.device) = (workers, threads, device)
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
  ///   - target: the frame's size and place.
  ///   - memory: the memory for the frame; nil for the workers' own, or if the caller that finishes the frame has it.
  ///   - packing: the planes for its pixels, if the device packs them; nil keeps the pixels.
  func begin(
    _ tree: RenderTree, at time: Double, _ target: FrameBuilder.Target, into memory: FrameMemory?,
    packing: PlanePacking?
  ) throws(RenderingError) -> WorkerFrame {
    let worker = workers[next]
    next = (next + 1) % workers.count
    let frame: WorkerFrame
    if device == nil {
      var place = memory ?? spare.popLast()
      if place == nil { place = try RenderingError.memory(byteCount: target.byteCount) }
      frame = WorkerFrame(time, target, .pixels(place!, isOwn: memory == nil))
    } else {
      frame = WorkerFrame(time, target, .list(memory.map { RasterMemory($0.bytes, owner: $0) }, packing))
      recorded.append(frame)
    }
    worker.add(frame, of: tree)
    beginRecorded()
    return frame
  }

  /// Waits for a frame, and copies it unless it lies in the memory that it was begun with.
  func finish(_ frame: WorkerFrame, into pixels: UnsafeMutableRawBufferPointer) throws(RasterError) -> Rasterization {
    switch frame.output {
    case .pixels(let memory, let isOwn):
      frame.waits.forFrame = frame.wait()
      defer { if isOwn { spare.append(memory) } }
      let rasterization = try frame.rasterization.get()
      if isOwn { pixels.copyMemory(from: UnsafeRawBufferPointer(memory.bytes)) }
      return rasterization
    case .list:
      while frame.work == nil, let first = recorded.first {
        frame.waits.forFrame += first.wait()
        passOn(first)
      }
      beginRecorded()
      defer { end(frame) }
      guard let work = frame.work else { preconditionFailure("a frame is finished once") }
      return try work.get().finish(pixels)
    }
  }

  /// Waits until nothing works on a frame, which nobody needs any more.
  func abandon(_ frame: WorkerFrame) {
    _ = frame.wait()
    recorded.removeAll { $0 === frame }
    if frame.work != nil { end(frame) }
  }

  // MARK: OpenGL's frames

  /// Passes recorded frames to the device, in order, as far as they are ready and the device has room.
  private func beginRecorded() {
    guard let device else { return }
    while begunCount < device.framesInFlight, let first = recorded.first, first.isMade { passOn(first) }
  }

  /// Passes the first recorded frame to the device.
  private func passOn(_ frame: WorkerFrame) {
    guard let device, case .list(let memory, let packing) = frame.output else { return }
    recorded.removeFirst()
    begunCount += 1
    frame.work = Result { () throws(RasterError) in
      guard let (list, images) = frame.record.take() else { throw .failed(WorkersEnded()) }
      return try device.rasterizer.begin(list, images: images, into: memory, packing: packing)
    }
  }

  private func end(_ frame: WorkerFrame) {
    frame.work = nil
    begunCount -= 1
    beginRecorded()
  }
}

/// A frame that a worker makes.
final class WorkerFrame: @unchecked Sendable {
  // Unchecked Sendable: the worker writes before it opens `made`, others read after that. `work` and `waits.forFrame`
  // are the renderer's thread's.

  /// The worker's result.
  enum Output {
    /// The pixels; `isOwn` tells whether their memory is the workers' own.
    case pixels(FrameMemory, isOwn: Bool)
    /// The draw list, for a device that draws to the memory, or to that of the caller who finishes the frame.
    case list(RasterMemory?, PlanePacking?)
  }

  let time: Double
  let target: FrameBuilder.Target
  let output: Output
  var counters = FrameCounters()
  var sampleMilliseconds = 0.0
  var times = FrameBuilder.StageTimes()
  var waits = FrameStatistics.Waits()
  /// The end of drawing, if the worker draws.
  var rasterization = Result<Rasterization, RasterError>.failure(.failed(WorkersEnded()))
  /// The list and the images that it names, until the device has them.
  var record: (list: DrawList, images: ImageTable)?
  /// The device's drawing.
  fileprivate var work: Result<RasterWork, RasterError>?
  private let made = DispatchSemaphore(value: 0)

  fileprivate init(_ time: Double, _ target: FrameBuilder.Target, _ output: Output) {
    (self.time, self.target, self.output) = (time, target, output)
  }

  /// Waits until the frame is made or abandoned, and returns the milliseconds.
  fileprivate func wait() -> Double {
    let start = ContinuousClock.now
    made.wait()
    made.signal()
    return (ContinuousClock.now - start).milliseconds
  }

  /// Whether the frame is made or abandoned.
  fileprivate var isMade: Bool {
    guard made.wait(timeout: .now()) == .success else { return false }
    made.signal()
    return true
  }

  func end() { made.signal() }
}

/// The error of a frame whose workers ended before it was made.
private struct WorkersEnded: Error, CustomStringConvertible {
  var description: String { "the renderer was let go before the frame was made" }
}
