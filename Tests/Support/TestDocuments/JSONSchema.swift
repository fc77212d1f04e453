// JSON Schema, as far as the schemas here use it. A keyword that is not known here is an error: what it asks for would
// not be tested.

import Foundation

/// A value of JSON.
package enum JSONValue: Decodable, Equatable, CustomStringConvertible {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package init(_ text: String) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }

  package subscript(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  fileprivate var array: [JSONValue] { if case .array(let value) = self { value } else { [] } }
  fileprivate var memberCount: Int { if case .object(let members) = self { members.count } else { 0 } }

  /// The value as text of JSON, members by their names.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .string(let value):
      "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\(JSONValue.string($0)): \($1)" }.joined(separator: ", "))}"
    }
  }
}

/// A schema.
package struct JSONSchema {
  private let root: JSONValue

  package init(_ root: JSONValue) { self.root = root }

  /// Reads the repository's, of what the command prints for programs.
  package init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../tools/schema/multiplane.schema.json").standardizedFileURL
    root = try JSONValue(String(contentsOf: file, encoding: .utf8))
  }

  /// Returns what of a value is not as the schema has it; empty for nothing.
  package func problems(_ value: JSONValue) -> [String] { problems(value, root, at: "$") }

  private func fits(_ value: JSONValue, _ schema: JSONValue) -> Bool { problems(value, schema, at: "").isEmpty }

  private func problems(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    if case .bool(let isAllowed) = schema { return isAllowed ? [] : ["\(place): is not known"] }
    guard case .object(let keywords) = schema else { return ["\(place): a schema that is no object"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { problems(value, $0.key, $0.value, schema, place) }
  }

  private func problems(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ place: String
  ) -> [String] {
    func problem(_ isWrong: Bool) -> [String] { isWrong ? ["\(place): \(keyword) \(rule), not \(value)"] : [] }
    switch keyword {
    case "$schema", "$defs", "title", "description", "default": return []
    case "$ref":
      let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
      return problems(value, root["$defs"]?[name] ?? .null, at: place)
    case "type":
      return problem(!(rule.string.map { [$0] } ?? rule.array.compactMap(\.string)).contains { isType(value, $0) })
    case "const": return problem(value != rule)
    case "enum": return problem(!rule.array.contains(value))
    case "pattern":
      return problem(value.string.map { $0.range(of: rule.string!, options: .regularExpression) == nil } ?? false)
    case "minLength": return problem(value.string.map { Double($0.count) < rule.number! } ?? false)
    case "minimum": return problem(value.number.map { $0 < rule.number! } ?? false)
    case "maximum": return problem(value.number.map { $0 > rule.number! } ?? false)
    case "minItems", "maxItems":
      guard case .array(let values) = value else { return [] }
      return problem(keyword == "minItems" ? values.count < Int(rule.number!) : values.count > Int(rule.number!))
    case "minProperties", "maxProperties":
      guard case .object = value else { return [] }
      let most = Int(rule.number!)
      return problem(keyword == "minProperties" ? value.memberCount < most : value.memberCount > most)
    case "items": return value.array.enumerated().flatMap { problems($1, rule, at: "\(place)[\($0)]") }
    case "required":
      guard case .object = value else { return [] }
      return rule.array.flatMap { problem(value[$0.string!] == nil) }
    case "properties", "patternProperties", "additionalProperties":
      return problemsOfMembers(value, keyword, rule, schema, place)
    default: return problemsOfChoices(value, keyword, rule, schema, place)
    }
  }

  private func problemsOfChoices(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ place: String
  ) -> [String] {
    switch keyword {
    case "allOf": return rule.array.flatMap { problems(value, $0, at: place) }
    case "anyOf":
      // The first schema is the usual one: its problems are listed, too.
      guard let usual = rule.array.first, !rule.array.contains(where: { fits(value, $0) }) else { return [] }
      return ["\(place): \(value) fits none of \(rule.array.count)"] + problems(value, usual, at: place)
    case "not": return fits(value, rule) ? ["\(place): \(value) fits what it must not"] : []
    case "if": return fits(value, rule) ? schema["then"].map { problems(value, $0, at: place) } ?? [] : []
    // With `if`.
    case "then": return []
    case "oneOf":
      // The value's `kind` names its schema, whose problems are listed.
      let fitting = rule.array.filter { fits(value, $0) }
      guard fitting.count != 1 else { return [] }
      let kind = value["kind"]?.string
      return ["\(place): fits \(fitting.count) kinds"]
        + (kind.map { problems(value, .object(["$ref": .string("#/$defs/\($0)")]), at: place) } ?? [])
    default: return ["\(place): the keyword \(keyword) is not known here"]
    }
  }

  private func problemsOfMembers(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ place: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { key, member -> [String] in
      let place = "\(place).\(key)"
      if keyword == "properties" { return rule[key].map { problems(member, $0, at: place) } ?? [] }
      let patterns: [String: JSONValue] =
        if case .object(let rules)? = schema["patternProperties"] { rules } else { [:] }
      let fitting = patterns.filter { key.range(of: $0.key, options: .regularExpression) != nil }
      if keyword == "patternProperties" { return fitting.values.flatMap { problems(member, $0, at: place) } }
      return schema["properties"]?[key] == nil && fitting.isEmpty ? problems(member, rule, at: place) : []
    }
  }

  private func isType(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("string", .string), ("number", .number), ("boolean", .bool), ("array", .array), ("object", .object),
      ("null", .null):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
