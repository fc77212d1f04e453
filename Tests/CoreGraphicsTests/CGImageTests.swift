import CoreGraphics
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct CGImageTests {
  /// One row of pixels as CGImage keeps them.
  static func row(
    _ bytes: [UInt8], width: Int, bits: Int = 8, pixelBits: Int, space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
    _ alpha: CGImageAlphaInfo, _ more: CGBitmapInfo = [], decode: [CGFloat]? = nil
  ) throws -> [UInt8] {
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let info = CGBitmapInfo(rawValue: alpha.rawValue | more.rawValue)
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGImage(
        width: width, height: 1, bitsPerComponent: bits, bitsPerPixel: pixelBits, bytesPerRow: bytes.count,
        space: space, bitmapInfo: info, provider: provider, decode: decode, shouldInterpolate: true,
        intent: .defaultIntent)
    }
    let image = decode.map { $0.withUnsafeBufferPointer { make($0.baseAddress) } } ?? make(nil)
    return try #require(image).pixels
  }

  @Test("Layouts of eight bits: alpha first, last, none; bytes in both orders; colour multiplied or not")
  func eightBits() throws {
    let expected: [UInt8] = [100, 50, 25, 128]
    #expect(try Self.row([100, 50, 25, 128], width: 1, pixelBits: 32, .premultipliedLast) == expected)
    #expect(try Self.row([128, 100, 50, 25], width: 1, pixelBits: 32, .premultipliedFirst) == expected)
    // BGRA, as video and Windows have it.
    #expect(
      try Self.row([25, 50, 100, 128], width: 1, pixelBits: 32, .premultipliedFirst, .byteOrder32Little) == expected)
    #expect(try Self.row([200, 100, 50, 128], width: 1, pixelBits: 32, .last) == [100, 50, 25, 128])
    #expect(try Self.row([200, 100, 50, 7], width: 1, pixelBits: 32, .noneSkipLast) == [200, 100, 50, 255])
    #expect(try Self.row([7, 200, 100, 50], width: 1, pixelBits: 32, .noneSkipFirst) == [200, 100, 50, 255])
    #expect(try Self.row([1, 2, 3, 4, 5, 6], width: 2, pixelBits: 24, .none) == [1, 2, 3, 255, 4, 5, 6, 255])
    #expect(try Self.row([9, 0], width: 2, pixelBits: 8, .alphaOnly) == [0, 0, 0, 9, 0, 0, 0, 0])
  }

  @Test("Other depths: bits, five bits, sixteen bits in both orders, floating point")
  func depths() throws {
    let gray = CGColorSpaceCreateDeviceGray()
    #expect(
      try Self.row([0b1010_0000], width: 3, bits: 1, pixelBits: 1, space: gray, .none)
        == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
    // 1 unused, 11111, 00000, 10000.
    #expect(
      try Self.row([0x7C, 0x10], width: 1, bits: 5, pixelBits: 16, .noneSkipFirst, .byteOrder16Big)
        == [255, 0, 132, 255])
    #expect(try Self.row([0x80, 0x00], width: 1, bits: 16, pixelBits: 16, space: gray, .none)[0] == 128)
    #expect(
      try Self.row([0x00, 0x80], width: 1, bits: 16, pixelBits: 16, space: gray, .none, .byteOrder16Little)[0] == 128)
    let floats: [Float] = [1, 0.5, 0, 0.5]
    let bytes = floats.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
    #expect(
      try Self.row(
        bytes, width: 1, bits: 32, pixelBits: 128, .last, [.floatComponents, .byteOrder32Little])
        == [128, 64, 0, 128])
  }

  @Test("Colour spaces and decode arrays are applied")
  func colors() throws {
    let cmyk = CGColorSpaceCreateDeviceCMYK()
    #expect(try Self.row([255, 0, 0, 0], width: 1, pixelBits: 32, space: cmyk, .none) == [0, 255, 255, 255])
    let p3 = try CGColorTests.space(CGColorSpace.displayP3)
    #expect(try Self.row([255, 0, 0, 255], width: 1, pixelBits: 32, space: p3, .last) == [255, 0, 0, 255])
    #expect(try Self.row([128, 128, 128, 255], width: 1, pixelBits: 32, space: p3, .last) == [128, 128, 128, 255])
    let table: [UInt8] = [0, 0, 0, 255, 128, 0]
    let indexed = try #require(
      CGColorSpace(indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 1, colorTable: table))
    #expect(try Self.row([1, 0], width: 2, pixelBits: 8, space: indexed, .none) == [255, 128, 0, 255, 0, 0, 0, 255])
    #expect(
      try Self.row(
        [0, 255], width: 2, pixelBits: 8, space: CGColorSpaceCreateDeviceGray(), .none, decode: [1, 0])
        == [255, 255, 255, 255, 0, 0, 0, 255])
  }

  @Test("What does not describe a bitmap gives nil")
  func refusals() throws {
    let provider = try #require(CGDataProvider(data: Data(count: 16)))
    func image(_ width: Int, _ height: Int, _ bits: Int, _ pixelBits: Int, _ rowBytes: Int, _ info: UInt32) -> CGImage?
    {
      CGImage(
        width: width, height: height, bitsPerComponent: bits, bitsPerPixel: pixelBits, bytesPerRow: rowBytes,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider,
        decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
    let last = CGImageAlphaInfo.premultipliedLast.rawValue
    #expect(image(2, 2, 8, 32, 8, last) != nil)
    #expect(image(2, 3, 8, 32, 8, last) == nil, "too few bytes")
    #expect(image(0, 2, 8, 32, 8, last) == nil && image(2, -1, 8, 32, 8, last) == nil)
    #expect(image(2, 2, 8, 32, 7, last) == nil, "rows that overlap")
    #expect(image(2, 2, 8, 24, 8, last) == nil, "four components in 24 bits")
    #expect(image(2, 2, 7, 32, 8, last) == nil && image(1 << 40, 1, 8, 32, .max, last) == nil)
    #expect(image(2, 2, 8, 32, 8, 31) == nil, "no such alpha")
    #expect(image(2, 2, 8, 32, 8, last | CGBitmapInfo.floatComponents.rawValue) == nil)
  }

  @Test("An image describes its pixels as they are kept")
  func description() throws {
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 0]
    let image = CGImage(width: 2, height: 1, premultipliedRGBA: pixels)
    #expect(image.bitsPerPixel == 32 && image.bytesPerRow == 8 && image.colorSpace?.name == CGColorSpace.sRGB)
    #expect(image.alphaInfo == .premultipliedLast && image.byteOrderInfo == .orderDefault)
    #expect(image.dataProvider?.data == Data(pixels) && !image.isMask && image.decode == nil)
    #expect(CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255]).alphaInfo == .noneSkipLast)
    #expect(image.copy() == image)
    let bytes = try #require(image.dataProvider?.data)
    #expect(try Self.row([UInt8](bytes), width: 2, pixelBits: 32, image.alphaInfo) == pixels)
  }

  @Test("Cropping takes whole pixels from the top left, and what lies outside is left out")
  func cropping() throws {
    let pixels: [UInt8] = (0..<12).flatMap { (red: UInt8) -> [UInt8] in [red, 0, 0, 255] }
    let image = CGImage(width: 4, height: 3, premultipliedRGBA: pixels)
    func reds(_ rect: CGRect) -> [UInt8]? {
      image.cropping(to: rect).map { part in (0..<(part.width * part.height)).map { part.pixels[$0 * 4] } }
    }
    #expect(reds(CGRect(x: 1, y: 1, width: 2, height: 2)) == [5, 6, 9, 10])
    #expect(reds(CGRect(x: 2.5, y: 0, width: 0.2, height: 1)) == [2])
    #expect(reds(CGRect(x: 3, y: 2, width: 10, height: 10)) == [11])
    #expect(reds(CGRect(x: 4, y: 0, width: 1, height: 1)) == nil)
    #expect(reds(.infinite) == Array(0..<12))
    for wild in [CGFloat.nan, .infinity, -.infinity] {
      #expect(image.cropping(to: CGRect(x: wild, y: 0, width: 1, height: 1)) == nil)
    }
    #expect(image.cropping(to: .infinite)?.width == image.width)
  }

  @Test("Data providers: bytes, the caller's memory given back once, files")
  func providers() throws {
    final class Counter { var released = 0 }
    let counter = Counter()
    // Data keeps few bytes in itself, and would give the memory back at once.
    let size = 64
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: 7, count: size)
    do {
      let made = CGDataProvider(
        dataInfo: Unmanaged.passUnretained(counter).toOpaque(), data: memory, size: size,
        releaseData: { info, data, size in
          if let info { Unmanaged<Counter>.fromOpaque(info).takeUnretainedValue().released += size }
          UnsafeMutableRawPointer(mutating: data).deallocate()
        })
      let provider = try #require(made)
      #expect(
        provider.data.map { [UInt8]($0) } == Array(repeating: 7, count: size) && provider.info != nil
          && counter.released == 0)
    }
    #expect(counter.released == size)

    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "provider.png")
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [10, 20, 30, 255])
    try ImageFile.write(image.bitmap, to: file.path)
    let png = try #require(CGDataProvider(url: file))
    let decoded = CGImage(
      pngDataProviderSource: png, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    #expect(decoded?.pixels == image.pixels && decoded?.shouldInterpolate == false)
    #expect(
      CGImage(jpegDataProviderSource: png, decode: nil, shouldInterpolate: true, intent: .defaultIntent) == nil)
    #expect(CGDataProvider(filename: "/no such file") == nil)
  }
}
