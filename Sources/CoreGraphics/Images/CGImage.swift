// All images have one layout, to which pixels are converted when an image is made. bitmapInfo and dataProvider describe
// the converted pixels.
//
// Tested by CGImageTests and MaskingTests.

public import Foundation
package import ImageFiles
import Synchronization

/// An immutable bitmap of premultiplied sRGB: red, green, blue, alpha, of 8 bits or half floats, rows from the top
/// without padding.
public final class CGImage: @unchecked Sendable {
  // Unchecked Sendable: every stored property is immutable, and `pixels` is never handed out for writing.

  /// The width in pixels, at least 1.
  public let width: Int
  /// The height in pixels, at least 1.
  public let height: Int
  /// The pixels, `width * height * 4` bytes, premultiplied RGBA, top row first.
  package let pixels: [UInt8]
  /// The same pixels as half floats of extended sRGB, eight bytes each, in the machine's byte order; nil for an image
  /// of 8 bits.
  package let deepPixels: [UInt8]?
  /// The versions of an image of half floats with less light, made so far.
  package let dimmed: DimmedImages?
  /// Whether every pixel's alpha is 255, so that the renderer need not blend.
  package let isOpaque: Bool
  /// Whether the image is smoothed when it is scaled. Default: true.
  public let shouldInterpolate: Bool
  /// The method of fitting the image's colours. Default: ``CGColorRenderingIntent/defaultIntent``.
  public let renderingIntent: CGColorRenderingIntent
  /// The ratio of the image's brightest light to white: 1 for none above white, 0 if unknown. Without effect.
  public let contentHeadroom: Float
  /// The images of which this one is a later state; nil except for images that layers draw.
  package let history: DrawnImageHistory?
  /// Whether the image is a stencil: its pixels are black, with the share of paint that goes through as alpha.
  public let isMask: Bool
  private static let serials = Atomic<UInt64>(0)
  /// The number of the image, which no other one ever has.
  package let serial = CGImage.serials.add(1, ordering: .relaxed).newValue

  /// Creates an image. Precondition: both sides are at least 1, and there are `width * height * 4` premultiplied bytes.
  package init(
    width: Int, height: Int, premultipliedRGBA pixels: [UInt8], shouldInterpolate: Bool = true,
    deepPixels: [UInt8]? = nil, intent: CGColorRenderingIntent = .defaultIntent, headroom: Float = 1,
    isMask: Bool = false, history: DrawnImageHistory? = nil
  ) {
    precondition(width > 0 && height > 0, "CGImage: a side of \(width)x\(height) pixels; both must be at least 1")
    precondition(
      pixels.count == width * height * 4,
      "CGImage: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(width * height * 4)")
    self.width = width
    self.height = height
    precondition(deepPixels.map { $0.count == pixels.count * 2 } ?? true, "CGImage: half floats of another size")
    self.pixels = pixels
    self.deepPixels = deepPixels
    dimmed = deepPixels == nil ? nil : DimmedImages()
    self.isOpaque = Bitmap.isOpaque(pixels)
    self.shouldInterpolate = shouldInterpolate
    renderingIntent = intent
    contentHeadroom = headroom
    self.history = history
    self.isMask = isMask
  }

  /// Creates an image of half floats.
  package convenience init(
    width: Int, height: Int, deepPixels: [UInt8], shouldInterpolate: Bool = true,
    intent: CGColorRenderingIntent = .defaultIntent, headroom: Float = 0
  ) {
    self.init(
      width: width, height: height, premultipliedRGBA: Bitmap.bytes(ofDeep: deepPixels),
      shouldInterpolate: shouldInterpolate, deepPixels: deepPixels, intent: intent, headroom: headroom)
  }

  /// The bytes of all pixels, those of half floats included.
  package var byteCount: Int { pixels.count + (deepPixels?.count ?? 0) }

