// What a program is made of: one GLSL source per primitive and a list of `#define`s, one program for each key that a
// scene needs, and programs without keys.
//
// Tested by InstanceLayoutTests.

package import Compositor

/// A program, named by what it draws.
package enum ProgramName: Hashable, Sendable, CustomStringConvertible {
  /// The program of batches.
  case batches(ProgramKey)
  /// The program of mixed calls.
  case mixed
  /// The program that packs frames into planes.
  case planes
  /// The program that draws the number of each row.
  case row

  package var description: String {
    switch self {
    case .batches(let key): "\(key)"
    case .mixed: "mixed"
    case .planes: "planes"
    case .row: "row"
    }
  }
}

/// The shaders of a program.
struct ProgramSource {
  let name: ProgramName
  /// The files, for messages.
  let files: (vertex: String, fragment: String)
  let vertex: String
  let fragment: String

  /// The shaders of a program.
  ///
  /// - Parameter fetches: whether instances are read from a texture (`InstanceTexture`), not from a uniform block.
  /// - Throws: ``GLError/shader(file:log:)`` where there is no such file.
  init(_ name: ProgramName, layout: PixelLayout, fetches: Bool = false) throws(GLError) {
    self.name = name
    var defines: String
    switch name {
    case .batches(let key):
      let isLinear = key.features.contains(.linear)
      files = (isLinear ? "linear.vert" : "instance.vert", "\(key.primitive.rawValue).frag")
      defines = Self.defines(of: key, isLinear: isLinear, fetches: fetches)
    case .mixed:
      files = ("mixed.vert", "mixed.frag")
      defines = Self.mixedDefines
    case .planes, .row:
      files = ("triangle.vert", "\(name).frag")
      defines = ""
    }
    if layout == .swapped { defines += "#define SWAPPED\n" }
    vertex = try Self.text(of: files.vertex, defines + "#define VERTEX\n")
    fragment = try Self.text(of: files.fragment, defines)
  }

  private static func text(of file: String, _ defines: String) throws(GLError) -> String {
    guard let text = EmbeddedShaders.all[file] else {
      throw .shader(file: file, log: "there is no such file in Shaders/")
    }
    return "#version 300 es\n\(defines)\(text)"
  }

  private static func defines(of key: ProgramKey, isLinear: Bool, fetches: Bool) -> String {
    var defines = "#define \(key.primitive.rawValue.uppercased())\n"
    for (feature, name) in ProgramFeatures.all where key.features.contains(feature) { defines += "#define \(name)\n" }
    if let variant = key.variant.define { defines += "#define \(variant)\n" }
    if fetches && !isLinear { defines += "#define FETCHED\n" }
    let instance = isLinear ? [] : key.instanceDefines
    for (name, value) in instance { defines += "#define \(name) \(value)\n" }
    return defines
  }

  private static var mixedDefines: String {
    let parts: [any InstancePart.Type] = [
      Instance.Quad.self, Instance.Solid.self, Instance.Image.self, Instance.Border.self, Instance.Edges.self,
      Instance.Corners.self, Instance.ClipBox.self, Instance.ClipShape.self,
    ]
    var defines = "#define FETCHED\n#define PAGE_SIDE \(Float(Program.pageSide))\n"
    for part in parts { defines += "#define \("\(part)".uppercased())_VECTORS \(part.fields.count)\n" }
    return defines
  }
}
