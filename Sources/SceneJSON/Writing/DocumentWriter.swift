// Tested by ConvertCommandTests.

import CoreGraphics
package import Documents
import Foundation
package import ImageFiles
import QuartzCore

/// Writes a scene as a `.scene.json` document.
package struct DocumentWriter {
  private let assets: WrittenAssets
  private let notes: NoteCollector
  private let file: String

  /// Returns a scene's document. Notes what it cannot say.
  package static func document(
    _ scene: WrittenScene, named file: String, assets: WrittenAssets, notes: NoteCollector
  ) throws(ImageFileError) -> String {
    let writer = DocumentWriter(assets: assets, notes: notes, file: file)
    var members: [(String, JSONText)] = [("size", writer.list([scene.size.width, scene.size.height]))]
    if let duration = scene.duration { members.append(("duration", writer.number(duration))) }
    var root = scene.root
    let plain: Set = ["bounds", "position", "name", "backgroundColor", "sublayers"]
    var layers = root.sublayers
    if scene.isFlipped || root.className != "CALayer" || !root.members.allSatisfy({ plain.contains($0.key) })
      || scene.names.values.contains(where: { root.name == $0 })
    {
      if scene.isFlipped { root.members.insert(("geometryFlipped", .value(.number(1), .boolean)), at: 0) }
      layers = [root]
    } else if case .value(let color, let kind)? = root["backgroundColor"] {
      members.append(("background", try writer.json(color, kind)))
    }
    var list: [JSONText] = []
    for layer in layers { list.append(try writer.layer(layer)) }
    members.append(("layers", .list(list)))
    if !scene.states.isEmpty { members.append(("states", try writer.states(scene))) }
    return JSONText.object(members).written() + "\n"
  }

  /// The types by the names of their classes; the first where several have one.
  private static let layerTypes = Dictionary(
    LayerType.allCases.map { ("\(Swift.type(of: $0.make()))", $0) }
  ) { first, _ in first }
  private static let animationTypes = Dictionary(
    AnimationType.allCases.map { ("\(Swift.type(of: $0.make()))", $0) }
  ) { first, _ in first }

  private func note(_ message: String) { notes.add(message, at: SourceLocation(file: file)) }

  // MARK: - Objects

  private func layer(_ object: WrittenObject) throws(ImageFileError) -> JSONText {
    let isFilm = if case .film? = object["contents"] { true } else { false }
    let type =
      isFilm ? LayerType.video : Self.layerTypes[object.className]
    if type == nil { note("a \(object.className) becomes a layer without its drawing") }
    var object = object
    var members: [(String, JSONText)] = type == .layer || type == nil ? [] : [("type", .string(type?.rawValue ?? ""))]
    if type == .text {
      // A text without them would take its own size.
      if object["bounds"] == nil { object.add("bounds", .value(.rect(.zero), .rect)) }
      if object["wrapped"] == nil { object.add("wrapped", .value(.number(0), .boolean)) }
    }
    if isFilm {
      if object["contentsGravity"] == nil { object.add("contentsGravity", .value(.string("resize"), .string)) }
      if object["masksToBounds"] == nil { object.add("masksToBounds", .value(.number(0), .boolean)) }
      if object["bounds"] == nil { object.add("bounds", .value(.rect(.zero), .rect)) }
    }
    for (key, value) in object.members {
      if case .film(let film) = value {
        members += try self.film(film)
      } else if type != nil || LayerType.layer.properties[key] != nil || Self.parts.contains(key) {
        members.append((key == "string" ? "text" : LayerWords.member(of: key), try json(value)))
      }
    }
    return .object(members)
  }

  private static let parts: Set = ["filters", "backgroundFilters", "animations", "mask", "sublayers"]

  private func film(_ film: SceneClip) throws(ImageFileError) -> [(String, JSONText)] {
    guard let source = try assets.source(of: film) else {
      note("the film '\(film.name)' keeps its path, which is not below the document's folder: move it there")
      return [("video", .string(film.name))]
    }
    var members: [(String, JSONText)] = [("video", .string(source))]
    if film.start != 0 { members.append(("start", number(film.start))) }
    if let end = film.end { members.append(("end", number(end))) }
    if film.ending != .nothing { members.append(("ending", .string(film.ending.rawValue))) }
    return members
  }

  private func animation(_ object: WrittenObject) throws(ImageFileError) -> JSONText {
    let type = Self.animationTypes[object.className] ?? .basic
    var object = object
    if type == .keyframe { mend(&object) }
    var members: [(String, JSONText)] = type == .basic ? [] : [("type", .string(type.rawValue))]
    for (key, value) in object.members where key != "beginTime" || !isZero(value) {
      members.append((Self.words[key] ?? key, try json(value)))
    }
    return .object(members)
  }

  /// Whether an animation begins at second 0, which documents leave out.
  private func isZero(_ value: WrittenObject.Value) -> Bool {
    if case .value(.number(AnimationSchema.timeZero), _) = value { return true }
    return false
  }

  private static let words = [
    "beginTime": "begin", "fromValue": "from", "toValue": "to", "byValue": "by", "timingFunction": "timing",
    "timingFunctions": "timing",
  ]

  /// Leaves out lists of keyframes that do not go together, which the reader refuses.
  private func mend(_ object: inout WrittenObject) {
    guard case .values(let values, _)? = object["values"] else { return }
    if case .value(.numbers(let times), _)? = object["keyTimes"] {
      let isDiscrete = if case .value(.string("discrete"), _)? = object["calculationMode"] { true } else { false }
      let isAscending = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      if !isAscending || (times.count != values.count && !(isDiscrete && times.count == values.count + 1)) {
        note("key times that do not go with their values are left out")
        object.remove(["keyTimes"])
      }
    }
    if case .timings(let functions)? = object["timingFunctions"] {
      if object["timingFunction"] != nil { note("the pace of keyframes that have paces of their own is left out") }
      object.remove(["timingFunction"])
      if functions.count != values.count - 1 {
        object.remove(["timingFunctions"])
        if functions.count >= values.count, values.count > 1 {
          object.add("timingFunctions", .timings(Array(functions.prefix(values.count - 1))))
        } else {
          note("paces that are fewer than the intervals of their keyframes are left out")
        }
      }
    }
  }

  private func states(_ scene: WrittenScene) throws(ImageFileError) -> JSONText {
    var list: [JSONText] = []
    for state in scene.states {
      var members: [(String, JSONText)] = [("name", .string(state.name))]
      if let base = state.base { members.append(("basedOn", .string(base))) }
      var set: [(String, JSONText)] = []
      for value in state.values {
        guard let name = scene.names[ObjectIdentifier(value.layer)],
          let kind = LayerSchema.kind(ofKeyPath: value.keyPath, of: value.layer)
        else { continue }
        let key = "\(name).\(value.keyPath)"
        set.removeAll { $0.0 == key }
        set.append((key, try json(value.value, kind)))
      }
      members.append(("set", .object(set)))
      list.append(.object(members))
    }
    return .list(list)
  }

  // MARK: - Values

  private func json(_ value: WrittenObject.Value) throws(ImageFileError) -> JSONText {
    switch value {
    case .value(let value, let kind): return try json(value, kind)
    case .values(let values, let kind):
      var list: [JSONText] = []
      for value in values { list.append(try json(value, kind)) }
      return .list(list)
    case .timing(let function): return json(function)
    case .timings(let functions): return .list(functions.map(json))
    case .object(let object): return try json(object)
    case .objects(let objects):
      var list: [JSONText] = []
      for object in objects { list.append(try json(object)) }
      return .list(list)
    case .film: return .text("null")
    }
  }

  private func json(_ object: WrittenObject) throws(ImageFileError) -> JSONText {
    if object.className.hasSuffix("Layer") { return try layer(object) }
    guard object.className == "CAFilter" || object.className == "CAEmitterCell" else { return try animation(object) }
    var members: [(String, JSONText)] = []
    for (key, value) in object.members { members.append((key, try json(value))) }
    return .object(members)
  }

  private func json(_ function: CAMediaTimingFunction) -> JSONText {
    let (name, points) = function.written
    return name.map(JSONText.string) ?? list(points)
  }

  private func number(_ number: Double) -> JSONText { .text(number == .infinity ? "\"infinity\"" : number.shortText) }
  private func list(_ numbers: [Double]) -> JSONText { .list(numbers.map(number)) }

  private func json(_ value: AnimatableValue, _ kind: PropertyKind) throws(ImageFileError) -> JSONText {
    switch value {
    case .none: return .text("null")
    case .number(let value): return kind == .boolean ? .text(value == 0 ? "false" : "true") : number(value)
    case .point(let point): return list([point.x, point.y])
    case .size(let size): return list([size.width, size.height])
    case .rect(let rect): return list([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case .transform(let transform): return list(transform.affineNumbers ?? transform.numbers)
    case .color(let color): return .string(Self.text(of: color))
    case .numbers(let numbers): return list(numbers)
    case .string(let text): return .string(text)
    case .path(let path): return .string(PathData.text(of: path))
    case .image(let image): return .string(try assets.source(of: image))
    case .list(let values):
      var list: [JSONText] = []
      for value in values { list.append(try json(value, kind.element ?? .color)) }
      return .list(list)
    }
  }

  /// Returns a colour as CSS has it: in hexadecimal where that is exact.
  private static func text(of color: CGColor) -> String {
    let parts = color.writtenComponents
    let bytes = parts.map { ($0 * 255).rounded() }
    if zip(parts, bytes).allSatisfy({ 0...255 ~= $1 && Float($0) == Float($1 / 255) }) {
      // Bounded: from 0 to 255.
      return "#" + (bytes[3] == 255 ? bytes.dropLast() : bytes[...]).map { String(format: "%02x", Int($0)) }.joined()
    }
    let alpha = parts[3] == 1 ? "" : " / \(parts[3].shortText)"
    return "color(srgb \(parts[..<3].map(\.shortText).joined(separator: " "))\(alpha))"
  }
}

extension WrittenObject {
  /// The layer's name; nil without one.
  fileprivate var name: String? {
    if case .value(.string(let name), _)? = self["name"] { return name }
    return nil
  }
}
