// Optional requirements of Objective-C's protocols: each gets a default in an extension of the protocol, which does
// what a call of a member that is not there does, and is called without the question mark.
//
// A method that returns something is one of these: what it returns is optional, then the default is nil; or all callers
// say what counts in its place, `source?.count?(in: self) ?? 1`, then that is the default. Any other is left.

/// What the sources of a folder say that is needed in others of them.
struct Project {
  /// The names of the optional members that get a default.
  private(set) var optionalMembers: Set<String> = []
  /// What callers take in the place of what a member returns; nil where they differ, or one does not say.
  private var substitutes: [String: String?] = [:]
  /// The types that the sources declare.
  private(set) var types: Set<String> = []

  /// The names that Multiplane's modules declare; empty where nobody says, and then no name is missed.
  let known: Set<String>

  init(_ sources: [SwiftSource], known: Set<String> = []) {
    self.known = known
    let members = sources.flatMap { source in OptionalMember.all(in: source) }
    let names = Set(members.map(\.name))
    for source in sources {
      for index in source.tokens.indices where SwiftSource.declarations.contains(source.text(index - 1)) {
        types.insert(source.text(index))
      }
      for index in source.tokens.indices where names.contains(source.text(index)) { noteUse(source, index) }
    }
    optionalMembers = Set(members.filter { substitute(for: $0) != nil }.map(\.name))
    // Two protocols may have a member of one name, of which one gets no default.
    optionalMembers.subtract(members.filter { substitute(for: $0) == nil }.map(\.name))
  }

  private mutating func noteUse(_ source: SwiftSource, _ index: Int) {
    guard source.text(index - 1) == "." else { return }
    var end = index
    if ["?", "!"].contains(source.text(index + 1)), source.text(index + 2) == "(" {
      guard let close = source.closing(index + 2) else { return }
      end = close
    }
    let text = source.reads("??", at: end + 1) ? literal(source, end + 2) : nil
    let name = source.text(index)
    let isOther = substitutes[name].map { $0 != text } ?? false
    substitutes.updateValue(isOther ? nil : text, forKey: name)
  }

  /// A value that means the same everywhere: a literal, a word such as `true`, `.zero` or `CGSize.zero`.
  private func literal(_ source: SwiftSource, _ start: Int) -> String? {
    var end = start
    if source.text(end) == "-" { end += 1 }
    if source.text(end) == "." { end += 1 }
    guard source.tokens.indices.contains(end) else { return nil }
    let first = source.text(end)
    let isWord =
      ["true", "false"].contains(first) || end > start && source.text(end - 1) == "."
      || first.first?.isUppercase == true
    guard source.tokens[end].kind == .literal || isWord else { return nil }
    while source.text(end + 1) == ".", source.tokens.indices.contains(end + 2) { end += 2 }
    guard source.text(end + 1) != "(" else { return nil }
    let text = source.text(from: start, through: end)
    return text.contains("\"") ? nil : text
  }

  /// What the default of a member returns; empty for one that returns nothing, nil where it is not known.
  func substitute(for member: OptionalMember) -> String? {
    switch member.result {
    case nil: ""
    case .some(let type) where type.hasSuffix("?") || type.hasSuffix("!"): "nil"
    default: substitutes[member.name] ?? nil
    }
  }
}

/// An optional requirement of a protocol.
struct OptionalMember {
  /// The modifier.
  var modifier: Int
  /// `func` or `var`.
  var keyword: Int
  var name: String
  /// The last token of the declaration.
  var end: Int
  /// What a method returns, or the type of a property; nil for nothing.
  var result: String?

  /// Those of a source that Linux compiles, or may.
  static func all(in source: SwiftSource) -> [OptionalMember] {
    source.activeIndices.compactMap { index in
      guard source.text(index) == "optional", source.scopes[index] == .protocol, source.isModifier(index),
        let keyword = source.declarationKeyword(from: index)
      else { return nil }
      return OptionalMember(source, modifier: index, keyword: keyword)
    }
  }

