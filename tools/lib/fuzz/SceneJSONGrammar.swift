// Scenes as JSON by their own schema, which is made from the tables that the reader goes by: whatever a document may
// have is written, with numbers that programs trip over among it. A program's choices say what is written.

import Documents
import SceneJSON

/// Writes one document.
struct SceneJSONGrammar {
  private var bytes: ByteProgram
  /// Whether the document may say what makes the reader refuse it.
  private let isRude: Bool
  /// UTF-8 bytes left to write; with none, everything is as short as it can be.
  private var room = 60_000
  private var slotCount = 0
  /// The key path of the animation that is written.
  private var keyPath = "opacity"
  /// The key paths of the layer that is written.
  private var keyPaths = Self.keyPaths
  /// The names of the layers so far.
  private var names: Set<String> = []

  private static let schema: JSON = {
    do throws(SceneFileError) {
      return try JSON.read(Array(SceneSchema.text.utf8), file: "schema", limits: SceneLimits())
    } catch { fatalError("\(error)") }
  }()

  private static func definition(_ name: String) -> JSON { schema["$defs"]?[name] ?? .null }

  /// The members of all layers, which animations' key paths are among.
  private static let layerMembers = definition("layer")["properties"]?.object ?? [:]
  /// The key paths that all layers have.
  private static let keyPaths = keyPaths(of: layerTypes.reduce(Set(layerMembers.keys)) { $0.intersection($1.1) })

  private static func keyPaths(of members: Set<String>) -> [String] {
    members.sorted().filter { layerMembers[$0]?["default"] != nil && $0 != "gradientType" && $0 != "stacked" }
  }

  init(_ program: ByteProgram) {
    bytes = program
    isRude = bytes.below(8) == 7
  }

  mutating func document() -> String {
    var text = "{\"size\": [120, 90]"
    if bytes.below(3) == 0 { text += ", \"background\": \(color())" }
    text += ", \"layers\": [\(some(1...6) { $0.layer(0) })]"
    if bytes.below(3) == 0 { text += ", \"states\": [\(states())]" }
    return text + "}\n"
  }

  // MARK: Choices

  private mutating func some(_ range: ClosedRange<Int>, _ make: (inout SceneJSONGrammar) -> String) -> String {
    var all: [String] = []
    for _ in 0..<range.lowerBound + bytes.below(range.count) where room > 0 && bytes.hasMore {
      var text = make(&self)
      if bytes.below(48) == 47, text.utf8.count < 400 {
        text = Array(repeating: text, count: bytes.one(of: [8, 40, 120])).joined(separator: ", ")
      }
      room -= text.utf8.count
      all.append(text)
    }
    return all.joined(separator: ", ")
  }

  /// Returns the members that a type has: all but those that the schema's rule for it refuses.
  private static func members(of definition: JSON, _ type: String) -> [String] {
    let rule = definition["allOf"]?.array?.first { rule in
      let condition = rule["if"]?["properties"]?["type"] ?? rule["if"]?["anyOf"]?[0]?["properties"]?["type"]
      return condition?["const"]?.string == type
    }
    let refused = Set(rule?["then"]?["properties"]?.object?.keys.map { $0 } ?? [])
    return (definition["properties"]?.object ?? [:]).keys.filter { !refused.contains($0) && $0 != "type" }.sorted()
  }

  private static func types(of definition: JSON) -> [String] {
    (definition["properties"]?["type"]?["enum"]?.array ?? []).compactMap(\.string)
  }

  private static let layerTypes = types(of: definition("layer")).filter { $0 != "video" }.map {
    ($0, members(of: definition("layer"), $0))
  }
  private static let animationTypes = types(of: definition("animation")).map {
    ($0, members(of: definition("animation"), $0))
  }

  /// The members of a layout, of which two along an axis go together; the first ones need a large superlayer.
  private static let layouts = [
    ["left", "right", "top", "bottom"], ["left", "width", "top", "height"], ["width", "height"],
    ["centerX", "width", "bottom", "height"], ["right", "width", "centerY", "height"], ["frame"],
    ["position", "bounds"],
  ]

