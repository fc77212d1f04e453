import CoreGraphics
import Foundation
import QuartzCore

extension SceneWalker {
  /// Returns an animation of a layer as an object; nil, with a note, for one that no document can say.
  func animation(_ animation: CAAnimation, key: String?, of layer: CALayer) -> WrittenObject? {
    let className = String(describing: type(of: animation))
    guard AnimationSchema.isKnown(className) else {
      note("an animation of the class \(className) is left out", of: layer)
      return nil
    }
    var object = WrittenObject(className)
    if let key { object.add("key", .value(.string(key), .string)) }
    var kind: PropertyKind?
    if let property = animation as? CAPropertyAnimation {
      guard let keyPath = property.keyPath, let found = LayerSchema.kind(ofKeyPath: keyPath, of: layer) else {
        note("an animation of '\(property.keyPath?.excerpt ?? "")' is left out", of: layer)
        return nil
      }
      if property.valueFunction != nil { note("the value function of '\(keyPath)' is left out", of: layer) }
      object.add("keyPath", .value(.string(keyPath), .string))
      kind = found
    }
    addScalars(of: animation, to: &object)
    if let function = animation.timingFunction { object.add("timingFunction", .timing(function)) }
    if let kind { add(animation, kind, to: &object, of: layer) }
    if let group = animation as? CAAnimationGroup {
      object.add(
        "animations", .objects((group.animations ?? []).compactMap { self.animation($0, key: nil, of: layer) }))
    }
    if let transition = animation as? CATransition {
      object.add("transition", .value(.string(transition.type.rawValue), .string))
      if let subtype = transition.subtype { object.add("subtype", .value(.string(subtype.rawValue), .string)) }
      if transition.filter != nil || transition.startProgress != 0 || transition.endProgress != 1 {
        note("a transition's filter, startProgress and endProgress are left out", of: layer)
      }
    }
    return object
  }

  /// Adds the numbers and names that differ from the class's defaults, and how the animation ends.
  private func addScalars(of animation: CAAnimation, to object: inout WrittenObject) {
    let plain = AnimationSchema.make(object.className) ?? CATransition()
    let always: Set = ["fillMode", "removedOnCompletion"]
    for (key, kind) in AnimationSchema.kinds.sorted(by: { $0.key < $1.key }) where key != "velocity" {
      guard let value = AnimatableValue(animation.value(forKey: key)), value != .none else { continue }
      let isSpring = key == "duration" && animation is CASpringAnimation
      guard isSpring || always.contains(key) || value != AnimatableValue(plain.value(forKey: key)) else { continue }
      object.add(key, .value(value, kind))
    }
  }

  private func add(_ animation: CAAnimation, _ kind: PropertyKind, to object: inout WrittenObject, of layer: CALayer) {
    if let basic = animation as? CABasicAnimation {
      for (key, end) in [("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue)] {
        guard let end else { continue }
        guard let value = AnimatableValue(end) else {
          note("'\(key)' of an animation is left out", of: layer)
          continue
        }
        object.add(key, .value(value, kind))
      }
    }
    guard let keyframes = animation as? CAKeyframeAnimation else { return }
    if let path = keyframes.path { object.add("path", .value(.path(path), .path)) }
    if let values = keyframes.values, keyframes.path == nil {
      object.add("values", .values(values.map { AnimatableValue($0) ?? .none }, kind))
    }
    let lists = [
      ("keyTimes", keyframes.keyTimes), ("tensionValues", keyframes.tensionValues),
      ("continuityValues", keyframes.continuityValues), ("biasValues", keyframes.biasValues),
    ]
    for (key, list) in lists {
      if let list { object.add(key, .value(.numbers(list.map(\.doubleValue)), .numbers)) }
    }
    if let functions = keyframes.timingFunctions { object.add("timingFunctions", .timings(functions)) }
  }

  // MARK: - States

  /// Returns the states of a scene, and names for the layers that they change, each the name of no other layer.
  func states(of scene: Scene) -> ([DocumentState], [ObjectIdentifier: String]) {
    let states = scene.documentStates
    guard !states.isEmpty else { return ([], [:]) }
    if states.contains(where: { !$0.changes.isEmpty }) {
      note("states' animations, and layers that states add and remove, are left out")
    }
    if scene.hasStateTransitions { note("the animations between states are left out") }
    var counts: [String: Int] = [:]
    scene.rootLayer.forEachInTree { counts[$0.name ?? "", default: 0] += 1 }
    var names: [ObjectIdentifier: String] = [:]
    for value in states.flatMap(\.values) where names[ObjectIdentifier(value.layer)] == nil {
      var name = value.layer.name ?? ""
      var number = 1
      while name.isEmpty || counts[name, default: 0] > (name == value.layer.name ? 1 : 0) {
        number += 1
        name = "\(value.layer.name ?? "layer") \(number)"
      }
      counts[name, default: 0] += 1
      names[ObjectIdentifier(value.layer)] = name
    }
    return (states, names)
  }
}

extension WrittenScene {
  /// The scene without layers that only wrap one other of their size, as the formats' readers make them.
  var simplified: WrittenScene {
    var scene = self
    let placing: Set = ["bounds", "position", "geometryFlipped", "name", "sublayers"]
    while scene.root.className == "CALayer", scene.root.members.allSatisfy({ placing.contains($0.key) }),
      scene.root.sublayers.count == 1, scene.hasPlainBounds(scene.root), let inner = scene.root.sublayers.first,
      scene.isCentred(inner)
    {
      scene.isFlipped = scene.isFlipped != inner.isTrue("geometryFlipped")
      scene.root = inner
      scene.root.remove(["geometryFlipped"])
    }
    return scene
  }

  /// Whether a layer is of the scene's size, and begins at the origin.
  private func hasPlainBounds(_ object: WrittenObject) -> Bool {
    if case .value(.rect(let bounds), _)? = object["bounds"] { return bounds == CGRect(origin: .zero, size: size) }
    return false
  }

  /// Whether a layer lies in the middle, where turning the superlayer about changes nothing.
  private func isCentred(_ object: WrittenObject) -> Bool {
    guard case .value(.rect(let bounds), _)? = object["bounds"], bounds.size == size,
      case .value(.point(let position), _)? = object["position"]
    else { return false }
    return position == CGPoint(x: size.width / 2, y: size.height / 2)
      && ["transform", "anchorPoint", "shadowOpacity", "animations", "mask", "sublayerTransform"].allSatisfy {
        object[$0] == nil
      }
  }
}
