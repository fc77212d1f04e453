import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension DocumentReader {
  /// An animation that is read, with its place among those of its layer.
  private struct Read {
    let animation: CAAnimation
    let node: Node
    /// The key paths that it animates.
    let keyPaths: Set<String>
    let key: String?
  }

  /// Reads the animations of a layer, and adds them in the order in which they begin: the later one counts where two
  /// change a property at once. They hold: the first of a key path also before its beginning.
  func addAnimations(_ node: Node, to layer: CALayer) throws(SceneFileError) {
    var read: [Read] = []
    var keys: Set<String> = []
    for element in try values.list(node, of: "animations") {
      let animation = try animation(element, on: layer)
      let key = try element.json["key"].map { (json) throws(SceneFileError) in
        try values.text(element.child("key", json))
      }
      if let key, !keys.insert(key).inserted {
        throw values.failure("a second animation with the key '\(key.excerpt)' on one layer", at: element)
      }
      read.append(Read(animation: animation, node: element, keyPaths: animation.keyPaths, key: key))
    }
    // The order of the document remains among those that begin together.
    let ordered = read.enumerated().sorted { ($0.1.animation.beginTime, $0.0) < ($1.1.animation.beginTime, $1.0) }
    var begun: Set<String> = []
    for (_, entry) in ordered {
      if entry.node.json["fillMode"] == nil {
        entry.animation.fillMode = begun.isDisjoint(with: entry.keyPaths) ? .both : .forwards
      }
      begun.formUnion(entry.keyPaths)
      // Core Animation takes 0 for the time at which the animation is added, whatever the layer's own time is.
      if entry.animation.beginTime == 0 { entry.animation.beginTime = AnimationSchema.timeZero }
      layer.add(entry.animation, forKey: entry.key)
      animationEnd = max(animationEnd, entry.animation.hintedEnd)
    }
  }

  /// Reads an animation of a layer; `keyPath` is the one of a state's transition, whose object does not name it.
  func animation(_ node: Node, on layer: CALayer, keyPath: String? = nil) throws(SceneFileError) -> CAAnimation {
    let type = try type(of: node)
    let known =
      keyPath == nil ? type.words : type.words.filter { !Self.notOfStates.contains($0) }
    guard keyPath == nil || type == .basic || type == .spring else {
      throw values.failure("a state's transition of type '\(type.rawValue)'; expected basic or spring", at: node)
    }
    let members = try values.members(node, "an animation of type '\(type.rawValue)'", known: known)
    let animation = try make(type, node)
    (animation.duration, animation.isRemovedOnCompletion) = (animation is CASpringAnimation ? 0 : 0.25, keyPath != nil)
    var kind: PropertyKind?
    if let property = animation as? CAPropertyAnimation {
      property.keyPath = keyPath
      if keyPath == nil { kind = try self.keyPath(of: node, on: layer, property) }
    }
    for (key, value) in members {
      guard try !setEnd(key, value, of: animation, kind), try !setContent(key, value, of: animation, on: layer) else {
        continue
      }
      guard let kind = AnimationWords.kind(of: key), let property = AnimationSchema.property(key) else { continue }
      let number = try self.value(value, kind, of: key)
      guard property.set(animation, number) else { throw values.wrong(value, "a value that '\(key)' can have") }
    }
    if let keyframes = animation as? CAKeyframeAnimation { try check(keyframes, node) }
    try settle(animation, node)
    return animation
  }

  /// The members that a state's transition lacks.
  static let notOfStates = ["keyPath", "key", "from", "to", "by"]

  private func type(of node: Node) throws(SceneFileError) -> AnimationType {
    if let json = node.json["type"] {
      return AnimationType(rawValue: try values.word(node.child("type", json), of: AnimationType.names)) ?? .basic
    }
    return node.json["values"] != nil || node.json["path"] != nil ? .keyframe : .basic
  }

  /// Creates an animation; a spring by `bounce` and `perceptualDuration` has their numbers.
  private func make(_ type: AnimationType, _ node: Node) throws(SceneFileError) -> CAAnimation {
    guard type == .spring, node.json["bounce"] != nil || node.json["perceptualDuration"] != nil else {
      return type.make()
    }
    guard let bounce = node.json["bounce"], let duration = node.json["perceptualDuration"] else {
      throw values.failure("a spring by its look needs both 'bounce' and 'perceptualDuration'", at: node)
    }
    for word in AnimationWords.springNumbers.dropLast() {
      guard let json = node.json[word] else { continue }
      throw values.failure("'\(word)' does not go with 'bounce'", at: node.child(word, json), isName: true)
    }
    let seconds = try values.number(node.child("perceptualDuration", duration), in: 1e-3...1e4)
    let amount = try values.number(node.child("bounce", bounce), in: -0.999...1)
    return CASpringAnimation(perceptualDuration: seconds, bounce: CGFloat(amount))
  }

  private func keyPath(
    of node: Node, on layer: CALayer, _ animation: CAPropertyAnimation
  ) throws(SceneFileError) -> PropertyKind {
    guard let json = node.json["keyPath"] else {
      throw values.failure("the animation has no 'keyPath'; expected a property, as 'opacity'", at: node)
    }
    let place = node.child("keyPath", json)
    let keyPath = try values.text(place, "a key path")
    animation.keyPath = keyPath
    return try kind(ofKeyPath: keyPath, on: layer, at: place)
  }

  /// Returns the kind of value at a key path of a layer; throws for one that the layer lacks.
  func kind(
    ofKeyPath keyPath: String, on layer: CALayer, at node: Node, isName: Bool = false
  ) throws(SceneFileError) -> PropertyKind {
    var isThere = true
    if keyPath.hasPrefix("emitterCells.") { isThere = layer.value(forKeyPath: keyPath) != nil }
    guard isThere, let kind = LayerSchema.kind(ofKeyPath: keyPath, of: layer) else {
      // A layer of another class may have it.
      let guess = LayerSchema.isKnown(keyPath) ? "" : LayerKeyPaths.guess(of: keyPath)
      throw values.failure(
        "\(Swift.type(of: layer)) has no property '\(keyPath.excerpt)'; expected a key path of this layer\(guess)",
        at: node, isName: isName)
    }
    return kind
  }

  private func value(_ node: Node, _ kind: PropertyKind, of key: String) throws(SceneFileError) -> AnimatableValue {
    switch key {
    case "duration": .number(try values.time(node))
    case "repeatDuration" where node.json.number != nil: .number(try values.time(node))
    default: try values.value(node, as: kind, of: key)
    }
  }
}

