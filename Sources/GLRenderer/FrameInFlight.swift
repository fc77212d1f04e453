// Frames that overlap: while a frame is drawn, the one before it is read and the one after it is prepared.
//
//   device's thread   encode 1 | encode 2, read 1 | encode 3, read 2 | ...
//   drawing           draw 1               | draw 2             | ...
//
// Each frame has a target of its own, so that reading one never waits for the next. A GPU copies a frame to a buffer by
// itself as soon as it is drawn, and there are three in flight: one is read, one drawn and one prepared
// (QueuedFrame.swift). A software driver has two and no buffer, as the processor does its drawing: the copy would be
// one more.
//
// On llvmpipe, a frame of several passes begins when the one before is drawn, as a sampled target must not be drawn at
// the same time as anything else: the bytes are those of frames that are drawn one by one.
//
// Tested by OverlapTests and FrameRingTests.

import COpenGL
import Compositor
import CoreGraphics

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

  /// Bytes of its pixels, or planes.
  fileprivate var byteCount: Int { buffer?.byteCount ?? target.width * target.height * 4 }

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

  /// Draws a frame and reads it back. On the device's thread.
  ///
  /// - Parameters:
  ///   - packing: the planes that its pixels become; nil keeps the pixels.
  ///   - pixels: as in `read(_:into:)`.
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
      state.work.readBytes += picture.width * picture.height * 4
      return Rasterization(
        .gl, encode: (encoded - start).milliseconds, readback: (clock.now - encoded).milliseconds,
        counters: state.work)
    }
  }

  /// Begins to draw a frame and returns; `read(_:into:)` fetches its pixels. On the device's thread.
  ///
  /// Others may be begun before; each holds on to a target.
  ///
  /// - Parameters:
  ///   - list: the frame; it is not needed any more when this returns.
  ///   - images: the images that it names by index.
  ///   - packing: the planes that its pixels become; nil keeps the pixels.
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

  /// Waits for a frame and reads it back, once. On the device's thread.
  ///
  /// - Parameter pixels: receives premultiplied RGBA bytes, first row first; as large as the frame. Or its planes.
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
        state.buffers.append(buffer)
      } else {
        // For reading alone: bound for drawing, it would count as a target in use for llvmpipe.
        glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), frame.target.framebuffer)
        try read((frame.target.width, frame.target.height, layout.format), into: pixels)
      }
    }
    var work = frame.work
    work.readBytes += frame.byteCount
    if state.frame == nil { state.frame = frame.target } else { state.spareFrames.append(frame.target) }
    return Rasterization(
      .gl, encode: frame.encodeMilliseconds, readback: (clock.now - start).milliseconds, counters: work)
  }

  /// The picture that is bound for reading: its size in pixels of four bytes, and their format.
  private typealias BoundPicture = (width: Int, height: Int, format: GLenum)

  /// Binds the frame that was encoded last, or its planes, which this draws.
  private func bindForReading(_ packing: PlanePacking?) throws(GLError) -> BoundPicture {
    let frame = state.frame!
    guard let packing else { return (frame.width, frame.height, layout.format) }
    if state.packer == nil { state.packer = PlanePacker(device, try state.programs.program(.planes)) }
    let planes = try state.packer!.pack(frame.texture, packing, state.instanceArray, &state.work)
    return (planes.width, planes.height, GLenum(GL_RGBA))
  }

  /// Has the GPU copy the frame that was encoded last to a buffer.
  private func copyFrame(_ packing: PlanePacking?) throws(GLError) -> PixelBuffer {
    let picture = try bindForReading(packing)
    let byteCount = picture.width * picture.height * 4
    state.buffers.removeAll { $0.byteCount != byteCount }
    let buffer: PixelBuffer
    if let spare = state.buffers.popLast() {
      buffer = spare
    } else {
      buffer = try PixelBuffer(device, byteCount: byteCount)
    }
    buffer.fill(width: picture.width, height: picture.height, format: picture.format)
    return buffer
  }

  /// Copies the pixels of the target that is bound for reading, after waiting for it.
  private func read(_ picture: BoundPicture, into pixels: UnsafeMutableRawBufferPointer) throws(GLError) {
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(
      0, 0, GLsizei(picture.width), GLsizei(picture.height), picture.format, GLenum(GL_UNSIGNED_BYTE),
      pixels.baseAddress)
    try device.checkFrame()
  }
}
