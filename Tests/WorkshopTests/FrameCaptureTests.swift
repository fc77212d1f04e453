// Captured frames: written, read and drawn again they are the same; damaged files are refused, and nothing else
// happens.

import Compositor
import CoreGraphics
import Foundation
import GLRenderer
import Gallery
import Multiplane
import QuartzCore
import TestSupport
import Testing
import Workshop

@MainActor @Suite(.serialized) struct FrameCaptureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A frame of a scene of the gallery, drawn at a quarter second and captured as `--capture` does.
  private func frame(of name: String) throws -> (frame: FrameCapture, renderer: OffscreenRenderer) {
    let clock = MediaClock(startingAt: 0)
    let demo = try #require(Gallery.demo(named: name))
    let root = demo.make(clock)
    let size = CGSize(width: min(demo.size.width, 240), height: min(demo.size.height, 240))
    let renderer = try OffscreenRenderer(
      size: size, options: OffscreenRenderer.Options(clock: clock))
    let request = CaptureRequest(renderer, after: 1)
    _ = try renderer.pixels(of: root, at: 0)
    let pixels = try renderer.pixels(of: root, at: 0.25)
    let frame = try #require(request.frame)
    #expect(frame.pixels == pixels)
    return (frame, renderer)
  }

  private func bytes(of frame: FrameCapture) throws -> [UInt8] {
    let path = folder.file("frame")
    try frame.write(to: path)
    #expect(FrameCapture.isCapture(path))
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test(arguments: ["features", "postcard", "particles", "glass-cards"].filter { Gallery.demo(named: $0) != nil })
  func replayed(name: String) throws {
    let (frame, _) = try frame(of: name)
    let bytes = try bytes(of: frame)
    #expect(try self.bytes(of: frame) == bytes)
    let read = try FrameCapture(bytes, name: "frame")
    #expect(read.list.quads == frame.list.quads && read.list.instances == frame.list.instances)
    #expect(read.list.passes == frame.list.withoutRetention.passes.map { $0.withoutParent })
    #expect(read.list.origins?.slots == frame.list.origins?.slots)
    #expect(read.list.drawCount == frame.list.drawCount && read.pixels == frame.pixels)
    #expect(read.inspection.description == frame.inspection.description)
    let other = try RasterizerRequest(RendererChoice(try #require(read.inspection.rasterizer))).opened()
    #expect(try read.render(with: other).pixels == frame.pixels)
  }

  @Test func damagedFiles() throws {
    let (frame, _) = try frame(of: "features")
    let bytes = try bytes(of: frame)
    for count in [0, 5, 18, 19, 22, 30, 31, 200, bytes.count / 2, bytes.count - 1] {
      #expect(throws: CaptureError.self, "\(count) bytes") { try FrameCapture(Array(bytes[..<count]), name: "frame") }
    }
    #expect(throws: CaptureError.self) { try FrameCapture(bytes + [0], name: "frame") }
    #expect(throws: CaptureError.self) { try FrameCapture(bytes, name: "frame", memoryLimit: bytes.count - 1) }
    var random = SeededRandom(seed: 7)
    for _ in 0..<150 {
      var damaged = bytes
      let place = Int.random(in: 19..<min(damaged.count, 40_000), using: &random)
      damaged[place] = UInt8.random(in: 0...255, using: &random)
      // Read or refused, and nothing else: what is read can be drawn, or the renderer says why not.
      guard let read = try? FrameCapture(damaged, name: "frame") else { continue }
      #expect(read.width > 0 && read.height > 0)
    }
  }

  /// What a file must not ask for, by a change of its header's text that keeps its length.
  @Test(arguments: [
    (#""target":0"#, #""target":9"#, "the last pass is not the frame's"),
    (#""program":"image"#, #""program":"imags"#, "there is no program 'imags"),
    (#""blend":"opaque""#, #""blend":"opaqua""#, "there is no way to blend 'opaqua'"),
    (#""kind":"image""#, #""kind":"imago""#, "a draw with imago"),
    (#""kind":"bitmap""#, #""kind":"surfac""#, "a draw with surfac"),
    (#""stride":48"#, #""stride":47"#, "draws of 47 bytes for"),
    (#""hasPixels":true"#, #""hasPixels":frue"#, "its header is damaged"),
  ])
  func refused(text: String, other: String, words: String) throws {
    let (frame, _) = try frame(of: "features")
    var bytes = try bytes(of: frame)
    var found = false
    while let range = bytes.firstRange(of: Array(text.utf8)), text.utf8.count == other.utf8.count {
      bytes.replaceSubrange(range, with: other.utf8)
      found = true
    }
    guard found else { return }
    let error = #expect(throws: CaptureError.self) { try FrameCapture(bytes, name: "frame") }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func otherVersions() throws {
    var bytes = Array("multiplane capture\n".utf8) + [2, 0, 0, 0]
    bytes += [UInt8](repeating: 0, count: 8)
    let error = #expect(throws: CaptureError.self) { try FrameCapture(bytes, name: "x") }
    #expect(error?.description == "x: a captured frame of version 2; this program reads version 1")
  }

  /// Forty rectangles, of which one is wrong, and one lies under it.
  @Test func minimised() throws {
    let renderer = try OffscreenRenderer(size: CGSize(width: 100, height: 80))
    func root(wrong: Bool) -> CALayer {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
      for index in 0..<40 {
        let layer = CALayer()
        layer.name = "layer \(index)"
        layer.frame = CGRect(x: index % 10 * 10, y: index / 10 * 20, width: 9, height: 19)
        layer.backgroundColor = CGColor(red: Double(index) / 40, green: 1, blue: 0.2, alpha: 0.5)
        if index == 17 && wrong { layer.backgroundColor = CGColor(red: 1, green: 0, blue: 1, alpha: 0.5) }
        root.addSublayer(layer)
      }
      return root
    }
    let expected = try renderer.image(of: root(wrong: false))
    let frame = renderer.capture(root(wrong: true), at: 0)
    var minimiser = try FrameMinimiser(frame, against: expected, tolerance: 1, with: renderer.rasterizer)
    #expect(minimiser.differing == 9 * 19)
    let (draws, small) = try minimiser.run()
    #expect(draws.count == 1 && frame.layer(ofDraw: draws[0]) == "layer 17")
    #expect(small.list.drawCount == 1 && small.layer(ofDraw: 0) == "layer 17")
    // Half of forty, of twenty, ...: far fewer than one drawing for each draw and size.
    #expect(minimiser.drawings < 40)
  }

  /// A surface that nothing shows any more goes with what was drawn into it.
  @Test func withoutASurface() throws {
    let (frame, _) = try frame(of: "features")
    let passes = frame.list.passes
    let frameOnly = frame.list.keeping { _, pass in
      passes[pass].target == RenderPass.frameTarget
        && !passes[pass].batches.contains { if case .pass = $0.texture { true } else { false } }
    }
    #expect(passes.count > 1 && frameOnly.passes.allSatisfy { $0.target == RenderPass.frameTarget })
    #expect(frameOnly.origins?.slots.count == frameOnly.drawCount)
    let all = frame.list.keeping { _, _ in true }
    #expect(all.quads == frame.list.quads && all.instances == frame.list.instances)
  }
}

extension RenderPass {
  fileprivate var withoutParent: RenderPass {
    var pass = self
    pass.parent = -1
    return pass
  }
}
