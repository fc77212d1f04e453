// Vertex data of one frame, written anew for each: the old storage is orphaned, so that the driver need not wait for
// it.

import CGLES

/// A vertex buffer that is filled once a frame.
final class StreamBuffer {
  let name: GLuint
  private let device: GLDevice

  init(_ device: GLDevice) {
    self.device = device
    var name: GLuint = 0
    glGenBuffers(1, &name)
    self.name = name
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteBuffers(1, &name)
    }
  }

  /// Replaces the content, and leaves the buffer bound.
  func fill(_ bytes: UnsafeRawBufferPointer) {
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    glBufferData(GLenum(GL_ARRAY_BUFFER), GLsizeiptr(bytes.count), bytes.baseAddress, GLenum(GL_STREAM_DRAW))
  }
}
