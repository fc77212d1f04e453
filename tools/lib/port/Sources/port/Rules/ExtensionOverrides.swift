// Overrides in extensions, which Objective-C's members can have: they are moved to the end of the class, where that
// stands in the same source, under the same conditions.

extension Rules {
  static func extensionOverrides(_ draft: inout Draft) {
    let source = draft.source
    let overrides = source.activeIndices.filter {
      source.text($0) == "override" && source.scopes[$0] == .extension && source.isModifier($0)
    }
    guard !overrides.isEmpty else { return }
    let depths = source.conditionDepths
    for index in overrides {
      guard let name = source.types[index], let declaration = classes(name, source).first,
        classes(name, source).count == 1, let end = source.endOfBody(of: declaration),
        let header = source.openingOfBraces(around: index).flatMap({ extensionKeyword(before: $0, source) }),
        isPlain(header, source), let member = member(with: index, source),
        source.standsUnderSameConditions(declaration, index, depths),
        source.standsUnderSameConditions(index, member.upperBound, depths)
      else { continue }
      // An extension may say for all of its members who sees them.
      if let access = ["public", "internal"].first(where: { source.isModified(header, by: $0) }),
        let keyword = source.declarationKeyword(from: member.lowerBound),
        !accesses.contains(where: { source.isModified(keyword, by: $0) })
      {
        let start = source.tokens[index].range.lowerBound
        draft.replace(start..<start, with: "\(access) ", what: "override", into: "\(access) override")
      }
      draft.move(
        move(member, to: end, source), at: index, what: "override in an extension of \(name)",
        into: "moved into the class")
    }
  }

  /// The member with the comments before it, from the line behind what comes first, to the line of a brace.
  private static func move(_ member: ClosedRange<Int>, to end: Int, _ source: SwiftSource) -> Move {
    func isLineEnd(_ byte: UInt8) -> Bool { byte == .newline || byte == .carriageReturn }
    let start = source.tokens[member.lowerBound].range.lowerBound
    let before = member.lowerBound > 0 ? source.tokens[member.lowerBound - 1].range.upperBound : 0
    let lower = source.bytes[before..<start].firstIndex(of: .newline).map { $0 + 1 } ?? start
    let brace = source.tokens[end].range.lowerBound
    let startsLine = source.tokens[end].startsLine
    let line = source.newline
    return Move(
      range: lower..<source.tokens[member.upperBound].range.upperBound,
      place: startsLine ? source.bytes[..<brace].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0 : brace,
      before: startsLine ? line : line + line, after: line)
  }

  private static let accesses = ["public", "internal", "open", "package", "private", "fileprivate"]

  /// The keywords of a source's classes of a name.
  private static func classes(_ name: String, _ source: SwiftSource) -> [Int] {
    source.activeIndices.filter {
      source.reads("class", name, at: $0) && source.scopes[$0] == .file && source.text($0 - 1) != "."
    }
  }

  /// The keyword of the extension whose braces begin at a token.
  private static func extensionKeyword(before brace: Int, _ source: SwiftSource) -> Int? {
    (max(0, brace - 64)..<brace).last { source.text($0) == "extension" }
  }

  /// Whether an extension says nothing but its type and protocols.
  private static func isPlain(_ keyword: Int, _ source: SwiftSource) -> Bool {
    var index = keyword
    while source.tokens.indices.contains(index), source.text(index) != "{" {
      if source.text(index) == "where" { return false }
      index += 1
    }
    var before = keyword - 1
    while before >= 0, SwiftSource.modifiers.contains(source.text(before)) { before -= 1 }
    // Attributes would be lost.
    return before < 0 || source.beginningOfAttribute(endingAt: before) == nil
  }

  /// The tokens of a member from its attributes to its body's last brace; nil where it has no body.
  private static func member(with modifier: Int, _ source: SwiftSource) -> ClosedRange<Int>? {
    var first = modifier
    while first > 0 {
      if SwiftSource.modifiers.contains(source.text(first - 1)) {
        first -= 1
      } else if let attribute = source.beginningOfAttribute(endingAt: first - 1) {
        first = attribute
      } else {
        break
      }
    }
    var index = modifier
    while source.tokens.indices.contains(index), source.text(index) != "}" {
      if source.text(index) == "{" { return source.closing(index).map { first...$0 } }
      index = ["(", "["].contains(source.text(index)) ? (source.closing(index) ?? index) + 1 : index + 1
    }
    return nil
  }
}

extension SwiftSource {
  /// How many `#if` each token stands in.
  var conditionDepths: [Int] {
    var depth = 0
    return tokens.map { token in
      if token.text == "#if" { depth += 1 }
      if token.text == "#endif" { depth -= 1 }
      return depth
    }
  }

  /// Whether no condition begins or ends between two tokens but those that do both.
  func standsUnderSameConditions(_ first: Int, _ second: Int, _ depths: [Int]) -> Bool {
    let range = min(first, second)...max(first, second)
    return depths[first] == depths[second]
      && range.allSatisfy {
        depths[$0] > depths[first] || depths[$0] == depths[first] && !["#else", "#elseif"].contains(text($0))
      }
  }

  /// The brace that closes the body of a declaration.
  fileprivate func endOfBody(of keyword: Int) -> Int? {
    (keyword..<tokens.count).first { text($0) == "{" }.flatMap { closing($0) }
  }

  /// The at sign of an attribute whose last token is this; nil where none ends here.
  fileprivate func beginningOfAttribute(endingAt index: Int) -> Int? {
    var name = index
    if text(index) == ")" {
      guard let opening = (max(0, index - 32)..<index).last(where: { closing($0) == index }) else { return nil }
      name = opening - 1
    }
    return name > 0 && text(name - 1) == "@" ? name - 1 : nil
  }
}
