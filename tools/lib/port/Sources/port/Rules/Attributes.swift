// Attributes and modifiers that speak to Objective-C or to Interface Builder: taken away, with what only they brought.

extension Rules {
  /// Those that can go without more ado.
  private static let removable: Set<String> = [
    "objc", "objcMembers", "nonobjc", "IBOutlet", "IBAction", "IBSegueAction", "IBInspectable", "IBDesignable",
    "GKInspectable",
  ]

  static func attributes(_ draft: inout Draft) {
    let source = draft.source
    let keyPaths = namesInKeyPaths(source)
    var next = 0
    for index in source.activeIndices where index >= next {
      guard let first = endOfRemovable(source, index) else { continue }
      // A run of them in one line is one change.
      var last = first
      while let more = endOfRemovable(source, last + 1), isNextInLine(source, last) { last = more }
      next = last + 1
      let texts = (index...last).map { source.text($0) }
      remove(source, index, last, &draft)
      guard texts.contains("objc"), let keyword = source.declarationKeyword(from: last + 1) else { continue }
      if source.text(keyword) == "protocol" { bindToClasses(source, keyword, &draft) }
      if source.text(keyword) == "var", source.scopes[index] == .type, keyPaths.contains(source.text(keyword + 1)),
        !texts.contains("NSManaged"), !isComputed(source, keyword)
      {
        draft.remark(
          at: keyword, "var \(source.text(keyword + 1))",
          "a key that nothing finds on Linux: in a layer, give it \(accessorsAdvice)")
      }
    }
  }

  private static let accessorsAdvice = "{ get { managed() } set { setManaged(newValue) } }"

  /// The last token of what can be taken away from a token on; nil where it stays.
  private static func endOfRemovable(_ source: SwiftSource, _ index: Int) -> Int? {
    guard source.tokens.indices.contains(index), source.conditions.activity[index] != .no else { return nil }
    if source.text(index) == "dynamic" { return source.isModifier(index) ? index : nil }
    guard source.text(index) == "@", let end = source.endOfAttribute(index) else { return nil }
    let name = source.text(index + 1)
    if name == "NSManaged" { return managedVariable(source, index) == nil ? nil : end }
    return removable.contains(name) ? end : nil
  }

  /// Whether nothing but spaces stands between a token and the next.
  private static func isNextInLine(_ source: SwiftSource, _ index: Int) -> Bool {
    let gap = source.tokens[index].range.upperBound..<source.tokens[index + 1].range.lowerBound
    return source.bytes[gap].allSatisfy { $0.isSpace }
  }

  /// Takes away tokens, with the space after them; where they are all that their line has, the line.
  private static func remove(_ source: SwiftSource, _ first: Int, _ last: Int, _ draft: inout Draft) {
    let bytes = source.bytes
    var start = source.tokens[first].range.lowerBound
    var end = source.tokens[last].range.upperBound
    let text = source.text(start..<end)
    while end < bytes.count, bytes[end].isSpace { end += 1 }
    if end == bytes.count || bytes[end] == .newline || bytes[end] == .carriageReturn {
      while start > 0, bytes[start - 1].isSpace { start -= 1 }
      if start == 0 || bytes[start - 1] == .newline || bytes[start - 1] == .carriageReturn {
        if end < bytes.count { end += bytes[end...].starts(with: [.carriageReturn, .newline]) ? 2 : 1 }
      }
    }
    draft.replace(start..<end, with: "", what: text, into: "removed")
  }

  /// Protocols of Objective-C are adopted by classes alone, so that references to them may be weak.
  private static func bindToClasses(_ source: SwiftSource, _ keyword: Int, _ draft: inout Draft) {
    let name = keyword + 1
    var index = name + 1
    var isBound = false
    while index < source.tokens.count, source.text(index) != "{", source.text(index) != "where" {
      isBound = isBound || ["AnyObject", "class", "NSObjectProtocol"].contains(source.text(index))
      index += 1
    }
    guard !isBound else { return }
    let before = source.text(from: keyword, through: name)
    let inherits = source.text(name + 1) == ":"
    let position = source.tokens[inherits ? name + 1 : name].range.upperBound
    draft.replace(
      position..<position, with: inherits ? " AnyObject," : ": AnyObject", what: before, into: "\(before): AnyObject")
  }

  private static func namesInKeyPaths(_ source: SwiftSource) -> Set<String> {
    var names: Set<String> = []
    for index in source.activeIndices where source.reads("#keyPath", "(", at: index) {
      if let end = source.closing(index + 1) { names.insert(source.text(end - 1)) }
    }
    return names
  }

  /// Whether a variable has accessors or observers in its first line.
  private static func isComputed(_ source: SwiftSource, _ keyword: Int) -> Bool {
    var index = keyword + 1
    while index < source.tokens.count, !source.tokens[index].startsLine {
      if source.text(index) == "{" { return true }
      index += 1
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
