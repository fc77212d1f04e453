import QuartzCore
import Testing

@Suite("20 Text layer") struct TextLayerTests {
  @Test(
    "Defaults and round trips",
    arguments: [
      ClassProperty("string", .none, .string("Hello")), ClassProperty("font", .string("Helvetica"), .string("Courier")),
      ClassProperty("fontSize", .number(36), .number(12)),
      ClassProperty("foregroundColor", .color(.testWhite), .color(.testRed)),
      ClassProperty("wrapped", .number(0), .number(1)),
      ClassProperty("truncationMode", .string("none"), .string("end")),
      ClassProperty("alignmentMode", .string("natural"), .string("center")),
      ClassProperty("allowsFontSubpixelQuantization", .number(0), .number(1)),
    ])
  func property(_ property: ClassProperty) { property.check(on: CATextLayer()) }

  @Test("20.2 defaults: Helvetica, 36, opaque white, natural, none, not wrapped")
  func accessors() {
    let layer = CATextLayer()
    #expect(layer.font as? String == "Helvetica" && layer.fontSize == 36 && layer.foregroundColor == .testWhite)
    #expect(layer.alignmentMode == .natural && layer.truncationMode == .none && !layer.isWrapped)
    #expect(layer.string == nil && !layer.allowsFontSubpixelQuantization)
    layer.isWrapped = true
    layer.truncationMode = .middle
    #expect(layer.value(forKey: "wrapped") as? Bool == true)
    #expect(layer.value(forKey: "truncationMode") as? String == "middle")
  }

  @Test("20.1 the string may be attributed")
  func attributed() {
    let layer = CATextLayer()
    let text = NSAttributedString(string: "Hello")
    layer.string = text
    #expect(layer.string as? NSAttributedString === text)
    layer.string = "Bye"
    #expect(layer.string as? String == "Bye")
    layer.string = nil
    #expect(layer.string == nil)
  }

  @Test(
    "20.7 a change of the text, or of how it looks, draws it again",
    arguments: [
      ("string", AnimatableValue.string("Hello")), ("fontSize", .number(12)), ("font", .string("Courier")),
      ("foregroundColor", .color(.testRed)), ("wrapped", .number(1)), ("truncationMode", .string("end")),
      ("alignmentMode", .string("right")), ("allowsFontSubpixelQuantization", .number(1)),
      ("contentsScale", .number(2)),
    ])
  func display(key: String, value: AnimatableValue) {
    let layer = CATextLayer()
    #expect(!layer.needsDisplay() && CATextLayer.needsDisplay(forKey: key))
    layer.setValue(value.boxed, forKey: key)
    #expect(layer.needsDisplay())
  }

  @Test("20.7, C-16 another style draws it again, other keys do not")
  func style() {
    let layer = CATextLayer()
    layer.style = ["fontSize": 12]
    #expect(layer.needsDisplay() && CATextLayer.needsDisplay(forKey: "style"))
    let others = [
      "bounds", "position", "opacity", "backgroundColor", "contents", "contentsRect", "contentsGravity", "x",
    ]
    for key in others {
      #expect(!CATextLayer.needsDisplay(forKey: key))
    }
    #expect(!CALayer.needsDisplay(forKey: "contentsScale") && !CALayer.needsDisplay(forKey: "style"))
  }

  @Test("20.7 setting what is there already draws nothing again")
  func noChange() {
    let layer = CATextLayer()
    layer.string = "Hello"
    layer.display()
    #expect(!layer.needsDisplay())
    layer.string = "Hello"
    #expect(!layer.needsDisplay())
  }

  @Test("1.16 an unknown alignment is kept; the raw values of the constants")
  func constants() {
    let layer = CATextLayer()
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "diagonal")
    #expect(layer.alignmentMode.rawValue == "diagonal")
    let alignments: [CATextLayerAlignmentMode] = [.natural, .left, .right, .center, .justified]
    #expect(alignments.map(\.rawValue) == ["natural", "left", "right", "center", "justified"])
    let truncations: [CATextLayerTruncationMode] = [.none, .start, .end, .middle]
    #expect(truncations.map(\.rawValue) == ["none", "start", "end", "middle"])
  }
}
