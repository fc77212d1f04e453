public import CoreGraphics
public import Foundation

/// A layer that draws its sublayers several times, each copy transformed, coloured and delayed once more than the one
/// before. Its own background and contents are drawn once. All properties but ``preservesDepth`` animate.
open class CAReplicatorLayer: CALayer {
  /// The number of copies, the sublayers themselves included; 0 draws none. Default: 1.
  open var instanceCount: Int {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether copies lie in the space of the superlayer, as the sublayers of a ``CATransformLayer`` do. Default: false.
  open var preservesDepth: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The delay of each copy's animations after those of the copy before, in seconds. Default: 0.
  open var instanceDelay: CFTimeInterval {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The transform that each copy adds to the one before, about the layer's centre. Default: the identity.
  open var instanceTransform: CATransform3D {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The colour that the first copy is multiplied by. Default: opaque white.
  open var instanceColor: CGColor? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the red of ``instanceColor``. Default: 0.
  open var instanceRedOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the green of ``instanceColor``. Default: 0.
  open var instanceGreenOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the blue of ``instanceColor``. Default: 0.
  open var instanceBlueOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The offset that each copy adds to the alpha of ``instanceColor``. Default: 0.
  open var instanceAlphaOffset: Float {
    get { managed() }
    set { setManaged(newValue) }
  }

  package override var isHitItself: Bool { !preservesDepth }

  package override class var renderKind: LayerKind { .replicator }

  package override class var properties: PropertyTable { ReplicatorProperties.table }
}

// A transform layer keeps CALayer's properties and ignores them.

/// A layer whose sublayers keep their depth: they stand in the space of its superlayer, as if it were only a transform.
///
/// Its background, contents, border, shadow, mask, filters and ``CALayer/masksToBounds`` are ignored, and its opacity
/// applies to each sublayer. It is never found by ``CALayer/hitTest(_:)``; its sublayers are.
open class CATransformLayer: CALayer {
  package override var isHitItself: Bool { false }

  package override class var renderKind: LayerKind { .transform }
}

/// A layer that shows a part of its sublayers, and moves its bounds to show another.
///
/// It does not clip to its bounds; ``CALayer/masksToBounds`` does.
open class CAScrollLayer: CALayer {
  /// The directions that scrolling moves in. Default: `.both`.
  open var scrollMode: CAScrollLayerScrollMode {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Moves the origin of the bounds to a point of the layer's coordinates, in the directions of ``scrollMode``.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    bounds.origin = origin
  }

  /// Moves the origin of the bounds by the least distance that shows a rectangle of the layer's coordinates; to the
  /// rectangle's origin if it is larger than the bounds.
  open func scroll(to r: CGRect) {
    let visible = bounds
    scroll(
      to: CGPoint(
        x: Self.origin(showing: r.minX, r.width, from: visible.minX, visible.width),
        y: Self.origin(showing: r.minY, r.height, from: visible.minY, visible.height)))
  }

  private static func origin(
    showing start: CGFloat, _ extent: CGFloat, from origin: CGFloat, _ visible: CGFloat
  ) -> CGFloat {
    if extent > visible || start < origin { return start }
    return max(origin, start + extent - visible)
  }

  package override class var properties: PropertyTable { ScrollProperties.table }
}

/// The directions that a scroll layer moves in. Any other string counts as ``none``.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer does not move.
  public static let none = Self(rawValue: "none")
  /// The layer moves along y alone.
  public static let vertically = Self(rawValue: "vertically")
  /// The layer moves along x alone.
  public static let horizontally = Self(rawValue: "horizontally")
  /// The layer moves along both axes.
  public static let both = Self(rawValue: "both")
}
