// Who drew, in the words of results.

import Compositor
import CoreGraphics
import Testing

@testable import Multiplane

@Suite struct DrawingDeviceTests {
  @Test(
    "The driver is what stands behind OpenGL's version",
    arguments: [
      ("OpenGL ES 3.2 Mesa 22.3.6", "Mesa 22.3.6"), ("OpenGL ES 3.2 NVIDIA 550.54.15", "NVIDIA 550.54.15"),
      ("OpenGL ES 3.1 (Core Profile) Mesa 20", "(Core Profile) Mesa 20"), ("OpenGL ES 3.2", "OpenGL ES 3.2"),
      ("", ""), ("something else", "something else"),
    ])
  func drivers(version: String, driver: String) {
    let device = DrawingDevice(.gl, renderer: "a GPU", version: version)
    #expect(device.driver == driver && device.description == "OpenGL: a GPU, \(driver)")
  }

  @Test("Who draws is told by what draws, and by the origin of what it made", arguments: RasterizerKind.allCases)
  func origins(kind: RasterizerKind) throws {
    let rasterizer = try RasterizerRequest(RendererChoice(kind)).opened()
    let device = rasterizer.drawingDevice
    #expect(device.rasterizer == kind && (device.renderer == nil) == (kind == .rows))
    #expect(try #require(DrawingDevice(origin: rasterizer.origin)).description == device.description)
    #expect(kind == .gl || device.description == "rows")
    #expect(DrawingDevice(origin: ["Multiplane": "1.2.3"]) == nil)
  }
}
