// Attributed text: an input is a program for one string, its attributes, the room that it is laid out in, and what is
// asked of the layout.

import CoreGraphics
import CoreText
import Foundation
import TextLayout

/// Lays attributed strings out, breaks, truncates, measures and draws them.
enum TextTarget: FuzzTarget {
  static let name = "text"

  static func seeds(in folder: String?) -> [[UInt8]] { programs(seed: 99, length: 20, growth: 3) }

  static func run(_ input: [UInt8]) -> String {
    var program = ByteProgram(input)
    let room = program.room()
    let string = program.attributedString()
    let styled = program.styled(string)
    let frame = TextFrame(styled, in: room)
    expect(frame.shownLength >= 0 && frame.shownLength <= styled.string.utf16.count)
    expect(frame.size.width.isFinite && frame.size.height.isFinite && frame.size.width >= 0)
    for placed in frame.lines {
      expect(placed.origin.x.isFinite && placed.origin.y.isFinite && placed.line.width.isFinite)
      expect(placed.line.range.upperBound <= styled.string.utf16.count)
      for index in [-1, 0, placed.line.range.upperBound, .max] {
        expect(placed.line.offset(of: index).isFinite)
      }
      for x in [-CGFloat.infinity, -1, 0, 10, placed.line.width, .infinity, .nan] { _ = placed.line.index(at: x) }
    }
    return "\(frame.lines.count) \(draw(frame, string, &program)) \(kinds(frame))"
  }

  /// The ways of Core Text, onto a small bitmap.
  private static func draw(_ frame: TextFrame, _ string: NSAttributedString, _ program: inout ByteProgram) -> String {
    guard
      let context = CGContext(
        data: nil, width: 64, height: 48, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return "no bitmap" }
    context.textMatrix = program.matrix()
    frame.draw(in: context, at: .zero, isFlipped: program.below(2) == 0)
    let line = CTLineCreateWithAttributedString(string)
    CTLineDraw(line, context)
    _ = (CTLineGetImageBounds(line, context), CTLineGetTypographicBounds(line, nil, nil, nil))
    let kind: [CTLineTruncationType] = [.start, .middle, .end]
    let short = CTLineCreateTruncatedLine(line, Double(program.number()), kind[program.below(3)], nil)
    if let short { CTLineDraw(short, context) }
    let setter = CTFramesetterCreateWithAttributedString(string)
    var fit = CFRange(location: 0, length: 0)
    let range = CFRange(location: program.below(20) - 3, length: program.below(40) - 3)
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      setter, range, nil, CGSize(width: program.number(), height: program.number()), &fit)
    expect(size.width.isFinite && fit.length >= 0 && fit.location >= 0)
    let box = CGRect(x: program.number(), y: 0, width: program.number(), height: program.number())
    CTFrameDraw(CTFramesetterCreateFrame(setter, range, CGPath(rect: box, transform: nil), nil), context)
    let typesetter = CTTypesetterCreateWithAttributedString(string)
    let broken = CTTypesetterSuggestLineBreak(typesetter, program.below(12), Double(program.number()))
    expect(broken >= 0)
    return short == nil ? "no short line" : "drawn"
  }

  private static func kinds(_ frame: TextFrame) -> String {
    let lines = frame.lines.map(\.line)
    let runs = lines.reduce(0) { $0 + $1.runs.count }
    return [
      lines.contains(where: \.isRightToLeft) ? "leftwards" : "", lines.contains(where: \.isTruncated) ? "short" : "",
      // Numbers are taken off what is said: letters stand for a few.
      String(repeating: "r", count: min(runs, 40)), String(repeating: "l", count: min(lines.count, 40)),
    ].joined(separator: " ")
  }
}

extension ByteProgram {
  mutating func room() -> TextRoom {
    var room = TextRoom(width: optional { $0.number() }, height: optional { $0.number() })
    room.lineLimit = below(5)
    room.alignment = alignment()
    room.lineBreak = lineBreak()
    room.truncation = optional { [.start, .middle, .end][$0.below(3)] }
    room.isSingleLine = below(5) == 0
    room.dropsPartialLines = below(2) == 0
    return room
  }

  mutating func alignment() -> TextAlignment { [.natural, .left, .right, .center, .justified][below(5)] }

  mutating func lineBreak() -> TextLineBreak {
    [.words, .characters, .clip, .truncate(.start), .truncate(.middle), .truncate(.end)][below(6)]
  }

