// CGImageSource: what files say of themselves, their frames, their thumbnails.
import ImageIO
import TestSupport
import Testing

@Suite struct SourceTests {
  private func source(_ truth: Truth) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithURL(truth.url, nil))
  }

  @Test(arguments: Truth.animations + Truth.stills)
  func everyFrameIsWhatOtherDecodersSee(truth: Truth) throws {
    let source = try source(truth)
    #expect(CGImageSourceGetCount(source) == truth.frames)
    #expect(CGImageSourceGetStatus(source) == .statusComplete && source.problem == nil)
    let expected = try truth.pixels
    for index in 0..<truth.frames {
      let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
      #expect(largestDifference(image.pixels, expected[index]) <= truth.tolerance, "frame \(index)")
    }
  }

  @Test(arguments: Truth.animations)
  func framesAreTheSameInAnyOrder(truth: Truth) throws {
    let expected = try truth.pixels
    let source = try source(truth)
    for index in [4, 0, 2, 1, 1, 3, 0] {
      let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
      #expect(largestDifference(image.pixels, expected[index]) <= truth.tolerance, "frame \(index)")
    }
    #expect(CGImageSourceCreateImageAtIndex(source, 5, nil) == nil)
    #expect(CGImageSourceCreateImageAtIndex(source, -1, nil) == nil)
  }

  @Test(arguments: [
    ("moving.gif", "com.compuserve.gif", kCGImagePropertyGIFDictionary, 3),
    ("layered.gif", "com.compuserve.gif", kCGImagePropertyGIFDictionary, 0),
    ("over-animated.png", "public.png", kCGImagePropertyPNGDictionary, 2),
    ("moving.webp", "org.webmproject.webp", kCGImagePropertyWebPDictionary, 4),
  ])
  func animationsTellTheirTiming(name: String, type: String, dictionary: String, loops: Int) throws {
    let source = try source(Truth(name: name, frames: 5, tolerance: 0))
    #expect(CGImageSourceGetType(source) == type)
    let whole = try #require(CGImageSourceCopyProperties(source, nil) as? [CFString: Any])
    let animation = try #require(whole[dictionary] as? [CFString: Any])
    #expect(animation["LoopCount"] as? Int == loops)
    #expect(animation["CanvasPixelWidth"] as? Int == 24 && animation["CanvasPixelHeight"] as? CGFloat == 16)
    #expect((animation["FrameInfo"] as? [[CFString: Any]])?.count == 5)
    // The second frame asks for 10 milliseconds, and gets a tenth of a second.
    for (index, seconds) in [0.07, 0.01, 0.2, 0.04, 0.5].enumerated() {
      let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any])
      let frame = try #require(properties[dictionary] as? [CFString: Any])
      #expect(abs(try #require(frame["UnclampedDelayTime"] as? Double) - seconds) < 1e-6)
      #expect(abs(try #require(frame["DelayTime"] as? Double) - (index == 1 ? 0.1 : seconds)) < 1e-6)
    }
  }

  @Test func stillsTellTheirPixels() throws {
    func properties(_ name: String) throws -> [CFString: Any] {
      let source = try source(Truth(name: name, frames: 1, tolerance: 0))
      return try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any])
    }
    let grey = try properties("grey16.png")
    #expect(grey[kCGImagePropertyDepth] as? Int == 16)
    #expect(grey[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelGray)
    #expect(grey[kCGImagePropertyHasAlpha] == nil && grey[kCGImagePropertyOrientation] == nil)
    let palette = try properties("palette.png")
    #expect(palette[kCGImagePropertyIsIndexed] as? Bool == true && palette[kCGImagePropertyHasAlpha] as? Bool == true)
    let jpeg = try properties("progressive.jpg")
    #expect(jpeg[kCGImagePropertyPixelWidth] as? Int == 61 && jpeg[kCGImagePropertyPixelHeight] as? Int == 45)
    #expect(jpeg[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelRGB)
    #expect(try properties("bits.png")[kCGImagePropertyDepth] as? Int == 1)
  }

  @Test func dataThatIsNoImageHasNone() throws {
    let source = try #require(CGImageSourceCreateWithData(Data("<caml>".utf8), nil))
    #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
    #expect(CGImageSourceGetStatus(source) == .statusUnknownType)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    #expect(
      CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil && CGImageSourceCopyProperties(source, nil) == nil)
    #expect(source.problem?.hasPrefix("image data: not a PNG, JPEG, WebP or GIF file") == true)
    #expect(CGImageSourceCreateWithURL(URL(filePath: "/nowhere/a.png"), nil) == nil)
  }

  @Test func aCutOffFileSaysSo() throws {
    let whole = try Truth.animations[0].bytes
    let source = try #require(CGImageSourceCreateWithData(whole.prefix(300), nil))
    #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF && CGImageSourceGetCount(source) == 0)
    #expect(source.problem == "image data: truncated GIF: it ends inside a block, after 300 bytes (byte 300)")
  }

  @Test func anIncrementalSourceWaits() throws {
    let whole = try Truth.stills[0].bytes
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
    CGImageSourceUpdateData(source, whole.prefix(100), false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete && CGImageSourceGetCount(source) == 0)
    #expect(CGImageSourceGetType(source) == "public.png")
    CGImageSourceUpdateData(source, whole, true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete && CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
  }

  private func thumbnail(
    _ source: CGImageSource, _ size: Int, _ more: [CFString: Any] = [:]
  ) -> CGImage? {
    var options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: size,
    ]
    options.merge(more) { $1 }
    return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
  }

  @Test(arguments: Truth.stills)
  func thumbnailsAreMeansOfTheirPixels(truth: Truth) throws {
    let source = try source(truth)
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let small = try #require(thumbnail(source, 10))
    #expect(max(small.width, small.height) == 10)
    #expect(
      abs(Double(small.width) / Double(small.height) - Double(image.width) / Double(image.height)) < 0.15)
    #expect(try #require(thumbnail(source, 4000)).width == image.width)
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
    // The mean of a channel stays, whatever the way of reducing.
    for channel in 0..<4 {
      func mean(_ image: CGImage) -> Double {
        let values = stride(from: channel, to: image.pixels.count, by: 4).map { Double(image.pixels[$0]) }
        return values.reduce(0, +) / Double(values.count)
      }
      #expect(abs(mean(small) - mean(image)) < 3, "channel \(channel)")
    }
  }

  @Test func thumbnailsOfJPEGAreCloseToReducedPixels() throws {
    let source = try source(Truth(name: "progressive.jpg", frames: 1, tolerance: 0))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    for size in [7, 16, 30, 45, 60] {
      let small = try #require(thumbnail(source, size))
      #expect(largestDifference(small.pixels, image.resampled(width: small.width, height: small.height).pixels) <= 10)
    }
    for factor in [2, 4, 8] {
      let reduced = try #require(
        CGImageSourceCreateImageAtIndex(source, 0, [kCGImageSourceSubsampleFactor: factor] as CFDictionary))
      #expect(reduced.width == (61 + factor - 1) / factor && reduced.height == (45 + factor - 1) / factor)
    }
  }

  @Test func thumbnailsCanBeTurnedUpright() throws {
    let image = try #require(
      CGImageSourceCreateImageAtIndex(try source(Truth(name: "progressive.jpg", frames: 1, tolerance: 0)), 0, nil))
    for type in ["public.jpeg", "public.png", "org.webmproject.webp"] {
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, type, 1, nil))
      CGImageDestinationAddImage(
        destination, image, [kCGImagePropertyOrientation: CGImagePropertyOrientation.right.rawValue] as CFDictionary)
      #expect(CGImageDestinationFinalize(destination))
      let source = try #require(CGImageSourceCreateWithData(data as Data, nil))
      let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
      #expect(properties[kCGImagePropertyOrientation] as? UInt32 == 6, "\(type)")
      #expect(properties[kCGImagePropertyPixelWidth] as? Int == 61)
      let stored = try #require(thumbnail(source, 20))
      #expect(stored.width == 20 && stored.height == 15)
      let upright = try #require(thumbnail(source, 20, [kCGImageSourceCreateThumbnailWithTransform: true]))
      #expect(upright.width == 15 && upright.height == 20)
      // Blue falls from the left to the right of what is stored, so from the top to the bottom of what is seen.
      #expect(upright.pixels[2] > upright.pixels[(19 * 15) * 4 + 2])
    }
  }
}
