import CoreGraphics
import Documents
import Foundation
import ImageFiles
import QuartzCore

extension DocumentReader {
  func layer(_ node: Node) throws(SceneFileError) -> CALayer {
    try countLayer(node)
    depth += 1
    defer { depth -= 1 }
    let layer = try makeLayer(node)
    // The tree below comes last, with little on the stack.
    if let mask = node.json["mask"] { layer.mask = try self.layer(node.child("mask", mask)) }
    if let list = node.json["sublayers"] {
      for element in try values.list(node.child("sublayers", list), of: "layers") {
        layer.addSublayer(try self.layer(element))
      }
    }
    return layer
  }

  /// Makes a layer with all that is no layer itself.
  private func makeLayer(_ node: Node) throws(SceneFileError) -> CALayer {
    let members = try values.members(node, "a layer").sorted {
      (LayerWords.rank($0.key), $0.key) < (LayerWords.rank($1.key), $1.key)
    }
    let type = try type(of: node)
    let layer = type.make()
    let box = LayoutBox(node, content: type == .text ? .text : type == .image ? .image : .none)
    boxes[ObjectIdentifier(layer)] = box
    for (key, value) in members {
      if try readWord(key, value, of: layer, type) { continue }
      if LayoutBox.words[key] != nil {
        box.set(try layoutWord(key, value))
        continue
      }
      if key == "stacked" {
        box.isStacked = try values.boolean(value)
        continue
      }
      if key == "stack" {
        box.stack = try stack(value)
        continue
      }
      guard let kind = LayerWords.kind(of: key, on: layer) else { throw unknown(key, value, of: layer, type) }
      let path = LayerWords.key(of: key)
      layer.setValue(try values.value(value, as: kind, of: path), atKeyPath: path)
      note(key, value, in: box)
    }
    try check(box, type)
    if let clip = try film(node, on: layer, type) { clips.append(clip) }
    if type == .text, box.x.hasExtent, node.json["wrapped"] == nil { layer.setValue(.number(1), atKeyPath: "wrapped") }
    (layer as? CAEmitterLayer)?.beginBeforeTheScene()
    if let animations = node.json["animations"] {
      try addAnimations(node.child("animations", animations), to: layer)
    }
    return layer
  }

  private func type(of node: Node) throws(SceneFileError) -> LayerType {
    guard let json = node.json["type"] else { return .layer }
    return LayerType(rawValue: try values.word(node.child("type", json), of: LayerType.names)) ?? .layer
  }

  /// Reads a member that is no property; returns false for any other.
  private func readWord(
    _ key: String, _ node: Node, of layer: CALayer, _ type: LayerType
  ) throws(SceneFileError) -> Bool {
    switch key {
    // These are read after the others, or with them.
    case "type", "sublayers", "mask", "animations": break
    case "filters": layer.filters = try filters(node)
    case "backgroundFilters": layer.backgroundFilters = try filters(node)
    case "compositingFilter": layer.compositingFilter = try compositingFilter(node)
    case "text" where type == .text: layer.setValue(.string(try values.text(node)), atKeyPath: "string")
    case "image" where type == .image: try setImage(node, of: layer)
    case "contents": try setImage(node, of: layer)
    case "video", "start", "end", "ending": return type == .video
    case "emitterCells": (layer as? CAEmitterLayer)?.emitterCells = try emitterCells(node)
    default: return false
    }
    return key != "emitterCells" || type == .emitter
  }

  private func unknown(_ key: String, _ node: Node, of layer: CALayer, _ type: LayerType) -> SceneFileError {
    if LayerSchema.isKnown(LayerWords.key(of: key)) || LayerType.allCases.contains(where: { $0.words.contains(key) }) {
      let types = LayerType.allCases.filter {
        $0.words.contains(key) || LayerWords.kind(of: key, on: $0.make()) != nil
      }.map(\.rawValue)
      if !types.isEmpty {
        return values.failure(
          "a layer of type '\(type.rawValue)' has no '\(key.excerpt)'; expected type \(types.listed(by: "or"))",
          at: node,
          isName: true)
      }
    }
    let words = LayerWords.common + type.words + LayerWords.properties(of: type).map { LayerWords.member(of: $0.key) }
    let guess = key.contains(".") ? LayerKeyPaths.guess(of: key) : words.guess(of: key)
    return values.failure(
      "a layer has no member '\(key.excerpt)'\(guess.isEmpty ? LayerKeyPaths.guess(of: key) : guess)", at: node,
      isName: true)
  }

