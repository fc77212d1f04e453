// Stencils, masks and colour keys: on images, as clips, and drawn with the fill colour.
import CoreGraphics
import Testing

@Suite struct MaskingTests {
  private func stencil(
    _ bytes: [UInt8], width: Int, height: Int, bits: Int = 8, bytesPerRow: Int, decode: [CGFloat]? = nil
  ) -> CGImage? {
    CGImage(
      maskWidth: width, height: height, bitsPerComponent: bits, bitsPerPixel: bits, bytesPerRow: bytesPerRow,
      provider: CGDataProvider(data: Data(bytes))!, decode: decode, shouldInterpolate: false)
  }

  private func context(_ width: Int, _ height: Int) -> CGContext {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
  }

  private func alphas(_ image: CGImage) -> [UInt8] {
    stride(from: 3, to: image.pixels.count, by: 4).map { image.pixels[$0] }
  }

  private func solid(_ color: [UInt8], _ width: Int, _ height: Int) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: Array([[UInt8]](repeating: color, count: width * height).joined()))
  }

  @Test func aStencilLetsPaintThroughWhereItIsZero() throws {
    let mask = try #require(stencil([0, 255, 51, 204], width: 2, height: 2, bytesPerRow: 2))
    #expect(mask.isMask && alphas(mask) == [255, 0, 204, 51])
    #expect(mask.colorSpace == nil && mask.alphaInfo == .none && mask.bitsPerPixel == 8 && mask.bytesPerRow == 2)
    #expect(mask.dataProvider?.data.map { [UInt8]($0) } == [0, 255, 51, 204])
    let inverse = try #require(stencil([0, 255, 51, 204], width: 2, height: 2, bytesPerRow: 2, decode: [1, 0]))
    #expect(alphas(inverse) == [0, 255, 51, 204])
    #expect(mask.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 2))?.isMask == true)
  }

  @Test(arguments: [1, 2, 4, 8, 16])
  func stencilsOfAnyDepth(bits: Int) throws {
    // The least and the largest sample by turns, ten of them: what is left of the last byte is padding.
    var text = ""
    for index in 0..<10 { text += String(repeating: index % 2 == 0 ? "0" : "1", count: bits) }
    text += String(repeating: "0", count: (8 - text.count % 8) % 8)
    let characters = Array(text)
    let bytes = stride(from: 0, to: characters.count, by: 8).map { UInt8(String(characters[$0..<$0 + 8]), radix: 2)! }
    let mask = try #require(stencil(bytes, width: 10, height: 1, bits: bits, bytesPerRow: bytes.count))
    #expect(alphas(mask) == (0..<10).map { $0 % 2 == 0 ? 255 : 0 })
  }

  @Test func whatIsNoStencilIsRefused() {
    #expect(stencil([0, 0], width: 2, height: 2, bytesPerRow: 2) == nil)
    #expect(stencil([0, 0], width: 0, height: 2, bytesPerRow: 2) == nil)
    #expect(stencil([0, 0, 0, 0], width: 1, height: 1, bits: 32, bytesPerRow: 4) == nil)
    #expect(stencil([0], width: 1 << 40, height: 1, bytesPerRow: 1 << 40) == nil)
    #expect(stencil([0], width: 1, height: 1, bytesPerRow: 1, decode: [.nan, 1]) == nil)
  }

  @Test func anImageSeenThroughAMask() throws {
    let red = solid([200, 100, 50, 255], 2, 2)
    let mask = try #require(stencil([0, 255, 51, 204], width: 2, height: 2, bytesPerRow: 2))
    let masked = try #require(red.masking(mask))
    #expect(alphas(masked) == [255, 0, 204, 51] && !masked.isMask)
    #expect(Array(masked.pixels[8..<12]) == [160, 80, 40, 204])
    // A grey image counts the other way round: what is bright is seen.
    let grey = CGImage(
      width: 2, height: 2, premultipliedRGBA: [0, 255, 51, 204].flatMap { [$0, $0, $0, 255] as [UInt8] })
    #expect(try alphas(#require(red.masking(grey))) == [0, 255, 51, 204])
    // Masks add up, and a stencil is not masked.
    #expect(try alphas(#require(masked.masking(mask))) == [255, 0, 163, 10])
    #expect(mask.masking(grey) == nil)
  }

  @Test func aMaskOfAnotherSizeIsStretched() throws {
    let mask = try #require(stencil([0, 255], width: 2, height: 1, bytesPerRow: 2))
    let masked = try #require(solid([255, 255, 255, 255], 8, 3).masking(mask))
    #expect(Array(alphas(masked)[..<8]) == [255, 255, 223, 159, 96, 32, 0, 0])
    let fine = try #require(
      stencil([0, 255, 0, 255, 255, 255, 0, 0], width: 8, height: 1, bytesPerRow: 8))
    #expect(try alphas(#require(solid([255, 255, 255, 255], 2, 1).masking(fine))) == [128, 128])
  }

  @Test func coloursAreKeyedOut() throws {
    let pixels: [UInt8] = [10, 20, 30, 255, 200, 20, 30, 255, 15, 25, 35, 255]
    let image = CGImage(width: 3, height: 1, premultipliedRGBA: pixels)
    let keyed = try #require(image.copy(maskingColorComponents: [10, 15, 20, 25, 30, 35]))
    #expect(keyed.pixels == [0, 0, 0, 0, 200, 20, 30, 255, 0, 0, 0, 0])
    #expect(image.copy(maskingColorComponents: [0, 255]) == nil)
    #expect(image.copy(maskingColorComponents: [0, 255, 0]) == nil)
    #expect(keyed.copy(maskingColorComponents: [0, 0, 0, 0, 0, 0]) == nil)
    let grey = CGImage(width: 2, height: 1, premultipliedRGBA: [9, 9, 9, 255, 90, 90, 90, 255])
    #expect(grey.copy(maskingColorComponents: [80, 100])?.pixels == [9, 9, 9, 255, 0, 0, 0, 0])
  }

  @Test func aStencilIsDrawnWithTheFillColour() throws {
    let mask = try #require(stencil([0, 255, 51, 204], width: 2, height: 2, bytesPerRow: 2))
    let context = context(2, 2)
    context.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    context.draw(mask, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    // Its first row is at the top.
    let image = try #require(context.makeImage())
    #expect(alphas(image) == [255, 0, 204, 51])
    #expect(Array(image.pixels[..<4]) == [255, 128, 0, 255])
  }

  @Test func aStencilIsDrawnAsItsShapeWouldBe() throws {
    // A stencil of whole rows equals the rectangles that it stands for, whatever the state: alpha, mode, shadow,
    // turning.
    let mask = try #require(
      stencil([0, 255, 0, 255], width: 1, height: 4, bytesPerRow: 1))
    for mode in [CGBlendMode.normal, .multiply, .sourceIn, .destinationIn, .copy, .xor, .plusDarker] {
      func drawn(_ body: (CGContext) -> Void) -> CGImage {
        let context = context(32, 32)
        context.setFillColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.7)
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 32))
        context.setBlendMode(mode)
        context.setAlpha(0.8)
        if mode == .normal { context.setShadow(offset: CGSize(width: 2, height: -3), blur: 2) }
        context.setFillColor(red: 1, green: 0.3, blue: 0, alpha: 0.9)
        context.translateBy(x: 4, y: 4)
        body(context)
        return context.makeImage()!
      }
      let stencilled = drawn { $0.draw(mask, in: CGRect(x: 0, y: 0, width: 24, height: 16)) }
      let filled = drawn {
        // One shape, as the stencil is one: two rectangles in one path.
        $0.fill([CGRect(x: 0, y: 12, width: 24, height: 4), CGRect(x: 0, y: 4, width: 24, height: 4)])
      }
      let worst = zip(stencilled.pixels, filled.pixels).map { abs(Int($0) - Int($1)) }.max()!
      #expect(worst <= 2, "\(mode)")
    }
  }

  @Test func aClipByAStencilLetsThroughWhatItWouldPaint() throws {
    let mask = try #require(stencil([0, 255, 51, 204], width: 2, height: 2, bytesPerRow: 2))
    let context = context(2, 2)
    let all = CGRect(x: 0, y: 0, width: 2, height: 2)
    context.clip(to: all, mask: mask)
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    context.fill(all)
    #expect(try alphas(#require(context.makeImage())) == [255, 0, 204, 51])
    // One that lets all through is no black image.
    let open = try #require(stencil([0, 0, 0, 0], width: 2, height: 2, bytesPerRow: 2))
    let second = self.context(2, 2)
    second.clip(to: all, mask: open)
    second.fill(all)
    #expect(try alphas(#require(second.makeImage())) == [255, 255, 255, 255])
  }

  @Test func aStencilIsDrawnWithThePattern() throws {
    let mask = try #require(stencil([0, 255, 0, 0], width: 2, height: 2, bytesPerRow: 2))
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      }, releaseInfo: nil)
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: .identity, xStep: 4, yStep: 4,
      tiling: .constantSpacing, isColored: true, callbacks: &callbacks)
    let context = context(2, 2)
    context.setFillPattern(try #require(pattern), colorComponents: [1])
    context.draw(mask, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    let image = try #require(context.makeImage())
    #expect(alphas(image) == [255, 0, 255, 255] && Array(image.pixels[..<4]) == [0, 255, 0, 255])
  }
}
