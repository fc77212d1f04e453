// Text layers. A text without animators is one shape, the outlines of all its characters; with them, a layer for each
// character, whose position, scale, rotation and opacity are animations.

import CoreGraphics
import CoreText
import Foundation
import QuartzCore

extension LottieBuilder {
  /// How many characters a text may have that move by themselves.
  private static let mostMovingCharacters = 5_000

  /// The layers of a text, from the back to the front.
  func makeText(_ content: TextContent, on timeline: Timeline) throws(SceneFileError) -> [CALayer]? {
    var layers: [CALayer] = []
    for (index, item) in content.documents.enumerated() {
      let glyphs = try glyphs(of: item.document, at: content.path)
      let text = CALayer.carrier()
      text.sublayers =
        content.animators.isEmpty
        ? makeStill(glyphs, item.document) : try makeMoving(glyphs, item.document, content, on: timeline)
      // Each text is there until the next one; the first one from the beginning.
      if content.documents.count > 1 {
        let end = index + 1 < content.documents.count ? content.documents[index + 1].frame : .infinity
        show(text, from: index == 0 ? -.infinity : item.frame, to: end, on: timeline)
      }
      layers.append(text)
    }
    return layers
  }

  private func glyphs(of document: TextDocument, at path: LottiePath) throws(SceneFileError) -> [TextGlyph] {
    let named = fonts[document.font]
    let characters = Set(document.isAllCaps ? document.text.uppercased() : document.text)
    var drawn: [Character: (path: CGPath, advance: Double)] = [:]
    if let named {
      for character in characters {
        let key = LottieCharacter.Key(character: String(character), family: named.family, style: named.style)
        guard let own = self.document.characters[key] else { continue }
        drawn[character] = (outline(of: own, size: document.size), own.advance * document.size / 100)
      }
    }
    let isSeen = characters.contains { !$0.isWhitespace && drawn[$0] == nil }
    let font = fonts.font(of: document, isSeen: isSeen, at: path)
    let ascent = named?.ascent.map { $0 / 100 * document.size } ?? Double(CTFontGetAscent(font))
    return TextLayouter(document: document, font: font, ascent: ascent) { drawn[$0] }.glyphs()
  }

  /// The outline of a character that the document brings along.
  private func outline(of character: LottieCharacter, size: Double) -> CGPath {
    let still = Timeline(inPoint: 0, frameRate: 1, duration: 1)
    let path = CGMutablePath()
    func add(_ items: [ShapeItem], _ transform: CGAffineTransform) {
      for item in items {
        switch item.content {
        case .path(let shape):
          path.addPath(shape.geometry(on: still).first.cgPath(), transform: transform)
        case .group(let inner, let own):
          add(inner, CATransform3DGetAffineTransform(own.staticMatrix).concatenating(transform))
        default: continue
        }
      }
    }
    add(character.shapes, CGAffineTransform(scaleX: size / 100, y: size / 100))
    return path
  }

  // MARK: - Still

  private func makeStill(_ glyphs: [TextGlyph], _ document: TextDocument) -> [CALayer] {
    let path = CGMutablePath()
    for glyph in glyphs {
      path.addPath(glyph.outline, transform: CGAffineTransform(translationX: glyph.origin.x, y: glyph.origin.y))
    }
    return makeShapes(path, document)
  }

  /// A path in the look of a text.
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

  // MARK: - Moving

  private func makeMoving(
    _ glyphs: [TextGlyph], _ document: TextDocument, _ content: TextContent, on timeline: Timeline
  ) throws(SceneFileError) -> [CALayer] {
    guard glyphs.count <= Self.mostMovingCharacters else {
      throw reading.malformed(
        "a text of \(glyphs.count) characters that move; expected at most \(Self.mostMovingCharacters)",
        at: content.path)
    }
    try reading.takeLayers(glyphs.count * 2, at: content.path)
    let animators = content.animators.map { PlacedAnimator($0, glyphs: glyphs, on: timeline) }
    return glyphs.indices.map { index in
      let glyph = glyphs[index]
      let layer = CALayer.carrier(makeShapes(glyph.outline, document))
      // Characters grow and turn about the middle of their width, on the baseline.
      let middle = CGPoint(x: glyph.advance / 2, y: 0)
      layer.anchorPoint = middle
      move(layer, index, by: animators, from: CGPoint(x: glyph.origin.x + middle.x, y: glyph.origin.y), on: timeline)
      return layer
    }
  }