  // MARK: Layers

  private mutating func layer(_ depth: Int, isStacked: Bool = false) -> String {
    let (type, members) = bytes.one(of: Self.layerTypes)
    let (name, outer) = ("l\(bytes.below(6))", keyPaths)
    keyPaths = Self.keyPaths(of: Set(members))
    defer { keyPaths = outer }
    self.names.insert(name)
    var used: [String] = ["\"type\": \"\(type)\"", "\"name\": \"\(name)\""]
    var names = Set(Self.layouts.joined()).union(["name", "animations", "sublayers", "mask", "type", "maxWidth"])
    for name in isStacked
      ? ["width", "height"] : bytes.one(of: depth > 0 ? Array(Self.layouts.dropFirst()) : Self.layouts)
    {
      used.append(member(name, in: Self.layerMembers, depth))
    }
    for _ in 0..<bytes.below(8) {
      let name = bytes.one(of: members)
      guard !name.hasPrefix("position."), !name.hasPrefix("bounds."), !name.hasPrefix("frame."),
        names.insert(name).inserted,
        name != "text" || !names.contains("string"), name != "stack" || depth < 6
      else { continue }
      used.append(member(name, in: Self.layerMembers, depth))
    }
    if type == "text", names.insert("text").inserted { used.append("\"text\": \(string())") }
    if bytes.below(3) == 0 { used.append("\"animations\": [\(some(1...3) { $0.animation(0) })]") }
    if depth < 8, bytes.below(3) == 0 {
      let isStack = names.contains("stack")
      used.append("\"sublayers\": [\(some(1...4) { $0.layer(depth + 1, isStacked: isStack) })]")
    }
    if depth < 8, bytes.below(12) == 0 { used.append("\"mask\": \(layer(depth + 1))") }
    if isRude, bytes.below(8) == 0 {
      used.append("\"\(bytes.one(of: ["opacty", "", "a\\u0000", "slot"]))\": \(number())")
    }
    return "{\(used.joined(separator: ", "))}"
  }

  private mutating func member(_ name: String, in members: [String: JSON], _ depth: Int) -> String {
    "\"\(name)\": \(value(members[name] ?? .null, name, depth))"
  }

  private mutating func states() -> String {
    names.isEmpty
      ? ""
      : some(1...3) { grammar in
        let set = grammar.some(0...4) { grammar in
          let key = grammar.bytes.one(of: Self.keyPaths)
          return
            "\"\(grammar.bytes.one(of: grammar.names.sorted())).\(key)\": "
            + grammar.value(Self.layerMembers[key] ?? .null, key, 0)
        }
        let change =
          grammar.bytes.below(2) == 0 ? ", \"transition\": \(grammar.value(Self.definition("change"), "", 0))" : ""
        return "{\"name\": \"s\(grammar.bytes.below(9))\", \"set\": {\(set)}\(change)}"
      }
  }

  private mutating func animation(_ depth: Int) -> String {
    let (type, members) = bytes.one(of: Self.animationTypes)
    let properties = Self.definition("animation")["properties"]?.object ?? [:]
    let outer = keyPath
    keyPath = bytes.one(of: keyPaths)
    defer { keyPath = outer }
    var used = ["\"type\": \"\(type)\""]
    var names: Set = ["keyPath", "type", "animations", "values", "path"]
    if members.contains("keyPath") { used.append("\"keyPath\": \"\(keyPath)\"") }
    if type == "keyframe" { used.append("\"values\": [\(some(1...5) { $0.end() })]") }
    if bytes.below(4) > 0, names.insert("duration").inserted { used.append("\"duration\": \(1 + bytes.below(3))") }
    if type == "spring", names.insert("damping").inserted { used.append("\"damping\": \(1 + bytes.below(20))") }
    for _ in 0..<bytes.below(6) {
      let name = bytes.one(of: members)
      // Lists must have as many numbers as there are values, a spring two ways to be told.
      guard !name.hasSuffix("Values"), isRude || !["keyTimes", "bounce", "perceptualDuration"].contains(name),
        names.insert(name).inserted
      else { continue }
      used.append(["from", "to", "by"].contains(name) ? "\"\(name)\": \(end())" : member(name, in: properties, depth))
    }
    if type == "group", depth < 5 { used.append("\"animations\": [\(some(0...3) { $0.animation(depth + 1) })]") }
    return "{\(used.joined(separator: ", "))}"
  }

