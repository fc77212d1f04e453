// The names that a CAML document may hold, from the reader's own tables.

import CAML
import Documents
import QuartzCore

/// The names that CAML documents are made of, in a fixed order.
enum CAMLVocabulary {
  /// A property's name, and what it takes.
  typealias Property = (name: String, kind: PropertyKind)

  /// The elements that are layers.
  static let layerClasses = LayerClass.all.map(\.name).sorted()

  /// The elements that are animations.
  static let animationClasses = AnimationSchema.names

  /// The attributes of animations, of all classes.
  static let animationProperties = sorted(AnimationSchema.kinds.map { (name: $0.key, kind: $0.value) })

  /// The attributes of emitter cells.
  static let cellProperties = sorted(
    properties(CellProperties.table.all) + UndocumentedCellProperties.kinds.map { (name: $0.key, kind: $0.value) })

  /// The attributes of all layers.
  static let layerProperties = properties(LayerProperties.table.all)

  /// The attributes that a layer's class adds.
  static func addedProperties(ofLayer name: String) -> [Property] {
    LayerClass.all.first { $0.name == name && $0.name != "CALayer" }.map { properties($0.properties.added) } ?? []
  }

  /// The kinds of filters, with their inputs.
  static let filters: [(type: String, inputs: [Property])] = FilterCatalog.names.map { type in
    (type, (FilterCatalog.defaults(of: type) ?? []).map { ($0.key.name, PropertyKind(inputOfFilter: $0.value)) })
  }

  /// The functions of transforms, with the number of their arguments; the first one of a rotation is an angle.
  static let transformFunctions = [
    ("rotate", 1), ("rotate", 4), ("scale", 1), ("scale", 2), ("scale", 3), ("translate", 2), ("translate", 3),
  ]

  private static func properties(_ rows: [LayerProperty]) -> [Property] {
    sorted(rows.compactMap { row in row.kind.map { (row.key, $0) } })
  }

  private static func sorted(_ properties: [Property]) -> [Property] { properties.sorted { $0.name < $1.name } }
}