// MARK: - Members

extension DocumentReader {
  /// Reads a value that an animation leads to or from; returns false for other members.
  private func setEnd(
    _ key: String, _ node: Node, of animation: CAAnimation, _ kind: PropertyKind?
  ) throws(SceneFileError) -> Bool {
    guard let kind, let animation = animation as? CAPropertyAnimation, let keyPath = animation.keyPath else {
      return false
    }
    let read = { (node: Node) throws(SceneFileError) -> Any in
      try self.values.value(node, as: kind, of: keyPath).boxed ?? NSNull()
    }
    switch (key, animation) {
    case ("from", let animation as CABasicAnimation): animation.fromValue = try read(node)
    case ("to", let animation as CABasicAnimation): animation.toValue = try read(node)
    case ("by", let animation as CABasicAnimation): animation.byValue = try read(node)
    case ("values", let animation as CAKeyframeAnimation):
      var list: [Any] = []
      let filled = try values.slots.filled(node, as: .other, of: values)
      for element in try values.list(filled, of: "values") { list.append(try read(element)) }
      guard !list.isEmpty else { throw values.wrong(node, "at least one value") }
      animation.values = list
    case ("path", let animation as CAKeyframeAnimation):
      guard kind == .point else {
        throw values.failure("'path' animates a point; '\(keyPath)' is not a point", at: node)
      }
      animation.path = try values.path(node)
    default: return false
    }
    return true
  }

