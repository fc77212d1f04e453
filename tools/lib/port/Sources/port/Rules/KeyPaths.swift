// `#keyPath(CALayer.position)` is the string "position". The names in it are Objective-C's, which differ from Swift's
// for some properties: `isHidden` is the key "hidden".

extension Rules {
  static func keyPaths(_ draft: inout Draft) {
    let source = draft.source
    for index in source.activeIndices where source.reads("#keyPath", "(", at: index) {
      guard let end = source.closing(index + 1) else { continue }
      if let key = keyPath(source.tokens[index + 2..<end].map(\.text)) {
        draft.replace(tokens: index, through: end, with: "\"\(key)\"")
      } else {
        draft.remark(
          at: index, source.text(from: index, through: end), "no key paths of this form on Linux: write the string")
      }
    }
  }

  /// The key path of names with dots between them; nil where they are no such thing.
  static func keyPath(_ tokens: [String]) -> String? {
    guard tokens.count % 2 == 1 else { return nil }
    var names: [String] = []
    for (index, token) in tokens.enumerated() {
      if index % 2 == 1 {
        if token != "." { return nil }
      } else {
        let name = token.filter { $0 != "`" }
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isWordByte }) else { return nil }
        names.append(name)
      }
    }
    let properties = names.drop { $0.first?.isUppercase == true }
    let path = properties.isEmpty ? names.suffix(1) : properties
    // A property of one's own keeps its name, whatever that is.
    let root = names.count > path.count ? names[0] : nil
    let isApples = root.map { ["CA", "UI"].contains($0.prefix(2)) || $0 == "Self" } ?? true
    return path.map { isApples ? objectiveCKeys[$0] ?? $0 : $0 }.joined(separator: ".")
  }

  private static let objectiveCKeys = [
    "isHidden": "hidden", "isOpaque": "opaque", "isDoubleSided": "doubleSided",
    "isGeometryFlipped": "geometryFlipped", "isWrapped": "wrapped", "isAdditive": "additive",
    "isCumulative": "cumulative", "isRemovedOnCompletion": "removedOnCompletion",
  ]
}
