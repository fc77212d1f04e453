// Tested by ConvertCommandTests.

import CoreGraphics
package import Documents
import Foundation
package import ImageFiles
import QuartzCore

/// Writes a scene as a CAML document: attributes for values that fit in one, elements for the others.
package struct CAMLWriter {
  private let assets: WrittenAssets
  private let notes: NoteCollector
  private let file: String
  private let ids: Set<String>
  private var lines: [String] = []
  private var depth = 0

  /// Returns a scene's document. Notes what CAML cannot say.
  package static func document(
    _ scene: WrittenScene, named file: String, assets: WrittenAssets, notes: NoteCollector
  ) throws(ImageFileError) -> String {
    var writer = CAMLWriter(assets: assets, notes: notes, file: file, ids: Set(scene.names.values))
    if let duration = scene.duration {
      writer.note("the duration, \(duration.shortText) s, is left out: CAML's is that of its animations")
    }
    var root = scene.root
    // A document's y points up unless its root layer is flipped.
    if !scene.isFlipped { root.members.insert(("geometryFlipped", .value(.number(1), .boolean)), at: 0) }
    writer.lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    writer.open("caml", ["xmlns=\"http://www.apple.com/CoreAnimation/1.0\""])
    try writer.write(root, states: scene.states, scene.names)
    writer.close("caml")
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private func note(_ message: String) { notes.add(message, at: SourceLocation(file: file)) }

  // MARK: - Lines

  private var indentation: String { String(repeating: "  ", count: depth) }

  private mutating func open(_ name: String, _ attributes: [String] = []) {
    lines.append("\(indentation)<\(([name] + attributes).joined(separator: " "))>")
    depth += 1
  }

  private mutating func close(_ name: String) {
    depth -= 1
    lines.append("\(indentation)</\(name)>")
  }

  private mutating func empty(_ name: String, _ attributes: [String] = []) {
    lines.append("\(indentation)<\(([name] + attributes).joined(separator: " "))/>")
  }

  private func attribute(_ name: String, _ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += "&#\(scalar.value);"
      // XML has no other control characters.
      case let scalar where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\(name)=\"\(escaped)\""
  }

  // MARK: - Objects

  private mutating func write(
    _ object: WrittenObject, states: [DocumentState] = [], _ names: [ObjectIdentifier: String] = [:]
  ) throws(ImageFileError) {
    guard object.className != "CATransition" else {
      note("a transition is left out: CAML's animations have none")
      return
    }
    let isAnimation = object.className.hasSuffix("Animation") || object.className == "CAAnimationGroup"
    let element = isAnimation ? "animation" : object.className
    var attributes = isAnimation ? ["type=\"\(object.className)\""] : []
    var children: [(key: String, value: WrittenObject.Value)] = []
    for (key, value) in object.members {
      switch value {
      case .value(let value, let kind):
        let takesElement = key.hasSuffix("Value") || kind == .numbers && object.className != "CAFilter"
        guard !takesElement, let text = text(of: value, kind) else {
          children.append((key, .value(value, kind)))
          continue
        }
        if key == "name", case .string(let name) = value, ids.contains(name) {
          attributes.append(attribute("id", name))
        }
        attributes.append(attribute(key, text))
      case .timing(let function): attributes.append(attribute(key, text(of: function)))
      default: children.append((key, value))
      }
    }
    guard !children.isEmpty || !states.isEmpty else { return empty(element, attributes) }
    open(element, attributes)
    for (key, value) in children { try write(value, as: key) }
    if !states.isEmpty { try write(states, names) }
    close(element)
  }

  private mutating func write(_ value: WrittenObject.Value, as key: String) throws(ImageFileError) {
    switch value {
    case .value(let value, let kind): try writeElement(key, value, kind, isProperty: true)
    case .values(let values, let kind):
      open(key)
      for value in values { try writeElement(Self.element(of: kind), value, kind, isProperty: false) }
      close(key)
    case .timings(let functions):
      open(key)
      for function in functions {
        let (name, points) = function.written
        empty(
          "timingFunction",
          [name.map { attribute("name", $0) } ?? attribute("controlPoints", Self.text(of: points))])
      }
      close(key)
    case .object(let object):
      open(key)
      try write(object)
      close(key)
    case .objects(let objects):
      open(key)
      for object in objects { try write(object) }
      close(key)
    case .film(let film):
      if film.ending != .loop || film.start != 0 || film.end != nil {
        note("the film '\(film.name)' plays whole and repeats: CAML has no other way")
      }
      guard let source = try assets.source(of: film) else {
        note("the film '\(film.name)' is left out: it is not below the document's folder")
        return
      }
      empty(key, ["type=\"CGImage\"", attribute("src", source)])
    case .timing: break
    }
  }

  /// Writes a value as an element: a property's, with its type, or a value's in a list.
  private mutating func writeElement(
    _ name: String, _ value: AnimatableValue, _ kind: PropertyKind, isProperty: Bool
  ) throws(ImageFileError) {
    let type = isProperty ? ["type=\"\(Self.element(of: kind))\""] : []
    switch value {
    case .none: isProperty ? empty(name, ["type=\"null\""]) : empty("null")
    case .image(let image): empty(name, type + [attribute("src", try assets.source(of: image))])
    case .path(let path): empty(name, type + [attribute("value", PathData.text(of: path))])
    case .list, .numbers:
      // An animation's end holds the list, and a property's element is the list.
      let isEnd = isProperty && name.hasSuffix("Value")
      let outer = isProperty ? name : "NSArray"
      open(outer)
      if isEnd { open("NSArray") }
      let element = kind.element ?? .number
      for value in value.elements {
        try writeElement(Self.element(of: element), value, element, isProperty: false)
      }
      if isEnd { close("NSArray") }
      close(outer)
    default: empty(name, type + [attribute("value", text(of: value, kind) ?? "")])
    }
  }

  private mutating func write(
    _ states: [DocumentState], _ names: [ObjectIdentifier: String]
  ) throws(ImageFileError) {
    open("states")
    for state in states {
      open("LKState", [attribute("name", state.name)] + (state.base.map { [attribute("basedOn", $0)] } ?? []))
      open("elements")
      for value in state.values {
        guard let id = names[ObjectIdentifier(value.layer)],
          let kind = LayerSchema.kind(ofKeyPath: value.keyPath, of: value.layer)
        else { continue }
        open("LKStateSetValue", [attribute("targetId", id), attribute("keyPath", value.keyPath)])
        try writeElement("value", value.value, kind, isProperty: true)
        close("LKStateSetValue")
      }
      close("elements")
      close("LKState")
    }
    close("states")
  }

  // MARK: - Values

  private static func element(of kind: PropertyKind) -> String {
    switch kind {
    case .number, .length, .extent, .boolean, .bits: "real"
    case .point: "CGPoint"
    case .size: "CGSize"
    case .rect: "CGRect"
    case .color: "CGColor"
    case .transform: "CATransform3D"
    case .image: "CGImage"
    case .string, .enumeration: "string"
    case .path: "CGPath"
    case .numbers, .colors: "NSArray"
    }
  }

  private static func text(of numbers: [Double]) -> String { numbers.map(\.shortText).joined(separator: " ") }

  private func text(of function: CAMediaTimingFunction) -> String {
    let (name, points) = function.written
    return name ?? Self.text(of: points)
  }

  /// Returns a value as an attribute; nil for a value that takes elements.
  private func text(of value: AnimatableValue, _ kind: PropertyKind) -> String? {
    switch value {
    case .number(let number): return number == .infinity ? "inf" : number.shortText
    case .point(let point): return Self.text(of: [point.x, point.y])
    case .size(let size): return Self.text(of: [size.width, size.height])
    case .rect(let rect): return Self.text(of: [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case .color(let color): return Self.text(of: color.writtenComponents)
    case .transform(let transform): return Self.text(of: transform.numbers)
    case .numbers(let numbers): return Self.text(of: numbers)
    case .string(let text): return text
    case .image, .path, .list, .none: return nil
    }
  }
}
