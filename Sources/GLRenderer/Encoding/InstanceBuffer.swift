// The instances of a frame as a uniform buffer, from which the general path's vertex shader pulls them by the number of
// the vertex (Shaders/instance.vert).
//
// Three ways were measured on llvmpipe. Drawn as instances, 1,000 antialiased rectangles take 3.4 ms a frame, as the
// vertex pipeline starts anew for each; pulled from a texture or a buffer, 2.0 ms. A texture costs at every draw,
// because the driver maps it for the vertex shader; a buffer does not.

import COpenGL
import Compositor

/// The buffer that holds a frame's instances.
final class InstanceBuffer {
  /// Vertices that are drawn for an instance: two triangles.
  static let verticesPerInstance = 6
  /// The bytes of the uniform block: OpenGL ES 3.0 promises so many.
  static let block = 16384

  private let buffer: StreamBuffer
  private var uploaded = UploadedVectors<SIMD4<Float>>()

  init(_ device: GLDevice) { buffer = StreamBuffer(device, target: GL_UNIFORM_BUFFER) }

  /// Uploads a frame's instances, unless they are those of the frame before, and returns the bytes.
  func fill(_ vectors: [SIMD4<Float>]) -> Int {
    guard !vectors.isEmpty, uploaded.differ(from: vectors) else { return 0 }
    // A block is bound whole: the last one must be as long as the others.
    return vectors.withUnsafeBytes {
      buffer.fill($0, padding: Self.block)
      return $0.count
    }
  }

  /// The next frame's instances are uploaded, whatever they are.
  func forget() { uploaded.forget() }

  /// Draws a batch, whose program is in use, and returns by how many calls.
  func draw(_ batch: Batch) -> Int {
    let bytes = batch.program.vectorsPerInstance * MemoryLayout<SIMD4<Float>>.stride
    let most = batch.program.instancesPerDraw
    var offset = batch.range.lowerBound * MemoryLayout<SIMD4<Float>>.stride
    var left = batch.count
    var calls = 0
    while left > 0 {
      let count = min(most, left)
      // Batches begin at multiples of 256 bytes, which is what offsets are aligned to at most, and so do their parts.
      glBindBufferRange(GLenum(GL_UNIFORM_BUFFER), 0, buffer.name, offset, Self.block)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(count * Self.verticesPerInstance))
      offset += most * bytes
      left -= count
      calls += 1
    }
    return calls
  }
}
