// What a check says of a scene, for people and for programs.

import CoreGraphics
import Foundation
import Multiplane

/// The findings of a check, the worst first.
package struct CheckReport: Sendable {
  /// The frame with the most pixels to draw.
  package struct Costliest: Encodable, Sendable {
    /// In seconds of the scene's time.
    package let time: Double
    /// Pixels that its draws write, surfaces included.
    package let drawnPixels: Double
    package let offscreenPixels: Int
    package let passes: Int
    package let draws: Int
  }

  /// In seconds; 0 of a scene that stands still.
  package let duration: Double
  /// The frame's, in pixels.
  package let width: Int
  package let height: Int
  /// Pixels to a point.
  package let scale: Double
  /// The number of frames that were looked at.
  package let frames: Int
  /// The number of states in which frames were looked at.
  package let states: Int
  /// The number of further frames that were looked at for flashes and pictures that stand still.
  package let smallFrames: Int
  package let costliest: Costliest?
  /// Bytes of the frame and its surfaces, at most.
  package let surfaceBytes: Int
  package internal(set) var findings: [Finding]
  /// The pictures of findings that were written, by the finding's number.
  package var crops: [Int: String] = [:]

  /// Returns the number of findings of a severity.
  package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

  /// Returns the place of a finding; nil for a finding without a box.
  func place(of finding: Finding) -> Finding.Place? {
    guard let box = finding.box else { return nil }
    let numbers = [box.minX, box.minY, box.width, box.height].map { Double($0) }
    return Finding.Place(
      points: numbers.map { ($0 / scale * 100).rounded() / 100 }, pixels: numbers.map { Int(bounded: $0.rounded()) })
  }
}

extension CheckReport: Encodable {
  private enum Key: String, CodingKey {
    case duration, width, height, scale, frames, states, smallFrames, costliest, surfaceBytes, errors, warnings, notes,
      findings
  }

  private enum FindingKey: String, CodingKey {
    case severity, family, rule, layer, state, message, advice, box, times, crop
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(duration, forKey: .duration)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(scale, forKey: .scale)
    try container.encode(frames, forKey: .frames)
    try container.encode(states, forKey: .states)
    try container.encode(smallFrames, forKey: .smallFrames)
    try container.encodeIfPresent(costliest, forKey: .costliest)
    try container.encode(surfaceBytes, forKey: .surfaceBytes)
    try container.encode(count(.error), forKey: .errors)
    try container.encode(count(.warning), forKey: .warnings)
    try container.encode(count(.note), forKey: .notes)
    var list = container.nestedUnkeyedContainer(forKey: .findings)
    for (index, finding) in findings.enumerated() {
      var entry = list.nestedContainer(keyedBy: FindingKey.self)
      try entry.encode(finding.severity, forKey: .severity)
      try entry.encode(finding.rule.family, forKey: .family)
      try entry.encode(finding.rule, forKey: .rule)
      try entry.encodeIfPresent(finding.layer, forKey: .layer)
      try entry.encodeIfPresent(finding.state, forKey: .state)
      try entry.encode(finding.message, forKey: .message)
      try entry.encode(finding.advice, forKey: .advice)
      try entry.encodeIfPresent(place(of: finding), forKey: .box)
      try entry.encode(
        finding.times.map { [$0.lowerBound, $0.upperBound].map { ($0 * 1000).rounded() / 1000 } }, forKey: .times)
      try entry.encodeIfPresent(crops[index], forKey: .crop)
    }
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
