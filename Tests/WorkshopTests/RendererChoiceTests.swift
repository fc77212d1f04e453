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

  @Test(
    "Words that are no renderer and no display say what there is", arguments: ["MULTIPLANE_RENDERER", "MULTIPLANE_EGL"])
  func words(variable: String) {
    let error = #expect(throws: RenderingError.self) { try RasterizerRequest().completed(by: [variable: "x11"]) }
    #expect(error?.description.contains("x11") == true && error?.description.contains("auto") == true)
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
    #expect(renderer.rasterizer.kind == kind && renderer.inspect(root, at: 0).rasterizer == kind)
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
