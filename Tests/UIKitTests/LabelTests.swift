// Labels: their sizes are those of strings and text layers, their pixels those of strings drawn where they should
// stand.

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Labels") struct LabelTests {
  private let font = UIFont.systemFont(ofSize: 20)

  private func label(_ text: String?, _ size: CGSize = CGSize(width: 200, height: 40)) -> UILabel {
    let label = UILabel(frame: CGRect(origin: .zero, size: size))
    label.text = text
    label.font = font
    return label
  }

  /// The pixels that a label draws, four bytes each.
  private func pixels(_ label: UILabel) throws -> [UInt8] {
    UIGraphicsBeginImageContextWithOptions(label.bounds.size, false, 1)
    defer { UIGraphicsEndImageContext() }
    label.draw(label.bounds)
    return try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).pixels
  }

  /// The box of the pixels of a colour that are at least half covered.
  private func ink(_ label: UILabel, where isInk: (ArraySlice<UInt8>) -> Bool = { _ in true }) throws -> CGRect {
    let (pixels, width) = (try pixels(label), Int(label.bounds.width))
    var box = CGRect.null
    for index in 0..<pixels.count / 4 {
      let pixel = pixels[index * 4..<index * 4 + 4]
      guard pixel[pixel.startIndex + 3] >= 128, isInk(pixel) else { continue }
      box = box.union(CGRect(x: index % width, y: index / width, width: 1, height: 1))
    }
    return box
  }

  private func boundingSize(_ text: String, width: CGFloat = .greatestFiniteMagnitude) -> CGSize {
    text.boundingRect(
      with: CGSize(width: width, height: .greatestFiniteMagnitude), options: .usesLineFragmentOrigin,
      attributes: [.font: font], context: nil
    ).size
  }

  private let long = "several words that take several lines of a label"

  @Test("A new label: UIKit's defaults, no size, no touches")
  func defaults() {
    let label = UILabel()
    #expect(label.text == nil && label.attributedText == nil && label.font == .systemFont(ofSize: 17))
    #expect(label.textColor == .label && label.textAlignment == .natural && label.numberOfLines == 1)
    #expect(label.lineBreakMode == .byTruncatingTail && label.shadowColor == nil)
    #expect(label.shadowOffset == CGSize(width: 0, height: -1) && label.isEnabled && !label.isHighlighted)
    #expect(!label.isUserInteractionEnabled && label.contentMode == .redraw && label.minimumScaleFactor == 0)
    #expect(label.intrinsicContentSize == .zero && label.sizeThatFits(CGSize(width: 50, height: 50)) == .zero)
    label.font = .systemFont(ofSize: 30)
    label.textColor = .red
    (label.font, label.textColor) = (nil, nil)
    #expect(label.font == .systemFont(ofSize: 17) && label.textColor == .label)
  }

  @Test("Sizes are those of the string and of a text layer, rounded up to pixels", arguments: [1.0, 2.0, 3.0])
  func sizes(scale: CGFloat) {
    let old = UIScreen.main.scale
    UIScreen.main.scale = scale
    defer { UIScreen.main.scale = old }
    func up(_ size: CGSize) -> CGSize {
      CGSize(
        width: (size.width * scale - 1e-6).rounded(.up) / scale,
        height: (size.height * scale - 1e-6).rounded(.up) / scale)
    }
    let label = label("Hello, label")
    #expect(label.intrinsicContentSize == up(boundingSize("Hello, label")))
    #expect(label.sizeThatFits(CGSize(width: 10, height: 10)) == label.intrinsicContentSize)
    label.text = long
    #expect(label.intrinsicContentSize == up(boundingSize(long)))
    label.numberOfLines = 0
    #expect(label.sizeThatFits(CGSize(width: 130, height: 10)) == up(boundingSize(long, width: 130)))
    #expect(label.intrinsicContentSize == up(boundingSize(long)))
    label.preferredMaxLayoutWidth = 130
    #expect(label.intrinsicContentSize == up(boundingSize(long, width: 130)))
    let layer = CATextLayer()
    (layer.string, layer.font, layer.fontSize, layer.isWrapped) = (long, font, 20, true)
    layer.bounds.size.width = 130
    #expect(label.intrinsicContentSize == up(layer.preferredFrameSize()))
    // In the size that it asks for all of its lines have room.
    label.frame.size = label.intrinsicContentSize
    let whole = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 0)
    #expect(whole == label.bounds)
  }

  @Test("Lines: at most as many as asked for, and as have room in whole")
  func lines() {
    let label = label(long, CGSize(width: 130, height: 300))
    func lines(_ limit: Int, height: CGFloat = 300) -> CGFloat {
      let bounds = CGRect(x: 0, y: 0, width: 130, height: height)
      return (label.textRect(forBounds: bounds, limitedToNumberOfLines: limit).height / font.lineHeight).rounded()
    }
    let all = (boundingSize(long, width: 130).height / font.lineHeight).rounded()
    #expect(all >= 4 && lines(0) == all && lines(1) == 1 && lines(2) == 2 && lines(99) == all && lines(-1) == all)
    #expect(lines(0, height: font.lineHeight * 3.5) == 3 && lines(2, height: font.lineHeight * 3.5) == 2)
    label.lineBreakMode = .byWordWrapping
    #expect(lines(0) == all && lines(2) == 2 && lines(0, height: font.lineHeight * 3.5) == 3)
    label.text = "one\ntwo\nthree"
    #expect(lines(0) == 3 && lines(2) == 2)
  }

  @Test(
    "The part of text that is cut off gives way to an ellipsis",
    arguments: [NSLineBreakMode.byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail])
  func truncation(mode: NSLineBreakMode) throws {
    let label = label("HHHHHHHHHHHHHHHH", CGSize(width: 130, height: 40))
    label.lineBreakMode = mode
    let (box, pixels) = (try ink(label), try pixels(label))
    // No letter more had room.
    let letter = boundingSize("HH").width - boundingSize("H").width
    #expect(box.maxX <= 130 && box.maxX > 130 - letter - 3)
    // Letters are where there is ink above the baseline's row of dots; the ellipsis is the widest part without.
    let row = Int(box.midY) - 3
    let columns = (0..<130).filter { pixels[(row * 130 + $0) * 4 + 3] >= 128 }
    let edges = [Int(box.minX)] + columns + [Int(box.maxX)]
    let gap = try #require(zip(edges, edges.dropFirst()).max { $0.1 - $0.0 < $1.1 - $1.0 })
    #expect(CGFloat(gap.1 - gap.0) > boundingSize("…").width * 0.7)
    #expect((gap.0 == Int(box.minX)) == (mode == .byTruncatingHead))
    #expect((gap.1 == Int(box.maxX)) == (mode == .byTruncatingTail))
  }

  @Test(
    "The last of several lines is cut off; without truncation it ends at a word; at the end of a line an ellipsis too")
  func lastLine() throws {
    let cut = label("aaaa bbbb cccc dddd", CGSize(width: boundingSize("bbbb…").width.rounded(.up) + 1, height: 60))
    cut.numberOfLines = 2
    let expected = label("aaaa\nbbbb…", cut.bounds.size)
    expected.numberOfLines = 0
    let (box, whole) = (try ink(cut), try ink(expected))
    #expect(box.height == whole.height && box.minY == whole.minY && abs(box.maxX - whole.maxX) <= 1)
    (cut.lineBreakMode, expected.text) = (.byWordWrapping, "aaaa\nbbbb")
    #expect(try pixels(cut) == pixels(expected))
    (cut.numberOfLines, cut.lineBreakMode, cut.text, expected.text) = (1, .byTruncatingTail, "aa\nbb", "aa…")
    #expect(try pixels(cut) == pixels(expected))
    // Clipped text is the beginning of the whole text.
    (cut.lineBreakMode, cut.text) = (.byClipping, "several words")
    let wide = label("several words", CGSize(width: 200, height: 60))
    let (part, all, width) = (try pixels(cut), try pixels(wide), Int(cut.bounds.width) * 4)
    #expect((0..<60).allSatisfy { part[$0 * width..<($0 + 1) * width] == all[$0 * 800..<$0 * 800 + width] })
  }

  @Test("Text is in the middle of the height, one line or three", arguments: [40.0, 41.0, 90.0, 133.0])
  func verticalCentre(height: CGFloat) throws {
    for text in ["HHH", "HHH\nHHH\nHHH"] where text.count == 3 || height >= 90 {
      let label = label(text, CGSize(width: 100, height: height))
      label.numberOfLines = 0
      let box = try ink(label)
      let lines = CGFloat(text.split(separator: "\n").count)
      let top = (height - lines * font.lineHeight) / 2
      // Capital letters stand on their baseline.
      #expect(abs(box.minY - (top + font.ascender - font.capHeight)) <= 1)
      #expect(abs(box.maxY - (top + font.ascender + (lines - 1) * font.lineHeight)) <= 1)
    }
  }

  @Test("Text stands at its edge; natural is the script's")
  func alignment() throws {
    let label = label("Hi")
    #expect(try ink(label).minX < 5)
    label.textAlignment = .right
    #expect(try ink(label).maxX > 195)
    let width = label.intrinsicContentSize.width
    #expect(label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1).minX >= 200 - width - 1)
    label.textAlignment = .center
    #expect(try abs(ink(label).midX - 100) <= 1.5)
    #expect(abs(label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1).midX - 100) <= 1)
    label.textAlignment = .natural
    label.text = "مرحبا"
    #expect(try ink(label).maxX > 190 && ink(label).minX > 100)
    // Lines that run to the left break within the width, and are cut off at the left.
    label.text = "مرحبا بالعالم، هذا نص عربي طويل لا يتسع له السطر الواحد"
    label.numberOfLines = 0
    label.frame.size.height = 400
    let all = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 0)
    let one = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1)
    #expect(all.height > one.height * 1.9 && all.width <= 200 && abs(all.maxX - 200) <= 1)
    #expect(try ink(label).height > one.height && ink(label).maxX > 190 && abs(ink(label).midY - 200) < one.height / 4)
  }

  @Test("Text is made smaller to fit, as far as it may be, on the baseline that it had")
  func shrinking() throws {
    let label = label("HHHHHHHHHHHHHHHH", CGSize(width: 100, height: 40))
    let natural = label.intrinsicContentSize.width
    label.adjustsFontSizeToFitWidth = true
    let factor = 100 / natural
    let fitted = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1)
    #expect(fitted.width <= 100 && fitted.width >= 98)
    #expect(abs(fitted.height - (font.lineHeight * factor).rounded(.up)) <= 1)
    #expect(label.intrinsicContentSize.width == natural)
    let baseline = (40 - font.lineHeight) / 2 + font.ascender
    #expect(try abs(ink(label).maxY - baseline) <= 1 && ink(label).maxX > 95)
    label.baselineAdjustment = .alignCenters
    let small = font.withSize(20 * factor)
    #expect(try abs(ink(label).maxY - ((40 - small.lineHeight) / 2 + small.ascender)) <= 1)
    label.baselineAdjustment = .none
    #expect(try abs(ink(label).maxY - ((40 - font.lineHeight) / 2 + small.ascender)) <= 1)
    // Not below the limit: there it is cut off.
    label.minimumScaleFactor = 0.9
    let limited = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1)
    #expect(abs(limited.height - (font.lineHeight * 0.9).rounded(.up)) <= 1)
    // Text that fits keeps its size.
    label.text = "HH"
    #expect(label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1).size == label.intrinsicContentSize)
    // Several lines: until all is shown.
    (label.text, label.numberOfLines, label.minimumScaleFactor) = (long, 2, 0)
    label.frame.size = CGSize(width: 160, height: 60)
    let two = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 2)
    #expect(two.height < 2 * font.lineHeight && two.width > 100)
  }

  @Test("The shadow is the text again, as far away as its offset, in its colour")
  func shadow() throws {
    let label = label("H", CGSize(width: 60, height: 80))
    label.textColor = .red
    let plain = try ink(label)
    label.shadowColor = .blue
    #expect(try ink(label).minY == plain.minY - 1 && ink(label).size.width == plain.width)
    label.shadowOffset = CGSize(width: 20, height: 25)
    let blue = try ink(label) { $0[$0.startIndex + 2] > 128 }
    #expect(blue == plain.offsetBy(dx: 20, dy: 25))
    #expect(try ink(label) { $0[$0.startIndex] > 128 } == plain)
  }

  @Test("Highlighted, disabled and dynamic colours")
  func colors() throws {
    let label = label("H")
    label.textColor = .red
    label.highlightedTextColor = .blue
    func strongest() throws -> [UInt8] {
      let all = try pixels(label)
      return (0..<all.count / 4).map { Array(all[$0 * 4..<$0 * 4 + 4]) }.max { $0[3] < $1[3] } ?? []
    }
    #expect(try strongest() == [255, 0, 0, 255])
    label.isHighlighted = true
    #expect(try strongest() == [0, 0, 255, 255])
    label.isHighlighted = false
    label.isEnabled = false
    #expect(try strongest().enumerated().allSatisfy { abs(Int($1) - [128, 0, 0, 128][$0]) <= 1 })
    label.isEnabled = true
    label.textColor = nil
    #expect(try strongest() == [0, 0, 0, 255])
    label.overrideUserInterfaceStyle = .dark
    #expect(try strongest() == [255, 255, 255, 255])
  }

  @Test("Attributed text keeps its attributes; what it does not say is the label's; setters change all of it")
  func attributed() throws {
    let text = NSMutableAttributedString(string: "big small")
    text.addAttributes(
      [.font: UIFont.systemFont(ofSize: 40), .foregroundColor: UIColor.green], range: NSRange(location: 0, length: 3))
    let label = label("plain")
    label.attributedText = text
    #expect(label.attributedText == text && label.text == "big small")
    let expected = NSMutableAttributedString(attributedString: text)
    expected.addAttribute(.font, value: font, range: NSRange(location: 3, length: 6))
    #expect(abs(label.intrinsicContentSize.width - expected.size().width) <= 1)
    #expect(label.intrinsicContentSize.height == expected.size().height.rounded(.up))
    // A string that changes later changes nothing.
    text.mutableString.setString("other")
    #expect(label.text == "big small")
    label.font = font
    label.textAlignment = .right
    let value = try #require(label.attributedText)
    #expect(value.attribute(.font, at: 0, effectiveRange: nil) as? UIFont == font)
    #expect(value.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .green)
    #expect((value.attribute(.paragraphStyle, at: 8, effectiveRange: nil) as? NSParagraphStyle)?.alignment == .right)
    #expect(abs(label.intrinsicContentSize.width - boundingSize("big small").width) <= 1)
    label.text = "plain"
    let plain = try #require(label.attributedText)
    #expect(plain.string == "plain" && plain.attribute(.font, at: 0, effectiveRange: nil) as? UIFont == font)
    // A paragraph's own way to break lines does not keep the label from having several.
    let style = NSMutableParagraphStyle()
    style.lineBreakMode = .byTruncatingTail
    label.attributedText = NSAttributedString(string: long, attributes: [.font: font, .paragraphStyle: style])
    label.numberOfLines = 0
    #expect(
      label.sizeThatFits(CGSize(width: 130, height: 0)).height == boundingSize(long, width: 130).height.rounded(.up))
  }

  // MARK: Display

  private final class Inset: UILabel {
    var rects: [CGRect] = []
    let insets = UIEdgeInsets(top: 3, left: 10, bottom: 5, right: 12)
    override func drawText(in rect: CGRect) {
      rects.append(rect)
      super.drawText(in: rect.inset(by: insets))
    }
    override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
      let outer = UIEdgeInsets(top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right)
      return super.textRect(forBounds: bounds.inset(by: insets), limitedToNumberOfLines: numberOfLines).inset(by: outer)
    }
  }

  @Test("A subclass insets its text: it is asked for its box and to draw, and its size has room for both")
  func subclass() throws {
    let plain = label("Hello")
    let label = Inset()
    (label.text, label.font) = ("Hello", font)
    #expect(label.intrinsicContentSize.width == plain.intrinsicContentSize.width + 22)
    #expect(label.intrinsicContentSize.height == plain.intrinsicContentSize.height + 8)
    label.sizeToFit()
    plain.sizeToFit()
    let (inner, outer) = (try ink(plain), try ink(label))
    #expect(outer == inner.offsetBy(dx: 10, dy: 3) && label.rects.allSatisfy { $0 == label.bounds })
  }

  @Test("A label is drawn once, and again only for what changes it")
  func redraws() {
    let label = Inset(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    label.text = "Hello"
    let host = LayerHost(layer: label.layer, clock: MediaClock(startingAt: 0))
    /// How often the label is drawn for a change.
    func draws(_ change: () -> Void) -> Int {
      let before = label.rects.count
      change()
      CATransaction.flush()
      return label.rects.count - before
    }
    #expect(draws {} == 1 && label.layer.contents != nil)
    #expect(draws {} == 0)
    #expect(draws { label.text = "Hello" } == 0)
    #expect(draws { label.font = .systemFont(ofSize: 17) } == 0)
    #expect(draws { label.center = CGPoint(x: 80, y: 80) } == 0)
    #expect(draws { label.isHighlighted = true } == 0)
    #expect(draws { label.text = "World" } == 1)
    #expect(draws { label.font = font } == 1)
    #expect(draws { label.textColor = .red } == 1)
    #expect(draws { label.highlightedTextColor = .blue } == 1)
    #expect(draws { label.textAlignment = .center } == 1)
    #expect(draws { label.numberOfLines = 2 } == 1)
    #expect(draws { label.shadowColor = .black } == 1)
    #expect(draws { label.bounds.size.width = 120 } == 1)
    #expect(draws { label.attributedText = NSAttributedString(string: "!") } == 1)
    #expect(draws { label.attributedText = NSAttributedString(string: "!") } == 0)
    #expect(host.layer === label.layer)
  }

  @Test("What changes the size marks the superview's layout")
  func invalidation() {
    final class Stack: UIView {
      var count = 0
      override func layoutSubviews() { count += 1 }
    }
    let stack = Stack(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let label = label("Hello")
    stack.addSubview(label)
    func layouts(_ change: () -> Void) -> Int {
      stack.layoutIfNeeded()
      let before = stack.count
      change()
      stack.layoutIfNeeded()
      return stack.count - before
    }
    #expect(layouts { label.text = "World" } == 1 && layouts { label.text = "World" } == 0)
    #expect(layouts { label.font = .systemFont(ofSize: 9) } == 1 && layouts { label.numberOfLines = 0 } == 1)
    #expect(layouts { label.preferredMaxLayoutWidth = 50 } == 1 && layouts { label.textColor = .red } == 0)
  }
}