  /// The number of bits of a component: 8, or 16 of half floats.
  public var bitsPerComponent: Int { deepPixels == nil ? 8 : 16 }
  /// The number of bits of a pixel: 32, or 64 of half floats, and 8 of a stencil.
  public var bitsPerPixel: Int { isMask ? 8 : deepPixels == nil ? 32 : 64 }
  /// The number of bytes from row to row, without padding.
  public var bytesPerRow: Int { width * bitsPerPixel / 8 }
  /// The colour space: sRGB, or extended sRGB of half floats; nil for a stencil.
  public var colorSpace: CGColorSpace? {
    isMask ? nil : deepPixels == nil ? .standardRGB : CGColorSpace(name: CGColorSpace.extendedSRGB)
  }
  /// The meaning of alpha: premultiplied and last; none for an opaque image or a stencil.
  public var alphaInfo: CGImageAlphaInfo { isMask ? .none : isOpaque ? .noneSkipLast : .premultipliedLast }
  /// The position of alpha and the order of the bytes, which is the default one.
  public var bitmapInfo: CGBitmapInfo {
    let info = CGBitmapInfo(rawValue: alphaInfo.rawValue)
    return deepPixels == nil ? info : info.union([.floatComponents, .byteOrder16Little])
  }
  /// The order of a pixel's bytes: red first; of half floats, the lower byte first.
  public var byteOrderInfo: CGImageByteOrderInfo { deepPixels == nil ? .orderDefault : .order16Little }
  /// The packing of components into bits: all have the same number.
  public var pixelFormatInfo: CGImagePixelFormatInfo { .packed }
  /// The pixels, by ``bitmapInfo`` and ``bytesPerRow``; of a stencil, 0 where paint goes through. Never nil.
  public var dataProvider: CGDataProvider? {
    guard isMask else { return CGDataProvider(data: Data(deepPixels ?? pixels)) }
    let paint: [UInt8] = (0..<width * height).map { 255 - pixels[$0 * 4 + 3] }
    return CGDataProvider(data: Data(paint))
  }
  /// The ranges of components: nil, as they are applied when the image is made.
  public var decode: UnsafePointer<CGFloat>? { nil }
  /// The type of the image's file: nil, as images do not keep it.
  public var utType: CFString? { nil }
  /// Whether the image requests tone mapping: false.
  public var shouldToneMap: Bool { false }
  /// Whether the image has metadata for tone mapping: false.
  public var containsImageSpecificToneMappingMetadata: Bool { false }

  /// Returns the image itself. Never nil; optional as in Apple's declaration.
  public func copy() -> CGImage? { self }

  /// Returns the part inside `rect`, in pixels from the top left corner, grown to whole pixels; nil without overlap.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.standardized.integral.overlap(CGRect(x: 0, y: 0, width: width, height: height))
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    let (x, y, columns, rows) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
    func cropped(_ pixels: [UInt8], _ bytesPerPixel: Int) -> [UInt8] {
      var part: [UInt8] = []
      part.reserveCapacity(columns * rows * bytesPerPixel)
      for row in y..<(y + rows) {
        let start = (row * width + x) * bytesPerPixel
        part += pixels[start..<(start + columns * bytesPerPixel)]
      }
      return part
    }
    return CGImage(
      width: columns, height: rows, premultipliedRGBA: cropped(pixels, 4), shouldInterpolate: shouldInterpolate,
      deepPixels: deepPixels.map { cropped($0, 8) }, intent: renderingIntent, headroom: contentHeadroom,
      isMask: isMask)
  }
}

extension CGImage: Equatable {
  /// Whether the images are the same object; their pixels are not compared.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }
}

extension CGImage: Hashable {
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A function that is called with a provider's `info`, memory and its size when the memory is no longer needed.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int) -> Void

/// The source of an image's bytes.
public final class CGDataProvider: @unchecked Sendable {
  // Unchecked Sendable: both properties are immutable; `info` is only handed back, never followed.

  /// All of the bytes. Never nil; optional as in Apple's declaration.
  public let data: CFData?
  /// The client's value from the provider's creation; nil without the client's memory.
  public let info: UnsafeMutableRawPointer?

  /// Creates a provider of bytes in memory.
  public init?(data: CFData) {
    self.data = data
    info = nil
  }

  /// Creates a provider of the caller's memory, which is not copied; `releaseData` is called when it is no longer used.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.info = info
    // Data requires a mutable pointer; the memory is never written to.
    nonisolated(unsafe) let owner = info
    self.data = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
      deallocator: .custom { memory, size in releaseData(owner, memory, size) })
  }

  /// Creates a provider of a file's bytes, read now; returns nil if that fails, or for too many for an image file.
  public convenience init?(url: CFURL) {
    guard url.isFileURL, let bytes = try? FileContents.read(url.path) else { return nil }
    self.init(data: Data(bytes))
  }

  /// Creates a provider of the bytes of the file at a path, read now; returns nil if that fails.
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

  /// Returns the image with its pixels turned upright from `orientation`.
  package func turned(_ orientation: ImageOrientation) -> CGImage {
    orientation == .up ? self : with(bitmap.turned(orientation))
  }

  /// Returns the image resampled to a size.
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
