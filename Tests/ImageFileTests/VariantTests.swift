// Kinds of files that our own encoder never writes, made by hand: what is in them must come out as RGBA8.
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct VariantTests {
  private func pixels(_ file: [UInt8]) throws -> [UInt8] { try ImageFile.decode(file, name: "sample").bitmap.pixels }

  @Test func greyPNG() throws {
    let file = PNGBuilder.file(width: 2, height: 1, colourType: 0, scanlines: [0, 0, 200])
    #expect(try pixels(file) == [0, 0, 0, 255, 200, 200, 200, 255])
  }

  @Test func oneBitPNG() throws {
    let file = PNGBuilder.file(width: 3, height: 1, bitDepth: 1, colourType: 0, scanlines: [0, 0b1010_0000])
    #expect(try pixels(file) == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  }

  @Test func greyPNGWithAlpha() throws {
    let file = PNGBuilder.file(width: 1, height: 1, colourType: 4, scanlines: [0, 200, 128])
    // 200 * 128 / 255 = 100.39
    #expect(try pixels(file) == [100, 100, 100, 128])
  }

  @Test func palettePNGWithTransparency() throws {
    let palette = PNGBuilder.chunk("PLTE", [255, 0, 0, 0, 0, 255])
    let alpha = PNGBuilder.chunk("tRNS", [255, 51])
    let file = PNGBuilder.file(
      width: 2, height: 1, colourType: 3, extraChunks: [palette, alpha], scanlines: [0, 0, 1])
    #expect(try pixels(file) == [255, 0, 0, 255, 0, 0, 51, 51])
  }

  @Test func sixteenBitPNGIsScaledNotTakenForLinear() throws {
    let file = PNGBuilder.file(
      width: 1, height: 1, bitDepth: 16, colourType: 2, scanlines: [0, 0x80, 0x80, 0xFF, 0xFF, 0x00, 0xFF])
    // Nearest: 255 / 65535 of a full scale is 0.99 of 255.
    #expect(try pixels(file) == [128, 255, 1, 255])
  }

  @Test func interlacedPNG() throws {
    // Adam7 of 2x2: pass 1 has (0,0), pass 6 (1,0), pass 7 the second row.
    let file = PNGBuilder.file(
      width: 2, height: 2, colourType: 0, interlaced: true, scanlines: [0, 10, 0, 20, 0, 30, 40])
    #expect(try stride(from: 0, to: 16, by: 4).map { try pixels(file)[$0] } == [10, 20, 30, 40])
  }

  @Test func profilesThatCannotBeReadAreSaid() throws {
    let note = ["its ICC colour profile cannot be used: read as sRGB"]
    let image = Samples.gradient(width: 8, height: 8)

    let iccp = PNGBuilder.chunk("iCCP", Array("profile\0\0garbage".utf8))
    let png = PNGBuilder.file(width: 1, height: 1, colourType: 0, extraChunks: [iccp], scanlines: [0, 7])
    let decoded = try ImageFile.decode(png, name: "png")
    #expect(decoded.notes == note && decoded.bitmap.pixels == [7, 7, 7, 255])

    let segment = JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Array("garbage".utf8))
    let jpeg = JPEGBuilder.inserting(segment + segment, into: try ImageFile.encode(image, as: .jpeg))
    #expect(try ImageFile.decode(jpeg, name: "jpeg").notes == note)

    let simple = try ImageFile.encode(image, as: .webp)
    let webp = WebPBuilder.extended(simple, width: 8, height: 8, chunks: [("ICCP", 0x20, Array("garbage".utf8))])
    #expect(try ImageFile.decode(webp, name: "webp").notes == note)
  }

  @Test func greyJPEG() throws {
    let decoded = try pixels(JPEGBuilder.flatBlock([200]))
    #expect(decoded.count == 256 && Array(decoded[..<4]) == [200, 200, 200, 255])
  }

  @Test func cmykJPEG() throws {
    // Plain: 0 is no ink. Adobe's: 255 is no ink. Cyan 255, magenta 51 (a fifth), no yellow, black 0.
    #expect(try Array(pixels(JPEGBuilder.flatBlock([255, 51, 0, 0]))[..<4]) == [0, 204, 255, 255])
    #expect(
      try Array(pixels(JPEGBuilder.flatBlock([0, 204, 255, 255], adobeTransform: 0))[..<4]) == [0, 204, 255, 255])
    // Half black on white.
    #expect(
      try Array(pixels(JPEGBuilder.flatBlock([255, 255, 255, 127], adobeTransform: 0))[..<4]) == [127, 127, 127, 255])
  }
}
