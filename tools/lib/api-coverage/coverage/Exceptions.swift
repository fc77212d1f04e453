// What the tables hold and the modules need not have (exclusions.txt), or have in another shape (equivalents.txt). Both
// files give a reason at the margin and, indented below it, what it is the reason for.

/// The rules of both files.
struct Exceptions {
  /// A type, a member, or all whose names begin alike: "CAMetal*", "CALayer.init(remoteClientId:)".
  struct Exclusion: Hashable {
    var pattern: String

    /// Whether the pattern fits a type's name or a "Type.member".
    func matches(_ name: String) -> Bool {
      pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
  }

  /// A declaration of ours that stands in for one of Apple's.
  struct Equivalent: Hashable {
    var type: String
    var apple: Signature
    var ours: Signature
  }

  private(set) var exclusions: [Exclusion] = []
  private(set) var equivalents: [Equivalent] = []

  /// Reads both files.
  init(exclusions: String, equivalents: String, aliases: [String: String]) throws(CoverageError) {
    for line in Self.rules(exclusions) { self.exclusions.append(Exclusion(pattern: line)) }
    for line in Self.rules(equivalents) {
      let parts = line.split(separator: " | ")
      guard parts.count == 3, let apple = Signature(String(parts[1]), aliases: aliases),
        let ours = Signature(String(parts[2]), aliases: aliases)
      else { throw CoverageError("equivalents.txt: expected \"TYPE | APPLE'S | OURS\", found \"\(line)\"") }
      self.equivalents.append(Equivalent(type: String(parts[0]), apple: apple, ours: ours))
    }
  }

  /// The indented lines.
  private static func rules(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.drop { $0 == " " }) }
  }

  /// The rule that leaves out `member` of `type`, or the whole type.
  func exclusion(of member: String, in type: String) -> Exclusion? {
    exclusions.first { $0.matches(type) || $0.matches("\(type).\(member)") }
  }

  /// The declaration that stands in for `signature`.
  func equivalent(of signature: Signature, in type: String) -> Equivalent? {
    equivalents.first { $0.type == type && signature == $0.apple }
  }
}
