// What a context does in cases that documentation is silent about, by numbers measured on Apple's framework (rows X-A20
// to X-B21 of the list of measurements). Pixels are counted from the top left.

import CoreGraphics
import Foundation
import Testing

@Suite struct ContextMeasuredTests {
  private let black = CGColor(gray: 0, alpha: 1)

  @Test(
    "C-4: any order of four bytes; what a client wrote counts, and what was drawn is there at once",
    arguments: [
      (CGImageAlphaInfo.premultipliedLast, CGBitmapInfo.byteOrderDefault, [0, 1, 2, 3]),
      (.noneSkipLast, .byteOrder32Big, [0, 1, 2, 3]), (.premultipliedFirst, .byteOrder32Little, [2, 1, 0, 3]),
      (.noneSkipFirst, .byteOrder32Little, [2, 1, 0, 3]), (.premultipliedFirst, .byteOrderDefault, [1, 2, 3, 0]),
      (.premultipliedFirst, .byteOrder32Big, [1, 2, 3, 0]), (.noneSkipFirst, .byteOrderDefault, [1, 2, 3, 0]),
      (.noneSkipFirst, .byteOrder32Big, [1, 2, 3, 0]), (.premultipliedLast, .byteOrder32Little, [3, 2, 1, 0]),
      (.noneSkipLast, .byteOrder32Little, [3, 2, 1, 0]),
    ] as [(CGImageAlphaInfo, CGBitmapInfo, [Int])])
  func layouts(alpha: CGImageAlphaInfo, order: CGBitmapInfo, places: [Int]) {
    let bitmap = Bitmap(4, 2, info: alpha.rawValue | order.rawValue)
    let context = bitmap.context
    let bytes = context.data!.assumingMemoryBound(to: UInt8.self)
    context.setFillColor(CGColor(red: 1, green: 0.4, blue: 0.2, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
    #expect(places.prefix(3).map { bytes[$0] } == [255, 102, 51])
    #expect(alpha == .noneSkipFirst || alpha == .noneSkipLast || bytes[places[3]] == 255)
    #expect(bitmap[0, 0] == SIMD4(255, 102, 51, 255) && context.bitsPerPixel == 32 && context.bytesPerRow == 16)
    // The second pixel, by the client.
    for (place, value) in zip(places, [10, 20, 30, 255] as [UInt8]) { bytes[4 + place] = value }
    #expect(bitmap[1, 0] == SIMD4(10, 20, 30, 255))
    // Drawing beside it and over it.
    context.setFillColor(CGColor(gray: 1, alpha: 0.5))
    context.fill(CGRect(x: 1, y: 0, width: 2, height: 2))
    #expect(bitmap[1, 0].distance(to: SIMD4(133, 138, 143, 255)) <= 1 && bitmap[0, 0] == SIMD4(255, 102, 51, 255))
    // Groups are composited at their end.
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(CGColor(gray: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
    context.endTransparencyLayer()
    #expect(bitmap[0, 0].distance(to: SIMD4(128, 51, 26, 255)) <= 1)
    context.clear(CGRect(x: 0, y: 0, width: 4, height: 2))
    #expect(places.prefix(3).allSatisfy { bytes[$0] == 0 })
  }

  @Test(
    "X-A20, X-A21: colour burn and soft light, over opaque and translucent paint",
    arguments: [
      (CGBlendMode.colorBurn, 1.0, [13, 0, 0, 255]), (.colorBurn, 0.5, [83, 42, 0, 223]),
      (.softLight, 1, [69, 102, 125, 255]), (.softLight, 0.5, [112, 99, 82, 223]),
    ] as [(CGBlendMode, Double, [Int])], [false, true])
  func blendModes(sample: (CGBlendMode, Double, [Int]), isBlueFirst: Bool) {
    let bitmap = isBlueFirst ? Bitmap.bgra(1, 1) : Bitmap(1, 1)
    let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
    bitmap.context.setFillColor(red: 0.2, green: 0.4, blue: 0.6, alpha: sample.1)
    bitmap.context.fill(pixel)
    bitmap.context.setBlendMode(sample.0)
    bitmap.context.setFillColor(red: 0.8, green: 0.5, blue: 0.2, alpha: 0.75)
    bitmap.context.fill(pixel)
    #expect(bitmap[0, 0].distance(to: SIMD4(sample.2)) <= 2, "\(bitmap[0, 0])")
  }

  @Test("X-A22: clipping to a path without elements leaves the clip; to one without area, nothing, at its place")
  func clipsOfNothing() {
    let all = CGRect(x: 0, y: 0, width: 4, height: 4)
    func clipped(_ body: (CGContext) -> Void) -> (box: CGRect, painted: Int) {
      let bitmap = Bitmap(4, 4)
      body(bitmap.context)
      bitmap.context.fill(all)
      return (bitmap.context.boundingBoxOfClipPath, bitmap.painted)
    }
    for rule in [CGPathFillRule.winding, .evenOdd] {
      #expect(clipped { $0.clip(using: rule) } == (all, 16))
    }
    let point = clipped {
      $0.move(to: CGPoint(x: 1, y: 1))
      $0.clip()
    }
    #expect(point == (CGRect(x: 1, y: 1, width: 0, height: 0), 0))
    let line = clipped {
      $0.addRect(CGRect(x: 1, y: 1, width: 0, height: 2))
      $0.clip()
    }
    #expect(line == (CGRect(x: 1, y: 1, width: 0, height: 2), 0))
    #expect(
      clipped { $0.clip(to: CGRect(x: 1, y: 1, width: 0, height: 0)) }
        == (CGRect(x: 1, y: 1, width: 0, height: 0), 0))
    // Edges within pixels: the box is exact, pixels are covered in part.
    let bitmap = Bitmap(4, 4)
    bitmap.context.clip(to: CGRect(x: 0.5, y: 0.5, width: 1, height: 1))
    bitmap.context.fill(all)
    #expect(bitmap.context.boundingBoxOfClipPath == CGRect(x: 0.5, y: 0.5, width: 1, height: 1))
    for (x, y) in [(0, 2), (1, 2), (0, 3), (1, 3)] { #expect(abs(bitmap[x, y].w - 64) <= 2) }
    #expect(bitmap[2, 2].w == 0)
  }

  @Test("X-A23: calls for rectangles take the current path away; images and gradients keep it")
  func currentPath() {
    let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])
    let calls: [(String, (CGContext) -> Void)] = [
      ("fill", { $0.fill(pixel) }), ("fill several", { $0.fill([pixel]) }), ("stroke", { $0.stroke(pixel) }),
      ("stroke with a width", { $0.stroke(pixel, width: 2) }), ("clear", { $0.clear(pixel) }),
      ("clip", { $0.clip(to: pixel) }), ("clip by an image", { $0.clip(to: pixel, mask: image) }),
    ]
    for (name, call) in calls {
      let context = Bitmap(4, 4).context
      context.addRect(CGRect(x: 1, y: 1, width: 2, height: 2))
      call(context)
      #expect(context.isPathEmpty, "\(name)")
    }
    let context = Bitmap(4, 1).context
    context.addRect(pixel)
    context.draw(image, in: pixel)
    context.setLineWidth(3)
    #expect(!context.isPathEmpty)
  }

  @Test("X-A24: a negative line width strokes 1 wide, a copy of a path its size")
  func negativeWidths() {
    let bitmap = Bitmap(4, 4)
    bitmap.context.setLineWidth(-2)
    bitmap.context.move(to: CGPoint(x: 0, y: 2))
    bitmap.context.addLine(to: CGPoint(x: 4, y: 2))
    bitmap.context.strokePath()
    #expect(abs(bitmap[0, 1].w - 127) <= 1 && abs(bitmap[0, 2].w - 127) <= 1 && bitmap[0, 0].w == 0)
    let line = CGMutablePath()
    line.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    let stroke = line.copy(strokingWithWidth: -2, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    #expect(stroke.boundingBoxOfPath == CGRect(x: 0, y: -1, width: 10, height: 2))
  }

  @Test(
    "X-A25: locations outside 0...1 make no gradient", arguments: [[-0.5, 1], [0, 1.5], [.nan, 1]] as [[CGFloat]])
  func gradientLocations(locations: [CGFloat]) {
    #expect(CGGradient(colorsSpace: nil, colors: [black, black] as CFArray, locations: locations) == nil)
    let numbers: [CGFloat] = [0, 1, 1, 1]
    #expect(
      CGGradient(
        colorSpace: CGColorSpaceCreateDeviceGray(), colorComponents: numbers, locations: locations, count: 2) == nil)
  }

  @Test("X-B18: the shadow of translucent paint is as translucent; the context's alpha fades both once")
  func shadows() {
    func shadowed(alpha: CGFloat, paint: CGFloat) -> Bitmap {
      let bitmap = Bitmap(8, 8)
      bitmap.context.setAlpha(alpha)
      bitmap.context.setShadow(offset: CGSize(width: 2, height: -2), blur: 0, color: black)
      bitmap.context.setFillColor(red: 1, green: 0, blue: 0, alpha: paint)
      bitmap.context.fill(CGRect(x: 1, y: 3, width: 3, height: 3))
      return bitmap
    }
    let translucent = shadowed(alpha: 1, paint: 0.5)
    #expect(translucent[4, 5].distance(to: SIMD4(0, 0, 0, 128)) <= 1)
    #expect(translucent[3, 4].distance(to: SIMD4(128, 0, 0, 192)) <= 1)
    let faded = shadowed(alpha: 0.5, paint: 1)
    #expect(faded[4, 5].distance(to: SIMD4(0, 0, 0, 128)) <= 1)
    #expect(faded[1, 2].distance(to: SIMD4(128, 0, 0, 128)) <= 1)
  }

  @Test("X-B20: a gradient's colours are mixed in its space") func gradientSpaces() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let components: [CGFloat] = [1, 0, 0, 1, 0, 1, 0, 1]
    let gradient = try #require(
      CGGradient(colorSpace: linear, colorComponents: components, locations: nil, count: 2))
    let bitmap = Bitmap(4, 1)
    bitmap.context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 4, y: 0), options: [])
    // Within 12: Apple's are dithered.
    #expect(bitmap[0, 0].distance(to: SIMD4(243, 93, 0, 255)) <= 12, "\(bitmap[0, 0])")
    #expect(bitmap[1, 0].distance(to: SIMD4(205, 168, 0, 255)) <= 12, "\(bitmap[1, 0])")
  }

  @Test("X-B21: transparency layers save on the stack of states") func layersOnTheStack() {
    let bitmap = Bitmap(4, 1)
    let context = bitmap.context
    func fill(_ x: CGFloat) { context.fill(CGRect(x: x, y: 0, width: 1, height: 1)) }
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.saveGState()
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.restoreGState()
    fill(0)
    context.endTransparencyLayer()
    fill(1)
    context.restoreGState()
    fill(2)
    context.endTransparencyLayer()
    #expect((0..<4).map { bitmap[$0, 0] } == [.green, .red, .red, .clear])
    // A layer's rectangle narrows the clip; a save left over inside goes on.
    context.beginTransparencyLayer(in: CGRect(x: 1, y: 0, width: 2, height: 1), auxiliaryInfo: nil)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 1, y: 0, width: 2, height: 1))
    context.clip(to: CGRect(x: 1, y: 0, width: 1, height: 1))
    context.saveGState()
    context.endTransparencyLayer()
    context.restoreGState()
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 4, height: 1))
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
    #expect((0..<4).allSatisfy { bitmap[$0, 0] == .blue })
  }

  @Test("Rectangles that reach beyond 16 bits of pixels clip") func farClips() {
    for far in [20_000.0, 40_480, 1e6, 1e9] {
      let bitmap = Bitmap(8, 8)
      bitmap.context.clip(to: CGRect(x: -far, y: 2, width: 2 * far, height: far))
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
      #expect(bitmap.painted == 48, "\(far)")
    }
  }
}
