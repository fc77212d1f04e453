// Makes the layers of a `.scene.json` document. What is wrong is an error with its place, not a note.
//
//   DocumentReader     the document
//   +Layers            objects to layers, members to properties and layout
//   +Contents          images, films, filters, emitters' cells
//   +Animations        objects to animations, and how they fill
//   +States            states to values of layers by name
//
// Tested by SceneDocumentTests, SceneLayerTests and SceneErrorTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

final class DocumentReader {
  let values: DocumentValues
  /// The layouts of layers, for after replacements.
  var boxes: [ObjectIdentifier: LayoutBox] = [:]
  var clips: [SceneClip] = []
  /// The end of the longest animation, or of one cycle of an endless one, in seconds.
  var animationEnd: CFTimeInterval = 0
  private var layerCount = 0
  /// The number of layers and masks that are read, one in the other.
  var depth = 0

  /// The most layers of a document.
  static let mostLayers = 100_000
  /// The most layers and masks around one: stacks in stacks are laid out with 6 KB of the thread's stack for each, and
  /// such a stack may have 512 KB.
  static let mostAround = 64

  static let members = ["$schema", "multiplane", "size", "duration", "background", "layers", "states"]

  init(_ values: DocumentValues) { self.values = values }

  /// The document's facts besides its layers.
  struct Head {
    let root: CALayer
    let duration: Double?
    let states: Node?
  }

  /// Reads the document to a root layer, of its size.
  func read(_ json: JSON, aspect: SceneAspect?) throws(SceneFileError) -> Head {
    let document = Node(json: json, aspect: aspect)
    let members = try values.members(document, "a scene", known: Self.members)
    for name in ["size", "layers"] where json[name] == nil {
      throw values.failure(
        "the scene has no '\(name)'; expected \"size\": [width, height] and \"layers\": [...]", at: document)
    }
    let root = CALayer()
    var (duration, states): (Double?, Node?)
    for (key, node) in members {
      switch key {
      case "$schema": _ = try values.text(node)
      case "multiplane": _ = try values.number(node, in: 1...1)
      case "size":
        let size = try values.canvasSize(node)
        root.bounds = CGRect(origin: .zero, size: size)
        root.position = CGPoint(x: size.width / 2, y: size.height / 2)
      case "duration": duration = try values.time(node, from: 1e-3)
      case "background": root.backgroundColor = try values.color(node)
      case "layers": for element in try values.list(node, of: "layers") { root.addSublayer(try layer(element)) }
      default: states = node
      }
    }
    return Head(root: root, duration: duration, states: states)
  }

  func countLayer(_ node: Node) throws(SceneFileError) {
    layerCount += 1
    guard layerCount <= Self.mostLayers else {
      throw values.failure(
        "more than \(Self.mostLayers) layers; that is the most a scene may have", at: node, kind: .tooLarge)
    }
    guard depth <= Self.mostAround else {
      throw values.failure(
        "a layer in more than \(Self.mostAround) others; that is the most a scene may have", at: node, kind: .tooLarge)
    }
  }
}
