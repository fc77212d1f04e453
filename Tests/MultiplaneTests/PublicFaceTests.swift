// What programs match on and build upon: errors of one type, buffers of their own, hosts, warnings.

import CoreGraphics
import Foundation
import Logging
import Multiplane
import QuartzCore
import Synchronization
import Testing

@MainActor @Suite struct PublicFaceTests {
  private func scene() -> (root: CALayer, card: CALayer) {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 6)
    let card = CALayer()
    card.frame = CGRect(x: 1, y: 1, width: 4, height: 3)
    card.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(card)
    return (root, card)
  }

  private func renderer(_ options: OffscreenRenderer.Options = .init()) throws -> OffscreenRenderer {
    try OffscreenRenderer(size: CGSize(width: 8, height: 6), options: options)
  }

  // MARK: Errors

  @Test("A size that no device draws, and a limit, are cases to match on")
  func errors() throws {
    do throws(RenderingError) {
      _ = try OffscreenRenderer(size: CGSize(width: 1_000_000, height: 5))
      Issue.record("it was taken")
    } catch {
      guard case .frameTooLarge(1_000_000, 5, let limit) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(limit >= 4096 && error.description.contains("1000000x5 pixels is too large"))
    }
    var options = OffscreenRenderer.Options()
    options.memoryLimit = 10
    do {
      _ = try renderer(options)
      Issue.record("it was taken")
    } catch RenderingError.memoryLimitExceeded(let message) {
      #expect(message.contains("pixels takes"))
    }
  }

  @Test(
    "An output that cannot be is an invalid argument, with its words",
    arguments: [("a.avi", 30.0, "the name says no video format"), ("a.mp4", .nan, "nan frames a second")])
  func outputs(path: String, rate: Double, words: String) {
    do throws(RenderingError) {
      _ = try VideoExporter(path: path, frameRate: rate)
      Issue.record("it was taken")
    } catch {
      guard case .invalidArgument(let message) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(message.contains(words))
    }
  }

  @Test("A folder that is missing, and a size that the format cannot hold")
  func unwritable() throws {
    let (root, _) = scene()
    #expect(throws: RenderingError.cannotWrite(path: "/none/a.y4m", reason: "cannot write: No such file or directory"))
    {
      try VideoExporter(path: "/none/a.y4m").export(root, with: renderer(), duration: 1)
    }
    let odd = try OffscreenRenderer(size: CGSize(width: 5, height: 5))
    do throws(RenderingError) {
      try VideoExporter(path: "/none/a.mp4").export(root, with: odd, duration: 1)
      Issue.record("it was taken")
    } catch {
      guard case .invalidArgument(let message) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(message.contains("mp4 needs even width and height; got 5x5"))
    }
    #expect(VideoExporter.outputNames.contains(".mp4") && VideoExporter.outputNames.contains("-"))
  }

  // MARK: Buffers

  @Test("A buffer of the caller's gets the same pixels, at its own row length", arguments: [0, 4, 64])
  func buffers(padding: Int) throws {
    let (root, _) = scene()
    let renderer = try renderer()
    let expected = try renderer.pixels(of: root)
    let stride = renderer.bytesPerRow + padding
    // The last row needs no padding behind it, and what lies behind it stays.
    let size = stride * (renderer.height - 1) + renderer.bytesPerRow
    var memory = [UInt8](repeating: 77, count: size + 5)
    try memory.withUnsafeMutableBytes { try renderer.render(root, at: 0, into: $0, bytesPerRow: stride) }
    for row in 0..<renderer.height {
      let (from, to) = (row * renderer.bytesPerRow, row * stride)
      #expect(memory[to..<to + renderer.bytesPerRow] == expected[from..<from + renderer.bytesPerRow], "row \(row)")
    }
    #expect(memory[size...] == [77, 77, 77, 77, 77])
  }

  // MARK: Hosts

  @Test("A host that the program makes takes the place of the one by which a renderer drew the tree")
  func hostAfterAFrame() throws {
    let (root, card) = scene()
    let renderer = try renderer()
    let first = try renderer.pixels(of: root)
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: root, clock: clock)
    CATransaction.flush()
    card.opacity = 0
    clock.advance(to: 0.125)
    let presented = try #require(card.presentation()).opacity
    #expect(presented > 0 && presented < 1)
    // The renderer goes on by the new host, and its clock.
    let faded = try renderer.pixels(of: root, at: 0.125)
    #expect(faded != first && clock.now == 0.125)
    #expect(try renderer.pixels(of: root, at: 2) != faded && clock.now == 2)
    #expect(host.layer === root)
    // So does another.
    #expect(try self.renderer().pixels(of: root, at: 2) == renderer.pixels(of: root, at: 2))
  }

  @Test("A renderer gives the host by which it draws: the one there is, or its own, on its clock")
  func givenHosts() throws {
    let (root, card) = scene()
    let renderer = try renderer()
    let host = renderer.host(for: root)
    #expect(host.layer === root && host.clock === renderer.clock && renderer.host(for: root) === host)
    CATransaction.flush()
    card.opacity = 0
    renderer.clock.advance(to: 0.125)
    #expect(try #require(card.presentation()).opacity < 1)
    let (other, _) = scene()
    let own = LayerHost(layer: other, clock: MediaClock(startingAt: 3))
    #expect(renderer.host(for: other) === own)
  }

  @Test("A tree does not get a second host of the program's")
  func oneHost() async {
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      let first = LayerHost(layer: layer)
      let second = LayerHost(layer: layer)
      print(first, second)
    }
  }

  // MARK: Warnings

  /// Keeps what is logged.
  private struct Log: LogHandler {
    final class Lines: Sendable {
      let lines = Mutex<[String]>([])
    }
    let kept: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { kept.lines.withLock { $0.append("\(event.level): \(event.message)") } }
  }

  /// A tree of 8x6 that is nested too deep.
  private static func deepTree() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 6)
    var innermost = root
    for _ in 0..<600 {
      let layer = CALayer()
      innermost.addSublayer(layer)
      innermost = layer
    }
    return root
  }

  @Test("What cannot be drawn as asked is a warning, told once")
  func warnings() throws {
    let kept = Log.Lines()
    var options = OffscreenRenderer.Options()
    options.logger = Logger(label: "test") { _ in Log(kept: kept) }
    let renderer = try renderer(options)
    let root = Self.deepTree()
    for time in [0.0, 1, 2] { _ = try renderer.pixels(of: root, at: time) }
    #expect(kept.lines.withLock { $0 } == ["warning: layers nested deeper than 512 levels are not drawn"])
  }

  @Test("A CARenderer tells the same warnings, once")
  func warningsOfCARenderer() throws {
    let kept = Log.Lines()
    let renderer = try CARenderer(logger: Logger(label: "test") { _ in Log(kept: kept) })
    renderer.layer = Self.deepTree()
    renderer.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
    for time in [0.0, 1, 2] {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      renderer.render()
      renderer.endFrame()
    }
    #expect(renderer.error == nil && renderer.logger != nil)
    #expect(kept.lines.withLock { $0 } == ["warning: layers nested deeper than 512 levels are not drawn"])
  }
}
