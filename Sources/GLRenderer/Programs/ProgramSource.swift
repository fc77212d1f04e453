// Tested by InstanceLayoutTests and KeptProgramTests.

import COpenGL
package import Compositor
import CoreGraphics
import ImageFiles

package enum ProgramName: Hashable, Sendable, CustomStringConvertible {
  case batches(ProgramKey)
  case mixed
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

/// The shaders of a program: one GLSL source per primitive and a list of `#define`s.
struct ProgramSource {
  let name: ProgramName
  /// The names of the files, for messages.
  let files: (vertex: String, fragment: String)
  let vertex: String
  let fragment: String

  /// The shaders of a program, which with `fetches` reads instances from a texture (`InstanceTexture`), not from a
  /// uniform block. Throws ``GLError/shader(file:log:)`` if a file is missing.
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
    if let function = key.variant.function { defines += "#define FORMULA \(function)\n" }
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

package struct ProgramCounts: Equatable, Sendable {
  package var compiled = 0
  /// The number of programs that were loaded from the cache.
  package var loaded = 0
  /// The milliseconds of both.
  package var milliseconds = 0.0

  package init() {}
}

/// The programs of a context, each made at its first use, or with others before. On the device's thread.
final class ProgramSet {
  private(set) var counts = ProgramCounts()
  private var programs: [ProgramName: Program] = [:]
  private let device: GLDevice
  private let layout: PixelLayout
  private let fetches: Bool
  private var cache: ProgramCache?
  private let formats: [UInt32]

  /// A set without programs yet. With `fetches` they read instances from a texture.
  init(_ device: GLDevice, layout: PixelLayout, fetches: Bool, cache: ProgramCache?) {
    (self.device, self.layout, self.fetches) = (device, layout, fetches)
    var formats: [GLint] = []
    if cache != nil {
      var count: GLint = 0
      glGetIntegerv(GLenum(GL_NUM_PROGRAM_BINARY_FORMATS), &count)
      formats = [GLint](repeating: 0, count: Int(max(0, count)))
      if count > 0 { glGetIntegerv(GLenum(GL_PROGRAM_BINARY_FORMATS), &formats) }
    }
    self.formats = formats.map { UInt32(bitPattern: $0) }
    self.cache = formats.isEmpty ? nil : cache
  }

  func program(_ name: ProgramName) throws(GLError) -> Program {
    if let program = programs[name] { return program }
    try make([name])
    return programs[name]!
  }

  func make(_ names: some Sequence<ProgramName>) throws(GLError) {
    let clock = ContinuousClock()
    let start = clock.now
    defer { counts.milliseconds += (clock.now - start).milliseconds }
    var begun: [(source: ProgramSource, program: Program)] = []
    for name in names where programs[name] == nil {
      let source = try ProgramSource(name, layout: layout, fetches: fetches)
      if let program = try loaded(source) {
        programs[name] = program
        counts.loaded += 1
      } else {
        begun.append((source, Program(compiling: source, device, isKept: cache != nil)))
      }
    }
    for (source, program) in begun {
      try program.finish(source)
      programs[source.name] = program
      counts.compiled += 1
      if let cache, let binary = try forCache({ program.binary }) { cache.keep(binary, of: identity(of: source)) }
    }
  }

  private func loaded(_ source: ProgramSource) throws(GLError) -> Program? {
    guard let binary = cache?.program(of: identity(of: source)), formats.contains(binary.format) else { return nil }
    return try forCache { Program(loading: binary, device) }
  }

  /// Returns the identity of a program: all that its binary depends on. Where llvmpipe's binary depends on the
  /// environment, the renderer's name shows it: `llvmpipe (LLVM 15.0.6, 256 bits)`.
  private func identity(of source: ProgramSource) -> [UInt8] {
    let driver = device.capabilities
    let words = [
      driver.vendor, driver.renderer, driver.versionText, driver.shadingLanguage,
      "robust: \(driver.robustness), debug: \(device.debugLog != nil)", "\(source.name)",
    ]
    let sources = [source.vertex, source.fragment].map { SHA256.digest(of: Array($0.utf8)) }
    return Array((words + sources).joined(separator: "\n").utf8)
  }

  /// Calls OpenGL for the cache. A failure ends the cache, and the frame only if any call would fail.
  private func forCache<Result>(_ body: () -> Result?) throws(GLError) -> Result? {
    try device.checkErrors(at: "making programs")
    let result = body()
    do throws(GLError) {
      try device.checkErrors(at: "keeping programs")
      return result
    } catch {
      if error.isTemporary { throw error }
      cache = nil
      return nil
    }
  }
}
