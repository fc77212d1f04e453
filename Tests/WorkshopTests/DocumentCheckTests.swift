// Findings of documents: each rule with a scene that provokes it, and one that must stay silent.

import CoreGraphics
import Documents
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct DocumentCheckTests {
  @Test(
    "What was said at reading is told by its topic",
    arguments: [
      (SceneNote.Topic.missingFile, CheckRule.missingFile, Finding.Severity.error), (.font, .fallbackFont, .warning),
      (.glyph, .missingGlyph, .error), (.textSize, .cutText, .warning), (.state, .deadState, .warning),
      (.keyPath, .unknownKeyPath, .error), (.color, .filmColors, .note), (.other, .notRead, .warning),
    ])
  func notes(topic: SceneNote.Topic, rule: CheckRule, severity: Finding.Severity) throws {
    let note = SceneNote(at: SourceLocation(file: "card.caml", line: 3, column: 7), "something", topic: topic)
    let report = try checkReport(notes: [note]) { stage([card("Card", 10, 10, 50, 50)]) }
    #expect(report.findings.map(\.rule) == [rule] && report.findings[0].severity == severity)
    #expect(report.findings[0].message == "card.caml:3:7: something")
  }

  @Test("Nothing is found in a scene without faults")
  func silence() throws {
    let report = try checkReport(duration: 2) {
      let bar = card("Bar", 20, 20, 100, 40)
      bar.add(animation("position.x", from: 60, to: 200, duration: 2), forKey: "move")
      return stage([bar, label("Hello", 40, 120, 200, 40)])
    }
    #expect(report.findings.map { "\($0.rule) \($0.message)" } == [])
    #expect(report.frames >= 5 && report.smallFrames == 61)
  }

  @Test("Colours that 8 bits clip, and those that they hold")
  func colors() throws {
    func scene(_ color: CGColor) -> CALayer {
      let bar = card("Bar", 20, 20, 100, 40)
      bar.backgroundColor = color
      return stage([bar])
    }
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try findings(.clippedColor) { scene(CGColor(colorSpace: wide, components: [1, 0, 0, 1])!) }
    #expect(red.count == 1 && red[0].layer == "Bar" && red[0].message.contains("outside of sRGB: 1.09 -0.23 -0.15"))
    let light = try findings(.clippedColor) { scene(CGColor(red: 2, green: 2, blue: 1.5, alpha: 1)) }
    #expect(light.count == 1 && light[0].message.contains("brighter than white"))
    #expect(try findings(.clippedColor) { scene(CGColor(colorSpace: wide, components: [0.6, 0.5, 0.5, 1])!) }.isEmpty)
  }

  @Test("A font that is not there, and one that is")
  func fonts() throws {
    func scene(_ font: String) -> CALayer {
      let text = label("Hello", 40, 80, 200, 40)
      text.font = font as CFTypeRef
      return stage([text])
    }
    let found = try findings(.fallbackFont, .notDrawn) { scene("Nowhere Grotesk") }
    #expect(found.count == 1 && found[0].message.contains("'Nowhere Grotesk'") && found[0].layer == "Label")
    #expect(try findings(.fallbackFont) { scene("Helvetica") }.isEmpty)
  }

  @Test("Each missing glyph, with its layer, its code and the font")
  func glyphs() throws {
    // Linear B and an unassigned character of a private plane.
    let found = try findings(.missingGlyph) { stage([label("A\u{F0000}B\u{F0001}", 40, 80, 200, 40)]) }
    #expect(found.count == 2 && found.allSatisfy { $0.layer == "Label" })
    #expect(found[0].message.contains("U+F0000") && found[1].message.contains("U+F0001"))
    #expect(try findings(.missingGlyph) { stage([label("Añ ü\tß", 40, 80, 200, 40)]) }.isEmpty)
  }

  private func picture(_ side: Int, shown: Double, _ filter: CALayerContentsFilter = .linear) -> CALayer {
    let layer = CALayer()
    layer.name = "Picture"
    layer.frame = CGRect(x: 10, y: 10, width: shown, height: shown)
    let pixels = (0..<side * side).flatMap { [UInt8($0 % 251), 90, 200, 255] as [UInt8] }
    layer.contents = CGImage(width: side, height: side, premultipliedRGBA: pixels)
    layer.magnificationFilter = filter
    return layer
  }

  @Test("Images that are enlarged more than twice")
  func images() throws {
    let found = try findings(.enlargedImage) { stage([picture(40, shown: 120)]) }
    #expect(found.count == 1 && found[0].message.contains("40x40 pixels is shown 3.0 times as large"))
    #expect(found.first?.box == CGRect(x: 10, y: 10, width: 120, height: 120))
    #expect(try findings(.enlargedImage) { stage([picture(60, shown: 120)]) }.isEmpty)
    #expect(try findings(.enlargedImage) { stage([picture(40, shown: 120, .nearest)]) }.isEmpty)
    #expect(try findings(.enlargedImage) { stage([picture(4, shown: 120)]) }.isEmpty)
  }

  /// A picture of a centre gravity in a layer of 50 points, white in a rectangle and transparent around.
  private func cut(_ white: CGRect, scale: CGFloat = 1, clips: Bool = true, _ change: (CALayer) -> Void = { _ in })
    -> CALayer
  {
    let layer = CALayer()
    layer.name = "Picture"
    layer.frame = CGRect(x: 10, y: 10, width: 50, height: 50)
    let pixels = (0..<100 * 100).flatMap { pixel -> [UInt8] in
      Array(repeating: white.contains(CGPoint(x: pixel % 100, y: pixel / 100)) ? 255 : 0, count: 4)
    }
    layer.contents = CGImage(width: 100, height: 100, premultipliedRGBA: pixels)
    (layer.contentsGravity, layer.contentsScale, layer.masksToBounds) = (.topLeft, scale, clips)
    change(layer)
    return stage([layer])
  }

  @Test("Images that a layer cuts off")
  func cutImages() throws {
    let all = CGRect(x: 0, y: 0, width: 100, height: 100)
    let found = try findings(.cutImage) { self.cut(all) }
    #expect(found.count == 1 && found[0].severity == .warning && found[0].message.contains("cuts off 75 %"))
    // A scale that fits, nothing that cuts, a filled layer, a part by contentsRect.
    #expect(try findings(.cutImage) { self.cut(all, scale: 2) }.isEmpty)
    #expect(try findings(.cutImage) { self.cut(all, clips: false) }.isEmpty)
    #expect(try findings(.cutImage) { self.cut(all) { $0.contentsGravity = .resizeAspectFill } }.isEmpty)
    let part = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
    #expect(try findings(.cutImage) { self.cut(all) { $0.contentsRect = part } }.isEmpty)
    // Top is maximum y: the last rows of 50 points of a picture whose first row lies at minimum y.
    let last = CGRect(x: 0, y: 50, width: 50, height: 50)
    #expect(try findings(.cutImage) { self.cut(last) }.isEmpty)
    #expect(try findings(.cutImage) { self.cut(last.offsetBy(dx: 50, dy: 0)) }.count == 1)
    let beyond = try findings(.cutImage) { self.cut(all) { $0.contentsRect = CGRect(x: 0, y: 0, width: 2, height: 1) } }
    #expect(beyond.count == 1 && beyond[0].message.contains("contentsRect"))
    let growing = try findings(.cutImage, duration: 1) {
      self.cut(all) { $0.add(animation("bounds.size.width", from: 10, to: 50, duration: 1), forKey: "grow") }
    }
    #expect(growing.isEmpty)
  }

  @Test("States that set something and look as the scene does; states by themselves")
  func states() throws {
    let states = [("Same", true), ("Empty", false), ("Lost", true)].map {
      SceneCheck.State($0.0, setsValues: $0.1)
    }
    let report = try checkReport(others: states) { state in
      let lost = card("Card", state == "Lost" ? 900 : 20, 20, 50, 50)
      let text = label("Hard to read", 20, 120, 200, 40, gray: state == "Lost" ? 0.2 : 1)
      return stage([lost, text, card("Never", 900, 0, 10, 10)])
    }
    #expect(report.states == 4 && report.frames == 4)
    #expect(report.findings.filter { $0.rule == .deadState }.map(\.message).count == 1)
    #expect(report.findings.contains { $0.rule == .deadState && $0.message.contains("'Same'") })
    // The card is seen in other states.
    #expect(report.findings.filter { $0.rule == .neverSeen }.map(\.layer) == ["Never"])
    #expect(report.findings.filter { $0.rule == .contrast }.map(\.state) == ["Lost"])
    #expect(report.description.contains("in the state 'Lost'"))
  }

  @Test("Animations that never run, and key paths that nobody has")
  func animations() throws {
    func scene(_ keyPath: String, begin: Double) -> CALayer {
      let bar = card("Bar", 20, 20, 100, 40)
      bar.add(animation(keyPath, from: 60, to: 200, duration: 1, begin: begin), forKey: "move")
      return stage([bar])
    }
    let late = try findings(.idleAnimation, .unknownKeyPath, duration: 2) { scene("position.x", begin: 3) }
    #expect(late.map(\.rule) == [.idleAnimation] && late[0].message.contains("begins at 3.00 s"))
    let unknown = try findings(.idleAnimation, .unknownKeyPath, duration: 2) { scene("positoin.x", begin: 0.5) }
    #expect(unknown.map(\.rule) == [.unknownKeyPath] && unknown[0].message.contains("positoin.x"))
    #expect(unknown[0].message.hasSuffix("did you mean 'position.x'?"))
    #expect(try findings(.idleAnimation, .unknownKeyPath, duration: 2) { scene("position.x", begin: 1.5) }.isEmpty)
  }
}
