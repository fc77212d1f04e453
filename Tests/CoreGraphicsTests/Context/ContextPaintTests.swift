// Fills, strokes, clips, images, gradients, patterns: pixels against numbers that follow from the call.

import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct ContextPaintTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  @Test func fillRules() {
    for (rule, hole) in [(CGPathFillRule.winding, 255), (.evenOdd, 0)] {
      let bitmap = Bitmap()
      bitmap.context.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
      bitmap.context.addRect(CGRect(x: 3, y: 3, width: 4, height: 4))
      bitmap.context.fillPath(using: rule)
      #expect(bitmap[5, 7].w == hole && bitmap[1, 3].w == 255)
    }
  }

  /// A pixel that a shape covers in part is painted in that part.
  @Test func coverage() {
    let bitmap = Bitmap()
    bitmap.context.fill(CGRect(x: 2.25, y: 2, width: 4.5, height: 1))
    #expect(zip(bitmap.alphas(row: 9)[2...6], [191, 255, 255, 255, 191]).allSatisfy { abs($0 - $1) <= 9 })
    let hard = Bitmap()
    hard.context.setShouldAntialias(false)
    hard.context.fill(CGRect(x: 2.25, y: 2, width: 4.5, height: 1))
    #expect(Set(hard.alphas(row: 9)) == [0, 255])
  }

  /// The time of a path in a clip of curves grows with the number of its edges, and not with the number's square.
  @Test(arguments: ["stroke", "dashes", "fill"])
  func crowdedClips(kind: String) {
    var random = SeededRandom(seed: 5)
    let path = CGMutablePath()
    let count = kind == "dashes" ? 100 : 8000
    path.move(to: .zero)
    for _ in 0..<count {
      path.addLine(to: CGPoint(x: .random(in: 0...120, using: &random), y: .random(in: 0...90, using: &random)))
    }
    func drawn(isClipped: Bool) -> Bitmap {
      let bitmap = Bitmap(120, 90)
      if isClipped {
        bitmap.context.addEllipse(in: CGRect(x: 20, y: 5, width: 80, height: 80))
        bitmap.context.clip()
      }
      bitmap.context.addPath(path)
      bitmap.context.setLineWidth(0.02)
      if kind == "dashes" { bitmap.context.setLineDash(phase: 0, lengths: [0.5, 1]) }
      if kind == "fill" { bitmap.context.fillPath(using: .evenOdd) } else { bitmap.context.strokePath() }
      return bitmap
    }
    let time = CPUTime()
    let (clipped, whole) = (drawn(isClipped: true).pixels, drawn(isClipped: false).pixels)
    #expect(time.seconds < 5)
    for y in 0..<90 {
      for x in 0..<120 {
        let distance = hypot(Double(x) + 0.5 - 60, Double(y) + 0.5 - 45)
        let pixel = y * 120 + x
        if distance < 38 { #expect(clipped[pixel] == whole[pixel]) }
        if distance > 42 { #expect(clipped[pixel].w == 0) }
      }
    }
  }

  /// Strokes lie on both sides of the path; width, dashes and pen follow the transform.
  @Test func strokes() {
    let bitmap = Bitmap(40, 40)
    bitmap.context.setLineWidth(4)
    bitmap.context.stroke(CGRect(x: 10, y: 10, width: 20, height: 20))
    #expect(bitmap.painted == 24 * 24 - 16 * 16)
    let dashed = Bitmap(40, 8)
    dashed.context.scaleBy(x: 2, y: 1)
    dashed.context.setLineWidth(4)
    dashed.context.setLineDash(phase: 1, lengths: [3, 2])
    dashed.context.strokeLineSegments(between: [CGPoint(x: 0, y: 4), CGPoint(x: 20, y: 4)])
    let on = (0..<40).map { (Double($0) / 2 + 1).truncatingRemainder(dividingBy: 5) < 3 ? 255 : 0 }
    #expect(dashed.alphas(row: 4) == on)
    let none = Bitmap()
    none.context.setLineWidth(0)
    none.context.stroke(CGRect(x: 1, y: 1, width: 5, height: 5))
    #expect(none.painted == 0)
  }

  /// Dashes of a straight line, exactly: what part of each pixel lies in a dash. Phases may be negative or many periods
  /// long; an odd number of lengths is taken twice.
  @Test(arguments: 1...24) func dashPhases(seed: UInt64) {
    var random = SeededRandom(paths: seed)
    let lengths = (0..<random.whole(1...5)).map { _ in random.number(0.4...7) }
    let phase = random.number(-60...60)
    let scale = random.number(0.5...3)
    let bitmap = Bitmap(120, 4)
    bitmap.context.scaleBy(x: scale, y: 1)
    bitmap.context.setLineWidth(8)
    bitmap.context.setLineDash(phase: phase, lengths: lengths.map { CGFloat($0) })
    bitmap.context.strokeLineSegments(between: [CGPoint(x: 0, y: 2), CGPoint(x: 120 / scale, y: 2)])
    let pattern = lengths.count % 2 == 0 ? lengths : lengths + lengths
    let period = pattern.reduce(0, +)
    /// How much of 0...x, in the pattern's lengths from its beginning, is dash.
    func dashed(_ x: Double) -> Double {
      let periods = (x / period).rounded(.down)
      var (rest, sum) = (x - periods * period, 0.0)
      for (index, length) in pattern.enumerated() {
        if index % 2 == 0 { sum += min(max(rest, 0), length) }
        rest -= length
      }
      let dash = stride(from: 0, to: pattern.count, by: 2).reduce(0.0) { $0 + pattern[$1] }
      return periods * dash + sum
    }
    for (x, alpha) in bitmap.alphas(row: 1).enumerated() {
      let part = (dashed(Double(x + 1) / scale + phase) - dashed(Double(x) / scale + phase)) * scale
      #expect(abs(Double(alpha) - 255 * part) <= 12, "\(x): \(alpha), expected \(255 * part)")
    }
  }

  /// A clip in the middle of a dash that is wider than the clip and longer: all of it is covered, whichever way the
  /// line leads.
  @Test(arguments: 0..<24) func dashesAcrossSmallClips(step: Int) {
    let angle = Double(step) * .pi / 12 + 0.05
    let clip = CGRect(x: 27, y: 28, width: 6, height: 3)
    for length in [40, 100, 1000.0] {
      let bitmap = Bitmap(60, 60)
      bitmap.context.clip(to: clip)
      bitmap.context.setLineWidth(12)
      bitmap.context.setLineJoin(.bevel)
      // The first dash begins 10 points before the middle.
      bitmap.context.setLineDash(phase: 12, lengths: [20, 12])
      bitmap.context.translateBy(x: 30, y: 30)
      bitmap.context.rotate(by: angle)
      bitmap.context.strokeLineSegments(between: [CGPoint(x: -30, y: 0), CGPoint(x: length, y: 0)])
      #expect(bitmap.pixels.count { $0.w == 255 } == 18, "length \(length)")
    }
  }

  /// A clip in a clip in a clip covers a pixel as far as the shapes' common area does: not their products.
  @Test(arguments: 1...6) func clipsOfClips(seed: UInt64) {
    var random = SeededRandom(paths: seed)
    let size = 28
    let shapes = (0..<3).map { index -> (path: CGPath, rule: CGPathFillRule) in
      let map = random.map(size: Double(size))
      let path = CGMutablePath()
      switch index {
      case 0: path.addEllipse(in: CGRect(x: 1, y: 3, width: 25, height: 22), transform: map)
      case 1: path.addPath(random.path(size: Double(size)))
      default: path.addRect(CGRect(x: 2, y: 2, width: 20, height: 24), transform: map)
      }
      return (path, index == 1 ? .evenOdd : .winding)
    }
    let bitmap = Bitmap(size, size)
    for shape in shapes {
      bitmap.context.addPath(shape.path)
      bitmap.context.clip(using: shape.rule)
    }
    bitmap.context.fill(CGRect(x: 0, y: 0, width: size, height: size))
    let parts = 12
    for (index, pixel) in bitmap.pixels.enumerated() {
      var inside = 0
      for part in 0..<parts * parts {
        let x = Double(index % size) + (Double(part % parts) + 0.5) / Double(parts)
        let y = Double(size - index / size) - (Double(part / parts) + 0.5) / Double(parts)
        if shapes.allSatisfy({ $0.path.contains(CGPoint(x: x, y: y), using: $0.rule) }) { inside += 1 }
      }
      let expected = inside * 255 / (parts * parts)
      #expect(
        abs(pixel.w - expected) <= 20, "\(index % size), \(index / size): \(pixel.w), expected \(expected)")
    }
  }

  @Test func clipsIntersect() {
    let bitmap = Bitmap()
    bitmap.context.clip(to: CGRect(x: 2, y: 2, width: 6, height: 6))
    bitmap.context.addRect(CGRect(x: 5, y: 0, width: 9, height: 5))
    bitmap.context.clip()
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 16, height: 12))
    #expect(bitmap.painted == 9 && bitmap.context.boundingBoxOfClipPath == CGRect(x: 5, y: 2, width: 3, height: 3))
    bitmap.context.clip(to: CGRect(x: 9, y: 9, width: 2, height: 2))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 16, height: 12))
    #expect(bitmap.painted == 9 && bitmap.context.boundingBoxOfClipPath.isNull, "what does not meet leaves nothing")
  }

  /// A mask multiplies; upright where y points up.
  @Test func clipByImage() {
    let mask = CGImage(width: 1, height: 2, premultipliedRGBA: [0, 0, 0, 255, 0, 0, 0, 51])
    let bitmap = Bitmap(4, 4)
    bitmap.context.interpolationQuality = .none
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 4), mask: mask)
    bitmap.context.setFillColor(red)
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(bitmap[1, 0] == .red)
    #expect(bitmap[1, 3].distance(to: SIMD4(51, 0, 0, 51)) <= 1)
  }

  @Test(arguments: [false, true]) func imagesStandUpright(isBlueFirst: Bool) {
    let image = CGImage(
      width: 2, height: 2, premultipliedRGBA: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
    let bitmap = isBlueFirst ? Bitmap.bgra() : Bitmap()
    bitmap.context.draw(image, in: CGRect(x: 3, y: 4, width: 2, height: 2))
    #expect(bitmap[3, 6] == .red && bitmap[4, 6] == .green && bitmap[3, 7] == .blue && bitmap[4, 7] == .white)
    #expect(bitmap.painted == 4)
    bitmap.context.interpolationQuality = .none
    bitmap.context.setAlpha(0.5)
    bitmap.context.draw(image, in: CGRect(x: 8, y: 0, width: 8, height: 8))
    #expect(bitmap[8, 4].distance(to: SIMD4(128, 0, 0, 128)) <= 1 && bitmap[11, 7].distance(to: bitmap[8, 4]) == 0)
    bitmap.context.setAlpha(1)
    bitmap.context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2), byTiling: true)
    #expect(bitmap[0, 0] == .red && bitmap[14, 0] == .red && bitmap[15, 11] == .white)
  }

  @Test func linearGradient() {
    let gradient = CGGradient(colorsSpace: nil, colors: [red, blue], locations: nil)!
    func draw(_ options: CGGradientDrawingOptions) -> Bitmap {
      let bitmap = Bitmap()
      bitmap.context.drawLinearGradient(
        gradient, start: CGPoint(x: 4, y: 0), end: CGPoint(x: 12, y: 0), options: options)
      return bitmap
    }
    let none = draw([])
    #expect(none.painted == 8 * 12)
    for x in 4..<12 {
      let t = (Double(x) - 4 + 0.5) / 8
      #expect(none[x, 5].distance(to: SIMD4(Int(255 * (1 - t)), 0, Int(255 * t), 255)) <= 2)
    }
    #expect(draw(.drawsBeforeStartLocation).painted == 12 * 12 && draw(.drawsBeforeStartLocation)[0, 0] == .red)
    #expect(draw(.drawsAfterEndLocation).painted == 12 * 12 && draw(.drawsAfterEndLocation)[15, 0] == .blue)
    #expect(draw([.drawsBeforeStartLocation, .drawsAfterEndLocation]).painted == 16 * 12)
  }

  /// Colours are mixed straight: towards transparent black a colour darkens as it fades.
  @Test func gradientsWithAlpha() {
    let clear = CGColor(red: 0, green: 0, blue: 0, alpha: 0)
    let gradient = CGGradient(colorsSpace: nil, colors: [CGColor(gray: 1, alpha: 1), clear], locations: nil)!
    let bitmap = Bitmap()
    bitmap.context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 16, y: 0), options: [])
    for x in 0..<16 {
      let alpha = 1 - (Double(x) + 0.5) / 16
      let white = Int(255 * alpha * alpha)
      #expect(bitmap[x, 0].distance(to: SIMD4(white, white, white, Int(255 * alpha))) <= 2)
    }
  }

  @Test("Gradients of a user space far away, of large or of small units are those of one of pixels")
  func gradientsOfAnySpace() {
    let gradient = CGGradient(colorsSpace: nil, colors: [red, blue], locations: nil)!
    func draw(_ map: CGAffineTransform, isRadial: Bool) -> Bitmap {
      let bitmap = Bitmap(40, 40)
      bitmap.context.concatenate(map)
      let (inverse, options) = (map.inverted(), CGGradientDrawingOptions(rawValue: 3))
      let (a, b) = (CGPoint(x: 8, y: 12).applying(inverse), CGPoint(x: 30, y: 24).applying(inverse))
      if isRadial {
        bitmap.context.drawRadialGradient(
          gradient, startCenter: b, startRadius: 5 / map.a, endCenter: a, endRadius: 18 / map.a, options: options)
      } else {
        bitmap.context.drawLinearGradient(gradient, start: a, end: b, options: options)
      }
      return bitmap
    }
    let moves = [526_653, -4_000_000].map { CGAffineTransform(translationX: 30, y: $0) }
    let scales = [1e-5, 1e-4, 1e4, 1e5].map { CGAffineTransform(scaleX: $0, y: $0) }
    for isRadial in [false, true] {
      let expected = draw(.identity, isRadial: isRadial)
      for map in moves + scales {
        let found = draw(map, isRadial: isRadial)
        for (x, y) in [(2, 2), (9, 13), (20, 20), (31, 12), (38, 38)] {
          #expect(found[x, y].distance(to: expected[x, y]) <= 4, "\(map) \(x) \(y)")
        }
      }
    }
    // A flat space has no gradient, and the context draws on.
    let flat = Bitmap(40, 40)
    flat.context.saveGState()
    flat.context.scaleBy(x: 1e-6, y: 1)
    flat.context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 9, y: 9), options: [])
    flat.context.restoreGState()
    flat.context.setFillColor(red)
    flat.context.fill(CGRect(x: 0, y: 0, width: 9, height: 9))
    #expect(flat[4, 36] == .red)
  }

  @Test func radialGradient() {
    let gradient = CGGradient(colorsSpace: nil, colors: [red, blue], locations: nil)!
    func draw(_ options: CGGradientDrawingOptions) -> Bitmap {
      let bitmap = Bitmap(40, 40)
      let center = CGPoint(x: 20, y: 20)
      bitmap.context.drawRadialGradient(
        gradient, startCenter: center, startRadius: 5, endCenter: center, endRadius: 15, options: options)
      return bitmap
    }
    let ring = draw([])
    #expect(ring[20, 20] == .clear && ring[1, 1] == .clear)
    for x in 26..<34 {
      let t = (Double(x) + 0.5 - 20 - 5) / 10
      #expect(ring[x, 20].distance(to: SIMD4(Int(255 * (1 - t)), 0, Int(255 * t), 255)) <= 4)
    }
    let before = draw(.drawsBeforeStartLocation)
    #expect(before[20, 20] == .red && before[1, 1] == .clear)
    #expect(before[30, 20].distance(to: ring[30, 20]) <= 3)
    let after = draw(.drawsAfterEndLocation)
    #expect(after[20, 20] == .clear && after[1, 1].distance(to: .blue) <= 1)
    #expect(after[30, 20].distance(to: ring[30, 20]) <= 3)
  }

  @Test func shading() {
    var callbacks = CGFunctionCallbacks(
      version: 0,
      evaluate: { _, input, output in
        (output[0], output[1], output[2], output[3]) = (input[0] < 0.5 ? 1 : 0, 0, 0, 1)
      }, releaseInfo: nil)
    let function = CGFunction(
      info: nil, domainDimension: 1, domain: nil, rangeDimension: 4, range: nil, callbacks: &callbacks)!
    let shading = CGShading(
      axialSpace: CGColorSpaceCreateDeviceRGB(), start: .zero, end: CGPoint(x: 16, y: 0), function: function,
      extendStart: false, extendEnd: false)!
    let bitmap = Bitmap()
    bitmap.context.drawShading(shading)
    #expect(bitmap[2, 2] == .red && bitmap[13, 2] == .black)
  }

  @Test func patterns() {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      }, releaseInfo: nil)
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: .identity, xStep: 4, yStep: 4,
      tiling: .noDistortion, isColored: true, callbacks: &callbacks)!
    let bitmap = Bitmap()
    bitmap.context.setFillPattern(pattern, colorComponents: [1])
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 16, height: 12))
    for (x, y) in [(0, 11), (1, 10), (4, 11), (13, 2)] { #expect(bitmap[x, y] == .red, "\(x), \(y)") }
    for (x, y) in [(2, 11), (0, 9), (7, 11), (15, 0)] { #expect(bitmap[x, y] == .clear, "\(x), \(y)") }
  }

  @Test func layersAreDrawnAgain() {
    let bitmap = Bitmap()
    let layer = CGLayer(bitmap.context, size: CGSize(width: 3, height: 2), auxiliaryInfo: nil)!
    layer.context?.setFillColor(red)
    layer.context?.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    bitmap.context.draw(layer, at: CGPoint(x: 5, y: 5))
    bitmap.context.draw(layer, at: CGPoint(x: 9, y: 5))
    #expect(bitmap[5, 6] == .red && bitmap[9, 6] == .red && bitmap.painted == 2)
  }

  @Test func clearing() {
    let bitmap = Bitmap()
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 16, height: 12))
    bitmap.context.setAlpha(0.1)
    bitmap.context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    bitmap.context.clear(CGRect(x: 2, y: 2, width: 10, height: 10))
    #expect(bitmap.painted == 16 * 12 - 4)
  }

  @Test("X-B19: in a stroke of a context, too, a closed subpath's last dash does not join its first")
  func closedDashes() {
    func corner(_ draw: (CGContext) -> Void) -> Bitmap {
      let bitmap = Bitmap(40, 40)
      bitmap.context.setLineWidth(8)
      // Down at both ends of the outline of 80, from 0 to 8 and from 68 on, and at the other corners.
      bitmap.context.setLineDash(phase: 4, lengths: [12, 6])
      bitmap.context.addRect(CGRect(x: 10, y: 10, width: 20, height: 20))
      draw(bitmap.context)
      return bitmap
    }
    let stroked = corner { $0.strokePath() }
    // The outer quarter of the first corner is what a join would fill.
    #expect(stroked[8, 31].w == 0 && stroked[12, 28].w == 255 && stroked[8, 28].w == 255 && stroked[12, 31].w == 255)
    let filled = corner {
      $0.replacePathWithStrokedPath()
      $0.fillPath()
    }
    let difference = PictureDifference(stroked.pixels, filled.pixels, width: 40)
    difference.expect(difference.largest <= 1, "the stroke, its outline", sourceLocation: #_sourceLocation)
    // A dash that is all of the square keeps its corners.
    let whole = Bitmap(40, 40)
    whole.context.setLineWidth(8)
    whole.context.setLineDash(phase: 0, lengths: [80, 8])
    whole.context.stroke(CGRect(x: 10, y: 10, width: 20, height: 20))
    #expect(whole[8, 31].w == 255)
  }

  /// Numbers that are none, infinite or huge draw nothing or something, and never break what follows.
  @Test func wildNumbers() {
    let bitmap = Bitmap()
    let context = bitmap.context
    for wild in [CGFloat.nan, .infinity, -.infinity, 1e30, -1e30, 1e300] {
      context.fill(CGRect(x: wild, y: 0, width: 1, height: 1))
      context.setLineWidth(wild)
      context.setMiterLimit(wild)
      context.setLineDash(phase: wild, lengths: [wild, 1])
      context.stroke(CGRect(x: 1, y: wild, width: wild, height: 1))
      context.setShadow(offset: CGSize(width: wild, height: 0), blur: wild, color: red)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: wild, height: 4))
      context.drawLinearGradient(
        CGGradient(colorsSpace: nil, colors: [red, blue], locations: nil)!, start: CGPoint(x: wild, y: 0),
        end: CGPoint(x: 1, y: wild), options: .drawsAfterEndLocation)
      context.setShadow(offset: .zero, blur: 0, color: nil)
    }
    context.clear(CGRect(x: 0, y: 0, width: 16, height: 12))
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(bitmap.painted == 1 && bitmap[0, 11] == .red)
  }
}
