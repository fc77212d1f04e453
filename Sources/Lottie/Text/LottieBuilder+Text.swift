// Text layers. A text without animators is one shape of all its outlines, and a layer for each character that is a
// picture. With animators, each character is a layer with animations of position, scale, rotation and opacity.
//
// Tested by LottieTextLayerTests and TextFitTests.

import CoreGraphics
import CoreText
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// The greatest number of characters of a text that move separately.
  private static let mostMovingCharacters = 5_000
  /// The greatest number of UTF-16 units of a text: the limit of one line (see TextLayout's Shaper).
  private static let longestText = 50_000

  /// Makes the layers of a text, from the back to the front.
  func makeText(
    _ content: LottieTextContent, of layer: LottieLayer, in composition: Composition
  ) throws(SceneFileError) -> [CALayer]? {
    let timeline = composition.timeline
    var layers: [CALayer] = []
    for (index, item) in content.documents.enumerated() {
      let (document, glyphs) = try setText(item.document, content, of: layer, in: composition)
      let text = CALayer.carrier()
      text.setValue(WrittenText(document.text, fontSize: document.size), forKey: WrittenText.key)
      text.sublayers =
        try content.animators.isEmpty && content.course == nil
        ? makeStill(glyphs, document, at: content.path) : makeMoving(glyphs, document, content, on: timeline)
      // Each text lasts until the next one; the first is there from the beginning.
      if content.documents.count > 1 {
        let end = index + 1 < content.documents.count ? content.documents[index + 1].frame : .infinity
        show(text, from: index == 0 ? -.infinity : item.frame, to: end, on: timeline)
      }
      layers.append(text)
    }
    return layers
  }

  // MARK: - Setting

  /// Lays a text out at the size that fits; notes text that does not fit, and characters without glyphs.
  private func setText(
    _ document: TextDocument, _ content: LottieTextContent, of layer: LottieLayer, in composition: Composition
  ) throws(SceneFileError) -> (document: TextDocument, glyphs: [TextGlyph]) {
    let count = document.text.utf16.count
    guard count <= Self.longestText else {
      throw reading.tooLarge("a text of \(count) characters; expected at most \(Self.longestText)", at: content.path)
    }
    var layouter = self.layouter(of: document, at: content.path)
    let name = layer.name ?? ""
    let fit = replacements.textFits[name] ?? replacements.textFit
    let room = self.room(of: document, on: layer, in: composition)
    let fitted = TextFitting(layouter, in: room).fitted(fit ?? .asWritten)
    if fitted.scale != 1 { layouter = self.layouter(of: document.scaled(by: fitted.scale), at: content.path) }
    let (glyphs, missing) = layouter.glyphs(of: fitted.lines)
    let isReplaced = replacements.texts[name] != nil || content.slot.map { replacements.slots[$0] != nil } ?? false
    if fit != nil || isReplaced || document.box != nil {
      tell(fitted, document, name, room, canFit: fit != .shrink && fit != .ellipsis, at: content.path)
    }
    tell(missing, document, name, at: content.path)
    try reading.takePoints(glyphs.reduce(0) { $0 + $1.outline.storage.points.count }, at: content.path)
    return (layouter.document, glyphs)
  }

  /// Returns the box around the drawn glyphs of a text, in points of its layer; nil if it draws nothing.
  func inkBox(of document: TextDocument, at path: LottiePath) -> CGRect? {
    let layouter = layouter(of: document, at: path)
    let room = document.box.map { TextSpace(width: $0.width, height: $0.height) } ?? TextSpace(width: 1e9)
    let fitted = TextFitting(layouter, in: room).fitted(.asWritten)
    let box = layouter.glyphs(of: fitted.lines).glyphs.reduce(CGRect.null) { box, glyph in
      let ink = glyph.picture?.box ?? glyph.outline.boundingBoxOfPath
      return ink.isNull ? box : box.union(ink.offsetBy(dx: glyph.origin.x, dy: glyph.origin.y))
    }
    return box.isNull ? nil : box
  }

  private func layouter(of document: TextDocument, at path: LottiePath) -> TextLayouter {
    let named = fonts[document.font]
    let characters = Set(document.isAllCaps ? document.text.uppercased() : document.text)
    var drawn: [Character: (path: CGPath, advance: Double)] = [:]
    if let named {
      // An ellipsis may be needed.
      for character in characters.union(["\u{2026}"]) {
        let key = LottieCharacter.Key(character: String(character), family: named.family, style: named.style)
        guard let own = self.document.characters[key] else { continue }
        drawn[character] = (outline(of: own, size: document.size), own.advance * document.size / 100)
      }
    }
    let isSeen = characters.contains { !$0.isWhitespace && drawn[$0] == nil }
    let font = fonts.font(of: document, isSeen: isSeen, at: path)
    let ascent = named?.ascent.map { $0 / 100 * document.size } ?? Double(CTFontGetAscent(font))
    return TextLayouter(document: document, font: font, ascent: ascent) { drawn[$0] }
  }

  /// Returns the document's own outline of a character.
  private func outline(of character: LottieCharacter, size: Double) -> CGPath {
    let still = Timeline(inPoint: 0, frameRate: 1, duration: 1)
    let path = CGMutablePath()
    func add(_ items: [ShapeItem], _ transform: CGAffineTransform) {
      for item in items {
        switch item.content {
        case .path(let shape): path.addPath(shape.geometry(on: still).first.cgPath(), transform: transform)
        case .group(let inner, let own):
          add(inner, CATransform3DGetAffineTransform(own.staticMatrix).concatenating(transform))
        default: continue
        }
      }
    }
    add(character.shapes, CGAffineTransform(scaleX: size / 100, y: size / 100))
    return path
  }

  // MARK: - Telling

  private func tell(
    _ fitted: FittedText, _ document: TextDocument, _ name: String, _ room: TextSpace, canFit: Bool,
    at path: LottiePath
  ) {
    func excess(_ points: CGFloat, _ word: String, _ room: Double) -> String? {
      points > 0.5 ? String(format: "%.1f points too \(word) for its room of %.1f", Double(points), room) : nil
    }
    let beyond = [
      excess(fitted.excess.width, "wide", room.width), excess(fitted.excess.height, "high", room.height ?? 0),
    ].compactMap { $0 }
    guard !beyond.isEmpty else { return }
    reading.note(
      "the text '\(document.text.replacing("\n", with: " ").excerpt)' of '\(name.excerpt)' is "
        + beyond.joined(separator: ", and ") + (canFit ? " (`textFit` shrink or ellipsis fits it)" : ""), at: path,
      topic: .textSize)
  }

  private func tell(_ missing: [Character], _ document: TextDocument, _ name: String, at path: LottiePath) {
    guard !missing.isEmpty else { return }
    let shown = missing.prefix(8).map { character in
      let codes = character.unicodeScalars.prefix(8).map { String(format: "U+%04X", $0.value) }
      return "'\(character)' (\(codes.joined(separator: " ")))"
    }
    let rest = missing.count > shown.count ? " and \(missing.count - shown.count) more characters" : ""
    reading.note(
      "no font has \(shown.joined(separator: ", "))\(rest) of '\(name.excerpt)', which is set in "
        + "'\(document.font.excerpt)'; boxes are drawn", at: path, topic: .glyph)
  }

  // MARK: - Still

  private func makeStill(
    _ glyphs: [TextGlyph], _ document: TextDocument, at path: LottiePath
  ) throws(SceneFileError) -> [CALayer] {
    let outlines = CGMutablePath()
    var pictures: [CALayer] = []
    for glyph in glyphs {
      let place = CGAffineTransform(translationX: glyph.origin.x, y: glyph.origin.y)
      outlines.addPath(glyph.outline, transform: place)
      guard let picture = glyph.picture, document.isDrawn else { continue }
      try reading.takeLayers(1, at: path)
      pictures.append(try makePicture(picture, at: glyph.origin))
    }
    return makeShapes(outlines, document) + pictures
  }

  private func makeShapes(_ path: CGPath, _ document: TextDocument) -> [CALayer] {
    let fill = CAShapeLayer.outline()
    fill.path = path
    fill.fillColor = document.fill.map { .lottie($0) }
    guard let color = document.stroke, document.strokeWidth > 0 else { return [fill] }
    if document.isStrokeAbove || document.fill == nil {
      fill.setLine(color, width: document.strokeWidth)
      return [fill]
    }
    let line = CAShapeLayer.outline()
    line.path = path
    line.setLine(color, width: document.strokeWidth)
    return [line, fill]
  }

  /// Makes a glyph that is a picture, in its own colours, as CATextLayer draws it.
  private func makePicture(_ picture: TextGlyph.Picture, at origin: CGPoint) throws(SceneFileError) -> CALayer {
    try images.keep(glyph: picture.image, from: SourceLocation(file: reading.file))
    let layer = CALayer()
    layer.frame = picture.box.offsetBy(dx: origin.x, dy: origin.y)
    layer.contents = picture.image
    // Fonts have one size of each, mostly several times the text's.
    layer.minificationFilter = .trilinear
    return layer
  }

  // MARK: - Moving

  private func makeMoving(
    _ glyphs: [TextGlyph], _ document: TextDocument, _ content: LottieTextContent, on timeline: Timeline
  ) throws(SceneFileError) -> [CALayer] {
    guard glyphs.count <= Self.mostMovingCharacters else {
      throw reading.malformed(
        "a text of \(glyphs.count) characters that move; expected at most \(Self.mostMovingCharacters)",
        at: content.path)
    }
    try reading.takeLayers(glyphs.count * 2, at: content.path)
    let motion = GlyphMotion(
      glyphs, by: content.animators, on: timeline,
      // lottie-ios adds it to the text's tracking; lottie-web, lottie-android and ThorVG take points.
      trackingUnit: reading.imitating == .lottieIOS ? document.size / 1000 : 1, justification: document.justification
    ) { [self] count throws(SceneFileError) in try reading.takeGlyphValues(count, at: content.path) }
    // Characters scale and turn about the middle of their width, on the baseline.
    let middles = glyphs.map { CGPoint(x: $0.advance / 2, y: 0) }
    var positions = try motion.positions(
      from: zip(glyphs, middles).map { CGPoint(x: $0.origin.x + $1.x, y: $0.origin.y) })
    var (scales, turns, opacities) = (try motion.scales(), try motion.turns(), try motion.opacities())
    if let course = content.course {
      let way = GlyphCourse(course, of: glyphs, justification: document.justification, on: timeline)
      for index in glyphs.indices {
        (positions[index], turns[index]) = way.placed(positions[index], turn: turns[index])
        try reading.takeGlyphValues(positions[index].keyframes.count + turns[index].keyframes.count, at: content.path)
      }
    }
    let own = document.fill.map { (CGColor.lottie($0).components ?? [0, 0, 0]).prefix(3).map { Double($0) } }
    let fills = try own.flatMap { own throws(SceneFileError) in try motion.fills(from: own) }
    let duration = timeline.duration
    var layers: [CALayer] = []
    for (index, glyph) in glyphs.enumerated() {
      let drawn: [CALayer]
      if let picture = glyph.picture {
        drawn = document.isDrawn ? [try makePicture(picture, at: .zero)] : []
      } else {
        drawn = makeShapes(glyph.outline, document)
        if let fills, let shape = drawn.last {
          set("fillColor", of: shape, toPlaced: fills[index], duration: duration) { CGColor.lottie($0) }
        }
      }
      let layer = CALayer.carrier(drawn)
      layer.anchorPoint = middles[index]
      set("position", of: layer, toPlaced: positions[index], duration: duration) { $0 }
      set("transform.scale.x", of: layer, toPlaced: scales[index].component(0), duration: duration) { $0 }
      set("transform.scale.y", of: layer, toPlaced: scales[index].component(1), duration: duration) { $0 }
      set("transform.rotation.z", of: layer, toPlaced: turns[index], duration: duration) { $0 * .pi / 180 }
      set("opacity", of: layer, toPlaced: opacities[index], duration: duration) { $0 }
      layers.append(layer)
    }
    return layers
  }
}

extension TextDocument {
  /// Whether the text has a visible fill or stroke.
  fileprivate var isDrawn: Bool { fill != nil || (stroke != nil && strokeWidth > 0) }
}

extension CAShapeLayer {
  fileprivate func setLine(_ color: [Double], width: Double) {
    strokeColor = .lottie(color)
    lineWidth = width
    lineJoin = .round
  }
}
