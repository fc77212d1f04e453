// `<constraints><CAConstraint attribute="midX" relativeTo="superlayer" sourceAttribute="midX"
// offset="10"/></constraints>` on a sublayer, and `<layoutManager type="CAConstraintLayoutManager"/>` on the layer
// above it.

import CoreGraphics
import Documents
import QuartzCore

extension CAMLReader {
  /// Reads the constraints of a layer; one that is not whole is left out, with a note.
  func readConstraints(_ node: XMLNode) throws(SceneFileError) -> [CAConstraint] {
    var constraints: [CAConstraint] = []
    for child in (node.child("NSArray") ?? node).children {
      guard child.name == "CAConstraint" else {
        note("<\(child.name.excerpt)> in <constraints> is not known; expected CAConstraint", at: child.position)
        continue
      }
      if let constraint = try readConstraint(child) { constraints.append(constraint) }
    }
    return constraints
  }

  private func readConstraint(_ node: XMLNode) throws(SceneFileError) -> CAConstraint? {
    var numbers: [String: CGFloat] = ["scale": 1, "offset": 0]
    var edges: [String: CAConstraintAttribute] = [:]
    var source = "superlayer"
    for attribute in node.attributes {
      switch attribute.name {
      case "id": continue
      case "relativeTo", "sourceName", "source": source = attribute.value
      case "attribute", "sourceAttribute":
        guard let edge = Self.edge(attribute.value) else {
          note(
            "'\(attribute.value.excerpt)' is no attribute of a constraint; expected one of "
              + Self.edges.joined(separator: ", "), at: attribute.position)
          return nil
        }
        edges[attribute.name] = edge
      case "scale", "offset":
        let value = try read(attribute.value, as: .length, of: attribute.name, at: attribute.position)
        if let number = value?.number { numbers[attribute.name] = CGFloat(number) }
      default:
        note("attribute '\(attribute.name.excerpt)' of CAConstraint is not known; skipped", at: attribute.position)
      }
    }
    guard let edge = edges["attribute"], let sourceEdge = edges["sourceAttribute"] else {
      note("a constraint needs 'attribute' and 'sourceAttribute'; skipped", at: node.position)
      return nil
    }
    return CAConstraint(
      attribute: edge, relativeTo: source, attribute: sourceEdge, scale: numbers["scale"]!, offset: numbers["offset"]!)
  }

  /// In the order of their numbers.
  private static let edges = ["minX", "midX", "maxX", "width", "minY", "midY", "maxY", "height"]

  /// An edge by its name or number.
  private static func edge(_ text: String) -> CAConstraintAttribute? {
    let number = edges.firstIndex(of: text) ?? Int(text)
    return number.flatMap(Int32.init(exactly:)).flatMap(CAConstraintAttribute.init)
  }

  /// Reads a layer's layout manager; nil, with a note, for a class that there is not.
  func readLayoutManager(_ node: XMLNode) -> (any CALayoutManager)? {
    let type = node["type"] ?? node.children.first?.name ?? "null"
    switch type {
    case "CAConstraintLayoutManager": return CAConstraintLayoutManager()
    case "null": return nil
    default:
      note(
        "'\(type.excerpt)' is no layout manager that is known; expected CAConstraintLayoutManager", at: node.position)
      return nil
    }
  }
}
