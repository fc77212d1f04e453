// Frames that overlap: while a frame is drawn, the one before it is read and the one after it is prepared.
//
//   device's thread   encode 1 | encode 2, read 1 | encode 3, read 2 | ...
//   drawing           draw 1               | draw 2             | ...
//
// Each frame has a target of its own, so that reading one never waits for the next. A GPU copies a frame to a buffer by
// itself as soon as it is drawn, and there are three in flight: one is read, one drawn and one prepared
// (``QueuedFrame``). A software driver has two and no buffer, as the processor does its drawing: the copy would be
// one more.
//
// On llvmpipe, a frame of several passes begins when the one before is drawn, as a sampled target must not be drawn at
// the same time as anything else: the bytes are those of frames that are drawn one by one.
//
// Tested by OverlapTests, FrameRingTests and ContextLossTests.

import COpenGL
import Compositor
import CoreGraphics
import ImageFiles

/// A frame that is being drawn. Letting go of it leaves it unread.
final class FrameInFlight {
  /// The target of the frame; not drawn to again before it is read.
  fileprivate let target: Target
  /// The buffer that the GPU copies the frame's bytes to; nil if they are read from the target.
  fileprivate let buffer: PixelBuffer?
  /// The fence that is signalled when the frame is drawn, and copied.
  fileprivate let fence: GLsync?
  fileprivate let encodeMilliseconds: Double
  fileprivate let work: RasterCounters
  let device: GLDevice

  fileprivate init(
    _ target: Target, _ buffer: PixelBuffer?, _ device: GLDevice, encodeMilliseconds: Double, _ work: RasterCounters
  ) {
    (self.target, self.buffer, self.device) = (target, buffer, device)
    (self.encodeMilliseconds, self.work) = (encodeMilliseconds, work)
    fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
  }

  deinit {
    let fence = fence
    device.run { glDeleteSync(fence) }
  }

  fileprivate var isDeep: Bool { target.texture.format == .deepColor }

  /// Bytes of its pixels, or planes.
  fileprivate var byteCount: Int { buffer?.byteCount ?? target.width * target.height * target.bytesPerPixel }

  /// The longest time to wait for a frame, in seconds: a slower one will not come.
  private static let longestWait = 600

  /// Waits until the frame is drawn. A failed fence is an error of the next check.
  fileprivate func wait() throws(GLError) {
    let second: GLuint64 = 1_000_000_000
    for _ in 0..<Self.longestWait {
      guard glClientWaitSync(fence, 0, second) == GLenum(GL_TIMEOUT_EXPIRED) else { return }
      try device.checkReset()
    }
    throw .contextLost(.unknown)
  }
}

extension GLRenderer {
  /// The number of frames in flight if the GPU copies them.
  static let ringLength = 3

  /// Draws a frame and reads it back, as the planes of `packing` if there is one. On the device's thread.
  func draw(
    _ list: DrawList, _ images: ImageTable, packing: PlanePacking? = nil, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) -> Rasterization {
    guard !list.passes.isEmpty else { return Rasterization(.gl) }
    let clock = ContinuousClock()
    let start = clock.now
    return try keepingPicturesThatAreDrawn { () throws(GLError) in
      defer { endFrame() }
      finishFrames()
      try encode(list, images)
      let picture = try bindForReading(packing)
      let encoded = clock.now
      try read(picture, into: pixels)
      state.work.readBytes += picture.byteCount
      return Rasterization(
        .gl, encode: (encoded - start).milliseconds, readback: (clock.now - encoded).milliseconds,
        counters: state.work)
    }
  }

  /// Begins to draw a frame and returns; `read(_:into:)` fetches its pixels, as the planes of `packing` if there is
  /// one. On the device's thread. Others may be begun before; each holds on to a target. The list, whose indices name
  /// `images`, is not needed any more when this returns.
  func beginFrame(
    _ list: DrawList, _ images: ImageTable, packing: PlanePacking?
  ) throws(GLError) -> FrameInFlight {
    let clock = ContinuousClock()
    let start = clock.now
    return try keepingPicturesThatAreDrawn { () throws(GLError) in
      defer { endFrame() }
      let isAlone = !state.hasFramesInFlight
      try encode(list, images)
      state.hasFramesInFlight = true
      // The frame's pass was encoded last: there is a target.
      let target = state.frame!
      if list.passes.count == 1, !isAlone { target.isClaimed = true }
      let buffer = economy == .calls ? try copyFrame(packing) : nil
      state.frame = state.spareFrames.popLast()
      return FrameInFlight(target, buffer, device, encodeMilliseconds: (clock.now - start).milliseconds, state.work)
    }
  }

