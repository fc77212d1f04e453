// The expansion of includes and the Swift source that the build step writes.
import Foundation
import TestSupport
import Testing

@testable import embed_shaders

@Suite struct ShaderLibraryTests {
  /// Swift's raw text of an expansion, without the marks that only a driver reads.
  private func withoutLineMarks(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("#line") }.joined(separator: "\n")
  }

  @Test func includesArePutInPlaceWithLineNumbers() throws {
    let library = ShaderLibrary(texts: [
      "common/a.glsl": "a1\na2\n",
      "solid.frag": "s1\n#include \"common/a.glsl\"\ns3\n",
    ])
    #expect(library.files == ["common/a.glsl", "solid.frag"])
    #expect(library.stages == ["solid.frag"])
    #expect(try library.expanded("solid.frag") == "#line 1 1\ns1\n#line 1 0\na1\na2\n#line 3 1\ns3\n")
  }

  @Test func theVersionStaysInTheFirstLine() throws {
    let library = ShaderLibrary(texts: ["x.vert": "#version 300 es\nvoid main() {}"])
    #expect(try library.expanded("x.vert") == "#version 300 es\n#line 2 0\nvoid main() {}\n")
  }

  @Test func aFileThatTwoOthersIncludeIsPutInOnce() throws {
    let library = ShaderLibrary(texts: [
      "common/a.glsl": "#include \"common/c.glsl\"\na",
      "common/b.glsl": "  #  include   \"common/c.glsl\" // both need it\nb",
      "common/c.glsl": "c",
      "x.frag": "#include \"common/a.glsl\"\n#include \"common/b.glsl\"\nx",
    ])
    #expect(withoutLineMarks(try library.expanded("x.frag")) == "c\na\nb\nx")
  }

  @Test func aStarIncludesAFolder() throws {
    let library = ShaderLibrary(texts: [
      "parts/b.glsl": "b", "parts/a.glsl": "a", "common/c.glsl": "c", "parts/d.vert": "d",
      "x.vert": "#include \"parts/b.glsl\"\n#include \"parts/*.glsl\"\nx",
    ])
    #expect(withoutLineMarks(try library.expanded("x.vert")) == "b\na\nx")
  }

  @Test(arguments: [
    ("#include \"none/*.glsl\"", "no file \"none/*.glsl\" in the shader folder to include"),
    ("#include \"gone.glsl\"", "no file \"gone.glsl\" in the shader folder to include"),
    ("#include <a.glsl>", "expected #include \"path/in/the/shader/folder.glsl\""),
    ("#include \"a.glsl", "expected #include \"path/in/the/shader/folder.glsl\""),
    ("#include \"a.glsl\"", "a circle of includes: a.glsl -> a.glsl"),
  ])
  func mistakesInIncludesCarryTheirPlace(line: String, reason: String) {
    let library = ShaderLibrary(texts: ["a.glsl": "// one\n\(line)\n", "x.frag": "#include \"a.glsl\"\n"])
    #expect(throws: ShaderError(file: "a.glsl", line: 2, reason: reason)) { try library.expanded("x.frag") }
  }

  @Test func carriageReturnsDoNotReachTheShader() throws {
    let library = ShaderLibrary(texts: ["x.frag": "a\r\n\r\nb\r\n"])
    #expect(try library.expanded("x.frag") == "#line 1 0\na\n\nb\n")
  }

  @Test func literalsHoldQuotesAndBackslashes() throws {
    let library = ShaderLibrary(texts: ["x.frag": "// \"\"\"# \\#(no) \"\"\" \\\n"])
    #expect(
      try library.swiftSource().contains(
        "    \"x.frag\": ##\"\"\"\n#line 1 0\n// \"\"\"# \\#(no) \"\"\" \\\n\n\"\"\"##,\n"))
  }

  @Test func structsBecomeSwift() throws {
    let library = ShaderLibrary(texts: [
      "common/quad.glsl": "// Where.\nstruct Quad {\n  // In points,\n  // two.\n  vec4 corners;\n  vec4 map;\n};\n",
      "instances/blur.glsl": "#ifdef BLUR\nstruct Blur {\n  vec4 weights;\n};\n#endif\n",
    ])
    #expect(
      try library.instanceStructs() == [
        InstanceStruct(
          name: "Quad", comment: ["Where."],
          fields: [.init(name: "corners", comment: ["In points,", "two."]), .init(name: "map", comment: [])],
          file: "common/quad.glsl", lastLine: 7),
        InstanceStruct(
          name: "Blur", comment: [], fields: [.init(name: "weights", comment: [])], file: "instances/blur.glsl",
          lastLine: 4),
      ])
    let source = try library.swiftInstances()
    #expect(source.contains("package struct Quad: InstancePart {\n    /// In points,\n    /// two.\n"))
    #expect(source.contains("package struct Blur: InstanceParameters {"))
    #expect(source.contains("case .blur: 1"))
  }

  /// A vertex stage can load each struct, in the order of its fields; lines keep their numbers.
  @Test func structsCanBeLoaded() throws {
    let texts = ["common/quad.glsl": "struct Quad {\n  vec4 a;\n  vec4 b;\n};\n"]
    let vertex = ShaderLibrary(texts: texts.merging(["x.vert": "#include \"common/quad.glsl\"\n"]) { a, _ in a })
    #expect(
      withoutLineMarks(try vertex.expanded("x.vert")).hasSuffix(
        "};" + " Quad loadQuad(int at) { return Quad(VECTOR(at), VECTOR(at + 1)); }"))
    let fragment = ShaderLibrary(texts: texts.merging(["x.frag": "#include \"common/quad.glsl\"\n"]) { a, _ in a })
    #expect(withoutLineMarks(try fragment.expanded("x.frag")).hasSuffix("};"))
  }

  @Test func membersOfInstancesAreVectors() {
    let library = ShaderLibrary(texts: ["instances/x.glsl": "struct X {\n  float width;\n};\n"])
    let reason = "expected `vec4 name;`: every member of an instance is a vec4"
    #expect(throws: ShaderError(file: "instances/x.glsl", line: 2, reason: reason)) { try library.instanceStructs() }
  }

  /// A file that is as it should be keeps its time and its inode, by which builds tell that nothing is to be done.
  @Test func equalOutputIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "Made.swift")
    func identity() throws -> [Int] {
      let of = try FileManager.default.attributesOfItem(atPath: file.path)
      let time = try #require(of[.modificationDate] as? Date).timeIntervalSince1970
      return [try #require(of[.systemFileNumber] as? Int), Int(time * 1000)]
    }
    try EmbedShaders.write("let a = 1\n", to: file)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: file.path)
    let first = try identity()
    try EmbedShaders.write("let a = 1\n", to: file)
    #expect(try identity() == first)
    try EmbedShaders.write("let a = 2\n", to: file)
    #expect(try identity() != first)
    #expect(try String(contentsOf: file, encoding: .utf8) == "let a = 2\n")
  }

  @Test func anEmptyFolderGivesEmptyTables() throws {
    let source = try ShaderLibrary(texts: [:]).swiftSource()
    #expect(source.contains("files: [String] = []"))
    #expect(source.contains("all: [String: StaticString] = [:]"))
  }
}
