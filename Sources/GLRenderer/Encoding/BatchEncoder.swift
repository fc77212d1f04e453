// Issues the calls of batches, leaving out changes of state that change nothing.

import CGLES
import Compositor

/// The OpenGL state while a frame is encoded.
struct BatchEncoder {
  private var program: Program?
  private var isBlending: Bool?
  private var texture: TextureSource?
  private var array: VertexArray?

  mutating func setBlending(_ blends: Bool) {
    guard blends != isBlending else { return }
    isBlending = blends
    if blends { glEnable(GLenum(GL_BLEND)) } else { glDisable(GLenum(GL_BLEND)) }
  }

  mutating func setProgram(_ program: Program, pixel: SIMD2<Float>) {
    if program !== self.program {
      glUseProgram(program.name)
      self.program = program
    }
    if program.pixelLocation >= 0 && program.pixelSize != pixel {
      glUniform2f(program.pixelLocation, pixel.x, pixel.y)
      program.pixelSize = pixel
    }
  }

  /// Binds a batch's texture, which `find` looks up or uploads.
  mutating func setTexture(
    _ source: TextureSource, _ find: (TextureSource) throws(GLError) -> Texture?
  ) throws(GLError) {
    guard source != .none, source != texture else { return }
    texture = source
    guard let found = try find(source) else { return }
    switch source {
    case .none: break
    case .pass: found.bind(magnified: GLenum(GL_NEAREST), minified: GLenum(GL_NEAREST))
    case .image(_, let magnified, let minified): found.bind(magnified: magnified.value, minified: minified.value)
    }
  }

  /// Draws rectangles of the linear path.
  mutating func drawQuads(_ range: Range<Int>, _ vertices: VertexArray) {
    bind(vertices)
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(LinearVertex.quadsPerDraw, range.upperBound - start)
      glDrawArrays(
        GLenum(GL_TRIANGLES), GLint(start * LinearVertex.perQuad), GLsizei(count * LinearVertex.perQuad))
      start += count
    }
  }

  /// Draws instances of the general path.
  mutating func drawInstances(_ range: Range<Int>, _ instances: InstanceBuffer, _ array: VertexArray) {
    bind(array)
    instances.draw(range)
  }

  private mutating func bind(_ array: VertexArray) {
    guard array !== self.array else { return }
    array.bind()
    self.array = array
  }
}

extension TextureFilter {
  fileprivate var value: GLenum {
    switch self {
    case .nearest: GLenum(GL_NEAREST)
    case .linear: GLenum(GL_LINEAR)
    case .trilinear: GLenum(GL_LINEAR_MIPMAP_LINEAR)
    }
  }
}
