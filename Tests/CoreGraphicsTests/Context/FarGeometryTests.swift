// Drawings that reach far beyond the bitmap, where cairo's coordinates end: what is seen of them is that of their parts
// nearby, or has a known area.

import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct FarGeometryTests {
  private static let size = 60.0
  private static let reaches = [1e4, 3e4, 4e4, 1e5, 1e6, 1e7, 1e9]

  /// The middle of the bitmap, and a square beside it whose near side runs through there.
  private static func square(side: Double, angle: Double) -> CGPath {
    let path = CGMutablePath()
    let turn = CGAffineTransform(translationX: size / 2, y: size / 2).rotated(by: angle)
    path.addRect(CGRect(x: 0, y: -side / 2, width: side, height: side), transform: turn)
    return path
  }

  /// The area that the bitmap shares with what lies within `width` of a line through its middle, on the side that the
  /// angle points to: by cutting the square's corners, apart from any drawing.
  private static func area(angle: Double, width: Double = .infinity) -> Double {
    let normal = CGPoint(x: cos(angle), y: sin(angle))
    func cut(_ polygon: [CGPoint], _ inside: (CGPoint) -> Double) -> [CGPoint] {
      var result: [CGPoint] = []
      for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
        let (da, db) = (inside(a), inside(b))
        if da >= 0 { result.append(a) }
        if (da < 0) != (db < 0) {
          let t = da / (da - db)
          result.append(CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t))
        }
      }
      return result
    }
    func along(_ p: CGPoint) -> Double { (p.x - size / 2) * normal.x + (p.y - size / 2) * normal.y }
    let corners = [CGPoint(x: 0, y: 0), CGPoint(x: size, y: 0), CGPoint(x: size, y: size), CGPoint(x: 0, y: size)]
    var polygon = cut(corners) { along($0) }
    if width.isFinite { polygon = cut(polygon) { width - along($0) } }
    let crosses = zip(polygon, polygon.dropFirst() + polygon.prefix(1)).map { $0.x * $1.y - $1.x * $0.y }
    return abs(crosses.reduce(0, +)) / 2
  }

  private func area(_ draw: (CGContext) -> Void) -> Double {
    let bitmap = Bitmap(Int(Self.size), Int(Self.size))
    draw(bitmap.context)
    return Double(bitmap.pixels.reduce(0) { $0 + $1.w }) / 255
  }

  @Test("Areas that begin in the bitmap and end far outside", arguments: reaches, [0, 0.3, 0.5, 1.1, 2.5, 4, 5.9])
  func halfPlanes(side: Double, angle: Double) {
    let path = Self.square(side: side, angle: angle)
    let all = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    let expected = Self.area(angle: angle)
    let filled = area {
      $0.addPath(path)
      $0.fillPath()
    }
    #expect(abs(filled - expected) < 4, "filled")
    let clipped = area {
      $0.addPath(path)
      $0.clip()
      $0.fill(all)
    }
    #expect(abs(clipped - expected) < 4, "clipped")
    let layer = area {
      $0.addPath(path)
      $0.clip()
      $0.beginTransparencyLayer(auxiliaryInfo: nil)
      $0.fill(all)
      $0.endTransparencyLayer()
    }
    #expect(abs(layer - expected) < 4, "a layer in a clip")
    let masked = area {
      $0.addPath(path)
      $0.clip()
      $0.beginTransparencyLayer(auxiliaryInfo: nil)
      $0.fill(all)
      $0.beginMask()
      $0.setAlpha(0.5)
      $0.fill(all)
      $0.endMask()
      $0.endTransparencyLayer()
    }
    // Half is 128 of 255.
    #expect(abs(masked - expected * 128 / 255) < 4, "a mask in a layer in a clip")
    let cleared = area {
      $0.fill(all)
      $0.addPath(path)
      $0.clip()
      $0.clear(all)
    }
    #expect(abs(cleared - (3600 - expected)) < 4, "cleared")
    let copied = area {
      $0.addPath(path)
      $0.clip()
      $0.setBlendMode(.sourceIn)
      $0.fill(all)
    }
    #expect(copied == 0, "nothing of a source in nothing")
  }

  /// The clip's box is smaller than the layer, as it is where what reaches far was cut.
  @Test("A mask multiplies all of what a turned clip left of a layer", arguments: [0.0, 0.3, 0.5, 1.1, 2.5, 4, 5.9])
  func masksUnderClips(angle: Double) {
    let path = Self.square(side: 24, angle: angle)
    let all = CGRect(x: 0, y: 0, width: Self.size, height: Self.size)
    func area(under mask: (CGContext) -> Void) -> Double {
      self.area {
        $0.beginTransparencyLayer(auxiliaryInfo: nil)
        $0.addPath(path)
        $0.clip()
        $0.fill(all)
        $0.beginMask()
        mask($0)
        $0.endMask()
        $0.endTransparencyLayer()
      }
    }
    let half = area(under: {
      $0.setAlpha(0.5)
      $0.fill(all)
    })
    #expect(abs(half - 576 * 128 / 255) < 1)
    #expect(area(under: { _ in }) == 0, "nothing is left, not at the edges either")
  }

  @Test("A layer over a rectangle that reaches far, under a mask", arguments: reaches, [0, 0.5, 2])
  func masks(side: Double, angle: Double) {
    let masked = area {
      $0.translateBy(x: 30, y: 30)
      $0.rotate(by: angle)
      $0.beginTransparencyLayer(in: CGRect(x: -side, y: -side, width: 2 * side, height: 2 * side), auxiliaryInfo: nil)
      $0.fill(CGRect(x: -side, y: -side, width: 2 * side, height: 2 * side))
      $0.beginMask()
      $0.fill(CGRect(x: -10, y: -10, width: 20, height: 20))
      $0.endMask()
      $0.endTransparencyLayer()
    }
    #expect(abs(masked - 400) < 3)
  }

  @Test("The rim of a large circle is straight nearby", arguments: [3e4, 1e5, 1e6, 1e8], [0, 0.7, 2, 3.9])
  func circles(radius: Double, angle: Double) {
    let box = CGRect(
      x: Self.size / 2 + radius * cos(angle) - radius, y: Self.size / 2 + radius * sin(angle) - radius,
      width: 2 * radius, height: 2 * radius)
    // The curves that stand for a circle are off it by up to 3/10,000 of the radius.
    let slack = 90 * radius * 3e-4
    let filled = area { $0.fillEllipse(in: box) }
    let clipped = area {
      $0.addEllipse(in: box)
      $0.clip()
      $0.fill(CGRect(x: 0, y: 0, width: 60, height: 60))
    }
    #expect(abs(filled - clipped) < 2)
    if slack < 1000 { #expect(abs(filled - Self.area(angle: angle)) < slack) }
    // A stroke that straddles the rim has its width.
    let ring = area {
      $0.setLineWidth(8)
      $0.strokeEllipse(in: box)
    }
    let inside = area {
      $0.fillEllipse(in: box.insetBy(dx: 4, dy: 4))
    }
    let outside = area { $0.fillEllipse(in: box.insetBy(dx: -4, dy: -4)) }
    #expect(abs(ring - (outside - inside)) < 6)
  }

  @Test("Strokes of long lines, and of wide ones", arguments: reaches, [0.2, 1.3, 2.8])
  func strokes(length: Double, angle: Double) {
    let (dx, dy) = (-sin(angle) * length, cos(angle) * length)
    let line = [CGPoint(x: 30 - dx, y: 30 - dy), CGPoint(x: 30 + dx, y: 30 + dy)]
    for cap in [CGLineCap.butt, .round, .square] {
      let stroked = area {
        $0.setLineCap(cap)
        $0.setLineWidth(12)
        $0.strokeLineSegments(between: line)
      }
      #expect(abs(stroked - Self.area(angle: angle, width: 6) - Self.area(angle: angle + .pi, width: 6)) < 4)
    }
    // Half of a wide stroke: its side runs through the middle.
    let wide = area {
      $0.setLineWidth(2 * length)
      let (x, y) = (30 + cos(angle) * length, 30 + sin(angle) * length)
      $0.strokeLineSegments(between: [CGPoint(x: x - dx, y: y - dy), CGPoint(x: x + dx, y: y + dy)])
    }
    #expect(abs(wide - Self.area(angle: angle)) < 4)
  }

  @Test("Dashes keep their phase over a long way", arguments: [5e4, 1e5, 1e6])
  func dashes(length: Double) {
    func draw(from start: Double, phase: Double) -> [SIMD4<Int>] {
      let bitmap = Bitmap(60, 60)
      bitmap.context.setLineWidth(9)
      bitmap.context.setLineDash(phase: phase, lengths: [11, 5])
      bitmap.context.strokeLineSegments(between: [CGPoint(x: start, y: 30), CGPoint(x: 100, y: 30)])
      return bitmap.pixels
    }
    let near = draw(from: -16, phase: (length - 16).truncatingRemainder(dividingBy: 16))
    let far = draw(from: -length, phase: 0)
    #expect(near.contains { $0.w == 255 } && near.contains { $0.w == 0 })
    #expect((zip(near, far).map { $0.distance(to: $1) }.max() ?? 255) <= 18)
  }

  @Test("Patterns that begin far away", arguments: [0, 3e4, 7e4, 1e6, -1e7])
  func patterns(away: Double) throws {
    var callbacks = CGPatternCallbacks(
      version: 0, drawPattern: { $1.fill(CGRect(x: 0, y: 0, width: 4, height: 3)) }, releaseInfo: nil)
    func draw(_ phase: Double) throws -> [SIMD4<Int>] {
      let pattern = try #require(
        CGPattern(
          info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), matrix: .identity, xStep: 8, yStep: 8,
          tiling: .constantSpacing, isColored: true, callbacks: &callbacks))
      let bitmap = Bitmap(60, 60)
      bitmap.context.setPatternPhase(CGSize(width: phase, height: -phase))
      bitmap.context.setFillPattern(pattern, colorComponents: [1])
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 60, height: 60))
      return bitmap.pixels
    }
    let (near, far) = (try draw(away.truncatingRemainder(dividingBy: 8)), try draw(away))
    #expect(near == far && near.contains { $0.w == 255 } && near.contains { $0.w == 0 })
  }

  @Test("Tiles of an image that begin far away", arguments: [3.2e4, 6.4e4, -1.6e6])
  func tiles(away: Double) {
    let image = CGImage(width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    func draw(_ x: Double) -> [SIMD4<Int>] {
      let bitmap = Bitmap(60, 60)
      bitmap.context.interpolationQuality = .none
      bitmap.context.draw(image, in: CGRect(x: x, y: -x, width: 8, height: 4), byTiling: true)
      return bitmap.pixels
    }
    #expect(draw(0) == draw(away) && draw(0).contains(.red) && draw(0).contains(.blue))
  }

  /// A hundred turns that cross each other everywhere, and a band across them; cairo 1.16 crashes on some such pairs.
  @Test("A clip of very many crossings and another one", arguments: 0..<40)
  func crossings(seed: Int) {
    let step = 1.3 + Double(seed) * 0.011
    let turns = CGMutablePath()
    for index in 0..<100 {
      let center = CGPoint(x: 16 + sin(Double(index) * 0.37) * 0.2, y: 23 + cos(Double(index) * 0.21) * 0.2)
      let start = CGFloat(Double(index) * step)
      turns.addArc(center: center, radius: 2, startAngle: start, endAngle: start + CGFloat(step), clockwise: false)
    }
    let bitmap = Bitmap(32, 28)
    bitmap.context.addPath(turns)
    bitmap.context.clip(using: .evenOdd)
    let gradient = CGGradient(
      colorsSpace: nil, colors: [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)] as CFArray, locations: nil)!
    let angle = Double(seed) * 0.7
    bitmap.context.drawLinearGradient(
      gradient, start: CGPoint(x: 16 - 40 * cos(angle), y: 23 - 40 * sin(angle)),
      end: CGPoint(x: 16 + cos(angle), y: 23 + sin(angle)), options: [])
    let pixels = bitmap.pixels
    #expect(pixels.contains { $0.w > 0 })
    for (index, pixel) in pixels.enumerated() {
      let (x, y) = (Double(index % 32) - 15.5, Double(27 - index / 32) - 22.5)
      #expect(hypot(x, y) < 4 || pixel.w == 0)
    }
  }

  /// An image of two pixels, the first one opaque; or tiles of it.
  @Test(
    "Pixels of an image that are thousands of pixels wide end where they end", arguments: [50, 700, 5e3, 1e5, 3e6],
    [10, 300, 590])
  func largePixels(size: Double, edge: Double) {
    let image = CGImage(width: 2, height: 1, premultipliedRGBA: [0, 0, 0, 255, 0, 0, 0, 0])
    for isTiled in [false, true] {
      let rect = CGRect(x: edge - size, y: -size, width: 2 * size, height: 3 * size)
      let bitmap = Bitmap(600, 2)
      bitmap.context.interpolationQuality = .none
      bitmap.context.draw(image, in: rect, byTiling: isTiled)
      let expected = (0..<600).map { column in
        let pixel = ((Double(column) + 0.5 - rect.minX) / size).rounded(.down)
        return (isTiled ? pixel.truncatingRemainder(dividingBy: 2) == 0 : pixel == 0) ? 255 : 0
      }
      #expect(bitmap.alphas(row: 0) == expected, "tiled: \(isTiled)")
      // The same upright.
      let upright = Bitmap(2, 600)
      upright.context.rotate(by: .pi / 2)
      upright.context.scaleBy(x: 1, y: -1)
      upright.context.interpolationQuality = .none
      upright.context.draw(image, in: rect, byTiling: isTiled)
      let pixels = upright.pixels
      #expect((0..<600).map { pixels[(599 - $0) * 2].w } == expected, "upright, tiled: \(isTiled)")
    }
  }

  @Test("Images with sides that cairo cannot take", arguments: [false, true])
  func wideImages(isMask: Bool) {
    let width = 70_000
    // Opaque between 35,000 and 35,010.
    var pixels = [UInt8](repeating: 0, count: width * 8)
    for row in 0..<2 { for x in 35_000..<35_010 { pixels[(row * width + x) * 4 + 3] = 255 } }
    let image = CGImage(width: width, height: 2, premultipliedRGBA: pixels, isMask: isMask)
    let bitmap = Bitmap(60, 60)
    bitmap.context.draw(image, in: CGRect(x: -34_980, y: 10, width: Double(width), height: 40))
    #expect(bitmap.alphas(row: 30) == (0..<60).map { (20..<30).contains($0) ? 255 : 0 })
    // All of it in sixty pixels: the band is within the thirty-first.
    let small = Bitmap(60, 60)
    small.context.draw(image, in: CGRect(x: 0, y: 10, width: 60, height: 40))
    #expect(small.alphas(row: 30).enumerated().allSatisfy { $1 == 0 || $0 == 29 || $0 == 30 })
    let clipped = Bitmap(60, 60)
    clipped.context.clip(to: CGRect(x: -34_980, y: 10, width: Double(width), height: 40), mask: image)
    clipped.context.fill(CGRect(x: 0, y: 0, width: 60, height: 60))
    #expect(clipped.alphas(row: 30) == (0..<60).map { (20..<30).contains($0) ? 255 : 0 })
    // What follows is drawn.
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
    #expect(bitmap[2, 58] == .black)
  }

  @Test("A gradient that goes on to one side only", arguments: [1e3, 1e5, 1e7], [0.0, 0.4, 2, 4.4])
  func gradients(length: Double, angle: Double) {
    let (dx, dy) = (cos(angle), sin(angle))
    let black = CGColor(gray: 0, alpha: 1)
    let gradient = CGGradient(colorsSpace: nil, colors: [black, black] as CFArray, locations: nil)!
    let drawn = area {
      $0.drawLinearGradient(
        gradient, start: CGPoint(x: 30, y: 30), end: CGPoint(x: 30 + dx * length, y: 30 + dy * length),
        options: .drawsAfterEndLocation)
    }
    #expect(abs(drawn - Self.area(angle: angle)) < 4)
  }
}
