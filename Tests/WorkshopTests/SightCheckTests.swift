// Findings of what is seen, texts apart: each rule with a scene that provokes it, and one that must stay silent.

import CoreGraphics
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct SightCheckTests {
  @Test("Layers that are never in the frame")
  func neverSeen() throws {
    let found = try findings(.neverSeen, duration: 1) { stage([card("Lost", 400, 10, 50, 50)]) }
    #expect(found.map(\.layer) == ["Lost"])
    #expect(
      try findings(.neverSeen, duration: 1) {
        let clip = card("Clip", 0, 0, 100, 100)
        clip.masksToBounds = true
        clip.sublayers = [card("Cut", 120, 10, 50, 50)]
        return stage([clip])
      }.map(\.layer) == ["Clip/Cut"])
    // What comes in later, what is hidden on purpose, and what a mask is made of.
    let silent = try findings(.neverSeen, duration: 1) {
      let late = card("Late", 400, 10, 50, 50)
      late.add(animation("position.x", from: 420, to: 100, duration: 1), forKey: "move")
      let hidden = card("Hidden", 400, 10, 50, 50)
      hidden.isHidden = true
      let masked = card("Masked", 0, 0, 50, 50)
      masked.mask = card("Mask", 10, 10, 20, 20)
      return stage([late, hidden, masked])
    }
    #expect(silent.map(\.layer) == [])
  }

  @Test("The outermost layer in which nothing is seen; not copies, what scrolls, and parts of drawings")
  func units() throws {
    func group(_ name: String, _ x: Double, _ layers: [CALayer]) -> CALayer {
      let group = CALayer()
      (group.name, group.position, group.sublayers) = (name, CGPoint(x: x, y: 0), layers)
      return group
    }
    #expect(
      try findings(.neverSeen) {
        stage([group("Group", 400, [card("A", 0, 10, 50, 50), card("B", 90, 10, 50, 50)])])
      }.map(\.layer) == ["Group"])
    #expect(
      try findings(.neverSeen) {
        stage([group("Group", 0, [card("A", 0, 10, 50, 50), card("B", 400, 10, 50, 50)])])
      }.map(\.layer) == ["Group/B"])
    #expect(
      try findings(.neverSeen) {
        stage([group("Group", 0, [card("Copy", 0, 10, 50, 50), card("Copy", 400, 10, 50, 50)])])
      }.isEmpty)
    #expect(
      try findings(.neverSeen) {
        let scroll = CAScrollLayer()
        scroll.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        scroll.masksToBounds = true
        scroll.sublayers = [card("First", 0, 10, 50, 50), card("Next", 0, 210, 50, 50)]
        return stage([scroll])
      }.isEmpty)
    var options = SceneCheck.Options()
    options.hasParts = true
    let report = try checkReport(options) {
      let shapes = [10.0, 400].map { x in
        let shape = CAShapeLayer()
        (shape.name, shape.fillColor) = ("Fill \(x)", CGColor(gray: 1, alpha: 1))
        shape.path = CGPath(rect: CGRect(x: x, y: 10, width: 30, height: 30), transform: nil)
        return shape
      }
      return stage([group("Drawing", 0, shapes)])
    }
    #expect(report.findings.filter { $0.rule == .neverSeen }.isEmpty)
  }

  @Test("A picture near the frame's edge, outside of the inner 93 %")
  func safeAreas() throws {
    func scene(_ x: Double, _ side: Double = 60, count: Int = 1) -> CALayer {
      stage(
        (0..<count).map { index in
          let logo = card("Logo \(index)", x, 100 + Double(index) * 70, side, side)
          logo.contents = CGImage(
            width: 64, height: 64, premultipliedRGBA: Array(repeating: UInt8(200), count: 64 * 64 * 4))
          return logo
        }, width: 960, height: 540)
    }
    let found = try findings(.safeArea, width: 960, height: 540, duration: 2) { scene(10) }
    #expect(found.count == 1 && found[0].message.contains("action-safe") && found[0].layer == "Logo 0")
    // Inside, at the edge, a background, a pattern.
    #expect(try findings(.safeArea, width: 960, height: 540, duration: 2) { scene(36) }.isEmpty)
    #expect(try findings(.safeArea, width: 960, height: 540, duration: 2) { scene(0) }.isEmpty)
    #expect(try findings(.safeArea, width: 960, height: 540, duration: 2) { scene(10, 400) }.isEmpty)
    #expect(try findings(.safeArea, width: 960, height: 540, duration: 2) { scene(10, count: 5) }.isEmpty)
    var options = SceneCheck.Options()
    options.hasParts = true
    let drawing = try checkReport(width: 960, height: 540, duration: 2, options) { scene(10) }
    #expect(!drawing.findings.contains { $0.rule == .safeArea })
  }

  @Test("Layers that something opaque hides all the time")
  func covered() throws {
    func scene(alpha: CGFloat) -> CALayer {
      stage([card("Under", 20, 20, 50, 50, gray: 0.5), card("Over", 10, 10, 100, 100, alpha: alpha)])
    }
    let found = try findings(.covered, duration: 1) { scene(alpha: 1) }
    #expect(found.map(\.layer) == ["Under"] && found.first?.box == CGRect(x: 20, y: 20, width: 50, height: 50))
    #expect(try findings(.covered, duration: 1) { scene(alpha: 0.9) }.isEmpty)
    let moving = try findings(.covered, duration: 1) {
      let root = scene(alpha: 1)
      root.sublayers![1].add(animation("position.x", from: 60, to: 200, duration: 1), forKey: "move")
      return root
    }
    #expect(moving.isEmpty)
  }

  @Test("Layers that have something to show, and no size")
  func noSize() throws {
    #expect(try findings(.noSize) { stage([card("Flat", 20, 20, 50, 0)]) }.map(\.layer) == ["Flat"])
    let silent = try findings(.noSize, duration: 1) {
      let growing = card("Growing", 20, 20, 0, 10)
      growing.add(animation("bounds.size.width", from: 0, to: 100, duration: 1), forKey: "grow")
      let group = CALayer()
      group.sublayers = [card("Inside", 10, 10, 20, 20)]
      return stage([growing, group])
    }
    #expect(silent.map(\.layer) == [])
  }

  @Test("Pictures that stand still")
  func standstills() throws {
    func scene(_ duration: Double) -> CALayer {
      let bar = card("Bar", 20, 20, 100, 40)
      bar.add(animation("position.x", from: 60, to: 200, duration: duration), forKey: "move")
      return stage([bar])
    }
    let found = try findings(.stillPicture, duration: 9) { scene(2) }
    #expect(found.count == 1)
    let time = try #require(found.first?.times.first)
    #expect(abs(time.lowerBound - 2) < 0.05 && abs(time.upperBound - 9) < 0.05)
    #expect(try findings(.stillPicture, duration: 9) { scene(8) }.isEmpty)
    #expect(try findings(.stillPicture, duration: 9) { stage([card("Bar", 20, 20, 100, 40)]) }.isEmpty)
  }
}
