// Tested by LayerClassTests.

import QuartzCore

/// The layer classes of documents by element name: QuartzCore's and the program's own.
struct LayerClasses {
  private let classes: [String: LayerClass]

  init(_ classes: [LayerClass]) {
    self.classes = Dictionary(classes.map { ($0.name, $0) }) { _, last in last }
  }

  /// The classes that are read, but drawn like a CALayer so far.
  private static let notDrawn: Set = ["CATiledLayer"]

  /// Creates a layer of a class; returns nil for an unknown class.
  func make(_ name: String) -> CALayer? { classes[name]?.make() }

  /// Returns whether layers of a class are drawn by its rules.
  func isDrawn(_ name: String) -> Bool { !Self.notDrawn.contains(name) }

  func isLayer(_ name: String) -> Bool { classes[name] != nil || name.hasSuffix("Layer") }
}
