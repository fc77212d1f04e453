// `<states>` and `<stateTransitions>`. They are read when the whole document is, as they refer to layers by id.

import Documents
import Foundation
import QuartzCore

extension CAMLReader {
  /// The states that the document's layers declared.
  func readStates() throws(SceneFileError) -> DocumentStates {
    var states: [DocumentState] = []
    for node in stateNodes {
      guard node.name == "LKState", let name = node["name"] else {
        note("<\(node.name.excerpt)> in <states> is not read; expected <LKState name=...>", at: node.position)
        continue
      }
      let base = node["basedOn"].flatMap { $0.isEmpty ? nil : $0 }
      states.append(DocumentState(name: name, base: base, values: try readValues(of: node)))
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

  /// Notes states that are based on one that there is not.
  private func noteBases(of states: [DocumentState]) {
    for (node, base) in stateNodes.compactMap({ node in node["basedOn"].map { (node, $0) } })
    where !base.isEmpty && !states.contains(where: { $0.name == base }) {
      note(
        "no state is called '\(base.excerpt)', on which one is based", at: node.position(of: "basedOn"),
        topic: .state)
    }
  }

  private func readValues(of state: XMLNode) throws(SceneFileError) -> [StateValue] {
    var values: [StateValue] = []
    for node in state.child("elements")?.children ?? [] {
      guard node.name == "LKStateSetValue", let keyPath = node["keyPath"] else {
        note("<\(node.name.excerpt)> in a state is not supported yet; skipped", at: node.position)
        continue
      }
      guard let layer = target(of: node) else { continue }
      let what = "a state's '\(keyPath.excerpt)'"
      guard let kind = settableKind(ofKeyPath: keyPath, on: layer, what: what, at: node.position(of: "keyPath")),
        let element = node.children.first, let value = try readValue(element, as: kind, of: keyPath)
      else { continue }
      values.append(StateValue(layer: layer, keyPath: keyPath, value: value))
    }
    return values
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
      // Without an animation the property changes at once, as one does that no transition names.
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
