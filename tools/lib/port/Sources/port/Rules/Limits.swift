// What the language has on Apple's systems alone, and no rewriting brings: reported, with what to do.

extension Rules {
  /// `NSInteger` and `NSUInteger` are names of Swift's own types.
  static func integerNames(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.text(index - 1) != "." {
      switch source.text(index) {
      case "NSInteger": draft.replace(tokens: index, through: index, with: "Int")
      case "NSUInteger": draft.replace(tokens: index, through: index, with: "UInt")
      default: break
      }
    }
  }

  /// `abs` in an extension of CGFloat, which has a static member of that name on Linux.
  static func absoluteValues(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.reads("abs", "(", at: index) && source.types[index] == "CGFloat" {
      guard ![".", "func"].contains(source.text(index - 1)) else { continue }
      draft.replace(tokens: index, through: index, with: "Swift.abs")
    }
  }

  /// Optional requirements, overrides in extensions, key-value observing, an app's main class.
  static func languageLimits(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices {
      switch source.text(index) {
      case "optional"
      where source.scopes[index] == .protocol && source.isModifier(index)
        && !draft.isTaken(source.tokens[index].range):
        draft.remark(
          at: index, "optional \(declared(source, index))",
          "no optional requirements on Linux: give it a default in an extension of the protocol, and call it without "
            + "`?`"
        )
      case "override"
      where source.scopes[index] == .extension && source.isModifier(index) && !draft.isMoved(index):
        draft.remark(
          at: index, "override \(declared(source, index)) in an extension",
          "no overrides in extensions on Linux: put it in the class itself")
      case "observe" where source.text(index - 1) == "." && source.reads("(", "\\", at: index + 1):
        draft.remark(at: index, "observe(_:)", observing)
      case "addObserver" where has(argument: "forKeyPath", source, index),
        "removeObserver" where has(argument: "forKeyPath", source, index):
        draft.remark(at: index, "\(source.text(index))(forKeyPath:)", observing)
      case "observeValue" where source.text(index - 1) == "func":
        draft.remark(at: index, "observeValue(forKeyPath:)", observing)
      case "willChangeValue" where source.reads("(", "forKey", at: index + 1),
        "didChangeValue" where source.reads("(", "forKey", at: index + 1):
        draft.remark(at: index, "\(source.text(index))(forKey:)", observing)
      case "UIApplicationMain" where source.text(index - 1) == "@",
        "NSApplicationMain" where source.text(index - 1) == "@":
        draft.remark(
          at: index, "@\(source.text(index))", "no app runs here: leave this out, and write a main of your own")
      default: break
      }
    }
  }

  private static let observing = "no key-value observing on Linux: didSet of the property, or a closure it calls"

  /// What a modifier is of: `func reset`.
  private static func declared(_ source: SwiftSource, _ index: Int) -> String {
    guard let keyword = source.declarationKeyword(from: index) else { return "" }
    let name = source.text(keyword + 1)
    return ["init", "deinit", "subscript"].contains(source.text(keyword))
      ? source.text(keyword) : "\(source.text(keyword)) \(name)"
  }

  /// Whether a call has an argument of a label.
  private static func has(argument label: String, _ source: SwiftSource, _ index: Int) -> Bool {
    guard source.text(index + 1) == "(", let end = source.closing(index + 1) else { return false }
    return (index + 2..<end).contains { source.reads(label, ":", at: $0) }
  }

  // MARK: Names that Linux lacks

  static func missingNames(_ draft: inout Draft) {
    let source = draft.source
    // Who declares it has it.
    let declared = Set(
      source.tokens.indices.filter { SwiftSource.declarations.contains(source.text($0 - 1)) }.map { source.text($0) })
    for index in source.activeIndices where source.tokens[index].kind == .word {
      guard let advice = missingNames[source.text(index)], !declared.contains(source.text(index)),
        source.text(index - 1) != ".", !source.isLabel(index), !draft.isTaken(source.tokens[index].range)
      else { continue }
      draft.remark(at: index, source.text(index), advice)
    }
  }

  private static let missingNames: [String: String] = {
    let groups: [([String], String)] = [
      (
        ["objc_setAssociatedObject", "objc_getAssociatedObject", "objc_removeAssociatedObjects"],
        "no associated objects on Linux: a stored property of the class, or a dictionary by ObjectIdentifier"
      ),
      (["objc_sync_enter", "objc_sync_exit"], "no Objective-C on Linux: an NSRecursiveLock of the object's own"),
      (
        [
          "method_exchangeImplementations", "method_setImplementation", "class_getInstanceMethod",
          "class_getClassMethod", "class_addMethod", "class_replaceMethod", "imp_implementationWithBlock",
          "object_setClass", "class_copyPropertyList", "class_copyIvarList", "objc_getClass",
        ], "no Objective-C on Linux: override the method in a subclass, or call what is wanted where it is wanted"
      ),
      (["NSKeyValueObservation", "NSKeyValueObservingOptions", "NSKeyValueChangeKey"], observing),
      (["NSHashTable", "NSMapTable", "NSPointerArray"], "not in Foundation on Linux: an array of weak references"),
      (["NSException"], "not in Foundation on Linux: an Error, or fatalError()"),
      (
        ["UndoManager", "NSUserActivity", "NSProxy", "NSInvocation", "DateComponentsFormatter"],
        "not in Foundation on Linux: leave out the code that needs it"
      ),
      (
        ["CFAbsoluteTime", "CFAbsoluteTimeGetCurrent"],
        "not in Foundation on Linux: Date.timeIntervalSinceReferenceDate, a TimeInterval"
      ),
    ]
    return Dictionary(uniqueKeysWithValues: groups.flatMap { group in group.0.map { ($0, group.1) } })
  }()
}
