import Foundation
import QuartzCore

/// The weight of the new picture of a swipe from place to place: linear along one direction, and clamped.
struct SwipeRamp {
  /// The change of the new picture's weight along x and y, in pixels, and the weight at their origin.
  var x: Double
  var y: Double
  var origin: Double

  /// A band across a layer, new before it and old behind it, that goes from one end of the layer to the other.
  ///
  /// - Parameters:
  ///   - angle: the direction in radians, counterclockwise from the layer's x axis as seen with y up.
  ///   - width: the band's width, in the layer's coordinates.
  ///   - bounds: the layer's bounds.
  ///   - toPixels: the layer's map, which is affine.
  init?(_ progress: Double, angle: Double, width: Double, _ bounds: Box, _ toPixels: Homography) {
    guard toPixels.isAffine, let inverse = toPixels.inverted, angle.isFinite else { return nil }
    let (dx, dy) = (cos(angle), -sin(angle))
    let half = (abs(dx) * bounds.width + abs(dy) * bounds.height) / 2
    // A thinner band has hard edges anyway.
    let width = width.isFinite ? min(max(width, 1e-3 * half, 1e-9), 1e9) : 300
    let edge = -half + progress * (2 * half + width)
    let (cx, cy) = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    // The weight is (edge - s) / width, with s the way from the middle along the direction.
    x = -(inverse.m11 * dx + inverse.m12 * dy) / width
    y = -(inverse.m21 * dx + inverse.m22 * dy) / width
    origin = (edge - (inverse.m31 - cx) * dx - (inverse.m32 - cy) * dy) / width
  }
}
