// The instances that the compositor writes, as the linked programs read them: OpenGL itself tells where each member of
// the block lies.

import CGLES
import Compositor
import QuartzCore
import Testing

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

    /// The vectors of an instance by the shader's names, in the order that the compositor writes them.
    private func names(_ key: ProgramKey) -> [String] {
      var names = Instance.Quad.fields.map { "quad.\($0)" }
      names += key.primitive.parametersType.fields.map { "parameters.\($0)" }
      for (part, define, type) in CoverageParts.all where key.coverage.contains(part) {
        let words = define.lowercased().split(separator: "_")
        let member = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        names += type.fields.map { "\(member).\($0)" }
      }
      return names
    }

    @Test(arguments: keys) func layout(key: ProgramKey) throws {
      let device = try GLDevice(.surfaceless)
      let offsets = try device.run { () throws(GLError) -> [String: Int] in
        let program = try Program(device, key, layout: .rgba)
        return Self.offsets(in: program.name)
      }
      #expect(key.primitive.parametersType.primitive == key.primitive)
      let names = names(key)
      #expect(names.count == key.vectorsPerInstance)
      for (index, name) in names.enumerated() {
        #expect(offsets["uInstances[0].\(name)"] == index * 16, "\(name)")
      }
      #expect(offsets["uInstances[1].quad.xColumn"] == key.vectorsPerInstance * 16, "the stride")
      #expect(offsets["uInstances[\(key.instancesPerDraw - 1)].quad.xColumn"] != nil)
      #expect(offsets.keys.filter { $0.hasPrefix("uInstances[0].") }.count == names.count, "and nothing else")
      #expect(key.instancesPerDraw * key.vectorsPerInstance % DrawList.vectorAlignment == 0)
    }

    private static func offsets(in program: GLuint) -> [String: Int] {
      var count: GLint = 0
      glGetProgramiv(program, GLenum(GL_ACTIVE_UNIFORMS), &count)
      var result: [String: Int] = [:]
      for index in 0..<GLuint(count) {
        var (length, size, type): (GLsizei, GLint, GLenum) = (0, 0, 0)
        let name = String(unsafeUninitializedCapacity: 256) { buffer in
          buffer.withMemoryRebound(to: GLchar.self) {
            glGetActiveUniform(program, index, GLsizei($0.count), &length, &size, &type, $0.baseAddress)
          }
          return Int(length)
        }
        var (index, offset): (GLuint, GLint) = (index, -1)
        glGetActiveUniformsiv(program, 1, &index, GLenum(GL_UNIFORM_OFFSET), &offset)
        if offset >= 0 { result[name] = Int(offset) }
      }
      return result
    }
  }
}
