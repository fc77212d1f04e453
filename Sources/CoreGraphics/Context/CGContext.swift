// The drawing context: a bitmap, a stack of graphics states, a current path. cairo draws; this file creates contexts
// and gives their properties. Base space is that of the bitmap's pixels, as on Apple's systems with y up from the
// bottom left corner; cairo's y points down from the top left one.
//
// The folders of the module stand in one order; each uses only those before it (FolderOrderTests), and the files beside
// them all:
//
//   Basics     names of Foundation, Core Foundation and Darwin that Linux lacks, traps, threads
//   Geometry   points, rectangles, vectors and affine maps, and the boxes they are kept in
//   Paths      paths, their measures, outlines of strokes and dashes; Booleans: unions and differences of areas
//   Color      colour spaces, colours, gradients
//   Images     images, their bytes and their layout
//   Fonts      the fonts of the system and of files, their glyphs as outlines and masks
//   Context    drawing into bitmaps
//   .          what clients import with the module, and types' numbers
//
// Tested by ContextTests and ContextCairoTests.

import CCairo
import Foundation

/// A function that is called when a context no longer needs the memory that it was given.
public typealias CGBitmapContextReleaseDataCallback =
  @convention(c) (_ releaseInfo: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) -> Void

/// A destination for drawing, to be used by one thread at a time. Colours are sRGB; drawing blends gamma-encoded
/// components, as in a device space.
public final class CGContext {
  let store: PixelStore
  /// The cairo context of the bitmap or of the innermost transparency layer. Each call sets its transform.
  var cairo: OpaquePointer
  private let bitmapCairo: OpaquePointer
  var state = GraphicsState()
  /// The stack of saved states, those of transparency layers included.
  var saved: [SavedState] = []
  var layers: [TransparencyLayer] = []
  /// In base space.
  var currentPath = CGMutablePath()
  /// The cell of the pattern that is cairo's source, whose memory cairo reads.
  var patternCell: CGContext?
  /// Whether antialiasing is allowed, for all graphics states.
  var allowsAntialiasing = true
  /// Whether anything was painted, even outside the clip. Pixels written through ``data`` do not count.
  package internal(set) var hasDrawn = false
  /// Whether glyphs may start at fractions of a pixel. This flag and the next two apply to all graphics states.
  var allowsSubpixelPositioning = true
  var allowsSubpixelQuantization = true
  var allowsSmoothing = true
  /// The transform from text space to user space, which is no part of the graphics state.
  var textTransform = CGAffineTransform.identity
  private let space: CGColorSpace?
  private let info: CGBitmapInfo

  /// Creates a context over a bitmap of 8 bits a component: RGB, premultiplied, with alpha or an unused byte first or
  /// last, in either byte order of 32 bits; grey without alpha; or alpha alone. Returns nil for any other layout, for a
  /// side below 1 or above 32,767 pixels, and when memory is short.
  /// - Parameters:
  ///   - data: memory of at least `bytesPerRow * height` bytes, which lives as long as the context; nil for memory of
  ///     the context's own, which is zeroed.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: 0 for the least, with `data` nil.
  ///   - space: RGB for four components, grey for one.
  ///   - bitmapInfo: a ``CGImageAlphaInfo``, with the byte order of a ``CGBitmapInfo``.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
  }

  /// Creates the same context, and calls `releaseCallback` with `releaseInfo` and `data` at its end.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    guard let layout = Self.layout(info, components: space.numberOfComponents, bitsPerComponent: bitsPerComponent),
      (1...32767).contains(width), (1...32767).contains(height)
    else { return nil }
    let pixelBytes = layout.order.pixelBytes
    // cairo requires rows of whole words.
    let least = (width * pixelBytes + 3) / 4 * 4
    let rowBytes = bytesPerRow == 0 && data == nil ? least : bytesPerRow
    guard rowBytes >= width * pixelBytes, rowBytes % 4 == 0 || layout.order == .gray else { return nil }
    let release = releaseCallback.map { callback in { callback(releaseInfo, data) } }
    guard
      let store = PixelStore(
        width: width, height: height, order: layout.order, hasAlpha: layout.hasAlpha, bytesPerRow: rowBytes,
        memory: data, onRelease: release)
    else { return nil }
    self.init(store, space: layout.order == .alpha ? nil : space, info: info)
  }

  init?(_ store: PixelStore, space: CGColorSpace?, info: CGBitmapInfo) {
    guard let cairo = cairo_create(store.surface), cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { return nil }
    (self.store, self.cairo, bitmapCairo, self.space, self.info) = (store, cairo, cairo, space, info)
  }

  deinit { cairo_destroy(bitmapCairo) }

  /// Returns the order of a pixel's components in memory and whether it has alpha; nil for an unsupported format.
  private static func layout(
    _ info: CGBitmapInfo, components: Int, bitsPerComponent: Int
  ) -> (order: PixelStore.Order, hasAlpha: Bool)? {
    guard bitsPerComponent == 8, !info.contains(.floatComponents), let alpha = info.alpha, let bytes = info.byteOrder
    else { return nil }
    if alpha == .alphaOnly { return (.alpha, true) }
    if components == 1 { return alpha == .none ? (.gray, false) : nil }
    guard components == 3 else { return nil }
    let isLittle = bytes == .order32Little
    guard isLittle || bytes == .orderDefault || bytes == .order32Big else { return nil }
    switch (alpha, isLittle) {
    case (.premultipliedLast, false): return (.rgba, true)
    case (.noneSkipLast, false): return (.rgba, false)
    case (.premultipliedFirst, true): return (.bgra, true)
    case (.noneSkipFirst, true): return (.bgra, false)
    case (.premultipliedFirst, false): return (.argb, true)
    case (.noneSkipFirst, false): return (.argb, false)
    case (.premultipliedLast, true): return (.abgr, true)
    case (.noneSkipLast, true): return (.abgr, false)
    default: return nil
    }
  }

  /// The pixels, from the top row.
  public var data: UnsafeMutableRawPointer? {
    flush()
    return store.memory
  }

  /// The width of the bitmap, in pixels.
  public var width: Int { store.width }
  /// The height of the bitmap, in pixels.
  public var height: Int { store.height }
  /// The number of bits of a component: always 8.
  public var bitsPerComponent: Int { 8 }
  /// The number of bits of a pixel in memory.
  public var bitsPerPixel: Int { store.order.pixelBytes * 8 }
  /// The number of bytes from the beginning of a row to that of the next.
  public var bytesPerRow: Int { store.bytesPerRow }
  /// The colour space of the pixels; nil for alpha alone.
  public var colorSpace: CGColorSpace? { space }
  /// The position and meaning of a pixel's alpha.
  public var alphaInfo: CGImageAlphaInfo { info.alpha ?? .none }
  /// The position of alpha and the order of the bytes.
  public var bitmapInfo: CGBitmapInfo { info }

  /// Returns an image of the drawing so far; later drawing does not change it.
  public func makeImage() -> CGImage? {
    CGImage(width: width, height: height, premultipliedRGBA: store.premultipliedRGBA())
  }

  /// Completes pending drawing to the memory.
  public func flush() { cairo_surface_flush(store.surface) }

  /// Does the same as ``flush()``.
  public func synchronize() { flush() }

  var baseBounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }
}
