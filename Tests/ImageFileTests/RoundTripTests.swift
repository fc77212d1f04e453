// Images to files and back: exact for PNG and lossless WebP, close for JPEG and lossy WebP, and the same bytes every
// time.
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: [ImageCodec.png, .webp])
  func losslessFormatsKeepEveryPixel(format: ImageCodec) throws {
    for image in [Samples.translucent(), Samples.gradient(), Samples.translucent(width: 1, height: 1)] {
      let decoded = try ImageFile.decode(ImageFile.encode(image, as: format), name: "sample")
      #expect(decoded.bitmap.width == image.width)
      #expect(decoded.bitmap.height == image.height)
      #expect(decoded.bitmap.pixels == image.pixels)
      #expect(decoded.notes == [])
    }
  }

  @Test func jpegIsClose() throws {
    let image = Samples.gradient()
    let decoded = try ImageFile.decode(ImageFile.encode(image, as: .jpeg), name: "sample").bitmap
    #expect(largestDifference(decoded.pixels, image.pixels) <= 6)
    #expect(decoded.isOpaque)
  }

  @Test func jpegShowsTransparencyOverWhite() throws {
    let half = Bitmap(width: 8, height: 8, pixels: Samples.repeated([100, 0, 0, 100], 64))
    let decoded = try ImageFile.decode(ImageFile.encode(half, as: .jpeg, quality: 1), name: "sample").bitmap
    let expected = Bitmap(
      width: 8, height: 8, pixels: Samples.repeated([255, 155, 155, 255], 64))
    #expect(largestDifference(decoded.pixels, expected.pixels) <= 2)
  }

  @Test func lossyWebPIsCloseAndSmaller() throws {
    let image = Samples.gradient(width: 256, height: 256)
    let lossy = try ImageFile.encode(image, as: .webp, quality: 0.8)
    #expect(largestDifference(try ImageFile.decode(lossy, name: "sample").bitmap.pixels, image.pixels) <= 16)
  }

  @Test(arguments: ImageCodec.all)
  func encodingIsDeterministic(format: ImageCodec) throws {
    let image = Samples.translucent(width: 120, height: 90)
    #expect(try ImageFile.encode(image, as: format) == ImageFile.encode(image, as: format))
  }

  @Test func jpegQualityIsHonoured() throws {
    let image = Samples.translucent(width: 64, height: 64)
    let sizes = try [0.1, 0.5, 0.9].map { try ImageFile.encode(image, as: .jpeg, quality: $0).count }
    #expect(sizes == sizes.sorted() && sizes[0] < sizes[2])
  }
}
