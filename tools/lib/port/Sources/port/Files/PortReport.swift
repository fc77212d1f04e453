/// What was changed, and what is left; in lines of the form that compilers and editors share.
struct PortReport: CustomStringConvertible {
  /// How many sources there are.
  var sources = 0
  private(set) var changedSources = 0
  /// `file:line: what -> what`, the lines being those of the sources as they were.
  private(set) var changes: [String] = []
  /// `file:line: what: what to do`, the lines being those of the sources as they are now.
  private(set) var remarks: [String] = []
  /// What is not here, by its name, with where it is named.
  private var absences: [String: (kind: Absence.Kind, places: [String])] = [:]
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
    for absence in source.absences {
      absences[absence.name, default: (absence.kind, [])].places.append("\(name):\(absence.line)")
    }
  }

  /// A line for each module and each type that is not here, those first that are named most often.
  var missing: [String] {
    absences.sorted { ($1.value.places.count, $0.key) < ($0.value.places.count, $1.key) }.map { name, absence in
      "not here: \(absence.kind == .module ? "module \(name)" : name): "
        + "\(counted(absence.places.count, "place")), first \(absence.places[0])"
    }
  }

  var description: String {
    var summary =
      changes.isEmpty
      ? "nothing to change in \(counted(sources, "source"))"
      : "\(counted(changes.count, "change")) in \(changedSources) of \(counted(sources, "source"))"
        + (isTrial ? ", none written" : "")
    if !remarks.isEmpty { summary += "; \(counted(remarks.count, "place")) to do by hand" }
    if !absences.isEmpty { summary += "; \(counted(absences.count, "name")) not here" }
    if !failures.isEmpty { summary += "; \(counted(failures.count, "file")) left alone" }
    return (changes + remarks + asides + failures + missing + ["port: \(summary)"]).joined(separator: "\n")
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
