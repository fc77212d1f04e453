// What `multiplane info` prints of the graphics: for people as aligned lines, for programs as JSON by Codable.

import COpenGL

/// The displays that were tried.
package struct DisplayReport: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The requested choice.
  package let choice: EGLDisplayChoice
  /// The GPU that was asked for, as `--gpu` spells it.
  package let gpu: String
  /// The attempts, in order, and how each ended.
  package let attempts: [EGLAttempt]

  /// A report of the attempts that ``EGLDisplayError/noDisplay(_:_:)`` carries, or that ended well.
  package init(choice: EGLDisplayChoice, gpu: GPURequest, attempts: [EGLAttempt]) {
    self.choice = choice
    self.gpu = gpu.description
    self.attempts = attempts
  }

  package var description: String {
    AlignedLines(lines).description
  }

  fileprivate var lines: [(String, String)] {
    [("EGL choice", choice.rawValue), ("GPU choice", gpu)] + attempts.map { ("  \($0.label)", "\($0.outcome)") }
  }
}

/// An open device: its displays, EGL and OpenGL.
package struct DeviceReport: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The facts that the EGL client library and the display in use report.
  package struct EGL: Hashable, Codable, Sendable {
    /// The version of the client library, such as "1.5 libglvnd"; nil where it does not say.
    package let clientVersion: String?
    /// The extensions of the client library.
    package let clientExtensions: ExtensionSet
    /// The display's version, vendor, client APIs and extensions.
    package let version: String
    package let vendor: String
    package let clientAPIs: String
    package let extensions: ExtensionSet
    /// The GBM back end; nil where the display does not stand on GBM.
    package let gbmBackend: String?
  }

  /// The choice of the display.
  package let displays: DisplayReport
  /// The device's bus address; nil where EGL does not give it, as for the processor.
  package let address: BusAddress?
  /// EGL.
  package let egl: EGL
  /// OpenGL ES.
  package let gl: GLCapabilities

  /// The report as lines of `key: value`, the values in one column.
  package var description: String {
    AlignedLines(displays.lines + eglLines + glLines).description
  }

  private var eglLines: [(String, String)] {
    [
      ("EGL library", egl.clientVersion ?? "unknown"),
      ("EGL version", egl.version),
      ("EGL vendor", egl.vendor),
      ("EGL client APIs", egl.clientAPIs),
      ("EGL extensions", "\(egl.clientExtensions.count) of the client, \(egl.extensions.count) of the display"),
    ] + (egl.gbmBackend.map { [("GBM back end", $0)] } ?? [])
  }

  private var glLines: [(String, String)] {
    func word(_ answer: Bool) -> String { answer ? "yes" : "no" }
    return (address.map { [("Bus address", $0.description)] } ?? []) + [
      ("GL version", gl.versionText),
      ("GL renderer", gl.renderer),
      ("GL vendor", gl.vendor),
      ("GLSL version", gl.shadingLanguage),
      ("GL extensions", "\(gl.extensions.count)"),
      ("Software", word(gl.isSoftware)),
      ("Max texture size", "\(gl.maxTextureSize)"),
      ("Max viewport", gl.maxViewportSize.map(String.init).joined(separator: " x ")),
      ("Max samples", "\(gl.maxSamples)"),
      ("Max vertex attributes", "\(gl.maxVertexAttributes)"),
      ("Max texture units", "\(gl.maxTextureUnits)"),
      ("BGRA textures", word(gl.bgraTextures)),
      ("BGRA targets", word(gl.bgraRenderable)),
      ("BGRA readback", word(gl.bgraRead)),
      ("Timer queries", word(gl.timerQuery)),
      ("Debug output", word(gl.khrDebug)),
      ("Robustness", word(gl.robustness)),
    ] + Self.extensionsOfInterest.map { ($0, word(gl.extensions.contains($0))) }
  }

  /// Extensions that techniques of the renderer could use, apart from those with a line of their own.
  private static let extensionsOfInterest = [
    "GL_EXT_buffer_storage",
    "GL_EXT_color_buffer_float",
    "GL_EXT_color_buffer_half_float",
    "GL_EXT_shader_framebuffer_fetch",
    "GL_EXT_texture_storage",
    "GL_KHR_blend_equation_advanced",
    "GL_KHR_parallel_shader_compile",
  ]
}

extension DeviceReport.EGL {
  init(_ display: DisplayConnection, clientExtensions: ExtensionSet) {
    // EGL 1.5 answers for its version without a display.
    clientVersion = eglQueryString(cegl_no_display(), EGL_VERSION).map { String(cString: $0) }
    self.clientExtensions = clientExtensions
    version = display.version
    vendor = display.vendor
    clientAPIs = display.clientAPIs
    extensions = display.extensions
    gbmBackend = display.gbmBackendName
  }
}

/// Lines of a key and a value, the values below each other.
private struct AlignedLines: CustomStringConvertible {
  private let lines: [(key: String, value: String)]

  init(_ lines: [(String, String)]) {
    self.lines = lines
  }

  var description: String {
    let width = (lines.map(\.key.count).max() ?? 0) + 1
    return lines.map { key, value in
      let label = key + ":"
      return label + String(repeating: " ", count: width - label.count + 1) + value
    }.joined(separator: "\n")
  }
}
