// The GPU's times of frames: one for each, and the bytes of the frames are those without.

import CoreGraphics
import GLRenderer
import QuartzCore
import Testing

@testable import Multiplane

@MainActor @Suite struct FrameTimerTests {
  @Test("A time for each frame, for frames one by one and for those that overlap; none where nobody asked")
  func times() throws {
    var options = OffscreenRenderer.Options()
    options.renderer = .gl
    let renderer = try OffscreenRenderer(size: CGSize(width: 64, height: 64), options: options)
    let gl = try #require(renderer.rasterizer as? GLRenderer)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let plain = try renderer.pixels(of: root)
    #expect(!gl.timesFrames && gl.takeFrameTimes().isEmpty)
    gl.timesFrames = true
    #expect(gl.timesFrames == gl.device.capabilities.timerQuery)
    guard gl.timesFrames else { return print("this driver measures no times") }
    for _ in 0..<3 { #expect(try renderer.pixels(of: root) == plain) }
    // What the GPU was taken from while it drew has none.
    let times = gl.takeFrameTimes()
    #expect(times.count <= 3 && times.allSatisfy { $0 >= 0 && $0 < 10_000 })
    try renderer.forEachFrame(of: root, at: [0, 1, 2, 3]) { _, pixels in #expect(pixels.elementsEqual(plain)) }
    #expect(gl.takeFrameTimes().count <= 4)
    gl.timesFrames = false
    _ = try renderer.pixels(of: root)
    #expect(gl.takeFrameTimes().isEmpty)
  }
}
