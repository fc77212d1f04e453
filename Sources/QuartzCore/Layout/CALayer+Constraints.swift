import Foundation

extension CALayer {
  /// The relations that place the layer where the superlayer's ``CALayer/layoutManager`` is a
  /// ``CAConstraintLayoutManager``, in the order in which they were added. Copied when set; setting marks the
  /// superlayer for layout. Default: nil.
  public final var constraints: [CAConstraint]? {
    get { managed() }
    set {
      setManaged(newValue)
      superlayer?.setNeedsLayout()
    }
  }

  /// Adds a relation behind the others, and marks the superlayer for layout.
  public final func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }
}
