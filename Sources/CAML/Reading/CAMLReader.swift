// Makes layers of a CAML document. An element is a class, an attribute or child element a property by its key. Unknown
// ones are noted once and skipped; values that cannot be drawn are errors with their location.
//
//   CAMLReader            the document and the means to report
//   +Layers               elements to layers, attributes to properties
//   +Values               value elements: <real value="1"/>, <CGColor value="1 0 0"/>
//   +Animations           <animation> to CAAnimation
//   +Filters, +Masks, +Style, +Constraints, +Emitters
//   +States               <states> and <stateTransitions>
//
// Tested by DocumentTests, LayerClassTests and ValueTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

struct CAMLDocument {
  let root: CALayer
  let rootLocation: SourceLocation
  let states: DocumentStates
  /// The end of the longest animation, or of one cycle of an endless one, in seconds; 0 without animations.
  let animationDuration: CFTimeInterval
  /// The films in the document.
  let clips: [SceneClip]
}

final class CAMLReader {
  let file: String
  let limits: SceneLimits
  let assets: AssetStore
  let notes: NoteCollector
  let classes: LayerClasses

  /// The layers by `id`, to which state changes refer, even before they are read.
  var layers: [String: CALayer] = [:]
  var stateNodes: [XMLNode] = []
  var transitionNodes: [XMLNode] = []
  /// The layers that states add, by the positions of the elements that add them.
  var addedLayers: [XMLPosition: CALayer] = [:]
  /// The number of state changes read so far.
  var stateChangeCount = 0
  var animationDuration: CFTimeInterval = 0
  var clips: [SceneClip] = []

  /// Creates a reader; errors and notes name `file`.
  init(file: String, assets: AssetStore, options: SceneLoadOptions, notes: NoteCollector) {
    self.file = file
    self.assets = assets
    limits = options.limits
    classes = LayerClasses(options.layerClasses)
    self.notes = notes
  }

  func read(_ bytes: [UInt8]) throws(SceneFileError) -> CAMLDocument {
    let document = try XMLReader.read(bytes, file: file, limits: limits)
    guard document.name == "caml" else {
      throw failure("<\(document.name.excerpt)> is no CAML document; expected <caml>", at: document.position)
    }
    guard let rootNode = document.children.first(where: { classes.isLayer($0.name) }) else {
      throw failure("<caml> holds no layer; expected one layer element", at: document.position)
    }
    for node in document.children where node.position != rootNode.position {
      note("<\(node.name.excerpt)> beside the root layer is skipped", at: node.position)
    }
    let root = try readLayer(rootNode)
    return CAMLDocument(
      root: root, rootLocation: location(rootNode.position), states: try readStates(),
      animationDuration: animationDuration, clips: clips)
  }
}

// MARK: - Reporting

extension CAMLReader {
  func location(_ position: XMLPosition) -> SourceLocation {
    SourceLocation(file: file, line: Int(position.line), column: Int(position.column))
  }

  func note(_ message: String, at position: XMLPosition, topic: SceneNote.Topic = .other) {
    notes.add(message, at: location(position), topic: topic)
  }

  func failure(_ message: String, at position: XMLPosition) -> SceneFileError {
    SceneFileError(.malformed, at: location(position), message)
  }

  /// Reads the text of a property, which messages name; returns nil, with a note, if it is not of the kind.
  func read(
    _ text: String, as kind: PropertyKind, of name: String, at position: XMLPosition
  ) throws(SceneFileError) -> AnimatableValue? {
    do throws(ValueProblem) {
      return try kind.read(text, limit: limits.coordinate)
    } catch {
      switch error {
      case .unreadable(let message):
        note("\(name.excerpt): \(message); skipped", at: position)
        return nil
      case .unusable(let message): throw failure("\(name.excerpt): \(message)", at: position)
      }
    }
  }

