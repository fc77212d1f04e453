// `<states>` and `<stateTransitions>`, which are read after the whole document, as they refer to layers by id. A
// state's elements are those of Core Animation's CAState: LKStateSetValue and its synonym LKStateSetProperty,
// LKStateAddAnimation, LKStateRemoveAnimation, LKStateAddElement and LKStateRemoveElement.

import Documents
import Foundation
import QuartzCore

extension CAMLReader {
  func readStates() throws(SceneFileError) -> DocumentStates {
    var states: [DocumentState] = []
    // Other elements, even of earlier states, may refer to a layer that a state adds.
    for node in stateNodes { try readAddedLayers(of: node) }
    for node in stateNodes {
      guard node.name == "LKState", let name = node["name"] else {
        note("<\(node.name.excerpt)> in <states> is not read; expected <LKState name=...>", at: node.position)
        continue
      }
      let base = node["basedOn"].flatMap { $0.isEmpty ? nil : $0 }
      let (values, changes) = try readElements(of: node)
      states.append(DocumentState(name: name, base: base, values: values, changes: changes))
    }
    noteBases(of: states)
    var transitions: [StateTransition] = []
    for node in transitionNodes {
      guard node.name == "LKStateTransition", let from = node["fromState"], let to = node["toState"] else {
        note(
          "<\(node.name.excerpt)> in <stateTransitions> is not read; expected "
            + "<LKStateTransition fromState=... toState=...>",
          at: node.position)
        continue
      }
      transitions += try readElements(of: node, from: from, to: to)
    }
    return DocumentStates(states: states, transitions: transitions)
  }

  private func noteBases(of states: [DocumentState]) {
    for (node, base) in stateNodes.compactMap({ node in node["basedOn"].map { (node, $0) } })
    where !base.isEmpty && !states.contains(where: { $0.name == base }) {
      note(
        "no state is called '\(base.excerpt)', on which one is based", at: node.position(of: "basedOn"),
        topic: .state)
    }
  }

  /// Reads the layers that a state adds, so that their ids are known.
  private func readAddedLayers(of state: XMLNode) throws(SceneFileError) {
    for node in state.child("elements")?.children ?? [] where node.name == "LKStateAddElement" {
      guard let object = node.child("object"), object["object"] == nil else { continue }
      if let type = object["type"], classes.isLayer(type) {
        addedLayers[node.position] = try readLayer(object, as: type)
      } else if let inner = object.children.first(where: { classes.isLayer($0.name) }) {
        addedLayers[node.position] = try readLayer(inner)
      }
    }
  }

  private func readElements(
    of state: XMLNode
  ) throws(SceneFileError) -> (values: [StateValue], changes: [StateChange]) {
    var values: [StateValue] = []
    var changes: [StateChange] = []
    for node in state.child("elements")?.children ?? [] {
      switch node.name {
      case "LKStateSetValue", "LKStateSetProperty": if let value = try readSetValue(node) { values.append(value) }
      case "LKStateAddAnimation", "LKStateRemoveAnimation", "LKStateAddElement", "LKStateRemoveElement":
        guard let layer = target(of: node), let kind = try readChange(node, of: layer) else { continue }
        stateChangeCount += 1
        changes.append(StateChange(number: stateChangeCount, layer: layer, kind: kind))
      default: note("<\(node.name.excerpt)> in a state is not supported yet; skipped", at: node.position)
      }
    }
    return (values, changes)
  }

  private func readSetValue(_ node: XMLNode) throws(SceneFileError) -> StateValue? {
    guard let keyPath = node["keyPath"] else {
      note("<\(node.name)> without 'keyPath'; skipped", at: node.position)
      return nil
    }
    guard let layer = target(of: node) else { return nil }
    let what = "a state's '\(keyPath.excerpt)'"
    guard
      let kind = settableKind(
        ofKeyPath: keyPath, on: layer, what: what, at: node.position(of: "keyPath"), topic: .keyPath),
      let element = node.children.first, let value = try readValue(element, as: kind, of: keyPath)
    else { return nil }
    return StateValue(layer: layer, keyPath: keyPath, value: value)
  }

  private func readChange(_ node: XMLNode, of layer: CALayer) throws(SceneFileError) -> StateChange.Kind? {
    switch node.name {
    case "LKStateAddAnimation":
      guard let element = node.child("animation") ?? node.children.first else {
        note("<\(node.name)> without an animation; skipped", at: node.position)
        return nil
      }
      guard let animation = try readAnimation(element, on: layer) else { return nil }
      let key = node["key"] ?? element["key"] ?? (animation as? CAPropertyAnimation)?.keyPath
      return .addAnimation(animation, key: key ?? "state.\(stateChangeCount)")
    case "LKStateRemoveAnimation":
      guard let key = node["key"] else {
        note("<\(node.name)> without 'key'; skipped", at: node.position)
        return nil
      }
      return .removeAnimation(key: key)
    default:
      guard node["keyPath"] ?? "sublayers" == "sublayers" else {
        note(
          "<\(node.name)> of '\(node["keyPath"]?.excerpt ?? "")' is not supported yet; skipped",
          at: node.position(of: "keyPath"))
        return nil
      }
      guard let object = addedLayers[node.position] ?? self.object("object", of: node) else {
        note("<\(node.name)> names no layer; expected <object>, or 'objectId'", at: node.position, topic: .state)
        return nil
      }
      return node.name == "LKStateAddElement"
        ? .addLayer(object, before: self.object("beforeObject", of: node)) : .removeLayer(object)
    }
  }

  /// Returns the layer that an element refers to, by `objectId="id"` or by `<object object="#id"/>`.
  private func object(_ name: String, of node: XMLNode) -> CALayer? {
    let child = node.child(name)
    let id = node[name + "Id"] ?? child?["object"] ?? child?["id"] ?? child?.children.first?["id"]
    return id.flatMap { layers[$0] ?? layers[String($0.drop { $0 == "#" })] }
  }

  private func readElements(
    of transition: XMLNode, from: String, to: String
  ) throws(SceneFileError) -> [StateTransition] {
    var elements: [StateTransition] = []
    for node in transition.child("elements")?.children ?? [] {
      guard node.name == "LKStateTransitionElement" else {
        note("<\(node.name.excerpt)> in a transition is not read; expected an animation", at: node.position)
        continue
      }
      // Without an animation the property changes at once, as a property without a transition.
      guard let animationNode = node.child("animation") else { continue }
      guard let layer = target(of: node), let animation = try readAnimation(animationNode, on: layer) else { continue }
      guard let keyPath = node["keyPath"] ?? animationNode["keyPath"] ?? node["key"] else {
        note("a transition without 'keyPath'; skipped", at: node.position)
        continue
      }
      let key = node["key"] ?? animationNode["key"] ?? keyPath
      elements.append(
        StateTransition(
          fromState: from, toState: to, layer: layer, keyPath: keyPath, key: key, animation: animation))
    }
    return elements
  }

  private func target(of node: XMLNode) -> CALayer? {
    guard let id = node["targetId"] else {
      note("<\(node.name.excerpt)> without 'targetId'; skipped", at: node.position)
      return nil
    }
    guard let layer = layers[id] else {
      note(
        "no layer has the id '\(id.excerpt)'; the state's change of it is skipped", at: node.position(of: "targetId"),
        topic: .state)
      return nil
    }
    return layer
  }
}
