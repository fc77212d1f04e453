// Layers, colours and images of the tests.

package import CoreGraphics
package import QuartzCore
import TestSupport

/// Makes a layer by its frame.
package func layer(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor? = nil,
  _ configure: (CALayer) -> Void = { _ in }
) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  configure(layer)
  return layer
}

/// Makes a layer by its frame that shows an image.
package func image(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ image: CGImage,
  _ configure: (CALayer) -> Void = { _ in }
) -> CALayer {
  layer(x, y, width, height) {
    $0.contents = image
    configure($0)
  }
}

extension CGColor {
  package static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  package static let orange = CGColor(red: 1, green: 0.6, blue: 0.2, alpha: 1)
  package static let teal = CGColor(red: 0, green: 0.4, blue: 0.6, alpha: 1)
  package static let glass = CGColor(red: 0.8, green: 0.2, blue: 0.4, alpha: 0.5)
}

extension CGImage {
  /// Makes a smooth picture with four different corners, to show turns and mirroring; if translucent, with alphas 55 to
  /// 255.
  package static func sample(_ width: Int, _ height: Int, isOpaque: Bool = true) -> CGImage {
    image(width, height) { x, y in
      let (fx, fy) = (Double(x) / Double(max(width - 1, 1)), Double(y) / Double(max(height - 1, 1)))
      let alpha = isOpaque ? 1 : (55 + 200 * fx * fy) / 255
      return [fx * alpha, fy * alpha, (1 - fx) * alpha, alpha]
    }
  }

  /// Makes an image of noise, the same each time.
  package static func noise(_ width: Int, _ height: Int, isOpaque: Bool = true) -> CGImage {
    var random = SeededRandom(seed: 12345)
    return image(width, height) { _, _ in
      let alpha = isOpaque ? 1 : random.number(0...1)
      return (0..<3).map { _ in random.number(0...1) * alpha } + [alpha]
    }
  }

  /// Makes an image of one colour.
  package static func plain(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> CGImage {
    image(width, height) { _, _ in [0, 0, 0, Double(alpha) / 255] }
  }

  private static func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [Double]) -> CGImage {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += pixel(x, y).map { UInt8(($0 * 255).rounded()) } }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }
}

/// Returns a turn about the z axis, in degrees.
package func turn(_ degrees: Double) -> CATransform3D { CATransform3DMakeRotation(degrees * .pi / 180, 0, 0, 1) }

/// Returns a turn about an axis, in degrees, seen from a distance in points.
package func tilt(_ degrees: Double, _ x: Double, _ y: Double, _ z: Double = 0, distance: Double) -> CATransform3D {
  var perspective = CATransform3DIdentity
  perspective.m34 = -1 / distance
  return CATransform3DConcat(CATransform3DMakeRotation(degrees * .pi / 180, x, y, z), perspective)
}
