// Tested by InstanceLayoutTests, OracleTests and DrawCallTests.

import COpenGL
import Compositor
import CoreGraphics

/// Issues the calls of batches, and leaves out changes of state that change nothing.
struct BatchEncoder {
  private let isDeep: Bool
  private var program: Program?
  private var blend: BlendState?
  private var texture: TextureSource?
  private var backdrop: TextureSource?
  private var array: VertexArray?
  /// The texture that mixed calls have bound to each of their units; nil if unknown.
  private var units: [BoundTexture?] = Array(repeating: nil, count: Program.mixedTextures)
  private(set) var work = RasterCounters()

  /// `isDeep` tells whether targets have half floats.
  init(isDeep: Bool) { self.isDeep = isDeep }

  mutating func setTarget(_ target: Target, width: Double, height: Double) {
    // Making a target has bound its texture.
    (texture, units[0]) = (nil, nil)
    work.stateChanges += 1
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
    glViewport(0, 0, GLsizei(Int(bounded: width)), GLsizei(Int(bounded: height)))
  }

  mutating func setBlend(_ blend: BlendState) {
    guard blend != self.blend else { return }
    work.stateChanges += 1
    if blend == .copy {
      glDisable(GLenum(GL_BLEND))
    } else {
      if self.blend == .copy || self.blend == nil { glEnable(GLenum(GL_BLEND)) }
      if case .mix(let weight) = blend { glBlendColor(0, 0, 0, Float(weight) / 255) }
      let (color, alpha) = (blend.factors, blend.alphaFactors(isDeep: isDeep))
      glBlendFuncSeparate(color.source.value, color.target.value, alpha.source.value, alpha.target.value)
    }
    self.blend = blend
  }

  mutating func setProgram(_ program: Program, pixel: SIMD2<Float>) {
    if program !== self.program {
      glUseProgram(program.name)
      self.program = program
      work.stateChanges += 1
    }
    if program.pixelLocation >= 0 && program.pixelSize != pixel {
      work.stateChanges += 1
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
    units[0] = nil
    guard let found = try find(source) else { return }
    found.bind(source)
    work.stateChanges += 1
  }

  /// Binds a batch's second texture.
  mutating func setBackdrop(
    _ source: TextureSource, _ find: (TextureSource) throws(GLError) -> Texture?
  ) throws(GLError) {
    guard source != .none, source != backdrop else { return }
    backdrop = source
    units[1] = nil
    guard let found = try find(source) else { return }
    glActiveTexture(GLenum(GL_TEXTURE1))
    found.bind(source)
    glActiveTexture(GLenum(GL_TEXTURE0))
    work.stateChanges += 1
  }

  /// Binds a mixed call's textures, and nothing to its other units: a texture left there may be the target now.
  mutating func setTextures(
    _ textures: [CallTexture], _ find: (TextureSource) throws(GLError) -> Texture?
  ) throws(GLError) {
    for unit in units.indices {
      let wanted = unit < textures.count ? BoundTexture.one(textures[unit]) : .nothing
      guard wanted != units[unit] else { continue }
      glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
      switch wanted {
      case .one(.page(let page)): page.bind(magnified: GLenum(GL_LINEAR), minified: GLenum(GL_LINEAR))
      case .one(.own(let source)): try find(source)?.bind(source)
      case .nothing: glBindTexture(GLenum(GL_TEXTURE_2D), 0)
      }
      units[unit] = wanted
      work.stateChanges += 1
    }
    glActiveTexture(GLenum(GL_TEXTURE0))
    (texture, backdrop) = (nil, nil)
  }

  mutating func drawQuads(_ range: Range<Int>, _ vertices: VertexArray) {
    bind(vertices)
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(LinearVertex.quadsPerDraw, range.upperBound - start)
      glDrawArrays(
        GLenum(GL_TRIANGLES), GLint(start * LinearVertex.perQuad), GLsizei(count * LinearVertex.perQuad))
      work.calls += 1
      start += count
    }
  }

  /// Draws over all of the target, by a program without inputs.
  mutating func fill(by program: Program, _ array: VertexArray) {
    setProgram(program, pixel: .zero)
    setBlend(.copy)
    bind(array)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    work.calls += 1
  }

  mutating func drawInstances(_ batch: Batch, _ instances: InstanceBuffer, _ array: VertexArray) {
    bind(array)
    let calls = instances.draw(batch)
    work.calls += calls
    work.stateChanges += calls
  }

  /// Draws the instances of a batch that programs fetch.
  mutating func drawFetched(_ batch: Batch, _ array: VertexArray) {
    guard let program else { return }
    bind(array)
    glUniform1i(program.firstLocation, GLint(batch.range.lowerBound))
    work.stateChanges += 1
    draw(first: 0, count: batch.count * InstanceBuffer.verticesPerInstance)
  }

  /// Draws a mixed call, whose program and textures are set.
  mutating func drawMixed(_ entries: Range<Int>, _ instances: InstanceTexture, _ array: VertexArray) {
    bind(array)
    let (first, count) = instances.vertices(of: entries)
    draw(first: first, count: count)
  }

  private mutating func draw(first: Int, count: Int) {
    glDrawArrays(GLenum(GL_TRIANGLES), GLint(first), GLsizei(count))
    work.calls += 1
  }

  private mutating func bind(_ array: VertexArray) {
    guard array !== self.array else { return }
    array.bind()
    self.array = array
    work.stateChanges += 1
  }
}

private enum BoundTexture: Equatable {
  case nothing
  case one(CallTexture)
}

extension Texture {
  /// Binds the texture with the sampling of a source.
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
