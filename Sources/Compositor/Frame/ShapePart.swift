// Shape parts: a rectangle or a ring if the path is one and the primitive is exact or much cheaper, else a picture of
// coverage.

import CoreGraphics
import Coverage
import Foundation
import QuartzCore

/// The drawing of a shape's fill or stroke.
enum ShapePart {
  case nothing
  /// A filled rectangle.
  case rectangle(Rectangle)
  /// The ring inside of a rectangle, with its width in the plane.
  case ring(Rectangle, Double)
  /// Coverage, by its number in the pictures; moved by whole pixels.
  case picture(Int, x: Int, y: Int)
  /// Coverage with its colours, by its number in the painted pictures; moved by whole pixels.
  case painted(Int, x: Int, y: Int)
}

struct ShapeParts {
  var fill = ShapePart.nothing
  var stroke = ShapePart.nothing
}

extension ShapePart {
  /// Rounded and turned edges are exact in a picture, and within 18/255 as a rectangle. From this many pixels on, a
  /// picture is not worth its cost.
  private static let largeArea = 128.0 * 128

  /// The fill as a rectangle; nil if it needs a picture.
  init?(filling look: ShapeLook, _ toPixels: Homography) {
    guard let simple = look.simple else { return nil }
    let rectangle = Rectangle(box: Box(simple.rect), toPixels: toPixels, radii: SIMD4<Float>(simple.radii))
    guard rectangle.isCheaperThanPicture(Self.largeArea) else { return nil }
    self = .rectangle(rectangle)
  }

  /// The stroke as a ring; nil if it needs a picture.
  init?(stroking look: ShapeLook, _ toPixels: Homography) {
    let stroke = look.stroke
    guard let simple = look.simple, simple.isClosed, stroke.isPlain else { return nil }
    let half = stroke.width / 2
    var radii = simple.radii
    for corner in 0..<4 {
      if radii[corner] > 0 {
        radii[corner] += half
      } else {
        switch stroke.join {
        // A right corner's miter is the square root of 2 line widths long.
        case .miter where stroke.miterLimit > 1.415: break
        case .round: radii[corner] = half
        default: return nil
        }
      }
    }
    let outer = Rectangle(
      box: Box(simple.rect).insetBy(-half), toPixels: toPixels, radii: SIMD4<Float>(radii))
    guard outer.isCheaperThanPicture(Self.largeArea) else { return nil }
    // A stroke wider than the rectangle leaves no hole.
    let hasHole = min(simple.rect.width, simple.rect.height) > stroke.width
    self = hasHole ? .ring(outer, stroke.width) : .rectangle(outer)
  }
}

extension Rectangle {
  /// Whether the rectangle primitive is better: with upright and sharp edges it is exact, and a large one is worth its
  /// error, which is that of every layer's edges.
  fileprivate func isCheaperThanPicture(_ largeArea: Double) -> Bool {
    if toPixels.isScaleAndTranslation {
      if radii == .zero { return true }
      // Ellipses at the corners are beyond the cheap forms of the primitive.
      guard abs(abs(toPixels.m11) - abs(toPixels.m22)) < 1e-6 * abs(toPixels.m11) else { return false }
    }
    return toPixels.visibleBounds(box).map { $0.area >= largeArea } ?? false
  }
}
