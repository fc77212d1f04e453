// Issues the calls of batches, leaving out changes of state that change nothing.
// Tested by InstanceLayoutTests and OracleTests.

import COpenGL
import Compositor

/// The OpenGL state while a frame is encoded.
struct BatchEncoder {
  private var program: Program?
  private var blend: BlendState?
  private var texture: TextureSource?
  private var backdrop: TextureSource?
  private var array: VertexArray?

  mutating func setBlend(_ blend: BlendState) {
    guard blend != self.blend else { return }
    if blend == .copy {
      glDisable(GLenum(GL_BLEND))
    } else {
      if self.blend == .copy || self.blend == nil { glEnable(GLenum(GL_BLEND)) }
      if case .mix(let weight) = blend { glBlendColor(0, 0, 0, Float(weight) / 255) }
      let (color, alpha) = (blend.factors, blend.alphaFactors)
      glBlendFuncSeparate(color.source.value, color.target.value, alpha.source.value, alpha.target.value)
    }
    self.blend = blend
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

  /// Binds the next batch's texture even if it is that of the last one.
  mutating func forgetTexture() { texture = nil }

  /// Binds a batch's texture, which `find` looks up or uploads.
  mutating func setTexture(
    _ source: TextureSource, _ find: (TextureSource) throws(GLError) -> Texture?
  ) throws(GLError) {
    guard source != .none, source != texture else { return }
    texture = source
    guard let found = try find(source) else { return }
    found.bind(source)
  }

  /// Binds a batch's second texture.
  mutating func setBackdrop(
    _ source: TextureSource, _ find: (TextureSource) throws(GLError) -> Texture?
  ) throws(GLError) {
    guard source != .none, source != backdrop else { return }
    backdrop = source
    guard let found = try find(source) else { return }
    glActiveTexture(GLenum(GL_TEXTURE1))
    found.bind(source)
    glActiveTexture(GLenum(GL_TEXTURE0))
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
  mutating func drawInstances(_ batch: Batch, _ instances: InstanceBuffer, _ array: VertexArray) {
    bind(array)
    instances.draw(batch)
  }

  private mutating func bind(_ array: VertexArray) {
    guard array !== self.array else { return }
    array.bind()
    self.array = array
  }
}

extension Texture {
  /// Binds the texture with the sampling that a source asks for.
  fileprivate func bind(_ source: TextureSource) {
    switch source {
    case .none: break
    case .pass(_, let filter), .bitmap(_, let filter): bind(magnified: filter.value, minified: filter.value)
    case .image(_, let magnified, let minified): bind(magnified: magnified.value, minified: minified.value)
    }
  }
}

extension BlendState.Factor {
  fileprivate var value: GLenum {
    switch self {
    case .zero: GLenum(GL_ZERO)
    case .one: GLenum(GL_ONE)
    case .sourceAlpha: GLenum(GL_SRC_ALPHA)
    case .targetAlpha: GLenum(GL_DST_ALPHA)
    case .sourceColor: GLenum(GL_SRC_COLOR)
    case .targetColor: GLenum(GL_DST_COLOR)
    case .oneMinusSourceAlpha: GLenum(GL_ONE_MINUS_SRC_ALPHA)
    case .oneMinusTargetAlpha: GLenum(GL_ONE_MINUS_DST_ALPHA)
    case .oneMinusSourceColor: GLenum(GL_ONE_MINUS_SRC_COLOR)
    case .oneMinusTargetColor: GLenum(GL_ONE_MINUS_DST_COLOR)
    case .weight: GLenum(GL_CONSTANT_ALPHA)
    case .oneMinusWeight: GLenum(GL_ONE_MINUS_CONSTANT_ALPHA)
    }
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
