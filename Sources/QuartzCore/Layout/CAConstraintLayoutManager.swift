public import Foundation

/// Lays out sublayers by their ``CALayer/constraints``.
///
/// Each axis of a sublayer is placed by itself. One edge or the middle moves it and keeps its size; two attributes
/// determine it; an axis without constraints, or with a size alone, stays as it is. Of more than two, the one that was
/// added last counts, with the first of the others in the order minimum, middle, maximum, size.
///
/// An axis stays as it is, too, when one attribute is constrained twice, and when a constraint reads from a layer that
/// is not there, that is not constrained itself on the axis that is read, or that depends in turn on this one.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  public override init() { super.init() }

  /// Places the sublayers of a layer; the layer need not have this manager as its own.
  open func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer.bounds, layer.sublayers ?? [])
    solver.solve()
    solver.apply()
  }
}
