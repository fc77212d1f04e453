import CoreGraphics
import CoreText
import Foundation

/// A drawn character of a text, an outline or a picture, and its position.
struct TextGlyph {
  /// The outline, y down, with its origin on the baseline; empty for a picture.
  var outline: CGPath
  /// The picture of a glyph of a font of pictures, such as emoji.
  var picture: Picture?
  var origin: CGPoint
  var advance: Double
  /// The indices of its character, word and line in the text, each from 0.
  var character = 0
  var word = 0
  var line = 0
  var isSpace: Bool

  struct Picture {
    let image: CGImage
    /// The picture's box relative to the glyph's origin, y down.
    let box: CGRect
  }
}

struct TextLayouter {
  let document: TextDocument
  let font: CTFont
  /// The distance of a box's first baseline from its top, in points.
  let ascent: Double
  /// Returns the document's own outline of a character.
  let outline: (Character) -> (path: CGPath, advance: Double)?

  var paragraphs: [String] {
    let text = document.isAllCaps ? document.text.uppercased() : document.text
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var lineHeight: Double { document.lineHeight ?? document.size * 1.2 }
  var tracking: Double { document.tracking / 1000 * document.size }

  /// Returns all glyphs of a text's lines, and the characters that no font has, each once.
  func glyphs(of lines: [String]) -> (glyphs: [TextGlyph], missing: [Character]) {
    var result: [TextGlyph] = []
    var (missing, seen): ([Character], Set<Character>) = ([], [])
    var (character, word) = (0, 0)
    for (index, line) in lines.enumerated() {
      var glyphs = shaped(line) { if seen.insert($0).inserted { missing.append($0) } }
      let trailing = glyphs.reversed().prefix { $0.isSpace }.reduce(0) { $0 + $1.advance }
      let width = glyphs.reduce(0) { $0 + $1.advance } - trailing - tracking
      let start = self.start(width: width)
      let baseline = (document.box.map { $0.minY + ascent } ?? 0) + Double(index) * lineHeight - document.baselineShift
      for glyph in glyphs.indices {
        glyphs[glyph].origin.x += start
        glyphs[glyph].origin.y += baseline
        glyphs[glyph].line = index
        glyphs[glyph].character = character
        glyphs[glyph].word = word
        character += 1
        if glyphs[glyph].isSpace { word += 1 }
      }
      word += 1
      result += glyphs
    }
    return (result, missing)
  }

  /// Returns the x coordinate of a line's beginning.
  private func start(width: Double) -> Double {
    let free = document.box.map { $0.width - width } ?? -width
    let left = document.box?.minX ?? 0
    return left + free * Self.share(of: document.justification)
  }

  /// Returns the part of a line's free space that is before it.
  static func share(of justification: Int) -> Double { [1: 1, 4: 1, 2: 0.5, 5: 0.5][justification] ?? 0 }
}

// MARK: - Shaping

extension TextLayouter {
  struct FontGlyph {
    let font: CTFont
    let id: CGGlyph
    let place: CGPoint
    let advance: Double
    /// The UTF-16 unit at which its character begins.
    let unit: Int
  }

