// Drawing: an input is a program of calls of one context, with numbers of every kind. Whatever was called, the pixels
// stay premultiplied, and the context goes on drawing.

import CoreGraphics
import Foundation

/// Calls a CGContext.
enum DrawingTarget: FuzzTarget {
  static let name = "drawing"

  static func seeds(in folder: String?) -> [[UInt8]] { programs(seed: 7, length: 40, growth: 6) }

  private static let (width, height) = (40, 28)

  static func run(_ input: [UInt8]) -> String {
    var program = DrawingCalls(ByteProgram(input))
    let layouts: [(CGImageAlphaInfo, UInt32, CGColorSpace)] = [
      (.premultipliedLast, 0, CGColorSpaceCreateDeviceRGB()),
      (.premultipliedFirst, CGBitmapInfo.byteOrder32Little.rawValue, CGColorSpaceCreateDeviceRGB()),
      (.noneSkipLast, 0, CGColorSpaceCreateDeviceRGB()), (.none, 0, CGColorSpaceCreateDeviceGray()),
      (.alphaOnly, 0, CGColorSpaceCreateDeviceGray()),
    ]
    let layout = program.bytes.one(of: layouts)
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: layout.2,
        bitmapInfo: layout.0.rawValue | layout.1)
    else { return "no bitmap" }
    context.saveGState()
    let kinds = program.call(context)
    guard let image = context.makeImage() else { return "no image" }
    check(image)
    program.undo(context)
    // The context is as good as new.
    context.restoreGState()
    context.clear(CGRect(x: 0, y: 0, width: width, height: height))
    context.setFillColor(CGColor(gray: 1, alpha: 1))
    context.fill(CGRect(x: 1, y: 1, width: 3, height: 3))
    let pixels = context.makeImage()!.pixels
    let alpha = pixels[((height - 3) * width + 2) * 4 + 3]
    expect(alpha == 255, "the context has stopped drawing")
    return kinds
  }

  private static func check(_ image: CGImage) {
    let pixels = image.pixels
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let color = max(pixels[pixel], pixels[pixel + 1], pixels[pixel + 2])
      expect(color <= pixels[pixel + 3], "pixel \(pixel / 4) has more colour than alpha")
    }
  }
}

/// The calls of a program.
private struct DrawingCalls {
  var bytes: ByteProgram
  private var kinds = ""
  /// How many states are saved, those that open layers saved among them (X-B21), and how many layers are open.
  private var (depth, layers) = (0, 0)
  private var hasOutlined = false

  init(_ bytes: ByteProgram) { self.bytes = bytes }

  /// Makes the calls; says which kinds there were.
  mutating func call(_ context: CGContext) -> String {
    // Small maps at first: most of a program should draw something.
    for _ in 0..<48 where bytes.hasMore {
      let kind = bytes.below(13)
      kinds.append(Character(Unicode.Scalar(UInt8(97 + kind))))
      switch kind {
      case 0: state(context)
      case 1: transform(context)
      case 2: attributes(context)
      case 3, 4: path(context)
      case 5: paint(context)
      case 6: clip(context)
      case 7: gradient(context)
      case 8: image(context)
      case 9: colors(context)
      case 10: layer(context)
      case 11: text(context)
      default: shortcuts(context)
      }
    }
    return kinds
  }

  private mutating func number() -> CGFloat {
    // A third of the numbers are of the bitmap.
    bytes.below(3) == 0 ? bytes.number() : CGFloat(bytes.below(48)) - 4
  }

