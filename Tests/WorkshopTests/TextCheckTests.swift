// Findings of texts: each rule with a scene that provokes it, and one that must stay silent.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct TextCheckTests {
  @Test("Text that its layer, the frame or its room cuts off")
  func cutText() throws {
    let narrow = try findings(.cutText) { stage([label("Far too long for this", 20, 80, 60, 30)]) }
    #expect(narrow.count == 1 && narrow[0].message.contains("cut off by its layer's bounds"))
    let outside = try findings(.cutText) { stage([label("Out of the frame", 240, 80, 300, 30)]) }
    #expect(outside.count == 1 && outside[0].message.contains("cut off by the frame"))
    let full = try findings(.cutText) {
      let text = label("One two three four five six seven eight nine ten", 20, 20, 120, 40)
      (text.isWrapped, text.truncationMode) = (true, .end)
      return stage([text])
    }
    #expect(full.count == 1 && full[0].message.contains("left out"))
    // An ellipsis is asked for, what has no room is not.
    #expect(full[0].severity == .note && narrow[0].severity == .warning)
    #expect(try findings(.cutText) { stage([label("It fits", 20, 80, 200, 30)]) }.isEmpty)
  }

  @Test("Text on its way is not cut off")
  func movingText() throws {
    func scene(rests: Bool) -> CALayer {
      let text = label("On its way", 20, 80, 200, 30)
      let move = animation("position.x", from: -60, to: rests ? 70 : 120, duration: 0.6)
      text.add(move, forKey: "move")
      return stage([text])
    }
    #expect(try findings(.cutText, duration: 3) { scene(rests: false) }.isEmpty)
    #expect(try findings(.cutText, duration: 3) { scene(rests: true) }.count == 1)
  }

  @Test("Texts of a page with the same fault are told once")
  func gathering() throws {
    func scene(_ count: Int) -> CALayer {
      stage((0..<count).map { label("Far too long for this", 20, Double($0) * 30, 60, 30) })
    }
    let many = try findings(.cutText) { scene(6) }
    #expect(many.count == 1 && many[0].message.contains("6 such layers"))
    let page = try findings(.cutText) {
      let root = scene(5)
      for (index, layer) in root.sublayers!.enumerated() { layer.name = "Label \(index)" }
      return root
    }
    #expect(page.count == 1 && page[0].message.contains("the same holds of 4 more layers beside it"))
    #expect(page[0].box?.height ?? 0 > 120)
    let few = try findings(.cutText) {
      let root = scene(3)
      for (index, layer) in root.sublayers!.enumerated() { layer.name = "Label \(index)" }
      return root
    }
    #expect(few.count == 3)
  }

  @Test("Text outside of the inner 90 % of a film")
  func safeArea() throws {
    func scene(x: Double) -> CALayer { stage([label("Title", x, 250, 200, 40, size: 30)], width: 960, height: 540) }
    let found = try findings(.safeArea, width: 960, height: 540) { scene(x: 20) }
    #expect(found.count == 1 && found[0].severity == .note && found[0].message.contains("93 %"))
    // 960 pixels lose 33.6 on either side of the inner 93 %, and 48 of the inner 90.
    let titles = try findings(.safeArea, width: 960, height: 540) { scene(x: 38) }
    #expect(titles.count == 1 && titles[0].message.contains("inner 90 %") && !titles[0].message.contains("93"))
    #expect(try findings(.safeArea, width: 960, height: 540) { scene(x: 60) }.isEmpty)
  }

  @Test("Text that is shown too short to be read")
  func readingTime() throws {
    func scene(_ seconds: Double) -> CALayer {
      let text = label("Forty characters take two seconds to read", 10, 80, 300, 30, size: 14)
      text.opacity = 0
      let show = CAKeyframeAnimation(keyPath: "opacity")
      (show.values, show.keyTimes, show.calculationMode) = ([1, 1], [0, 1, 1], .discrete)
      (show.beginTime, show.duration) = (1, seconds)
      text.add(show, forKey: "show")
      return stage([text])
    }
    let found = try findings(.readingTime, duration: 6) { scene(0.5) }
    #expect(found.count == 1 && found[0].message.contains("takes 2.05"))
    #expect(try findings(.readingTime, duration: 6) { scene(3.5) }.isEmpty)
    // A picture that is shown as long as one likes.
    #expect(
      try findings(.readingTime, duration: 0.5) { stage([label("Shown for all of a short film", 10, 80, 300, 30)]) }
        .isEmpty)
  }
}

