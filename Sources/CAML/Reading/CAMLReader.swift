// Turns a CAML document into layers. The rule of the format: an element is a class, an attribute or child element is
// a property by its key. What is not known is noted once and skipped; what cannot be drawn is an error with its
// place.
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

/// The contents of a document.
struct CAMLDocument {
  let root: CALayer
  /// The location of the root element.
  let rootLocation: SourceLocation
  let states: DocumentStates
  /// The end of the longest animation that ends, or of one cycle of one that does not, in seconds; 0 without
  /// animations.
  let animationDuration: CFTimeInterval
  /// The films in the document.
  let clips: [SceneClip]
}

/// A reader of one document.
final class CAMLReader {
  let file: String
  let limits: SceneLimits
  let assets: AssetStore
  let notes: NoteCollector
  let classes: LayerClasses

  /// Layers by `id`. State changes refer to them, also forward.
  var layers: [String: CALayer] = [:]
  var stateNodes: [XMLNode] = []
  var transitionNodes: [XMLNode] = []
  /// The layers that states add, by the places of the elements that do.
  var addedLayers: [XMLPosition: CALayer] = [:]
  /// The number of states' changes that were read.
  var stateChangeCount = 0
  var animationDuration: CFTimeInterval = 0
  /// Films in the place of images.
  var clips: [SceneClip] = []

  /// - Parameter file: the name used in errors and notes.
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
}