  /// Waits for a frame and reads it back, once. On the device's thread. `pixels` receives premultiplied RGBA bytes,
  /// first row first, as large as the frame; or its planes.
  func read(
    _ frame: FrameInFlight, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) -> Rasterization {
    precondition(pixels.count >= frame.byteCount, "\(pixels.count) bytes cannot hold a frame's \(frame.byteCount)")
    let clock = ContinuousClock()
    let start = clock.now
    try keepingPicturesThatAreDrawn { () throws(GLError) in
      try frame.wait()
      if let buffer = frame.buffer {
        try buffer.copy(to: pixels)
        if frame.isDeep { layout.order(deepPixels: pixels, count: frame.byteCount) }
        state.buffers.append(buffer)
      } else {
        // For reading alone: bound for drawing, it would count as a target in use for llvmpipe.
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), frame.target.framebuffer)
        try read(picture(of: frame.target), into: pixels)
      }
    }
    var work = frame.work
    work.readBytes += frame.byteCount
    if state.frame == nil { state.frame = frame.target } else { state.spareFrames.append(frame.target) }
    return Rasterization(
      .gl, encode: frame.encodeMilliseconds, readback: (clock.now - start).milliseconds, counters: work)
  }

  private func picture(of target: Target) -> BoundPicture {
    let isDeep = target.texture.format == .deepColor
    return BoundPicture(
      width: target.width, height: target.height, format: isDeep ? GLenum(GL_RGBA) : layout.format, isDeep: isDeep)
  }

  /// Binds the frame that was encoded last, or its planes, which this draws.
  private func bindForReading(_ packing: PlanePacking?) throws(GLError) -> BoundPicture {
    let frame = state.frame!
    guard let packing else { return picture(of: frame) }
    if state.packer == nil { state.packer = PlanePacker(device, try state.programs.program(.planes)) }
    let planes = try state.packer!.pack(frame.texture, packing, state.instanceArray, &state.work)
    return BoundPicture(width: planes.width, height: planes.height, format: GLenum(GL_RGBA))
  }

  private func copyFrame(_ packing: PlanePacking?) throws(GLError) -> PixelBuffer {
    let picture = try bindForReading(packing)
    let byteCount = picture.byteCount
    state.buffers.removeAll { $0.byteCount != byteCount }
    let buffer: PixelBuffer
    if let spare = state.buffers.popLast() {
      buffer = spare
    } else {
      buffer = try PixelBuffer(device, byteCount: byteCount)
    }
    buffer.fill(picture)
    return buffer
  }

  /// Copies the pixels of the target that is bound for reading, after waiting for it.
  private func read(_ picture: BoundPicture, into pixels: UnsafeMutableRawBufferPointer) throws(GLError) {
    picture.read(to: pixels.baseAddress)
    try device.checkFrame()
    if picture.isDeep { layout.order(deepPixels: pixels, count: picture.byteCount) }
  }
}

// Frames on a GPU, which draws one in less time than the processor takes to prepare it, to issue its calls and to copy
// its bytes. So the device's thread makes the calls and the copy, and the caller, or its workers, prepares the next
// frames.
//
//   caller            prepare 1 | prepare 2 | prepare 3          | prepare 4          | ...
//   device's thread             | encode 1  | encode 2, read 1   | encode 3, read 2   | ...
//   GPU                         |  draw 1   |  draw 2            |  draw 3            | ...
//
// A frame is read after the calls of the next one, so that the GPU always has work.

/// A frame that the device's thread begins in its turn, and reads after beginning the next if it has its memory then.
/// Unchecked: that thread writes `begun` and `result` before `end` comes; its caller reads them after it.
final class QueuedFrame: @unchecked Sendable {
  fileprivate let list: DrawList
  fileprivate let images: ImageTable
  fileprivate let packing: PlanePacking?
  /// The memory of its pixels; nil if the caller that finishes the frame gives the memory.
  fileprivate let memory: RasterMemory?
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
