/// What was changed, and what is left; in lines of the form that compilers and editors share.
struct PortReport: CustomStringConvertible {
  /// How many sources there are.
  var sources = 0
  private(set) var changedSources = 0
  /// `file:line: what -> what`, the lines being those of the sources as they were.
  private(set) var changes: [String] = []
  /// `file:line: what: what to do`, the lines being those of the sources as they are now.
  private(set) var remarks: [String] = []
  /// What was passed by on purpose.
  var asides: [String] = []
  /// Files that were left alone, with the reason.
  var failures: [String] = []
  /// Whether nothing was written.
  var isTrial = false

  mutating func add(_ source: PortedSource, name: String, newName: String) {
    if !source.changes.isEmpty { changedSources += 1 }
    for change in source.changes { changes.append("\(name):\(change.line): \(change.what) -> \(change.into)") }
    for (line, remark) in source.remarks {
      // A construct of several lines is told in one.
      let what = remark.what.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      remarks.append("\(newName):\(line): by hand: \(what): \(remark.advice)")
    }
  }

  var description: String {
    var summary =
      changes.isEmpty
      ? "nothing to change in \(counted(sources, "source"))"
      : "\(counted(changes.count, "change")) in \(changedSources) of \(counted(sources, "source"))"
        + (isTrial ? ", none written" : "")
    if !remarks.isEmpty { summary += "; \(counted(remarks.count, "place")) to do by hand" }
    if !failures.isEmpty { summary += "; \(counted(failures.count, "file")) left alone" }
    return (changes + remarks + asides + failures + ["port: \(summary)"]).joined(separator: "\n")
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
