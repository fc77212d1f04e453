// A source being ported: what the rules change, and what they leave to a person.

/// A change of some bytes.
struct Change: Equatable {
  /// The bytes of the source; empty where something is put in.
  var range: Range<Int>
  var replacement: String
  /// The line in the source, counted from 1.
  var line: Int
  /// The construct, as it was.
  var what: String
  /// What it is now.
  var into: String
}

/// Something that no script can change.
struct Remark: Equatable {
  /// The place in the source, in bytes.
  var position: Int
  /// What is there.
  var what: String
  /// What to do about it.
  var advice: String
}

/// Code that is to stand elsewhere; what the rules change in it is changed there.
struct Move {
  /// The bytes of the source.
  var range: Range<Int>
  /// Where they are to stand, in bytes.
  var place: Int
  /// What is put in before and after them.
  var before: String
  var after: String
}

/// A name of Apple's that is not here.
struct Absence: Equatable {
  enum Kind { case module, name }

  var kind: Kind
  var name: String
  /// The line in the source, counted from 1.
  var line: Int
}

/// Collects changes; no two of them overlap.
struct Draft {
  let source: SwiftSource
  /// What is known of all sources.
  let project: Project
  private(set) var changes: [Change] = []
  private(set) var remarks: [Remark] = []
  private(set) var moves: [Move] = []
  /// What is not here, each time that it is named.
  private(set) var absences: [Absence] = []

  /// The bytes that a change has.
  private var taken: [Bool]

  init(_ source: SwiftSource, in project: Project) {
    (self.source, self.project) = (source, project)
    taken = [Bool](repeating: false, count: source.bytes.count)
  }

  /// Replaces bytes, unless an earlier change has some of them.
  ///
  /// - Parameters:
  ///   - what: the construct for the report, if not the bytes themselves.
  ///   - into: what it becomes, if not the replacement.
  mutating func replace(_ range: Range<Int>, with replacement: String, what: String? = nil, into: String? = nil) {
    guard !isTaken(range) else { return }
    for index in range { taken[index] = true }
    changes.append(
      Change(
        range: range, replacement: replacement, line: line(of: range.lowerBound), what: what ?? source.text(range),
        into: into ?? replacement))
  }

  /// Replaces the tokens from one to another.
  mutating func replace(tokens first: Int, through last: Int, with replacement: String) {
    replace(source.tokens[first].range.lowerBound..<source.tokens[last].range.upperBound, with: replacement)
  }

  /// Has code stand elsewhere, which is outside of all code that is moved.
  mutating func move(_ move: Move, at token: Int, what: String, into: String) {
    moves.append(move)
    let start = source.tokens[token].range.lowerBound
    changes.append(
      Change(range: start..<start, replacement: "", line: source.tokens[token].line, what: what, into: into))
  }

  /// Whether a token is moved.
  func isMoved(_ token: Int) -> Bool { moves.contains { $0.range.contains(source.tokens[token].range.lowerBound) } }

  /// Whether a change has some of these bytes.
  func isTaken(_ range: Range<Int>) -> Bool { taken[range].contains(true) }

  /// Leaves something at a token to a person.
  mutating func remark(at token: Int, _ what: String, _ advice: String) {
    let position = source.tokens.indices.contains(token) ? source.tokens[token].range.lowerBound : 0
    remarks.append(Remark(position: position, what: what, advice: advice))
  }

  /// Notes that a module is not here.
  mutating func note(module: String, at token: Int) {
    absences.append(Absence(kind: .module, name: module, line: source.tokens[token].line))
  }

  /// Notes that a type or another name of Apple's is not here.
  mutating func note(name: String, at token: Int) {
    absences.append(Absence(kind: .name, name: name, line: source.tokens[token].line))
  }

  private func line(of position: Int) -> Int {
    // Tokens are in order: the last that begins at or before the position stands in its line, or some before it.
    let tokens = source.tokens
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound <= position { low = middle + 1 } else { high = middle }
    }
    let start = low > 0 ? tokens[low - 1].range.lowerBound : 0
    return (low > 0 ? tokens[low - 1].line : 1) + source.bytes[start..<position].newlines
  }
}

/// A source, ported.
struct PortedSource {
  var bytes: [UInt8]
  /// In the order of the source.
  var changes: [Change]
  /// What is left to do by hand, with its line in the ported source.
  var remarks: [(line: Int, remark: Remark)]
  /// What is not here, in the order of the source.
  var absences: [Absence]

  /// Ports a source that stands alone.
  init(_ bytes: [UInt8]) throws(LexError) {
    let source = try SwiftSource(bytes)
    self.init(source, in: Project([source]))
  }

  /// Ports one of several sources.
  init(_ source: SwiftSource, in project: Project) {
    var draft = Draft(source, in: project)
    for rule in Rules.all { rule(&draft) }
    // Of changes at one place, the one that comes first was made first.
    changes = draft.changes.enumerated()
      .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }.map(\.element)
    var assembly = Assembly(source: source.bytes, changes: changes, draft: draft)
    assembly.write(0..<source.bytes.count)
    bytes = assembly.result
    remarks = assembly.remarks
    absences = draft.absences.sorted { $0.line < $1.line }
  }
}

extension Collection<UInt8> {
  /// How many lines end here; CR LF ends one.
  var newlines: Int {
    var count = 0
    var last: UInt8 = 0
    for byte in self {
      if byte == .newline && last != .carriageReturn || byte == .carriageReturn { count += 1 }
      last = byte
    }
    return count
  }
}