  /// Up to 96 characters of many scripts, with marks, joiners, controls and ends of lines among them.
  mutating func string() -> String {
    let scalars = Array(Self.alphabet.unicodeScalars)
    var string = String.UnicodeScalarView()
    for _ in 0..<below(97) {
      let choice = byte()
      if choice == 255 {
        // Any scalar at all.
        let value = UInt32(byte()) << 12 | UInt32(byte()) << 4 | UInt32(byte() & 15)
        string.append(Unicode.Scalar(value % 0x11_0000) ?? "\u{FFFD}")
      } else {
        string.append(scalars[choice % scalars.count])
      }
    }
    return String(string)
  }

  private static let alphabet =
    "aA fi WV.,-(1 9)\n\r\t\u{0}\u{AD}\u{301}\u{323}\u{20E3}\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}"
    + "\u{202A}\u{202B}\u{202C}\u{202E}\u{2028}\u{2029}\u{2066}\u{2067}\u{2069}\u{FE0F}\u{FFFC}\u{FEFF}\u{E0001}"
    + "אבג שלום سلام لا عَرَبِي नमस्ते क्षि"
    + "日本語のテキスト。「」한국어ไทยกำ👩\u{1F3FD}🇩🇪😀ﷺ"

  mutating func attributedString() -> NSAttributedString {
    let text = NSMutableAttributedString(string: string())
    for _ in 0..<below(6) {
      guard text.length > 0 else { break }
      let start = below(text.length)
      let range = NSRange(location: start, length: min(1 + below(24), text.length - start))
      let (name, value) = attribute()
      text.addAttribute(NSAttributedString.Key(rawValue: name), value: value, range: range)
    }
    return text
  }

  private mutating func attribute() -> (String, Any) {
    let names = [
      "Helvetica", "Courier-Bold", "Times New Roman Italic", "Noto Sans Arabic", "", "No Such Font", "Menlo",
    ]
    let color = CGColor(red: 1, green: number() / 255, blue: 0, alpha: number() / 255)
    switch below(12) {
    case 0, 1: return (kCTFontAttributeName, CTFontCreateWithName(names[below(names.count)], number(), nil))
    case 2: return (kCTKernAttributeName, number())
    case 3: return (kCTTrackingAttributeName, Double(number()))
    case 4: return (kCTUnderlineStyleAttributeName, [0, 1, 2, 9, 0x101, 0x402, -1, Int.max][below(8)])
    case 5: return (kCTForegroundColorAttributeName, color)
    case 6: return (kCTBackgroundColorAttributeName, color)
    case 7: return (kCTStrokeWidthAttributeName, number())
    case 8: return (kCTBaselineOffsetAttributeName, number())
    case 9: return (kCTLigatureAttributeName, below(3))
    case 10: return (kCTStrokeColorAttributeName, "no colour")
    default: return (kCTForegroundColorFromContextAttributeName, true)
    }
  }

  /// The string with paragraphs' formats, shadows and lines that Core Text has no attributes for.
  mutating func styled(_ string: NSAttributedString) -> StyledText {
    var styled = StyledText(string, base: TextStyle(font: TextFont(FontStyle(named: "Helvetica"), size: number())))
    for index in styled.runs.indices where below(2) == 0 {
      var format = ParagraphFormat()
      format.alignment = optional { $0.alignment() }
      format.lineBreak = optional { $0.lineBreak() }
      format.direction = [.natural, .leftToRight, .rightToLeft][below(3)]
      (format.lineSpacing, format.paragraphSpacing) = (number(), number())
      (format.firstLineHeadIndent, format.headIndent, format.tailIndent) = (number(), number(), number())
      (format.minimumLineHeight, format.maximumLineHeight) = (number(), number())
      format.lineHeightMultiple = number() / 50
      if below(2) == 0 {
        let kinds: [TextTab.Alignment] = [.leading, .center, .trailing, .character(".")]
        format.tabs = (0..<below(5)).map { _ in TextTab(number(), kinds[below(4)]) }
        format.defaultTabInterval = number()
      }
      styled.runs[index].style.paragraph = format
      styled.runs[index].style.strikethrough = TextLineStyle(number: byte(), color: nil)
      if below(4) == 0 {
        styled.runs[index].style.shadow = TextShadow(
          offset: CGSize(width: below(9) - 4, height: below(9) - 4), blur: CGFloat(below(6)), color: .black)
      }
    }
    return styled
  }
}