  private init?(_ source: SwiftSource, modifier: Int, keyword: Int) {
    (self.modifier, self.keyword, name) = (modifier, keyword, source.text(keyword + 1))
    switch source.text(keyword) {
    case "func":
      guard source.text(keyword + 2) == "(", let close = source.closing(keyword + 2) else { return nil }
      end = Self.endOfLine(source, close)
      if let arrow = (close..<end).first(where: { source.text($0) == "->" }) {
        result = source.text(from: arrow + 1, through: end)
        if ["Void", "()"].contains(result) { result = nil }
      }
    case "var":
      guard source.text(keyword + 2) == ":",
        let accessors = (keyword..<source.tokens.count).first(where: { source.text($0) == "{" }),
        let close = source.closing(accessors)
      else { return nil }
      end = close
      result = source.text(from: keyword + 3, through: accessors - 1)
      // Nothing can be set where there is no member.
      if (accessors..<close).contains(where: { source.text($0) == "set" }) { return nil }
    default: return nil
    }
  }

  /// The last token of a declaration that goes on after a parenthesis.
  private static func endOfLine(_ source: SwiftSource, _ index: Int) -> Int {
    var last = index
    while source.tokens.indices.contains(last + 1) {
      let next = source.tokens[last + 1]
      if next.startsLine && !["->", "throws", "where"].contains(next.text) && source.text(last) != "->" { break }
      if ["}", ";", "{", "@"].contains(next.text) { break }
      last = ["(", "["].contains(next.text) ? source.closing(last + 1) ?? last + 1 : last + 1
    }
    return last
  }
}

extension Rules {
  static func optionalMembers(_ draft: inout Draft) {
    let source = draft.source
    callMembers(&draft)
    var defaults: [Int: [String]] = [:]
    for member in OptionalMember.all(in: source) {
      guard draft.project.optionalMembers.contains(member.name), let value = draft.project.substitute(for: member),
        let close = source.closingOfBraces(around: member.modifier)
      else { continue }
      let start = source.tokens[member.modifier].range.lowerBound
      draft.replace(
        start..<source.tokens[member.modifier + 1].range.lowerBound, with: "",
        what: source.text(from: member.modifier, through: member.keyword + 1),
        into: "\(source.text(from: member.keyword, through: member.keyword + 1)), with a default")
      var head = source.text(from: member.keyword, through: member.end)
      if source.text(member.keyword) == "var", let result = member.result { head = "var \(member.name): \(result)" }
      defaults[close, default: []].append("\(head) {\(value.isEmpty ? "" : " \(value) ")}")
    }
    for (close, members) in defaults.sorted(by: { $0.key < $1.key }) {
      write(members, behind: close, &draft)
    }
  }

  /// `delegate?.done?(self)` without the second question mark.
  private static func callMembers(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices
    where draft.project.optionalMembers.contains(source.text(index)) || membersOfOurs.contains(source.text(index)) {
      guard source.text(index - 1) == ".", ["?", "!"].contains(source.text(index + 1)), source.text(index + 2) == "("
      else { continue }
      draft.replace(
        source.tokens[index + 1].range, with: "", what: "\(source.text(from: index, through: index + 2)))",
        into: "\(source.text(index))()")
    }
  }

  private static func write(_ members: [String], behind close: Int, _ draft: inout Draft) {
    let source = draft.source
    guard let keyword = (0..<close).last(where: { source.text($0) == "protocol" && source.scopes[$0] != .code }) else {
      return
    }
    let isPublic = keyword > 0 && source.isModified(keyword, by: "public")
    let place = source.tokens[close].range.upperBound
    let newline = source.newline
    let lines = members.map { "  \(isPublic ? "public " : "")\($0)" }.joined(separator: newline)
    let name = source.text(keyword + 1)
    draft.replace(
      place..<place, with: "\(newline)\(newline)extension \(name) {\(newline)\(lines)\(newline)}",
      what: "the optional members of \(name)", into: "defaults in an extension")
  }

  /// Optional members of Apple's protocols, which have defaults here.
  private static let membersOfOurs: Set<String> = [
    "animationDidStart", "animationDidStop", "layoutSublayers", "layerWillDraw", "scrollViewDidScroll",
    "scrollViewWillBeginDragging", "scrollViewWillEndDragging", "scrollViewDidEndDragging",
    "scrollViewWillBeginDecelerating", "scrollViewDidEndDecelerating", "scrollViewDidEndScrollingAnimation",
    "scrollViewDidZoom", "viewForZooming", "gestureRecognizerShouldBegin",
  ]
}
