import CoreGraphics
package import Foundation
import Multiplane

/// A problem of a scene, with its place, its times, and advice.
package struct Finding: Sendable {
  package enum Severity: String, Encodable, CaseIterable, Sendable {
    /// The film differs from the scene.
    case error
    /// Some or most viewers miss something.
    case warning
    case note
  }

  /// The place in the frame: `[x, y, width, height]` from the top left corner.
  package struct Place: Encodable, Sendable {
    package let points: [Double]
    package let pixels: [Int]
  }

  package let rule: CheckRule
  package var severity: Severity
  /// The path of the layer; nil for the scene as a whole.
  package let layer: String?
  package internal(set) var message: String
  package let advice: String
  /// The box of the finding, in pixels of the frame; nil if the finding has no place.
  package var box: CGRect?
  /// The time ranges of the problem, in seconds of the scene; perhaps of no length.
  package var times: [ClosedRange<Double>]
  /// The name of the state with the problem; nil for the first one.
  package internal(set) var state: String?

  /// - Parameter severity: the severity; nil for the rule's own.
  package init(
    _ rule: CheckRule, severity: Severity? = nil, layer: String? = nil, _ message: String, advice: String,
    box: CGRect? = nil, times: [ClosedRange<Double>] = []
  ) {
    (self.rule, self.severity, self.layer) = (rule, severity ?? rule.severity, layer)
    (self.message, self.advice, self.box, self.times) = (message, advice, box, times)
  }
}

package enum CheckRule: String, Encodable, CaseIterable, Sendable {
  case missingFile = "missing-file"
  case notRead = "not-read"
  case fallbackFont = "fallback-font"
  case missingGlyph = "missing-glyph"
  case enlargedImage = "enlarged-image"
  case cutImage = "cut-image"
  case idleAnimation = "idle-animation"
  case unknownKeyPath = "unknown-key-path"
  case notDrawn = "not-drawn"
  case deadState = "dead-state"
  case filmColors = "film-colors"
  case clippedColor = "clipped-color"

  case cutText = "cut-text"
  case neverSeen = "never-seen"
  case covered
  case noSize = "no-size"
  case safeArea = "safe-area"
  case contrast
  case readingTime = "reading-time"
  case stillPicture = "still-picture"
  case flashes
  case redFlashes = "red-flashes"

  case avoidableSurface = "avoidable-surface"
  case offscreenPixels = "offscreen-pixels"

  case expectation

  package enum Family: String, Encodable, CaseIterable, Sendable {
    case documents, sight, cost, expectations
  }

  package var family: Family {
    switch self {
    case .avoidableSurface, .offscreenPixels: .cost
    case .expectation: .expectations
    case .missingFile, .notRead, .fallbackFont, .missingGlyph, .enlargedImage, .cutImage, .idleAnimation,
      .unknownKeyPath, .notDrawn, .deadState, .filmColors, .clippedColor:
      .documents
    case .cutText, .neverSeen, .covered, .noSize, .safeArea, .contrast, .readingTime, .stillPicture, .flashes,
      .redFlashes:
      .sight
    }
  }

  var severity: Finding.Severity {
    switch self {
    case .missingFile, .missingGlyph, .unknownKeyPath, .flashes, .redFlashes, .expectation: .error
    case .enlargedImage, .filmColors, .clippedColor, .covered, .safeArea, .stillPicture, .avoidableSurface,
      .offscreenPixels:
      .note
    case .notRead, .fallbackFont, .cutImage, .idleAnimation, .notDrawn, .deadState, .cutText, .neverSeen, .noSize,
      .contrast, .readingTime:
      .warning
    }
  }
}

extension Finding {
  /// The number of a layer's sublayers from which findings are reported as one.
  private static let manyBeside = 4

  /// The rules for which one example suffices.
  private static let gatheredRules: Set<CheckRule> = [
    .enlargedImage, .cutImage, .cutText, .neverSeen, .covered, .noSize, .safeArea, .contrast, .readingTime,
    .avoidableSurface,
  ]

  private struct Group: Hashable {
    let rule: CheckRule
    let severity: Severity
    let above: Substring
    let state: String?
  }

  private var group: Group? {
    guard Self.gatheredRules.contains(rule), let layer else { return nil }
    let above = layer.lastIndex(of: "/").map { layer[..<$0] } ?? ""
    return Group(rule: rule, severity: severity, above: above, state: state)
  }

  /// Joins findings of the same fault in sibling layers, such as labels: the first stays, with the number of the
  /// others.
  static func gathered(_ findings: [Finding]) -> [Finding] {
    let groups = Dictionary(grouping: findings.indices) { findings[$0].group }
    return findings.indices.compactMap { index in
      let finding = findings[index]
      guard let group = finding.group, let members = groups[group], members.count >= manyBeside else { return finding }
      guard members.first == index else { return nil }
      var gathered = finding
      gathered.message += "; the same holds of \(members.count - 1) more layers beside it"
      let boxes = members.compactMap { findings[$0].box }
      gathered.box = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
      return gathered
    }
  }
}

