// Which rasteriser a device gets: what is asked for, what the environment says, and what there is.

import Compositor
import CoreGraphics
import GLRenderer
import QuartzCore
import Testing
import Workshop

@testable import Multiplane

@MainActor @Suite struct RendererChoiceTests {
  private func completed(
    _ request: RasterizerRequest, _ environment: [String: String] = [:]
  ) throws -> (RendererChoice, EGLDisplayChoice?) {
    let completed = try request.completed(by: environment)
    return (completed.renderer, completed.display)
  }

  @Test("What is asked for wins over the environment, and a display that is asked for means OpenGL")
  func requests() throws {
    #expect(try completed(RasterizerRequest()) == (.automatic, nil))
    #expect(try completed(RasterizerRequest(), ["MULTIPLANE_RENDERER": "rows"]) == (.rows, nil))
    #expect(try completed(RasterizerRequest(), ["MULTIPLANE_RENDERER": "", "MULTIPLANE_EGL": ""]) == (.automatic, nil))
    #expect(try completed(RasterizerRequest(), ["MULTIPLANE_EGL": "gbm"]) == (.gl, .gbm))
    #expect(try completed(RasterizerRequest(.rows), ["MULTIPLANE_EGL": "gbm"]) == (.rows, nil))
    #expect(try completed(RasterizerRequest(.gl), ["MULTIPLANE_RENDERER": "rows"]) == (.gl, nil))
    let display = RasterizerRequest(display: .surfaceless)
    #expect(try completed(display, ["MULTIPLANE_RENDERER": "rows", "MULTIPLANE_EGL": "gbm"]) == (.gl, .surfaceless))
    #expect(try completed(RasterizerRequest(), ["MULTIPLANE_DEBUG_GROUPS": "1"]) == (.gl, nil))
  }

  @Test("A GPU that is asked for means OpenGL, none means rows, and rows exclude one")
  func gpus() throws {
    #expect(try completed(RasterizerRequest(gpu: .required)) == (.gl, nil))
    #expect(try completed(RasterizerRequest(gpu: .number(1)), ["MULTIPLANE_RENDERER": "rows"]) == (.gl, nil))
    #expect(try completed(RasterizerRequest(), ["MULTIPLANE_GPU": "65:00.0"]) == (.gl, nil))
    #expect(try completed(RasterizerRequest(gpu: .auto), ["MULTIPLANE_GPU": "65:00.0"]) == (.automatic, nil))
    #expect(try completed(RasterizerRequest(gpu: GPURequest.none)) == (.rows, nil))
    #expect(try completed(RasterizerRequest(), ["MULTIPLANE_GPU": "none"]) == (.rows, nil))
    // OpenGL without a GPU: a software driver.
    #expect(try completed(RasterizerRequest(.gl, gpu: GPURequest.none)) == (.gl, nil))
    #expect(try completed(RasterizerRequest(.gl), ["MULTIPLANE_GPU": "none"]) == (.gl, nil))
    #expect(try RasterizerRequest(.gl).completed(by: ["MULTIPLANE_GPU": "none"]).gpu == GPURequest.none)
    // What a program asks for wins.
    #expect(try completed(RasterizerRequest(.rows), ["MULTIPLANE_GPU": "required"]) == (.rows, nil))
    let error = #expect(throws: RenderingError.self) {
      try RasterizerRequest().completed(by: ["MULTIPLANE_GPU": "required", "MULTIPLANE_RENDERER": "rows"])
    }
    #expect(error?.description.contains("'required'") == true)
    #expect(throws: RenderingError.self) { try RasterizerRequest(.rows, gpu: .number(0)).completed(by: [:]) }
  }

  @Test("A GPU that is not there is no display, and a name of several is no argument")
  func errors() {
    #expect(throws: RenderingError.self) { try RasterizerRequest(gpu: .name("no such GPU")).opened() }
    let error = RenderingError(.display(.severalDevices("A", ["1", "2"])))
    #expect(error == .invalidArgument("several GPUs are called 'A': choose one by its number or its address\n  1\n  2"))
  }

  @Test(
    "Words that are no renderer and no display say what there is", arguments: ["MULTIPLANE_RENDERER", "MULTIPLANE_EGL"])
  func words(variable: String) {
    let error = #expect(throws: RenderingError.self) { try RasterizerRequest().completed(by: [variable: "x11"]) }
    #expect(error?.description.contains("x11") == true && error?.description.contains("auto") == true)
  }

  @Test("What OpenGL saves is said by who asks, else by the environment, else by the device")
  func economies() throws {
    func economy(_ request: RasterizerRequest, _ word: String) throws -> DrawEconomy? {
      try request.completed(by: ["MULTIPLANE_ECONOMY": word]).economy
    }
    #expect(try economy(RasterizerRequest(), "calls") == .calls)
    #expect(try economy(RasterizerRequest(.gl, economy: .pixels), "calls") == .pixels)
    #expect(try economy(RasterizerRequest(), "") == nil)
    let error = #expect(throws: RenderingError.self) { try economy(RasterizerRequest(), "time") }
    #expect(error?.description.contains("'time' is nothing to save; expected one of pixels, calls") == true)
    let likes = try GLRenderer { () throws(GLError) in try GLDevice(.auto) }
    let asked = try GLRenderer(saving: .calls) { () throws(GLError) in try GLDevice(.auto) }
    #expect(likes.economy == (likes.device.capabilities.isSoftware ? .pixels : .calls) && asked.economy == .calls)
  }

  @Test("Each rasteriser is to be had, and says in the statistics that it drew", arguments: RasterizerKind.allCases)
  func opened(kind: RasterizerKind) throws {
    var options = OffscreenRenderer.Options()
    options.renderer = RendererChoice(kind)
    let renderer = try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options)
    #expect(renderer.statistics.rasterizer == nil)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(try renderer.pixels(of: root)[..<4] == [255, 0, 0, 255])
    #expect(renderer.statistics.rasterizer == RendererChoice(kind))
    #expect(renderer.rasterizer.kind == kind && renderer.capture(root, at: 0).inspection.rasterizer == kind)
    #expect(renderer.statistics.allCounters.contains { $0 == ("rasterizer", kind.rawValue) })
  }

  @Test("R-B5: by rows, equal bytes depend on the version alone, and on what writes them")
  func origins() throws {
    func origin(_ choice: RendererChoice) throws -> [String: String] {
      var options = OffscreenRenderer.Options()
      options.renderer = choice
      return try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options).origin
    }
    let (rows, gl) = (try origin(.rows), try origin(.gl))
    #expect(rows["Multiplane"] == MultiplaneVersion.current && rows["renderer"] == "rows")
    #expect(rows["OpenGL"] == nil && rows["vector instructions"] == nil)
    #expect(gl["OpenGL"] != nil && gl["vector instructions"] != nil && gl["renderer"] != "rows")
  }
}
