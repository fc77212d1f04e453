import Documents
import QuartzCore

extension SceneSchema {
  /// All members of all types; a type that is named refuses those of others.
  static var animation: Schema {
    let words = Set(AnimationType.allCases.flatMap(\.words))
    let rules: [Schema] = AnimationType.allCases.map { type in
      let refused = words.subtracting(type.words).sorted()
      var rule: Schema = ["properties": Dictionary(uniqueKeysWithValues: refused.map { ($0, false) })]
      if type.words.contains("keyPath") { rule["required"] = ["keyPath"] }
      if type == .keyframe { rule["oneOf"] = [["required": ["values"]], ["required": ["path"]]] }
      return ["if": condition(of: type), "then": rule]
    }
    var schema = object(
      members(words.sorted(), animationWord),
      "An animation. It holds its last value; the first of a property also its first value before it begins.")
    schema["allOf"] = rules
    return schema
  }

  /// Returns the schema of the animations that are of a type, by its name or by what they have.
  private static func condition(of type: AnimationType) -> Schema {
    let isNamed: Schema = ["properties": ["type": ["const": type.rawValue]], "required": ["type"]]
    let named: [Schema] = [["required": ["type"]]]
    let frames: [Schema] = [["required": ["values"]], ["required": ["path"]]]
    switch type {
    case .basic: return ["anyOf": [isNamed, ["not": ["anyOf": named + frames]]]]
    case .keyframe: return ["anyOf": [isNamed, ["anyOf": frames, "not": named[0]]]]
    case .spring, .group, .transition: return isNamed
    }
  }

  /// The transition to a state: how a property changes, without its ends.
  static var change: Schema {
    let words = Set(AnimationType.basic.words + AnimationType.spring.words).subtracting(DocumentReader.notOfStates)
    var schema = object(members(words.sorted(), animationWord), "How properties change to this state.")
    schema["allOf"] = [
      [
        "if": ["not": condition(of: .spring)],
        "then": [
          "properties": Dictionary(
            uniqueKeysWithValues: words.subtracting(AnimationType.basic.words).sorted().map { ($0, false) })
        ],
      ], ["properties": ["type": ["enum": ["basic", "spring"]]]],
    ]
    return schema
  }

  private static func animationWord(_ name: String) -> Schema {
    switch name {
    case "type":
      return ["enum": AnimationType.names, "description": "Default: keyframe with 'values' or 'path', else basic."]
    case "key": return reference("string")
    case "keyPath": return reference("string", "The property, as 'opacity' or 'transform.rotation.z'.")
    case "begin": return reference("time", "When it begins: the scene's seconds; in a group, the group's.")
    case "duration": return reference("time", "Default: 0.25; of a spring, until it settles.", ["minimum": 0])
    case "repeatDuration": return reference("extent", "Seconds, or infinity.", ["maximum": 1e9])
    case "timing":
      let one: [Schema] = [["enum": AnimationWords.timings], reference("curve")]
      return ["anyOf": one + [["type": "array", "items": ["anyOf": one + [slot]]], slot]]
    case "from", "to", "by": return ["description": "A value of the property's kind."]
    case "values":
      return [
        "anyOf": [["type": "array", "minItems": 1], slot, reference("byAspect")],
        "description": "Values of the property's kind.",
      ]
    case "path": return reference("path", "Of a position, the path that it follows.")
    case "keyTimes":
      return reference("numbers", "Fractions of the duration, ascending from 0 to 1.")
    case "animations": return list(of: "animation")
    case "bounce":
      return reference("number", "From above -1 to 1; with perceptualDuration.", ["minimum": -0.999, "maximum": 1])
    case "perceptualDuration":
      return reference("number", "Seconds that a spring seems to take.", ["minimum": 1e-3, "maximum": 1e4])
    case "mass", "stiffness": return reference("number", nil, ["minimum": 1e-9])
    case "damping": return reference("number", nil, ["minimum": 0])
    case "transition": return choice(AnimationWords.transitions, "fade")
    case "subtype": return choice(AnimationWords.subtypes)
    default:
      guard let kind = AnimationWords.kind(of: name) else { return reference("numbers") }
      return ValueSchemas.schema(of: kind, name)
    }
  }

  // MARK: - Parts

  static func members(_ names: [String], _ schema: (String) -> Schema) -> Schema {
    Dictionary(names.map { ($0, schema($0)) }) { first, _ in first }
  }

  static func object(_ properties: Schema, _ description: String, required: [String] = []) -> Schema {
    var schema: Schema = [
      "type": "object", "properties": properties, "additionalProperties": false, "description": description,
    ]
    if !required.isEmpty { schema["required"] = required }
    return schema
  }

  static func reference(_ name: String, _ description: String? = nil, _ more: Schema = [:]) -> Schema {
    ValueSchemas.reference(name, description, more)
  }

  static func list(of name: String, _ description: String? = nil) -> Schema {
    var schema: Schema = ["anyOf": [["type": "array", "items": reference(name)], reference("byAspect")]]
    schema["description"] = description
    return schema
  }

  static func choice(_ names: [String], _ standard: String? = nil) -> Schema {
    ValueSchemas.schema(of: .enumeration(names), "", default: standard.map(AnimatableValue.string) ?? .none)
  }

  static var slot: Schema { reference("slot") }
}
