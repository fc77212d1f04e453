// Tested by DrawingDeviceTests.

package import Compositor
import CoreGraphics
import Foundation
package import GLRenderer
import RowRenderer

/// The renderer of frames, chosen when a device is opened.
public enum RendererChoice: String, CaseIterable, Codable, Sendable {
  /// OpenGL if there is a GPU, otherwise rows.
  case automatic = "auto"
  /// OpenGL ES, by the GPU or by a software driver.
  case gl
  /// The processor, row by row: without OpenGL, and with the same bytes on every x86-64 machine.
  case rows
}

extension RendererChoice {
  package init(_ kind: RasterizerKind) {
    switch kind {
    case .gl: self = .gl
    case .rows: self = .rows
    }
  }

  /// The environment variable for the choice, if the program makes none.
  package static let environmentVariable = "MULTIPLANE_RENDERER"
}

package struct RasterizerRequest: Sendable {
  /// The renderer; ``RendererChoice/automatic`` follows the environment variable `MULTIPLANE_RENDERER`.
  package var renderer: RendererChoice
  /// The EGL display; nil follows the environment variable `MULTIPLANE_EGL`. A requested display means OpenGL.
  package var display: EGLDisplayChoice?
  /// The options of OpenGL's context.
  package var context = GLContextOptions()
  /// The GPU, which means OpenGL; nil for that of the variable `MULTIPLANE_GPU`, otherwise the first working one.
  package var gpu: GPURequest?
  /// The savings of OpenGL's work; nil follows the environment variable `MULTIPLANE_ECONOMY`, otherwise the device.
  package var economy: DrawEconomy?
  /// Whether to cache programs: in the folder of the environment variable `MULTIPLANE_PROGRAM_CACHE`, otherwise in the
  /// user's folder of caches.
  package var keepsPrograms = false

  package init(
    _ renderer: RendererChoice = .automatic, display: EGLDisplayChoice? = nil, gpu: GPURequest? = nil,
    economy: DrawEconomy? = nil
  ) {
    (self.renderer, self.display, self.gpu, self.economy) = (renderer, display, gpu, economy)
  }

  /// OpenGL with only the features of every driver.
  package static let bareOpenGL: RasterizerRequest = {
    var request = RasterizerRequest(.gl)
    request.context = GLContextOptions(bare: true)
    return request
  }()

  /// Returns the request with an environment's values for unset ones; empty variables have no value. Throws
  /// ``RenderingError/invalidArgument(_:)`` for unknown or contradictory choices.
  package func completed(by environment: [String: String]) throws(RenderingError) -> RasterizerRequest {
    var request = self
    let asksForOpenGL = display != nil || gpu?.namesDevice == true
    if renderer == .automatic, !asksForOpenGL { request.renderer = try .asked(in: environment) ?? .automatic }
    if gpu == nil, renderer != .rows { request.gpu = .asked(in: environment) }
    if request.renderer == .rows, let gpu = request.gpu, gpu.namesDevice {
      throw .invalidArgument(
        "the GPU '\(gpu)' is asked for, and rows, which draw on the processor; leave one of them out")
    }
    do throws(UnknownEconomy) {
      if economy == nil, request.renderer != .rows { request.economy = try .asked(in: environment) }
    } catch {
      throw .invalidArgument(error.description)
    }
    do throws(EGLDisplayError) {
      if display == nil, request.renderer != .rows { request.display = try .asked(in: environment) }
    } catch {
      throw RenderingError(.display(error))
    }
    guard request.renderer == .automatic else { return request }
    // Requests of a display, a GPU or names for OpenGL's calls need OpenGL.
    if request.display != nil || request.gpu?.namesDevice == true || DebugGroups.areAsked(in: environment) {
      request.renderer = .gl
    } else if request.gpu == GPURequest.none {
      request.renderer = .rows
    }
    return request
  }

  /// Whether OpenGL is tried, which takes 40 ms on Mesa.
  package var triesOpenGL: Bool { renderer == .gl || renderer == .automatic && GraphicsProcessor.isPresent }

  /// Opens the requested device.
  package func opened() throws(RenderingError) -> any Rasterizer {
    let environment = ProcessInfo.processInfo.environment
    let request = try completed(by: environment)
    if request.renderer == .rows { return RowRenderer() }
    guard request.triesOpenGL else { return RowRenderer() }
    do throws(GLError) {
      let folder = keepsPrograms && !request.context.bare ? ProgramCache.path(in: environment) : nil
      let gl = try GLRenderer(
        saving: request.economy, cache: folder.flatMap { ProgramCache(path: $0) }
      ) { () throws(GLError) in
        try GLDevice(request.display ?? .auto, gpu: request.gpu ?? .auto, options: request.context)
      }
      if request.renderer == .automatic, gl.device.capabilities.isSoftware { return RowRenderer() }
      if DebugGroups.areAsked(in: environment) { gl.nameCalls() }
      return gl
    } catch {
      // If the GPU fails, the processor draws.
      if request.renderer == .automatic { return RowRenderer() }
      throw RenderingError(error)
    }
  }
}