  private mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }
  private mutating func rect() -> CGRect { CGRect(x: number(), y: number(), width: number(), height: number()) }

  private mutating func color() -> CGColor {
    CGColor(
      red: CGFloat(bytes.byte()) / 255, green: CGFloat(bytes.byte()) / 255, blue: CGFloat(bytes.byte()) / 255,
      alpha: CGFloat(bytes.byte()) / 200)
  }

  private mutating func state(_ context: CGContext) {
    let step = bytes.below(2) == 0 ? 1 : -1
    guard depth + step >= layers else { return }
    if step > 0 { context.saveGState() } else { context.restoreGState() }
    depth += step
  }

  private mutating func transform(_ context: CGContext) {
    switch bytes.below(4) {
    case 0: context.translateBy(x: number(), y: number())
    case 1: context.rotate(by: CGFloat(bytes.below(64)) / 10)
    case 2: context.scaleBy(x: number() / 16, y: number() / 16)
    default: context.concatenate(bytes.matrix())
    }
  }

  private mutating func attributes(_ context: CGContext) {
    switch bytes.below(10) {
    case 0: context.setLineWidth(number())
    case 1: context.setLineCap(bytes.one(of: [.butt, .round, .square]))
    case 2: context.setLineJoin(bytes.one(of: [.miter, .round, .bevel]))
    case 3: context.setMiterLimit(number())
    case 4: context.setLineDash(phase: number(), lengths: (0..<bytes.below(4)).map { _ in number() })
    case 5: context.setAlpha(bytes.below(3) == 0 ? number() : CGFloat(bytes.byte()) / 255)
    case 6: context.setBlendMode(bytes.one(of: CGBlendMode.allCases))
    case 7: context.setShouldAntialias(bytes.below(2) == 0)
    case 8: context.interpolationQuality = bytes.one(of: [.none, .low, .medium, .high, .default])
    default:
      // Wide blurs are slow, and no more than that.
      let blur = number()
      context.setShadow(
        offset: CGSize(width: number(), height: number()), blur: blur > 40 && blur.isFinite ? 40 : blur, color: color())
    }
  }

  private mutating func path(_ context: CGContext) {
    switch bytes.below(11) {
    case 0: context.move(to: point())
    case 1: context.addLine(to: point())
    case 2: context.addCurve(to: point(), control1: point(), control2: point())
    case 3: context.addQuadCurve(to: point(), control: point())
    case 4:
      context.addArc(
        center: point(), radius: number(), startAngle: number(), endAngle: number(), clockwise: bytes.below(2) == 0)
    case 5: context.addArc(tangent1End: point(), tangent2End: point(), radius: number())
    case 6: context.closePath()
    case 7: context.addRect(rect())
    case 8: context.addEllipse(in: rect())
    case 9: combine(context)
    default:
      // The outline of an outline of an outline has a thousand times the curves.
      if !hasOutlined { context.replacePathWithStrokedPath() }
      hasOutlined = true
    }
  }

  /// Replaces the path by what an operation on areas makes of it.
  private mutating func combine(_ context: CGContext) {
    guard let path = context.path else { return }
    let other = CGMutablePath()
    if bytes.below(2) == 0 { other.addEllipse(in: rect()) } else { other.addPath(path, transform: bytes.matrix()) }
    let rule: CGPathFillRule = bytes.below(2) == 0 ? .winding : .evenOdd
    let result =
      switch bytes.below(8) {
      case 0: path.union(other, using: rule)
      case 1: path.intersection(other, using: rule)
      case 2: path.subtracting(other, using: rule)
      case 3: path.symmetricDifference(other, using: rule)
      case 4: path.normalized(using: rule)
      case 5: path.lineIntersection(other, using: rule)
      case 6: path.lineSubtracting(other, using: rule)
      default: path.componentsSeparated(using: rule).first ?? path
      }
    context.beginPath()
    context.addPath(result)
  }

  private mutating func paint(_ context: CGContext) {
    context.drawPath(using: bytes.one(of: [.fill, .eoFill, .stroke, .fillStroke, .eoFillStroke]))
  }

  private mutating func clip(_ context: CGContext) {
    switch bytes.below(4) {
    case 0: context.clip(using: bytes.below(2) == 0 ? .winding : .evenOdd)
    case 1: context.clip(to: rect())
    case 2: context.clip(to: rect(), mask: picture())
    default: context.resetClip()
    }
  }

  private mutating func gradient(_ context: CGContext) {
    let options = CGGradientDrawingOptions(rawValue: UInt32(bytes.below(4)))
    guard
      let gradient = CGGradient(
        colorsSpace: nil, colors: [color(), color(), color()], locations: [0, CGFloat(bytes.byte()) / 255, 1])
    else { return }
    if bytes.below(2) == 0 {
      context.drawLinearGradient(gradient, start: point(), end: point(), options: options)
    } else {
      context.drawRadialGradient(
        gradient, startCenter: point(), startRadius: number(), endCenter: point(), endRadius: number(),
        options: options)
    }
  }

  private mutating func picture() -> CGImage {
    let pixels = (0..<6).flatMap { _ -> [UInt8] in
      let alpha = bytes.byte()
      return [UInt8(alpha / 2), UInt8(alpha), UInt8(alpha / 3), UInt8(alpha)]
    }
    return CGImage(width: 3, height: 2, premultipliedRGBA: pixels)
  }

  private mutating func image(_ context: CGContext) {
    context.draw(picture(), in: rect(), byTiling: bytes.below(4) == 0)
  }

  private mutating func colors(_ context: CGContext) {
    context.setFillColor(color())
    context.setStrokeColor(color())
  }

  private mutating func layer(_ context: CGContext) {
    switch bytes.below(3) {
    case 0: context.beginTransparencyLayer(auxiliaryInfo: nil)
    case 1: context.beginTransparencyLayer(in: rect(), auxiliaryInfo: nil)
    default:
      end(context)
      return
    }
    (depth, layers) = (depth + 1, layers + 1)
  }

  /// Ends the layers, and goes back to the state before the calls.
  mutating func undo(_ context: CGContext) {
    while layers > 0 { end(context) }
    for _ in 0..<depth { context.restoreGState() }
  }

  private mutating func end(_ context: CGContext) {
    context.endTransparencyLayer()
    if layers > 0 { (depth, layers) = (depth - 1, layers - 1) }
  }

  private mutating func text(_ context: CGContext) {
    guard let font = CGFont("Helvetica") else { return }
    context.setFont(font)
    context.setFontSize(number())
    context.textMatrix = bytes.matrix()
    context.setTextDrawingMode(
      bytes.one(of: [.fill, .stroke, .fillStroke, .invisible, .fillClip, .strokeClip, .clip, .fillStrokeClip]))
    context.showGlyphs([CGGlyph(bytes.byte()), 40, 80], at: [point(), point(), point()])
  }

  private mutating func shortcuts(_ context: CGContext) {
    switch bytes.below(6) {
    case 0: context.fill([rect(), rect()])
    case 1: context.stroke(rect(), width: number())
    case 2: context.fillEllipse(in: rect())
    case 3: context.strokeEllipse(in: rect())
    case 4: context.clear(rect())
    default: context.strokeLineSegments(between: [point(), point(), point(), point()])
    }
  }
}
