// The instances of a frame as a uniform buffer, from which the general path's vertex shader pulls them by the number of
// the vertex (Shaders/instance.vert).
//
// Three ways were measured on llvmpipe. Drawn as instances, 1,000 antialiased rectangles take 3.4 ms a frame, as the
// vertex pipeline starts anew for each; pulled from a texture or a buffer, 2.0 ms. A texture costs at every draw,
// because the driver maps it for the vertex shader; a buffer does not.

import CGLES
import Compositor

/// The buffer that holds a frame's instances.
struct InstanceBuffer {
  /// Vertices that are drawn for an instance: two triangles.
  static let verticesPerInstance = 6
  /// Instances that a draw can reach: OpenGL ES 3.0 promises 16 KiB of a uniform block.
  static let instancesPerDraw = 16384 / MemoryLayout<QuadInstance>.stride

  private let buffer: StreamBuffer

  init(_ device: GLDevice) { buffer = StreamBuffer(device, target: GL_UNIFORM_BUFFER) }

  /// Uploads a frame's instances.
  func fill(_ instances: [QuadInstance]) {
    guard !instances.isEmpty else { return }
    // A block is bound whole: the last one must be as long as the others.
    let block = Self.instancesPerDraw * MemoryLayout<QuadInstance>.stride
    instances.withUnsafeBytes { buffer.fill($0, padding: block) }
  }

  /// Draws a range of instances; the program is in use.
  func draw(_ range: Range<Int>) {
    let stride = MemoryLayout<QuadInstance>.stride
    var first = range.lowerBound
    while first < range.upperBound {
      let count = min(Self.instancesPerDraw, range.upperBound - first)
      // An instance is 256 bytes, which is what offsets are aligned to at most.
      glBindBufferRange(
        GLenum(GL_UNIFORM_BUFFER), 0, buffer.name, first * stride, Self.instancesPerDraw * stride)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(count * Self.verticesPerInstance))
      first += count
    }
  }
}
