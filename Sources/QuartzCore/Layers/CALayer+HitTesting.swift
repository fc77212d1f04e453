// Hit testing: front to back, in the order that painting goes back to front.

import Foundation

extension CALayer {
  /// The deepest descendant, or this layer, under a point in the superlayer's coordinates. Hidden layers are skipped;
  /// opacity, masks and rounded corners make no difference, as Apple's documentation names none of them.
  final func performHitTest(_ point: CGPoint) -> CALayer? {
    guard !values.isHidden else { return nil }
    var placement = values.placement
    if let superlayer, let outer = superlayer.values.sublayerPlacement {
      placement = CATransform3DConcat(placement, outer)
    }
    guard let inverse = Homography(flattening: placement).inverted else { return nil }
    let mapped = inverse.map(Double(point.x), Double(point.y))
    let local = CGPoint(x: mapped.x, y: mapped.y)
    if values.masksToBounds && !contains(local) { return nil }
    for child in (sublayers ?? []).paintOrder.reversed() {
      if let hit = child.hitTest(local) { return hit }
    }
    return isHitItself && contains(local) ? self : nil
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
