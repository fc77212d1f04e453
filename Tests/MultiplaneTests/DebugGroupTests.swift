// OpenGL's calls carry the names of layers, where they are asked for: as the driver hears them.

import COpenGL
import Compositor
import CoreGraphics
import GLRenderer
import Multiplane
import QuartzCore
import Synchronization
import Testing

/// The groups that were opened, in order.
private let opened = Mutex<[String]>([])

/// Has a device's driver report groups. Not of the main actor: the driver calls on the device's thread.
private func listen(_ device: GLDevice) {
  device.run {
    guard let address = eglGetProcAddress("glDebugMessageCallback") else { return }
    let setCallback = unsafeBitCast(address, to: PFNGLDEBUGMESSAGECALLBACKKHRPROC.self)
    setCallback(
      { _, type, _, _, _, text, _ in
        // GL_DEBUG_TYPE_PUSH_GROUP
        guard type == 0x8269, let text else { return }
        opened.withLock { $0.append(String(cString: text)) }
      }, nil)
    glEnable(GLenum(GL_DEBUG_OUTPUT_KHR))
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR))
  }
}

@MainActor @Suite(.serialized) struct DebugGroupTests {
  /// The names of the groups of a frame of a card with half opacity and two overlapping layers in it.
  private func groups(named: Bool) throws -> [String] {
    var options = OffscreenRenderer.Options()
    options.renderer = .gl
    let renderer = try OffscreenRenderer(size: CGSize(width: 40, height: 40), options: options)
    let gl = try #require(renderer.rasterizer as? GLRenderer)
    if named { gl.nameCalls() }
    renderer.tracksOrigins = true
    listen(gl.device)
    opened.withLock { $0 = [] }
    let card = CALayer()
    card.name = "card"
    card.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    card.opacity = 0.5
    for name in ["first", "second"] {
      let layer = CALayer()
      layer.name = name
      layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
      layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      card.addSublayer(layer)
    }
    _ = try renderer.pixels(of: card)
    return opened.withLock { $0 }
  }

  @Test func namesOfLayers() throws {
    let groups = try groups(named: true)
    #expect(groups.contains("surface of card: group opacity with overlap"))
    #expect(groups.contains("frame"))
    #expect(groups.contains("solid[linear]: first, second"), "\(groups)")
  }

  @Test func noneUnlessAsked() throws { #expect(try groups(named: false).isEmpty) }

  @Test(arguments: [("", false), ("0", false), ("1", true), ("yes", true)])
  func environment(value: String, isAsked: Bool) {
    #expect(DebugGroups.areAsked(in: [DebugGroups.environmentVariable: value]) == isAsked)
    #expect(!DebugGroups.areAsked(in: [:]))
  }
}
