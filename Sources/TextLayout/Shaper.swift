// Pango itemises by script, direction and font, shapes, and breaks paragraphs into lines. One font map and one context
// serve all, under the font library's lock.
//
// Text is shaped at one size, whatever the requested size, and the result is scaled: unhinted text is the same at all
// sizes, and an animated font size would make Pango look for fonts again in each frame.
//
// Tested by LayoutTests and SimpleLineTests.

import CPango
import CoreGraphics
import Foundation

struct Paragraph {
  /// Without the character that ends it.
  var text: String
  /// The paragraph's first UTF-16 unit in the whole text.
  var start: Int
  var runs: [StyledText.Run]

  var format: ParagraphFormat { runs[0].style.paragraph }
}

struct LineBreaking {
  /// In points; nil for no limit.
  var width: CGFloat?
  /// The distance in points by which the first line is indented more than the others.
  var firstIndent: CGFloat = 0
  var atCharacters = false
  var isJustified = false
  var truncation: TextTruncation?
}

final class Shaper {
  static let units = CGFloat(PANGO_SCALE)
  /// The size to which the first run is shaped, in points. Pango's integers limit a line to about 60,000 of these ems.
  static let size: CGFloat = 32
  /// The largest size of a run, in points. Pango's integers limit characters' pictures to some 15,000.
  private static let largest: CGFloat = 4096
  /// The maximum length of a paragraph, in UTF-16 units; the rest is cut off.
  static let longest = 50_000

  private let map: UnsafeMutablePointer<PangoFontMap>
  /// The generation of the library's fonts that the map has seen.
  private var generation: Int
  private let context: OpaquePointer
  /// Fonts of plain text; nil for those that only Pango handles.
  var simpleFonts: [SimpleFont.Key: SimpleFont?] = [:]
  nonisolated(unsafe) private static var made: Shaper?

  /// Returns the shaper; called under the library's lock.
  static func shared(_ library: FontLibrary) -> Shaper {
    if let made { return made }
    let shaper = Shaper(library)
    made = shaper
    return shaper
  }

  private init(_ library: FontLibrary) {
    generation = library.generation
    map = cpango_font_map_new(library.config)
    context = pango_font_map_create_context(map)
    pango_context_set_round_glyph_positions(context, 0)
    // Glyphs are chosen for English, not for the language of the account.
    pango_context_set_language(context, pango_language_from_string("en"))
  }

  /// Breaks a paragraph into lines. `isEnough`, called now and then for wrapped lines, returns whether they suffice.
  func lines(
    _ paragraph: Paragraph, _ breaking: LineBreaking, _ library: FontLibrary,
    until isEnough: ([TextLine]) -> Bool = { _ in false }
  ) -> [TextLine] {
    if let line = simpleLine(paragraph, breaking, library) { return [line] }
    let isWrapped = breaking.width != nil && breaking.truncation == nil
    return isWrapped
      ? wrappedLines(paragraph, breaking, library, until: isEnough)
      : lines(paragraph, breaking, library, at: breaking.atCharacters ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD)
  }

  /// Breaks a paragraph by one of Pango's own wrapping modes.
  func lines(
    _ paragraph: Paragraph, _ breaking: LineBreaking, _ library: FontLibrary, at wrapping: PangoWrapMode
  ) -> [TextLine] {
    guard let firstSize = paragraph.runs.lazy.compactMap({ $0.style.font.usableSize }).first else { return [] }
    let scale = Self.scale(paragraph.runs, Self.size / firstSize)
    lookForFonts(library)
    let text = ShapedText(paragraph)
    return withLayout(text, paragraph, breaking, scale: scale, at: wrapping) { layout in
      var lines: [TextLine] = []
      var next = pango_layout_get_lines_readonly(layout)
      while let node = next {
        let line = node.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
        lines.append(self.line(line, of: paragraph, text: text, scale: scale, library: library))
        next = node.pointee.next
      }
      if breaking.truncation != nil, lines.count == 1, pango_layout_is_ellipsized(layout) != 0 {
        lines[0].isTruncated = true
      }
      return lines
    } ?? []
  }

  /// Updates the map after fonts were registered or unregistered.
  func lookForFonts(_ library: FontLibrary) {
    guard generation != library.generation else { return }
    simpleFonts.removeAll()
    cpango_font_map_changed(map)
    generation = library.generation
  }

