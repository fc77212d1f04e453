// The instances of a frame as a uniform buffer, from which the general path's vertex shader pulls them by the number of the vertex
// (Shaders/instance.vert).
//
// Three ways were measured on llvmpipe. Drawn as instances, 1,000 antialiased rectangles take 3.4 ms a frame, as the vertex
// pipeline starts anew for each; pulled from a texture or a buffer, 2.0 ms. A texture costs at every draw, because the driver maps
// it for the vertex shader; a buffer does not.

import CGLES
import Compositor

/// The buffer that holds a frame's instances.
final class InstanceBuffer {
  /// Vertices that are drawn for an instance: two triangles.
  static let verticesPerInstance = 6
  /// Instances that a draw can reach: OpenGL ES 3.0 promises 16 KiB of a uniform block.
  static let instancesPerDraw = 16384 / MemoryLayout<QuadInstance>.stride

  private let name: GLuint
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

  /// Uploads a frame's instances.
  func fill(_ instances: [QuadInstance]) {
    guard !instances.isEmpty else { return }
    // A block is bound whole: the last one must be as long as the others.
    let bytes = instances.count * MemoryLayout<QuadInstance>.stride
    let room = (instances.count + Self.instancesPerDraw) * MemoryLayout<QuadInstance>.stride
    glBindBuffer(GLenum(GL_UNIFORM_BUFFER), name)
    glBufferData(GLenum(GL_UNIFORM_BUFFER), room, nil, GLenum(GL_STREAM_DRAW))
    instances.withUnsafeBytes { glBufferSubData(GLenum(GL_UNIFORM_BUFFER), 0, bytes, $0.baseAddress) }
  }

  /// Draws a range of instances; the program is in use.
  func draw(_ range: Range<Int>) {
    let stride = MemoryLayout<QuadInstance>.stride
    var first = range.lowerBound
    while first < range.upperBound {
      let count = min(Self.instancesPerDraw, range.upperBound - first)
      // An instance is 256 bytes, which is what offsets are aligned to at most.
      glBindBufferRange(
        GLenum(GL_UNIFORM_BUFFER), 0, name, first * stride, Self.instancesPerDraw * stride)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(count * Self.verticesPerInstance))
      first += count
    }
  }
}