  /// Reads a value element such as `<real value="1"/>`, `<CGColor value="1 0 0" opacity="0.5"/>` or `<value
  /// type="integer" value="3"/>`, or a property's element, `<backgroundColor value="1 0 0"/>`. Returns nil, with a
  /// note, if it is not of the expected kind; a nil kind is the element's own.
  func readValue(
    _ node: XMLNode, as expected: PropertyKind?, of name: String
  ) throws(SceneFileError) -> AnimatableValue? {
    let type = node["type"] ?? node.name
    if type == "null" { return AnimatableValue.none }
    if let element = expected?.element, type == "NSArray" || (node.name == name && node["value"] == nil) {
      return try readArray(node, of: element, name)
    }
    guard let kind = Self.elementKinds[type] ?? (node.name == name ? expected : nil) else {
      let advice = type == "NSArray" ? "the values of a list are its own children" : "is no value that is known"
      note("<\(node.name.excerpt)> of type '\(type.excerpt)': \(advice); skipped", at: node.position)
      return nil
    }
    if let expected, !kind.isAkin(to: expected) {
      note("\(name.excerpt): a value of type '\(type.excerpt)' does not fit; skipped", at: node.position)
      return nil
    }
    if kind == .image { return try readImage(node).map(AnimatableValue.image) }
    guard let text = node["value"] else {
      note("\(name.excerpt): <\(node.name.excerpt)> has no 'value'; skipped", at: node.position)
      return nil
    }
    let value = try read(text, as: expected ?? kind, of: name, at: node.position(of: "value"))
    return try applyOpacity(of: node, to: value)
  }

  /// Reads the children of `<colors>`, `<locations>` or `<NSArray>`, without those that are no values, which are noted.
  private func readArray(
    _ node: XMLNode, of kind: PropertyKind, _ name: String
  ) throws(SceneFileError) -> AnimatableValue {
    var elements: [AnimatableValue] = []
    for child in node.children { if let value = try readValue(child, as: kind, of: name) { elements.append(value) } }
    return kind == .number ? .numbers(elements.compactMap(\.number)) : .list(elements)
  }

  /// Reads `<contents type="CGImage" src="..."/>`, `<contents><CGImage src="..."/></contents>` or `<CGImage
  /// src="..."/>`. Returns nil, with a note, for a missing image.
  func readImage(_ node: XMLNode) throws(SceneFileError) -> CGImage? {
    if let source = node["src"] { return try assets.image(source, from: location(node.position(of: "src"))) }
    if let inner = node.child("CGImage") { return try readImage(inner) }
    if node["type"] != "null", node.child("null") == nil {
      note("<\(node.name.excerpt)> names no image; expected a CGImage with 'src'", at: node.position)
    }
    return nil
  }

  /// Reads the film in place of an image; returns nil for anything else.
  func readFilm(_ node: XMLNode) throws(SceneFileError) -> (name: String, data: Data)? {
    if let source = node["src"] { return try assets.film(source, from: location(node.position(of: "src"))) }
    return try node.child("CGImage").flatMap { (node) throws(SceneFileError) in try readFilm(node) }
  }

  /// Multiplies a colour's alpha by the element's attribute `opacity`, if any.
  private func applyOpacity(of node: XMLNode, to value: AnimatableValue?) throws(SceneFileError) -> AnimatableValue? {
    guard case .color(let color) = value, let text = node["opacity"] else { return value }
    let opacity = try read(text, as: .number, of: "opacity", at: node.position(of: "opacity"))?.number ?? 1
    return color.copy(alpha: color.alpha * opacity).map(AnimatableValue.color)
  }

  private static let elementKinds: [String: PropertyKind] = [
    "real": .number, "integer": .number, "NSNumber": .number, "bool": .number, "string": .string,
    "CGPoint": .point, "CGSize": .size, "CGRect": .rect, "CGColor": .color, "CGImage": .image,
    "CATransform3D": .transform, "CAColorMatrix": .numbers,
    "CGPath": .path,
  ]
}

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
