import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension CAMLReader {
  func readLayer(_ node: XMLNode) throws(SceneFileError) -> CALayer { try readLayer(node, as: node.name) }

  func readLayer(_ node: XMLNode, as className: String) throws(SceneFileError) -> CALayer {
    let layer = makeLayer(className, at: node.position)
    // The type of `<mask type="CALayer">` is the class; that of other layers may be a property.
    let attributes = className == node.name ? node.attributes : node.attributes.filter { $0.name != "type" }
    if let id = node["id"], layers.updateValue(layers[id] ?? layer, forKey: id) != nil {
      note("a second layer with the id '\(id.excerpt)'; states mean the first one", at: node.position(of: "id"))
    }
    // A file may have both `transform` and `transform.rotation.z`. The whole value counts: editors write it last, and
    // replacing a field of a decomposed matrix is inexact. A frame depends on all other properties.
    let order = { (attribute: XMLAttribute) in attribute.name == "frame" ? 2 : attribute.name.contains(".") ? 0 : 1 }
    for pass in 0...2 {
      for attribute in attributes where order(attribute) == pass { try set(attribute, on: layer, of: className) }
    }
    try readFilters(of: node, on: layer)
    for child in node.children { try readChild(child, of: layer, in: className) }
    (layer as? CAEmitterLayer)?.beginBeforeTheScene()
    return layer
  }

  private func makeLayer(_ className: String, at position: XMLPosition) -> CALayer {
    guard let layer = classes.make(className) else {
      note("\(className.excerpt) is no layer class that is known; read as CALayer", at: position)
      return CALayer()
    }
    if !classes.isDrawn(className) { note("\(className) is not drawn yet; shown as CALayer", at: position) }
    return layer
  }

  private func set(_ attribute: XMLAttribute, on layer: CALayer, of className: String) throws(SceneFileError) {
    let key = attribute.name
    guard key != "id", key != "xmlns", !key.hasPrefix("xmlns:") else { return }
    // Properties for editors only.
    guard !key.hasPrefix("mica_"), !key.hasPrefix("caplay") else { return }
    let what = "attribute '\(key.excerpt)' of \(className.excerpt)"
    guard let kind = settableKind(ofKeyPath: key, on: layer, what: what, at: attribute.position),
      let value = try read(attribute.value, as: kind, of: key, at: attribute.position)
    else { return }
    layer.setValue(value, atKeyPath: key)
  }

  private func readChild(_ child: XMLNode, of layer: CALayer, in className: String) throws(SceneFileError) {
    switch child.name {
    case "sublayers": for element in child.children { layer.addSublayer(try readLayer(element)) }
    case "contents":
      if let (name, data) = try readFilm(child) {
        // As an animated file, a wallpaper's film repeats from the scene's beginning.
        clips.append(
          SceneClip(name: name, source: .data(data), course: [], duration: nil, ending: .loop) { _ in layer })
      } else if let image = try readImage(child) {
        layer.contents = image
        // An animated file plays from the scene's beginning.
        if let frames = assets.animation(of: image) { layer.add(frames, forKey: "contents.frames") }
      }
    case "animations": for element in child.children { try addAnimation(element, to: layer) }
    case "states": stateNodes += child.children
    case "stateTransitions": transitionNodes += child.children
    case "scriptObject": note("scripts are not run", at: child.position)
    case "scriptComponents", "modules":
      // Editors write empty ones to every document.
      if !child.children.isEmpty { note("<\(child.name)> is not read: scripts are not run", at: child.position) }
    case "emitterCells" where layer is CAEmitterLayer:
      (layer as? CAEmitterLayer)?.emitterCells = try readEmitterCells(child)
    case "filters", "backgroundFilters", "compositingFilter": break
    case "mask": layer.mask = try readMask(child)
    case "style": layer.style = try readStyle(child, of: layer)
    case "constraints": layer.constraints = try readConstraints(child)
    case "layoutManager": layer.layoutManager = readLayoutManager(child)
    default:
      let what = "<\(child.name.excerpt)> in \(className.excerpt)"
      guard let kind = settableKind(ofKeyPath: child.name, on: layer, what: what, at: child.position),
        let value = try readValue(child, as: kind, of: child.name)
      else { return }
      layer.setValue(value, atKeyPath: child.name)
    }
  }

  /// Returns the kind of value at a key path that can be set on a layer; nil, with a note on `topic`, for others.
  func settableKind(
    ofKeyPath keyPath: String, on layer: CALayer, what: String, at position: XMLPosition,
    topic: SceneNote.Topic = .other
  ) -> PropertyKind? {
    if let kind = LayerSchema.kind(ofKeyPath: keyPath, of: layer) { return kind }
    if LayerSchema.isKnown(keyPath) {
      note("\(what) is a property of another class; skipped", at: position, topic: topic)
    } else {
      note("\(what) is not known; skipped\(LayerKeyPaths.guess(of: keyPath))", at: position, topic: topic)
    }
    return nil
  }

  /// Reads `<mask>`: a layer inside, or the element itself as a layer of the class `type`. Returns nil without a layer,
  /// with a note unless it is `null`.
  func readMask(_ node: XMLNode) throws(SceneFileError) -> CALayer? {
    if let type = node["type"], classes.isLayer(type) { return try readLayer(node, as: type) }
    let layers = node.children.filter { classes.isLayer($0.name) }
    for extra in layers.dropFirst() { note("a second layer in <mask> is skipped; a mask is one", at: extra.position) }
    if let inner = layers.first { return try readLayer(inner, as: inner.name) }
    if node["type"] != "null", node.child("null") == nil {
      note("<mask> holds no layer; expected one, or 'type' with its class", at: node.position)
    }
    return nil
  }

  /// Reads a layer's style dictionary, and those nested in it: `<style type="NSDictionary">`, or with an NSDictionary
  /// inside, with an element for each key, of the key's name.
  func readStyle(_ node: XMLNode, of layer: CALayer) throws(SceneFileError) -> [AnyHashable: Any]? {
    if node["type"] == "null" || node.child("null") != nil { return nil }
    var style: [AnyHashable: Any] = [:]
    for entry in node.child("NSDictionary")?.children ?? node.children {
      if entry.name == "style" {
        style["style"] = try readStyle(entry, of: layer)
        continue
      }
      let what = "a style's '\(entry.name.excerpt)'"
      guard let kind = settableKind(ofKeyPath: entry.name, on: layer, what: what, at: entry.position),
        let value = try readValue(entry, as: kind, of: entry.name)?.boxed
      else { continue }
      style[entry.name] = value
    }
    return style
  }

  // `<constraints><CAConstraint attribute="midX" relativeTo="superlayer" sourceAttribute="midX"
  // offset="10"/></constraints>` is on a sublayer, `<layoutManager type="CAConstraintLayoutManager"/>` on its
  // superlayer.

  /// Reads the constraints of a layer, without incomplete ones, which are noted.
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

  /// The names of attributes in the order of their raw values.
  private static let edges = ["minX", "midX", "maxX", "width", "minY", "midY", "maxY", "height"]

  private static func edge(_ text: String) -> CAConstraintAttribute? {
    let number = edges.firstIndex(of: text) ?? Int(text)
    return number.flatMap(Int32.init(exactly:)).flatMap(CAConstraintAttribute.init)
  }

  /// Reads a layer's layout manager; returns nil, with a note, for an unknown class.
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
