// Images that are shown larger than they are.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

struct ImageRule: FrameRule {
  private struct Largest {
    var factor = 0.0
    var time = 0.0
    var box: CGRect?
    var width = 0
    var height = 0
  }

  private var layers = LayerTable<Largest>()
  /// How many pixels of the frame a pixel of an image may take along each axis.
  private static let mostEnlarged = 2.0
  /// Smaller images are ramps, dots and single colours, which are meant to be stretched.
  private static let leastSide = 12
  /// Smaller pictures are too small to see.
  private static let leastSeen = 24.0

  mutating func look(at frame: CheckedFrame) {
    for (slot, seen) in frame.seen.sorted(by: { $0.key < $1.key }) {
      let look = frame.tree.looks[Int(slot)]
      guard look.flags.contains(LayerPart.contents.flag), look.image >= 0, seen.opacity > 0.3,
        !frame.covered.contains(slot),
        seen.own.width >= Self.leastSeen, seen.own.height >= Self.leastSeen, seen.toPixels.isAffine,
        let layer = frame.layers[slot], layer.writtenText(at: frame.time) == nil
      else { continue }
      let values = frame.tree.models[Int(slot)]
      guard let image = values.contents, values.magnificationFilter != .nearest,
        min(image.width, image.height) >= Self.leastSide
      else { continue }
      let place = ContentsPlacement(values, imageWidth: image.width, imageHeight: image.height)
      guard place.center == ContentsPlacement.unit else { continue }
      let factor = Self.factor(seen.toPixels, place, image)
      guard factor.isFinite, factor > layers[layer, default: Largest()].factor else { continue }
      layers[layer, default: Largest()] = Largest(
        factor: factor, time: frame.time, box: seen.own.rect, width: image.width, height: image.height)
    }
  }

  /// Pixels of the frame to one of the image, along the axis that has fewer.
  private static func factor(_ map: Homography, _ place: ContentsPlacement, _ image: CGImage) -> Double {
    let x: Double = (map.m11 * map.m11 + map.m12 * map.m12).squareRoot() * place.destination.width
    let y: Double = (map.m21 * map.m21 + map.m22 * map.m22).squareRoot() * place.destination.height
    let (width, height) = (Double(image.width) * place.source.width, Double(image.height) * place.source.height)
    return min(x / width, y / height)
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    layers.entries.filter { $0.value.factor > Self.mostEnlarged * 1.01 }.map { layer, largest in
      Finding(
        .enlargedImage, layer: layer.checkedPath,
        "an image of \(largest.width)x\(largest.height) pixels is shown "
          + "\(largest.factor.formatted(places: 1)) times as large",
        advice: "use an image of more pixels, or magnificationFilter nearest where squares are meant",
        box: largest.box, times: [largest.time...largest.time])
    }
  }
}
