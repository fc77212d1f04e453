// Hit testing: front to back, in the order that painting goes back to front.

import Foundation

extension CALayer {
  /// The deepest descendant, or this layer, under a point in the superlayer's coordinates. Hidden layers are skipped;
  /// opacity, masks, rounded corners and the side that a layer shows make no difference, as Apple's documents name none
  /// of them.
  final func performHitTest(_ point: CGPoint) -> CALayer? {
    guard !values.isHidden else { return nil }
    // A layer that does not flatten hands the point on as it is: its sublayers stand in the space that the point is in.
    guard isHitItself else { return hitSublayer(point) }
    guard let local = localPoint(point) else { return nil }
    let isInside = contains(local)
    if values.masksToBounds && !isInside { return nil }
    return hitSublayer(local) ?? (isInside ? self : nil)
  }

  private func hitSublayer(_ point: CGPoint) -> CALayer? {
    for child in (sublayers ?? []).paintOrder.reversed() {
      if let hit = child.hitTest(point) { return hit }
    }
    return nil
  }

  /// The point of this layer's plane that is seen at a point of the nearest plane above; nil where none is: the plane
  /// is seen edge-on, or the point would lie behind the viewer.
  private func localPoint(_ point: CGPoint) -> CGPoint? {
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

extension [CALayer] {
  /// Sorted by zPosition, equal ones in array order.
  fileprivate var paintOrder: [CALayer] {
    guard contains(where: { $0.values.zPosition != 0 }) else { return self }
    return enumerated().sorted { a, b in
      let (za, zb) = (a.element.values.zPosition, b.element.values.zPosition)
      return za == zb ? a.offset < b.offset : za < zb
    }.map(\.element)
  }
}
