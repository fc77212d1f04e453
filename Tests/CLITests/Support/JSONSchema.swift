// JSON Schema, as far as tools/schema uses it. A keyword that is not known here is an error: what it asks for would not
// be tested.
import Foundation
import Testing

/// A value of JSON.
enum JSONValue: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
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

  init(_ text: String) throws { self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }

  subscript(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

  var string: String? { if case .string(let value) = self { value } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  fileprivate var array: [JSONValue] { if case .array(let value) = self { value } else { [] } }
}

/// A schema.
struct JSONSchema {
  private let root: JSONValue

  /// That of the repository.
  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../tools/schema/multiplane.schema.json").standardizedFileURL
    root = try JSONValue(String(contentsOf: file, encoding: .utf8))
  }

  /// What of a value is not as the schema has it; empty for nothing.
  func problems(_ value: JSONValue) -> [String] { problems(value, root, at: "$") }

  private func problems(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): a schema that is no object"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { problems(value, $0.key, $0.value, schema, place) }
  }

  private func problems(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ place: String
  ) -> [String] {
    func problem(_ isWrong: Bool) -> [String] { isWrong ? ["\(place): \(keyword) \(rule), not \(value)"] : [] }
    switch keyword {
    case "$schema", "$defs", "title", "description": return []
    case "$ref":
      let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
      return problems(value, root["$defs"]?[name] ?? .null, at: place)
    case "type": return problem(!isType(value, rule.string ?? ""))
    case "const": return problem(value != rule)
    case "enum": return problem(!rule.array.contains(value))
    case "pattern":
      return problem(value.string.map { $0.range(of: rule.string!, options: .regularExpression) == nil } ?? false)
    case "minimum": return problem(value.number.map { $0 < rule.number! } ?? false)
    case "minItems": return problem(Double(value.array.count) < rule.number!)
    case "maxItems": return problem(Double(value.array.count) > rule.number!)
    case "items": return value.array.enumerated().flatMap { problems($1, rule, at: "\(place)[\($0)]") }
    case "required": return rule.array.flatMap { problem(value[$0.string!] == nil) }
    case "properties", "additionalProperties": return problemsOfMembers(value, keyword, rule, schema, place)
    case "oneOf":
      // The one that its kind names, so that what is wrong is told of that.
      let fitting = rule.array.filter { problems(value, $0, at: place).isEmpty }
      let kind = value["kind"]?.string ?? ""
      guard fitting.count != 1 else { return [] }
      return ["\(place): fits \(fitting.count) kinds"]
        + problems(value, .object(["$ref": .string("#/$defs/\(kind)")]), at: place)
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
      guard schema["properties"]?[key] == nil else { return [] }
      switch rule {
      case .bool(let isAllowed): return isAllowed ? [] : ["\(place): is not known"]
      default: return problems(member, rule, at: place)
      }
    }
  }

  private func isType(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("string", .string), ("number", .number), ("boolean", .bool), ("array", .array), ("object", .object): true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
