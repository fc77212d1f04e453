// How often each pixel is drawn, counted by a stencil buffer: what bounding boxes only estimate. No program discards
// fragments, so that counts depend on geometry alone: nothing but triangles is drawn, and each pass in its place.

import CGLES
package import Compositor
import CoreGraphics

extension GLRenderer {
  /// For each pixel of the frame, row by row from the top, how many draws touch it; 255 for more.
  ///
  /// Draws of surfaces count where the surface's box lies: where it is seen, but for surfaces that are drawn in a space
  /// of their own and scaled or moved afterwards.
  ///
  /// - Parameter isCounted: whether a batch counts.
  package func fragmentCounts(
    of list: DrawList, images: ImageTable, where isCounted: (RenderPass, Batch) -> Bool
  ) throws(GLError) -> [UInt8] {
    guard let frame = list.passes.last else { return [] }
    try checkLimits(of: list)
    return try device.run { () throws(GLError) in
      defer {
        endFrame()
        state.kept.removeAll()
      }
      let list = list.withoutRetention
      try begin(list, images)
      let (width, height) = (Int(bounded: frame.box.width), Int(bounded: frame.box.height))
      let counter = try StencilCounter(device, layout: layout, width: width, height: height)
      var encoder = BatchEncoder()
      for pass in list.passes {
        glViewport(
          GLint(Int(bounded: pass.box.minX)), GLint(Int(bounded: pass.box.minY)),
          GLsizei(Int(bounded: pass.box.width)), GLsizei(Int(bounded: pass.box.height)))
        for batch in pass.batches where isCounted(pass, batch) {
          try draw(batch, of: pass, blend: .copy, &encoder)
        }
      }
      glViewport(0, 0, GLsizei(width), GLsizei(height))
      let counts = try read(counter, frame)
      try device.checkErrors(at: "counting fragments")
      return counts
    }
  }

  /// Turns counts to colours, bit by bit, and reads those.
  private func read(_ counter: StencilCounter, _ frame: RenderPass) throws(GLError) -> [UInt8] {
    let (width, height) = (Int(bounded: frame.box.width), Int(bounded: frame.box.height))
    let box = SIMD4<Float>(0, 0, Float(width), Float(height))
    state.vertices.removeAll(keepingCapacity: true)
    let quads = (0..<8).map { bit in
      LinearQuad(box: box, texture: .zero, color: SIMD4(repeating: Float(1 << bit) / 255))
    }
    LinearVertex.append(quads[...], width: frame.box.width, height: frame.box.height, to: &state.vertices)
    state.vertices.withUnsafeBytes { state.linearVertices.fill($0) }
    var encoder = BatchEncoder()
    for bit in 0..<8 {
      counter.select(bit: bit)
      let batch = Batch(
        program: ProgramKey(.solid, .linear), blend: .plusLighter, texture: .none, range: bit..<bit + 1)
      try draw(batch, of: frame, blend: .plusLighter, &encoder)
    }
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(0, 0, GLsizei(width), GLsizei(height), layout.format, GLenum(GL_UNSIGNED_BYTE), &pixels)
    return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }
}

/// A target with a stencil buffer that counts what is drawn; bound from its making until it goes.
private final class StencilCounter {
  private let target: Target
  private let device: GLDevice
  private let buffer: GLuint

  init(_ device: GLDevice, layout: PixelLayout, width: Int, height: Int) throws(GLError) {
    self.device = device
    target = try Target(device, layout: layout, width: width, height: height)
    var name: GLuint = 0
    glGenRenderbuffers(1, &name)
    buffer = name
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), name)
    glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_STENCIL_INDEX8), GLsizei(width), GLsizei(height))
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
    glFramebufferRenderbuffer(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_STENCIL_ATTACHMENT), GLenum(GL_RENDERBUFFER), name)
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw .incompleteTarget(width: width, height: height, status: status)
    }
    glClearColor(0, 0, 0, 0)
    glClearStencil(0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT))
    glEnable(GLenum(GL_STENCIL_TEST))
    glStencilFunc(GLenum(GL_ALWAYS), 0, 0xFF)
    glStencilOp(GLenum(GL_KEEP), GLenum(GL_KEEP), GLenum(GL_INCR))
    glColorMask(GLboolean(GL_FALSE), GLboolean(GL_FALSE), GLboolean(GL_FALSE), GLboolean(GL_FALSE))
  }

  /// From now on, draws where the count has a bit set.
  func select(bit: Int) {
    glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
    glStencilOp(GLenum(GL_KEEP), GLenum(GL_KEEP), GLenum(GL_KEEP))
    glStencilFunc(GLenum(GL_EQUAL), GLint(1 << bit), GLuint(1 << bit))
  }

  deinit {
    let buffer = self.buffer
    device.run {
      glDisable(GLenum(GL_STENCIL_TEST))
      glColorMask(GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE), GLboolean(GL_TRUE))
      var name = buffer
      glDeleteRenderbuffers(1, &name)
    }
  }
}
