// Frames on a GPU, which draws one in less time than the processor takes to prepare it, to issue its calls and to copy
// its bytes. So the device's thread makes the calls and the copy, and the caller prepares the next frame.
//
//   caller            prepare 1 | prepare 2 | prepare 3          | prepare 4          | ...
//   device's thread             | encode 1  | encode 2, read 1   | encode 3, read 2   | ...
//   GPU                         |  draw 1   |  draw 2            |  draw 3            | ...
//
// A frame is read after the calls of the next one, so that the GPU always has work.
//
// Tested by FrameRingTests and ContextLossTests.

import Compositor

/// A frame that the device's thread begins in its turn, and reads when it has begun the next one, if it has the frame's
/// memory by then.
///
/// Unchecked: `begun` and `result` are written on the device's thread, before `end` comes, and read after it; the rest
/// is its caller's.
final class QueuedFrame: @unchecked Sendable {
  fileprivate let list: DrawList
  fileprivate let images: ImageTable
  fileprivate let packing: PlanePacking?
  /// The memory of its pixels; nil if the caller that finishes the frame gives the memory.
  fileprivate let memory: RasterMemory?
  /// The device that begins it.
  fileprivate let device: GLDevice
  /// The frame while it is begun and not read.
  fileprivate var begun: Result<FrameInFlight, GLError>?
  fileprivate var result: Result<Rasterization, GLError>?
  /// The end of the job that was started for it last.
  fileprivate var end: GLThread.End?

  fileprivate init(
    _ list: DrawList, _ images: ImageTable, _ packing: PlanePacking?, _ memory: RasterMemory?, _ device: GLDevice
  ) {
    (self.list, self.images, self.packing, self.memory, self.device) = (list, images, packing, memory, device)
  }
}

extension GLRenderer {
  /// Has a frame begun on the device's thread, and then the one before it read.
  func enqueue(
    _ list: DrawList, _ images: ImageTable, into memory: RasterMemory?, packing: PlanePacking?
  ) -> RasterWork {
    let frame = QueuedFrame(list, images, packing, memory, device)
    let last = lastQueued
    let end = device.thread.start { [self] in
      frame.begun = Result { () throws(GLError) in
        try onDevice { () throws(GLError) in try beginFrame(list, images, packing: packing) }
      }
      if let last, let memory = last.memory {
        last.result = Result { () throws(GLError) in try read(last, into: memory.bytes) }
      }
    }
    frame.end = end
    last?.end = end
    lastQueued = memory == nil ? nil : frame
    return RasterWork(
      { pixels throws(RasterError) in try self.finish(frame, into: frame.memory?.bytes ?? pixels) },
      settle: { frame.end?.wait() })
  }

  /// Waits for a frame, and reads it if that was not done. One whose context is lost meanwhile is drawn once more.
  private func finish(
    _ frame: QueuedFrame, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) -> Rasterization {
    if lastQueued === frame { lastQueued = nil }
    return try finish(begunOn: frame.device, wasLost: false) { () throws(GLError) in
      frame.end?.wait()
      if let result = frame.result { return try result.get() }
      return try read(frame, into: pixels)
    } else: { () throws(GLError) in
      try draw(frame.list, frame.images, packing: frame.packing, into: pixels)
    }
  }

  private func read(
    _ frame: QueuedFrame, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) -> Rasterization {
    try onDevice { () throws(GLError) in
      guard let begun = frame.begun.take() else { preconditionFailure("a frame is finished once") }
      return try read(try begun.get(), into: pixels)
    }
  }
}
