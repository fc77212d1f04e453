import Foundation
package import QuartzCore

/// An image's place in a layer, in its coordinates, and its shown part: gravity and all `contents...` resolved.
package struct ContentsPlacement: Equatable, Sendable {
  /// The rectangle that the contents fill, in points; may reach beyond the bounds.
  package var destination: Box
  /// The part of the image, in fractions, y from the first row.
  package var source: Box
  /// The part of the shown contents that stretches, in fractions of `source`; all of it without `contentsCenter`.
  package var center: Box
  /// Points to one pixel of the image, for the corners that `contentsCenter` keeps.
  var pointsPerPixel: Double
  /// Whether pixels are shown as squares when magnified, and when minified.
  var nearestMagnification: Bool
  var nearestMinification: Bool
  /// Whether minified contents are mixed of two sizes.
  var mipmapped: Bool
  /// Added to the number of halvings where `mipmapped`.
  var filterBias: Float

  package static let unit = Box(0, 0, 1, 1)
  package static let zero = ContentsPlacement(
    destination: Box(0, 0, 0, 0), source: unit, center: unit, pointsPerPixel: 1, nearestMagnification: false,
    nearestMinification: false, mipmapped: false, filterBias: 0)
}

extension ContentsPlacement {
  /// Resolves the placement of an image of the given pixels.
  package init(_ values: LayerValues, imageWidth: Int, imageHeight: Int) {
    let scale = values.contentsScale > 0 ? Double(values.contentsScale) : 1
    source = Self.part(values.contentsRect)
    center = Self.part(values.contentsCenter)
    pointsPerPixel = 1 / scale
    nearestMagnification = values.magnificationFilter == .nearest
    nearestMinification = values.minificationFilter == .nearest
    mipmapped = values.minificationFilter == .trilinear
    let bias = values.minificationFilterBias
    filterBias = bias.isNaN ? 0 : min(max(bias, -16), 16)
    let width = Double(imageWidth) * source.width / scale
    let height = Double(imageHeight) * source.height / scale
    destination = Self.destination(width, height, in: Box(values.bounds), by: values.contentsGravity)
  }

  /// Returns a part of an image as a box; the whole image if the rectangle has a value that is not finite.
  private static func part(_ rect: CGRect) -> Box {
    let box = Box(rect)
    return box.minX.isFinite && box.minY.isFinite && box.maxX.isFinite && box.maxY.isFinite ? box : unit
  }

  /// Returns the rectangle of contents of the given size, in points.
  ///
  /// "Top" is maximum y of the layer's coordinates, whichever way y points: so says CALayer's header, and on iOS, where
  /// y points down, client code maps UIKit's top to `.bottom` (AsyncDisplayKit's table of content modes). Apple's
  /// documentation of `contentsAreFlipped`, that top and bottom then trade places, describes the screen.
  private static func destination(_ width: Double, _ height: Double, in bounds: Box, by gravity: CALayerContentsGravity)
    -> Box
  {
    var (width, height) = (width, height)
    switch gravity {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      guard width > 0, height > 0 else { return bounds }
      let (x, y) = (bounds.width / width, bounds.height / height)
      let factor = gravity == .resizeAspect ? min(x, y) : max(x, y)
      (width, height) = (width * factor, height * factor)
    default: break
    }
    let x: Double =
      switch gravity {
      case .left, .topLeft, .bottomLeft: bounds.minX
      case .right, .topRight, .bottomRight: bounds.maxX - width
      default: (bounds.minX + bounds.maxX - width) / 2
      }
    let y: Double =
      switch gravity {
      case .bottom, .bottomLeft, .bottomRight: bounds.minY
      case .top, .topLeft, .topRight: bounds.maxY - height
      default: (bounds.minY + bounds.maxY - height) / 2
      }
    return Box(x, y, x + width, y + height)
  }
}
