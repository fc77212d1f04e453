// The programs of a context: each is made when it is first asked for, or with others before that.
//
// Tested by KeptProgramTests.

import COpenGL
import Compositor
import CoreGraphics
import ImageFiles

/// The number of programs that were made, and the time that this took.
package struct ProgramCounts: Equatable, Sendable {
  /// The number of programs that were compiled from their sources.
  package var compiled = 0
  /// The number of programs that were loaded as the driver had compiled them before.
  package var loaded = 0
  /// The milliseconds that both took.
  package var milliseconds = 0.0

  package init() {}
}

/// The programs of a context. On the device's thread.
final class ProgramSet {
  private(set) var counts = ProgramCounts()
  private var programs: [ProgramName: Program] = [:]
  private let device: GLDevice
  private let layout: PixelLayout
  private let fetches: Bool
  /// The cache that the programs are kept in; nil where they are not kept.
  private var cache: ProgramCache?
  /// The formats of binaries that the driver has.
  private let formats: [UInt32]

  /// - Parameter fetches: whether instances are read from a texture.
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

  /// Returns a program, and makes it first where the set does not have it yet.
  func program(_ name: ProgramName) throws(GLError) -> Program {
    if let program = programs[name] { return program }
    try make([name])
    return programs[name]!
  }

  /// Makes programs that there are not yet, all at a time.
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
  /// environment, the renderer's name tells it: `llvmpipe (LLVM 15.0.6, 256 bits)`.
  private func identity(of source: ProgramSource) -> [UInt8] {
    let driver = device.capabilities
    let words = [
      driver.vendor, driver.renderer, driver.versionText, driver.shadingLanguage,
      "robust: \(driver.robustness), debug: \(device.debugLog != nil)", "\(source.name)",
    ]
    let sources = [source.vertex, source.fragment].map { SHA256.digest(of: Array($0.utf8)) }
    return Array((words + sources).joined(separator: "\n").utf8)
  }

  /// Calls OpenGL for the cache's sake. What fails there ends the cache, and the frame only where anything would.
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
