// Three frames on their way, as on a GPU: the third one is encoded before the first one is read, and nobody sees it by
// the bytes.

import COpenGL
import Compositor
import CoreGraphics
import Foundation
import Gallery
import ImageFiles
import QuartzCore
import Synchronization
import Testing
import Video

@testable import GLRenderer
@testable import Multiplane

@MainActor @Suite(.serialized) struct FrameRingTests {
  private static let times = (0..<8).map { 0.9 + Double($0) / 7 }

  private func scene(_ name: String, isBare: Bool = false) throws -> (root: CALayer, renderer: OffscreenRenderer) {
    var request = isBare ? RasterizerRequest.bareOpenGL : RasterizerRequest(.gl)
    request.economy = .calls
    let clock = MediaClock(startingAt: 0)
    let demo = try #require(Gallery.demo(named: name))
    let root = demo.make(clock)
    var options = OffscreenRenderer.Options(clock: clock)
    options.opening = RasterizerOpening(request)
    let size = CGSize(width: min(demo.size.width, 320), height: min(demo.size.height, 240))
    let renderer = try OffscreenRenderer(size: size, options: options)
    renderer.leastPreparation = 0
    return (root, renderer)
  }

  // On a bare context, which has another layout, the frame before is not waited for where passes depend on each other.
  @Test(
    "Three frames on their way have the bytes of single ones",
    arguments: ["features", "transitions", "morph", "frosted", "gauges", "cards", "labels"], [false, true])
  func sameBytes(name: String, isBare: Bool) throws {
    let single = try scene(name, isBare: isBare)
    let expected = try Self.times.map { try single.renderer.pixels(of: single.root, at: $0) }
    let (root, renderer) = try scene(name, isBare: isBare)
    let gl = try #require(renderer.rasterizer as? GLRenderer)
    #expect(renderer.framesInFlight == 3)
    let before = gl.frameTargets
    var events = ""
    renderer.frameObserver = { _, _, _ in
      events += "b"
      return { _, _ in }
    }
    var frames: [[UInt8]] = []
    try renderer.forEachFrame(of: root, at: Self.times) { _, pixels in
      events += "r"
      frames.append(Array(pixels))
    }
    #expect(frames == expected)
    // Begun and read.
    #expect(events == "bbb" + String(repeating: "rb", count: Self.times.count - 3) + "rrr")
    // One that is drawn, and one that is read: the third frame is read when it is finished.
    #expect(gl.frameTargets == before + 2)
  }

  @Test("Frames that nobody wants any more are drawn, and their memory stays for as long as it is written to")
  func letGo() throws {
    weak var owner: FrameMemory?
    for count in 1...3 {
      var (root, renderer): (CALayer?, OffscreenRenderer?) = try scene("cards")
      var frames: [PendingFrame] = []
      for time in Self.times.prefix(count) {
        let memory = try #require(FrameMemory(byteCount: renderer!.width * renderer!.height * 4))
        frames.append(try renderer!.begin(try #require(root), at: time, into: memory))
        if owner == nil { owner = memory }
      }
      // The frames hold on to what draws them.
      (root, renderer) = (nil, nil)
      #expect(owner != nil)
      frames.removeAll()
      #expect(owner == nil)
    }
  }

  @Test("While the fence of a frame is held back, two more are encoded; then the bytes are those of single ones")
  func heldFence() throws {
    let single = try scene("frosted")
    let expected = try Self.times.prefix(6).map { try single.renderer.pixels(of: single.root, at: $0) }
    let (root, renderer) = try scene("frosted")
    let gl = try #require(renderer.rasterizer as? GLRenderer)
    gl.device.run { copengl_fail(COPENGL_HELD_FENCES, 1) }
    defer { gl.device.run { copengl_fail(COPENGL_NO_FAULT, 0) } }
    var pixels = [UInt8](repeating: 0, count: expected[0].count)
    // Frames are begun in threes: each time before any of them is read.
    for first in [0, 3] {
      _ = copengl_hold_fences()
      let frames = try (first..<first + 3).map { try renderer.begin(root, at: Self.times[$0]) }
      let isReleased = Mutex(false)
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.1)
        isReleased.withLock { $0 = true }
        copengl_release_fences()
      }
      for (number, frame) in frames.enumerated() {
        try pixels.withUnsafeMutableBytes { try renderer.finish(frame, into: $0) }
        #expect(isReleased.withLock { $0 })
        #expect(pixels == expected[first + number])
      }
      // Nothing else waited for a fence.
      #expect(copengl_hold_fences() == 3)
    }
  }
}