  /// A value of the property that the animation changes.
  private mutating func end() -> String { value(Self.layerMembers[keyPath] ?? .null, keyPath, 0) }

  // MARK: Values by their schemas

  /// The definitions that may replace a value.
  private static let standIns: Set = ["#/$defs/slot", "#/$defs/byAspect"]

  private mutating func value(_ schema: JSON, _ key: String, _ depth: Int) -> String {
    if isRude, bytes.below(24) == 0 {
      return bytes.one(of: ["null", "[]", "{}", "\"x\"", "true", "-1", "1e300", "1e8"])
    }
    if key == "timing" { return bytes.below(2) == 0 ? "[0.\(bytes.below(9)), \(bytes.byte()), 1, -3]" : "\"easeIn\"" }
    if let reference = schema["$ref"]?.string {
      let name = String(reference.split(separator: "/").last ?? "")
      switch name {
      case "layer": return layer(depth + 1)
      case "animation": return animation(depth + 1)
      case "image": return "\"\(bytes.one(of: isRude ? ["none.png"] + SceneGrammar.images : SceneGrammar.images))\""
      case "film": return "\"none.mp4\""
      case "color": return color()
      case "string": return string()
      case "length" where bytes.below(3) > 0: return length(schema)
      case "layoutLength":
        return isRude ? length(schema) : bytes.below(3) == 0 ? "\"\(bytes.below(60))%\"" : "\(bytes.below(45))"
      case "path" where bytes.below(4) > 0: return path()
      case "filter": return filter()
      case "emitterCell", "stack": return depth < 6 ? object(Self.definition(name), depth + 1) : "{}"
      default: return value(Self.definition(name).merged(with: schema), key, depth + 1)
      }
    }
    if let all = schema["anyOf"]?.array, !all.isEmpty {
      let choices = all.filter { !Self.standIns.contains($0["$ref"]?.string ?? "") }
      // The value itself comes before null.
      let choice = choices.isEmpty ? all[0] : choices[bytes.below(4) == 0 ? bytes.below(choices.count) : 0]
      let text = value(choice.merged(with: schema), key, depth)
      guard choices.count < all.count, text != "null", bytes.below(16) == 0 else { return text }
      slotCount += 1
      return "{\"slot\": \"i\(slotCount)\", \"default\": \(text)}"
    }
    if let choices = schema["enum"]?.array, !choices.isEmpty { return written(bytes.one(of: choices)) }
    if let constant = schema["const"] { return written(constant) }
    switch schema["type"]?.string {
    case "number", "integer": return Self.counts.contains(key) ? count() : number(schema)
    case "boolean": return bytes.one(of: ["true", "false"])
    case "string":
      guard let pattern = schema["pattern"]?.string else { return string() }
      return pattern.contains("%") ? "\"50%\"" : bytes.one(of: ["\"30deg\"", "\"1e3turn\"", "\"-.5rad\""])
    case "null": return "null"
    case "array":
      let (least, most) = (Int(schema["minItems"]?.number ?? 0), Int(schema["maxItems"]?.number ?? 4))
      let values = (0..<least + bytes.below(max(1, most - least + 1))).map { _ in
        value(schema["items"] ?? .null, key, depth + 1)
      }
      return "[\(values.joined(separator: ", "))]"
    case "object": return object(schema, depth)
    default: return number()
    }
  }

