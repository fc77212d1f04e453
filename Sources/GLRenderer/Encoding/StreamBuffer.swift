// Data of one frame, written anew for each: the old storage is orphaned, so that the driver need not wait for it.

import COpenGL

/// A buffer that is filled once a frame.
final class StreamBuffer {
  let name: GLuint
  private let target: GLenum
  private let device: GLDevice

  /// A buffer of vertices, or of what `target` takes.
  init(_ device: GLDevice, target: Int32 = GL_ARRAY_BUFFER) {
    self.device = device
    self.target = GLenum(target)
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

  /// Replaces the content, and leaves the buffer bound. `padding` bytes behind the content may be read, and hold
  /// anything.
  func fill(_ bytes: UnsafeRawBufferPointer, padding: Int = 0) {
    glBindBuffer(target, name)
    guard padding > 0 else {
      glBufferData(target, GLsizeiptr(bytes.count), bytes.baseAddress, GLenum(GL_STREAM_DRAW))
      return
    }
    glBufferData(target, GLsizeiptr(bytes.count + padding), nil, GLenum(GL_STREAM_DRAW))
    glBufferSubData(target, 0, GLsizeiptr(bytes.count), bytes.baseAddress)
  }
}
