// Constraints among sublayers are solved in the order of their dependencies. A node is one axis of one sublayer, ready
// once every node that it reads from is solved. A node that never becomes ready (it reads from no layer, from an
// unconstrained axis, or in a circle) is left alone, as by Apple's layout manager. Nothing recurses, and the work is
// linear in the number of constraints.

import CoreGraphics

struct ConstraintSolver {
  private struct Node: Hashable {
    var layer: Int
    var axis: LayoutAxis
  }

  private let bounds: CGRect
  private let layers: [CALayer]
  private var indices: [String: Int] = [:]
  private var constraints: [Node: AxisConstraints] = [:]
  private var spans: [Node: AxisSpan] = [:]

  /// - Parameter bounds: the rectangle that constraints read as "superlayer".
  init(_ bounds: CGRect, _ layers: [CALayer]) {
    self.bounds = bounds
    self.layers = layers
    for (index, layer) in layers.enumerated() {
      if let name = layer.name, indices[name] == nil { indices[name] = index }
      guard let relations = layer.constraints else { continue }
      for axis in LayoutAxis.allCases {
        constraints[Node(layer: index, axis: axis)] = AxisConstraints(relations, axis)
      }
    }
  }

  mutating func solve() {
    var unsolvedSources: [Node: Int] = [:]
    var dependents: [Node: [Node]] = [:]
    var ready: [Node] = []
    for (node, constraint) in constraints {
      let sources = constraint.relations.filter { $0.sourceName != Self.superlayer }
      for source in sources {
        if let index = indices[source.sourceName] {
          dependents[Node(layer: index, axis: source.sourceAttribute.axis), default: []].append(node)
        }
      }
      unsolvedSources[node] = sources.count
      if sources.isEmpty { ready.append(node) }
    }
    while let node = ready.popLast() {
      spans[node] = constraints[node].map { $0.span(keeping: extent(of: node), value(of:)) }
      for dependent in dependents[node] ?? [] {
        unsolvedSources[dependent]! -= 1
        if unsolvedSources[dependent] == 0 { ready.append(dependent) }
      }
    }
  }

  func apply() {
    for (index, layer) in layers.enumerated() {
      let x = spans[Node(layer: index, axis: .x)]
      let y = spans[Node(layer: index, axis: .y)]
      guard x != nil || y != nil else { continue }
      var frame = layer.frame
      if let x { (frame.origin.x, frame.size.width) = (x.start, x.extent) }
      if let y { (frame.origin.y, frame.size.height) = (y.start, y.extent) }
      if frame != layer.frame { layer.frame = frame }
    }
  }

  private static let superlayer = "superlayer"

  /// Returns the size that a layer keeps: a text layer takes the size of its text.
  private func extent(of node: Node) -> CGFloat {
    let layer = layers[node.layer]
    if layer is CATextLayer {
      return AxisSpan(CGRect(origin: .zero, size: layer.preferredFrameSize()), node.axis).extent
    }
    return AxisSpan(layer.frame, node.axis).extent
  }

  /// Returns the result of a relation whose source is solved.
  private func value(of constraint: CAConstraint) -> CGFloat {
    let attribute = constraint.sourceAttribute
    let source: AxisSpan
    if constraint.sourceName == Self.superlayer {
      source = AxisSpan(bounds, attribute.axis)
    } else {
      source = spans[Node(layer: indices[constraint.sourceName]!, axis: attribute.axis)]!
    }
    return constraint.scale * source[attribute] + constraint.offset
  }
}

enum LayoutAxis: Int, CaseIterable {
  case x, y
}

struct AxisSpan: Equatable {
  var start: CGFloat
  var extent: CGFloat

  init(_ rect: CGRect, _ axis: LayoutAxis) {
    start = axis == .x ? rect.origin.x : rect.origin.y
    extent = axis == .x ? rect.size.width : rect.size.height
  }

  /// Creates the stretch in which two different attributes of one axis have the given values, in points.
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

/// The relations that place one axis of a layer, and the stretch that follows from their values.
struct AxisConstraints {
  let axis: LayoutAxis
  let last: CAConstraint
  /// The other relation, that with the lowest attribute; nil for a single relation, which keeps the extent.
  let other: CAConstraint?

  /// Returns nil if the relations place nothing: no relation, an extent alone, or two relations of one attribute.
  init?(_ constraints: [CAConstraint], _ axis: LayoutAxis) {
    let relations = constraints.filter { $0.attribute.axis == axis }
    guard let last = relations.last, Set(relations.map(\.attribute)).count == relations.count else { return nil }
    self.axis = axis
    self.last = last
    other = relations.dropLast().min { $0.attribute.rawValue < $1.attribute.rawValue }
    if other == nil && last.attribute.fraction == nil { return nil }
  }

  var relations: [CAConstraint] { other.map { [$0, last] } ?? [last] }

  /// Returns the stretch of the axis. `extent` is the layer's size, for a single relation; `value` computes a relation.
  func span(keeping extent: CGFloat, _ value: (CAConstraint) -> CGFloat) -> AxisSpan {
    if let other { return AxisSpan(other.attribute, at: value(other), last.attribute, at: value(last)) }
    return AxisSpan(last.attribute, at: value(last), axis == .x ? .width : .height, at: extent)
  }
}
