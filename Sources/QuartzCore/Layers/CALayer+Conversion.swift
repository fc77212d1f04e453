// Points, rectangles and times are converted up to the common ancestor by the placement of each layer, and down by the
// inverse. Layers in different trees convert as if both roots shared one space, as measured.

import CoreGraphics
public import Foundation

extension CALayer {
  /// Converts a point from the coordinates of `layer` to this layer's. Nil means the space of the roots, which
  /// different trees share. In perspective the result is the point that is seen at the same place.
  public func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
    convert(from: layer, to: self) { CGPoint($0.map(Double(point.x), Double(point.y))) }
  }

  /// Converts a point from this layer's coordinates to those of `layer`; see ``convert(_:from:)-(CGPoint,_)``.
  public func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
    convert(from: self, to: layer) { CGPoint($0.map(Double(point.x), Double(point.y))) }
  }

  /// Converts a rectangle from the coordinates of `layer`; the result is the bounding box of the converted corners.
  public func convert(_ rect: CGRect, from layer: CALayer?) -> CGRect {
    convert(from: layer, to: self) { $0.mapBounds(rect) }
  }

  /// Converts a rectangle to the coordinates of `layer`; the result is the bounding box of the converted corners.
  public func convert(_ rect: CGRect, to layer: CALayer?) -> CGRect {
    convert(from: self, to: layer) { $0.mapBounds(rect) }
  }

  /// Converts a time, in seconds, from the time of `layer`; nil is the clock's time, which different trees share.
  public func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
    convertTime(time, from: layer, to: self)
  }

  /// Converts a time, in seconds, to the time of `layer`; nil is the time of the clock. A paused layer's time does not
  /// determine its superlayer's, which then counts as 0.
  public func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
    convertTime(time, from: self, to: layer)
  }

  /// Returns the layer's time at a clock's time: ``convertTime(_:from:)``, fast if all layers above run with the clock.
  package final func localTime(ofClock time: CFTimeInterval) -> CFTimeInterval {
    var layer: CALayer? = self
    while let current = layer {
      if !current.timing.runsWithParent { return convertTime(time, from: nil) }
      layer = current.treeParent
    }
    return time
  }

  private func convertTime(_ time: CFTimeInterval, from source: CALayer?, to target: CALayer?) -> CFTimeInterval {
    let common = Self.commonAncestor(of: source, target)
    let up = source?.path(below: common) ?? []
    let down = target?.path(below: common) ?? []
    let shared = up.reduce(time) { $1.timing.parentTime(fromLocal: $0) }
    return down.reversed().reduce(shared) { $1.timing.localTime(fromParent: $0) }
  }

  /// Converts through the common ancestor. If the way down is singular, the value stays in the space of the root.
  private func convert<T>(from source: CALayer?, to target: CALayer?, _ body: (Homography) -> T) -> T {
    let common = Self.commonAncestor(of: source, target)
    let up = source?.way(to: common) ?? .identity
    let down = target?.way(to: common) ?? .identity
    return body(up * (down.inverted ?? .identity))
  }

  /// Returns the map from this layer's coordinates to those of `ancestor`; nil is the space of the root.
  private func way(to ancestor: CALayer?) -> Homography {
    path(below: ancestor).reduce(.identity) { map, layer in
      var placement = layer.values.placement
      if let outer = layer.treeParent?.values.sublayerPlacement { placement = CATransform3DConcat(placement, outer) }
      return map * Homography(flattening: placement)
    }
  }

  /// Returns the layers from this one up to the sublayer of `ancestor`; up to the root if that is nil.
  private func path(below ancestor: CALayer?) -> [CALayer] {
    sequence(first: self) { $0.treeParent }.prefix { $0 !== ancestor }
  }

  /// Returns the lowest layer that both layers are, or are below; nil if they have no common ancestor.
  private static func commonAncestor(of a: CALayer?, _ b: CALayer?) -> CALayer? {
    guard let a, let b else { return nil }
    if a === b { return a }
    let ancestors = Set(a.path(below: nil).lazy.map { ObjectIdentifier($0) })
    return sequence(first: b) { $0.treeParent }.first { ancestors.contains(ObjectIdentifier($0)) }
  }

  /// Returns the transform if a 2D affine matrix can hold it; the identity if it has depth or perspective.
  public func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Replaces the whole ``CALayer/transform``.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether an odd number of layers from this one up to the root are flipped.
  final var hasOddFlips: Bool { path(below: nil).reduce(false) { $0 != $1.values.isGeometryFlipped } }
}

extension CGPoint {
  fileprivate init(_ point: (x: Double, y: Double)) { self.init(x: point.x, y: point.y) }
}

extension LayerValues {
  package var anchor: CGPoint {
    CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width,
      y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The map from the layer's coordinates to the superlayer's, before the superlayer's `sublayerTransform`: `T(-anchor,
  /// -anchorPointZ) * transform * T(position, zPosition)`, with the flip of ``isGeometryFlipped`` about the bounds in
  /// front. Conversion, `frame` and the compositor use it.
  package var placement: CATransform3D { motion.placement }

  /// The `sublayerTransform` about this layer's anchor point, or nil if it is the identity.
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
    // A transform that is not finite has no place; the position is then that of an untransformed layer.
    if position.x.isNaN || position.y.isNaN {
      position = CGPoint(
        x: target.minX + anchorPoint.x * size.width, y: target.minY + anchorPoint.y * size.height)
    }
  }
}

extension LayerMotion {
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

  /// Returns the map `y -> sum - y`, then `self`.
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

// A layer scrolls the nearest scroll layer, which may be the layer itself.
extension CALayer {
  /// Scrolls the nearest scroll layer, if any, so that its origin is at a point, in this layer's points.
  public final func scroll(_ p: CGPoint) {
    guard let scrollLayer else { return }
    scrollLayer.scroll(to: convert(p, to: scrollLayer))
  }

  /// Scrolls the nearest scroll layer, if any, by the least distance that shows a rectangle, in this layer's points.
  public final func scrollRectToVisible(_ r: CGRect) {
    guard let scrollLayer else { return }
    scrollLayer.scroll(to: convert(r, to: scrollLayer))
  }

  /// The part of the bounds, in the layer's points, that lies inside the bounds of the nearest scroll layer; all of the
  /// bounds without one, the null rectangle where nothing does.
  public final var visibleRect: CGRect {
    guard let scrollLayer else { return bounds }
    return bounds.overlap(convert(scrollLayer.bounds, from: scrollLayer))
  }

  private var scrollLayer: CAScrollLayer? {
    var layer: CALayer? = self
    while let current = layer {
      if let found = current as? CAScrollLayer { return found }
      layer = current.superlayer
    }
    return nil
  }
}
