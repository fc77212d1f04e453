// Reads the values of a document: what each must be, what stands in a slot's place, and where a wrong one is.
//
// Tested by SceneValueTests, SceneErrorTests and SceneSlotTests.

package import CoreGraphics
package import Documents
import Foundation
import ImageFiles
package import QuartzCore

/// A value of a document with its place. A value by aspect is that of the document's aspect.
package struct Node {
  package let json: JSON
  /// The place; nil for the document.
  let place: JSONPlace?
  /// The slot whose replacement the value is.
  let slot: String?
  /// The aspect of the film; nil for a document without aspects.
  private let aspect: SceneAspect?

  package init(json: JSON, place: JSONPlace? = nil, slot: String? = nil, aspect: SceneAspect? = nil) {
    var (json, place) = (json, place)
    while let aspect, let (name, value) = json.value(by: aspect) {
      (json, place) = (value, .at(.key(name), in: place))
    }
    (self.json, self.place, self.slot, self.aspect) = (json, place, slot, aspect)
  }

  package func child(_ key: String, _ json: JSON) -> Node {
    Node(json: json, place: .at(.key(key), in: place), slot: slot, aspect: aspect)
  }

  /// The elements of an array; nil for any other value.
  package var elements: [Node]? {
    json.array?.enumerated().map { Node(json: $1, place: .at(.index($0), in: place), slot: slot, aspect: aspect) }
  }

  /// The value for messages.
  var excerpt: String {
    switch json {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): String(format: "%g", value)
    case .string(let value): "'\(value.excerpt)'"
    case .array(let values): "a list of \(values.count)"
    case .object:
      if json.isByAspect {
        aspect.map { "no value for the aspect \($0.name), and no 'default'" }
          ?? "values by aspect in a scene of one size"
      } else if let name = json.misspelledAspect {
        "an object with the name '\(name.excerpt)', which is no aspect as '\(SceneAspect.spelled(name))' is"
      } else {
        "an object"
      }
    }
  }
}

