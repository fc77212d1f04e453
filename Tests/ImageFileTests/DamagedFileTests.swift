// Files that end early, break the rules, or lie about their size: always an error with the file's name, never a crash.
import CoreGraphics
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

  @Test(arguments: ImageFileFormat.allCases)
  func truncatedAtEveryLength(format: ImageFileFormat) throws {
    let whole = try ImageFile.encode(Samples.gradient(width: 48, height: 40), as: format, quality: nil)
    for length in 0..<whole.count {
      let error = try #require(failure(of: Array(whole.prefix(length))), "\(length) of \(whole.count) bytes were read")
      #expect(error.name == "dir/broken")
      // What is too short for a signature could be anything.
      if length >= 12 { #expect(error.problem == .truncated, "\(length) bytes: \(error)") }
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

  @Test func otherFilesAreUnknown() throws {
    for text in ["", "x", "GIF89a", "RIFF1234WAVE", "<caml>"] {
      #expect(try #require(failure(of: Array(text.utf8))).problem == .unknownFormat)
    }
  }

  @Test func animatedWebPIsUnsupported() throws {
    let simple = try ImageFile.encode(Samples.gradient(width: 4, height: 4), as: .webp)
    let animated = WebPBuilder.extended(
      simple, width: 4, height: 4, chunks: [("ANIM", 0x02, [0, 0, 0, 0, 0, 0])])
    #expect(try #require(failure(of: animated)).problem == .unsupported)
  }

  /// Bytes changed at random: any result but a crash.
  @Test(arguments: ImageFileFormat.allCases)
  func randomDamage(format: ImageFileFormat) throws {
    let whole = try ImageFile.encode(Samples.translucent(), as: format)
    var random = SplitMix(seed: 42)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let error = failure(of: bytes) { #expect(error.name == "dir/broken") }
    }
  }
}
