// Frames that overlap: while a frame is drawn, the one before it is read and the one after it is prepared.
//
//   device's thread   encode 1 | encode 2, read 1 | encode 3, read 2 | ...
//   drawing           draw 1               | draw 2             | ...
//
// Each frame has a target of its own, so that reading one never waits for the next. A frame of several passes is
// begun when the one before is drawn, as what it samples must not be drawn beside anything: the bytes are those of
// frames that are drawn one by one.

import COpenGL
import Compositor
import CoreGraphics

/// A frame that is being drawn. Letting go of it leaves it unread.
final class FrameInFlight {
  /// What was drawn to; not drawn to again before it is read.
  fileprivate let target: Target
  /// Signalled when the frame is drawn.
  fileprivate let fence: GLsync?
  fileprivate let encodeMilliseconds: Double
  fileprivate let work: RasterCounters
  /// What draws it.
  let device: GLDevice

  fileprivate init(_ target: Target, _ device: GLDevice, encodeMilliseconds: Double, _ work: RasterCounters) {
    (self.target, self.device, self.encodeMilliseconds, self.work) = (target, device, encodeMilliseconds, work)
    fence = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0)
    glFlush()
  }

  deinit {
    let fence = fence
    device.run { glDeleteSync(fence) }
  }

  /// The longest time to wait for a frame, in seconds: of what takes longer, nothing will come.
  private static let longestWait = 600

  /// Waits until the frame is drawn. A fence that failed is an error of what is done next.
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
  /// Draws a frame and reads it back. On the device's thread.
  ///
  /// - Parameter pixels: as in `read(_:into:)`.
  func draw(
    _ list: DrawList, _ images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) -> Rasterization {
    guard let frame = list.passes.last else { return Rasterization(.gl) }
    let clock = ContinuousClock()
    let start = clock.now
    return try keepingPicturesThatAreDrawn { () throws(GLError) in
      defer { endFrame() }
      finishFrames()
      try encode(list, images)
      let encoded = clock.now
      let (width, height) = (Int(bounded: frame.box.width), Int(bounded: frame.box.height))
      try readFrame(width: width, height: height, into: pixels)
      state.work.readBytes += width * height * 4
      return Rasterization(
        .gl, encode: (encoded - start).milliseconds, readback: (clock.now - encoded).milliseconds,
        counters: state.work)
    }
  }

  /// Begins to draw a frame and returns; `read(_:into:)` fetches its pixels. On the device's thread.
  ///
  /// Another frame may be begun before; of more, each holds on to a target.
  ///
  /// - Parameters:
  ///   - list: the frame; it is not needed any more when this returns.
  ///   - images: the images that it names by index.
  func beginFrame(_ list: DrawList, _ images: ImageTable) throws(GLError) -> FrameInFlight {
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
      state.frame = state.spareFrame.take()
      return FrameInFlight(target, device, encodeMilliseconds: (clock.now - start).milliseconds, state.work)
    }
  }

  /// Waits for a frame and reads it back, once. On the device's thread.
  ///
  /// - Parameter pixels: receives premultiplied RGBA bytes, first row first; as large as the frame.
  func read(
    _ frame: FrameInFlight, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) -> Rasterization {
    let (width, height) = (frame.target.texture.width, frame.target.texture.height)
    precondition(pixels.count >= width * height * 4, "\(pixels.count) bytes cannot hold \(width)x\(height) pixels")
    let clock = ContinuousClock()
    let start = clock.now
    try keepingPicturesThatAreDrawn { () throws(GLError) in
      try frame.wait()
      // For reading alone: bound for drawing, llvmpipe would take it for a target that is still being drawn to.
      glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), frame.target.framebuffer)
      try readFrame(width: width, height: height, into: pixels)
    }
    var work = frame.work
    work.readBytes += width * height * 4
    if state.frame == nil { state.frame = frame.target } else { state.spareFrame = frame.target }
    return Rasterization(
      .gl, encode: frame.encodeMilliseconds, readback: (clock.now - start).milliseconds, counters: work)
  }
}
