// A state is the document with some values set. Changing the state sets the model values, and adds the animations of
// the document's transitions from the old values to the new ones.
//
// Tested by StateTests and StateChangeTests.

import CoreGraphics
import Foundation
package import QuartzCore

package struct StateValue {
  package let layer: CALayer
  package let keyPath: String
  package let value: AnimatableValue

  package init(layer: CALayer, keyPath: String, value: AnimatableValue) {
    (self.layer, self.keyPath, self.value) = (layer, keyPath, value)
  }
}

/// A named set of values.
package struct DocumentState {
  package let name: String
  /// The state that gives the values that this one does not set; nil for the document.
  package let base: String?
  package let values: [StateValue]
  package var changes: [StateChange] = []

  package init(name: String, base: String?, values: [StateValue], changes: [StateChange] = []) {
    (self.name, self.base, self.values, self.changes) = (name, base, values, changes)
  }
}

package struct StateProperty: Hashable {
  private let layer: ObjectIdentifier
  private let keyPath: String

  package init(_ layer: CALayer, _ keyPath: String) {
    self.layer = ObjectIdentifier(layer)
    self.keyPath = keyPath
  }
}

/// The transition of a layer's property from one state to another.
package struct StateTransition {
  /// A state's name, or `*` for any.
  let fromState: String
  let toState: String
  let layer: CALayer
  let keyPath: String
  let key: String
  let animation: CAAnimation

  package init(
    fromState: String, toState: String, layer: CALayer, keyPath: String, key: String, animation: CAAnimation
  ) {
    (self.fromState, self.toState, self.layer) = (fromState, toState, layer)
    (self.keyPath, self.key, self.animation) = (keyPath, key, animation)
  }

  /// Returns the rank of the match with a change, 0 for the most specific; nil for no match.
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

package final class DocumentStates: SceneStates {
  package let names: [String]
  private let states: [String: DocumentState]
  private let transitions: [StateProperty: [StateTransition]]
  /// The document's own value of each property that a state sets.
  private let base: [StateValue]
  private var current: String?
  /// The changes of the current state with the functions that revert them.
  private var made: [(number: Int, back: () -> Void)] = []

  package init(states: [DocumentState], transitions: [StateTransition]) {
    names = states.map(\.name)
    self.states = Dictionary(states.map { ($0.name, $0) }) { first, _ in first }
    self.transitions = Dictionary(grouping: transitions) { StateProperty($0.layer, $0.keyPath) }
    var seen: Set<StateProperty> = []
    base = states.flatMap(\.values).filter { seen.insert(StateProperty($0.layer, $0.keyPath)).inserted }.map {
      StateValue(layer: $0.layer, keyPath: $0.keyPath, value: $0.layer.animatableValue(atKeyPath: $0.keyPath))
    }
  }

  /// The states in the order of the document.
  package var all: [DocumentState] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.compactMap { states[$0] }
  }

  package var hasTransitions: Bool { !transitions.isEmpty }

  package func setsValues(in name: String) -> Bool {
    chain(to: name).contains { !$0.values.isEmpty || !$0.changes.isEmpty }
  }

  package func set(_ name: String?, transitionsAt time: CFTimeInterval?, in root: CALayer) {
    let old = base.map { $0.layer.animatableValue(atKeyPath: $0.keyPath) }
    for value in base { value.layer.setValue(value.value, atKeyPath: value.keyPath) }
    for state in chain(to: name) {
      for value in state.values { value.layer.setValue(value.value, atKeyPath: value.keyPath) }
    }
    for (property, old) in zip(base, old) {
      let new = property.layer.animatableValue(atKeyPath: property.keyPath)
      // An unchanged value keeps its animations.
      guard new != old else { continue }
      let candidates = transitions[StateProperty(property.layer, property.keyPath)] ?? []
      for running in candidates { property.layer.removeAnimation(forKey: running.key) }
      guard let time, let name, let transition = mostSpecific(of: candidates, to: name) else { continue }
      add(transition, from: old, to: new, at: time, in: root)
    }
    change(to: name, at: time, in: root)
    current = name
  }

  /// Reverts the changes that only the previous state makes, and makes those that only the new one makes.
  private func change(to name: String?, at time: CFTimeInterval?, in root: CALayer) {
    let wanted = chain(to: name).flatMap(\.changes)
    let kept = zip(made, wanted).prefix { $0.number == $1.number }.count
    for (_, back) in made[kept...].reversed() { back() }
    made.removeSubrange(kept...)
    for change in wanted[kept...] { made.append((change.number, change.make(at: time, in: root) ?? {})) }
  }

  /// Returns a state after the states that it is based on. A cycle ends the chain.
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

  /// Each property is matched separately, as a document may have `* -> B` and `A -> *` for different ones.
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
  func animatableValue(atKeyPath keyPath: String) -> AnimatableValue {
    AnimatableValue(value(forKeyPath: keyPath)) ?? .none
  }

  fileprivate func isWithin(_ other: CALayer) -> Bool {
    sequence(first: self as CALayer) { $0.superlayer }.contains { $0 === other }
  }

  /// Removes the layer from its superlayer. Returns the reversal; nil for a mask, which is no sublayer.
  fileprivate func removal() -> (() -> Void)? {
    guard let parent = superlayer else { return {} }
    guard let index = parent.sublayers?.firstIndex(where: { $0 === self }) else { return nil }
    removeFromSuperlayer()
    return { [self] in parent.insertSublayer(self, at: UInt32(min(index, parent.sublayers?.count ?? 0))) }
  }
}

