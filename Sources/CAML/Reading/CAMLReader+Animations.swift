import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension CAMLReader {
  /// Reads an element `<animation type="CABasicAnimation" keyPath="opacity" .../>`, and adds it to its layer by its
  /// key.
  func addAnimation(_ node: XMLNode, to layer: CALayer) throws(SceneFileError) {
    guard let animation = try readAnimation(node, on: layer) else { return }
    layer.add(animation, forKey: node["key"])
    animationDuration = max(animationDuration, animation.hintedEnd)
  }

  /// Reads an animation of a layer; returns nil, with a note, for an unsupported class or key path.
  func readAnimation(_ node: XMLNode, on layer: CALayer) throws(SceneFileError) -> CAAnimation? {
    let type = node["type"] ?? node.name
    guard let animation = AnimationSchema.make(type) else {
      let reason = AnimationSchema.isKnown(type) ? "is not supported yet" : "is no animation class that is known"
      note("\(type.excerpt) \(reason); skipped", at: node.position)
      return nil
    }
    var kind: PropertyKind?
    if let animation = animation as? CAPropertyAnimation {
      guard let keyPath = node["keyPath"] else {
        note("\(type.excerpt) without 'keyPath'; skipped", at: node.position)
        return nil
      }
      let position = node.position(of: "keyPath")
      kind = settableKind(
        ofKeyPath: keyPath, on: layer, what: "an animation of '\(keyPath.excerpt)'", at: position, topic: .keyPath)
      guard kind != nil else { return nil }
      animation.keyPath = keyPath
    }
    for attribute in node.attributes { try set(attribute, on: animation, of: type) }
    for child in node.children { try readChild(child, of: animation, on: layer, type: type, kind: kind) }
    if let spring = animation as? CASpringAnimation, node["duration"] == nil {
      spring.duration = spring.settlingDuration
    }
    return animation
  }

  private func set(_ attribute: XMLAttribute, on animation: CAAnimation, of type: String) throws(SceneFileError) {
    switch attribute.name {
    case "type", "key", "keyPath": return
    // Attributes for editors only.
    case let name where name.hasPrefix("mica_") || name.hasPrefix("caplay"): return
    case "timingFunction": animation.timingFunction = timingFunction(attribute.value, at: attribute.position)
    default:
      let name = "attribute '\(attribute.name.excerpt)' of \(type)"
      guard let property = AnimationSchema.property(attribute.name) else {
        note("\(name) is not known; skipped", at: attribute.position)
        return
      }
      let value = try read(attribute.value, as: property.kind, of: attribute.name, at: attribute.position)
      if let value, !property.set(animation, value) {
        note("\(name): '\(attribute.value.excerpt)' has no meaning here; skipped", at: attribute.position)
      }
    }
  }

  private func readChild(
    _ child: XMLNode, of animation: CAAnimation, on layer: CALayer, type: String, kind: PropertyKind?
  ) throws(SceneFileError) {
    switch (child.name, animation) {
    case ("fromValue", let animation as CABasicAnimation): animation.fromValue = try readEnd(child, kind: kind)
    case ("toValue", let animation as CABasicAnimation): animation.toValue = try readEnd(child, kind: kind)
    case ("byValue", let animation as CABasicAnimation): animation.byValue = try readEnd(child, kind: kind)
    case ("values", let animation as CAKeyframeAnimation): animation.values = try readKeyframes(child, kind: kind)
    case ("path", let animation as CAKeyframeAnimation):
      if case .path(let path)? = try readValue(child, as: .path, of: child.name) { animation.path = path }
    case ("keyTimes", let animation as CAKeyframeAnimation): animation.keyTimes = try readNumbers(child)
    case ("tensionValues", let animation as CAKeyframeAnimation): animation.tensionValues = try readNumbers(child)
    case ("continuityValues", let animation as CAKeyframeAnimation): animation.continuityValues = try readNumbers(child)
    case ("biasValues", let animation as CAKeyframeAnimation): animation.biasValues = try readNumbers(child)
    case ("timingFunctions", let animation as CAKeyframeAnimation):
      animation.timingFunctions = child.children.compactMap { timingFunction(of: $0) }
    case ("timingFunction", _): animation.timingFunction = timingFunction(of: child)
    case ("animations", let animation as CAAnimationGroup):
      var members: [CAAnimation] = []
      for element in child.children { if let member = try readAnimation(element, on: layer) { members.append(member) } }
      animation.animations = members
    default: note("<\(child.name.excerpt)> in \(type.excerpt) is not known; skipped", at: child.position)
    }
  }

  /// Reads `<fromValue type="real" value="1"/>`, or `<fromValue><real value="1"/></fromValue>`.
  private func readEnd(_ node: XMLNode, kind: PropertyKind?) throws(SceneFileError) -> Any? {
    let value = try readValue(node.children.first ?? node, as: kind, of: node.name)
    return value.map { $0.boxed ?? NSNull() }
  }

  private func readKeyframes(_ node: XMLNode, kind: PropertyKind?) throws(SceneFileError) -> [Any] {
    var values: [Any] = []
    for element in node.children {
      if let value = try readValue(element, as: kind, of: node.name) {
        values.append(value.boxed ?? NSNull())
      } else if kind == .image {
        // A missing frame of a sequence shows nothing, as without it the following frames would come too early.
        values.append(NSNull())
      }
    }
    return values
  }

  private func readNumbers(_ node: XMLNode) throws(SceneFileError) -> [NSNumber] {
    var numbers: [NSNumber] = []
    for element in node.children {
      if let number = try readValue(element, as: .number, of: node.name)?.number {
        numbers.append(NSNumber(value: number))
      }
    }
    return numbers
  }

  // MARK: - Timing functions

  private func timingFunction(of node: XMLNode) -> CAMediaTimingFunction? {
    for name in ["name", "value", "controlPoints"] {
      if let text = node[name] { return timingFunction(text, at: node.position(of: name)) }
    }
    return node.children.first.flatMap { timingFunction(of: $0) }
  }

  /// Returns the timing function of a name, or of control points "x1 y1 x2 y2"; nil, with a note, for other text.
  private func timingFunction(_ text: String, at position: XMLPosition) -> CAMediaTimingFunction? {
    let names = AnimationSchema.timings
    if names.contains(text) { return CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: text)) }
    let expectation = "\(names.joined(separator: ", ")), or 'x1 y1 x2 y2' with x from 0 to 1"
    let numbers = try? PropertyKind.numbers(in: text, count: 4, expectation).map { Float($0) }
    // With x outside of 0...1 the curve would not be a function of time.
    guard let numbers, (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else {
      note("timing function '\(text.excerpt)'; expected \(expectation)", at: position)
      return nil
    }
    return CAMediaTimingFunction(controlPoints: numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