  // MARK: - Layout

  private func layoutWord(_ name: String, _ node: Node) throws(SceneFileError) -> LayoutWord {
    let filled = try values.slots.filled(node, as: .number, of: values)
    let expectation = "points, or \"50%\" of the superlayer"
    guard let text = filled.json.string else {
      guard filled.json.number != nil else { throw values.wrong(filled, expectation) }
      let points = try checked(values.length(filled), name, filled)
      return LayoutWord(name: name, length: .points(points), node: filled)
    }
    guard text.hasSuffix("%"), let percents = Double(text.dropLast()), abs(percents) <= 1e6 else {
      throw values.wrong(filled, expectation)
    }
    return LayoutWord(name: name, length: .part(try checked(CGFloat(percents / 100), name, filled)), node: filled)
  }

  private func checked(_ number: CGFloat, _ name: String, _ node: Node) throws(SceneFileError) -> CGFloat {
    guard number >= 0 || !["width", "height", "maxWidth"].contains(name) else { throw values.wrong(node, "at least 0") }
    return number
  }

  private func stack(_ node: Node) throws(SceneFileError) -> LayoutStack {
    var stack = LayoutStack()
    for (key, value) in try values.members(node, "a stack", known: Self.stackMembers) {
      switch key {
      case "direction": stack.isVertical = try values.word(value, of: Self.directions) == "vertical"
      case "gap": stack.gap = try values.length(value)
      case "align":
        stack.align = .init(rawValue: try values.word(value, of: LayoutStack.Alignment.acrossNames)) ?? .start
      case "justify":
        stack.justify = .init(rawValue: try values.word(value, of: LayoutStack.Alignment.alongNames)) ?? .start
      default:
        if value.json.array == nil {
          stack.padding = Array(repeating: try values.length(value), count: 4)
        } else {
          let numbers = try values.numbers(value, count: 4, "[top, right, bottom, left]", isLength: true)
          stack.padding = numbers.map { CGFloat($0) }
        }
      }
    }
    return stack
  }

  static let stackMembers = ["direction", "gap", "align", "justify", "padding"]
  static let directions = ["vertical", "horizontal"]

  /// Notes which member gives position and size.
  private func note(_ member: String, _ node: Node, in box: LayoutBox) {
    for isX in [true, false] {
      if LayerWords.gives(member, isX: isX, size: false) { box[isX: isX].position = (member, node) }
      if LayerWords.gives(member, isX: isX, size: true) { box[isX: isX].hasOwnExtent = true }
    }
  }

  /// Throws for an axis that is given twice.
  private func check(_ box: LayoutBox, _ type: LayerType) throws(SceneFileError) {
    for isX in [true, false] {
      let axis = box[isX: isX]
      let words = axis.words
      if let first = words.first, let position = axis.position {
        throw values.failure(
          "'\(first.name)' and '\(position.name)' both place the layer; expected one of them", at: first.node,
          isName: true)
      }
      if words.count > 2 {
        let names = words.map { "'\($0.name)'" }.joined(separator: ", ")
        throw values.failure(
          "\(names) are more than an axis takes; expected two of them", at: words[2].node, isName: true)
      }
      if axis.isFixed, axis.hasOwnExtent {
        throw values.failure(
          "'\(words[0].name)' and 'bounds' both size the layer; expected one of them", at: words[0].node, isName: true)
      }
      if isX, let most = box.maxWidth, axis.hasExtent || (box.content == .none && box.stack == nil) {
        throw values.failure(
          "'maxWidth' is for a text, an image or a stack without a width", at: most.node, isName: true)
      }
      if type == .video, !axis.hasExtent {
        throw values.failure(
          "a film's layer needs a size; expected '\(isX ? "width" : "height")' or 'bounds'", at: box.node)
      }
    }
  }
}
