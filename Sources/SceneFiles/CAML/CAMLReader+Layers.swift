// Elements to layers, attributes and child elements to properties.

import CoreGraphics
import Foundation
import QuartzCore

extension CAMLReader {
  /// Reads a layer element and all below it.
  func readLayer(_ node: XMLNode) throws(SceneFileError) -> CALayer {
    let layer = makeLayer(node)
    if let id = node["id"], layers.updateValue(layers[id] ?? layer, forKey: id) != nil {
      note("a second layer with the id '\(id)'; states mean the first one", at: node.position(of: "id"))
    }
    // A file may give `transform` and `transform.rotation.z` for the same thing. The whole value counts: it is what
    // editors write last, and taking a matrix apart to put a field in is not exact. A frame depends on all the rest.
    let order = { (attribute: XMLAttribute) in attribute.name == "frame" ? 2 : attribute.name.contains(".") ? 0 : 1 }
    for pass in 0...2 {
      for attribute in node.attributes where order(attribute) == pass { try set(attribute, on: layer, of: node) }
    }
    try readFilters(of: node, on: layer)
    for child in node.children { try readChild(child, of: layer, in: node) }
    return layer
  }

  private func makeLayer(_ node: XMLNode) -> CALayer {
    guard let layer = LayerClasses.make(node.name) else {
      note("\(node.name) is no layer class that is known; read as CALayer", at: node.position)
      return CALayer()
    }
    if !LayerClasses.isDrawn(node.name) { note("\(node.name) is not drawn yet; shown as CALayer", at: node.position) }
    return layer
  }

  private func set(_ attribute: XMLAttribute, on layer: CALayer, of node: XMLNode) throws(SceneFileError) {
    let key = attribute.name
    guard key != "id", key != "xmlns", !key.hasPrefix("xmlns:") else { return }
    let what = "attribute '\(key)' of \(node.name)"
    guard let kind = settableKind(ofKeyPath: key, on: layer, what: what, at: attribute.position),
      let value = try read(attribute.value, as: kind, of: key, at: attribute.position)
    else { return }
    layer.setValue(value, atKeyPath: key)
  }

  private func readChild(_ child: XMLNode, of layer: CALayer, in node: XMLNode) throws(SceneFileError) {
    switch child.name {
    case "sublayers":
      for element in child.children { layer.addSublayer(try readLayer(element)) }
    case "contents":
      if let image = try readImage(child) {
        layer.contents = image
        // An animated file plays from the scene's beginning.
        if let frames = assets.animation(of: image) { layer.add(frames, forKey: "contents.frames") }
      }
    case "animations":
      for element in child.children { try addAnimation(element, to: layer) }
    case "states":
      stateNodes += child.children
    case "stateTransitions":
      transitionNodes += child.children
    case "scriptObject":
      note("scripts are not run", at: child.position)
    case "scriptComponents", "modules":
      // Editors leave them in every document, empty.
      if !child.children.isEmpty { note("<\(child.name)> is not read: scripts are not run", at: child.position) }
    case "emitterCells" where layer is CAEmitterLayer:
      (layer as? CAEmitterLayer)?.emitterCells = try readEmitterCells(child)
    case "filters", "backgroundFilters", "compositingFilter": break
    case "mask", "style", "constraints", "layoutManager":
      note("<\(child.name)> is not supported yet; skipped", at: child.position)
    default:
      let what = "<\(child.name)> in \(node.name)"
      guard let kind = settableKind(ofKeyPath: child.name, on: layer, what: what, at: child.position),
        let value = try readValue(child, as: kind, of: child.name)
      else { return }
      layer.setValue(value, atKeyPath: child.name)
    }
  }

  /// The kind of value at a key path that a layer can be given; nil, with a note, for others.
  ///
  /// - Parameter what: what the note calls it.
  func settableKind(
    ofKeyPath keyPath: String, on layer: CALayer, what: String, at position: XMLPosition
  ) -> PropertyKind? {
    if let kind = LayerSchema.kind(ofKeyPath: keyPath, of: layer) { return kind }
    let reason = LayerSchema.isKnown(keyPath) ? "is a property of another class" : "is not known"
    note("\(what) \(reason); skipped", at: position)
    return nil
  }
}

extension CALayer {
  /// Sets a value read from a file. `.none` clears a property rather than to restore its default.
  func setValue(_ value: AnimatableValue, atKeyPath keyPath: String) {
    if value == .none, keyPath == LayerKey.contents.rawValue {
      contents = nil
    } else {
      setValue(value.boxed ?? NSNull(), forKeyPath: keyPath)
    }
  }
}
