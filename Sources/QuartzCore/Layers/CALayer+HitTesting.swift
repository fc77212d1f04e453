// Hit testing goes front to back, the reverse of the paint order. Trees can be deeper than the call stack, so only an
// overridden `hitTest(_:)` is called.

import CVirtualInit
import CoreGraphics
import Foundation

extension CALayer {
  /// Returns the deepest descendant, or this layer, under a point in the superlayer's coordinates.
  final func performHitTest(_ point: CGPoint) -> CALayer? { firstHit(point, in: .layers) }

  fileprivate enum HitTest {
    case layers
    case mask
  }

  private func firstHit(_ point: CGPoint, in test: HitTest) -> CALayer? {
    guard let first = HitTestVisit(self, point, test) else { return nil }
    var visits = [first]
    while let last = visits.indices.last {
      guard let sublayer = visits[last].remaining.popLast() else {
        if visits[last].isInside { return visits[last].layer }
        visits.removeLast()
        continue
      }
      let point = visits[last].point
      if test == .layers && sublayer.overridesHitTest {
        if let hit = sublayer.hitTest(point) { return hit }
      } else if let visit = HitTestVisit(sublayer, point, test) {
        visits.append(visit)
      }
    }
    return nil
  }

  private var overridesHitTest: Bool {
    let type = type(of: self)
    return type != CALayer.self
      && cvirtualinit_overrides_hit_test(
        unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self),
        unsafeBitCast(CALayer.self as AnyClass, to: UnsafeRawPointer.self))
  }

  /// Whether a point of the masked layer lies in this mask's bounds, in a visible layer of it, or in a shape's path.
  fileprivate final func isMaskHit(_ point: CGPoint) -> Bool { firstHit(point, in: .mask) != nil }

  /// Returns the point of this layer's plane that is seen at a point of the nearest plane above; nil if the plane is
  /// seen edge-on, or the point would lie behind the viewer.
  fileprivate final func localPoint(_ point: CGPoint) -> CGPoint? {
    var placement = values.placement
    var above = treeParent
    while let layer = above {
      if let outer = layer.values.sublayerPlacement { placement = CATransform3DConcat(placement, outer) }
      if layer.isHitItself { break }
      placement = CATransform3DConcat(placement, layer.values.placement)
      above = layer.treeParent
    }
    let map = Homography(flattening: placement)
    guard let local = map.inverted?.map(Double(point.x), Double(point.y)),
      map.m13 * local.x + map.m23 * local.y + map.m33 > 0
    else { return nil }
    return CGPoint(x: local.x, y: local.y)
  }
}

private struct HitTestVisit {
  let layer: CALayer
  /// The point in the layer's coordinates; for a layer that does not flatten, in those of the nearest above that does.
  let point: CGPoint
  /// Whether the layer is hit if none of its sublayers is.
  let isInside: Bool
  /// The sublayers to test, the next one last.
  var remaining: [CALayer]

  /// Nil if nothing can be hit.
  init?(_ layer: CALayer, _ point: CGPoint, _ test: CALayer.HitTest) {
    guard !layer.values.isHidden, layer.values.opacity > 0 else { return nil }
    self.layer = layer
    // A layer that does not flatten passes the point on: its sublayers lie in the point's space.
    if layer.isHitItself {
      guard let local = layer.localPoint(point) else { return nil }
      let isInBounds = layer.contains(local)
      if layer.values.masksToBounds && !isInBounds { return nil }
      if test == .layers, let mask = layer.mask, !mask.isMaskHit(local) { return nil }
      self.point = local
      isInside = isInBounds || (test == .mask && layer.fills(local))
    } else {
      self.point = point
      isInside = false
    }
    remaining = (layer.sublayers ?? []).paintOrder
  }
}

extension CALayer {
  /// Whether the path of a shape layer contains a point of its coordinates. Masks often have no bounds.
  fileprivate final func fills(_ point: CGPoint) -> Bool {
    guard let shape = self as? CAShapeLayer, let path = shape.path else { return false }
    return path.contains(point, using: shape.fillRule == .evenOdd ? .evenOdd : .winding)
  }
}

extension [CALayer] {
  /// The sublayers sorted by zPosition, equal ones in array order.
  fileprivate var paintOrder: [CALayer] {
    guard contains(where: { $0.values.zPosition != 0 }) else { return self }
    return enumerated().sorted { a, b in
      let (za, zb) = (a.element.values.zPosition, b.element.values.zPosition)
      return za == zb ? a.offset < b.offset : za < zb
    }.map(\.element)
  }
}
