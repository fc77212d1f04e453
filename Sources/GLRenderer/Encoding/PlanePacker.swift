// Tested by PlanePackingTests.

import COpenGL
import Compositor
import ImageFiles

/// Packs frames into planes on the GPU: Shaders/planes.frag writes the bytes of each plane into a target of four bytes
/// a pixel, which is read back as it is. On the device's thread.
final class PlanePacker {
  private let device: GLDevice
  private let program: Program
  private let locations: (plane: GLint, form: GLint, weights: GLint, biases: GLint)
  private var target: Target?

  /// A packer by the program that packs planes.
  init(_ device: GLDevice, _ program: Program) {
    (self.device, self.program) = (device, program)
    func location(_ name: String) -> GLint { glGetUniformLocation(program.name, name) }
    locations = (location("uPlane"), location("uForm"), location("uWeights"), location("uBiases"))
  }

  /// Returns the picture of a frame's planes, bound for reading; its bytes are in order in any device's layout.
  func pack(
    _ frame: Texture, _ packing: PlanePacking, _ array: VertexArray, _ work: inout RasterCounters
  ) throws(GLError) -> Target {
    let target = try target(width: packing.rowBytes / 4, height: packing.rows)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
    glDisable(GLenum(GL_BLEND))
    glUseProgram(program.name)
    array.bind()
    frame.bind(magnified: GLenum(GL_NEAREST), minified: GLenum(GL_NEAREST))
    for plane in packing.planes { draw(plane, packing) }
    work.calls += packing.planes.count
    work.stateChanges += 4 + 5 * packing.planes.count
    return target
  }

  private func draw(_ plane: PlanePacking.Plane, _ packing: PlanePacking) {
    glViewport(GLint(plane.x / 4), GLint(plane.y), GLsizei((plane.rowBytes + 3) / 4), GLsizei(plane.rows))
    set(locations.plane, [SIMD4(Int32(plane.x / 4), Int32(plane.y), plane.cell.x, plane.cell.y)])
    set(
      locations.form,
      [SIMD4(Int32(packing.componentBytes), Int32(plane.sums.count), packing.shift, plane.sums[0].max)])
    set(locations.weights, plane.sums.map { SIMD4($0.weights, $0.shift) })
    set(locations.biases, plane.sums.flatMap(\.biases))
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
  }

  private func set(_ location: GLint, _ vectors: [SIMD4<Int32>]) {
    vectors.withUnsafeBytes {
      glUniform4iv(location, GLsizei(vectors.count), $0.baseAddress?.assumingMemoryBound(to: GLint.self))
    }
  }

  private func target(width: Int, height: Int) throws(GLError) -> Target {
    if let target, target.width == width, target.height == height { return target }
    target = nil
    let made = try Target(device, layout: .rgba, width: width, height: height, isDeep: false)
    target = made
    return made
  }
}