/// The findings of a check, the worst first. Times are in seconds, sizes in pixels.
package struct CheckReport: Sendable {
  package struct Costliest: Encodable, Sendable {
    package let time: Double
    /// The pixels that its draws write, including surfaces.
    package let drawnPixels: Double
    package let offscreenPixels: Int
    package let passes: Int
    package let draws: Int
  }

  package let duration: Double
  package let width: Int
  package let height: Int
  package let scale: Double
  package let frames: Int
  package let states: Int
  /// The number of additional small frames, for flashes and pictures that stand still.
  package let smallFrames: Int
  package let costliest: Costliest?
  /// The most bytes of the frame and its surfaces.
  package let surfaceBytes: Int
  package internal(set) var findings: [Finding]
  /// The paths of the findings' pictures, by the finding's number.
  package var crops: [Int: String] = [:]

  package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

  func place(of finding: Finding) -> Finding.Place? {
    guard let box = finding.box else { return nil }
    let numbers = [box.minX, box.minY, box.width, box.height].map { Double($0) }
    return Finding.Place(
      points: numbers.map { ($0 / scale * 100).rounded() / 100 }, pixels: numbers.map { Int(bounded: $0.rounded()) })
  }
}

extension CheckReport: Encodable {
  private struct Row: Encodable {
    let severity: Finding.Severity
    let family: CheckRule.Family
    let rule: CheckRule
    let layer, state: String?
    let message, advice: String
    let box: Finding.Place?
    let times: [[Double]]
    let crop: String?
  }

  private enum Key: String, CodingKey {
    case duration, width, height, scale, frames, states, smallFrames, costliest, surfaceBytes, errors, warnings, notes,
      findings
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(duration, forKey: .duration)
    try container.encode(scale, forKey: .scale)
    let counts: [(Key, Int)] = [
      (.width, width), (.height, height), (.frames, frames), (.states, states), (.smallFrames, smallFrames),
      (.surfaceBytes, surfaceBytes), (.errors, count(.error)), (.warnings, count(.warning)), (.notes, count(.note)),
    ]
    for (key, value) in counts { try container.encode(value, forKey: key) }
    try container.encodeIfPresent(costliest, forKey: .costliest)
    let rows = findings.enumerated().map { index, finding in
      Row(
        severity: finding.severity, family: finding.rule.family, rule: finding.rule, layer: finding.layer,
        state: finding.state, message: finding.message, advice: finding.advice, box: place(of: finding),
        times: finding.times.map { [$0.lowerBound, $0.upperBound].map { ($0 * 1000).rounded() / 1000 } },
        crop: crops[index])
    }
    try container.encode(rows, forKey: .findings)
  }
}

extension CheckReport: CustomStringConvertible {
  package var description: String {
    var lines: [String] = []
    for family in CheckRule.Family.allCases {
      let members = findings.enumerated().filter { $0.element.rule.family == family }
      guard !members.isEmpty else { continue }
      lines.append("\(family.rawValue)")
      for (index, finding) in members {
        lines.append("  \(finding.severity.rawValue) \(finding.rule.rawValue)\(finding.layer.map { ": \($0)" } ?? "")")
        lines.append("    \(finding.message)")
        let state = finding.state.map { "in the state '\($0)'" }
        let place = [state, times(of: finding), boxText(of: finding)].compactMap { $0 }.joined(separator: ", ")
        if !place.isEmpty { lines.append("    \(place)") }
        lines.append("    -> \(finding.advice)")
        if let crop = crops[index] { lines.append("    picture: \(crop)") }
      }
    }
    let counts = [(count(.error), "error"), (count(.warning), "warning"), (count(.note), "note")].map { count, noun in
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let length = duration > 0 ? "\(duration.formatted(places: 2)) s" : "a scene that stands still"
    lines.append(
      "\(counts.joined(separator: ", ")); \(frames) frame\(frames == 1 ? "" : "s") of \(length) "
        + (states > 1 ? "in \(states) states " : "") + "\(frames == 1 ? "was" : "were") looked at"
        + (smallFrames > 0 ? ", and \(smallFrames) small ones" : ""))
    if let costliest, duration > 0 {
      let drawn = costliest.drawnPixels / Double(max(width * height, 1))
      lines.append(
        "the dearest frame is at \(costliest.time.formatted(places: 3)) s: "
          + "\(drawn.formatted(places: 1)) times the frame's pixels, "
          + "\(costliest.passes) pass\(costliest.passes == 1 ? "" : "es"), \(costliest.draws) draws; "
          + "the frame and its surfaces take \((Double(surfaceBytes) / 1_048_576).formatted(places: 1)) MiB at most")
    }
    return lines.map(\.onOneLine).joined(separator: "\n")
  }

  private func times(of finding: Finding) -> String? {
    guard duration > 0, !finding.times.isEmpty else { return nil }
    let shown = finding.times.prefix(4).map { time in
      let (from, to) = (time.lowerBound.formatted(places: 2), time.upperBound.formatted(places: 2))
      return from == to ? "at \(from) s" : "\(from) to \(to) s"
    }
    return shown.joined(separator: ", ") + (finding.times.count > 4 ? " and \(finding.times.count - 4) more times" : "")
  }

  private func boxText(of finding: Finding) -> String? {
    place(of: finding).map { place in
      let numbers = place.points.map { $0.formatted(places: 1) }
      return "\(numbers[2])x\(numbers[3]) points at (\(numbers[0]), \(numbers[1]))"
    }
  }
}
