import Documents
import Foundation
import ImageFiles
import QuartzCore

extension DocumentReader {
  static let stateMembers = ["name", "basedOn", "set", "transition"]

  /// Reads the states, after the layers have their sizes and places: values at `LAYER.keyPath`, by the layers' names.
  func states(_ node: Node, in root: CALayer) throws(SceneFileError) -> DocumentStates {
    var states: [DocumentState] = []
    var transitions: [(state: String, node: Node)] = []
    for element in try values.list(node, of: "states") {
      var (name, base, set): (String?, String?, [StateValue]) = (nil, nil, [])
      for (key, value) in try values.members(element, "a state", known: Self.stateMembers) {
        switch key {
        case "name": name = try values.text(value)
        case "basedOn": base = value.json == .null ? nil : try values.text(value)
        case "set": set = try stateValues(value, in: root)
        default: if let name = element.json["name"]?.string { transitions.append((name, value)) }
        }
      }
      guard let name, !name.isEmpty else {
        throw values.failure("the state has no 'name'; expected a text", at: element)
      }
      guard !states.contains(where: { $0.name == name }) else {
        throw values.failure("a second state '\(name.excerpt)'", at: element)
      }
      states.append(DocumentState(name: name, base: base, values: set))
    }
    let names = states.map(\.name)
    for (state, element) in zip(states, node.elements ?? []) {
      guard let base = state.base, !names.contains(base) else { continue }
      throw values.failure(
        "no state '\(base.excerpt)'\(names.guess(of: base))", at: element.child("basedOn", .string(base)))
    }
    return DocumentStates(states: states, transitions: try stateTransitions(transitions, states, on: root))
  }

  private func stateValues(_ node: Node, in root: CALayer) throws(SceneFileError) -> [StateValue] {
    var set: [StateValue] = []
    for (key, value) in try values.members(node, "the values of a state") {
      let places = LayerPath.all(in: key)
      guard let place = places.first(where: { !root.layers(at: $0).isEmpty }) else {
        throw values.failure(
          "no layer with the property '\(key.excerpt)'; expected LAYER.keyPath, by a layer's name", at: value,
          isName: true)
      }
      for layer in root.layers(at: place) {
        let kind = try kind(ofKeyPath: place.keyPath, on: layer, at: value, isName: true)
        let value = try values.value(value, as: kind, of: place.keyPath)
        set.append(StateValue(layer: layer, keyPath: place.keyPath, value: value))
      }
    }
    return set
  }

  /// Returns the transitions to states: of each property that any state sets, as leaving a state changes it, too.
  private func stateTransitions(
    _ nodes: [(state: String, node: Node)], _ states: [DocumentState], on layer: CALayer
  ) throws(SceneFileError) -> [StateTransition] {
    var transitions: [StateTransition] = []
    for (name, node) in nodes {
      // A wrong one is an error also where nothing changes.
      _ = try animation(node, on: layer, keyPath: "opacity")
      var seen: Set<StateProperty> = []
      for value in states.flatMap(\.values) where seen.insert(StateProperty(value.layer, value.keyPath)).inserted {
        transitions.append(
          StateTransition(
            fromState: "*", toState: name, layer: value.layer, keyPath: value.keyPath, key: "state.\(value.keyPath)",
            animation: try animation(node, on: value.layer, keyPath: value.keyPath)))
      }
    }
    return transitions
  }
}
