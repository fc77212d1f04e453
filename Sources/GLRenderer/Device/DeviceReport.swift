// Reports of `multiplane info` on the graphics: for people as aligned lines, for programs as JSON by Codable.
//
// Tested by DeviceSurveyTests.

import COpenGL

/// The displays that were tried.
package struct DisplayReport: Hashable, Codable, Sendable, CustomStringConvertible {
  package let choice: EGLDisplayChoice
  /// The requested GPU, as spelt for `--gpu`.
  package let gpu: String
  /// The attempts with their outcomes, in order.
  package let attempts: [EGLAttempt]

  /// A report of the attempts that ``EGLDisplayError/noDisplay(_:_:)`` carries, or that ended well.
  package init(choice: EGLDisplayChoice, gpu: GPURequest, attempts: [EGLAttempt]) {
    self.choice = choice
    self.gpu = gpu.description
    self.attempts = attempts
  }

  package var description: String { AlignedLines(lines).description }

  fileprivate var lines: [(String, String)] {
    [("EGL choice", choice.rawValue), ("GPU choice", gpu)] + attempts.map { ("  \($0.label)", "\($0.outcome)") }
  }
}

/// An open device: its displays, EGL and OpenGL.
package struct DeviceReport: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The facts that the EGL client library and the display in use report.
  package struct EGL: Hashable, Codable, Sendable {
    /// The version of the client library, such as "1.5 libglvnd"; nil if unknown.
    package let clientVersion: String?
    /// The extensions of the client library.
    package let clientExtensions: ExtensionSet
    /// The display's version, vendor, client APIs and extensions.
    package let version: String
    package let vendor: String
    package let clientAPIs: String
    package let extensions: ExtensionSet
    /// The GBM back end; nil for displays without GBM.
    package let gbmBackend: String?
  }

  package let displays: DisplayReport
  /// The device's bus address; nil if EGL does not give it, as for the processor.
  package let address: BusAddress?
  package let egl: EGL
  package let gl: GLCapabilities

  /// The report as lines of `key: value`, the values in one column.
  package var description: String { AlignedLines(displays.lines + eglLines + glLines).description }

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

  init(_ lines: [(String, String)]) { self.lines = lines }

  var description: String {
    let width = (lines.map(\.key.count).max() ?? 0) + 1
    return lines.map { key, value in
      let label = key + ":"
      return label + String(repeating: " ", count: width - label.count + 1) + value
    }.joined(separator: "\n")
  }
}

/// The results of trying each GPU of a machine, for `multiplane info` and the numbers of `--gpu`.
package struct DeviceSurvey: Hashable, Codable, Sendable {
  package struct Device: Hashable, Codable, Sendable {
    /// The number that `--gpu` takes for it.
    package var number: Int
    /// The device's bus address; nil if unknown.
    package var address: BusAddress?
    /// The device's name, from its driver if that answered.
    package var name: String
    package var isSoftware: Bool
    /// GL_VERSION; nil if it cannot be used.
    package var version: String?
    /// The reason that it cannot be used, and the remedy; nil if it can be used.
    package var problem: String?
  }

  /// The devices, by their numbers.
  package private(set) var devices: [Device] = []

  /// Opens and releases each device of a machine.
  init(_ source: some EGLDisplaySource) {
    for (number, device) in source.gpus.devices.enumerated() {
      var found = Device(number: number, address: device.address, name: device.name, isSoftware: device.isSoftware)
      var failures: [EGLFailure] = []
      for candidate in device.candidates where found.version == nil {
        do throws(EGLFailure) {
          let identity = source.identity(of: try source.open(candidate))
          if let address = identity.address, let expected = device.address, address != expected { continue }
          (found.name, found.version, found.isSoftware) = (identity.renderer, identity.version, identity.isSoftware)
        } catch {
          failures.append(error)
        }
      }
      if found.version == nil { found.problem = Self.problem(of: device, failures, source).description }
      devices.append(found)
    }
  }

  /// Tries the devices of this machine, on a thread of its own; without OpenGL's libraries, files are the only source.
  package init() {
    guard copengl_open() == nil, let thread = try? GLThread(name: "survey") else {
      self.init(FilesAlone())
      return
    }
    self = thread.run {
      defer { eglReleaseThread() }
      return DeviceSurvey(SystemDisplays(options: GLContextOptions(debug: false)))
    }
  }

  /// Returns the problem of an unusable device, by files first: EGL's errors follow from the facts there.
  private static func problem(
    of device: GPUList.Device, _ failures: [EGLFailure], _ source: some EGLDisplaySource
  ) -> DeviceProblem {
    if let hardware = device.hardware, let problem = source.problem(of: hardware) { return problem }
    if let failure = failures.first(where: \.isAboutVersion) { return .noOpenGLES3(failure.description) }
    if let failure = failures.first { return .failed(failure.description) }
    if source.gpus.devices.contains(where: { $0.address == nil && !$0.isSoftware }) { return .mayBeListed }
    return .notListed(driver: device.hardware?.driver ?? "unknown")
  }
}

extension DeviceSurvey.Device: CustomStringConvertible {
  /// `0000:65:00.0 NVIDIA L4: usable`; or why it is not.
  package var description: String {
    let place = address.map { "\($0) " } ?? ""
    return "\(place)\(name)\(isSoftware ? ", on the processor" : ""): "
      + (problem.map { "not usable: \($0)" } ?? "usable")
  }
}

extension EGLFailure {
  /// Whether a display was there, but no context of OpenGL ES 3 on it.
  fileprivate var isAboutVersion: Bool { step == "eglCreateContext" || step == "eglChooseConfig" }
}

private struct FilesAlone: EGLDisplaySource {
  private let files = MachineFiles()

  func candidates(on platform: EGLPlatform) throws(EGLFailure) -> [EGLCandidate] { [] }

  func open(_ candidate: EGLCandidate) throws(EGLFailure) -> RenderingContext {
    throw EGLFailure("open", detail: "there are no libraries of OpenGL")
  }

  func identity(of opened: RenderingContext) -> DeviceIdentity { DeviceIdentity(opened.display, .ofThisMachine) }

  var hardware: [HardwareDevice] { HardwareList.ofThisMachine.devices }

  func problem(of device: HardwareDevice) -> DeviceProblem? { .found(of: device, in: files) }
}
