// Pixels on their way to the processor, copied by the GPU when it comes to them, so that nobody waits for a frame who
// does not want it yet.
//
// Tested by FrameRingTests.

import COpenGL

/// A buffer for the bytes of one frame.
final class PixelBuffer {
  let byteCount: Int
  private let name: GLuint
  private let device: GLDevice

  /// - Throws: ``GLError/failed(_:at:messages:)`` when there is no memory for it.
  init(_ device: GLDevice, byteCount: Int) throws(GLError) {
    (self.device, self.byteCount) = (device, byteCount)
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name)
    glBufferData(GLenum(GL_PIXEL_PACK_BUFFER), GLsizeiptr(byteCount), nil, GLenum(GL_STREAM_READ))
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    try device.checkErrors(at: "making a buffer of \(byteCount) bytes")
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteBuffers(1, &name)
    }
  }

  /// Has the pixels of the target that is bound for reading copied, once it is drawn; four bytes each.
  func fill(width: Int, height: Int, format: GLenum) {
    precondition(width * height * 4 == byteCount, "\(byteCount) bytes for \(width)x\(height) pixels")
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), name)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(0, 0, GLsizei(width), GLsizei(height), format, GLenum(GL_UNSIGNED_BYTE), nil)
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
  }

  /// Copies the bytes, after waiting for them.
  func copy(to bytes: UnsafeMutableRawBufferPointer) throws(GLError) {
    let target = GLenum(GL_PIXEL_PACK_BUFFER)
    glBindBuffer(target, name)
    defer { glBindBuffer(target, 0) }
    guard let source = glMapBufferRange(target, 0, GLsizeiptr(byteCount), GLbitfield(GL_MAP_READ_BIT)) else {
      try device.checkFrame()
      throw .failed([.outOfMemory], at: GLCallSite("reading a frame", file: #fileID, line: #line), messages: [])
    }
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: byteCount))
    // False where the memory was lost meanwhile; then the bytes are anything.
    guard glUnmapBuffer(target) == GL_TRUE else {
      try device.checkFrame()
      throw .contextLost(.unknown)
    }
    try device.checkFrame()
  }
}
