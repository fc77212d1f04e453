// A transparent surface, apart from the bitmap, for drawing that is composited as one: under a shadow, a clip by an
// image, a blend mode that cairo does not have, or as a transparency layer.

import CCairo
import Foundation

/// A piece of the plane of cairo's pixels with pixels of its own.
final class DrawingGroup {
  let surface: OpaquePointer
  let cairo: OpaquePointer
  /// The pixels that the group covers, y down, in whole numbers.
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// A group over a box of cairo's pixels; nil where the box is empty or there is no memory.
  init?(x: Int, y: Int, width: Int, height: Int) {
    guard width > 0, height > 0, width <= 32767, height <= 32767,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    cairo_surface_set_device_offset(surface, Double(-x), Double(-y))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    (self.surface, self.cairo, self.x, self.y, self.width, self.height) = (surface, cairo, x, y, width, height)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// The premultiplied pixels as words with alpha in the highest byte; `stride` words from row to row.
  func withPixels<Result>(_ body: (UnsafeMutablePointer<UInt32>, _ stride: Int) -> Result) -> Result {
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    return cairo_image_surface_get_data(surface).withMemoryRebound(to: UInt32.self, capacity: stride * height) {
      body($0, stride)
    }
  }
}