  private mutating func object(_ schema: JSON, _ depth: Int) -> String {
    let properties = schema["properties"]?.object ?? [:]
    let names = properties.keys.sorted()
    guard !names.isEmpty else { return "{}" }
    let required = (schema["required"]?.array ?? []).compactMap(\.string)
    let isOne = schema["maxProperties"]?.number == 1
    let more = (0..<(isOne ? 1 : bytes.below(6))).map { _ in bytes.one(of: names) }
    let used = Set(required + more).sorted().map { member($0, in: properties, depth) }
    return "{\(used.joined(separator: ", "))}"
  }

  private mutating func filter() -> String {
    let (type, inputs) = bytes.one(of: CAMLVocabulary.filters)
    let properties = Self.definition("filter")["properties"]?.object ?? [:]
    let used = inputs.filter { _ in bytes.below(2) == 0 }.map { ", " + member($0.name, in: properties, 0) }
    return "{\"type\": \"\(type)\"\(used.joined())}"
  }

  private func written(_ json: JSON) -> String { json.string.map { "\"\($0)\"" } ?? "\(json.number ?? 0)" }

  /// Members that multiply all that is below: many of many of many take as long as they must.
  private static let counts: Set = [
    "instanceCount", "birthRate", "lifetime", "lifetimeRange", "scaleRange", "scaleSpeed", "scale", "speed",
  ]

  private mutating func count() -> String { bytes.one(of: ["2", "3", "1", "0", "0.5", "5", "-1", "8", "1e-300"]) }

  private static let extremes = [
    "-0", "1e-300", "-1e-300", "1e-30", "1e-7", "0.999999", "1.000001", "255", "-1", "-100", "1000", "16384", "16385",
    "32768", "65536", "1e6", "-1e6", "1e7", "-1e7", "1e12", "2147483647", "-2147483648", "9.3e18", "3.4e38", "-3.4e38",
  ]

  private mutating func number(_ schema: JSON = .null) -> String {
    let choice = bytes.byte()
    let text =
      switch choice {
      case 0..<150: "\(choice)"
      case 150..<225: "\(Double(choice - 180) / 8)"
      default: bytes.one(of: Self.extremes)
      }
    let number = Double(text) ?? 0
    guard !isRude else { return text }
    return number < schema["minimum"]?.number ?? -.infinity || number > schema["maximum"]?.number ?? .infinity
      ? "1" : text
  }

  private mutating func length(_ schema: JSON) -> String {
    let least = schema["minimum"]?.number ?? -1e7
    return number(.object(["minimum": .number(max(least, -1e7)), "maximum": .number(1e7)]))
  }

  private mutating func color() -> String {
    bytes.one(of: [
      "\"red\"", "\"#abc8\"", "\"rgb(\(bytes.byte()) \(bytes.byte()) 0 / \(bytes.below(101))%)\"",
      "\"hsl(\(bytes.byte()) 90% 50%)\"", "\"color(display-p3 1 0.\(bytes.below(10)) -1 / 0.5)\"", "\"transparent\"",
    ])
  }

  private mutating func path() -> String {
    var data = "M\(length(.null)) \(length(.null))"
    for _ in 0..<bytes.below(8) {
      data += bytes.one(of: ["L", "l", "t"]) + "\(length(.null)) \(length(.null))"
      if bytes.below(4) == 0 { data += "a\(length(.null)) 9 3 \(bytes.below(2)) 1 5 \(length(.null))" }
    }
    return "\"\(data)\(bytes.one(of: ["", "z"]))\""
  }

  private mutating func string() -> String {
    let text = bytes.one(of: ["a", "Two words", "\\u00e9\\n", "", "\\ud83d\\ude00", "\\u202eabc", "0"])
    let count = bytes.below(30) == 29 ? min(400, max(1, room / 40)) : 1
    return "\"\(String(repeating: text, count: count))\""
  }
}

extension JSON {
  /// Returns a schema with the bounds of another one that refers to it.
  fileprivate func merged(with other: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    for name in ["minimum", "maximum"] { if let bound = other[name] { members[name] = bound } }
    return .object(members)
  }
}
