// Findings of layers side by side: of a page of labels in which each has the same fault, people are told once.

import CoreGraphics

extension Finding {
  /// The number of layers in one layer from which on they are reported as one.
  private static let manyBeside = 4

  /// Rules of which one example tells all.
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

  /// The findings, those of many layers of one layer as one: the first of them, with the number of the others.
  static func gathered(_ findings: [Finding]) -> [Finding] {
    let groups = Dictionary(grouping: findings.indices) { findings[$0].group }
    return findings.indices.compactMap { index in
      let finding = findings[index]
      guard let group = finding.group, let members = groups[group], members.count >= manyBeside else { return finding }
      guard members.first == index else { return nil }
      var gathered = finding.saying(
        "\(finding.message); the same holds of \(members.count - 1) more layers beside it")
      let boxes = members.compactMap { findings[$0].box }
      gathered.box = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
      return gathered
    }
  }
}
