import Testing

@testable import CoreGraphics

@Suite struct CGColorTests {
  static func space(_ name: CFString) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

  static func near(_ a: [CGFloat], _ b: [CGFloat], within tolerance: CGFloat = 1e-3) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("Components come back as given, alpha last")
  func components() throws {
    #expect(CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4).components == [0.1, 0.2, 0.3, 0.4])
    #expect(CGColor(gray: 0.5, alpha: 1).components == [0.5, 1])
    let cyan = CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 0.5)
    #expect(cyan.numberOfComponents == 5 && cyan.alpha == 0.5 && cyan.colorSpace?.model == .cmyk)
    #expect(cyan.rgba == SIMD4(0, 1, 1, 0.5))
    #expect(CGColor.clear.components == [0, 0] && CGColor.white.components == [1, 1])
    #expect(CGColor.black.copy(alpha: 0.25)?.components == [0, 0.25])
    #expect(CGColor.black.copy() == .black)
    let values: [CGFloat] = [1, 0, 0, 1]
    #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: values)?.rgba == SIMD4(1, 0, 0, 1))
  }

  @Test("Equal colours have equal spaces and components, and equal hashes")
  func equality() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    #expect(red == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(red.hashValue == CGColor(red: 1, green: 0, blue: 0, alpha: 1).hashValue)
    #expect(CGColor(gray: 0, alpha: 1) != CGColor(red: 0, green: 0, blue: 0, alpha: 1))
    let wide = try #require(CGColor(colorSpace: Self.space(CGColorSpace.displayP3), components: [1, 0, 0, 1]))
    #expect(wide != red)
  }

  @Test(
    "Published colours in other spaces",
    arguments: [
      // Display P3's red in sRGB is (1.0931, -0.2267, -0.1501): CSS Color 4's samples.
      (CGColorSpace.displayP3, [1.0, 0, 0], [1.0931, -0.2267, -0.1501]),
      (CGColorSpace.displayP3, [1, 1, 1], [1, 1, 1]),
      (CGColorSpace.linearSRGB, [0.2140411, 0.5, 0], [0.5, 0.735357, 0]),
      // CSS Color 4 gives #7D2329 and rebeccapurple for these.
      (CGColorSpace.genericLab, [29.2345, 39.3825, 20.0664], [0.4902, 0.1373, 0.1608]),
      (CGColorSpace.genericLab, [32.393, 38.426, -47.689], [0.4, 0.2, 0.6]),
      (CGColorSpace.genericXYZ, [0.9642, 1, 0.8251], [1, 1, 1]),
      (CGColorSpace.adobeRGB1998, [1, 1, 1], [1, 1, 1]),
      (CGColorSpace.rommrgb, [1, 1, 1], [1, 1, 1]),
      (CGColorSpace.acescgLinear, [1, 1, 1], [1, 1, 1]),
      (CGColorSpace.itur_2100_HLG, [0.75, 0.75, 0.75], [1, 1, 1]),
      // 203 candela a square metre is the signal 0.5807 of PQ (BT.2408).
      (CGColorSpace.itur_2100_PQ, [0.5807, 0.5807, 0.5807], [1, 1, 1]),
    ] as [(CFString, [CGFloat], [CGFloat])])
  func conversion(name: CFString, components: [CGFloat], expected: [CGFloat]) throws {
    let color = try #require(CGColor(colorSpace: Self.space(name), components: components + [0.5]))
    let target = try Self.space(CGColorSpace.extendedSRGB)
    let converted = try #require(color.converted(to: target, intent: .defaultIntent, options: nil))
    #expect(Self.near(converted.components ?? [], expected + [0.5], within: 2e-3), "\(converted)")
    let back = try #require(converted.converted(to: Self.space(name), intent: .defaultIntent, options: nil))
    #expect(Self.near(back.components ?? [], components + [0.5], within: 1e-3), "\(back)")
  }

  @Test("What a space cannot hold is clipped, and what is composited lies in sRGB")
  func clipping() throws {
    let red = try #require(CGColor(colorSpace: Self.space(CGColorSpace.displayP3), components: [1, 0, 0, 1]))
    #expect(red.rgba == SIMD4(1, 0, 0, 1))
    let clipped = try #require(
      red.converted(to: Self.space(CGColorSpace.sRGB), intent: .perceptual, options: nil))
    #expect(clipped.components == [1, 0, 0, 1])
  }

  @Test("Every named space turns white into white, and back")
  func everySpace() throws {
    for name in CGColorSpace.named.keys {
      let space = try Self.space(name)
      #expect(space.name == name && space == CGColorSpace(name: name))
      let white = try #require(
        CGColor.white.converted(to: space, intent: .defaultIntent, options: nil), "\(name)")
      #expect(Self.near(white.rgba.components, [1, 1, 1, 1]), "\(name)")
      let gray = try #require(
        CGColor(gray: 0.5, alpha: 1).converted(to: space, intent: .defaultIntent, options: nil), "\(name)")
      #expect(Self.near(gray.rgba.components, [0.5, 0.5, 0.5, 1]), "\(name)")
    }
    #expect(CGColorSpace(name: "no such space") == nil)
  }

  @Test("Spaces made from numbers: grey, RGB, L*a*b*, tables")
  func numbers() throws {
    let d65: [CGFloat] = [0.9505, 1, 1.089]
    let gray = try #require(CGColorSpace(calibratedGrayWhitePoint: d65, blackPoint: nil, gamma: 2.2))
    #expect(gray.model == .monochrome && gray.name == nil)
    let matrix: [CGFloat] = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]
    let rgb = try #require(
      CGColorSpace(calibratedRGBWhitePoint: d65, blackPoint: nil, gamma: [1, 1, 1], matrix: matrix))
    let linear = try #require(CGColor(colorSpace: rgb, components: [0.2140411, 0, 0, 1]))
    #expect(Self.near(linear.rgba.components, [0.5, 0, 0, 1]))
    #expect(CGColorSpace(labWhitePoint: [0.9642, 2, 0.8251], blackPoint: nil, range: nil) == nil)
    let table: [UInt8] = [0, 0, 0, 255, 128, 0]
    let indexed = try #require(
      CGColorSpace(indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 1, colorTable: table))
    #expect(indexed.model == .indexed && indexed.colorTable == table && indexed.numberOfComponents == 1)
    #expect(indexed.baseColorSpace == CGColorSpaceCreateDeviceRGB() && !indexed.supportsOutput)
    let orange = try #require(CGColor(colorSpace: indexed, components: [1, 1]))
    #expect(Self.near(orange.rgba.components, [1, 128 / 255.0, 0, 1]))
    #expect(CGColor.white.converted(to: indexed, intent: .defaultIntent, options: nil) == nil)
  }

  @Test("Wide gamuts and high dynamic range are told")
  func traits() throws {
    #expect(try Self.space(CGColorSpace.displayP3).isWideGamutRGB)
    #expect(try !Self.space(CGColorSpace.sRGB).isWideGamutRGB && !Self.space(CGColorSpace.sRGB).isHDR())
    #expect(try Self.space(CGColorSpace.itur_2100_PQ).isHDR())
  }

  @Test("Gradients: even spacing, given places in order, and what is no gradient")
  func gradients() throws {
    let colors = [CGColor.black, .white, .clear]
    let even = try #require(CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil))
    #expect(even.stops.map { $0.location } == [0, 0.5, 1] && even.stops.map { $0.color } == colors)
    let placed = try #require(CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: [1, 0.2, 0.2]))
    #expect(placed.stops.map { $0.location } == [0.2, 0.2, 1])
    #expect(placed.stops.map { $0.color } == [.white, .clear, .black])
    let numbers: [CGFloat] = [0, 1, 1, 0.5]
    let gray = try #require(
      CGGradient(
        colorSpace: CGColorSpaceCreateDeviceGray(), colorComponents: numbers, locations: nil, count: 2))
    #expect(gray.stops.map { $0.color.components } == [[0, 1], [1, 0.5]])
    #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: ["red"] as CFArray, locations: nil) == nil)
    #expect(CGGradientDrawingOptions([.drawsBeforeStartLocation, .drawsAfterEndLocation]).rawValue == 3)
  }
}

extension SIMD4<Float> {
  fileprivate var components: [CGFloat] { [x, y, z, w].map { CGFloat($0) } }
}
