// `#if`: which code is compiled on Linux. Code that is not needs no change, and gets none: `import AppKit` where
// canImport(AppKit) is no news to anybody.
//
// A chain of #if and #elseif that asks for iOS and nowhere for Linux is to take iOS's branch on Linux; how it is
// rewritten so is the affair of SystemConditions. One that asks for Linux has its answer, and so has one whose other
// branch is meant for Linux: `Conditions+Chains`.

/// Three-valued: what a flag of the build decides is not known.
enum Truth {
  case yes, no, maybe

  static prefix func ! (value: Truth) -> Truth { value == .yes ? .no : value == .no ? .yes : .maybe }
  static func && (left: Truth, right: Truth) -> Truth {
    left == .no || right == .no ? .no : left == .yes && right == .yes ? .yes : .maybe
  }
  static func || (left: Truth, right: Truth) -> Truth { !(!left && !right) }
}

/// What the conditions of a source say about its tokens.
struct Conditions {
  /// Whether each token is compiled on Linux.
  private(set) var activity: [Truth] = []
  /// The tokens of each condition that is to hold on Linux where it holds on iOS.
  private(set) var appleOnly: [Range<Int>] = []

  init(_ tokens: [Token], in bytes: [UInt8]) throws(LexError) {
    let chains = Self.answered(try Self.chains(of: tokens), tokens, bytes)
    var stack: [(chain: Int, outer: Truth, taken: Truth)] = []
    var current = Truth.yes
    var chain = 0
    for (index, token) in tokens.enumerated() {
      guard token.kind == .pound else {
        activity.append(current)
        continue
      }
      switch token.text {
      case "#if":
        stack.append((chain, current, .no))
        chain += 1
        enter(index, tokens, chains, &stack, &current)
      case "#elseif", "#else": enter(index, tokens, chains, &stack, &current)
      case "#endif": current = stack.removeLast().outer
      default: break
      }
      activity.append(["#if", "#elseif", "#else"].contains(token.text) ? stack[stack.count - 1].outer : current)
    }
  }

  /// Begins the branch of a directive.
  private mutating func enter(
    _ directive: Int, _ tokens: [Token], _ chains: [Bool], _ stack: inout [(chain: Int, outer: Truth, taken: Truth)],
    _ current: inout Truth
  ) {
    let top = stack[stack.count - 1]
    var condition = Truth.yes
    if tokens[directive].text != "#else" {
      let range = Self.condition(of: directive, tokens)
      var expression = ConditionExpression(tokens: tokens[range], isLinuxLikeIOS: !chains[top.chain])
      condition = expression.value()
      if expression.asksForIOS, !chains[top.chain], top.outer != .no { appleOnly.append(range) }
    }
    current = top.outer && !top.taken && condition
    stack[stack.count - 1].taken = top.taken || condition
  }

  /// The tokens after a directive, to the end of its line.
  static func condition(of directive: Int, _ tokens: [Token]) -> Range<Int> {
    let start = directive + 1
    return start..<(tokens[start...].firstIndex { $0.startsLine } ?? tokens.count)
  }
}

/// Evaluates a condition: `||` of `&&` of what may be negated.
struct ConditionExpression {
  var tokens: ArraySlice<Token>
  /// Whether `os(iOS)` holds.
  let isLinuxLikeIOS: Bool
  private(set) var asksForIOS = false

  init(tokens: ArraySlice<Token>, isLinuxLikeIOS: Bool) {
    self.tokens = tokens
    self.isLinuxLikeIOS = isLinuxLikeIOS
  }

  mutating func value() -> Truth {
    var value = conjunction()
    while tokens.first?.text == "||" {
      tokens.removeFirst()
      value = value || conjunction()
    }
    return value
  }

  private mutating func conjunction() -> Truth {
    var value = operand()
    while tokens.first?.text == "&&" {
      tokens.removeFirst()
      value = value && operand()
    }
    return value
  }

  private mutating func operand() -> Truth {
    // `!!x` is one operator to the lexer; so a loop, not a recursion.
    var isNegated = false
    while let mark = tokens.first?.text, !mark.isEmpty, mark.allSatisfy({ $0 == "!" }) {
      isNegated = isNegated != (mark.count % 2 == 1)
      tokens.removeFirst()
    }
    let value = term()
    return isNegated ? !value : value
  }

  private mutating func term() -> Truth {
    guard let first = tokens.popFirst() else { return .maybe }
    if first.text == "(" {
      let inner = parenthesized()
      var expression = ConditionExpression(tokens: inner, isLinuxLikeIOS: isLinuxLikeIOS)
      // Parentheses deeper than anybody writes are not looked into.
      let value = inner.count < 200 ? expression.value() : .maybe
      asksForIOS = asksForIOS || expression.asksForIOS
      return value
    }
    guard tokens.first?.text == "(" else { return first.text == "true" ? .yes : first.text == "false" ? .no : .maybe }
    tokens.removeFirst()
    let argument = parenthesized().first?.text ?? ""
    switch first.text {
    case "os":
      if argument == "iOS" { asksForIOS = true }
      return argument == "Linux" || argument == "iOS" && isLinuxLikeIOS ? .yes : .no
    case "canImport": return Modules.isThere(argument)
    case "targetEnvironment": return .no
    case "_runtime": return argument == "_ObjC" ? .no : .yes
    default: return .maybe
    }
  }

  /// What stands before the parenthesis that closes one just read.
  private mutating func parenthesized() -> ArraySlice<Token> {
    var depth = 1
    let all = tokens
    while let token = tokens.popFirst() {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 { return all[all.startIndex..<tokens.startIndex - 1] }
    }
    return all
  }
}
