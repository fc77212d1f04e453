// Suggestions for unknown names, used by every list of names.

extension Collection<String> {
  /// The name that `text` was probably meant to be; nil where none is near.
  ///
  /// Near is by edits: letters that are left out, put in, another, or two that changed places (optimal string
  /// alignment), in any case; at most one for three letters. A name that begins with what was written is near, too. Of
  /// equals it is the first.
  package func nearest(to text: String) -> String? {
    let wanted = Array(text.lowercased().utf8.prefix(64))
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, edits: Int)?
    for name in self {
      let letters = Array(name.lowercased().utf8.prefix(64))
      let isBeginning = wanted.count > 2 && letters.starts(with: wanted)
      let edits = isBeginning ? 1 : Self.edits(wanted, letters)
      guard edits <= Swift.max(1, Swift.max(wanted.count, letters.count) / 3), edits < best?.edits ?? .max else {
        continue
      }
      best = (name, edits)
    }
    return best?.name
  }

  /// `; did you mean 'render'?`, or nothing.
  package func guess(of text: String) -> String { nearest(to: text).map { "; did you mean '\($0)'?" } ?? "" }

  /// Edits between two words.
  private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (last, row) = ([Int](), Array(0...b.count))
    for i in a.indices {
      let before = last
      last = row
      row[0] = i + 1
      for j in b.indices {
        row[j + 1] = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = Swift.min(row[j + 1], before[j - 1] + 1) }
      }
    }
    return row[b.count]
  }
}
