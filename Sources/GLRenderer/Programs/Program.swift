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
  /// The target that `uPixel` was last set for.
  var pixelSize = SIMD2<Float>.zero
  private let device: GLDevice

  /// Compiles and links the program of a key.
  ///
  /// - Throws: ``GLError/shader(file:log:)``, which is a mistake in `Shaders/` or in the driver.
  init(_ device: GLDevice, _ key: ProgramKey, layout: PixelLayout) throws(GLError) {
    self.device = device
    let isLinear = key.features.contains(.linear)
    var defines = "#define \(key.primitive.rawValue.uppercased())\n"
    for (feature, name) in ProgramFeatures.all where key.features.contains(feature) { defines += "#define \(name)\n" }
    if let variant = key.variant.define { defines += "#define \(variant)\n" }
    if layout == .swapped { defines += "#define SWAPPED\n" }
    let instance = isLinear ? [] : key.instanceDefines
    for (name, value) in instance { defines += "#define \(name) \(value)\n" }
    let vertex = try Self.compile(
      isLinear ? "linear.vert" : "instance.vert", GLenum(GL_VERTEX_SHADER), defines + "#define VERTEX\n")
    defer { glDeleteShader(vertex) }
    let fragment = try Self.compile("\(key.primitive.rawValue).frag", GLenum(GL_FRAGMENT_SHADER), defines)
    defer { glDeleteShader(fragment) }
    name = glCreateProgram()
    glAttachShader(name, vertex)
    glAttachShader(name, fragment)
    glLinkProgram(name)
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    pixelLocation = glGetUniformLocation(name, "uPixel")
    guard status == GL_TRUE else {
      throw .shader(file: "\(key)", log: Self.log(name, glGetProgramiv, glGetProgramInfoLog))
    }
    // The batch's texture is unit 0 and the block of instances binding 0: what an unset sampler and block have.
    let backdrop = glGetUniformLocation(name, "uBackdrop")
    if backdrop >= 0 {
      glUseProgram(name)
      glUniform1i(backdrop, 1)
    }
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
