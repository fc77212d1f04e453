// The same pixels by cairo alone, through its C interface.

import CCairo
import CoreGraphics
import Foundation
import TestSupport
import Testing

/// A cairo context over 8-bit pixels, in a space as Core Graphics has it: y up from the bottom left corner.
struct CairoPicture {
  let width: Int
  let height: Int
  /// Premultiplied red, green, blue, alpha by rows from the top.
  let pixels: [SIMD4<Int>]

  init(_ width: Int, _ height: Int, _ draw: (OpaquePointer) -> Void) {
    (self.width, self.height) = (width, height)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))!
    let cairo = cairo_create(surface)!
    cairo_translate(cairo, 0, Double(height))
    cairo_scale(cairo, 1, -1)
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST)
    cairo_set_tolerance(cairo, 0.05)
    cairo_set_miter_limit(cairo, 10)
    cairo_set_line_width(cairo, 1)
    draw(cairo)
    precondition(cairo_status(cairo) == CAIRO_STATUS_SUCCESS, "the test's own calls are right")
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let data = cairo_image_surface_get_data(surface)!
    pixels = (0..<height).flatMap { row in
      (0..<width).map { column in
        let pixel = data + row * stride + column * 4
        return SIMD4(Int(pixel[2]), Int(pixel[1]), Int(pixel[0]), Int(pixel[3]))
      }
    }
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }
}

/// cairo's calls with Core Graphics' types.
extension OpaquePointer {
  func setColor(_ color: SIMD4<Double>) { cairo_set_source_rgba(self, color.x, color.y, color.z, color.w) }

  func concatenate(_ map: CGAffineTransform) {
    var matrix = cairo_matrix_t(map)
    cairo_transform(self, &matrix)
  }

  func add(_ rect: CGRect) { cairo_rectangle(self, rect.minX, rect.minY, rect.width, rect.height) }

  /// Sets an image as the source, its first row at the top of a rectangle.
  func setImage(_ image: CGImage, in rect: CGRect, _ filter: cairo_filter_t, _ extend: cairo_extend_t) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height))!
    let (stride, data) = (Int(cairo_image_surface_get_stride(surface)), cairo_image_surface_get_data(surface)!)
    for row in 0..<image.height {
      for column in 0..<image.width {
        let from = (row * image.width + column) * 4
        for (component, place) in [2, 1, 0, 3].enumerated() {
          data[row * stride + column * 4 + component] = image.pixels[from + place]
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    let pattern = cairo_pattern_create_for_surface(surface)!
    cairo_surface_destroy(surface)
    // From the rectangle to the image's pixels.
    let (sx, sy) = (Double(image.width) / rect.width, Double(image.height) / rect.height)
    var matrix = cairo_matrix_t(xx: sx, yx: 0, xy: 0, yy: -sy, x0: -rect.minX * sx, y0: rect.maxY * sy)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, filter)
    cairo_pattern_set_extend(pattern, extend)
    cairo_set_source(self, pattern)
    cairo_pattern_destroy(pattern)
  }
}

extension cairo_matrix_t {
  init(_ map: CGAffineTransform) {
    self.init(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
  }
}

/// How two pictures differ.
struct PictureDifference: CustomStringConvertible {
  private let ours: [SIMD4<Int>]
  private let theirs: [SIMD4<Int>]
  private let width: Int
  /// The largest difference of a component, and where.
  private(set) var largest = 0
  private var place = (x: 0, y: 0)
  /// How many pixels differ at all.
  private(set) var count = 0

  init(_ ours: [SIMD4<Int>], _ theirs: [SIMD4<Int>], width: Int) {
    precondition(ours.count == theirs.count)
    (self.ours, self.theirs, self.width) = (ours, theirs, width)
    for (index, (a, b)) in zip(ours, theirs).enumerated() where a != b {
      count += 1
      let distance = a.distance(to: b)
      if distance > largest { (largest, place) = (distance, (index % width, index / width)) }
    }
  }

  /// Expects what the test says of the difference; where that does not hold, the pictures are kept.
  func expect(_ isAlike: Bool, _ what: @autoclosure () -> String, sourceLocation: SourceLocation) {
    func picture(_ pixels: [SIMD4<Int>]) -> Picture {
      Picture(width: width, bytes: pixels.flatMap { pixel in (0..<4).map { UInt8(pixel[$0]) } })
    }
    guard !isAlike else { return }
    expectAlike(
      isAlike, picture(ours), expected: picture(theirs), "\(what()): \(self)", sourceLocation: sourceLocation)
  }

  var description: String { "\(count) pixels differ, by \(largest) at \(place.x), \(place.y)" }
}
