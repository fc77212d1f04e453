// Files that end early, break the rules, or lie about their size: always an error with the file's name, never a crash.
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct DamagedFileTests {
  private func failure(of bytes: [UInt8], _ name: String = "dir/broken") -> ImageFileError? {
    do throws(ImageFileError) {
      _ = try ImageFile.decode(bytes, name: name)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ImageCodec.all)
  func truncatedAtEveryLength(format: ImageCodec) throws {
    let whole = try ImageFile.encode(Samples.gradient(width: 48, height: 40), as: format, quality: nil)
    // A GIF without its last byte lacks only its trailer.
    for length in 0..<whole.count - (format == .gif ? 1 : 0) {
      let error = try #require(failure(of: Array(whole.prefix(length))), "\(length) of \(whole.count) bytes were read")
      #expect(error.name == "dir/broken")
      // What is too short for a signature could be anything.
      if length >= 12 { #expect(error.problem == .truncated, "\(length) bytes: \(error)") }
    }
  }

  /// An animation of three frames.
  private func animation(_ format: ImageCodec) throws -> [UInt8] {
    let frames = (0..<3).map { OutputFrame(Samples.translucent(width: 20 - $0, height: 14), delay: 0.1) }
    return try ImageFile.encode(frames, as: format, OutputSettings(), name: "animation")
  }

  @Test(arguments: [ImageCodec.png, .webp, .gif])
  func truncatedAnimations(format: ImageCodec) throws {
    let whole = try animation(format)
    for length in stride(from: 12, to: whole.count - 1, by: 3) {
      let bytes = Array(whole.prefix(length))
      do throws(ImageFileError) {
        // Between two blocks of a GIF nothing is missing but what follows: that is said.
        let reader = try ImageFileReader(bytes, name: "dir/broken")
        #expect(format == .gif && reader.header.notes == ["it ends without GIF's trailer"], "\(length) bytes")
      } catch {
        #expect(error.problem == .truncated && error.name == "dir/broken", "\(length) bytes: \(error)")
      }
    }
  }

  @Test(arguments: [ImageCodec.png, .webp, .gif])
  func damagedAnimations(format: ImageCodec) throws {
    let whole = try animation(format)
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(ImageFileError) {
        let reader = try ImageFileReader(bytes, name: "dir/broken")
        for index in 0..<min(reader.frameCount, 10) { _ = try reader.picture(at: index) }
      } catch {
        #expect(error.name == "dir/broken")
      }
    }
  }

  @Test func truncatedPNGNamesFileAndPlace() throws {
    let whole = try ImageFile.encode(Samples.translucent(), as: .png)
    let error = try #require(failure(of: Array(whole.prefix(100)), "cards/ace.png"))
    // The image data's chunk is the third: signature, IHDR, sRGB, IDAT, IEND.
    #expect(error.description == "cards/ace.png: truncated PNG: 100 of at least \(whole.count) bytes (byte 100)")
  }

  @Test func damagedImageDataNamesTheRow() throws {
    var bytes = try ImageFile.encode(Samples.translucent(), as: .png)
    bytes[bytes.count / 2] ^= 0xFF
    let error = try #require(failure(of: bytes))
    #expect(error.problem == .corrupt)
    guard case .row = error.place else {
      Issue.record("no row in \(error)")
      return
    }
  }

  @Test(arguments: [(1 << 31 - 1, 1), (16385, 1), (1, 16385), (16384, 4097), (0x7FFF_FFFF, 0x7FFF_FFFF)])
  func absurdSizesAreRefusedFromTheHeader(width: Int, height: Int) throws {
    let png = PNGBuilder.file(width: width, height: height, colourType: 6, scanlines: [])
    #expect(try #require(failure(of: png)).problem == .tooLarge)
  }

  @Test func absurdJPEGSizeIsRefused() throws {
    var jpeg = JPEGBuilder.flatBlock([1, 2, 3])
    let frameHeader = try #require((0..<jpeg.count).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frameHeader + 5..<frameHeader + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(try #require(failure(of: jpeg)).problem == .tooLarge)
  }

  @Test func emptySizesAreRefused() throws {
    #expect(
      try #require(failure(of: PNGBuilder.file(width: 0, height: 5, colourType: 6, scanlines: []))).problem == .corrupt)
  }

  @Test func sizesThatTheFileCannotHoldAreRefused() throws {
    // 64 megapixels announced, next to nothing there: refused before any memory is taken.
    let png = PNGBuilder.file(width: 8192, height: 8192, colourType: 6, scanlines: [0, 1, 2, 3, 4])
    let error = try #require(failure(of: png))
    #expect(error.problem == .corrupt)
    #expect(error.detail == "8192x8192 pixels in 16 bytes of image data; expected at least 260111")

    var jpeg = JPEGBuilder.flatBlock([1, 2, 3])
    let frameHeader = try #require((0..<jpeg.count).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frameHeader + 5..<frameHeader + 9, with: [0x20, 0, 0x20, 0])
    #expect(try #require(failure(of: jpeg)).problem == .truncated)
    #expect(try #require(failure(of: jpeg)).detail.hasPrefix("truncated JPEG: 8192x8192 pixels in"))

    var gif = try ImageFile.encode(Samples.gradient(width: 4, height: 4), as: .gif)
    let descriptor = try #require((13..<gif.count).first { gif[$0] == 0x2C && gif[$0 + 5] == 4 })
    gif.replaceSubrange(descriptor + 5..<descriptor + 9, with: [0, 0x20, 0, 0x20])
    #expect(try #require(failure(of: gif)).problem == .corrupt)
    gif.replaceSubrange(descriptor + 5..<descriptor + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try #require(failure(of: gif)).problem == .tooLarge)

    var webp = try animation(.webp)
    // VP8X: the canvas of 2^24 pixels a side.
    webp.replaceSubrange(24..<30, with: [UInt8](repeating: 0xFF, count: 6))
    #expect(try #require(failure(of: webp)).problem == .tooLarge)
  }

  @Test func aFrameOutsideTheCanvasIsRefused() throws {
    var webp = try animation(.webp)
    let frame = try #require((0..<webp.count - 4).first { webp[$0..<$0 + 4].elementsEqual("ANMF".utf8) })
    webp[frame + 8] = 5
    let error = try #require(failure(of: webp))
    #expect(error.problem == .corrupt && error.place == .byte(frame + 8))
    #expect(error.detail == "not a valid WebP: frame 0 leaves the canvas of 20x14 pixels")
  }

  @Test func aBrokenAnimationOfPNGIsAStillPicture() throws {
    let whole = try animation(.png)
    let still = try ImageFile.decode(whole, name: "png").bitmap
    for (type, offset) in [("acTL", 3), ("fcTL", 3), ("fdAT", 3), ("fcTL", 7), ("fcTL", 24)] {
      var bytes = whole
      let chunk = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual(type.utf8) })
      bytes[chunk + 4 + offset] = 0x7F
      let reader = try ImageFileReader(bytes, name: "png")
      #expect(!reader.header.isAnimated && reader.frameCount == 1, "\(type)")
      #expect(reader.header.notes.first?.hasPrefix("its animation is broken") == true)
      #expect(try reader.picture(at: 0).bitmap.pixels == still.pixels)
    }
  }

  @Test func aWrongChecksumNamesTheFrame() throws {
    var bytes = try animation(.png)
    let data = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual("fdAT".utf8) })
    bytes[data + 20] ^= 1
    let reader = try ImageFileReader(bytes, name: "a.png")
    #expect(throws: Never.self) { try reader.picture(at: 1) }
    do throws(ImageFileError) {
      _ = try reader.picture(at: 2)
      Issue.record("a wrong checksum was read")
    } catch {
      #expect(error.problem == .corrupt && error.detail == "not a valid PNG: a wrong checksum in frame 2")
    }
  }

  @Test func aGIFWithoutItsTrailerIsReadWithANote() throws {
    let whole = try animation(.gif)
    let reader = try ImageFileReader(Array(whole.dropLast()), name: "gif")
    #expect(reader.frameCount == 3 && reader.header.notes == ["it ends without GIF's trailer"])
  }

  @Test func otherFilesAreUnknown() throws {
    for text in ["", "x", "GIF", "RIFF1234WAVE", "<caml>"] {
      #expect(try #require(failure(of: Array(text.utf8))).problem == .unknownFormat)
    }
  }

  @Test func anAnimationWithoutFramesIsRefused() throws {
    let simple = try ImageFile.encode(Samples.gradient(width: 4, height: 4), as: .webp)
    let animated = WebPBuilder.extended(
      simple, width: 4, height: 4, chunks: [("ANIM", 0x02, [0, 0, 0, 0, 0, 0])])
    #expect(try #require(failure(of: animated)).problem == .corrupt)
  }

  /// Bytes changed at random: any result but a crash.
  @Test(arguments: ImageCodec.all)
  func randomDamage(format: ImageCodec) throws {
    let whole = try ImageFile.encode(Samples.translucent(), as: format)
    var random = SeededRandom(seed: 42)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let error = failure(of: bytes) { #expect(error.name == "dir/broken") }
    }
  }
}
