// What the tables hold and the modules need not have: exclusions.txt gives a reason at the margin and, indented below
// it, what it is the reason for.

/// A type, a member, or all whose names begin alike: "CAMetal*", "CALayer.init(remoteClientId:)".
struct Exclusion: Hashable {
  var pattern: String

  /// The exclusions of a file's text: its indented lines.
  static func all(in text: String) -> [Exclusion] {
    text.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { line in
      Exclusion(pattern: String(line.drop { $0 == " " }))
    }
  }

  /// Whether it leaves out a member of a type, or the whole type.
  func leavesOut(_ member: String, of type: String) -> Bool { matches(type) || matches("\(type).\(member)") }

  private func matches(_ name: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }
}
