import CoreGraphics
import Documents
import Foundation

/// The notes and the remaining limits of a document while it is read.
final class LottieReading {
  let file: String
  /// The messages and their places. `said` gives the index by a message, and by a place with its message.
  private var remarks: [(message: String, places: [String], topic: SceneNote.Topic)] = []
  private var said: [String: Int] = [:]
  private var layersLeft = 100_000
  private var keyframesLeft = 2_000_000
  /// The points in outlines of letters: of some 100,000 letters.
  private var pointsLeft = 8_000_000
  /// The values of moving characters: some seconds of work.
  private var glyphValuesLeft = 50_000_000

  let imitating: ScenePlayer?
  /// The runner of the document's expressions, if they are run.
  var expressions: (any ExpressionRunner)?
  /// The measures of layers for expressions, if any.
  var measures: (any LayerMeasuring)?

  init(file: String, imitating: ScenePlayer? = nil) { (self.file, self.imitating) = (file, imitating) }

  /// Notes a feature that is not drawn, or drawn differently: once, or, if `everywhere`, with each place.
  func note(_ message: String, at path: LottiePath, everywhere: Bool = false, topic: SceneNote.Topic = .other) {
    let place = path.description
    if let known = said[message] {
      if everywhere, said.updateValue(known, forKey: "\(place): \(message)") == nil {
        remarks[known].places.append(place)
      }
      return
    }
    (said[message], said["\(place): \(message)"]) = (remarks.count, remarks.count)
    remarks.append((message, [place], topic))
  }

  /// All notes, each once, with its first places.
  var notes: [SceneNote] {
    remarks.map { message, places, topic in
      let others = places.dropFirst()
      var text = places[0].isEmpty ? message : "\(places[0]): \(message)"
      if !others.isEmpty { text += "; also " + others.prefix(8).joined(separator: ", ") }
      if others.count > 8 { text += " and \(others.count - 8) more" }
      return SceneNote(at: SourceLocation(file: file), text, topic: topic)
    }
  }

  func malformed(_ message: String, at path: LottiePath) -> SceneFileError { failure(.malformed, message, at: path) }

  func tooLarge(_ message: String, at path: LottiePath) -> SceneFileError { failure(.tooLarge, message, at: path) }

  private func failure(_ kind: SceneFileError.Kind, _ message: String, at path: LottiePath) -> SceneFileError {
    let place = path.description
    return SceneFileError(kind, file: file, place.isEmpty ? message : "\(place): \(message)")
  }
}

// MARK: - Limits

extension LottieReading {
  func takeLayers(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(
      count, of: &layersLeft, at: path,
      "the compositions up to here have more than 100000 layers, each as often as it is shown")
  }

  func takeKeyframes(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(count, of: &keyframesLeft, at: path, "the animations up to here have more than 2000000 keyframes")
  }

  func takePoints(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(count, of: &pointsLeft, at: path, "the texts up to here have outlines of more than 8000000 points")
  }

  /// Counts the values of moving characters before they are computed.
  func takeGlyphValues(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    try take(
      count, of: &glyphValuesLeft, at: path,
      "the characters up to here have more than 50000000 values of their own over time")
  }

  private func take(_ count: Int, of left: inout Int, at path: LottiePath, _ message: String) throws(SceneFileError) {
    left -= min(count, Int.max / 2)
    guard left >= 0 else { throw tooLarge(message, at: path) }
  }

  /// Reads a transform; a missing one is the identity.
  func transform(_ node: LottieNode?, at path: LottiePath) throws(SceneFileError) -> LottieTransform {
    let position: LottieTransform.Position
    if let p = node?["p"], p.flag("s") || (p["x"]?["k"] != nil && p["k"] == nil) {
      position = try .apart(x: scalar(p["x"], default: 0), y: scalar(p["y"], default: 0))
      if let z = p["z"], try scalar(z, default: 0).constant != 0 { note("depth (z) is not drawn", at: z.path) }
    } else {
      let track = try place(node?["p"])
      if let p = node?["p"], track.keyframes.contains(where: { $0.value.count > 2 && $0.value[2] != 0 }) {
        note("depth (z) is not drawn", at: p.path)
      }
      position = .together(track)
    }
    var rotation = try (
      x: scalar(node?["rx"], default: 0), y: scalar(node?["ry"], default: 0),
      z: scalar(node?["r"] ?? node?["rz"], default: 0)
    )
    if let orientation = node?["or"] {
      let track = try vector(orientation, default: [0, 0, 0])
      if let angles = track.constant, angles.count == 3, angles != [0, 0, 0] {
        if rotation.x.constant == 0 { rotation.x = Track(angles[0]) }
        if rotation.y.constant == 0 { rotation.y = Track(angles[1]) }
        rotation.z = rotation.z.map { $0 + angles[2] }
      } else if track.constant == nil {
        if rotation.x.constant == 0 { rotation.x = track.map { $0.first ?? 0 } }
        if rotation.y.constant == 0 { rotation.y = track.map { $0.count > 1 ? $0[1] : 0 } }
        if rotation.z.constant == 0 { rotation.z = track.map { $0.count > 2 ? $0[2] : 0 } }
      }
    }
    return try LottieTransform(
      position: position, anchor: place(node?["a"]),
      scale: vector(node?["s"], default: [100, 100]).map { $0.map { $0 / 100 } }, rotation: rotation,
      skew: scalar(node?["sk"], default: 0), skewAxis: scalar(node?["sa"], default: 0),
      opacity: scalar(node?["o"], default: 100, unit: 0.01), path: node?.path ?? path)
  }
}

