// Imports: of a part of a module, of modules that Linux lacks, and those that are needed here alone, as Foundation
// brings less along than on Apple's systems.

extension Rules {
  /// An import in a source.
  struct Import {
    /// Its first token, attributes and access included.
    var first: Int
    /// The token of the module's name.
    var name: Int
    /// The last token of the path.
    var last: Int
    /// Whether it names a declaration, as `import class UIKit.UIView` does.
    var isOfDeclaration: Bool
    var module: String
  }

  /// The imports that Linux compiles, or may.
  static func imports(of source: SwiftSource) -> [Import] {
    source.activeIndices.compactMap { index in
      guard source.tokens[index].text == "import", source.scopes[index] == .file, source.text(index - 1) != "." else {
        return nil
      }
      let kinds: Set<String> = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]
      let isOfDeclaration = kinds.contains(source.text(index + 1))
      let name = index + (isOfDeclaration ? 2 : 1)
      guard source.tokens.indices.contains(name), source.tokens[name].kind == .word else { return nil }
      var last = name
      while source.text(last + 1) == ".", !source.text(last + 2).isEmpty { last += 2 }
      var first = index
      while first > 0, !source.tokens[first].startsLine, source.text(first - 1) != ";" { first -= 1 }
      return Import(
        first: first, name: name, last: last, isOfDeclaration: isOfDeclaration, module: source.text(name))
    }
  }

  static func imports(_ draft: inout Draft) {
    let source = draft.source
    for item in imports(of: source) {
      if let advice = Modules.absent[item.module] {
        draft.remark(at: item.name, "import \(source.text(from: item.name, through: item.last))", advice)
        draft.note(module: item.module, at: item.name)
      } else if Modules.foundations.contains(item.module) {
        draft.replace(tokens: item.isOfDeclaration ? item.name - 1 : item.name, through: item.last, with: "Foundation")
      } else if item.last > item.name, !item.isOfDeclaration, Modules.isThere(item.module) == .yes {
        // A header of the module; here a module has no parts.
        draft.replace(tokens: item.name, through: item.last, with: item.module)
      }
    }
  }

  // MARK: What Foundation brings along on Apple's systems

  private struct MissingImport: Sendable {
    var module: String
    /// The modules that bring the names too.
    var bringing: Set<String>
    /// Whether an Apple system lacks the module, so that the import stands in a condition.
    var isLinuxOnly: Bool
    var needs: @Sendable (String) -> Bool
  }

  private static let missing: [MissingImport] = [
    // What another source of the module imports counts in all of them, to compilers of before Swift 6.
    MissingImport(module: "UIKit", bringing: [], isLinuxOnly: false) { isApples($0) && $0.hasPrefix("UI") },
    MissingImport(module: "QuartzCore", bringing: ["UIKit", "CoreImage", "AVFoundation"], isLinuxOnly: false) {
      isApples($0) && $0.hasPrefix("CA")
        || ["CFTimeInterval", "Selector", "NSStringFromSelector", "NSSelectorFromString", "#selector"].contains($0)
    },
    MissingImport(
      module: "CoreGraphics", bringing: ["QuartzCore", "UIKit", "CoreText", "CoreImage", "ImageIO", "AVFoundation"],
      isLinuxOnly: false
    ) { name in
      // CGFloat, CGPoint, CGSize and CGRect are Foundation's.
      name == "autoreleasepool"
        || [
          "CGAffineTransform", "CGVector", "CGPath", "CGMutablePath", "CGContext", "CGColor", "CGColorSpace", "CGImage",
        ]
        .contains(name)
    },
    MissingImport(module: "FoundationNetworking", bringing: [], isLinuxOnly: true) {
      [
        "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLSessionConfiguration", "URLSessionTask",
        "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionDelegate", "URLSessionDataDelegate", "URLCache",
        "HTTPCookieStorage", "HTTPCookie", "URLCredential", "URLProtocol", "URLAuthenticationChallenge",
      ].contains($0)
    },
    MissingImport(module: "FoundationXML", bringing: [], isLinuxOnly: true) {
      ["XMLParser", "XMLParserDelegate", "XMLDocument", "XMLElement", "XMLNode"].contains($0)
    },
  ]

  static func missingImports(_ draft: inout Draft) {
    let source = draft.source
    let imports = imports(of: source)
    let words = source.activeIndices.filter { source.tokens[$0].kind == .word }
    // Where another declaration has the name, nothing is missing.
    let declared = Set(
      words.filter { SwiftSource.declarations.contains(source.text($0 - 1)) && source.text($0 - 1) != "extension" }
        .map { source.text($0) })
    var used = Set(words.filter { ![".", "@"].contains(source.text($0 - 1)) }.map { source.text($0) }).subtracting(
      declared)
    if source.activeIndices.contains(where: { source.text($0) == "#selector" }) { used.insert("#selector") }
    if !source.tokens.contains(where: { $0.text == "import" }) { return reportUmbrella(used, &draft) }
    let place = imports.first {
      source.conditions.activity[$0.first] == .yes && source.tokens[$0.first].startsLine
    }
    var present = Set(imports.map(\.module))
    for missing in missing where used.contains(where: missing.needs) {
      guard missing.bringing.union([missing.module]).isDisjoint(with: present) else { continue }
      present.insert(missing.module)
      guard let place else {
        let names = used.filter(missing.needs).sorted().joined(separator: ", ")
        draft.remark(at: 0, names, "needs import \(missing.module) on Linux")
        continue
      }
      let start = source.tokens[place.first].range.lowerBound
      let statement = "import \(missing.module)"
      let lines =
        missing.isLinuxOnly ? ["#if canImport(\(missing.module))", statement, "#endif"] : [statement]
      draft.replace(
        start..<start, with: lines.map { $0 + source.newline }.joined(), what: "no \(statement)",
        into: lines.joined(separator: " "))
    }
  }

  /// A source without imports has its names from an umbrella header, or a bridging header, which Linux has none of.
  private static func reportUmbrella(_ used: Set<String>, _ draft: inout Draft) {
    func has(_ prefix: String) -> Bool {
      used.contains { name in
        let rest = Array(name.utf8.dropFirst(prefix.count).prefix(2))
        return name.hasPrefix(prefix) && rest.count == 2 && (65...90).contains(rest[0]) && (97...122).contains(rest[1])
      }
    }
    let modules = [("UI", "UIKit"), ("CA", "QuartzCore"), ("CG", "CoreGraphics"), ("NS", "Foundation")]
    guard let module = modules.first(where: { has($0.0) })?.1 else { return }
    draft.remark(at: 0, "no imports", "names of Apple's come from a header of the whole module: import \(module)")
  }
}