  private func move(
    _ layer: CALayer, _ index: Int, by animators: [PlacedAnimator], from origin: CGPoint, on timeline: Timeline
  ) {
    func sum<Value: Blendable>(
      _ part: (PlacedAnimator) -> TrackTiming?, value: @escaping (_ time: Double) -> Value
    ) -> Track<Value> {
      let timings = animators.flatMap { animator in part(animator).map { [$0] + animator.rangeTimings } ?? [] }
      return .combining(timings, isLinear: false, timeline: timeline, make: value)
    }
    let duration = timeline.duration
    let position = sum(
      { $0.position?.timing ?? $0.tracking?.timing },
      value: { time in
        animators.reduce(origin) { point, animator in
          let share = animator.share(of: index, at: time)
          let offset = animator.position?.value(at: time).point ?? .zero
          let run = animator.tracking.map { $0.value(at: time) / 1000 * animator.run(before: index, at: time) } ?? 0
          return CGPoint(x: point.x + offset.x * share + run, y: point.y + offset.y * share)
        }
      })
    set("position", of: layer, toPlaced: position, duration: duration) { $0 }
    let scale = sum(
      { $0.scale?.timing },
      value: { time in
        animators.reduce([1.0, 1.0]) { value, animator in
          guard let scale = animator.scale?.value(at: time).point else { return value }
          let share = animator.share(of: index, at: time)
          return [value[0] * (1 + (scale.x - 1) * share), value[1] * (1 + (scale.y - 1) * share)]
        }
      })
    let turn = sum(
      { $0.rotation?.timing },
      value: { time in
        animators.reduce(0.0) { $0 + ($1.rotation?.value(at: time) ?? 0) * $1.share(of: index, at: time) }
      })
    let opacity = sum(
      { $0.opacity?.timing },
      value: { time in
        animators.reduce(1.0) { value, animator in
          guard let opacity = animator.opacity?.value(at: time) else { return value }
          return value * (1 + (opacity - 1) * animator.share(of: index, at: time))
        }
      })
    set("transform.scale.x", of: layer, toPlaced: scale.component(0), duration: duration) { $0 }
    set("transform.scale.y", of: layer, toPlaced: scale.component(1), duration: duration) { $0 }
    set("transform.rotation.z", of: layer, toPlaced: turn, duration: duration) { $0 * .pi / 180 }
    set("opacity", of: layer, toPlaced: opacity, duration: duration) { $0 }
    recolor(layer, index, by: animators, on: timeline)
  }

  private func recolor(_ layer: CALayer, _ index: Int, by animators: [PlacedAnimator], on timeline: Timeline) {
    let coloring = animators.filter { $0.fill != nil }
    guard !coloring.isEmpty, let shape = layer.sublayers?.last as? CAShapeLayer, let own = shape.fillColor else {
      return
    }
    let components = (own.components ?? [0, 0, 0]).prefix(3).map { Double($0) }
    let timings = coloring.flatMap { [$0.fill?.timing].compactMap { $0 } + $0.rangeTimings }
    let color = Track<[Double]>.combining(timings, isLinear: false, timeline: timeline) { time in
      coloring.reduce(components) { value, animator in
        guard let fill = animator.fill?.value(at: time) else { return value }
        return value.blended(to: Array(fill.prefix(3)), animator.share(of: index, at: time))
      }
    }
    set("fillColor", of: shape, toPlaced: color, duration: timeline.duration) { CGColor.lottie($0) }
  }
}

extension CAShapeLayer {
  fileprivate func setLine(_ color: [Double], width: Double) {
    strokeColor = .lottie(color)
    lineWidth = width
    lineJoin = .round
  }
}
