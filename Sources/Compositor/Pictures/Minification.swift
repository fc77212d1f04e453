// Minification: the sampling of contents that are drawn smaller than they are.
//
// - nearest takes the texel under the pixel's centre, whatever the scale.
// - linear reads the step of the image's ladder that is drawn at more than half its size and at no more than the whole,
//   along each side. (Apple's linear filter reads the image itself at any scale, and shimmers below one half.)
// - trilinear mixes the two steps around the scale, the smaller one of both sides; `minificationFilterBias` is added to
//   the number of halvings. Under perspective that differs from pixel to pixel, and OpenGL does it.
//
// Under perspective the linear filter takes the scale in the middle of the drawn part.

import CoreGraphics
import Foundation
import QuartzCore

/// The picture that an image is read from.
enum Minification: Equatable {
  case whole
  /// A step of its ladder.
  case step(LadderStep)
  /// Two steps, the second one with the given weight.
  case mixed(LadderStep, LadderStep, Float)
  /// The image with OpenGL's mipmaps, and a bias.
  case mipmaps(Float)
}

extension ContentsPlacement {
  /// Returns the way to read an image of which a part is drawn.
  ///
  /// - Parameters:
  ///   - map: from the plane to fractions of the image.
  ///   - box: the drawn part of the plane.
  func minification(_ map: TextureMap, of image: ContentsImage, in box: Box, _ toPixels: Homography) -> Minification {
    guard !nearestMinification else { return .whole }
    if mipmapped && !toPixels.isAffine { return .mipmaps(filterBias) }
    let (perX, perY) = toPixels.pixelsPerUnit(at: box)
    // Halvings until a texel is no smaller than a pixel; below 0 if texels are larger.
    let x = Self.halvings(map.scaleX.magnitude * image.width / perX)
    let y = Self.halvings(map.scaleY.magnitude * image.height / perY)
    let (mostX, mostY) = (
      LadderStep.mostHalvings(Int(bounded: image.width)), LadderStep.mostHalvings(Int(bounded: image.height))
    )
    guard mipmapped else {
      // A scale of exactly a power of two is drawn texel by pixel.
      let step = LadderStep(x: Self.whole(x + 1e-6, mostX), y: Self.whole(y + 1e-6, mostY))
      return step == .whole ? .whole : .step(step)
    }
    let level = max(x, y) + Double(filterBias)
    // Also true if the scale is not a number.
    guard level > 1.0 / 256 else { return .whole }
    let (floor, most) = (level.rounded(.down), max(mostX, mostY))
    let lower = Self.whole(floor, most)
    func step(_ level: Int) -> LadderStep { .init(x: min(level, mostX), y: min(level, mostY)) }
    let weight = Float(level - floor)
    guard lower < most, weight > 1.0 / 256 else { return lower == 0 ? .whole : .step(step(lower)) }
    return .mixed(step(lower), step(lower + 1), weight)
  }

  private static func halvings(_ texelsPerPixel: Double) -> Double {
    texelsPerPixel > 0 && texelsPerPixel.isFinite ? log2(texelsPerPixel) : 0
  }

  private static func whole(_ halvings: Double, _ most: Int) -> Int {
    halvings >= 1 ? min(Int(min(halvings, 64)), most) : 0
  }
}

/// The image of a layer, with the values that its size gives.
struct ContentsImage {
  var index: Int32
  var width: Double
  var height: Double
  var isOpaque: Bool
  let image: CGImage

  /// - Parameter index: the image's index in the tree's table.
  init(_ image: CGImage, index: Int32) {
    self.index = index
    width = Double(image.width)
    height = Double(image.height)
    isOpaque = image.isOpaque
    self.image = image
  }
}
