// A place in a Lottie document: a value, and the way to it, for messages.

import CoreGraphics
import Foundation

/// A value of the document with its path.
struct LottieNode {
  let json: JSON
  let path: LottiePath

  init(_ json: JSON, at path: LottiePath) { (self.json, self.path) = (json, path) }

  subscript(key: String) -> LottieNode? {
    guard let value = json[key], value != .null else { return nil }
    return LottieNode(value, at: LottiePath(path, .key(key)))
  }

  /// The elements of an array; none where it is no array.
  var elements: [LottieNode] {
    (json.array ?? []).enumerated().map { LottieNode($1, at: LottiePath(path, .index($0))) }
  }

  /// The elements of the array under a key.
  func elements(_ key: String) -> [LottieNode] { self[key]?.elements ?? [] }

  func number(_ key: String) -> Double? { json[key]?.number }
  func integer(_ key: String) -> Int? { json[key]?.number.flatMap { Int(exactly: $0.rounded()) } }
  func string(_ key: String) -> String? { json[key]?.string }
  /// Whether a switch is on; Lottie writes 0, 1, false and true.
  func flag(_ key: String) -> Bool { json[key]?.bool ?? false }
  /// What the object is called: `nm`.
  var name: String? { string("nm") }
}

/// The way to a value: `layers[3].shapes[0].it[2].c`.
final class LottiePath: CustomStringConvertible {
  enum Step {
    case key(String)
    case index(Int)
  }

  /// The way to what it lies in; nil for the document.
  let parent: LottiePath?
  private let step: Step?

  /// The way to the document itself.
  init() { (parent, step) = (nil, nil) }

  init(_ parent: LottiePath, _ step: Step) { (self.parent, self.step) = (parent, step) }

  /// The steps from the document on.
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

/// What is said of a document while it is read, and how much it may still ask for.
final class LottieReading {
  let file: String
  /// What was said, and of which places; by what was said, where it is among them.
  private var remarks: [(message: String, places: [String])] = []
  private var said: [String: Int] = [:]
  private var layersLeft = 100_000
  private var keyframesLeft = 2_000_000

  /// The player whose ways are drawn.
  let imitating: LottiePlayer?
  /// What runs the document's expressions; nil where they are not run.
  var expressions: LottieExpressions?

  init(file: String, imitating: LottiePlayer? = nil) { (self.file, self.imitating) = (file, imitating) }

  /// Says once that a feature is not drawn, or drawn differently.
  ///
  /// - Parameter everywhere: whether other places that it is said of are named, too.
  func note(_ message: String, at path: LottiePath, everywhere: Bool = false) {
    let place = path.description
    if let known = said[message] {
      if everywhere, said.updateValue(known, forKey: "\(place): \(message)") == nil {
        remarks[known].places.append(place)
      }
      return
    }
    (said[message], said["\(place): \(message)"]) = (remarks.count, remarks.count)
    remarks.append((message, [place]))
  }

  /// All that was said, each once, with the first places that it is said of.
  var notes: [SceneNote] {
    remarks.map { message, places in
      let others = places.dropFirst()
      var text = places[0].isEmpty ? message : "\(places[0]): \(message)"
      if !others.isEmpty { text += "; also " + others.prefix(8).joined(separator: ", ") }
      if others.count > 8 { text += " and \(others.count - 8) more" }
      return SceneNote(at: SourceLocation(file: file), text)
    }
  }

  /// An error in the document.
  func malformed(_ message: String, at path: LottiePath) -> SceneFileError {
    let place = path.description
    return SceneFileError(.malformed, file: file, place.isEmpty ? message : "\(place): \(message)")
  }

  /// Counts layers before they are made.
  func takeLayers(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    layersLeft -= count
    guard layersLeft >= 0 else {
      throw SceneFileError(
        .tooLarge, file: file,
        "\(path): the compositions up to here have more than 100000 layers, each as often as it is "
          + "shown")
    }
  }

  /// Counts keyframes before they are made.
  func takeKeyframes(_ count: Int, at path: LottiePath) throws(SceneFileError) {
    keyframesLeft -= min(count, Int.max / 2)
    guard keyframesLeft >= 0 else {
      throw SceneFileError(.tooLarge, file: file, "\(path): the animations up to here have more than 2000000 keyframes")
    }
  }
}
