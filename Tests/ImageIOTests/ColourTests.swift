// Colour profiles and calibrated PNGs, against the conversions of CGColorSpace, which are computed in double precision
// from the spaces' definitions and not by Little CMS.
import CLCMS
import ImageCodecs
import ImageFiles
import ImageIO
import TestSupport
import Testing

@Suite struct ColourTests {
  /// An ICC profile of primaries with D65's white, and a curve: a power, or sRGB's for nil.
  private func profile(_ primaries: [(Double, Double)], gamma: Double?) -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    func point(_ index: Int) -> cmsCIExyY { cmsCIExyY(x: primaries[index].0, y: primaries[index].1, Y: 1) }
    var triple = cmsCIExyYTRIPLE(Red: point(0), Green: point(1), Blue: point(2))
    let curve =
      gamma.map { cmsBuildGamma(nil, $0) }
      ?? cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    let curves = [curve, curve, curve]
    let profile = cmsCreateRGBProfile(&white, &triple, curves)
    defer { cmsCloseProfile(profile) }
    return saved(profile)
  }

  private func greyProfile(gamma: Double) -> [UInt8] {
    let curve = cmsBuildGamma(nil, gamma)
    defer { cmsFreeToneCurve(curve) }
    let profile = cmsCreateGrayProfile(cmsD50_xyY(), curve)
    defer { cmsCloseProfile(profile) }
    return saved(profile)
  }

  private func saved(_ profile: cmsHPROFILE?) -> [UInt8] {
    var count: UInt32 = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }

  private static let displayP3 = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
  private static let rec709 = [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
  private static let adobe = [(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)]

  /// Colours inside and outside of sRGB.
  private static let colours: [[UInt8]] = [
    [0, 0, 0], [255, 255, 255], [128, 128, 128], [200, 100, 50], [30, 60, 90], [255, 0, 0], [0, 255, 0], [20, 20, 250],
    [90, 180, 40], [240, 230, 220], [5, 3, 9], [120, 121, 119],
  ]

  /// What the numbers of a space are in sRGB, by CGColorSpace.
  private func expected(_ components: [[Double]], _ space: CGColorSpace) throws -> [UInt8] {
    let data = components.flatMap { $0.flatMap { withUnsafeBytes(of: Float($0), Array.init) } }
    let provider = try #require(CGDataProvider(data: Data(data)))
    let image = try #require(
      CGImage(
        width: components.count, height: 1, bitsPerComponent: 32, bitsPerPixel: 96, bytesPerRow: components.count * 12,
        space: space,
        bitmapInfo: [.floatComponents, .byteOrder32Little], provider: provider, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent))
    return image.pixels
  }

  private func png(
    _ rows: [[UInt8]], colourType: UInt8 = 2, bitDepth: UInt8 = 8, _ chunks: [[UInt8]]
  ) throws -> DecodedImage {
    let file = PNGBuilder.file(
      width: rows.count, height: 1, bitDepth: bitDepth, colourType: colourType, extraChunks: chunks,
      scanlines: [0] + rows.flatMap { $0 })
    return try ImageFile.decode(file, name: "png")
  }

  @Test(arguments: [true, false])
  func profilesOfPNGAreConverted(isP3: Bool) throws {
    let space = try #require(CGColorSpace(name: isP3 ? CGColorSpace.displayP3 : CGColorSpace.adobeRGB1998))
    let icc = isP3 ? profile(Self.displayP3, gamma: nil) : profile(Self.adobe, gamma: 563.0 / 256)
    let decoded = try png(Self.colours, [PNGBuilder.profileChunk(icc)])
    #expect(decoded.notes == [])
    let truth = try expected(Self.colours.map { $0.map { Double($0) / 255 } }, space)
    #expect(largestDifference(decoded.image.pixels, truth) <= 2)
    #expect(largestDifference(decoded.image.pixels, Self.colours.flatMap { $0 + [255] }) > 20)
  }

  @Test func sixteenBitsAreConvertedAtTheirDepth() throws {
    // Linear light: eight bits would leave nothing of the darks.
    let values = [0, 20, 60, 200, 1000, 5000, 20000, 65535]
    let rows = values.map { value in (0..<3).flatMap { _ in [UInt8(value >> 8), UInt8(value & 255)] } }
    let decoded = try png(rows, bitDepth: 16, [PNGBuilder.profileChunk(profile(Self.rec709, gamma: 1))])
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let truth = try expected(values.map { [Double](repeating: Double($0) / 65535, count: 3) }, linear)
    #expect(largestDifference(decoded.image.pixels, truth) <= 1)
    #expect(Set(stride(from: 0, to: 32, by: 4).map { decoded.image.pixels[$0] }).count == 8)
  }

  @Test func profilesOfGreyPNGAreConverted() throws {
    let greys = [0, 10, 60, 128, 200, 255]
    let truth = greys.flatMap { grey -> [UInt8] in
      let light = Double(grey) / 255
      let encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      return [UInt8](repeating: UInt8((encoded * 255).rounded()), count: 3) + [255]
    }
    let chunk = PNGBuilder.profileChunk(greyProfile(gamma: 1))
    let narrow = try png(greys.map { [UInt8($0)] }, colourType: 0, [chunk])
    #expect(largestDifference(narrow.image.pixels, truth) <= 1)
    let wide = try png(greys.map { [UInt8($0), UInt8($0)] }, colourType: 0, bitDepth: 16, [chunk])
    #expect(largestDifference(wide.image.pixels, truth) <= 1)
  }

  @Test func alphaIsNoColour() throws {
    let rows: [[UInt8]] = [[200, 100, 50, 128], [255, 0, 0, 0], [0, 255, 0, 255]]
    let decoded = try png(rows, colourType: 6, [PNGBuilder.profileChunk(profile(Self.displayP3, gamma: nil))])
    #expect(stride(from: 3, to: 12, by: 4).map { decoded.image.pixels[$0] } == [128, 0, 255])
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let straight = try expected([[200, 100, 50].map { Double($0) / 255 }], p3)
    let premultiplied = straight[..<3].map { UInt8((Double($0) * 128 / 255).rounded()) }
    #expect(largestDifference(Array(decoded.image.pixels[..<3]), premultiplied) <= 1)
  }

  @Test func filesInSRGBKeepTheirBytes() throws {
    let decoded = try png(Self.colours, [PNGBuilder.profileChunk(profile(Self.rec709, gamma: nil))])
    #expect(decoded.image.pixels == Self.colours.flatMap { $0 + [255] } && decoded.notes == [])
    // sRGB's chunk wins over gamma.
    let tagged = try png(
      Self.colours, [PNGBuilder.chunk("sRGB", [0]), PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(100_000))])
    #expect(tagged.image.pixels == decoded.image.pixels)
  }

  @Test func gammaAndPrimariesOfPNGAreConverted() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let inLight = try png(Self.colours, [PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(100_000))])
    let truth = try expected(Self.colours.map { $0.map { Double($0) / 255 } }, linear)
    #expect(largestDifference(inLight.image.pixels, truth) <= 2)

    // Adobe's primaries and power, in hundred-thousandths: white, red, green, blue.
    let points = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap { PNGBuilder.bigEndian($0) }
    let adobe = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
    let wide = try png(
      Self.colours, [PNGBuilder.chunk("gAMA", PNGBuilder.bigEndian(45470)), PNGBuilder.chunk("cHRM", points)])
    #expect(
      largestDifference(wide.image.pixels, try expected(Self.colours.map { $0.map { Double($0) / 255 } }, adobe)) <= 2)
    // Impossible numbers say nothing.
    for broken in [PNGBuilder.chunk("gAMA", [0, 0, 0, 0]), PNGBuilder.chunk("cHRM", [UInt8](repeating: 0, count: 32))] {
      #expect(try png(Self.colours, [broken]).image.pixels == Self.colours.flatMap { $0 + [255] })
    }
  }

  @Test func codedSpacesOfPNGAreConverted() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let truth = try expected(Self.colours.map { $0.map { Double($0) / 255 } }, p3)
    // It stands above a profile and sRGB's chunk.
    let others = [PNGBuilder.chunk("sRGB", [0])]
    let coded = try png(Self.colours, [PNGBuilder.chunk("cICP", [12, 13, 0, 1])] + others)
    #expect(largestDifference(coded.image.pixels, truth) <= 2)
    let plain: [UInt8] = Self.colours.flatMap { $0 + [255] }
    // sRGB itself, unknown numbers, YUV, the limited range, and too few numbers.
    for numbers: [UInt8] in [[1, 13, 0, 1], [77, 13, 0, 1], [12, 99, 0, 1], [12, 13, 1, 1], [12, 13, 0, 0], [12]] {
      #expect(try png(Self.colours, [PNGBuilder.chunk("cICP", numbers)] + others).image.pixels == plain)
    }
    // Graphics white of PQ is white, and light above it is clipped.
    let greys: [[UInt8]] = [[148, 148, 148], [200, 200, 200], [0, 0, 0]]
    let light = try png(greys, [PNGBuilder.chunk("cICP", [9, 16, 0, 1])]).image.pixels
    #expect(light[..<3].allSatisfy { $0 >= 252 } && light[4] == 255 && light[8] == 0)
  }

  @Test func profilesOfJPEGAndWebPAreConverted() throws {
    let icc = profile(Self.displayP3, gamma: nil)
    let flat = CGImage(
      width: 16, height: 16, premultipliedRGBA: Array([[UInt8]](repeating: [200, 100, 50, 255], count: 256).joined()))
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let truth = Array(try expected([[200, 100, 50].map { Double($0) / 255 }], p3)[..<3])
    let jpeg = try ImageFile.encode(flat.bitmap, as: .jpeg, quality: 1)
    // In two parts, the second one first.
    let half = icc.count / 2
    func segment(_ number: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
      let data = Array("ICC_PROFILE\0".utf8) + [number, 2] + part
      return [0xFF, 0xE2, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
    }
    let tagged = jpeg[..<2] + segment(2, icc[half...]) + segment(1, icc[..<half]) + jpeg[2...]
    let decoded = try ImageFile.decode(Array(tagged), name: "jpeg")
    #expect(largestDifference(Array(decoded.image.pixels[..<3]), truth) <= 3 && decoded.notes == [])
    let source = try #require(CGImageSourceCreateWithData(Data(tagged), nil))
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[kCGImagePropertyProfileName] as? String != nil)
    // With a part missing it is read as it is, and that is said.
    let partial = try ImageFile.decode(Array(jpeg[..<2] + segment(1, icc[..<half]) + jpeg[2...]), name: "jpeg")
    #expect(partial.notes == ["its ICC colour profile has 1 of 2 parts: read as sRGB"])

    let webp = try ImageFile.encode(flat.bitmap, as: .webp)
    let body =
      Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x20, 0, 0, 0, 15, 0, 0, 15, 0, 0] + Array("ICCP".utf8)
      + withUnsafeBytes(of: UInt32(icc.count).littleEndian, Array.init) + icc + (icc.count % 2 == 1 ? [0] : [])
      + webp[12...]
    let file = Array("RIFF".utf8) + withUnsafeBytes(of: UInt32(body.count).littleEndian, Array.init) + body
    #expect(largestDifference(Array(try ImageFile.decode(file, name: "webp").image.pixels[..<3]), truth) <= 1)
  }
}