protocol ExpressionRunner: AnyObject {
  /// Returns the property with keyframes instead of its expression; nil, with a note, if that cannot be run.
  func keyframes(of node: LottieNode) throws(SceneFileError) -> LottieNode?
}

protocol LayerMeasuring: AnyObject {
  /// Returns the box around a layer's content, in points of the layer, at a frame of its composition; `text` is a text
  /// layer's text then. Nil for a layer without content.
  func box(of layer: LottieNode, at frame: Double, text: String) -> CGRect?
}

/// A value of the document with its path, for messages.
struct LottieNode {
  let json: JSON
  let path: LottiePath

  init(_ json: JSON, at path: LottiePath) { (self.json, self.path) = (json, path) }

  subscript(key: String) -> LottieNode? {
    guard let value = json[key], value != .null else { return nil }
    return LottieNode(value, at: LottiePath(path, .key(key)))
  }

  /// The elements of an array; empty for anything else.
  var elements: [LottieNode] {
    (json.array ?? []).enumerated().map { LottieNode($1, at: LottiePath(path, .index($0))) }
  }

  func elements(_ key: String) -> [LottieNode] { self[key]?.elements ?? [] }

  func number(_ key: String) -> Double? { json[key]?.number }
  /// Returns a number, or that of a text, as scripts read it.
  func numeral(_ key: String) -> Double? { number(key) ?? string(key).flatMap(Double.init) }
  func integer(_ key: String) -> Int? { json[key]?.number.flatMap { Int(exactly: $0.rounded()) } }
  func string(_ key: String) -> String? { json[key]?.string }
  /// Returns whether a switch is on, which Lottie writes as 0, 1, false or true.
  func flag(_ key: String) -> Bool { json[key]?.bool ?? false }
  var name: String? { string("nm") }
}

/// The path to a value: `layers[3].shapes[0].it[2].c`.
final class LottiePath: CustomStringConvertible {
  enum Step {
    case key(String)
    case index(Int)
  }

  /// The path to the value around it; nil for the document.
  let parent: LottiePath?
  private let step: Step?

  init() { (parent, step) = (nil, nil) }

  init(_ parent: LottiePath, _ step: Step) { (self.parent, self.step) = (parent, step) }

  var steps: [Step] {
    var (steps, place): ([Step], LottiePath?) = ([], self)
    while let here = place {
      if let step = here.step { steps.append(step) }
      place = here.parent
    }
    return steps.reversed()
  }

  var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key.excerpt
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}

/// The transform of a layer, a group or a repeater ("ks", "tr"), over frames of its composition.
struct LottieTransform {
  /// The position of the point ``anchor`` in the parent's space.
  var position: Position
  /// The origin of rotation and scale.
  var anchor: Track<[Double]>
  /// The scale; 1 is the original size.
  var scale: Track<[Double]>
  /// The rotations about the axes, in degrees, clockwise on the screen.
  var rotation: (x: Track<Double>, y: Track<Double>, z: Track<Double>)
  /// The skew and its axis, in degrees.
  var (skew, skewAxis): (Track<Double>, Track<Double>)
  /// The opacity, 0...1.
  var opacity: Track<Double>
  /// The path in the document, which identifies the transform.
  var path: LottiePath

  enum Position {
    case together(Track<[Double]>)
    /// Split dimensions.
    case apart(x: Track<Double>, y: Track<Double>)

    var isConstant: Bool {
      switch self {
      case .together(let track): track.isConstant
      case .apart(let x, let y): x.isConstant && y.isConstant
      }
    }

    func point(at time: Double) -> CGPoint {
      switch self {
      case .together(let track): track.value(at: time).point
      case .apart(let x, let y): CGPoint(x: x.value(at: time), y: y.value(at: time))
      }
    }
  }

  /// Whether all properties but the opacity are constant.
  var isStatic: Bool {
    position.isConstant && anchor.isConstant && scale.isConstant && skew.isConstant && skewAxis.isConstant
      && rotation.x.isConstant && rotation.y.isConstant && rotation.z.isConstant
  }

  /// Whether the transform rotates out of the plane.
  var isThreeDimensional: Bool { rotation.x.constant != 0 || rotation.y.constant != 0 }

  var hasSkew: Bool { skew.constant != 0 }
}
