// One layout for all images. Whatever a client hands in is converted once, when the image is made, and what the image
// says of itself (bitmapInfo, dataProvider) describes the converted pixels.
//
// Tested by CGImageTests and MaskingTests.

public import Foundation
package import ImageFiles

/// An immutable bitmap.
///
/// Pixels are premultiplied 8-bit sRGB, four bytes a pixel in the order red, green, blue, alpha, rows from the top of
/// the image down, without padding between rows. Decoders convert to it, the renderer uploads it.
public final class CGImage: @unchecked Sendable {
  // Unchecked Sendable: every stored property is immutable, and `pixels` is never handed out for writing.

  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1.
  public let height: Int
  /// The pixels, `width * height * 4` bytes, premultiplied RGBA, top row first.
  package let pixels: [UInt8]
  /// Whether every pixel's alpha is 255: the renderer then draws without blending.
  package let isOpaque: Bool
  /// Whether the image asks to be smoothed when it is scaled. Default true.
  public let shouldInterpolate: Bool
  /// The image's intent for fitting its colours. Default ``CGColorRenderingIntent/defaultIntent``.
  public let renderingIntent: CGColorRenderingIntent
  /// The ratio of the image's brightest light to white: 1 for none above white, 0 if unknown. Stored only.
  public let contentHeadroom: Float
  /// The images that this one is a later state of; nil for all but what layers draw.
  package let history: DrawnImageHistory?
  /// Whether the image is a stencil without colours: its pixels are black, and as opaque as paint goes through it.
  public let isMask: Bool

  /// Wraps premultiplied pixels. Precondition: `pixels.count == width * height * 4`, and both sides are at least 1.
  package init(
    width: Int, height: Int, premultipliedRGBA pixels: [UInt8], shouldInterpolate: Bool = true,
    intent: CGColorRenderingIntent = .defaultIntent, headroom: Float = 1, isMask: Bool = false,
    history: DrawnImageHistory? = nil
  ) {
    precondition(width > 0 && height > 0, "CGImage: a side of \(width)x\(height) pixels; both must be at least 1")
    precondition(
      pixels.count == width * height * 4,
      "CGImage: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(width * height * 4)")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isOpaque = Bitmap.isOpaque(pixels)
    self.shouldInterpolate = shouldInterpolate
    renderingIntent = intent
    contentHeadroom = headroom
    self.history = history
    self.isMask = isMask
  }

  /// The number of bits of a component: always 8.
  public var bitsPerComponent: Int { 8 }
  /// Bits in one pixel: 32, and 8 of a stencil.
  public var bitsPerPixel: Int { isMask ? 8 : 32 }
  /// Bytes from one row to the next: `width * 4`, and `width` of a stencil.
  public var bytesPerRow: Int { isMask ? width : width * 4 }
  /// The space of the pixels: sRGB; nil for a stencil.
  public var colorSpace: CGColorSpace? { isMask ? nil : .standardRGB }
  /// Alpha is last, and colours are multiplied by it; an opaque image, and a stencil, say that they have none.
  public var alphaInfo: CGImageAlphaInfo { isMask ? .none : isOpaque ? .noneSkipLast : .premultipliedLast }
  /// The position of alpha and the order of the bytes, which is the default one.
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }
  /// The order of a pixel's bytes: red first.
  public var byteOrderInfo: CGImageByteOrderInfo { .orderDefault }
  /// The packing of components into bits: all have the same number.
  public var pixelFormatInfo: CGImagePixelFormatInfo { .packed }
  /// The pixels, by ``bitmapInfo`` and ``bytesPerRow``; of a stencil 0 where paint goes through. Never nil.
  public var dataProvider: CGDataProvider? {
    guard isMask else { return CGDataProvider(data: Data(pixels)) }
    let paint: [UInt8] = (0..<width * height).map { 255 - pixels[$0 * 4 + 3] }
    return CGDataProvider(data: Data(paint))
  }
  /// The ranges that components are stretched to; nil, as they are stretched when the image is made.
  public var decode: UnsafePointer<CGFloat>? { nil }
  /// The type of the file that the image came from; nil, as images do not remember it.
  public var utType: CFString? { nil }
  /// Whether the image asks for its light to be brought into the screen's range: false.
  public var shouldToneMap: Bool { false }
  /// Whether the image says how its light is to be brought into the screen's range: false.
  public var containsImageSpecificToneMappingMetadata: Bool { false }

  /// The image itself. Optional as Apple declares it; never nil.
  public func copy() -> CGImage? { self }

  /// The part inside `rect`, in pixels from the top left corner, grown to whole pixels; nil without overlap.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.standardized.integral.overlap(CGRect(x: 0, y: 0, width: width, height: height))
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    let (x, y, columns, rows) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
    var cropped: [UInt8] = []
    cropped.reserveCapacity(columns * rows * 4)
    for row in y..<(y + rows) {
      let start = (row * width + x) * 4
      cropped += pixels[start..<(start + columns * 4)]
    }
    return CGImage(
      width: columns, height: rows, premultipliedRGBA: cropped, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent, headroom: contentHeadroom, isMask: isMask)
  }
}

extension CGImage: Equatable {
  /// Two images are equal when they are the same object; their pixels are not compared.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }
}

extension CGImage: Hashable {
  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Called with the `info` of the provider, the memory and its size, when the memory is needed no more.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int) -> Void

/// The source of an image's bytes.
public final class CGDataProvider: @unchecked Sendable {
  // Unchecked Sendable: both properties are immutable; `info` is only handed back, never followed.

  /// All of the bytes. Optional as Apple declares it; never nil.
  public let data: CFData?
  /// The client's value from the provider's creation; nil unless it was made with the client's memory.
  public let info: UnsafeMutableRawPointer?

  /// Provides bytes in memory.
  public init?(data: CFData) {
    self.data = data
    info = nil
  }

  /// A provider of the caller's memory, which is not copied: `releaseData` is called when nothing uses it any more.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.info = info
    // Data asks for a pointer that may be written to; nothing here writes.
    nonisolated(unsafe) let owner = info
    self.data = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
      deallocator: .custom { memory, size in releaseData(owner, memory, size) })
  }

  /// A provider of a file's bytes, read now; nil when it cannot be read, or is larger than an image file may be.
  public convenience init?(url: CFURL) {
    guard url.isFileURL, let bytes = try? FileContents.read(url.path) else { return nil }
    self.init(data: Data(bytes))
  }

  /// A provider of the bytes of the file at a path, read now; nil when it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: URL(fileURLWithPath: String(cString: filename)))
  }
}

extension CGImage {
  package convenience init(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, premultipliedRGBA: bitmap.pixels)
  }

  package var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: pixels) }

  private func with(_ bitmap: Bitmap) -> CGImage {
    CGImage(
      width: bitmap.width, height: bitmap.height, premultipliedRGBA: bitmap.pixels,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent, headroom: contentHeadroom, isMask: isMask)
  }

  /// The image with its pixels turned as `orientation` says they are to be seen; itself where they are upright.
  package func turned(_ orientation: ImageOrientation) -> CGImage {
    orientation == .up ? self : with(bitmap.turned(orientation))
  }

  /// The image at another size; itself where it has that size.
  package func resampled(width newWidth: Int, height newHeight: Int) -> CGImage {
    (newWidth, newHeight) == (width, height) ? self : with(bitmap.resampled(width: newWidth, height: newHeight))
  }
}

extension DecodedImage {
  package var image: CGImage { CGImage(bitmap) }
}

extension OutputFrame {
  package init(_ image: CGImage, delay: Double = 0) { self.init(image.bitmap, delay: delay) }
}