  /// Reads a member with a meaning of its own; returns false for others.
  private func setContent(
    _ key: String, _ node: Node, of animation: CAAnimation, on layer: CALayer
  ) throws(SceneFileError) -> Bool {
    switch (key, animation) {
    case ("type", _), ("key", _), ("keyPath", _), ("bounce", _), ("perceptualDuration", _): break
    case ("begin", _): animation.beginTime = try values.time(node, from: -DocumentValues.longestTime)
    case ("timing", _): try setTiming(node, of: animation)
    case ("keyTimes", let animation as CAKeyframeAnimation):
      animation.keyTimes = try values.numbers(node).map { NSNumber(value: $0) }
    case ("tensionValues", let animation as CAKeyframeAnimation):
      animation.tensionValues = try values.numbers(node).map { NSNumber(value: $0) }
    case ("continuityValues", let animation as CAKeyframeAnimation):
      animation.continuityValues = try values.numbers(node).map { NSNumber(value: $0) }
    case ("biasValues", let animation as CAKeyframeAnimation):
      animation.biasValues = try values.numbers(node).map { NSNumber(value: $0) }
    case ("animations", let animation as CAAnimationGroup):
      var members: [CAAnimation] = []
      for element in try values.list(node, of: "animations") {
        let member = try self.animation(element, on: layer)
        if element.json["fillMode"] == nil { member.fillMode = .both }
        members.append(member)
      }
      animation.animations = members
    case ("transition", let animation as CATransition):
      animation.type = CATransitionType(rawValue: try values.word(node, of: AnimationWords.transitions))
    case ("subtype", let animation as CATransition):
      animation.subtype = CATransitionSubtype(rawValue: try values.word(node, of: AnimationWords.subtypes))
    default: return false
    }
    return true
  }

  private func setTiming(_ node: Node, of animation: CAAnimation) throws(SceneFileError) {
    let isList = node.elements?.first.map { $0.json.number == nil && $0.json["slot"] == nil } ?? false
    guard let keyframes = animation as? CAKeyframeAnimation, isList else {
      animation.timingFunction = try timing(node)
      return
    }
    var functions: [CAMediaTimingFunction] = []
    for element in try values.list(node, of: "timings") { functions.append(try timing(element)) }
    keyframes.timingFunctions = functions
  }

  private func timing(_ node: Node) throws(SceneFileError) -> CAMediaTimingFunction {
    let node = try values.slots.filled(node, as: .other, of: values)
    guard node.elements != nil else {
      return CAMediaTimingFunction(
        name: CAMediaTimingFunctionName(rawValue: try values.word(node, of: AnimationWords.timings)))
    }
    let expectation = "[x1, y1, x2, y2] with x from 0 to 1"
    let n = try values.numbers(node, count: 4, expectation).map { Float($0) }
    // With x outside of 0...1 the curve would not be a function of time.
    guard 0...1 ~= n[0], 0...1 ~= n[2] else { throw values.wrong(node, expectation) }
    return CAMediaTimingFunction(controlPoints: n[0], n[1], n[2], n[3])
  }

  /// Throws for keyframes whose lists do not go together.
  private func check(_ animation: CAKeyframeAnimation, _ node: Node) throws(SceneFileError) {
    guard (animation.values == nil) != (animation.path == nil) else {
      throw values.failure("keyframes need 'values' or 'path', and not both", at: node)
    }
    if let times = animation.keyTimes?.map(\.doubleValue) {
      let place = node.child("keyTimes", node.json["keyTimes"] ?? .null)
      guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
        throw values.wrong(place, "ascending numbers, from 0 to 1 in the animation's duration")
      }
      let isDiscrete = animation.calculationMode == .discrete
      if let count = animation.values?.count, times.count != count, !isDiscrete || times.count != count + 1 {
        throw values.failure("\(times.count) key times of \(count) values; expected as many", at: place)
      }
    }
    if let functions = animation.timingFunctions, let count = animation.values?.count, functions.count != count - 1 {
      throw values.failure(
        "\(functions.count) timings of \(count) values; expected \(count - 1), one for each interval",
        at: node.child("timing", node.json["timing"] ?? .null))
    }
  }

  /// Gives a spring without duration the time in which it settles.
  private func settle(_ animation: CAAnimation, _ node: Node) throws(SceneFileError) {
    guard let spring = animation as? CASpringAnimation, node.json["duration"] == nil else { return }
    spring.duration = spring.settlingDuration
    guard spring.duration <= 1e4 else {
      throw values.failure("the spring does not settle within 10,000 s; expected 'duration', or more damping", at: node)
    }
  }
}

extension CAAnimation {
  /// The key paths that the animation changes.
  fileprivate var keyPaths: Set<String> {
    switch self {
    case let property as CAPropertyAnimation: property.keyPath.map { [$0] } ?? []
    case let group as CAAnimationGroup: (group.animations ?? []).reduce(into: []) { $0.formUnion($1.keyPaths) }
    default: []
    }
  }
}