/// A state's change of animations or layers, which the end of the state reverts.
package struct StateChange {
  package enum Kind {
    case addAnimation(CAAnimation, key: String)
    case removeAnimation(key: String)
    /// Adds a sublayer, behind another one if that exists.
    case addLayer(CALayer, before: CALayer?)
    case removeLayer(CALayer)
  }

  /// The change's index in the document, which identifies it.
  let number: Int
  let layer: CALayer
  let kind: Kind

  package init(number: Int, layer: CALayer, kind: Kind) {
    (self.number, self.layer, self.kind) = (number, layer, kind)
  }

  /// Makes the change, and returns its reversal; nil if there was nothing to change. `time` is the state's beginning,
  /// in the time of `root`; nil if the scene begins in the state.
  func make(at time: CFTimeInterval?, in root: CALayer) -> (() -> Void)? {
    switch kind {
    case .addAnimation(let animation, let key):
      let before = layer.animation(forKey: key)
      if let time {
        animation.add(to: layer, forKey: key, at: time, in: root)
      } else {
        layer.add(animation, forKey: key)
      }
      return { [layer] in
        layer.removeAnimation(forKey: key)
        if let before { layer.add(before, forKey: key) }
      }
    case .removeAnimation(let key):
      guard let removed = layer.animation(forKey: key) else { return nil }
      layer.removeAnimation(forKey: key)
      return { [layer] in layer.add(removed, forKey: key) }
    case .addLayer(let added, let before):
      guard !layer.isWithin(added), let back = added.removal() else { return nil }
      let others = layer.sublayers ?? []
      let index = before.flatMap { before in others.firstIndex { $0 === before } } ?? others.count
      layer.insertSublayer(added, at: UInt32(index))
      return {
        added.removeFromSuperlayer()
        back()
      }
    case .removeLayer(let removed):
      guard removed.superlayer === layer else { return nil }
      return removed.removal()
    }
  }
}

extension CAAnimation {
  /// Adds the animation to a layer, to begin at a time of another one, plus the document's delay.
  func add(to layer: CALayer, forKey key: String, at time: CFTimeInterval, in root: CALayer) {
    // The layer gets a copy, so that the document's animation can be adjusted each time.
    let delay = beginTime
    defer { beginTime = delay }
    // 0 would mean the next commit; documents write 1e-100 for the beginning.
    let begin = layer.convertTime(time, from: root) + delay
    beginTime = begin == 0 ? 1e-100 : begin
    layer.add(self, forKey: key)
  }
}

extension Scene {
  /// The states of its documents; those of one name in several are one.
  package var documentStates: [DocumentState] {
    var all: [DocumentState] = []
    for state in states.compactMap({ $0 as? DocumentStates }).flatMap(\.all) {
      guard let index = all.firstIndex(where: { $0.name == state.name }) else {
        all.append(state)
        continue
      }
      all[index] = DocumentState(
        name: state.name, base: all[index].base ?? state.base, values: all[index].values + state.values,
        changes: all[index].changes + state.changes)
    }
    return all
  }

  /// Whether animations lead from one state to another.
  package var hasStateTransitions: Bool { states.contains { ($0 as? DocumentStates)?.hasTransitions == true } }
}
