import Documents
import QuartzCore

extension SceneSchema {
  /// All members of all types; a type that is named refuses those of others.
  static var animation: Schema {
    let words = Set(AnimationType.allCases.flatMap(\.words))
    let rules: [Schema] = AnimationType.allCases.map { type in
      let refused = words.subtracting(type.words).sorted()
      return [
        "if": ["properties": ["type": ["const": type.rawValue]], "required": ["type"]],
        "then": ["properties": Dictionary(uniqueKeysWithValues: refused.map { ($0, false) })],
      ]
    }
    var schema = object(
      members(words.sorted(), animationWord),
      "An animation. It holds its last value; the first of a property also its first value before it begins.")
    schema["allOf"] = rules
    return schema
  }

  private static func animationWord(_ name: String) -> Schema {
    switch name {
    case "type":
      return ["enum": AnimationType.names, "description": "Default: keyframe with 'values' or 'path', else basic."]
    case "key": return reference("string")
    case "keyPath": return reference("string", "The property, as 'opacity' or 'transform.rotation.z'.")
    case "begin": return reference("time", "When it begins: the scene's seconds; in a group, the group's.")
    case "duration": return reference("time", "Default: 0.25; of a spring, until it settles.")
    case "timing":
      let one: [Schema] = [["enum": AnimationWords.timings], reference("curve")]
      return ["anyOf": one + [["type": "array", "items": ["anyOf": one + [slot]]], slot]]
    case "from", "to", "by": return ["description": "A value of the property's kind."]
    case "values": return ["type": "array", "minItems": 1, "description": "Values of the property's kind."]
    case "path": return reference("path", "Of a position, the path that it follows.")
    case "keyTimes":
      return [
        "type": "array", "items": reference("number"),
        "description": "Fractions of the duration, ascending from 0 to 1.",
      ]
    case "animations": return list(of: "animation")
    case "bounce": return reference("number", "From above -1 to 1; with perceptualDuration.")
    case "perceptualDuration": return reference("number", "Seconds that a spring seems to take.")
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