/// Reads values of one document, with its slots filled in.
package final class DocumentValues {
  let file: String
  package let limits: SceneLimits
  package let notes = NoteCollector()
  package let budget: ImageBudget
  package let images: DocumentImages
  package let slots: DocumentSlots
  private let bytes: [UInt8]

  /// The greatest time, in seconds.
  static let longestTime = 1e9
  /// The most bytes of a text.
  static let longestText = 1 << 20

  /// Prepares the reading of a document that is opened, with the user's replacements.
  package init(_ source: SceneSource, _ bytes: [UInt8], _ json: JSON, replacing replacements: SceneReplacements) {
    (self.bytes, file, limits) = (bytes, source.path, source.options.limits)
    budget = ImageBudget(limit: limits.imageBytes)
    images = DocumentImages(source, decoder: SceneImageDecoder(budget: budget, notes: notes, cache: source.images))
    slots = DocumentSlots(of: json, replacements, path: file)
  }

  /// Sets the user's replacements that are not for slots in the layers of a tree, and returns the films among them.
  package func replaceRest(in root: CALayer) throws(SceneFileError) -> [SceneClip] {
    try LayerReplacing(root: root, path: file, decoder: images.decoder, limits: limits).apply(slots.rest())
  }

  // MARK: - Errors

  /// Returns the error at a value, or with `isName` at its member's name.
  package func failure(
    _ message: String, at node: Node, isName: Bool = false, kind: SceneFileError.Kind = .malformed
  ) -> SceneFileError {
    if let slot = node.slot {
      return SceneFileError(.unsuitableValue, file: file, "the value of the slot '\(slot.excerpt)': \(message)")
    }
    guard let place = node.place else {
      return SceneFileError(kind, at: SourceLocation(file: file, line: 1, column: 1), message)
    }
    let location = place.location(in: bytes, file: file, isName: isName)
    return SceneFileError(kind, at: location, "\(place.pointer): \(message)")
  }

  /// Returns the place of a value in the document.
  package func place(of node: Node) -> SourceLocation {
    node.place?.location(in: bytes, file: file, isName: false) ?? SourceLocation(file: file, line: 1, column: 1)
  }

  package func wrong(_ node: Node, _ expectation: String) -> SceneFileError {
    failure("\(node.excerpt); expected \(expectation)", at: node)
  }

  /// Returns another reader's error with the place of a value that names its file, unless it has a place in the
  /// document.
  package func located(_ error: SceneFileError, at node: Node) -> SceneFileError {
    guard error.location.file != file || error.location.line == 0 else { return error }
    return failure(error.location.file == file ? error.message : error.description, at: node, kind: error.kind)
  }

  // MARK: - Structure

  /// Returns the members of an object, whose names must be among `known`, in the order of their names.
  package func members(
    _ node: Node, _ what: String, known: some Collection<String>
  ) throws(SceneFileError) -> [(key: String, node: Node)] {
    let members = try members(node, what)
    for (key, value) in members where !known.contains(key) {
      let guess = Array(known).guess(of: key)
      let list =
        guess.isEmpty && known.count <= 20 ? "; expected one of \(known.sorted().joined(separator: ", "))" : guess
      throw failure("\(what) has no member '\(key.excerpt)'\(list)", at: value, isName: true)
    }
    return members
  }

  package func members(_ node: Node, _ what: String) throws(SceneFileError) -> [(key: String, node: Node)] {
    guard let members = node.json.object else { throw wrong(node, "\(what), an object") }
    return members.sorted { $0.key < $1.key }.map { ($0.key, node.child($0.key, $0.value)) }
  }

  package func list(_ node: Node, of what: String) throws(SceneFileError) -> [Node] {
    guard let elements = node.elements else { throw wrong(node, "a list of \(what)") }
    return elements
  }

  // MARK: - Scalars

  package func number(
    _ node: Node, in range: ClosedRange<Double> = -.infinity ... .infinity, _ expectation: String = "a number"
  ) throws(SceneFileError) -> Double {
    let node = try slots.filled(node, as: .number, of: self)
    guard let number = node.json.number else { throw wrong(node, expectation) }
    guard Float(number).isFinite else { throw wrong(node, "a finite number of single precision") }
    guard range.contains(number) else {
      let bounds = String(format: "from %g to %g", range.lowerBound, range.upperBound)
      throw wrong(node, range.upperBound == .infinity ? String(format: "at least %g", range.lowerBound) : bounds)
    }
    return number
  }

  /// Reads a coordinate or a size in points.
  func length(_ node: Node) throws(SceneFileError) -> CGFloat {
    let limit = Double(limits.coordinate)
    return CGFloat(try number(node, in: -limit...limit, "a number of points"))
  }

  package func time(_ node: Node, from least: Double = 0) throws(SceneFileError) -> Double {
    try number(node, in: least...Self.longestTime, "seconds")
  }

  /// Reads a count or a duration without end.
  func extent(_ node: Node) throws(SceneFileError) -> Double {
    let node = try slots.filled(node, as: .number, of: self)
    if node.json.string == "infinity" { return .infinity }
    return try number(node, in: 0 ... .infinity, "a number or \"infinity\"")
  }

  /// Reads an angle in radians, as a number or with its unit.
  func angle(_ node: Node) throws(SceneFileError) -> Double {
    let node = try slots.filled(node, as: .number, of: self)
    guard let text = node.json.string else { return try number(node, "radians, or \"30deg\"") }
    guard let angle = Double(angle: text, unitless: nil), Float(angle).isFinite else {
      throw wrong(node, "radians, or \"30deg\", \"0.5turn\", \"1rad\"")
    }
    return angle
  }

  package func boolean(_ node: Node) throws(SceneFileError) -> Bool {
    let node = try slots.filled(node, as: .boolean, of: self)
    guard case .bool(let value) = node.json else { throw wrong(node, "true or false") }
    return value
  }

  package func text(_ node: Node, _ expectation: String = "a text") throws(SceneFileError) -> String {
    let node = try slots.filled(node, as: .text, of: self)
    guard let text = node.json.string else { throw wrong(node, expectation) }
    guard text.utf8.count <= Self.longestText else {
      throw failure(
        "a text of \(text.utf8.count) bytes; at most \(Self.longestText) are read", at: node, kind: .tooLarge)
    }
    return text
  }

  package func word(_ node: Node, of words: [String]) throws(SceneFileError) -> String {
    let text = try text(node, "one of \(words.joined(separator: ", "))")
    guard words.contains(text) else {
      let node = Node(json: .string(text), place: node.place, slot: node.slot)
      throw wrong(node, "one of \(words.joined(separator: ", "))\(words.guess(of: text))")
    }
    return text
  }

  package func color(_ node: Node) throws(SceneFileError) -> CGColor {
    let (node, replaced) = try slots.color(node, of: self)
    if let replaced { return replaced }
    guard let color = node.json.string.flatMap(CSSColor.color) else {
      throw wrong(node, "a colour as in CSS: a name, \"#rrggbb\", \"#rrggbbaa\", \"rgb(255 0 0 / 50%)\", \"hsl(...)\"")
    }
    return color
  }

  // MARK: - Numbers

  /// Reads a list of numbers, of a count if there is one.
  package func numbers(
    _ node: Node, count: Int? = nil, _ expectation: String = "a list of numbers", isLength: Bool = false
  ) throws(SceneFileError) -> [Double] {
    let node = try slots.filled(node, as: .numbers, of: self)
    guard let elements = node.elements, count == nil || elements.count == count else { throw wrong(node, expectation) }
    var numbers: [Double] = []
    for element in elements { numbers.append(isLength ? Double(try length(element)) : try number(element)) }
    return numbers
  }

  /// Reads the size of a scene or a film.
  package func canvasSize(_ node: Node) throws(SceneFileError) -> CGSize {
    let size = try size(node)
    let most = limits.documentSide
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= most else {
      throw failure(
        String(format: "a size of %g by %g points; expected above 0, at most %g", size.width, size.height, most),
        at: node)
    }
    return size
  }

  func point(_ node: Node) throws(SceneFileError) -> CGPoint {
    let n = try numbers(node, count: 2, "[x, y]", isLength: true)
    return CGPoint(x: n[0], y: n[1])
  }

  func size(_ node: Node) throws(SceneFileError) -> CGSize {
    let n = try numbers(node, count: 2, "[width, height]", isLength: true)
    return CGSize(width: n[0], height: n[1])
  }

  func rect(_ node: Node) throws(SceneFileError) -> CGRect {
    let n = try numbers(node, count: 4, "[x, y, width, height]", isLength: true)
    return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
  }
}
