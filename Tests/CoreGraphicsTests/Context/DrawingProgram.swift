// Drawings at random, the same for the same seed: every kind of call, on a square.

import CoreGraphics
import Foundation
import TestPaths
import TestSupport

struct DrawingProgram {
  /// Which calls a program may hold.
  struct Content: OptionSet {
    let rawValue: Int
    static let shadows = Content(rawValue: 1)
    static let blending = Content(rawValue: 2)
    static let text = Content(rawValue: 4)
    static let images = Content(rawValue: 8)
    static let all: Content = [.shadows, .blending, .text, .images]
  }

  let seed: UInt64
  let size: Double
  var content = Content.all

  /// What shadows are moved by is not touched by the transform: the program has to be told what stands for up and
  /// right.
  var shadowMap = CGAffineTransform.identity
  /// All lengths are multiplied by this.
  var unit: Double = 1

  func draw(_ context: CGContext) {
    var random = SeededRandom(paths: seed)
    var depth = 0
    context.saveGState()
    for _ in 0..<14 {
      context.saveGState()
      setState(context, &random)
      switch random.whole(0...9) {
      case 0...1:
        context.addPath(path(&random))
        context.fillPath(using: random.whole(0...1) == 0 ? .winding : .evenOdd)
      case 2: context.fillEllipse(in: rect(&random))
      case 3...4:
        context.addPath(path(&random))
        context.drawPath(using: random.whole(0...1) == 0 ? .stroke : .fillStroke)
      case 5: gradient(context, &random)
      case 6: if content.contains(.images) { image(context, &random) }
      case 7: if content.contains(.text) { text(context, &random) }
      case 8:
        context.setAlpha(random.number(0.3...1))
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(rect(&random))
        setColors(context, &random)
        context.fillEllipse(in: rect(&random))
        context.endTransparencyLayer()
      default:
        context.clip(to: rect(&random))
        context.addEllipse(in: rect(&random))
        context.clip()
        context.fill(CGRect(x: 0, y: 0, width: size * unit, height: size * unit))
      }
      context.restoreGState()
      // From here on everything is turned, or inside a clip.
      if random.whole(0...5) == 0, depth < 3 {
        depth += 1
        context.saveGState()
        if random.whole(0...1) == 0 {
          context.clip(to: rect(&random).insetBy(dx: -size * unit / 3, dy: -size * unit / 3))
        } else {
          context.translateBy(x: size * unit / 2, y: size * unit / 2)
          context.rotate(by: random.number(-0.5...0.5))
          context.translateBy(x: -size * unit / 2, y: -size * unit / 2)
        }
      }
    }
    for _ in 0...depth { context.restoreGState() }
  }

  private func rect(_ random: inout SeededRandom) -> CGRect {
    CGRect(
      x: random.number(0...size * 0.7) * unit, y: random.number(0...size * 0.7) * unit,
      width: random.number(2...size * 0.6) * unit, height: random.number(2...size * 0.6) * unit)
  }

  private func path(_ random: inout SeededRandom) -> CGPath {
    var scale = CGAffineTransform(scaleX: unit, y: unit)
    return random.path(size: size, bend: 0.2).copy(using: &scale)!
  }

  private func color(_ random: inout SeededRandom) -> CGColor {
    CGColor(
      red: random.number(0...1), green: random.number(0...1), blue: random.number(0...1),
      alpha: random.number(0.2...1.2))
  }

  private func setColors(_ context: CGContext, _ random: inout SeededRandom) {
    context.setFillColor(color(&random))
    context.setStrokeColor(color(&random))
  }

  private func setState(_ context: CGContext, _ random: inout SeededRandom) {
    setColors(context, &random)
    context.setLineWidth(random.number(0.5...6) * unit)
    context.setLineCap([.butt, .round, .square][random.whole(0...2)])
    context.setLineJoin([.miter, .round, .bevel][random.whole(0...2)])
    if random.whole(0...2) == 0 {
      context.setLineDash(
        phase: random.number(0...9) * unit, lengths: [random.number(2...8) * unit, random.number(1...4) * unit])
    }
    let mode = CGBlendMode.allCases[random.whole(0...CGBlendMode.allCases.count - 1)]
    let isBlended = random.whole(0...2) == 0
    if isBlended && content.contains(.blending) { context.setBlendMode(mode) }
    let offset = CGPoint(x: random.number(-6...6), y: random.number(-6...6)).applying(shadowMap)
    let (isShadowed, blur, shade) = (random.whole(0...3) == 0, random.number(0...5), color(&random))
    if isShadowed && content.contains(.shadows) {
      context.setShadow(offset: CGSize(width: offset.x, height: offset.y), blur: blur, color: shade)
    }
  }

  private func gradient(_ context: CGContext, _ random: inout SeededRandom) {
    let gradient = CGGradient(
      colorsSpace: nil, colors: [color(&random), color(&random), color(&random)],
      locations: [0, random.number(0.1...0.9), 1])!
    context.clip(to: rect(&random))
    let (start, end) = (rect(&random).origin, rect(&random).origin)
    let options: CGGradientDrawingOptions =
      random.whole(0...1) == 0 ? [] : [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    if random.whole(0...1) == 0 {
      context.drawLinearGradient(gradient, start: start, end: end, options: options)
    } else {
      context.drawRadialGradient(
        gradient, startCenter: start, startRadius: random.number(0...4) * unit, endCenter: end,
        endRadius: random.number(8...30) * unit, options: options)
    }
  }

  private func image(_ context: CGContext, _ random: inout SeededRandom) {
    let bytes = (0..<35).flatMap { _ -> [UInt8] in
      let alpha = random.number(0...1)
      return (0..<3).map { _ in UInt8(255 * alpha * random.number(0...1)) } + [UInt8(255 * alpha)]
    }
    let image = CGImage(width: 7, height: 5, premultipliedRGBA: bytes)
    context.interpolationQuality = random.whole(0...1) == 0 ? .low : .default
    context.draw(image, in: rect(&random))
  }

  private func text(_ context: CGContext, _ random: inout SeededRandom) {
    guard let font = CGFont("Helvetica") else { return }
    context.setFont(font)
    context.setFontSize(random.number(6...30) * unit)
    context.textMatrix = .identity
    context.textPosition = rect(&random).origin
    let glyphs = (0..<5).map { _ in CGGlyph(random.whole(36...90)) }
    glyphs.withUnsafeBufferPointer { context.showGlyphs(g: $0.baseAddress, count: $0.count) }
  }
}
