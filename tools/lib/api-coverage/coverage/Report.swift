/// What the tool prints: counts of each type, then what is missing, what differs, and exclusions that are out of date.
struct Report {
  var types: [TypeCoverage] = []
  var unusedExclusions: [String] = []

  /// Whether nothing in scope is missing or differs, and every exclusion is needed.
  var isComplete: Bool { types.allSatisfy { $0.findings.isEmpty } && unusedExclusions.isEmpty }
}

extension Report: CustomStringConvertible {
  var description: String {
    var lines = [Self.row("type", ["in scope", "found", "differs", "missing", "excluded"])]
    lines += types.filter { $0.inScope > 0 }.map { Self.row($0.name, Self.counts([$0])) }
    lines.append(Self.row("all", Self.counts(types)))

    let findings = types.flatMap { $0.findings }
    let missing = findings.filter { $0.found == nil }
    if !missing.isEmpty {
      lines += ["", "missing:"] + missing.map { "  \($0.type)  \($0.expected)" }
    }
    let differing = findings.filter { $0.found != nil }
    if !differing.isEmpty {
      lines += ["", "differing:"]
      for finding in differing {
        lines += ["  \(finding.type)  \(finding.expected)", "    found: \(finding.found ?? "")"]
      }
    }
    if !unusedExclusions.isEmpty {
      lines += ["", "exclusions that nothing needs any more:"] + unusedExclusions.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func counts(_ types: [TypeCoverage]) -> [String] {
    let inScope = types.reduce(0) { $0 + $1.inScope }
    let missing = types.reduce(0) { $0 + $1.missing }
    let differing = types.reduce(0) { $0 + $1.differing }
    let excluded = types.reduce(0) { $0 + $1.excluded }
    return [inScope, inScope - missing - differing, differing, missing, excluded].map(String.init)
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    name.padded(to: 32) + cells.map { String(repeating: " ", count: max(10 - $0.count, 1)) + $0 }.joined()
  }
}

extension String {
  /// The text with spaces after it up to `width` characters.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 1)) }
}
