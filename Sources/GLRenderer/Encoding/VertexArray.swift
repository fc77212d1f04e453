// Vertex formats of the two paths.

import COpenGL

/// A vertex array object.
final class VertexArray {
  private let name: GLuint
  private let device: GLDevice
  private let buffer: StreamBuffer?

  /// The format of ``LinearVertex``.
  init(_ device: GLDevice, linear buffer: StreamBuffer) {
    self.device = device
    self.buffer = buffer
    name = Self.makeAndBind()
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
    let stride = GLsizei(MemoryLayout<LinearVertex>.stride)
    for (location, (size, offset)) in [
      (2, LinearVertex.positionOffset), (2, LinearVertex.textureOffset), (4, LinearVertex.colorOffset),
    ].enumerated() {
      glEnableVertexAttribArray(GLuint(location))
      glVertexAttribPointer(
        GLuint(location), GLint(size), GLenum(GL_FLOAT), 0, stride, UnsafeRawPointer(bitPattern: offset))
    }
  }

  /// No attributes: the vertices of the general path are pulled from ``InstanceBuffer``.
  init(_ device: GLDevice) {
    self.device = device
    buffer = nil
    name = Self.makeAndBind()
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteVertexArrays(1, &name)
    }
  }

  func bind() { glBindVertexArray(name) }

  private static func makeAndBind() -> GLuint {
    var name: GLuint = 0
    glGenVertexArrays(1, &name)
    glBindVertexArray(name)
    return name
  }
}
