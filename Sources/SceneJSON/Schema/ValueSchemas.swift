// The schemas of kinds of values. Each has a definition, which a slot may stand in for.
//
// Tested by SceneSchemaTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

enum ValueSchemas {
  typealias Schema = SceneSchema.Schema

  /// The definitions by name.
  static var all: [String: Any] {
    // The numbers of single precision.
    let most = Double(Float.greatestFiniteMagnitude)
    let number: Schema = ["type": "number", "minimum": -most, "maximum": most]
    let coordinate: Schema = ["type": "number", "minimum": -1e7, "maximum": 1e7]
    return [
      "slot": [
        "type": "object", "required": ["slot", "default"], "additionalProperties": false,
        "properties": ["slot": ["type": "string", "minLength": 1], "default": true],
        "description": "A value that the user may replace by the slot's id.",
      ],
      "byAspect": [
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "patternProperties": ["^([1-9][0-9]{0,3}:[1-9][0-9]{0,3}|default)$": true],
        "description": "Values by the aspects of the scene's size, as 9:16; 'default' is for the others.",
      ],
      "number": filled(number, "A number."),
      "length": filled(coordinate, "Points."),
      "time": filled(["type": "number", "minimum": -1e9, "maximum": 1e9], "Seconds."),
      "extent": filled(
        ["anyOf": [["type": "number", "minimum": 0, "maximum": most], ["const": "infinity"]]], "Or infinity."),
      "angle": filled(
        ["anyOf": [number, ["type": "string", "pattern": "^\(decimal)(deg|turn|rad)$"]]],
        "Radians, or a text with its unit: \"30deg\", \"0.5turn\", \"1rad\"."),
      "boolean": filled(["type": "boolean"], nil),
      "bits": filled(["type": "integer", "minimum": 0, "maximum": 65_535], "An option set."),
      "string": filled(["type": "string"], nil),
      "point": filled(array(of: "length", 2), "x and y in points."),
      "size": filled(array(of: "length", 2), "Width and height in points."),
      "rect": filled(array(of: "length", 4), "x, y, width and height in points."),
      "numbers": filled(array(of: "number"), nil),
      "curve": filled(array(of: "number", 4), "The control points x1, y1, x2, y2 of a curve of time; x from 0 to 1."),
      "color": filled(
        ["type": "string"], "As in CSS: tomato, #rgb, #rrggbbaa, rgb(...), hsl(...), color(display-p3 ...)."),
      "colors": filled(array(of: "color"), nil),
      "image": filled(["type": "string"], "A file's path below the document's folder, or a data: address."),
      "film": filled(["type": "string"], "A film's path below the document's folder, or a data: address."),
      "layoutLength": filled(
        ["anyOf": [coordinate, ["type": "string", "pattern": "^\(decimal)%$"]]],
        "Points, or a text: \"50%\" of the superlayer."),
      "path": filled(
        [
          "anyOf": [
            ["type": "string"], shape("rect", ["cornerRadius": reference("length", nil, ["minimum": 0])]),
            shape("ellipse", [:]),
          ]
        ], "SVG's path data, or a shape."),
      "transform": transform,
    ]
  }

  private static var transform: Schema {
    filled(
      [
        "anyOf": [
          array(of: "number", 16), array(of: "number", 6),
          [
            "type": "array", "minItems": 1,
            "items": [
              "type": "object", "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
              "properties": Dictionary(
                uniqueKeysWithValues: DocumentValues.steps.map {
                  ($0, $0.hasPrefix("rotate") ? reference("angle") : $0 == "scale" ? scale : vector)
                }),
            ],
          ],
        ]
      ], "16 numbers from m11 to m44, 6 from a to ty, or steps, the first outermost.")
  }

  /// The pattern of a number in a text.
  private static let decimal = #"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?"#

  private static var vector: Schema {
    filled(["type": "array", "items": reference("length"), "minItems": 2, "maxItems": 3], nil)
  }

  private static var scale: Schema { ["anyOf": [reference("number"), vector]] }

  /// Returns a definition that a slot may stand in for.
  private static func filled(_ schema: Schema, _ description: String?) -> Schema {
    var definition: Schema = ["anyOf": [schema, reference("slot"), reference("byAspect")]]
    definition["description"] = description
    return definition
  }

  private static func array(of name: String, _ count: Int? = nil) -> Schema {
    var schema: Schema = ["type": "array", "items": reference(name)]
    if let count { (schema["minItems"], schema["maxItems"]) = (count, count) }
    return schema
  }

  private static func shape(_ name: String, _ more: Schema) -> Schema {
    [
      "type": "object", "required": [name], "additionalProperties": false,
      "properties": more.merging([name: reference("rect")]) { $1 },
    ]
  }

  static func reference(_ name: String, _ description: String? = nil, _ more: Schema = [:]) -> Schema {
    var schema: Schema = ["$ref": "#/$defs/\(name)"]
    schema["description"] = description
    return schema.merging(more) { $1 }
  }

  /// Returns the schema of a property of a kind; `key` is its name, by which numbers have units.
  static func schema(of kind: PropertyKind, _ key: String, default initial: AnimatableValue = .none) -> Schema {
    var schema: Schema
    switch kind {
    case .number:
      schema = reference(PropertyUnits.isAngle(key) ? "angle" : PropertyUnits.isTime(key) ? "time" : "number")
    case .length: schema = reference("length")
    case .extent: schema = reference("extent")
    case .boolean: schema = reference("boolean")
    case .bits: schema = reference("bits")
    case .point: schema = reference("point")
    case .size: schema = reference("size")
    case .rect: schema = reference("rect")
    case .color: schema = reference("color")
    case .transform: schema = reference("transform")
    case .image: schema = reference("image")
    case .string: schema = reference("string")
    case .enumeration(let names): schema = ["anyOf": [["enum": names], reference("slot"), reference("byAspect")]]
    case .numbers: schema = reference("numbers")
    case .colors: schema = reference("colors")
    case .path: schema = reference("path")
    }
    if kind.mayBeNull { schema = ["anyOf": [schema, ["type": "null"]]] }
    schema["default"] = plain(initial, kind)
    return schema
  }

  /// Returns a default as JSON; nil for those that JSON has no short form for.
  private static func plain(_ value: AnimatableValue, _ kind: PropertyKind) -> Any? {
    switch value {
    case .number(let number) where kind == .boolean: number != 0
    case .number(let number): number.isFinite ? number : "infinity"
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.origin.x, rect.origin.y, rect.width, rect.height]
    case .string(let text): text
    case .color(let color): color.hexadecimal
    default: nil
    }
  }
}

extension CGColor {
  /// The colour as `#rrggbbaa`.
  fileprivate var hexadecimal: String {
    let bytes = [rgba.x, rgba.y, rgba.z, rgba.w].map { Int(bounded: ($0 * 255).rounded()) }
    return "#" + bytes.map { String(format: "%02x", $0) }.joined()
  }
}
