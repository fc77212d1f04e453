// The states of one document. A state is the document as written with some values set; changing it sets the model,
// and adds the animations that the document's transitions name, so that the picture moves from the old values to the
// new ones.
//
// Tested by StateTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

/// A value that a state sets.
struct StateValue {
  let layer: CALayer
  let keyPath: String
  let value: AnimatableValue
}

/// A named set of values.
struct DocumentState {
  let name: String
  /// The state whose values it has where it sets none itself; nil for the document's.
  let base: String?
  let values: [StateValue]
  var changes: [StateChange] = []
}

/// A property of a layer, as a key.
struct StateProperty: Hashable {
  private let layer: ObjectIdentifier
  private let keyPath: String

  init(_ layer: CALayer, _ keyPath: String) {
    self.layer = ObjectIdentifier(layer)
    self.keyPath = keyPath
  }
}

/// The transition of one property of one layer from one state to another.
struct StateTransition {
  /// A state's name, or `*` for any.
  let fromState: String
  let toState: String
  let layer: CALayer
  let keyPath: String
  /// The key that the animation is added under.
  let key: String
  let animation: CAAnimation

  /// Returns the rank of the match with a change, 0 the most specific; nil when the transition is for another change.
  func rank(from: String?, to: String) -> Int? {
    switch (fromState, toState) {
    case (from, to): 0
    case ("*", to): 1
    case (from, "*"): 2
    case ("*", "*"): 3
    default: nil
    }
  }
}

/// A document's states and the one that is set.
final class DocumentStates: SceneStates {
  let names: [String]
  private let states: [String: DocumentState]
  private let transitions: [StateProperty: [StateTransition]]
  /// The document's own value of each property that some state sets.
  private let base: [StateValue]
  private var current: String?
  /// The changes of the current state, each with the function that takes it back.
  private var made: [(number: Int, back: () -> Void)] = []

  init(states: [DocumentState], transitions: [StateTransition]) {
    names = states.map(\.name)
    self.states = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
    self.transitions = Dictionary(grouping: transitions) { StateProperty($0.layer, $0.keyPath) }
    var seen: Set<StateProperty> = []
    base = states.flatMap(\.values).filter { seen.insert(StateProperty($0.layer, $0.keyPath)).inserted }.map {
      StateValue(layer: $0.layer, keyPath: $0.keyPath, value: $0.layer.animatableValue(atKeyPath: $0.keyPath))
    }
  }

  func setsValues(in name: String) -> Bool {
    chain(to: name).contains { !$0.values.isEmpty || !$0.changes.isEmpty }
  }

  func set(_ name: String?, transitionsAt time: CFTimeInterval?, in root: CALayer) {
    let old = base.map { $0.layer.animatableValue(atKeyPath: $0.keyPath) }
    for value in base { value.layer.setValue(value.value, atKeyPath: value.keyPath) }
    for state in chain(to: name) {
      for value in state.values { value.layer.setValue(value.value, atKeyPath: value.keyPath) }
    }
    for (property, old) in zip(base, old) {
      let new = property.layer.animatableValue(atKeyPath: property.keyPath)
      // An unchanged value goes on with whatever moves it.
      guard new != old else { continue }
      let candidates = transitions[StateProperty(property.layer, property.keyPath)] ?? []
      for running in candidates { property.layer.removeAnimation(forKey: running.key) }
      guard let time, let name, let transition = mostSpecific(of: candidates, to: name) else { continue }
      add(transition, from: old, to: new, at: time, in: root)
    }
    change(to: name, at: time, in: root)
    current = name
  }

  /// Takes back what only the state before changed, and makes what only the new one changes.
  private func change(to name: String?, at time: CFTimeInterval?, in root: CALayer) {
    let wanted = chain(to: name).flatMap(\.changes)
    let kept = zip(made, wanted).prefix { $0.number == $1.number }.count
    for (_, back) in made[kept...].reversed() { back() }
    made.removeSubrange(kept...)
    for change in wanted[kept...] { made.append((change.number, change.make(at: time, in: root) ?? {})) }
  }

  /// A state after those that it is based on. A state that is based on itself, by others too, ends the chain.
  private func chain(to name: String?) -> [DocumentState] {
    var chain: [DocumentState] = []
    var seen: Set<String> = []
    var next = name
    while let current = next, let state = states[current], seen.insert(current).inserted {
      chain.append(state)
      next = state.base
    }
    return chain.reversed()
  }

  /// Each property is looked up on its own, as a document may list `* -> B` and `A -> *` for different ones.
  private func mostSpecific(of candidates: [StateTransition], to name: String) -> StateTransition? {
    let ranked = candidates.compactMap { candidate in
      candidate.rank(from: current, to: name).map { (rank: $0, transition: candidate) }
    }
    return ranked.min { $0.rank < $1.rank }?.transition
  }

  private func add(
    _ transition: StateTransition, from old: AnimatableValue, to new: AnimatableValue, at time: CFTimeInterval,
    in root: CALayer
  ) {
    let (layer, animation) = (transition.layer, transition.animation)
    guard let basic = animation as? CABasicAnimation, basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil
    else {
      animation.add(to: layer, forKey: transition.key, at: time, in: root)
      return
    }
    basic.fromValue = old.boxed ?? NSNull()
    basic.toValue = new.boxed ?? NSNull()
    basic.add(to: layer, forKey: transition.key, at: time, in: root)
    basic.fromValue = nil
    basic.toValue = nil
  }
}

extension CALayer {
  /// A property's model value.
  func animatableValue(atKeyPath keyPath: String) -> AnimatableValue {
    AnimatableValue(value(forKeyPath: keyPath)) ?? .none
  }
}
