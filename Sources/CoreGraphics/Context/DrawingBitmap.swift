import CCairo
import Foundation

/// Pixels that layers and UIKit's renderers draw to, each time through a new context, and make images of.
package final class DrawingBitmap {
  package enum Format: Sendable {
    /// 8-bit premultiplied sRGB with alpha.
    case color
    /// 8-bit sRGB without alpha, black where nothing is drawn.
    case opaqueColor
    /// 8 bits of grey without alpha.
    case gray
  }

  /// The greatest number of pixels of a side, below the limits of OpenGL and cairo.
  package static let longestSide = 8192
  /// The greatest number of pixels: 128 MiB of them.
  package static let mostPixels = 32 << 20

  /// Returns the factor that brings a bitmap of that size within the limits, mostly 1; nil for an unusable size.
  package static func fittingFactor(width: Double, height: Double) -> Double? {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    let side = Double(longestSide)
    let sides = min(1, side / width, side / height)
    let area = (width * sides) * (height * sides)
    return area > Double(mostPixels) ? sides * (Double(mostPixels) / area).squareRoot() : sides
  }

  package let width: Int
  package let height: Int
  package let format: Format
  private let store: PixelStore

  /// Creates transparent or black pixels; returns nil for a side below 1 or above ``longestSide``.
  package init?(width: Int, height: Int, format: Format) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else { return nil }
    let order = format == .gray ? PixelStore.Order.gray : .rgba
    guard
      let store = PixelStore(
        width: width, height: height, order: order, hasAlpha: format == .color,
        bytesPerRow: format == .gray ? (width + 3) / 4 * 4 : width * 4, memory: nil, onRelease: nil)
    else { return nil }
    (self.width, self.height, self.format, self.store) = (width, height, format, store)
  }

  /// Returns a context in its first state: base space, without a clip.
  package func makeContext() -> CGContext? {
    switch format {
    case .color:
      CGContext(store, space: .standardRGB, info: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue))
    case .opaqueColor:
      CGContext(store, space: .standardRGB, info: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue))
    case .gray:
      CGContext(
        store, space: CGColorSpaceCreateDeviceGray(), info: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue))
    }
  }

  /// Replaces the pixels by those of an image of the same size. Not for grey.
  package func load(_ image: CGImage) {
    precondition(format != .gray && image.width == width && image.height == height)
    cairo_surface_flush(store.surface)
    image.pixels.withUnsafeBytes { store.memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    cairo_surface_mark_dirty(store.surface)
  }

  /// Makes the pixels of a region transparent or black. Not for grey.
  package func clear(_ region: PixelRegion) {
    precondition(format != .gray)
    cairo_surface_flush(store.surface)
    for row in region.y..<(region.y + region.height) {
      (store.memory + row * store.bytesPerRow + region.x * 4).initializeMemory(
        as: UInt8.self, repeating: 0, count: region.width * 4)
    }
    cairo_surface_mark_dirty(store.surface)
  }

  /// Returns an image of the pixels, which later drawing does not change.
  package func makeImage(history: DrawnImageHistory? = nil) -> CGImage {
    CGImage(width: width, height: height, premultipliedRGBA: store.premultipliedRGBA(), history: history)
  }
}

extension CGContext {
  /// The pixels inside the clip, y down.
  package var clipRegion: PixelRegion { pixelRegion(clipBox) }

  /// The pixels that a box of base space inside the bitmap touches, y down.
  func pixelRegion(_ box: CGRect) -> PixelRegion {
    guard !box.isNull else { return PixelRegion(x: 0, y: 0, width: 0, height: 0) }
    let (x, y) = (Int(box.minX.rounded(.down)), Int(box.minY.rounded(.down)))
    let (right, top) = (Int(box.maxX.rounded(.up)), Int(box.maxY.rounded(.up)))
    return PixelRegion(x: x, y: height - top, width: right - x, height: top - y)
  }
}
