// Functions that Swift 4.2 made methods, and methods that have other labels since: Apple's compiler refuses them too,
// with the new form.

extension Rules {
  static func oldCalls(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.tokens[index].kind == .word && source.text(index + 1) == "(" {
      let name = source.text(index)
      if let old = oldLabels[name], source.text(index + 2) == old.label { relabel(index, old.name, &draft) }
      guard !draft.project.types.contains(name), let end = source.closing(index + 1) else { continue }
      if let member = oldFunctions[name], source.text(index - 1) != "." {
        makeMethod(index, member, end, &draft)
      } else if let property = oldGetters[name], end == index + 2 {
        draft.replace(tokens: index, through: end, with: property)
      }
    }
  }

  /// `UIEdgeInsetsInsetRect(frame, insets)` as `frame.inset(by: insets)`.
  private static func makeMethod(_ index: Int, _ member: String, _ end: Int, _ draft: inout Draft) {
    let source = draft.source
    var behind = index + 2
    while behind < end, source.text(behind) != "," {
      behind = ["(", "[", "{"].contains(source.text(behind)) ? (source.closing(behind) ?? behind) + 1 : behind + 1
    }
    guard behind > index + 2, behind == end || behind + 1 < end else { return }
    // A name, a call or a chain of them needs no parentheses.
    let isChain = (index + 2..<behind).allSatisfy {
      source.tokens[$0].kind == .word && !["is", "as", "try", "await"].contains(source.text($0))
        || [".", "(", ")", "[", "]", "?", "!"].contains(source.text($0)) || source.enclosing($0) > index + 1
    }
    let start = source.tokens[index].range.lowerBound
    let argument = source.tokens[index + 2].range.lowerBound
    let isAlone = behind == end
    let call = isAlone ? "\(member))" : member
    draft.replace(start..<argument, with: isChain ? "" : "(", what: source.text(index), into: ".\(member))")
    let next = isAlone ? source.tokens[end].range.upperBound : source.tokens[behind + 1].range.lowerBound
    draft.replace(
      source.tokens[behind].range.lowerBound..<next, with: "\(isChain ? "" : ")").\(call)", what: source.text(behind),
      into: ".\(call)")
  }

  private static let oldFunctions = [
    "UIEdgeInsetsInsetRect": "inset(by: ", "UIImageJPEGRepresentation": "jpegData(compressionQuality: ",
    "UIImagePNGRepresentation": "pngData(",
  ]

  /// `bringSubview(toFront: view)` as `bringSubviewToFront(view)`, and where it is overridden.
  private static func relabel(_ index: Int, _ name: String, _ draft: inout Draft) {
    let source = draft.source
    let label = source.tokens[index + 2].range
    if source.text(index + 3) == ":" {
      guard source.tokens.indices.contains(index + 4) else { return }
      draft.replace(
        source.tokens[index].range.lowerBound..<source.tokens[index + 4].range.lowerBound, with: "\(name)(",
        what: "\(source.text(index))(\(source.text(index + 2)):)", into: "\(name)(_:)")
    } else if source.text(index - 1) == "func" {
      draft.replace(tokens: index, through: index, with: name)
      draft.replace(label, with: "_")
    }
  }

  private static let oldLabels: [String: (label: String, name: String)] = [
    "bringSubview": ("toFront", "bringSubviewToFront"), "sendSubview": ("toBack", "sendSubviewToBack"),
  ]

  private static let oldGetters = [
    "UIAccessibilityIsReduceMotionEnabled": "UIAccessibility.isReduceMotionEnabled"
  ]
}