  /// Returns the glyphs of a line from its font, and from others for characters that it lacks.
  func fontGlyphs(of text: String) -> [FontGlyph] {
    guard !text.isEmpty else { return [] }
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: text, attributes: [NSAttributedString.Key(rawValue: kCTFontAttributeName): font]))
    var glyphs: [FontGlyph] = []
    for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
      let count = CTRunGetGlyphCount(run)
      var (ids, places) = ([CGGlyph](repeating: 0, count: count), [CGPoint](repeating: .zero, count: count))
      var (advances, indices) = ([CGSize](repeating: .zero, count: count), [CFIndex](repeating: 0, count: count))
      let all = CFRange(location: 0, length: 0)
      CTRunGetGlyphs(run, all, &ids)
      CTRunGetPositions(run, all, &places)
      CTRunGetAdvances(run, all, &advances)
      CTRunGetStringIndices(run, all, &indices)
      guard let font = CTRunGetAttributes(run)[kCTFontAttributeName] as? CTFont else { continue }
      for index in 0..<count {
        glyphs.append(
          FontGlyph(
            font: font, id: ids[index], place: places[index], advance: advances[index].width, unit: indices[index]))
      }
    }
    return glyphs
  }

  private func shaped(_ text: String, missing: (Character) -> Void) -> [TextGlyph] {
    let characters = Array(text)
    let own = characters.map(outline)
    guard own.contains(where: { $0 != nil }) else { return shapedByFont(text, missing) }
    var x = 0.0
    return zip(characters, own).flatMap { character, own -> [TextGlyph] in
      guard let own else {
        var glyphs = shapedByFont(String(character), missing)
        for index in glyphs.indices { glyphs[index].origin.x += x }
        x += glyphs.reduce(0) { $0 + $1.advance }
        return glyphs
      }
      let glyph = TextGlyph(
        outline: own.path, origin: CGPoint(x: x, y: 0), advance: own.advance + tracking,
        isSpace: character.isWhitespace)
      x += glyph.advance
      return [glyph]
    }
  }

  private func shapedByFont(_ text: String, _ missing: (Character) -> Void) -> [TextGlyph] {
    let units = Array(text.utf16)
    var upsideDown = CGAffineTransform(scaleX: 1, y: -1)
    // The character of each unit, created on demand.
    var owners: [Character]?
    return fontGlyphs(of: text).enumerated().map { index, glyph in
      let unit = units.indices.contains(glyph.unit) ? units[glyph.unit] : 32
      let isSpace = unit == 32 || unit == 9 || unit == 0xA0
      // 0 is the box for missing characters.
      if glyph.id == 0, !isSpace {
        let characters = owners ?? text.flatMap { Array(repeating: $0, count: $0.utf16.count) }
        owners = characters
        if characters.indices.contains(glyph.unit) { missing(characters[glyph.unit]) }
      }
      let picture = CTFontCopyPictureForGlyph(glyph.font, glyph.id)
      return TextGlyph(
        outline: CTFontCreatePathForGlyph(glyph.font, glyph.id, &upsideDown) ?? CGMutablePath(),
        picture: picture.map { TextGlyph.Picture(image: $0.image, box: $0.box.applying(upsideDown)) },
        origin: CGPoint(x: glyph.place.x + Double(index) * tracking, y: -glyph.place.y),
        advance: glyph.advance + tracking, isSpace: isSpace)
    }
  }
}

extension LottieBuilder {
  /// Returns the room of a text, in points of its layer: its box, or to the edges of the composition from its place in
  /// the middle of its time. A text that is turned there, or lies outside, has the composition's width.
  func room(of document: TextDocument, on layer: LottieLayer, in composition: Composition) -> TextSpace {
    if let box = document.box, box.width > 0 { return TextSpace(width: box.width, height: box.height) }
    let whole = Double(composition.size.width)
    var (begin, end) = (max(layer.inPoint, -1e9), min(layer.outPoint, 1e9))
    if composition.names.isEmpty {
      (begin, end) = (max(begin, self.document.inPoint), min(end, self.document.outPoint))
    }
    let matrix = self.matrix(of: layer, at: (begin + max(begin, end)) / 2, in: composition)
    let (scale, x) = (Double(hypot(matrix.a, matrix.b)), Double(matrix.tx))
    guard scale > 1e-6, scale.isFinite else { return TextSpace(width: whole) }
    let turn = Double(max(abs(matrix.b), abs(matrix.c)))
    guard turn < scale * 1e-6, x.isFinite else { return TextSpace(width: whole / scale) }
    // The distances from the layer's origin to the edges, the left one first unless it is mirrored.
    var (left, right) = (x / scale, (whole - x) / scale)
    if matrix.a < 0 { swap(&left, &right) }
    let width =
      switch document.justification {
      case 1, 4: left
      case 2, 5: 2 * min(left, right)
      default: right
      }
    // Too near the edge to be readable: the text moves in from there.
    return TextSpace(width: width * scale >= whole / 20 ? width : whole / scale)
  }

  /// Returns the transform from a layer's points to its composition's at a frame.
  private func matrix(of layer: LottieLayer, at frame: Double, in composition: Composition) -> CGAffineTransform {
    var matrix = layer.transform.matrix(at: frame)
    var (next, seen) = (layer.parent, Set<Int>())
    while let number = next, seen.insert(number).inserted, let offset = composition.byIndex[number] {
      let parent = composition.layers[offset]
      matrix = matrix.concatenating(parent.transform.matrix(at: frame))
      next = parent.parent
    }
    return matrix
  }
}

extension LottieTransform {
  /// Returns the transform in the plane at a frame; one that rotates out of the plane is not upright.
  func matrix(at frame: Double) -> CGAffineTransform {
    let (anchor, scale) = (self.anchor.value(at: frame).point, self.scale.value(at: frame).point)
    let position = self.position.point(at: frame)
    let isUpright = !isThreeDimensional && !hasSkew
    return CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(CGAffineTransform(scaleX: scale.x, y: scale.y))
      .concatenating(CGAffineTransform(rotationAngle: isUpright ? rotation.z.value(at: frame) * .pi / 180 : 1))
      .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
  }
}
