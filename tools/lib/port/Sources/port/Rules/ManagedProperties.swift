// `@NSManaged var level: CGFloat` in a layer: the accessors that Objective-C makes at run time, in words.

extension Rules {
  static func managedProperties(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.reads("@", "NSManaged", at: index) {
      guard let keyword = managedVariable(source, index) else {
        draft.remark(
          at: index, "@NSManaged", "nothing makes the accessors on Linux: write them, with managed() and setManaged()")
        continue
      }
      let end = endOfType(source, keyword + 3)!
      let position = source.tokens[end].range.upperBound
      let declaration = source.text(from: keyword, through: end)
      draft.replace(
        position..<position, with: " \(accessors)", what: declaration, into: "\(declaration) \(accessors)")
    }
  }

  private static let accessors = "{ get { managed() } set { setManaged(newValue) } }"

  /// The `var` of a managed property that can be given accessors; nil for functions, several properties in one
  /// declaration, and what is Core Data's.
  static func managedVariable(_ source: SwiftSource, _ index: Int) -> Int? {
    guard let keyword = source.declarationKeyword(from: index), source.text(keyword) == "var",
      source.text(keyword + 2) == ":", let end = endOfType(source, keyword + 3),
      !["=", "{", ","].contains(source.text(end + 1)), !source.tokens.contains(where: { $0.text == "CoreData" })
    else { return nil }
    return keyword
  }

  /// The last token of a type that begins at a token: before what ends the declaration.
  private static func endOfType(_ source: SwiftSource, _ start: Int) -> Int? {
    var index = start
    while index < source.tokens.count {
      let token = source.tokens[index]
      if index > start, token.startsLine || ["=", "{", "}", ",", ";"].contains(token.text) { break }
      if ["(", "["].contains(token.text) {
        guard let end = source.closing(index) else { return nil }
        index = end
      }
      index += 1
    }
    // The comma may stand between the arguments of a generic type: that is no end.
    let opened = (start..<index).reduce(0) { $0 + source.text($1).count { $0 == "<" } }
    let closed = (start..<index).reduce(0) { $0 + (source.text($1) == "->" ? 0 : source.text($1).count { $0 == ">" }) }
    return index > start && opened == closed ? index - 1 : nil
  }
}
