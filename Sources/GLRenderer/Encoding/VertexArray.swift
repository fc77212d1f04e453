// Vertex formats of the two paths.
//
// OpenGL ES 3.0 cannot start a draw at an instance other than the first. Where EXT_base_instance is there, it can; else the
// attributes are pointed at the first instance of each draw.

import CEGL
import CGLES
import Compositor

/// A vertex array object over a stream buffer.
final class VertexArray {
  private let name: GLuint
  private let device: GLDevice
  private let buffer: StreamBuffer
  private let drawBaseInstance: PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC?

  /// The format of ``LinearVertex``.
  convenience init(_ device: GLDevice, linear buffer: StreamBuffer) {
    self.init(device, buffer)
    let stride = GLsizei(MemoryLayout<LinearVertex>.stride)
    for (location, (size, offset)) in [
      (2, LinearVertex.positionOffset), (2, LinearVertex.textureOffset), (4, LinearVertex.colorOffset),
    ].enumerated() {
      glEnableVertexAttribArray(GLuint(location))
      glVertexAttribPointer(
        GLuint(location), GLint(size), GLenum(GL_FLOAT), 0, stride, UnsafeRawPointer(bitPattern: offset))
    }
  }

  /// The format of `QuadInstance`: sixteen vectors, one set an instance.
  convenience init(_ device: GLDevice, instances buffer: StreamBuffer) {
    self.init(device, buffer)
    for location in 0..<Self.instanceVectors {
      glEnableVertexAttribArray(GLuint(location))
      glVertexAttribDivisor(GLuint(location), 1)
    }
    pointInstances(at: 0)
  }

  private init(_ device: GLDevice, _ buffer: StreamBuffer) {
    self.device = device
    self.buffer = buffer
    var name: GLuint = 0
    glGenVertexArrays(1, &name)
    self.name = name
    drawBaseInstance =
      device.capabilities.extensions.contains("GL_EXT_base_instance")
      ? eglFunction(
        "glDrawArraysInstancedBaseInstanceEXT", as: PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC.self) : nil
    glBindVertexArray(name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
  }

  deinit {
    let name = self.name
    device.run {
      var name = name
      glDeleteVertexArrays(1, &name)
    }
  }

  func bind() { glBindVertexArray(name) }

  /// Draws instances as strips of four vertices. The array is bound.
  func drawInstances(_ range: Range<Int>) {
    if let drawBaseInstance {
      drawBaseInstance(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(range.count), GLuint(range.lowerBound))
    } else {
      pointInstances(at: range.lowerBound)
      glDrawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(range.count))
    }
  }

  private static let instanceVectors = MemoryLayout<QuadInstance>.stride / MemoryLayout<SIMD4<Float>>.stride

  private func pointInstances(at first: Int) {
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.name)
    let stride = MemoryLayout<QuadInstance>.stride
    for location in 0..<Self.instanceVectors {
      glVertexAttribPointer(
        GLuint(location), 4, GLenum(GL_FLOAT), 0, GLsizei(stride),
        UnsafeRawPointer(bitPattern: first * stride + location * MemoryLayout<SIMD4<Float>>.stride))
    }
  }
}