  /// Calls a closure with Pango's layout of a paragraph.
  func withLayout<Result>(
    _ text: ShapedText, _ paragraph: Paragraph, _ breaking: LineBreaking, scale: CGFloat, at wrapping: PangoWrapMode,
    _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    guard let layout = pango_layout_new(context) else { return nil }
    defer { cpango_unref(UnsafeMutableRawPointer(layout)) }
    text.bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
    }
    let attributes = pango_attr_list_new()
    for run in paragraph.runs { add(run, text, scale, to: attributes) }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    setDirection(layout, text, paragraph.format.direction)
    setTabs(layout, paragraph, unitsPerPoint: scale * Self.units)
    set(breaking, scale: scale, wrapping: wrapping, of: layout)
    return body(layout)
  }

  /// Returns the wanted scale, or the largest at which a line of all runs, and each size, stay within Pango's integers;
  /// characters are taken to be up to four ems wide.
  static func scale(_ runs: [StyledText.Run], _ wanted: CGFloat) -> CGFloat {
    let points = runs.reduce(CGFloat(0)) { sum, run in
      let kern = run.style.kern.isFinite ? abs(run.style.kern) : 0
      return sum + CGFloat(run.range.count) * (4 * (run.style.font.usableSize ?? 0) + kern)
    }
    let limit = 1.5e9 / units
    let size = runs.lazy.compactMap { $0.style.font.usableSize }.max() ?? 1
    return min(wanted, limit / max(points, 1e-9), largest / size)
  }

  private func setDirection(_ layout: OpaquePointer, _ text: ShapedText, _ direction: TextDirection) {
    switch direction {
    case .natural: pango_layout_set_auto_dir(layout, 1)
    case .leftToRight, .rightToLeft:
      pango_layout_set_auto_dir(layout, 0)
    }
    pango_context_set_base_dir(context, direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_layout_context_changed(layout)
  }

  private func set(
    _ breaking: LineBreaking, scale: CGFloat, wrapping: PangoWrapMode, of layout: OpaquePointer
  ) {
    // Widths beyond Pango's integers are no limit.
    if let width = breaking.width, width * scale * Self.units < 1e9 {
      // Pango takes -1 for no limit, and 0 for the narrowest lines.
      pango_layout_set_width(layout, Int32((max(width, 0) * scale * Self.units).rounded()))
    }
    let indent = breaking.firstIndent * scale * Self.units
    if abs(indent) < 1e9 { pango_layout_set_indent(layout, Int32(indent.rounded())) }
    pango_layout_set_wrap(layout, wrapping)
    if breaking.isJustified { pango_layout_set_justify(layout, 1) }
    switch breaking.truncation {
    case .start?: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
    case .middle?: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .end?: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    case nil: break
    }
  }

  private func add(_ run: StyledText.Run, _ text: ShapedText, _ scale: CGFloat, to list: OpaquePointer?) {
    let range = text.byteRange(run.range)
    func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      guard let attribute else { return }
      attribute.pointee.start_index = guint(range.lowerBound)
      attribute.pointee.end_index = guint(range.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    let style = run.style.font.style
    let description = pango_font_description_new()
    pango_font_description_set_family(
      description, ([style.family] + FontLibrary.fallbackFamilies).joined(separator: ","))
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(min(max(style.weight, 100), 1000))))
    pango_font_description_set_style(description, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_stretch(description, PangoStretch(percent: style.width))
    // A run that draws nothing has invisibly small glyphs.
    let size = (run.style.font.usableSize ?? 0) * scale
    pango_font_description_set_absolute_size(description, Double(max(size, 0.01) * Self.units))
    insert(pango_attr_font_desc_new(description))
    pango_font_description_free(description)
    let kern = run.style.kern * scale * Self.units
    if kern != 0, abs(kern) < 1e8 { insert(pango_attr_letter_spacing_new(Int32(kern.rounded()))) }
    let features = run.style.featureNames
    if !features.isEmpty { insert(pango_attr_font_features_new(features.joined(separator: ", "))) }
  }

  /// Returns the bytes that an ellipsis replaces, extended to whole characters as people see them: Pango may leave a
  /// vowel sign without its letter. Empty for a line without an ellipsis.
  private func ellipsizedBytes(of line: UnsafeMutablePointer<PangoLayoutLine>, _ text: ShapedText) -> Range<Int> {
    var next = line.pointee.runs
    while let node = next {
      let item = node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item
      if let item, cpango_is_ellipsis(item) != 0 {
        let start = Int(item.pointee.offset)
        return text.wholeCharacters(start..<start + Int(item.pointee.length))
      }
      next = node.pointee.next
    }
    return 0..<0
  }

  private func line(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, of paragraph: Paragraph, text: ShapedText, scale: CGFloat,
    library: FontLibrary
  ) -> TextLine {
    let first = text.unit(Int(line.pointee.start_index))
    let last = text.unit(Int(line.pointee.start_index + line.pointee.length))
    let isRightToLeft = PangoDirection(line.pointee.resolved_dir) == PANGO_DIRECTION_RTL
    var builder = LineBuilder(
      text: text, runs: paragraph.runs, unitsPerPoint: scale * Self.units, library: library)
    builder.hidden = ellipsizedBytes(of: line, text)
    var next = line.pointee.runs
    while let node = next {
      builder.add(node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee)
      next = node.pointee.next
    }
    return builder.line(first..<last, isRightToLeft: isRightToLeft)
  }
}

extension PangoDirection {
  fileprivate init(_ bits: guint) { self.init(rawValue: bits) }
}

extension PangoStretch {
  fileprivate init(percent: Int) {
    self =
      switch percent {
      case ..<69: PANGO_STRETCH_EXTRA_CONDENSED
      case ..<81: PANGO_STRETCH_CONDENSED
      case ..<94: PANGO_STRETCH_SEMI_CONDENSED
      case ..<107: PANGO_STRETCH_NORMAL
      case ..<119: PANGO_STRETCH_SEMI_EXPANDED
      default: PANGO_STRETCH_EXPANDED
      }
  }
}

extension TextStyle {
  /// The font features that the look turns on or off, as HarfBuzz writes them.
  var featureNames: [String] {
    var names: [String] = []
    if !hasLigatures { names += ["liga=0", "clig=0", "dlig=0"] }
    if font.hasTabularDigits { names.append("tnum=1") }
    return names
  }
}
