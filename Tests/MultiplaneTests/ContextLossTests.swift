// A context that is lost, or has no memory left, at every call of a frame: the bytes are those of a frame that nothing
// befell, and what comes again and again is an error.

import COpenGL
import Compositor
import CoreGraphics
import ImageFiles
import QuartzCore
import TestSupport
import Testing

@testable import GLRenderer
@testable import Multiplane
@testable import Video

@MainActor @Suite struct ContextLossTests {
  /// A frame of several passes: a picture, made smaller, text, a group, what blurs its content and what lies behind.
  private struct Frames {
    let lists: [(list: DrawList, images: ImageTable)]
    let pixels: [[UInt8]]
    let byteCount: Int

    private static let texels: [UInt8] = (0..<64 * 64 * 4).map { (index: Int) -> UInt8 in
      index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index / 7)
    }

    @MainActor init(at times: [Double]) throws {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      root.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
      let picture = CALayer()
      picture.frame = CGRect(x: 4, y: 4, width: 20, height: 20)
      picture.minificationFilter = .trilinear
      picture.contents = CGImage(
        width: 64, height: 64, premultipliedRGBA: Self.texels)
      let text = CATextLayer()
      text.frame = CGRect(x: 24, y: 2, width: 40, height: 20)
      text.string = "Ag"
      text.fontSize = 14
      let group = CALayer()
      group.frame = CGRect(x: 20, y: 20, width: 40, height: 24)
      group.opacity = 0.5
      for x in [2.0, 8.0] {
        let dot = CALayer()
        dot.frame = CGRect(x: x, y: 4, width: 14, height: 14)
        dot.cornerRadius = 5
        dot.backgroundColor = .white
        group.addSublayer(dot)
      }
      let glass = CALayer()
      glass.frame = CGRect(x: 10, y: 12, width: 24, height: 24)
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(3, forKey: "inputRadius")
      glass.backgroundFilters = [blur]
      for layer in [picture, text, group, glass] { root.addSublayer(layer) }
      let move = CABasicAnimation(keyPath: "position.x")
      move.byValue = 8
      move.duration = 4
      group.add(move, forKey: nil)

      var options = OffscreenRenderer.Options()
      options.renderer = .gl
      let renderer = try OffscreenRenderer(size: root.bounds.size, options: options)
      lists = times.map { time in
        let (list, tree) = renderer.record(root, at: time)
        return (list, tree.images)
      }
      pixels = try times.map { try renderer.pixels(of: root, at: $0) }
      byteCount = pixels[0].count
    }
  }

  private static func renderer(saving economy: DrawEconomy? = nil) throws -> GLRenderer {
    try GLRenderer(saving: economy) { () throws(GLError) in try GLDevice() }
  }

  /// Draws with a fault at the first call, the second one, and so on, until there are no more calls.
  ///
  /// - Parameter step: of so many calls one is tried.
  private func forEachCall(
    _ fault: copengl_fault, step: Int = 1, saving economy: DrawEconomy? = nil,
    _ draw: (GLRenderer) throws -> [[UInt8]], _ expected: [[UInt8]]
  ) throws {
    var call = 1
    while true {
      let renderer = try Self.renderer(saving: economy)
      let device = renderer.device
      device.run { copengl_fail(fault, call) }
      let pixels = try draw(renderer)
      let hasFailed = device.run { () -> Bool in
        defer { copengl_fail(COPENGL_NO_FAULT, 0) }
        return copengl_has_failed() != 0
      }
      #expect(pixels == expected, "call \(call)")
      #expect(renderer.recoveries.count <= 1)
      guard hasFailed else { break }
      call += step
    }
    // There are calls: of one frame some hundred.
    #expect(call > 100)
  }

  @Test("A context is lost at each call of a frame, and the frame is the same")
  func losses() throws {
    let frames = try Frames(at: [1])
    let (list, images) = frames.lists[0]
    #expect(list.passes.count > 2)
    try forEachCall(COPENGL_CONTEXT_LOSS, step: every(5), { [try $0.pixels(of: list, images: images)] }, frames.pixels)
  }

  @Test("There is no memory for a call of a frame, and the frame is the same")
  func memory() throws {
    let frames = try Frames(at: [1])
    let (list, images) = frames.lists[0]
    try forEachCall(COPENGL_OUT_OF_MEMORY, step: 7, { [try $0.pixels(of: list, images: images)] }, frames.pixels)
  }

  // With buffers that the GPU copies frames to, or without; with the frames as planes; read when the next is begun.
  @Test(
    "A context is lost while frames are on their way, and all are the same",
    arguments: [
      (DrawEconomy.pixels, false, false), (.calls, false, false), (.calls, true, false), (.calls, false, true),
    ])
  func framesInFlight(economy: DrawEconomy, isPacked: Bool, isReadEarly: Bool) throws {
    let frames = try Frames(at: [1, 2, 3])
    let planes = PlanePacking(
      .yuv(.quarter, depth: 8, alpha: false), coding: YUVCoding(matrix: .bt709, range: .limited), width: 64,
      height: 48, isInterleaved: false)
    let packing = isPacked ? planes : nil
    func film(_ renderer: GLRenderer) throws -> [[UInt8]] {
      let work = try frames.lists.prefix(renderer.framesInFlight).map {
        let memory = isReadEarly ? FrameMemory(byteCount: frames.byteCount) : nil
        let begun = try renderer.begin(
          $0.list, images: $0.images, into: memory.map { RasterMemory($0.bytes, owner: $0) }, packing: packing)
        return (begun, memory)
      }
      return try work.map { work, memory in
        if let memory {
          _ = try work.finish(memory.bytes)
          return Array(memory.bytes)
        }
        var pixels = [UInt8](repeating: 0, count: packing?.byteCount ?? frames.byteCount)
        try pixels.withUnsafeMutableBytes { _ = try work.finish($0) }
        return pixels
      }
    }
    let expected = try film(try Self.renderer(saving: economy))
    #expect(expected.count == (economy == .calls ? 3 : 2) && expected[0] != expected[1])
    if economy == .pixels { #expect(expected == Array(frames.pixels.prefix(2))) }
    try forEachCall(COPENGL_CONTEXT_LOSS, step: 5 * every(7), saving: economy, film, expected)
  }

  @Test("A context that is lost twice in a frame is an error, and a later frame is drawn", arguments: [1, 2, 20, 150])
  func secondLoss(call: Int) throws {
    let frames = try Frames(at: [1])
    let (list, images) = frames.lists[0]
    var isLosing = false
    let renderer = try GLRenderer { () throws(GLError) in
      let device = try GLDevice()
      if isLosing { device.run { copengl_fail(COPENGL_CONTEXT_LOSS, call) } }
      return device
    }
    isLosing = true
    renderer.device.run { copengl_fail(COPENGL_CONTEXT_LOSS, 10) }
    let error = #expect(throws: RasterError.self) { try renderer.pixels(of: list, images: images) }
    guard case .deviceLost = RenderingError(try #require(error)) else {
      Issue.record("expected a lost device, got \(String(describing: error))")
      return
    }
    isLosing = false
    #expect(try renderer.pixels(of: list, images: images) == frames.pixels[0])
    #expect(renderer.recoveries.count == 2)
  }

  @Test("Where no new context is to be had, the loss is the error")
  func noNewContext() throws {
    let frames = try Frames(at: [1])
    var opened = 0
    let renderer = try GLRenderer { () throws(GLError) in
      opened += 1
      if opened > 1 { throw .noLibrary("none is left") }
      return try GLDevice()
    }
    renderer.device.run { copengl_fail(COPENGL_CONTEXT_LOSS, 10) }
    let error = #expect(throws: RasterError.self) {
      try renderer.pixels(of: frames.lists[0].list, images: frames.lists[0].images)
    }
    guard case .deviceLost = RenderingError(try #require(error)) else {
      Issue.record("expected a lost device, got \(String(describing: error))")
      return
    }
  }
}
