// Where a layer lies in its superlayer. One place computes it, for conversion, `frame` and the compositor alike.

import CoreGraphics
import Foundation

extension LayerValues {
  /// The anchor point in the layer's own coordinates.
  package var anchor: CGPoint {
    CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width,
      y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// From the layer's coordinates to the superlayer's, before the superlayer's `sublayerTransform`:
  /// `T(-anchor, -anchorPointZ) * transform * T(position, zPosition)`, with the flip of ``isGeometryFlipped`` about
  /// the bounds in front.
  package var placement: CATransform3D { motion.placement }

  /// The `sublayerTransform` about this layer's anchor point, or nil where it is the identity.
  package var sublayerPlacement: CATransform3D? {
    guard sublayerTransform != CATransform3DIdentity else { return nil }
    let anchor = anchor
    var m = sublayerTransform
    m.m41 -= anchor.x * m.m11 + anchor.y * m.m21
    m.m42 -= anchor.x * m.m12 + anchor.y * m.m22
    m.m43 -= anchor.x * m.m13 + anchor.y * m.m23
    m.m44 -= anchor.x * m.m14 + anchor.y * m.m24
    return m.translated(x: anchor.x, y: anchor.y, z: 0)
  }

  /// The bounding box of the transformed bounds in the superlayer, ignoring its `sublayerTransform`.
  package var frame: CGRect {
    if transform == CATransform3DIdentity {
      return CGRect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    return Homography(flattening: placement).mapBounds(bounds)
  }

  /// Changes the size of the bounds and the position so that ``frame`` reads `newFrame`; the bounds' origin is kept.
  ///
  /// Exact for transforms that keep rectangles axis-aligned. Under others the size is that of the bounding box taken
  /// through the inverse transform, and the frame that is read back is larger than what was set, as on Apple's systems.
  package mutating func setFrame(_ newFrame: CGRect) {
    let target = newFrame.standardized
    var size = target.size
    if transform != CATransform3DIdentity, let inverse = Homography(flattening: transform).inverted {
      let linear = Homography(inverse.m11, inverse.m12, 0, inverse.m21, inverse.m22, 0, 0, 0, 1)
      size = linear.mapBounds(CGRect(origin: .zero, size: target.size)).size
    }
    bounds.size = size
    position = .zero
    let unplaced = frame
    position = CGPoint(x: target.minX - unplaced.minX, y: target.minY - unplaced.minY)
    // A transform that is not finite places nothing; the position is then that of an untransformed layer.
    if position.x.isNaN || position.y.isNaN {
      position = CGPoint(
        x: target.minX + anchorPoint.x * size.width, y: target.minY + anchorPoint.y * size.height)
    }
  }
}

extension LayerMotion {
  /// ``LayerValues/placement``.
  package var placement: CATransform3D {
    let (anchorX, anchorY) = (
      bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height
    )
    var m = transform
    // T(-anchor) * transform: the fourth row becomes the image of (-anchor, 1).
    let (ax, ay, az) = (-anchorX, -anchorY, -anchorPointZ)
    m.m41 += ax * m.m11 + ay * m.m21 + az * m.m31
    m.m42 += ax * m.m12 + ay * m.m22 + az * m.m32
    m.m43 += ax * m.m13 + ay * m.m23 + az * m.m33
    m.m44 += ax * m.m14 + ay * m.m24 + az * m.m34
    if isGeometryFlipped { m = m.flippedY(about: bounds.minY + bounds.maxY) }
    return m.translated(x: position.x, y: position.y, z: zPosition)
  }
}

extension CATransform3D {
  /// `self * T(x, y, z)`.
  fileprivate func translated(x: CGFloat, y: CGFloat, z: CGFloat) -> CATransform3D {
    var m = self
    m.m11 += m.m14 * x
    m.m12 += m.m14 * y
    m.m13 += m.m14 * z
    m.m21 += m.m24 * x
    m.m22 += m.m24 * y
    m.m23 += m.m24 * z
    m.m31 += m.m34 * x
    m.m32 += m.m34 * y
    m.m33 += m.m34 * z
    m.m41 += m.m44 * x
    m.m42 += m.m44 * y
    m.m43 += m.m44 * z
    return m
  }

  /// The map `y -> sum - y`, then `self`.
  fileprivate func flippedY(about sum: CGFloat) -> CATransform3D {
    var m = self
    m.m41 += sum * m.m21
    m.m42 += sum * m.m22
    m.m43 += sum * m.m23
    m.m44 += sum * m.m24
    (m.m21, m.m22, m.m23, m.m24) = (-m.m21, -m.m22, -m.m23, -m.m24)
    return m
  }
}
