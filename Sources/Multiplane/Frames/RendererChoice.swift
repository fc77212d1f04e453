// The choice of the rasteriser, made once, when a device is opened: OpenGL if there is a GPU, else rows.

package import Compositor
import Foundation
package import GLRenderer
import RowRenderer

/// The renderer that draws frames.
public enum RendererChoice: String, CaseIterable, Codable, Sendable {
  /// OpenGL where there is a GPU, else rows.
  case automatic = "auto"
  /// OpenGL ES, by the GPU or by a software driver.
  case gl
  /// The processor, row by row: without OpenGL, and with the same bytes on every x86-64 machine.
  case rows
}

extension RendererChoice {
  /// The choice of a rasteriser.
  package init(_ kind: RasterizerKind) {
    switch kind {
    case .gl: self = .gl
    case .rows: self = .rows
    }
  }

  /// The environment variable that chooses where a program does not.
  package static let environmentVariable = "MULTIPLANE_RENDERER"
}

/// The request for a device.
package struct RasterizerRequest: Sendable {
  /// The renderer; ``RendererChoice/automatic``: as the environment variable `MULTIPLANE_RENDERER` says.
  package var renderer: RendererChoice
  /// The EGL display; nil: as the environment variable `MULTIPLANE_EGL` says, else none is asked for. One that is asked
  /// for means OpenGL.
  package var display: EGLDisplayChoice?
  /// The options of OpenGL's context.
  package var context = GLContextOptions()
  /// The GPU; nil: as the environment variable `MULTIPLANE_GPU` says, else the first that works. One that is asked for
  /// means OpenGL.
  package var gpu: GPURequest?
  /// The savings in OpenGL's work; nil: as the environment variable `MULTIPLANE_ECONOMY` says, else as suits the
  /// device.
  package var economy: DrawEconomy?
  /// Whether programs are kept from one run to the next: where the environment variable `MULTIPLANE_PROGRAM_CACHE`
  /// says, else in the user's folder of caches.
  package var keepsPrograms = false

  package init(
    _ renderer: RendererChoice = .automatic, display: EGLDisplayChoice? = nil, gpu: GPURequest? = nil,
    economy: DrawEconomy? = nil
  ) {
    (self.renderer, self.display, self.gpu, self.economy) = (renderer, display, gpu, economy)
  }

  /// OpenGL with what every driver has, and no more.
  package static let bareOpenGL: RasterizerRequest = {
    var request = RasterizerRequest(.gl)
    request.context = GLContextOptions(bare: true)
    return request
  }()

  /// The same with what an environment says where nothing was asked for; empty variables say nothing.
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
    // Who asks for a display, for a GPU, or for names of OpenGL's calls, wants OpenGL.
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
  /// The choice of an environment; nil where MULTIPLANE_RENDERER is empty or not there.
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
  /// Files of drivers' devices: render nodes of Linux, NVIDIA's, and that of Windows' subsystem.
  private static let devices = ["/dev/dri/renderD*", "/dev/nvidia[0-9]*", "/dev/dxg"]

  /// Whether there may be one.
  package static var isPresent: Bool {
    devices.contains { pattern in
      var matches = glob_t()
      defer { globfree(&matches) }
      return glob(pattern, 0, nil, &matches) == 0
    }
  }
}

extension DrawListBuilder.Options {
  /// All optimisations but those that the process's environment leaves out: see ``Optimization/environmentVariable``.
  /// Every renderer takes them from here where its program does not choose them.
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
