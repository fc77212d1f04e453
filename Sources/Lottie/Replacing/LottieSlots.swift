// Slots: values at one place (`slots.ID.p`) for all properties, texts and assets that name the slot (`sid`).
//
// Tested by LottieSlotTests and LottieReplacementTests.

import CoreGraphics
import Documents
import Foundation

struct LottieSlots {
  var values: [String: JSON] = [:]

  init(_ document: JSON) { for (id, slot) in document["slots"]?.object ?? [:] { values[id] = slot["p"] ?? slot } }

  /// Merges a value into a slot's.
  mutating func override(_ id: String, with value: JSON) {
    values[id] = values[id].map { Self.merged($0, with: value) } ?? value
  }

  /// Writes the slots' values to all parts that name them.
  func apply(to document: inout JSON) {
    guard !values.isEmpty, let resolved = resolved(document) else { return }
    document = resolved
  }

  /// Returns a value with its slots filled in; nil for a value without slots, which need not be copied.
  private func resolved(_ value: JSON) -> JSON? {
    switch value {
    case .array(let elements):
      var changed: [JSON]?
      for (index, element) in elements.enumerated() {
        guard let new = resolved(element) else { continue }
        if changed == nil { changed = elements }
        changed?[index] = new
      }
      return changed.map(JSON.array)
    case .object(let members):
      // A slot's value does not name slots itself.
      if let id = members["sid"]?.string, let slot = values[id], slot.object != nil {
        return Self.merged(value, with: slot)
      }
      var changed: [String: JSON]?
      for (key, member) in members where key != "slots" {
        guard let new = resolved(member) else { continue }
        if changed == nil { changed = members }
        changed?[key] = new
      }
      return changed.map(JSON.object)
    default: return nil
    }
  }

  /// Returns a property, a text or an asset with a slot's members in place of its own.
  private static func merged(_ own: JSON, with slot: JSON) -> JSON {
    guard var members = own.object, let others = slot.object else { return slot }
    if others["k"] != nil {
      // The animation and the expression go with the replaced value.
      members["a"] = nil
      members["x"] = nil
    }
    // A slot's image is not embedded.
    if others["p"]?.string != nil { members["e"] = nil }
    let ownText = members["k"]?[0]?["s"]
    members.merge(others) { $1 }
    // A text's slot has only the changed members of the text.
    if let look = ownText?.object, let texts = members["k"]?.array {
      members["k"] = .array(
        texts.map { item in
          guard let new = item["s"]?.object else { return item }
          var item = item
          item.set("s", .object(look.merging(new) { $1 }))
          return item
        })
    }
    return .object(members)
  }
}

// MARK: - Values from outside

extension LottieSlots {
  /// The kinds of values that slots hold, as messages name them.
  private enum Kind: String {
    case number = "a number"
    case color = "a colour, or three numbers with commas between them"
    case vector = "numbers with commas between them"
    case text = "a text"
    case image = "an image file"
    case other = "what only themes set"

    init(of value: JSON) {
      if value["p"]?.string != nil {
        self = .image
      } else if let item = value["k"]?[0]?["s"] {
        self = item.object != nil ? .text : Self(numbers: item.array?.count ?? 1)
      } else if value["k"]?.number != nil {
        self = .number
      } else if let numbers = value["k"]?.array {
        self = Self(numbers: numbers.count)
      } else {
        self = .other
      }
    }

    private init(numbers: Int) { self = numbers < 2 ? .number : numbers == 2 ? .vector : .color }
  }

  /// Replaces the value of a document's slot, whose kind the document's use determines if the slot does not. `written`
  /// is the file of a written value, for a slot of an image. Image files are recorded in `files`; errors name `file`.
  mutating func replace(
    _ id: String, by value: SceneSlotValue, written: WrittenFile, in document: JSON, files: inout LottieReplacedFiles,
    file: String
  ) throws(SceneFileError) {
    var users: [String: JSON] = [:]
    if values[id] == nil { Self.collectUsers(document, in: &users) }
    guard let present = values[id] ?? users[id] else {
      throw SceneFileError.unknownName(id, "slot", among: Self.ids(in: document).sorted(), file: file)
    }
    let kind = Kind(of: present)
    var value = value
    if kind == .image, case .written(let path, _) = value { value = .image(try written.url(of: path, in: file)) }
    guard let new = Self.value(value, as: kind, files: &files) else {
      throw SceneFileError(
        .unsuitableValue, file: file, "the slot '\(id.excerpt)' holds \(kind.rawValue); expected a value of that kind")
    }
    override(id, with: new)
  }

  private static func value(_ value: SceneSlotValue, as kind: Kind, files: inout LottieReplacedFiles) -> JSON? {
    switch (kind, value) {
    case (.number, .number(let number)): property(numbers: [number])
    case (.color, .color(let color)): property(numbers: color.lottieComponents)
    case (.color, .vector(let numbers)), (.vector, .vector(let numbers)): property(numbers: numbers)
    case (.text, .text(let text)):
      .object(["k": .array([.object(["t": .number(0), "s": .object(["t": .string(text)])])])])
    case (.image, .image(let url)): .object(["u": .string(""), "p": .string(files.name(of: url))])
    case (.number, .written(let text, _)): Double(text).flatMap { property(numbers: [$0]) }
    case (.color, .written(_, let color?)): property(numbers: color.lottieComponents)
    case (.color, .written(let text, nil)), (.vector, .written(let text, _)): vector(text)
    case (.text, .written(let text, _)): Self.value(.text(text.withLineBreaks), as: kind, files: &files)
    default: nil
    }
  }

  private static func vector(_ text: String) -> JSON? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
    return numbers.count == parts.count && 2...4 ~= numbers.count ? property(numbers: numbers) : nil
  }

  /// Returns a constant property; nil without numbers, or if one is not finite.
  private static func property(numbers: [Double]) -> JSON? {
    guard numbers.allSatisfy(\.isFinite), let first = numbers.first else { return nil }
    let value: JSON = numbers.count == 1 ? .number(first) : .array(numbers.map(JSON.number))
    return .object(["a": .number(0), "k": value])
  }

  /// Returns the ids of a document's slots, of those that are only named, too.
  static func ids(in document: JSON) -> Set<String> {
    var users: [String: JSON] = [:]
    collectUsers(document, in: &users)
    return Set(users.keys).union(document["slots"]?.object?.keys.map { $0 } ?? [])
  }

  /// Collects one part for each slot that is named.
  private static func collectUsers(_ value: JSON, in users: inout [String: JSON]) {
    switch value {
    case .array(let elements): for element in elements { collectUsers(element, in: &users) }
    case .object(let members):
      if let id = members["sid"]?.string, users[id] == nil { users[id] = value }
      for (key, member) in members where key != "slots" { collectUsers(member, in: &users) }
    default: break
    }
  }
}
