// Tested by DocumentCheckTests.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

/// Finds enlarged images, and images that are clipped by mistake: they have their own size, and a smaller layer clips
/// them. Images that fill a layer by their aspect, contentsRect's parts, and images that are whole at another time are
/// clipped on purpose; transparent parts do not count.
struct ImageRule: FrameRule {
  private struct Largest {
    var factor = 0.0
    var time = 0.0
    var box: CGRect?
    var width = 0
    var height = 0
  }

  private struct Cut {
    let image: CGImage
    /// The visible part of the image, in fractions, y from the first row.
    let shown: Box
    /// Whether contentsRect reaches beyond the image.
    let isBeyond: Bool
    let time: Double
    let box: CGRect?
  }

  private var layers = LayerTable<Largest>()
  /// The mistaken clip of each image; nil if it was ever whole, or clipped on purpose.
  private var cuts = LayerTable<Cut?>()
  /// The least missing part of an image, and the least number of its pixels.
  private static let leastMissing = (part: 0.02, pixels: 2.0)
  /// The most pixels of the frame for a pixel of an image along each axis.
  private static let mostEnlarged = 2.0
  /// Smaller images are ramps, dots and single colours, which are stretched on purpose.
  private static let leastSide = 12
  private static let leastSeen = 24.0

  mutating func look(at frame: CheckedFrame) {
    for (slot, seen) in frame.seen.sorted(by: { $0.key < $1.key }) {
      let look = frame.tree.looks[Int(slot)]
      guard look.flags.contains(LayerPart.contents.flag), look.image >= 0, seen.opacity > 0.3,
        !frame.covered.contains(slot),
        seen.own.width >= Self.leastSeen, seen.own.height >= Self.leastSeen, seen.toPixels.isAffine,
        let layer = frame.layers[slot], layer.writtenText(at: frame.time) == nil
      else { continue }
      var values = frame.tree.models[Int(slot)]
      values.bounds = look.bounds.rect ?? values.bounds
      guard let image = values.contents, min(image.width, image.height) >= Self.leastSide else { continue }
      let place = ContentsPlacement(values, imageWidth: image.width, imageHeight: image.height)
      guard place.center == ContentsPlacement.unit else { continue }
      noteCut(of: layer, Self.cut(image, values, place, seen, at: frame.time))
      guard values.magnificationFilter != .nearest else { continue }
      let factor = Self.factor(seen.toPixels, place, image)
      guard factor.isFinite, factor > layers[layer, default: Largest()].factor else { continue }
      layers[layer, default: Largest()] = Largest(
        factor: factor, time: frame.time, box: seen.own.rect, width: image.width, height: image.height)
    }
  }

  /// Returns the pixels of the frame for one of the image, along the axis with fewer.
  private static func factor(_ map: Homography, _ place: ContentsPlacement, _ image: CGImage) -> Double {
    let x: Double = (map.m11 * map.m11 + map.m12 * map.m12).squareRoot() * place.destination.width
    let y: Double = (map.m21 * map.m21 + map.m22 * map.m22).squareRoot() * place.destination.height
    let (width, height) = (Double(image.width) * place.source.width, Double(image.height) * place.source.height)
    return min(x / width, y / height)
  }

  private mutating func noteCut(of layer: CALayer, _ cut: Cut?) {
    guard let known = cuts[layer] else {
      cuts[layer, default: nil] = cut
      return
    }
    if let known, let cut, known.shown == cut.shown, known.image === cut.image { return }
    cuts[layer, default: nil] = nil
  }

  private static func cut(
    _ image: CGImage, _ values: LayerValues, _ place: ContentsPlacement, _ seen: SeenLayer, at time: Double
  ) -> Cut? {
    let unit = ContentsPlacement.unit
    if !unit.insetBy(-0.001).contains(place.source) {
      return Cut(image: image, shown: place.source, isBeyond: true, time: time, box: seen.own.rect)
    }
    guard values.masksToBounds, place.source == unit, place.destination.rect != nil,
      ![.resize, .resizeAspect, .resizeAspectFill].contains(values.contentsGravity)
    else { return nil }
    let (whole, inside) = (place.destination, place.destination.intersection(Box(values.bounds)))
    guard !inside.isEmpty else { return nil }
    var shown = Box(
      (inside.minX - whole.minX) / whole.width, (inside.minY - whole.minY) / whole.height,
      (inside.maxX - whole.minX) / whole.width, (inside.maxY - whole.minY) / whole.height)
    if !seen.firstRowAtMinY { shown = Box(shown.minX, 1 - shown.maxY, shown.maxX, 1 - shown.minY) }
    let missing = max((1 - shown.width) * Double(image.width), (1 - shown.height) * Double(image.height))
    guard missing > leastMissing.pixels, 1 - shown.area > leastMissing.part else { return nil }
    return Cut(image: image, shown: shown, isBeyond: false, time: time, box: seen.own.rect)
  }

  private func finding(of layer: CALayer, _ cut: Cut) -> Finding? {
    let times = [cut.time...cut.time]
    if cut.isBeyond {
      return Finding(
        .cutImage, layer: layer.checkedPath,
        "contentsRect reaches out of the image, whose edge is drawn out there",
        advice: "give contentsRect in parts of the image, from 0 to 1", box: cut.box, times: times)
    }
    let missing = 1 - cut.image.opaqueShare(in: cut.shown)
    guard missing > Self.leastMissing.part else { return nil }
    return Finding(
      .cutImage, layer: layer.checkedPath,
      "the layer cuts off \(Int((missing * 100).rounded())) % of its image, which is shown as large as it is, "
        + "\(cut.image.width)x\(cut.image.height) pixels",
      advice: "give contentsScale the image's scale, choose a contentsGravity that fits it, or make the layer larger",
      box: cut.box, times: times)
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    enlarged + cuts.entries.compactMap { layer, cut in cut.flatMap { finding(of: layer, $0) } }
  }

  private var enlarged: [Finding] {
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

extension CGImage {
  /// Returns the share of the image's alpha in a part of it, given in fractions.
  fileprivate func opaqueShare(in part: Box) -> Double {
    let columns = Int((part.minX * Double(width)).rounded())..<Int((part.maxX * Double(width)).rounded())
    let rows = Int((part.minY * Double(height)).rounded())..<Int((part.maxY * Double(height)).rounded())
    var (inside, all) = (0, 0)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = Int(pixels[(y * width + x) * 4 + 3])
        all += alpha
        if rows.contains(y), columns.contains(x) { inside += alpha }
      }
    }
    return all > 0 ? Double(inside) / Double(all) : 1
  }
}
