// UIKit's text: fonts, attributes, strings that draw and measure themselves.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor @Suite("Text") struct UITextTests {
  private func picture(_ size: CGSize = CGSize(width: 200, height: 100), _ body: () -> Void) -> CGImage? {
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
    defer { UIGraphicsEndImageContext() }
    body()
    return UIGraphicsGetImageFromCurrentImageContext()?.cgImage
  }

  private func ink(_ image: CGImage?) -> CGRect {
    guard let image, let data = image.dataProvider?.data else { return .null }
    let bytes = [UInt8](data)
    var box = CGRect.null
    for pixel in 0..<image.width * image.height where bytes[pixel * 4 + 3] > 0 {
      box = box.union(CGRect(x: pixel % image.width, y: pixel / image.width, width: 1, height: 1))
    }
    return box
  }

  @Test("fonts by name, weight and style, with their measures")
  func fonts() throws {
    let helvetica = try #require(UIFont(name: "Helvetica", size: 20))
    #expect(helvetica.pointSize == 20 && helvetica.familyName == "Liberation Sans")
    #expect(abs(helvetica.ascender - 1854.0 / 2048 * 20) < 1e-9 && abs(helvetica.descender + 434.0 / 2048 * 20) < 1e-9)
    #expect(abs(helvetica.lineHeight - 2355.0 / 2048 * 20) < 1e-9)
    #expect(UIFont(name: "NoSuchFont", size: 20) == nil)
    #expect(UIFont.systemFont(ofSize: 17).familyName == "Inter")
    #expect(UIFont.systemFont(ofSize: 17, weight: .semibold).fontName == "Inter-SemiBold")
    #expect(UIFont.boldSystemFont(ofSize: 17).fontName == "Inter-Bold")
    #expect(UIFont.italicSystemFont(ofSize: 17).fontName == "Inter-Italic")
    #expect(UIFont.monospacedSystemFont(ofSize: 17, weight: .regular).fontName == "DejaVuSansMono")
    #expect(UIFont.preferredFont(forTextStyle: .headline).fontName == "Inter-SemiBold")
    #expect(UIFont.preferredFont(forTextStyle: .caption2).pointSize == 11)
    #expect(helvetica.withSize(40).ascender == helvetica.ascender * 2)
    #expect(helvetica == UIFont(name: "Helvetica", size: 20) && helvetica != helvetica.withSize(21))
    #expect(UIFont.familyNames.contains("Inter"))
  }

  @Test("strings measure themselves: one line, lines of their own, within a width")
  func measuring() throws {
    let font = try #require(UIFont(name: "Helvetica", size: 20))
    let attributes: [NSAttributedString.Key: Any] = [.font: font]
    let hello = "Hello".size(withAttributes: attributes)
    #expect(abs(hello.width - 2.278 * 20) < 0.02 && abs(hello.height - font.lineHeight) < 1e-6)
    #expect(abs("Hello\nHello".size(withAttributes: attributes).height - 2 * font.lineHeight) < 1e-6)
    // Without attributes: Helvetica at 12 points.
    #expect(abs("Hello".size().width - 2.278 * 12) < 0.02)
    let text = "several words in several lines"
    let box = text.boundingRect(
      with: CGSize(width: 120, height: CGFloat.greatestFiniteMagnitude), options: .usesLineFragmentOrigin,
      attributes: attributes, context: nil)
    #expect(box.origin == .zero && box.width <= 120 && abs(box.height - 3 * font.lineHeight) < 1e-6)
    let line = text.boundingRect(with: CGSize(width: 120, height: 50), attributes: attributes, context: nil)
    #expect(abs(line.height - font.lineHeight) < 1e-6 && abs(line.minY + font.ascender) < 1e-6 && line.width > 200)
    let context = NSStringDrawingContext()
    let limited = NSAttributedString(string: text, attributes: attributes).boundingRect(
      with: CGSize(width: 120, height: 50), options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine],
      context: context)
    #expect(abs(limited.height - 2 * font.lineHeight) < 1e-6 && context.totalBounds == limited)
  }

  @Test("strings draw themselves: upright, from their top left corner, in their colour")
  func drawing() throws {
    let font = try #require(UIFont(name: "Helvetica", size: 40))
    let image = try #require(
      picture { "H".draw(at: CGPoint(x: 30, y: 20), withAttributes: [.font: font, .foregroundColor: UIColor.red]) })
    let box = ink(image)
    #expect(abs(box.minX - (30 + 40 * 168.0 / 2048)) <= 1 && abs(box.minY - (20 + 40 * (1854.0 - 1409) / 2048)) <= 1)
    #expect(abs(box.maxY - (20 + 40 * 1854.0 / 2048)) <= 1)
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0 + 1] == 0 && bytes[$0] == bytes[$0 + 3] })
    // T stands on its foot: its bar is in the upper half.
    let letter = picture { "T".draw(at: .zero, withAttributes: [.font: font]) }
    let data = [UInt8](try #require(letter?.dataProvider?.data))
    func covered(_ y: Int) -> Int { (0..<200).filter { data[(y * 200 + $0) * 4 + 3] > 128 }.count }
    #expect(covered(11) > 15 && covered(30) < 8)
  }

  @Test("a rectangle breaks lines and keeps those that fit; without a context nothing happens")
  func rectangles() throws {
    let font = try #require(UIFont(name: "Helvetica", size: 20))
    let text = "several words in several lines"
    let two = ink(
      picture { text.draw(in: CGRect(x: 10, y: 10, width: 120, height: 50), withAttributes: [.font: font]) })
    #expect(two.maxX <= 130 && two.maxY > 40 && two.maxY <= 60)
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    let right = ink(
      picture {
        "Hi".draw(
          in: CGRect(x: 10, y: 10, width: 150, height: 50), withAttributes: [.font: font, .paragraphStyle: style])
      })
    #expect(abs(right.maxX - 160) < 3)
    style.lineBreakMode = .byTruncatingTail
    let cut = ink(
      picture {
        text.draw(
          in: CGRect(x: 10, y: 10, width: 120, height: 80), withAttributes: [.font: font, .paragraphStyle: style])
      })
    #expect(cut.height < 25)
    text.draw(at: .zero)
    NSAttributedString(string: text).draw(in: .infinite)
  }

  @Test("underline, strike, background, shadow and outline paint what they say")
  func decorations() throws {
    let font = try #require(UIFont(name: "Helvetica", size: 40))
    func box(_ attributes: [NSAttributedString.Key: Any]) -> CGRect {
      ink(
        picture {
          "nn".draw(at: CGPoint(x: 20, y: 20), withAttributes: attributes.merging([.font: font]) { $1 })
        })
    }
    let plain = box([:])
    #expect(box([.underlineStyle: NSUnderlineStyle.single.rawValue]).maxY > plain.maxY + 2)
    #expect(box([.strikethroughStyle: NSUnderlineStyle.single.rawValue]).width > plain.width)
    let size = "nn".size(withAttributes: [.font: font])
    let filled = box([.backgroundColor: UIColor.yellow])
    #expect(abs(filled.width - size.width) <= 2 && filled.minY == 20)
    let shadow = NSShadow()
    shadow.shadowOffset = CGSize(width: 8, height: 15)
    #expect(box([.shadow: shadow]).maxY == plain.maxY + 15 && box([.shadow: shadow]).maxX == plain.maxX + 8)
    #expect(box([.strokeWidth: 4]).width > plain.width)
    #expect(box([.kern: 10]).width > plain.width + 8)
    #expect(abs(box([.baselineOffset: 5]).maxY - (plain.maxY - 5 + 5)) <= 1)
  }

  @Test("paragraph styles copy, compare and keep their values")
  func paragraphStyles() throws {
    let style = NSMutableParagraphStyle()
    style.lineSpacing = 4
    style.alignment = .center
    style.firstLineHeadIndent = 12
    let copy = try #require(style.copy() as? NSParagraphStyle)
    #expect(copy == style && copy.lineSpacing == 4 && copy.alignment == .center)
    style.lineSpacing = 5
    #expect(copy != style && copy.lineSpacing == 4)
    let other = try #require(copy.mutableCopy() as? NSMutableParagraphStyle)
    other.setParagraphStyle(style)
    #expect(other == style && NSParagraphStyle.default.alignment == .natural)
  }

  @Test("digits of one width, in strings and in text layers")
  func monospacedDigits() {
    let font = UIFont.monospacedDigitSystemFont(ofSize: 20, weight: .semibold)
    func width(_ text: String, _ font: UIFont) -> CGFloat { text.size(withAttributes: [.font: font]).width }
    #expect(abs(width("1111", font) - width("8080", font)) < 0.01)
    let system = UIFont.systemFont(ofSize: 20, weight: .semibold)
    #expect(width("1111", system) < width("8080", system) - 2 && abs(width("ab", font) - width("ab", system)) < 0.01)
    #expect(font != system && font.withSize(30) == UIFont.monospacedDigitSystemFont(ofSize: 30, weight: .semibold))
    let layer = CATextLayer()
    (layer.font, layer.fontSize) = (font, 20)
    layer.string = "1111"
    let narrow = layer.preferredFrameSize().width
    layer.string = "8080"
    #expect(abs(narrow - layer.preferredFrameSize().width) < 0.01)
  }

  @Test("descriptors make bold and italic fonts of plain ones; families have faces")
  func descriptors() throws {
    let plain = try #require(UIFont(name: "Helvetica", size: 20))
    let bold = UIFont(descriptor: try #require(plain.fontDescriptor.withSymbolicTraits(.traitBold)), size: 0)
    #expect(bold.fontName == "LiberationSans-Bold" && bold.pointSize == 20)
    #expect(bold.fontDescriptor.symbolicTraits == .traitBold && plain.fontDescriptor.symbolicTraits == [])
    let both = try #require(bold.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
    #expect(UIFont(descriptor: both, size: 8).fontName == "LiberationSans-BoldItalic")
    #expect(UIFont(descriptor: both.withFamily("Times").withSize(9), size: 0).fontName == "LiberationSerif-BoldItalic")
    #expect(
      UIFont.fontNames(forFamilyName: "Liberation Mono") == [
        "LiberationMono", "LiberationMono-Bold", "LiberationMono-BoldItalic", "LiberationMono-Italic",
      ])
    #expect(UIFont.fontNames(forFamilyName: "No Such Family").isEmpty)
    let digits = UIFont.monospacedDigitSystemFont(ofSize: 20, weight: .regular)
    #expect(UIFont(descriptor: digits.fontDescriptor.withSize(30), size: 0) == digits.withSize(30))
  }

  @Test("tab stops: twelve by default, sorted as they are added; a width by tabs")
  func tabStops() throws {
    let style = NSMutableParagraphStyle()
    #expect(style.tabStops.map(\.location) == (1...12).map { CGFloat($0) * 28 } && style.defaultTabInterval == 0)
    style.tabStops = []
    style.addTabStop(NSTextTab(textAlignment: .right, location: 150))
    style.addTabStop(NSTextTab(textAlignment: .left, location: 60))
    #expect(style.tabStops.map(\.location) == [60, 150] && style.tabStops[1].alignment == .right)
    let font = try #require(UIFont(name: "Helvetica", size: 20))
    func width(_ text: String) -> CGFloat { text.size(withAttributes: [.font: font, .paragraphStyle: style]).width }
    #expect(abs(width("\tHi") - 60 - width("Hi")) < 0.05 && abs(width("\t\tHi") - 150) < 0.05)
    let copy = try #require(style.copy() as? NSParagraphStyle)
    style.removeTabStop(NSTextTab(textAlignment: .right, location: 150))
    #expect(style.tabStops.count == 1 && copy != style && copy.tabStops.count == 2)
    // A column of numbers by their points.
    let terminators = NSTextTab.columnTerminators(for: Locale(identifier: "de_DE"))
    style.tabStops = [NSTextTab(textAlignment: .right, location: 100, options: [.columnTerminators: terminators])]
    #expect(abs(width("\t1,5") - (100 + width(",") / 2 + width("5"))) < 0.05)
  }

  @Test("a text layer takes UIKit's fonts, colours and paragraph styles")
  func textLayer() throws {
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    layer.string = NSAttributedString(
      string: "Hi",
      attributes: [.font: UIFont.boldSystemFont(ofSize: 30), .foregroundColor: UIColor.red, .paragraphStyle: style])
    let image = picture {
      guard let context = UIGraphicsGetCurrentContext() else { return }
      layer.render(in: context)
    }
    let box = ink(image)
    #expect(box.maxX > 190 && box.minX > 150 && box.height > 15)
    let bytes = [UInt8](try #require(image?.dataProvider?.data))
    #expect(stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0 + 1] == 0 })
    layer.font = UIFont(name: "Menlo", size: 99)
    layer.string = "Hi"
    #expect(abs(layer.preferredFrameSize().width - 2 * 36 * 0.602) < 0.1)
  }
}
