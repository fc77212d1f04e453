// Sizes and lengths that no machine can give: typed errors, and no trap without a message.
import Compositor
import CoreGraphics
import Foundation
import GLRenderer
import QuartzCore
import TestSupport
import Testing

@testable import Multiplane

extension MultiplaneTests {
  @MainActor @Suite struct BoundsTests {
    @Test("R-A4a: canvases of any size are refused, not trapped on", arguments: [1e30, 1e18, 70_000])
    func canvases(side: CGFloat) throws {
      #expect(throws: RenderingError.self) { try OffscreenRenderer(size: CGSize(width: side, height: 5)) }
      #expect(throws: RenderingError.self) { try OffscreenRenderer(size: CGSize(width: 5, height: side), scale: 1e300) }
      let renderer = try CARenderer()
      renderer.layer = CALayer()
      renderer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      renderer.beginFrame(atTime: 0, timeStamp: nil)
      renderer.render()
      #expect(renderer.image == nil && renderer.error != nil)
    }

    @Test(
      "R-A4a: videos of any length are refused, not trapped on", arguments: [.nan, .infinity, -.infinity, 1e300, 1e9])
    func videos(duration: Double) throws {
      let folder = try TemporaryFolder()
      let renderer = try OffscreenRenderer(size: CGSize(width: 8, height: 8))
      let exporter = try VideoExporter(path: folder.file("a.y4m"))
      #expect(exporter.frameCount(duration: duration) >= 1)
      let error = #expect(throws: (any Error).self) {
        try exporter.export(
          CALayer(), with: renderer, duration: duration, progress: { _ in VideoExporter.Continuation.cancel })
      }
      #expect("\(error as Any)".contains("expected finite times and at most 2147483647 frames"))
      #expect(throws: (any Error).self) {
        try exporter.export(
          CALayer(), with: renderer, from: .nan, duration: 1, progress: { _ in VideoExporter.Continuation.cancel })
      }
      #expect(folder.contents == [])
    }

    @Test("Copies of replicators above the memory limit are an error, with delays or without", arguments: [0, 0.1])
    func copies(delay: Double) throws {
      let dot = CALayer()
      dot.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
      dot.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      var root = dot
      for _ in 0..<5 {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        (replicator.instanceCount, replicator.instanceDelay) = (8, delay)
        replicator.addSublayer(root)
        root = replicator
      }
      // 32,768 dots, as copies and copies of copies.
      for (limit, isDrawn) in [(32 << 20, false), (256 << 20, true)] {
        var options = OffscreenRenderer.Options()
        (options.memoryLimit, options.renderer) = (limit, .rows)
        let renderer = try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options)
        do throws(RenderingError) {
          let pixels = try renderer.pixels(of: root)
          #expect(isDrawn && pixels[0] == 255)
        } catch {
          guard case .memoryLimitExceeded = error else { throw error }
          #expect(!isDrawn)
        }
      }
    }

    @Test("R-B7: surfaces above the memory limit are an error, and a frame below it is as ever")
    func memoryLimit() throws {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 256, height: 256)
      for _ in 0..<8 {
        let blurred = CALayer()
        blurred.frame = root.bounds
        blurred.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        blurred.filters = [CAFilter(type: "gaussianBlur")]
        root.addSublayer(blurred)
      }
      func pixels(limit: Int) throws -> [UInt8] {
        var options = OffscreenRenderer.Options()
        options.memoryLimit = limit
        return try OffscreenRenderer(size: root.bounds.size, options: options).pixels(of: root)
      }
      let expected = try pixels(limit: .max)
      #expect(try pixels(limit: 64 << 20) == expected)
      for limit in [0, 1 << 18, 1 << 19, 1 << 20] {
        let error = #expect(throws: RenderingError.self) { try pixels(limit: limit) }
        #expect(error?.description.contains("pixels takes") == true)
      }
    }

    @Test("Surfaces that are drawn and shown give their memory to others: a frame of 400 MB in all takes 270")
    func reusedMemory() throws {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      let copies = CAReplicatorLayer()
      copies.frame = root.bounds
      copies.instanceCount = 100
      copies.instanceTransform = CATransform3DMakeTranslation(0.5, 0.5, 0)
      let copied = CALayer()
      copied.frame = CGRect(x: 10, y: 10, width: 50, height: 50)
      (copied.shouldRasterize, copied.rasterizationScale) = (true, 20)
      copied.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      copies.addSublayer(copied)
      root.addSublayer(copies)
      func frame(_ change: (inout OffscreenRenderer.Options) -> Void) throws -> (pixels: [UInt8], bytes: Int) {
        var options = OffscreenRenderer.Options()
        options.renderer = .gl
        change(&options)
        let renderer = try OffscreenRenderer(size: root.bounds.size, options: options)
        return (try renderer.pixels(of: root), try #require(renderer.rasterizer as? GLRenderer).targetBytes)
      }
      var waiting = DrawListBuilder.Options()
      waiting.waitingBytes = .max
      let whole = try frame { $0.optimizations = waiting }
      #expect(whole.bytes > 390_000_000)
      let bounded = try frame { $0.memoryLimit = 280 << 20 }
      #expect(bounded.bytes <= 280 << 20 && bounded.pixels == whole.pixels)
      #expect(throws: RenderingError.self) {
        try frame { ($0.memoryLimit, $0.optimizations) = (280 << 20, waiting) }
      }
    }
  }
}
