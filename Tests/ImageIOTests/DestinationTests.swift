// CGImageDestination: what is written is read back, and nothing half.
import ImageIO
import TestSupport
import Testing

@Suite struct DestinationTests {
  /// Pictures of few colours, hard edges and holes, which every format with transparency keeps as they are.
  private func picture(_ index: Int, width: Int = 20, height: Int = 12) -> CGImage {
    let pixels = (0..<width * height).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % width, pixel / width)
      return (x + y + index) % 4 == 0 ? [0, 0, 0, 0] : [UInt8(40 * index), UInt8(y * 20), UInt8(x / 5 * 60), 255]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// 64 by 64 pixels.
  private func picture(_ pixel: (_ x: Int, _ y: Int) -> [UInt8]) -> CGImage {
    var pixels: [UInt8] = []
    for y in 0..<64 { for x in 0..<64 { pixels += pixel(x, y) } }
    return CGImage(width: 64, height: 64, premultipliedRGBA: pixels)
  }

  private func write(
    _ images: [CGImage], _ type: String, _ whole: CFDictionary? = nil, _ each: CFDictionary? = nil
  ) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type, images.count, nil))
    CGImageDestinationSetProperties(destination, whole)
    for image in images { CGImageDestinationAddImage(destination, image, each) }
    #expect(CGImageDestinationFinalize(destination) && destination.problem == nil)
    return data as Data
  }

  @Test(arguments: [
    ("com.compuserve.gif", kCGImagePropertyGIFDictionary), ("public.png", kCGImagePropertyPNGDictionary),
    ("org.webmproject.webp", kCGImagePropertyWebPDictionary),
  ])
  func animationsComeBack(type: String, dictionary: String) throws {
    let pictures = (0..<4).map { picture($0) }
    let whole = [dictionary: ["LoopCount": 7] as CFDictionary] as CFDictionary
    let each = [dictionary: ["DelayTime": 0.25] as CFDictionary] as CFDictionary
    let data = try write(pictures, type, whole, each)
    #expect(try write(pictures, type, whole, each) == data)
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    #expect(CGImageSourceGetCount(source) == 4 && CGImageSourceGetType(source) == type)
    let properties = try #require(CGImageSourceCopyProperties(source, nil)?[dictionary] as? CFDictionary)
    #expect(properties["LoopCount"] as? Int == 7)
    for (index, picture) in pictures.enumerated() {
      let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
      #expect(image.pixels == picture.pixels, "frame \(index)")
      let frame = CGImageSourceCopyPropertiesAtIndex(source, index, nil)?[dictionary] as? CFDictionary
      #expect(frame?["DelayTime"] as? Double == 0.25)
    }
  }

  @Test func picturesOfDifferentSizesShareACanvas() throws {
    let pictures = [picture(0, width: 8, height: 12), picture(1, width: 20, height: 5)]
    for type in ["com.compuserve.gif", "public.png", "org.webmproject.webp"] {
      let source = try #require(CGImageSourceCreateWithData(try write(pictures, type), nil))
      for (index, picture) in pictures.enumerated() {
        let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
        #expect(image.width == 20 && image.height == 12)
        let corner = try #require(
          image.cropping(to: CGRect(x: 0, y: 0, width: picture.width, height: picture.height)))
        #expect(corner.pixels == picture.pixels)
      }
    }
  }

  @Test func colourfulGIFsAreClose() throws {
    let image = picture { x, y in [UInt8(x * 4), UInt8(y * 4), 128, 255] }
    let source = try #require(CGImageSourceCreateWithData(try write([image], "com.compuserve.gif"), nil))
    let back = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(largestDifference(back.pixels, image.pixels) <= 48 && back.isOpaque)
    #expect(
      largestDifference(back.resampled(width: 8, height: 8).pixels, image.resampled(width: 8, height: 8).pixels) <= 8)
  }

  @Test func qualityAndSizeAreHonoured() throws {
    let image = picture { x, y in [UInt8((x * 37 + y * 91) % 251), UInt8(y * 4), UInt8(x), 255] }
    for type in ["public.jpeg", "org.webmproject.webp"] {
      let sizes = try [0.1, 0.9].map { quality in
        try write([image], type, nil, [kCGImageDestinationLossyCompressionQuality: quality] as CFDictionary).count
      }
      #expect(sizes[0] < sizes[1])
    }
    let data = try write([image], "public.png", nil, [kCGImageDestinationImageMaxPixelSize: 16] as CFDictionary)
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 16)
  }

  @Test func transparencyIsSeenOverTheBackgroundInJPEG() throws {
    let clear = CGImage(width: 8, height: 8, premultipliedRGBA: [UInt8](repeating: 0, count: 256))
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let data = try write([clear], "public.jpeg", nil, [kCGImageDestinationBackgroundColor: blue] as CFDictionary)
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let pixels = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil)).pixels
    #expect(largestDifference(Array(pixels[..<4]), [0, 0, 255, 255]) <= 2)
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.tiff", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 0, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg", 2, nil) == nil)
  }

  @Test func nothingHalfIsWritten() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.gif")
    let destination = try #require(CGImageDestinationCreateWithURL(file, "com.compuserve.gif", 2, nil))
    CGImageDestinationAddImage(destination, picture(0), nil)
    #expect(!CGImageDestinationFinalize(destination))
    #expect(folder.contents.isEmpty)
    CGImageDestinationAddImage(destination, picture(1), nil)
    #expect(CGImageDestinationFinalize(destination) && !CGImageDestinationFinalize(destination))
    #expect(folder.contents == ["a.gif"])
    let source = try #require(CGImageSourceCreateWithURL(file, nil))

    let copy = try #require(
      CGImageDestinationCreateWithURL(folder.url.appending(path: "none/b.png"), "public.png", 1, nil))
    CGImageDestinationAddImageFromSource(copy, source, 1, nil)
    #expect(!CGImageDestinationFinalize(copy))
    #expect(copy.problem?.hasSuffix("none/b.png: cannot write: No such file or directory") == true)
  }
}
