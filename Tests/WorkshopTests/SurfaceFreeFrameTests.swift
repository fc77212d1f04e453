// Offscreen surfaces of the scenes that come with the program: those that can be drawn straight into the frame have
// none, and `inspect` says why the others have theirs.

import CoreGraphics
import Foundation
import Gallery
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct SurfaceFreeFrameTests {
  private func inspection(of name: String, at time: Double) throws -> FrameInspection {
    let demo = try #require(Gallery.demo(named: name))
    let clock = MediaClock(startingAt: 0)
    let previous = MediaClock.current
    MediaClock.current = clock
    defer { MediaClock.current = previous }
    let renderer = try OffscreenRenderer(size: demo.size, options: .init(clock: clock))
    return renderer.capture(demo.make(clock), at: time).inspection
  }

  @Test(
    "Cards with rounded clips, borders, shadows, opacity; shapes; particles; copies; moving in a plane and in space",
    arguments: [
      "cards", "shadow-cards", "shadow-full", "rectangles", "rectangles-antialiased", "sprites", "tree", "morph",
      "particles", "fire", "replicator", "swinging-door", "easing", "clock", "path", "bouncing-ball",
    ])
  func oneFrameOnePass(name: String) throws {
    for time in [0.7, 1.3] {
      let inspection = try inspection(of: name, at: time)
      #expect(inspection.passes.map { "\($0.layer ?? ""): \($0.reasons)" } == [": "], "at \(time) s")
      #expect(inspection.counters["offscreen pixels"] == "0")
    }
  }

  @Test func everySurfaceOfTheSheetHasItsReason() throws {
    let inspection = try inspection(of: "features", at: 1)
    // The frame's own pass stops for the surface that looks at what lies behind it, and goes on.
    let surfaces = inspection.passes.filter { $0.layer != nil }
    #expect(!surfaces.isEmpty && surfaces.allSatisfy { !$0.reasons.isEmpty })
    #expect(inspection.passes.count - surfaces.count == 2 && inspection.passes.last?.layer == nil)
    let reasons = Set(surfaces.map(\.reasons))
    for reason in [
      "mask", "shadow of composited alpha", "rounded clip inside a clip that it crosses",
      "group opacity with overlap", "rasterized", "filters", "blend mode", "backdrop filters",
      "clip under perspective",
      "transition",
    ] {
      #expect(reasons.contains { $0.contains(reason) }, "\(reason)")
    }
    let text = inspection.description
    #expect(text.contains("surface of wheel: mask") && text.contains("surface of ship: shadow of composited alpha"))
    #expect(text.contains("  shadow background") && text.contains("  gradient") && text.contains("  shape"))
  }
}
