// Chains of #if, #elseif and #else, and which of them have an answer for Linux already:
//
// - one that asks for Linux, by `os(Linux)` or by a module that only Linux has;
// - one whose other branch says in a comment that it is Linux's, or imports what only Linux has;
// - one whose iOS branch imports a module that Linux lacks, and none of those that are here:
//   `#if os(iOS) import Compression ... #else import CZlib`;
// - one that names all of Apple's systems and has a branch for what is left, unless iOS's branch imports modules that
//   are here: `#if os(macOS) || os(iOS) || os(tvOS) || os(watchOS) ... #else ...`;
// - each other one of the same condition in that source, as the branches belong together.

extension Conditions {
  /// One chain.
  struct Chain {
    /// A directive, and what it chooses.
    struct Branch {
      var directive: Int
      /// Its tokens; empty of #else.
      var condition: Range<Int>
      /// To the next directive of the chain.
      var body: Range<Int>
    }

    var branches: [Branch] = []
  }

  /// The chains of a source, in the order of their `#if`.
  static func chains(of tokens: [Token]) throws(LexError) -> [Chain] {
    var chains: [Chain] = []
    var stack: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .pound {
      switch token.text {
      case "#if":
        stack.append(chains.count)
        chains.append(Chain())
      case "#elseif", "#else", "#endif":
        guard let chain = stack.last else { throw LexError(line: token.line, reason: "\(token.text) without #if") }
        let last = chains[chain].branches.count - 1
        chains[chain].branches[last].body = chains[chain].branches[last].body.lowerBound..<index
      default: continue
      }
      if token.text == "#endif" {
        stack.removeLast()
      } else if let chain = stack.last {
        let condition = token.text == "#else" ? index + 1..<index + 1 : condition(of: index, tokens)
        chains[chain].branches.append(
          Chain.Branch(directive: index, condition: condition, body: condition.upperBound..<condition.upperBound))
      }
    }
    if !stack.isEmpty { throw LexError(line: tokens.last?.line ?? 1, reason: "#if without #endif") }
    return chains
  }

  /// Of each chain, whether it has an answer for Linux.
  static func answered(_ chains: [Chain], _ tokens: [Token], _ bytes: [UInt8]) -> [Bool] {
    var answered = chains.map { $0.asksForLinux(tokens) || $0.isOtherwiseForLinux(tokens, bytes) }
    let conditions = Set(
      zip(chains, answered).filter { !$0.0.asksForLinux(tokens) && $0.1 }.map { $0.0.firstCondition(tokens) })
    for (index, chain) in chains.enumerated() where conditions.contains(chain.firstCondition(tokens)) {
      answered[index] = true
    }
    return answered
  }
}

extension Conditions.Chain {
  fileprivate func firstCondition(_ tokens: [Token]) -> [String] { tokens[branches[0].condition].map(\.text) }

  fileprivate func asksForLinux(_ tokens: [Token]) -> Bool {
    branches.contains { branch in
      tokens[branch.condition].contains { $0.text == "Linux" || Modules.linuxOnly.contains($0.text) }
    }
  }

  /// Whether the branch that Linux takes as the source stands is meant for it.
  fileprivate func isOtherwiseForLinux(_ tokens: [Token], _ bytes: [UInt8]) -> Bool {
    let other = branch(likeIOS: false, tokens)
    guard let likeIOS = branch(likeIOS: true, tokens), likeIOS.directive != other?.directive else { return false }
    if let other, says("Linux", other, tokens, bytes) { return true }
    let theirs = modules(of: likeIOS, tokens)
    guard theirs.isDisjoint(with: Modules.ours) else { return false }
    if let other {
      if !modules(of: other, tokens).isDisjoint(with: Modules.linuxOnly) { return true }
      if Modules.systems.isSubset(of: branches.flatMap { tokens[$0.condition].map(\.text) }) { return true }
    }
    return theirs.contains { Modules.absent[$0] != nil || other != nil && Modules.foundations.contains($0) }
  }

  /// The first branch that may be compiled; nil where none is.
  private func branch(likeIOS: Bool, _ tokens: [Token]) -> Branch? {
    branches.first { branch in
      guard !branch.condition.isEmpty else { return true }
      var expression = ConditionExpression(tokens: tokens[branch.condition], isLinuxLikeIOS: likeIOS)
      return expression.value() != .no
    }
  }

  /// The modules that a branch imports.
  private func modules(of branch: Branch, _ tokens: [Token]) -> Set<String> {
    Set(
      branch.body.filter { tokens[$0].text == "import" && tokens.indices.contains($0 + 1) }.map { tokens[$0 + 1].text })
  }

  /// Whether a word stands in a comment behind the directive, or between it and the branch's first token.
  private func says(_ word: String, _ branch: Branch, _ tokens: [Token], _ bytes: [UInt8]) -> Bool {
    let start = tokens[max(branch.condition.upperBound - 1, branch.directive)].range.upperBound
    let end =
      tokens.indices.contains(branch.condition.upperBound)
      ? tokens[branch.condition.upperBound].range.lowerBound : bytes.count
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self).contains(word)
  }
}
