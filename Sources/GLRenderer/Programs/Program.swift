// Programs are made from one GLSL source per primitive and a list of `#define`s, one program for each key that a scene
// needs.
//
// Tested by InstanceLayoutTests.

import COpenGL
import Compositor

/// A linked program.
final class Program {
  let name: GLuint
  /// The location of `uPixel` (2 / width, 2 / height of the target); -1 on the linear path.
  let pixelLocation: GLint
  /// The location of `uFirst`; -1 where instances are not fetched.
  let firstLocation: GLint
  /// The target that `uPixel` was last set for.
  var pixelSize = SIMD2<Float>.zero
  private let device: GLDevice

  /// How many textures the program of mixed calls reads: `uTextures` in Shaders/mixed.frag.
  static let mixedTextures = 8
  /// The unit of the texture that instances are fetched from: behind those.
  static let vectorUnit = mixedTextures
  /// A side of a page, in texels: a texture with pictures of many batches.
  static let pageSide = 1024

  /// Compiles and links the program of a key.
  ///
  /// - Parameter fetches: whether instances are read from a texture (`InstanceTexture`), not from a uniform block.
  /// - Throws: ``GLError/shader(file:log:)``, which is a mistake in `Shaders/` or in the driver.
  convenience init(
    _ device: GLDevice, _ key: ProgramKey, layout: PixelLayout, fetches: Bool = false
  ) throws(GLError) {
    let isLinear = key.features.contains(.linear)
    var defines = "#define \(key.primitive.rawValue.uppercased())\n"
    for (feature, name) in ProgramFeatures.all where key.features.contains(feature) { defines += "#define \(name)\n" }
    if let variant = key.variant.define { defines += "#define \(variant)\n" }
    if fetches && !isLinear { defines += "#define FETCHED\n" }
    let instance = isLinear ? [] : key.instanceDefines
    for (name, value) in instance { defines += "#define \(name) \(value)\n" }
    try self.init(
      device, layout, "\(key)", vertex: isLinear ? "linear.vert" : "instance.vert",
      fragment: "\(key.primitive.rawValue).frag", defines)
  }

  /// Compiles and links the program of mixed calls.
  convenience init(mixed device: GLDevice, layout: PixelLayout) throws(GLError) {
    let parts: [any InstancePart.Type] = [
      Instance.Quad.self, Instance.Solid.self, Instance.Image.self, Instance.Border.self, Instance.Edges.self,
      Instance.Corners.self, Instance.ClipBox.self, Instance.ClipShape.self,
    ]
    var defines = "#define FETCHED\n#define PAGE_SIDE \(Float(Self.pageSide))\n"
    for part in parts { defines += "#define \("\(part)".uppercased())_VECTORS \(part.fields.count)\n" }
    try self.init(device, layout, "mixed", vertex: "mixed.vert", fragment: "mixed.frag", defines)
  }

  /// Compiles and links the program that packs frames into planes.
  convenience init(packing device: GLDevice, layout: PixelLayout) throws(GLError) {
    try self.init(device, layout, "planes", vertex: "planes.vert", fragment: "planes.frag", "")
  }

  private init(
    _ device: GLDevice, _ layout: PixelLayout, _ key: String, vertex: String, fragment: String, _ defines: String
  ) throws(GLError) {
    self.device = device
    let defines = layout == .swapped ? defines + "#define SWAPPED\n" : defines
    let vertex = try Self.compile(vertex, GLenum(GL_VERTEX_SHADER), defines + "#define VERTEX\n")
    defer { glDeleteShader(vertex) }
    let fragment = try Self.compile(fragment, GLenum(GL_FRAGMENT_SHADER), defines)
    defer { glDeleteShader(fragment) }
    name = glCreateProgram()
    glAttachShader(name, vertex)
    glAttachShader(name, fragment)
    glLinkProgram(name)
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    pixelLocation = glGetUniformLocation(name, "uPixel")
    firstLocation = glGetUniformLocation(name, "uFirst")
    guard status == GL_TRUE else {
      throw .shader(file: key, log: Self.log(name, glGetProgramiv, glGetProgramInfoLog))
    }
    // The batch's texture is unit 0 and the block of instances binding 0: what an unset sampler and block have.
    setUnit(1, of: "uBackdrop")
    setUnit(Self.vectorUnit, of: "uVectors")
    for unit in 1..<Self.mixedTextures { setUnit(unit, of: "uTextures[\(unit)]") }
  }

  private func setUnit(_ unit: Int, of sampler: String) {
    let location = glGetUniformLocation(name, sampler)
    guard location >= 0 else { return }
    glUseProgram(name)
    glUniform1i(location, GLint(unit))
  }

  deinit {
    let name = self.name
    device.run { glDeleteProgram(name) }
  }

  private static func compile(_ file: String, _ kind: GLenum, _ defines: String) throws(GLError) -> GLuint {
    guard let text = EmbeddedShaders.all[file] else {
      throw .shader(file: file, log: "there is no such file in Shaders/")
    }
    let shader = glCreateShader(kind)
    let source = "#version 300 es\n" + defines + "\(text)"
    source.withCString { pointer in
      var pointer: UnsafePointer<GLchar>? = pointer
      glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    var status: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
    guard status == GL_TRUE else {
      let log = log(shader, glGetShaderiv, glGetShaderInfoLog)
      glDeleteShader(shader)
      let files = EmbeddedShaders.files.enumerated().map { "\($0.offset) is \($0.element)" }.joined(separator: ", ")
      throw .shader(file: file, log: "\(log)\n(files: \(files))")
    }
    return shader
  }

  private static func log(
    _ object: GLuint, _ get: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
    _ read: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void
  ) -> String {
    var length: GLint = 0
    get(object, GLenum(GL_INFO_LOG_LENGTH), &length)
    guard length > 1 else { return "no message" }
    return String(unsafeUninitializedCapacity: Int(length)) { buffer in
      buffer.withMemoryRebound(to: GLchar.self) { read(object, length, nil, $0.baseAddress) }
      return Int(length) - 1
    }
  }
}
