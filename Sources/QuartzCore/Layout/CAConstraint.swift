// Tested by ConstraintTests and AutoresizingTests.

import CoreGraphics
public import Foundation

/// A relation between an attribute of a layer and one of its superlayer or of a sibling:
/// `attribute = scale * sourceAttribute + offset`.
///
/// Constraints have an effect if the superlayer's layout manager is a ``CAConstraintLayoutManager``.
open class CAConstraint: NSObject {
  /// The attribute of the constrained layer.
  public let attribute: CAConstraintAttribute
  /// The source of ``sourceAttribute``: a sibling's name, or "superlayer".
  public let sourceName: String
  /// The attribute of the source that the value is computed from.
  public let sourceAttribute: CAConstraintAttribute
  /// The factor by which the source attribute is multiplied. Default: 1.
  public let scale: CGFloat
  /// The offset that is added to the product, in points. Default: 0.
  public let offset: CGFloat

  /// Creates a relation with a factor and an offset in points.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat, offset c: CGFloat
  ) {
    attribute = attr
    sourceName = srcId
    sourceAttribute = srcAttr
    scale = m
    offset = c
    super.init()
  }

  /// Creates a relation with an offset in points.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Creates the relation that both attributes are equal.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  /// Traps: constraints are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("CAConstraint(coder:): constraints cannot be read from archives on this system")
  }
}

/// An edge, the middle or the extent of a layer along one axis.
public enum CAConstraintAttribute: Int32, Sendable {
  case minX
  case midX
  case maxX
  case width
  case minY
  case midY
  case maxY
  case height
}

/// Lays out sublayers by their ``CALayer/constraints``.
///
/// Each axis of a sublayer is placed by itself. One edge or the middle moves it and keeps its size; two attributes
/// determine it; an axis without constraints, or with a size alone, stays as it is. Of more than two attributes, the
/// last that was added counts, with the first of the others in the order minimum, middle, maximum, size.
///
/// An axis also stays as it is if one attribute is constrained twice, or if a constraint reads from a layer that does
/// not exist, is not constrained on that axis, or depends on this one.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  public override init() { super.init() }

  /// Places the sublayers of a layer; the layer need not have this manager as its own.
  open func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer.bounds, layer.sublayers ?? [])
    solver.solve()
    solver.apply()
  }
}

extension CALayer {
  /// The relations that place the layer, in the order of addition, if its superlayer's ``CALayer/layoutManager`` is a
  /// ``CAConstraintLayoutManager``. Copied when set; setting marks the superlayer for layout. Default: nil.
  public final var constraints: [CAConstraint]? {
    get { managed() }
    set {
      setManaged(newValue)
      superlayer?.setNeedsLayout()
    }
  }

  /// Adds a relation after the others, and marks the superlayer for layout.
  public final func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }
}
