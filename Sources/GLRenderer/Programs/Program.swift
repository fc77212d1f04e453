// Tested by InstanceLayoutTests and KeptProgramTests.

import COpenGL

/// A program of a context, compiled from its source, or loaded as the driver compiled it before.
final class Program {
  let name: GLuint
  /// The location of `uPixel` (2 / width, 2 / height of the target); -1 on the linear path.
  private(set) var pixelLocation: GLint = -1
  /// The location of `uFirst`; -1 if instances are not fetched.
  private(set) var firstLocation: GLint = -1
  /// The target size of the last `uPixel`.
  var pixelSize = SIMD2<Float>.zero
  private let device: GLDevice

  /// The number of textures that the program of mixed calls reads: `uTextures` in Shaders/mixed.frag.
  static let mixedTextures = 8
  /// The unit of the texture of instances: behind the textures of mixed calls.
  static let vectorUnit = mixedTextures
  /// A side of a page, in texels: a texture with pictures of many batches.
  static let pageSide = 1024

  private init(_ device: GLDevice) {
    self.device = device
    name = glCreateProgram()
  }

  convenience init(_ device: GLDevice, _ source: ProgramSource) throws(GLError) {
    self.init(compiling: source, device, isKept: false)
    try finish(source)
  }

  /// Begins to compile and link a program, which ``finish(_:)`` waits for: a driver with threads compiles several at a
  /// time, as long as it is not asked about one. With `isKept`, ``binary`` will be read.
  convenience init(compiling source: ProgramSource, _ device: GLDevice, isKept: Bool) {
    self.init(device)
    shaders = [(GL_VERTEX_SHADER, source.vertex), (GL_FRAGMENT_SHADER, source.fragment)].map { kind, text in
      let shader = glCreateShader(GLenum(kind))
      text.withCString { pointer in
        var pointer: UnsafePointer<GLchar>? = pointer
        glShaderSource(shader, 1, &pointer, nil)
      }
      glCompileShader(shader)
      glAttachShader(name, shader)
      // It stays as long as the program.
      glDeleteShader(shader)
      return shader
    }
    if isKept { glProgramParameteri(name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE) }
    glLinkProgram(name)
  }

  /// Loads a program; nil if the driver refuses it.
  convenience init?(loading binary: ProgramBinary, _ device: GLDevice) {
    self.init(device)
    glProgramBinary(name, binary.format, binary.bytes, GLsizei(binary.bytes.count))
    guard isLinked else { return nil }
    prepare()
  }

  deinit {
    let name = self.name
    device.run { glDeleteProgram(name) }
  }

  /// The vertex and fragment shader of a compiled program.
  private var shaders: [GLuint] = []

  /// Waits for a program that is compiled.
  func finish(_ source: ProgramSource) throws(GLError) {
    guard isLinked else {
      for (shader, file) in zip(shaders, [source.files.vertex, source.files.fragment]) {
        var status: GLint = 0
        glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
        guard status != GL_TRUE else { continue }
        let log = Self.log(shader, glGetShaderiv, glGetShaderInfoLog)
        let files = EmbeddedShaders.files.enumerated().map { "\($0.offset) is \($0.element)" }.joined(separator: ", ")
        throw .shader(file: file, log: "\(log)\n(files: \(files))")
      }
      throw .shader(file: "\(source.name)", log: Self.log(name, glGetProgramiv, glGetProgramInfoLog))
    }
    prepare()
  }

  /// The binary that loads the program later; nil if the driver does not give one, or one too long.
  var binary: ProgramBinary? {
    var length: GLint = 0
    glGetProgramiv(name, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard 1...ProgramBinary.mostBytes ~= Int(length) else { return nil }
    var format: GLenum = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var written: GLsizei = 0
      glGetProgramBinary(name, length, &written, &format, buffer.baseAddress)
      count = Int(max(0, min(written, length)))
    }
    return bytes.isEmpty ? nil : ProgramBinary(format: format, bytes: bytes)
  }

  private var isLinked: Bool {
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    return status == GL_TRUE
  }

  private func prepare() {
    pixelLocation = glGetUniformLocation(name, "uPixel")
    firstLocation = glGetUniformLocation(name, "uFirst")
    // The batch's texture is unit 0 and the block of instances binding 0: the defaults of samplers and blocks.
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
