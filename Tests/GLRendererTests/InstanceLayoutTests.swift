// The instances that the compositor writes, as the linked programs read them: OpenGL itself tells what the block of
// instances is, and the vertex shader is told where in it each part begins.

import COpenGL
import QuartzCore
import Testing

@testable import Compositor
@testable import GLRenderer

extension GLTests {
  @Suite struct InstanceLayoutTests {
    /// Every program, and every form of what cuts quadrilaterals.
    static let keys: [ProgramKey] =
      Primitive.allCases.map { ProgramKey($0, [], variant(of: $0)) }
      + [
        ProgramKey(.solid, [.rounded, .clipBox, .clipShape, .continuous]), ProgramKey(.solid, .corner),
        ProgramKey(.image, [.clipBox, .perspective]), ProgramKey(.image, [.levels, .rounded, .clipShape]),
        ProgramKey(.image, .screenTexture), ProgramKey(.border, .corner), ProgramKey(.border, [.rounded, .clipBox]),
        ProgramKey(.gradient, [.conic, .stepped, .clipShape]), ProgramKey(.blend, [.rounded, .clipBox], .blend(.hue)),
      ]

    private static func variant(of primitive: Primitive) -> ProgramVariant {
      switch primitive {
      case .filter: .alphaMatrix
      case .blend: .blend(.multiply)
      default: .none
      }
    }

    @Test(arguments: keys) func layout(key: ProgramKey) throws {
      let device = try GLDevice(.surfaceless)
      let block = try device.run { () throws(GLError) -> Block in
        let program = try Program(device, ProgramSource(.batches(key), layout: .rgba))
        return Self.block(of: program.name)
      }
      #expect(block == Block(bytes: InstanceBuffer.block, vectors: InstanceBuffer.block / 16, stride: 16))
      #expect(key.primitive.parametersType.primitive == key.primitive)
      // One part after another, in the shader's order, with nothing between and nothing behind.
      let defines = Dictionary(uniqueKeysWithValues: key.instanceDefines.map { ($0.name, $0.value) })
      var at = Instance.Quad.fields.count
      #expect(defines["PARAMETERS_AT"] == "\(at)")
      at += key.primitive.parametersType.fields.count
      for (part, define, type) in CoverageParts.all where key.coverage.contains(part) {
        #expect(defines["\(define)_AT"] == "\(at)")
        at += type.fields.count
      }
      #expect(defines["INSTANCE_VECTORS"] == "\(at)" && key.vectorsPerInstance == at)
      #expect(key.instancesPerDraw * key.vectorsPerInstance <= block.vectors)
      #expect(key.instancesPerDraw * key.vectorsPerInstance % DrawList.vectorAlignment == 0)
    }

    @Test(
      "Programs are made that fetch their instances, and the one that draws many",
      arguments: [PixelLayout.rgba, .swapped])
    func fetching(layout: PixelLayout) throws {
      let device = try GLDevice(.surfaceless)
      try device.run { () throws(GLError) in
        #expect(try Program(device, ProgramSource(.mixed, layout: layout)).firstLocation == -1)
        for key in Self.keys {
          let source = try ProgramSource(.batches(key), layout: layout, fetches: true)
          #expect(try Program(device, source).firstLocation >= 0, "\(key)")
        }
      }
    }

    /// A program that draws one of several things has each of them; one that it lacks is an error, and not another.
    @Test func everyVariantHasItsFormula() throws {
      let device = try GLDevice(.surfaceless)
      func link(_ primitive: Primitive, _ variant: ProgramVariant) throws(GLError) {
        try device.run { () throws(GLError) in
          _ = try Program(device, ProgramSource(.batches(ProgramKey(primitive, [], variant)), layout: .rgba))
        }
      }
      #expect(FilterFormula.all.count >= 2)
      for formula in FilterFormula.all {
        #expect(throws: Never.self, "\(formula.name)") { try link(.filter, .formula(formula)) }
      }
      for mode in BlendMode.allCases where mode.state(overOpaque: false) == nil {
        #expect(throws: Never.self, "\(mode)") { try link(.blend, .blend(mode)) }
      }
      #expect(throws: GLError.self) { try link(.filter, .blend(.multiply)) }
      #expect(throws: GLError.self) { try link(.blend, .alphaMatrix) }
    }

    private struct Block: Equatable {
      var bytes = 0
      var vectors = 0
      var stride = 0
    }

    private static func block(of program: GLuint) -> Block {
      var (bytes, size, stride): (GLint, GLint, GLint) = (0, 0, 0)
      let index = glGetUniformBlockIndex(program, "Instances")
      glGetActiveUniformBlockiv(program, index, GLenum(GL_UNIFORM_BLOCK_DATA_SIZE), &bytes)
      var vectors: GLuint = .max
      "uVectors".withCString { name in
        var name: UnsafePointer<GLchar>? = name
        glGetUniformIndices(program, 1, &name, &vectors)
      }
      glGetActiveUniformsiv(program, 1, &vectors, GLenum(GL_UNIFORM_SIZE), &size)
      glGetActiveUniformsiv(program, 1, &vectors, GLenum(GL_UNIFORM_ARRAY_STRIDE), &stride)
      return Block(bytes: Int(bytes), vectors: Int(size), stride: Int(stride))
    }
  }
}
