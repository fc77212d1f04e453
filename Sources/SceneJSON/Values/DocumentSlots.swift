// Slots: `{"slot": "Title", "default": "Hello"}` in the place of a value, which the user may replace by its id.
//
// Tested by SceneSlotTests and BlocksCommandTests.

import CoreGraphics
package import Documents
import Foundation
package import QuartzCore

/// The slots of a document, as far as it is read, and what the user has for them.
package final class DocumentSlots {
  /// The kind of a slot's values, as messages name it.
  package enum Kind: String {
    case number = "a number"
    case text = "a text"
    case color = "a colour"
    case image = "an image"
    case film = "a film"
    case boolean = "true or false"
    case numbers = "numbers"
    case other = "a value"
  }

  private let given: SceneReplacements
  private let path: String
  /// The ids of all slots.
  package let ids: Set<String>
  private let defaults: [String: JSON]
  /// The kinds of the slots that are read.
  private(set) var kinds: [String: Kind] = [:]

  /// Creates the slots of a document; `path` is its path.
  package init(of document: JSON, _ given: SceneReplacements, path: String) {
    let slots = document.slots
    (ids, defaults) = (slots.ids, slots.defaults)
    (self.given, self.path) = (given, path)
  }

  /// The user's replacements that are not for slots.
  package func rest() throws(SceneFileError) -> SceneReplacements {
    var rest = given
    if let id = given.slots.keys.sorted().first(where: { !ids.contains($0) }) {
      throw SceneFileError.unknownName(id, "slot", among: ids.sorted(), file: path)
    }
    rest.slots = [:]
    for id in ids {
      rest.texts[id] = nil
      rest.images[id] = nil
      rest.clips[id] = nil
    }
    rest.colors.removeAll { ids.contains($0.keyPath) }
    return rest
  }

  /// Returns the names of the parts of a document that can be replaced: its slots, and the layers of a tree.
  package func names(in root: CALayer) -> SceneNames {
    var names = root.replaceableNames
    names.slots = ids
    names.textSlots = ids.filter { kinds[$0] == .text }
    names.fileSlots = ids.filter { kinds[$0] == .image || kinds[$0] == .film }
    // A slot counts before a layer of its name.
    names.texts.subtract(ids)
    names.images.subtract(ids)
    for (id, value) in defaults { names.defaults[id] = value.slotText }
    names.hasColor = { [kinds] in kinds[$0] == .color }
    return names
  }

  // MARK: - Filling

  /// Returns a value, or what stands in its slot's place: the user's value, or the default.
  package func filled(_ node: Node, as kind: Kind, of values: DocumentValues) throws(SceneFileError) -> Node {
    guard let (id, standard) = try slot(node, as: kind, of: values) else { return node }
    if let text = given.texts[id] {
      return Node(json: kind == .text ? .string(text) : json(text, as: kind), place: node.place, slot: id)
    }
    switch given.slots[id] {
    case .written(let text, _)?: return Node(json: json(text, as: kind), place: node.place, slot: id)
    case .text(let text)?: return Node(json: .string(text), place: node.place, slot: id)
    case .number(let number)?: return Node(json: .number(number), place: node.place, slot: id)
    case .vector(let numbers)?: return Node(json: .array(numbers.map(JSON.number)), place: node.place, slot: id)
    case .color?, .image?: break
    case nil: if !isGiven(id) { return standard }
    }
    throw unsuitable(id)
  }

  /// Returns a value that is a colour, or the user's colour.
  func color(_ node: Node, of values: DocumentValues) throws(SceneFileError) -> (Node, CGColor?) {
    guard let (id, standard) = try slot(node, as: .color, of: values) else { return (node, nil) }
    if let color = given.colors.last(where: { $0.keyPath == id })?.color { return (node, color) }
    switch given.slots[id] {
    case .color(let color)?, .written(_, let color?)?: return (node, color)
    case .text?, .number?, .vector?, .image?, .written?: throw unsuitable(id)
    case nil: break
    }
    if let text = given.texts[id] { return (Node(json: .string(text), place: node.place, slot: id), nil) }
    guard !isGiven(id) else { throw unsuitable(id) }
    return (standard, nil)
  }

  /// Returns a value that names an image or a film, or the user's file.
  package func file(
    _ node: Node, as kind: Kind, of values: DocumentValues
  ) throws(SceneFileError) -> (Node, SceneClipFile?) {
    guard let (id, standard) = try slot(node, as: kind, of: values) else { return (node, nil) }
    if let clip = given.clips[id] { return (node, clip) }
    if let url = given.images[id] { return (node, SceneClipFile(looping: url)) }
    switch given.slots[id] {
    case .image(let url)?: return (node, SceneClipFile(looping: url))
    case .written(let text, _)?:
      return (node, SceneClipFile(looping: try (given.slotFiles[id] ?? .asWritten).url(of: text, in: path)))
    case .text?, .number?, .vector?, .color?: throw unsuitable(id)
    case nil: break
    }
    guard !isGiven(id) else { throw unsuitable(id) }
    return (standard, nil)
  }

  /// Returns a slot's id and its default; nil for any other value. Notes the slot's kind.
  private func slot(
    _ node: Node, as kind: Kind, of values: DocumentValues
  ) throws(SceneFileError) -> (id: String, standard: Node)? {
    guard node.slot == nil, node.json["slot"] != nil else { return nil }
    let members = try values.members(node, "a slot", known: ["slot", "default"])
    guard let id = node.json["slot"]?.string, !id.isEmpty else {
      throw values.failure("a slot needs an id, a text", at: node)
    }
    guard let standard = members.first(where: { $0.key == "default" })?.node else {
      throw values.failure("the slot '\(id.excerpt)' has no 'default'; expected \(kind.rawValue)", at: node)
    }
    if let known = kinds[id], known != kind {
      throw values.failure(
        "the slot '\(id.excerpt)' is \(kind.rawValue) here, and \(known.rawValue) elsewhere; expected one kind",
        at: node)
    }
    kinds[id] = kind
    return (id, standard)
  }

  private func isGiven(_ id: String) -> Bool {
    given.texts[id] != nil || given.images[id] != nil || given.clips[id] != nil || given.slots[id] != nil
      || given.colors.contains { $0.keyPath == id }
  }

  private func unsuitable(_ id: String) -> SceneFileError {
    let kind = kinds[id]?.rawValue ?? ""
    return SceneFileError(
      .unsuitableValue, file: path, "the slot '\(id.excerpt)' holds \(kind); expected a value of that kind")
  }

  /// Returns a written value as the JSON that a document would have.
  private func json(_ text: String, as kind: Kind) -> JSON {
    if kind == .text { return .string(text.withLineBreaks) }
    if let number = Double(text), number.isFinite {
      return kind == .numbers ? .array([.number(number)]) : .number(number)
    }
    var limits = SceneLimits()
    limits.documentBytes = DocumentValues.longestText
    if let value = try? JSON.read(Array(text.utf8), file: path, limits: limits), value.string == nil { return value }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }.filter(\.isFinite)
    guard parts.count > 1, numbers.count == parts.count else { return .string(text) }
    return .array(numbers.map(JSON.number))
  }
}

