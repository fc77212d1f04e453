// The layer classes that a document may name: those of QuartzCore, and those that the program adds.

import QuartzCore

/// Layer classes by element name.
struct LayerClasses {
  private let classes: [String: LayerClass]

  init(_ classes: [LayerClass]) {
    self.classes = Dictionary(classes.map { ($0.name, $0) }) { _, last in last }
  }

  /// Classes that are read whole, but drawn like a CALayer so far.
  private static let notDrawn: Set = ["CATiledLayer"]

  /// A layer of a class; nil for a class that is not known.
  func make(_ name: String) -> CALayer? { classes[name]?.make() }

  /// Whether layers of a class are drawn as it says.
  func isDrawn(_ name: String) -> Bool { !Self.notDrawn.contains(name) }

  /// Whether an element is a layer, by its name.
  func isLayer(_ name: String) -> Bool { classes[name] != nil || name.hasSuffix("Layer") }
}
