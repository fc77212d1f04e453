// A context that is lost while a film is made: once, and the file is the same; again in the same frame, and there is an
// error and no file.

import COpenGL
import Compositor
import CoreGraphics
import Foundation
import Gallery
import QuartzCore
import TestSupport
import Testing

@testable import GLRenderer
@testable import Multiplane

@MainActor @Suite struct FilmLossTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a film of twelve frames.
  ///
  /// - Parameters:
  ///   - losses: for each context in turn, the call at which it is lost.
  /// - Returns: contexts that were given up.
  private func film(_ name: String, saving economy: DrawEconomy, losses: [Int]) throws -> Int {
    let clock = MediaClock(startingAt: 0)
    let demo = try #require(Gallery.demo(named: "frosted"))
    let root = demo.make(clock)
    var opened = 0
    let gl = try GLRenderer(saving: economy) { () throws(GLError) in
      let device = try GLDevice()
      // The first is lost when it is there; what draws before a frame is no frame.
      if opened > 0, opened < losses.count {
        let call = losses[opened]
        device.run { copengl_fail(COPENGL_CONTEXT_LOSS, call) }
      }
      opened += 1
      return device
    }
    let renderer = try OffscreenRenderer(
      size: CGSize(width: 64, height: 36), scale: 1, options: OffscreenRenderer.Options(clock: clock)
    ) { _ in gl }
    if let first = losses.first { gl.device.run { copengl_fail(COPENGL_CONTEXT_LOSS, first) } }
    try VideoExporter(path: folder.file(name), frameRate: 12).export(root, with: renderer, duration: 1)
    return gl.recoveries.count
  }

  @Test(
    "A context that is lost once, anywhere in a film, changes no byte of it", arguments: ["y4m", "mp4"],
    DrawEconomy.allCases)
  func once(format: String, economy: DrawEconomy) throws {
    #expect(try film("whole.\(format)", saving: economy, losses: []) == 0)
    let expected = try Data(contentsOf: folder.url.appending(path: "whole.\(format)"))
    var call = 1
    var recoveries = 0
    repeat {
      recoveries = try film("a.\(format)", saving: economy, losses: [call])
      #expect(try Data(contentsOf: folder.url.appending(path: "a.\(format)")) == expected, "call \(call)")
      call += 31 * every(2)
    } while recoveries == 1 && call < 4000
    // To the end of the film: twelve frames are some hundred calls.
    #expect(recoveries == 0 && call > 200)
    #expect(folder.contents == ["a.\(format)", "whole.\(format)"])
  }

  @Test(
    "A context that is lost twice in a frame is an error; no file comes of it, and one that was there stays",
    arguments: [[1, 1], [40, 20], [200, 60]], DrawEconomy.allCases)
  func twice(losses: [Int], economy: DrawEconomy) throws {
    let before = Data("before".utf8)
    try before.write(to: folder.url.appending(path: "a.mp4"))
    for name in ["a.mp4", "b.mkv", "c.y4m"] {
      let error = #expect(throws: RenderingError.self) { _ = try film(name, saving: economy, losses: losses) }
      guard case .deviceLost = error else {
        Issue.record("expected a lost device, got \(String(describing: error))")
        continue
      }
    }
    #expect(folder.contents == ["a.mp4"])
    #expect(try Data(contentsOf: folder.url.appending(path: "a.mp4")) == before)
  }
}