@MainActor @Suite(.serialized) struct ContrastTests {
  /// The contrast of two grays, by WCAG's formula.
  private func ratio(_ a: Double, _ b: Double) -> Double {
    func light(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    return (max(light(a), light(b)) + 0.05) / (min(light(a), light(b)) + 0.05)
  }

  /// The ratio that a finding tells of.
  private func told(_ finding: Finding) throws -> Double {
    let words = try #require(finding.message.split(separator: " is ").dropFirst().first).split(separator: " ")
    return try #require(Double(words[0]))
  }

  @Test("Contrast with what lies behind", arguments: [(0.5, 0.4), (0.6, 0.45), (0.2, 0.3)])
  func low(text: Double, behind: Double) throws {
    let found = try findings(.contrast) {
      stage(
        [card("Plate", 0, 0, 320, 200, gray: behind), label("Hard to read", 20, 80, 280, 50, size: 22, gray: text)])
    }
    #expect(found.count == 1 && found[0].layer == "Label")
    #expect(abs(try told(found[0]) - ratio(text, behind)) < 0.15)
  }

  @Test("Large text needs less", arguments: [(22.0, true), (30, false)])
  func sizes(size: Double, isFound: Bool) throws {
    // 3.7 to 1.
    let found = try findings(.contrast) {
      stage([card("Plate", 0, 0, 320, 200, gray: 0.52), label("A title", 20, 80, 280, 50, size: size)])
    }
    #expect(found.isEmpty == !isFound)
  }

  /// The contrast that is told of a gray text on a gray plate in a group, which a change of it puts into a surface.
  private func told(text: Double, plate: Double, _ change: @escaping (CALayer) -> Void) throws -> Double? {
    let found = try findings(.contrast) {
      let group = CALayer()
      group.frame = CGRect(x: 0, y: 0, width: 320, height: 200)
      group.sublayers = [
        card("Plate", 0, 0, 320, 200, gray: plate), label("Hard to read", 20, 80, 280, 50, size: 22, gray: text),
      ]
      change(group)
      return stage([group])
    }
    return try found.first.map { try told($0) }
  }

  @Test("In groups: translucent as a whole, masked, filtered, rasterized")
  func surfaces() throws {
    // Over black half of a gray is left.
    let faint = try #require(try told(text: 1, plate: 0.6) { $0.opacity = 0.5 })
    #expect(abs(faint - ratio(0.5, 0.3)) < 0.15)
    let masked = try #require(
      try told(text: 0.6, plate: 0.45) { group in
        let mask = CAGradientLayer()
        mask.frame = group.bounds
        mask.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 1)]
        mask.cornerRadius = 30
        group.mask = mask
      })
    #expect(abs(masked - ratio(0.6, 0.45)) < 0.15)
    let inverted = try #require(
      try told(text: 0.5, plate: 0.65) { group in
        group.filters = [CAFilter(type: "colorInvert")]
      })
    #expect(abs(inverted - ratio(0.5, 0.35)) < 0.15)
    let kept = try #require(try told(text: 0.6, plate: 0.45) { $0.shouldRasterize = true })
    #expect(abs(kept - ratio(0.6, 0.45)) < 0.15)
    #expect(try told(text: 1, plate: 0.1) { $0.opacity = 0.9 } == nil)
  }

  @Test("What hides a part of a text is no matter of contrast")
  func hidden() throws {
    let found = try findings(.contrast) {
      stage([label("Half of this is hidden", 20, 80, 280, 50, size: 22), card("Cover", 0, 0, 150, 200, gray: 0.9)])
    }
    #expect(found.isEmpty)
  }

  @Test("Silent: text that is clear, that fades in, or that has its own plate")
  func silence() throws {
    #expect(try findings(.contrast) { stage([label("Clear", 20, 80, 280, 50)]) }.isEmpty)
    let fading = try findings(.contrast, duration: 3) {
      let text = label("Fades in", 20, 80, 280, 50)
      text.add(animation("opacity", from: 0, to: 1, duration: 2), forKey: "fade")
      return stage([text])
    }
    #expect(fading.isEmpty)
    let plate = try findings(.contrast) {
      let text = label("On a plate", 20, 80, 200, 40)
      text.backgroundColor = CGColor(gray: 0, alpha: 1)
      return stage([card("White", 0, 0, 320, 200), text])
    }
    #expect(plate.isEmpty)
    let without = try findings(.contrast) {
      stage([card("White", 0, 0, 320, 200, gray: 0.95), label("White on white", 20, 80, 200, 40)])
    }
    #expect(without.count == 1)
  }
}
