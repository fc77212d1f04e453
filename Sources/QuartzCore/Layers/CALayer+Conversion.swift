// Conversion of points, rectangles and times between layers: up to the common ancestor by the placement of each
// layer, down by the inverse. Layers in different trees convert as if both roots shared one space, as measured.

public import Foundation

extension CALayer {
  /// Converts a point from the coordinates of `layer` to this layer's. Nil stands for the space that the root lies in,
  /// which the roots of different trees share. In perspective it is the point that is seen at the same place.
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

  /// Converts a time, in seconds, from the time space of `layer`; nil is the time of the clock, which the roots of
  /// different trees share.
  public func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
    convertTime(time, from: layer, to: self)
  }

  /// Converts a time, in seconds, to the time space of `layer`; nil is the time of the clock. The clock's time does not
  /// follow from that of a paused layer; the answer is then 0, converted on.
  public func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
    convertTime(time, from: self, to: layer)
  }

  /// The layer's time at a time of the clock: ``convertTime(_:from:)`` from nil, without an array where all layers
  /// above run with the clock.
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

  /// A singular way down has no inverse; what is converted then stays in the space of the root.
  private func convert<T>(from source: CALayer?, to target: CALayer?, _ body: (Homography) -> T) -> T {
    let common = Self.commonAncestor(of: source, target)
    let up = source?.way(to: common) ?? .identity
    let down = target?.way(to: common) ?? .identity
    return body(up * (down.inverted ?? .identity))
  }

  /// The map from this layer's coordinates to those of `ancestor`; nil is the space that the root lies in.
  private func way(to ancestor: CALayer?) -> Homography {
    path(below: ancestor).reduce(.identity) { map, layer in
      var placement = layer.values.placement
      if let outer = layer.treeParent?.values.sublayerPlacement { placement = CATransform3DConcat(placement, outer) }
      return map * Homography(flattening: placement)
    }
  }

  /// This layer, its superlayer and so on, up to the sublayer of `ancestor`; up to the root where that is nil.
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

  /// The part of the transform that a 2D affine matrix can hold; the identity where it has depth or perspective.
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
