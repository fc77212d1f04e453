// Tested by DrawingDeviceTests.

package import Compositor
import CoreGraphics
import Foundation
package import GLRenderer
import RowRenderer

/// The renderer that draws frames, chosen once, when a device is opened.
public enum RendererChoice: String, CaseIterable, Codable, Sendable {
  /// OpenGL if there is a GPU, else rows.
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

  /// The environment variable that chooses if a program does not.
  package static let environmentVariable = "MULTIPLANE_RENDERER"
}

package struct RasterizerRequest: Sendable {
  /// The renderer; ``RendererChoice/automatic`` follows the environment variable `MULTIPLANE_RENDERER`.
  package var renderer: RendererChoice
  /// The EGL display; nil follows the environment variable `MULTIPLANE_EGL`. A requested display means OpenGL.
  package var display: EGLDisplayChoice?
  /// The options of OpenGL's context.
  package var context = GLContextOptions()
  /// The GPU; nil follows the environment variable `MULTIPLANE_GPU`, else takes the first that works. A requested GPU
  /// means OpenGL.
  package var gpu: GPURequest?
  /// The savings in OpenGL's work; nil follows the environment variable `MULTIPLANE_ECONOMY`, else the device.
  package var economy: DrawEconomy?
  /// Whether programs are kept from one run to the next: in the folder of the environment variable
  /// `MULTIPLANE_PROGRAM_CACHE`, else in the user's folder of caches.
  package var keepsPrograms = false

  package init(
    _ renderer: RendererChoice = .automatic, display: EGLDisplayChoice? = nil, gpu: GPURequest? = nil,
    economy: DrawEconomy? = nil
  ) {
    (self.renderer, self.display, self.gpu, self.economy) = (renderer, display, gpu, economy)
  }

  /// OpenGL with the features of every driver alone.
  package static let bareOpenGL: RasterizerRequest = {
    var request = RasterizerRequest(.gl)
    request.context = GLContextOptions(bare: true)
    return request
  }()

  /// Returns the request with the values of an environment for unset ones; empty variables have no value.
  ///
  /// - Throws: ``RenderingError/invalidArgument(_:)`` for words that are no choice, and for choices that exclude each
  ///   other.
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
    // A display, a GPU, or names of OpenGL's calls need OpenGL.
    if request.display != nil || request.gpu?.namesDevice == true || DebugGroups.areAsked(in: environment) {
      request.renderer = .gl
    } else if request.gpu == GPURequest.none {
      request.renderer = .rows
    }
    return request
  }

  /// Whether OpenGL is tried, which takes 40 ms on Mesa.
  package var triesOpenGL: Bool { renderer == .gl || renderer == .automatic && GraphicsProcessor.isPresent }

  /// Opens a device for it.
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
      // A machine whose GPU cannot be used has a processor.
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

/// The machine's GPU, as far as files tell: no library is loaded.
package enum GraphicsProcessor {
  /// The files of drivers' devices: render nodes of Linux, NVIDIA's, and that of Windows' subsystem.
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
  /// Returns all optimisations but those that the process's environment leaves out: see
  /// ``Optimization/environmentVariable``. Every renderer takes them from here if its program does not choose them.
  ///
  /// - Throws: ``RenderingError/invalidArgument(_:)`` for a word that is no optimisation.
  package static func fromEnvironment() throws(RenderingError) -> DrawListBuilder.Options {
    do throws(UnknownOptimization) {
      return DrawListBuilder.Options(without: try Optimization.disabled(in: ProcessInfo.processInfo.environment))
    } catch {
      throw .invalidArgument(error.description)
    }
  }
}

/// A rasteriser that is opened, OpenGL's on a thread of its own, while the caller does other work: opening a device
/// takes 40 ms on Mesa, most of it loading LLVM.
///
/// Letting go of it waits for the end of the thread: a process that ended halfway would unload the driver's libraries
/// while the thread runs in them, and a thread that outlived `main` would close the device meanwhile.
package final class RasterizerOpening: Sendable {
  private let thread: JoinedThread?
  private let outcome = Outcome()

  package init(_ request: RasterizerRequest) {
    let outcome = outcome
    let completed = try? request.completed(by: ProcessInfo.processInfo.environment)
    // Room for the driver's compilers, as on the device's own thread.
    thread =
      completed?.triesOpenGL == true
      ? try? JoinedThread(name: "opening", stackSize: 8 << 20) { outcome.open(request) } : nil
    // Without a thread the device opens now, or fails now, with the reason.
    if thread == nil { outcome.open(request) }
  }

  // The outcome goes after the thread has let go of it, so that the device is released here.
  deinit { thread?.join() }

  /// The rasteriser, after waiting for it; the same at each call.
  package var rasterizer: any Rasterizer {
    get throws(RenderingError) {
      thread?.join()
      guard let result = outcome.result else { preconditionFailure("a thread that opened nothing") }
      return try result.get()
    }
  }

  /// Unchecked: the thread writes `result`, and others read it after the thread's end. Any thread may use a rasteriser,
  /// one at a time.
  private final class Outcome: @unchecked Sendable {
    private(set) var result: Result<any Rasterizer, RenderingError>?

    func open(_ request: RasterizerRequest) {
      result = Result { () throws(RenderingError) in try request.opened() }
    }
  }
}

/// The device that draws a renderer's frames: a rasteriser and its GPU. Each result names it in a line.
package struct DrawingDevice: Hashable, Codable, Sendable {
  package let rasterizer: RasterizerKind
  /// OpenGL's name of the GPU, or of the driver's renderer; nil for rows.
  package let renderer: String?
  /// OpenGL's driver and its version, such as `Mesa 22.3.6`; nil for rows.
  package let driver: String?
  /// The GPU's PCI address; nil if it is unknown, and for renderers that compute on the CPU.
  package let address: String?

  /// - Parameter version: GL_VERSION.
  init(_ rasterizer: RasterizerKind, renderer: String? = nil, version: String? = nil, address: String? = nil) {
    (self.rasterizer, self.renderer, self.address) = (rasterizer, renderer, address)
    driver = version.map(Self.driver)
  }

  /// The device that made a chunk of a film; nil if the chunk's origin does not name it.
  ///
  /// - Parameter origin: ``Rasterizer/origin``, among other things.
  package init?(origin: [String: String]) {
    guard let renderer = origin["renderer"] else { return nil }
    guard let version = origin["OpenGL"] else {
      self.init(.rows)
      return
    }
    self.init(.gl, renderer: renderer, version: version)
  }

  /// Returns the part after OpenGL's own version, as drivers word it: `Mesa 22.3.6` of `OpenGL ES 3.2 Mesa 22.3.6`.
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
