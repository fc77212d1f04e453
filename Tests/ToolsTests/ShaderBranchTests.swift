// What the shaders of Shaders/ must not do: find out at run time what they draw. llvmpipe executes both sides of every
// branch, so a program that draws one of several things costs as much as all of them; here each has a program of its
// own.

import Foundation
import Testing

@testable import embed_shaders

@Suite struct ShaderBranchTests {
  /// The text of each program stage as a driver gets it, without comments, includes in place.
  private static let stages: [(name: String, text: String)] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Shaders")
    guard let library = try? ShaderLibrary(folder: folder) else { return [] }
    return library.stages.map { stage in
      let text = (try? library.expanded(stage)) ?? ""
      return (stage, text.replacing(/\/\/.*/, with: "").replacing(/(?s)\/\*.*?\*\//, with: ""))
    }
  }()

  /// Programs that llvmpipe is not given: the one that GPUs draw many kinds with, and the one that packs planes there.
  private static let forGPUs: Set = ["mixed.frag", "planes.frag"]

  @Test func thereAreShaders() {
    #expect(!Self.stages.isEmpty && Self.stages.allSatisfy { $0.text.contains("void main()") })
  }

  /// What is the same for a whole draw is a texture, the table of instances, where they begin in it, or the size of a
  /// pixel: no number that says what to draw.
  @Test func uniformsAreNoKinds() {
    for (name, text) in Self.stages where !Self.forGPUs.contains(name) {
      for match in text.matches(of: /\buniform\s+(\w+)\s+(\w+|\{)/) {
        let declaration = "\(match.output.1) \(match.output.2)"
        #expect(
          match.output.1 == "sampler2D" || ["Instances {", "vec2 uPixel", "int uFirst"].contains(declaration),
          "\(name): uniform \(declaration)")
      }
    }
  }

  /// No branch asks an input of the whole primitive or a uniform; those that are there choose by a pixel's own colour
  /// or place. (Loops whose length is data remain: the reach of a blur, the side of a pixellated cell.)
  @Test func noBranchAsksForAKind() {
    for (name, text) in Self.stages where name.hasSuffix(".frag") && !Self.forGPUs.contains(name) {
      let inputs = text.matches(of: /\bflat\s+in\s+\w+\s+(\w+)/).map { String($0.output.1) }
      let uniforms = text.matches(of: /\buniform\s+\w+\s+(\w+)/).map { String($0.output.1) }
      #expect(!text.contains(/\bswitch\b/), "\(name): switch")
      for match in text.matches(of: /\bif\s*\(([^;{]*)/) {
        let condition = String(match.output.1)
        #expect(!(inputs + uniforms).contains { condition.contains($0) }, "\(name): if (\(condition)")
      }
      // A flat integer that is compared for equality is a kind.
      for match in text.matches(of: /\b(\w+)(?:\.\w+|\[\d\])?\s*[=!]=/) {
        #expect(!(inputs + uniforms).contains(String(match.output.1)), "\(name): \(match.output.0)")
      }
    }
  }
}
