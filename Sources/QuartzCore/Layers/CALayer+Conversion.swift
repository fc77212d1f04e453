// Conversion of points, rectangles and times between layers: up to the common ancestor by the placement of each
// layer, down by the inverse. Layers in different trees convert as if both roots shared one space, as measured.

public import Foundation

extension CALayer {
  /// Converts a point from the coordinates of `layer` to this layer's. Nil stands for the space that the root lies in, which
  /// the roots of different trees share. In perspective it is the point that is seen at the same place.
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

  /// Converts a time, in seconds, from the time space of `layer`; nil is the time of the clock.
  public func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
    localTime(fromRoot: layer?.rootTime(fromLocal: time) ?? time)
  }

  /// Converts a time, in seconds, to the time space of `layer`; nil is the time of the clock.
  public func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
    let root = rootTime(fromLocal: time)
    return layer?.localTime(fromRoot: root) ?? root
  }

  private func localTime(fromRoot time: CFTimeInterval) -> CFTimeInterval {
    selfAndAncestors.reversed().reduce(time) { $1.timing.localTime(fromParent: $0) }
  }

  private func rootTime(fromLocal time: CFTimeInterval) -> CFTimeInterval {
    selfAndAncestors.reduce(time) { $1.timing.parentTime(fromLocal: $0) }
  }

  /// This layer, its superlayer and so on up to the root.
  private var selfAndAncestors: [CALayer] { Array(sequence(first: self) { $0.parent }) }

  /// A singular way down has no inverse; what is converted then stays in the space of the root.
  private func convert<T>(from source: CALayer?, to target: CALayer?, _ body: (Homography) -> T) -> T {
    if source === target { return body(.identity) }
    let common = source.flatMap { source in target.flatMap { source.commonAncestor(with: $0) } }
    let up = source?.way(to: common) ?? .identity
    let down = target?.way(to: common) ?? .identity
    return body(up * (down.inverted ?? .identity))
  }

  /// The map from this layer's coordinates to those of `ancestor`; nil is the space that the root lies in.
  package final func way(to ancestor: CALayer?) -> Homography {
    var map = Homography.identity
    var layer = self
    while layer !== ancestor {
      let superlayer = layer.parent
      var placement = layer.values.placement
      if let outer = superlayer?.values.sublayerPlacement { placement = CATransform3DConcat(placement, outer) }
      map = map * Homography(flattening: placement)
      guard let superlayer else { break }
      layer = superlayer
    }
    return map
  }

  private func commonAncestor(with other: CALayer) -> CALayer? {
    let ancestors = Set(selfAndAncestors.lazy.map { ObjectIdentifier($0) })
    return other.selfAndAncestors.first { ancestors.contains(ObjectIdentifier($0)) }
  }

  /// The part of the transform that a 2D affine matrix can hold; the identity where it has depth or perspective.
  public func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Replaces the whole ``CALayer/transform``.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether an odd number of layers from this one up to the root are flipped.
  public func contentsAreFlipped() -> Bool {
    selfAndAncestors.reduce(false) { $0 != $1.values.isGeometryFlipped }
  }
}

extension CGPoint {
  fileprivate init(_ point: (x: Double, y: Double)) { self.init(x: point.x, y: point.y) }
}
