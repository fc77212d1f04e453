// The author's expectations of a scene, from a file:
//
//   [
//     {"expect": "appears-by", "layer": "Title", "time": 1.5},
//     {"expect": "before", "layer": "Title", "other": "Card/Price"},
//     {"expect": "colour-at", "point": [20, 40], "time": 2, "colour": "#ff6600"}
//   ]
//
// Tested by ExpectationTests.

package import Documents
import Foundation

package struct Expectation: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The layer has been visible by a time, in seconds.
    case appearsBy(Double)
    /// The layer is not visible at a time, in seconds, nor later.
    case goneBy(Double)
    /// The layer is visible earlier than another one.
    case before(String)
    /// The layer is always visible, and lies completely within the frame.
    case staysInFrame
    /// The layer is never still for longer than this number of seconds.
    case keepsMoving(for: Double)
    /// A pixel, in points from the top left corner, has a colour: components from 0 to 255, each within a tolerance.
    case colorAt(x: Double, y: Double, time: Double, color: [UInt8], tolerance: Int)
    /// The layer has this text at a time or, for nil, whenever it is visible.
    case textIs(String, time: Double?)
  }

  package let kind: Kind
  /// The name of a layer, or the end of its path: `Title`, `Card/Title`; nil for a pixel.
  package let layer: String?
  /// The begin time in the scene, in seconds; the scene's end is the default end.
  package let from: Double
  package let to: Double?
  package let location: SourceLocation

  var times: [Double] {
    switch kind {
    case .appearsBy(let time), .goneBy(let time), .colorAt(_, _, let time, _, _): [time]
    case .textIs(_, let time): time.map { [$0] } ?? []
    case .before, .staysInFrame, .keepsMoving: [from] + (to.map { [$0] } ?? [])
    }
  }
}

// MARK: - Reading

extension Expectation {
  /// The limits of a file's size and number of elements.
  package static var limits: SceneLimits {
    var limits = SceneLimits()
    (limits.documentBytes, limits.elementCount) = (1 << 20, 50_000)
    return limits
  }

  private static let most = 1_000

  /// - Throws: `notFound`, `unreadable`, `tooLarge`, or `malformed` with line and column.
  package static func read(path: String) throws(SceneFileError) -> [Expectation] {
    try read(FileBytes.read(path, as: path, limit: limits.documentBytes), file: path)
  }

  /// - Parameter file: the name for errors.
  package static func read(_ bytes: [UInt8], file: String) throws(SceneFileError) -> [Expectation] {
    let elements = try JSON.elements(bytes, file: file, limits: limits)
    guard elements.count <= most else {
      throw SceneFileError(.tooLarge, file: file, "\(elements.count) expectations; at most \(most) are read")
    }
    var all: [Expectation] = []
    for (value, location) in elements { all.append(try ExpectationReader(value, location).expectation()) }
    return all
  }
}

/// The members of one expectation, each of which must be known.
private struct ExpectationReader {
  private let members: [String: JSON]
  private let location: SourceLocation

  /// The members of each kind, in addition to `expect`, with `layer` first.
  private static let kinds: [String: (needed: [String], allowed: [String])] = [
    "appears-by": (["layer", "time"], []), "gone-by": (["layer", "time"], []), "before": (["layer", "other"], []),
    "stays-in-frame": (["layer"], ["from", "to"]), "keeps-moving": (["layer"], ["from", "to", "for"]),
    "colour-at": (["point", "time", "colour"], ["tolerance"]), "text-is": (["layer", "text"], ["time"]),
  ]

  init(_ value: JSON, _ location: SourceLocation) throws(SceneFileError) {
    guard let members = value.object else {
      throw SceneFileError(.malformed, at: location, "an expectation is an object: {\"expect\": \"appears-by\", ...}")
    }
    (self.members, self.location) = (members, location)
  }

  private func wrong(_ message: String) -> SceneFileError { SceneFileError(.malformed, at: location, message) }

  func expectation() throws(SceneFileError) -> Expectation {
    let name = try text("expect")
    guard let (needed, allowed) = Self.kinds[name] else {
      let known = Self.kinds.keys.sorted().joined(separator: ", ")
      throw wrong("no expectation '\(name.excerpt)'; there are \(known)")
    }
    for key in needed where members[key] == nil { throw wrong("'\(name)' needs '\(key)'") }
    for key in members.keys.sorted() where key != "expect" && !needed.contains(key) && !allowed.contains(key) {
      let known = (needed + allowed).joined(separator: ", ")
      throw wrong("'\(name)' has no '\(key.excerpt)'; there are \(known)")
    }
    let (from, to) = (try seconds("from") ?? 0, try seconds("to"))
    if let to, to < from { throw wrong("'to' lies before 'from'") }
    return Expectation(
      kind: try kind(name), layer: name == "colour-at" ? nil : try text("layer"), from: from, to: to,
      location: location)
  }

  private func kind(_ name: String) throws(SceneFileError) -> Expectation.Kind {
    switch name {
    case "appears-by": return .appearsBy(try seconds("time") ?? 0)
    case "gone-by": return .goneBy(try seconds("time") ?? 0)
    case "before": return .before(try text("other"))
    case "stays-in-frame": return .staysInFrame
    case "keeps-moving": return .keepsMoving(for: try seconds("for") ?? 1)
    case "text-is": return .textIs(try text("text"), time: try seconds("time"))
    default:
      guard let point = members["point"]?.array, point.count == 2, let x = point[0].number, let y = point[1].number,
        0..<1e6 ~= x, 0..<1e6 ~= y
      else { throw wrong("'point' is [x, y], in points from the top left corner") }
      let tolerance = members["tolerance"].map { $0.number ?? -1 } ?? 3
      guard 0...255 ~= tolerance else { throw wrong("'tolerance' is a number from 0 to 255") }
      return .colorAt(
        x: x, y: y, time: try seconds("time") ?? 0, color: try color("colour"), tolerance: Int(tolerance))
    }
  }

  private func text(_ key: String) throws(SceneFileError) -> String {
    guard let value = members[key] else { throw wrong("there is no '\(key)'") }
    guard let text = value.string, !text.isEmpty || key == "text" else { throw wrong("'\(key)' is no text") }
    return text
  }

  private func seconds(_ key: String) throws(SceneFileError) -> Double? {
    guard let value = members[key] else { return nil }
    guard let seconds = value.number, 0...1e6 ~= seconds else {
      throw wrong("'\(key)' is no time; expected seconds, 0 or more")
    }
    return seconds
  }

  private func color(_ key: String) throws(SceneFileError) -> [UInt8] {
    let text = try text(key)
    let digits = Array(text.dropFirst().utf8)
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8,
      let number = UInt32(text.dropFirst(), radix: 16), digits.first != UInt8(ascii: "+")
    else { throw wrong("'\(key)' is '\(text.excerpt)'; expected #rrggbb or #rrggbbaa") }
    let all = digits.count == 6 ? number << 8 | 0xFF : number
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: all >> UInt32($0)) }
  }
}
