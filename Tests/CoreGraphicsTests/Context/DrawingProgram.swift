// Drawings at random, the same for the same seed: every kind of call, on a square.

import CoreGraphics
import Foundation
import TestPaths

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
    var dice = Dice(seed)
    var depth = 0
    context.saveGState()
    for _ in 0..<14 {
      context.saveGState()
      setState(context, &dice)
      switch dice.whole(0...9) {
      case 0...1:
        context.addPath(path(&dice))
        context.fillPath(using: dice.whole(0...1) == 0 ? .winding : .evenOdd)
      case 2: context.fillEllipse(in: rect(&dice))
      case 3...4:
        context.addPath(path(&dice))
        context.drawPath(using: dice.whole(0...1) == 0 ? .stroke : .fillStroke)
      case 5: gradient(context, &dice)
      case 6: if content.contains(.images) { image(context, &dice) }
      case 7: if content.contains(.text) { text(context, &dice) }
      case 8:
        context.setAlpha(dice.number(0.3...1))
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(rect(&dice))
        setColors(context, &dice)
        context.fillEllipse(in: rect(&dice))
        context.endTransparencyLayer()
      default:
        context.clip(to: rect(&dice))
        context.addEllipse(in: rect(&dice))
        context.clip()
        context.fill(CGRect(x: 0, y: 0, width: size * unit, height: size * unit))
      }
      context.restoreGState()
      // From here on everything is turned, or inside a clip.
      if dice.whole(0...5) == 0, depth < 3 {
        depth += 1
        context.saveGState()
        if dice.whole(0...1) == 0 {
          context.clip(to: rect(&dice).insetBy(dx: -size * unit / 3, dy: -size * unit / 3))
        } else {
          context.translateBy(x: size * unit / 2, y: size * unit / 2)
          context.rotate(by: dice.number(-0.5...0.5))
          context.translateBy(x: -size * unit / 2, y: -size * unit / 2)
        }
      }
    }
    for _ in 0...depth { context.restoreGState() }
  }

  private func rect(_ dice: inout Dice) -> CGRect {
    CGRect(
      x: dice.number(0...size * 0.7) * unit, y: dice.number(0...size * 0.7) * unit,
      width: dice.number(2...size * 0.6) * unit, height: dice.number(2...size * 0.6) * unit)
  }

  private func path(_ dice: inout Dice) -> CGPath {
    var scale = CGAffineTransform(scaleX: unit, y: unit)
    return dice.path(size: size, bend: 0.2).copy(using: &scale)!
  }

  private func color(_ dice: inout Dice) -> CGColor {
    CGColor(
      red: dice.number(0...1), green: dice.number(0...1), blue: dice.number(0...1), alpha: dice.number(0.2...1.2))
  }

  private func setColors(_ context: CGContext, _ dice: inout Dice) {
    context.setFillColor(color(&dice))
    context.setStrokeColor(color(&dice))
  }

  private func setState(_ context: CGContext, _ dice: inout Dice) {
    setColors(context, &dice)
    context.setLineWidth(dice.number(0.5...6) * unit)
    context.setLineCap([.butt, .round, .square][dice.whole(0...2)])
    context.setLineJoin([.miter, .round, .bevel][dice.whole(0...2)])
    if dice.whole(0...2) == 0 {
      context.setLineDash(
        phase: dice.number(0...9) * unit, lengths: [dice.number(2...8) * unit, dice.number(1...4) * unit])
    }
    let mode = CGBlendMode.allCases[dice.whole(0...CGBlendMode.allCases.count - 1)]
    let isBlended = dice.whole(0...2) == 0
    if isBlended && content.contains(.blending) { context.setBlendMode(mode) }
    let offset = CGPoint(x: dice.number(-6...6), y: dice.number(-6...6)).applying(shadowMap)
    let (isShadowed, blur, shade) = (dice.whole(0...3) == 0, dice.number(0...5), color(&dice))
    if isShadowed && content.contains(.shadows) {
      context.setShadow(offset: CGSize(width: offset.x, height: offset.y), blur: blur, color: shade)
    }
  }

  private func gradient(_ context: CGContext, _ dice: inout Dice) {
    let gradient = CGGradient(
      colorsSpace: nil, colors: [color(&dice), color(&dice), color(&dice)], locations: [0, dice.number(0.1...0.9), 1])!
    context.clip(to: rect(&dice))
    let (start, end) = (rect(&dice).origin, rect(&dice).origin)
    let options: CGGradientDrawingOptions =
      dice.whole(0...1) == 0 ? [] : [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    if dice.whole(0...1) == 0 {
      context.drawLinearGradient(gradient, start: start, end: end, options: options)
    } else {
      context.drawRadialGradient(
        gradient, startCenter: start, startRadius: dice.number(0...4) * unit, endCenter: end,
        endRadius: dice.number(8...30) * unit, options: options)
    }
  }

  private func image(_ context: CGContext, _ dice: inout Dice) {
    let bytes = (0..<35).flatMap { _ -> [UInt8] in
      let alpha = dice.number(0...1)
      return (0..<3).map { _ in UInt8(255 * alpha * dice.number(0...1)) } + [UInt8(255 * alpha)]
    }
    let image = CGImage(width: 7, height: 5, premultipliedRGBA: bytes)
    context.interpolationQuality = dice.whole(0...1) == 0 ? .low : .default
    context.draw(image, in: rect(&dice))
  }

  private func text(_ context: CGContext, _ dice: inout Dice) {
    guard let font = CGFont("Helvetica") else { return }
    context.setFont(font)
    context.setFontSize(dice.number(6...30) * unit)
    context.textMatrix = .identity
    context.textPosition = rect(&dice).origin
    let glyphs = (0..<5).map { _ in CGGlyph(dice.whole(36...90)) }
    glyphs.withUnsafeBufferPointer { context.showGlyphs(g: $0.baseAddress, count: $0.count) }
  }
}
