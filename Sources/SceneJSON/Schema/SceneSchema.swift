// The JSON Schema (draft 2020-12) of documents, made from the tables that the reader goes by: QuartzCore's properties
// with their kinds and defaults, and the words of layers and animations.
//
// Tested by SceneSchemaTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

package enum SceneSchema {
  typealias Schema = [String: Any]

  /// The schema as text.
  package static var text: String {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try? JSONSerialization.data(withJSONObject: document, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  static var document: Schema {
    var definitions = ValueSchemas.all
    definitions["layer"] = layer
    definitions["animation"] = animation
    definitions["change"] = change
    definitions["filter"] = filter
    definitions["emitterCell"] = emitterCell
    definitions["stack"] = stack
    definitions["state"] = state
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A scene of Multiplane",
      "description": "Layers of Core Animation. Lengths are points, y runs down, times are seconds, angles radians.",
      "$defs": definitions,
      "type": "object",
      "required": ["size", "layers"],
      "properties": members(DocumentReader.members) { name in
        switch name {
        case "$schema": ["type": "string"]
        case "multiplane": reference("number", "The version of the format.", ["enum": [1]])
        case "size": reference("size", "The scene's size in points, or sizes by aspect: {\"16:9\": [1920, 1080], ...}.")
        case "duration":
          reference("time", "The film's seconds; by default the end of the longest animation.", ["minimum": 1e-3])
        case "background": reference("color")
        case "layers": list(of: "layer", "The layers, from back to front.")
        default: list(of: "state")
        }
      },
      "additionalProperties": false,
    ]
  }

  // MARK: - Layers

  /// All members of all types; those of one type are refused for others.
  private static var layer: Schema {
    var properties = members(LayerWords.common) { name in
      switch name {
      case "type": ["enum": LayerType.names, "default": "layer"]
      case "sublayers": list(of: "layer", "The sublayers, from back to front.")
      case "mask": reference("layer", "A layer whose alpha shows this one.")
      case "filters", "backgroundFilters": list(of: "filter")
      case "animations": list(of: "animation")
      case "stacked": reference("boolean", "Whether the superlayer's stack places the layer.", ["default": true])
      case "stack": ["anyOf": [reference("stack"), reference("byAspect")]]
      case "width", "height", "maxWidth":
        reference("layoutLength", layoutDescription(name), ["minimum": 0, "pattern": "^[^-]"])
      default: reference("layoutLength", layoutDescription(name))
      }
    }
    var own: [LayerType: Set<String>] = [:]
    for type in LayerType.allCases {
      for property in LayerWords.properties(of: type) {
        for (name, schema) in schemas(of: property) {
          properties[name] = schema
          own[type, default: []].insert(name)
        }
      }
      for word in type.words {
        properties[word] = wordSchema(word)
        own[type, default: []].insert(word)
      }
    }
    properties["compositingFilter"] = ["anyOf": [["enum": FilterCatalog.names], ["type": "null"], slot]]
    let shared = own.values.dropFirst().reduce(own.values.first ?? []) { $0.intersection($1) }
    let special = Set(properties.keys).subtracting(shared).subtracting(LayerWords.common)
    let rules: [Schema] = LayerType.allCases.map { type in
      let refused = special.subtracting(own[type] ?? []).sorted()
      let isType: Schema = ["properties": ["type": ["const": type.rawValue]]]
      return [
        "if": type == .layer ? isType : isType.merging(["required": ["type"]]) { $1 },
        "then": ["properties": Dictionary(uniqueKeysWithValues: refused.map { ($0, false) })]
          .merging(type == .video ? ["required": ["video"]] : [:]) { $1 },
      ]
    }
    return ["type": "object", "properties": properties, "additionalProperties": false, "allOf": rules]
  }

  private static func wordSchema(_ word: String) -> Schema {
    switch word {
    case "text": reference("string", "The text, as 'string'.")
    case "image":
      [
        "anyOf": [
          reference("image", "The picture, which fills the layer by contentsGravity, resizeAspectFill."),
          ["type": "null"],
        ]
      ]
    case "video": reference("film")
    case "start": reference("time", "The film's second at which it begins.", ["minimum": 0])
    case "end": reference("time", "The film's second at which it ends.", ["minimum": 0])
    case "ending":
      choice(DocumentReader.endings, "nothing")
    default: list(of: "emitterCell")
    }
  }

  private static func layoutDescription(_ name: String) -> String {
    switch name {
    case "width", "height": "The layer's \(name)."
    case "maxWidth": "The most width of a text, an image or a stack that takes its content's; text wraps there."
    case "centerX", "centerY": "The place of the layer's centre, from the \(name == "centerX" ? "left" : "top")."
    default: "The distance from the superlayer's \(name) edge."
    }
  }

  /// Returns the schemas of a property and of the fields of its value, by the members that set them.
  private static func schemas(of property: LayerProperty) -> [(String, Schema)] {
    guard let kind = property.kind else { return [] }
    let member = LayerWords.member(of: property.key)
    var schemas = [(member, ValueSchemas.schema(of: kind, property.key, default: property.initial))]
    for component in ValueComponent.allCases {
      let keyPath = "\(property.key).\(component.rawValue)"
      guard let kind = LayerSchema.kind(ofComponent: component.rawValue, of: kind) else { continue }
      schemas.append(("\(member).\(component.rawValue)", ValueSchemas.schema(of: kind, keyPath)))
    }
    return schemas
  }

  private static var stack: Schema {
    object(
      members(DocumentReader.stackMembers) { name in
        switch name {
        case "direction": choice(DocumentReader.directions, "vertical")
        case "gap": reference("length", "The points between two sublayers.", ["default": 0])
        case "padding": ["anyOf": [reference("length"), reference("rect", "Top, right, bottom, left.")], "default": 0]
        case "align": choice(LayoutStack.Alignment.acrossNames, "start")
        default: choice(LayoutStack.Alignment.alongNames, "start")
        }
      }, "Lays the sublayers one after the other.")
  }

  private static var filter: Schema {
    var properties: Schema = [
      "type": ["enum": FilterCatalog.names], "name": reference("string"), "enabled": reference("boolean"),
    ]
    for name in FilterCatalog.names {
      for input in FilterCatalog.defaults(of: name) ?? [] {
        let kind = PropertyKind(inputOfFilter: input.value)
        properties[input.key.name] = ValueSchemas.schema(of: kind, input.key.name)
      }
    }
    return object(properties, "A filter by its type, and its inputs.", required: ["type"])
  }

  private static var emitterCell: Schema {
    var properties = members(DocumentReader.cellMembers) { name in
      guard let kind = LayerSchema.kind(ofCellKey: name) else { return list(of: "emitterCell") }
      return ValueSchemas.schema(of: kind, name, default: CellProperties.table[name]?.initial ?? .none)
    }
    properties["emitterCells"] = list(of: "emitterCell")
    return object(properties, "A kind of particle. Speeds and accelerations are points and seconds.")
  }

  private static var state: Schema {
    object(
      [
        "name": reference("string", nil, ["minLength": 1]), "basedOn": ["type": ["string", "null"]],
        "set": ["type": "object", "description": "Values by LAYER.keyPath."],
        "transition": reference("change"),
      ], "A named set of values.", required: ["name"])
  }
}