/// A slot of a document with its default.
package struct SceneSlot {
  package let id: String
  /// The default of a text, a number, a colour or a file, as a table has it; nil for others.
  package let text: String?

  /// Returns the slots of a document, each once, in the order of their names.
  package static func all(in bytes: [UInt8], file: String) throws(SceneFileError) -> [SceneSlot] {
    try JSON.read(bytes, file: file, limits: SceneLimits()).slots.defaults.sorted { $0.key < $1.key }.map {
      SceneSlot(id: $0, text: $1.slotText)
    }
  }
}

extension JSON {
  /// The ids of the slots in the value, and the first default of each.
  fileprivate var slots: (ids: Set<String>, defaults: [String: JSON]) {
    var (ids, defaults): (Set<String>, [String: JSON]) = ([], [:])
    forEachSlot { id, standard in
      ids.insert(id)
      if let standard { defaults[id] = defaults[id] ?? standard }
    }
    return (ids, defaults)
  }

  /// The default of a text, a number, a colour or a file, as a table has it; nil for others.
  fileprivate var slotText: String? {
    switch self {
    case .string(let text) where !text.hasPrefix("data:"): text
    case .number(let number): number.shortText
    default: nil
    }
  }

  /// Calls `body` with the id and the default of each slot in the value, objects by their members' names.
  func forEachSlot(_ body: (_ id: String, _ standard: JSON?) -> Void) {
    for value in array ?? [] { value.forEachSlot(body) }
    guard let members = object else { return }
    if let id = members["slot"]?.string { body(id, members["default"]) }
    for (_, value) in members.sorted(by: { $0.key < $1.key }) { value.forEachSlot(body) }
  }
}
