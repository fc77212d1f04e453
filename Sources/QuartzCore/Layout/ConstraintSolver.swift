// Constraints among sublayers, solved in the order in which they depend on each other. A node is one axis of one
// sublayer; it is ready once every node it reads from is solved. What never becomes ready (it reads from nobody, from
// an axis that is not constrained, or in a circle) is left alone, which is what Apple's layout manager does with it.
// Nothing recurses, and the work grows with the number of constraints.

import CoreGraphics

/// Places the sublayers of one layer by their constraints.
struct ConstraintSolver {
  private struct Node: Hashable {
    var layer: Int
    var axis: LayoutAxis
  }

  private let bounds: CGRect
  private let layers: [CALayer]
  /// The first sublayer of each name.
  private var indices: [String: Int] = [:]
  private var constraints: [Node: AxisConstraints] = [:]
  private var spans: [Node: AxisSpan] = [:]

  /// - Parameters:
  ///   - bounds: what constraints read as "superlayer".
  ///   - layers: the sublayers.
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

  /// Finds the place of every axis that has one.
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

  /// Moves the layers to their places.
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

  /// The name of the superlayer in constraints.
  private static let superlayer = "superlayer"

  /// The size that a layer keeps: a text layer takes the size of its text.
  private func extent(of node: Node) -> CGFloat {
    let layer = layers[node.layer]
    if layer is CATextLayer {
      return AxisSpan(CGRect(origin: .zero, size: layer.preferredFrameSize()), node.axis).extent
    }
    return AxisSpan(layer.frame, node.axis).extent
  }

  /// Returns the value that a relation asks for. Its source is solved.
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
