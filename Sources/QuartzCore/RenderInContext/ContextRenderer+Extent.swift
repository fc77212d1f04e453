// How far a layer with its sublayers reaches, so that a transparency layer, or a shadow's blur, is no larger than what
// is in it. An estimate from above: nothing is drawn outside of it.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Layers that are looked at for one extent; a larger tree has none.
  private static let mostLayers = 20_000

  /// The box, in the layer's coordinates, around all that the layer draws; null where that is nothing, nil where it is
  /// not known.
  func extent(of layer: CALayer) -> CGRect? {
    var left = Self.mostLayers
    return extent(of: layer, depth: 0, &left)
  }

  private func extent(of layer: CALayer, depth: Int, _ left: inout Int) -> CGRect? {
    left -= 1
    guard left > 0, depth < Self.deepest else { return nil }
    let isCut = layer.values.masksToBounds
    var box = ownExtent(of: layer)
    // Copies lie anywhere.
    let isOpen = layer.kind == .replicator
    if isOpen, !isCut { return nil }
    if !isOpen || !isCut {
      for sublayer in layer.shownSublayers where !sublayer.values.isHidden {
        guard let inner = extentInSuperlayer(of: sublayer, under: layer.values.sublayerPlacement, depth, &left) else {
          box = .infinite
          break
        }
        box = box.union(inner)
      }
    }
    if isCut {
      let outline = layer.hasArea ? LayerOutline(layer.values).extent : layer.values.bounds
      box = isOpen ? outline : box.overlap(outline)
    }
    let isKnown = box.isNull || [box.minX, box.minY, box.width, box.height].allSatisfy { abs($0) < 1e9 }
    return isKnown ? box : nil
  }

  private func extentInSuperlayer(
    of layer: CALayer, under common: CATransform3D?, _ depth: Int, _ left: inout Int
  ) -> CGRect? {
    guard let placement = placement(of: layer, under: common) else { return .null }
    guard let box = extent(of: layer, depth: depth + 1, &left) else { return nil }
    guard !box.isNull else { return .null }
    return withShadow(box, of: layer)?.applying(placement)
  }

  /// A box with the layer's shadow of it; nil where that is not known.
  func withShadow(_ box: CGRect, of layer: CALayer) -> CGRect? {
    guard layer.values.shadowOpacity > 0 else { return box }
    let (offset, radius) = (layer.values.shadowOffset, layer.values.shadowRadius)
    guard offset.width.isFinite, offset.height.isFinite, radius.isFinite else { return nil }
    let reach = -2 * max(radius, 0) - 1
    return box.union(box.offsetBy(dx: offset.width, dy: offset.height).insetBy(dx: reach, dy: reach))
  }

  /// Without sublayers.
  private func ownExtent(of layer: CALayer) -> CGRect {
    var box = CGRect.null
    if layer.hasArea { box = LayerOutline(layer.values).extent }
    if let image = layer.values.contents {
      box = box.union(ImagePlacement(layer.values, image, rowsFromMinY: true).destination)
    }
    if let shape = layer as? CAShapeLayer, let path = shape.path, !path.isEmpty {
      var area = path.boundingBox
      if shape.strokeColor != nil {
        // Square caps, and miters up to their limit.
        let reach = max(shape.lineWidth, 0) * max(1, shape.miterLimit)
        area = reach.isFinite ? area.insetBy(dx: -reach, dy: -reach) : .infinite
      }
      box = box.union(area)
    }
    return box
  }
}
