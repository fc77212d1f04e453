// A place in a Lottie document: a value, and the way to it, for messages.

import CoreGraphics
import Documents
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
  /// Returns a number, also from a text that is a number, as scripts read it.
  func numeral(_ key: String) -> Double? { number(key) ?? string(key).flatMap(Double.init) }
  func integer(_ key: String) -> Int? { json[key]?.number.flatMap { Int(exactly: $0.rounded()) } }
  func string(_ key: String) -> String? { json[key]?.string }
  /// Whether a switch is on; Lottie writes 0, 1, false and true.
  func flag(_ key: String) -> Bool { json[key]?.bool ?? false }
  /// The object's name: `nm`.
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
