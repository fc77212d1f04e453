// One axis of one layer under constraints: which of its relations count, and what follows from their values.

import CoreGraphics

/// Horizontal or vertical.
enum LayoutAxis: Int, CaseIterable {
  case x, y
}

/// A stretch of an axis, in points.
struct AxisSpan: Equatable {
  var start: CGFloat
  var extent: CGFloat

  /// The stretch that a rectangle covers.
  init(_ rect: CGRect, _ axis: LayoutAxis) {
    start = axis == .x ? rect.origin.x : rect.origin.y
    extent = axis == .x ? rect.size.width : rect.size.height
  }

  /// The stretch in which `first` and `second` have the given values, in points. They are two different attributes of
  /// one axis.
  init(
    _ first: CAConstraintAttribute, at firstValue: CGFloat, _ second: CAConstraintAttribute, at secondValue: CGFloat
  ) {
    switch (first.fraction, second.fraction) {
    case (let a?, let b?):
      extent = (secondValue - firstValue) / (b - a)
      start = firstValue - a * extent
    case (let a?, nil):
      extent = secondValue
      start = firstValue - a * extent
    case (nil, let b?):
      extent = firstValue
      start = secondValue - b * extent
    case (nil, nil):
      trap("AxisSpan: \(first) and \(second) say nothing of the place; give at most one extent")
    }
  }

  /// The value of one of the axis's attributes.
  subscript(attribute: CAConstraintAttribute) -> CGFloat {
    attribute.fraction.map { start + $0 * extent } ?? extent
  }
}

extension CAConstraintAttribute {
  var axis: LayoutAxis { rawValue < CAConstraintAttribute.minY.rawValue ? .x : .y }

  /// The position of the attribute in the stretch: 0 at its start, 1 at its end; nil for the extent.
  var fraction: CGFloat? {
    switch self {
    case .minX, .minY: 0
    case .midX, .midY: 0.5
    case .maxX, .maxY: 1
    case .width, .height: nil
    }
  }
}

/// The relations that place one axis of a layer.
struct AxisConstraints {
  let axis: LayoutAxis
  /// The relation that was added last.
  let last: CAConstraint
  /// The other relation with the lowest attribute; nil for a single relation, which keeps the extent.
  let other: CAConstraint?

  /// Nil when the relations place nothing: no relation, an extent alone, or two relations of one attribute.
  init?(_ constraints: [CAConstraint], _ axis: LayoutAxis) {
    let relations = constraints.filter { $0.attribute.axis == axis }
    guard let last = relations.last, Set(relations.map(\.attribute)).count == relations.count else { return nil }
    self.axis = axis
    self.last = last
    other = relations.dropLast().min { $0.attribute.rawValue < $1.attribute.rawValue }
    if other == nil && last.attribute.fraction == nil { return nil }
  }

  /// The relations, one or two.
  var relations: [CAConstraint] { other.map { [$0, last] } ?? [last] }

  /// Returns the stretch of the axis that the relations place.
  ///
  /// - Parameters:
  ///   - extent: the layer's size, for a single relation.
  ///   - value: the value that a relation asks for.
  func span(keeping extent: CGFloat, _ value: (CAConstraint) -> CGFloat) -> AxisSpan {
    if let other { return AxisSpan(other.attribute, at: value(other), last.attribute, at: value(last)) }
    return AxisSpan(last.attribute, at: value(last), axis == .x ? .width : .height, at: extent)
  }
}
