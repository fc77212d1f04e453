// cairo's A8 coverage of paths, with its best antialiasing: an independent rasteriser and stroker.

import CCairo
package import CoreGraphics
package import Coverage
import Foundation

/// A canvas of coverage.
package struct CairoOracle {
  package let width: Int
  package let height: Int

  /// The number of parts of a pixel that cairo draws in each direction, to be averaged; 1 for cairo as it is.
  private let parts: Int

  package init(width: Int, height: Int, parts: Int = 1) {
    (self.width, self.height, self.parts) = (width, height, parts)
  }

  /// Returns the coverage of a filled path.
  package func fill(_ path: CGPath, _ rule: CGPathFillRule, _ map: CGAffineTransform) -> [UInt8] {
    draw(path, map) { context in
      cairo_set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo_fill(context)
    }
  }

  /// Returns the coverage of a stroked path; ignores `start` and `end`.
  package func stroke(_ path: CGPath, _ stroke: ShapeStroke, _ map: CGAffineTransform) -> [UInt8] {
    draw(path, map) { context in
      cairo_set_line_width(context, stroke.width)
      cairo_set_line_cap(
        context,
        [.butt: CAIRO_LINE_CAP_BUTT, .round: CAIRO_LINE_CAP_ROUND, .square: CAIRO_LINE_CAP_SQUARE][stroke.cap]!)
      cairo_set_line_join(
        context,
        [.miter: CAIRO_LINE_JOIN_MITER, .round: CAIRO_LINE_JOIN_ROUND, .bevel: CAIRO_LINE_JOIN_BEVEL][stroke.join]!)
      cairo_set_miter_limit(context, stroke.miterLimit)
      cairo_set_dash(context, stroke.dashes, Int32(stroke.dashes.count), stroke.phase)
      cairo_stroke(context)
    }
  }

  private func draw(_ path: CGPath, _ map: CGAffineTransform, _ paint: (OpaquePointer) -> Void) -> [UInt8] {
    // cairo takes a curve outside of its surface as a straight line, which moves the dashes that follow.
    let margin = 200
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_A8, Int32(width * parts + 2 * margin),
      Int32(height * parts + 2 * margin))!
    let context = cairo_create(surface)!
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
    cairo_set_tolerance(context, 0.01)
    let map = map.concatenating(CGAffineTransform(scaleX: Double(parts), y: Double(parts)))
    var matrix = cairo_matrix_t(
      xx: Double(map.a), yx: Double(map.b), xy: Double(map.c), yy: Double(map.d), x0: Double(map.tx) + Double(margin),
      y0: Double(map.ty) + Double(margin))
    cairo_set_matrix(context, &matrix)
    context.add(path)
    paint(context)
    cairo_surface_flush(surface)
    precondition(cairo_status(context) == CAIRO_STATUS_SUCCESS)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let data = cairo_image_surface_get_data(surface)!
    return (0..<height).flatMap { row in
      (0..<width).map { column in
        var sum = 0
        for y in 0..<parts {
          for x in 0..<parts { sum += Int(data[(row * parts + y + margin) * stride + column * parts + x + margin]) }
        }
        return UInt8((sum + parts * parts / 2) / (parts * parts))
      }
    }
  }
}

extension OpaquePointer {
  /// Adds a path to that of a cairo context.
  package func add(_ path: CGPath) {
    path.applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint: cairo_move_to(self, points[0].x, points[0].y)
      case .addLineToPoint: cairo_line_to(self, points[0].x, points[0].y)
      case .addQuadCurveToPoint:
        var (x, y) = (0.0, 0.0)
        cairo_get_current_point(self, &x, &y)
        let (control, end) = (points[0], points[1])
        cairo_curve_to(
          self, x + (control.x - x) * 2 / 3, y + (control.y - y) * 2 / 3, end.x + (control.x - end.x) * 2 / 3,
          end.y + (control.y - end.y) * 2 / 3, end.x, end.y)
      case .addCurveToPoint:
        cairo_curve_to(self, points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y)
      case .closeSubpath: cairo_close_path(self)
      }
    }
  }
}

/// The difference of two coverages at the pixels that an edge crosses, in 255ths.
package struct EdgeDifference: CustomStringConvertible {
  package var max = 0
  package var sum = 0
  package var signedSum = 0
  package var count = 0

  package init() {}

  package var mean: Double { count > 0 ? Double(sum) / Double(count) : 0 }

  package mutating func add(_ ours: [UInt8], _ theirs: [UInt8]) {
    for (a, b) in zip(ours, theirs) where (b != 0 && b != 255) || a != b {
      let difference = Int(a) - Int(b)
      max = Swift.max(max, abs(difference))
      sum += abs(difference)
      signedSum += difference
      count += 1
    }
  }

  package var description: String {
    "max \(max), mean \(mean), bias \(count > 0 ? Double(signedSum) / Double(count) : 0) over \(count) edge pixels"
  }
}