extension RendererChoice {
  /// Returns the choice of an environment; nil if MULTIPLANE_RENDERER is empty or missing.
  package static func asked(in environment: [String: String]) throws(RenderingError) -> RendererChoice? {
    guard let word = environment[environmentVariable], !word.isEmpty else { return nil }
    guard let choice = RendererChoice(rawValue: word) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidArgument("\(environmentVariable): '\(word)' is no renderer; expected one of \(names)")
    }
    return choice
  }
}

/// The machine's GPU according to files, without loading a library.
package enum GraphicsProcessor {
  /// The files of drivers' devices: Linux's render nodes, NVIDIA's, and that of Windows' subsystem.
  private static let devices = ["/dev/dri/renderD*", "/dev/nvidia[0-9]*", "/dev/dxg"]

  /// Whether the machine may have a GPU.
  package static var isPresent: Bool {
    devices.contains { pattern in
      var matches = glob_t()
      defer { globfree(&matches) }
      return glob(pattern, 0, nil, &matches) == 0
    }
  }
}

extension DrawListBuilder.Options {
  /// Returns all optimisations except those that the process's environment disables
  /// (``Optimization/environmentVariable``); the default of every renderer. Throws
  /// ``RenderingError/invalidArgument(_:)`` for an unknown word.
  package static func fromEnvironment() throws(RenderingError) -> DrawListBuilder.Options {
    do throws(UnknownOptimization) {
      return DrawListBuilder.Options(without: try Optimization.disabled(in: ProcessInfo.processInfo.environment))
    } catch {
      throw .invalidArgument(error.description)
    }
  }
}

/// The opening of a rasteriser, OpenGL's on a thread of its own, while the caller does other work: opening a device
/// takes 40 ms on Mesa, most of it loading LLVM.
///
/// `deinit` waits for the thread: if the process ended first, the driver's libraries would be unloaded, and the device
/// closed, while the thread runs in them.
package final class RasterizerOpening: Sendable {
  private let thread: JoinedThread?
  private let outcome = Outcome()

  package init(_ request: RasterizerRequest) {
    let outcome = outcome
    let completed = try? request.completed(by: ProcessInfo.processInfo.environment)
    // The stack has room for the driver's compilers, as on the device's own thread.
    thread =
      completed?.triesOpenGL == true
      ? try? JoinedThread(name: "opening", stackSize: 8 << 20) { outcome.open(request) } : nil
    // Without a thread, the device opens or fails now.
    if thread == nil { outcome.open(request) }
  }

  // The device is released here, after the thread has released `outcome`.
  deinit { thread?.join() }

  /// The rasteriser, after waiting for it; always the same.
  package var rasterizer: any Rasterizer {
    get throws(RenderingError) {
      thread?.join()
      guard let result = outcome.result else { preconditionFailure("a thread that opened nothing") }
      return try result.get()
    }
  }

  /// Unchecked Sendable: the thread writes `result`, and others read it after the thread's end. Any thread may use a
  /// rasteriser, one at a time.
  private final class Outcome: @unchecked Sendable {
    private(set) var result: Result<any Rasterizer, RenderingError>?

    func open(_ request: RasterizerRequest) {
      result = Result { () throws(RenderingError) in try request.opened() }
    }
  }
}

/// The device that draws a renderer's frames, a rasteriser and its GPU, which each result names in a line.
package struct DrawingDevice: Hashable, Codable, Sendable {
  package let rasterizer: RasterizerKind
  /// OpenGL's name of the GPU, or of the driver's renderer; nil for rows.
  package let renderer: String?
  /// OpenGL's driver and its version, such as `Mesa 22.3.6`; nil for rows.
  package let driver: String?
  /// The GPU's PCI address; nil if it is unknown, and for renderers that compute on the CPU.
  package let address: String?

  /// - Parameter version: OpenGL's GL_VERSION.
  init(_ rasterizer: RasterizerKind, renderer: String? = nil, version: String? = nil, address: String? = nil) {
    (self.rasterizer, self.renderer, self.address) = (rasterizer, renderer, address)
    driver = version.map(Self.driver)
  }

  /// Creates the device that made a film's chunk, from its origin (``Rasterizer/origin``); nil if it lacks one.
  package init?(origin: [String: String]) {
    guard let renderer = origin["renderer"] else { return nil }
    guard let version = origin["OpenGL"] else {
      self.init(.rows)
      return
    }
    self.init(.gl, renderer: renderer, version: version)
  }

  /// Returns the driver's part of OpenGL's version: `Mesa 22.3.6` of `OpenGL ES 3.2 Mesa 22.3.6`.
  private static func driver(_ version: String) -> String {
    guard let match = version.prefixMatch(of: #/OpenGL ES [0-9.]+ /#) else { return version }
    return String(version[match.range.upperBound...])
  }
}

extension DrawingDevice: CustomStringConvertible {
  /// `rows`, or `OpenGL: llvmpipe (LLVM 15.0.6, 256 bits), Mesa 22.3.6`.
  package var description: String {
    guard rasterizer == .gl else { return "rows" }
    return "OpenGL: " + [renderer, driver].compactMap(\.self).joined(separator: ", ")
  }
}

extension Rasterizer {
  package var drawingDevice: DrawingDevice {
    guard let gl = self as? GLRenderer else { return DrawingDevice(kind) }
    let (capabilities, report) = (gl.device.capabilities, gl.device.report)
    return DrawingDevice(
      .gl, renderer: capabilities.renderer, version: capabilities.versionText, address: report.address?.description)
  }
}
