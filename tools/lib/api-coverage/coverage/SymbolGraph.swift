// The compiler's list of what a module declares, as `swift symbolgraph-extract` writes it. Only the fields that are
// compared are decoded.

import Foundation

/// A symbol graph file.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Kind: Decodable { var identifier: String }
    struct Fragment: Decodable { var spelling: String }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var declarationFragments: [Fragment]?
    var accessLevel: String

    /// The declaration as Swift writes it, on one line.
    var declaration: String {
      let text = (declarationFragments ?? []).map { $0.spelling }.joined()
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
    /// "Module.Name" of a target in another module.
    var targetFallback: String?
  }

  var symbols: [Symbol]
  var relationships: [Relationship]
}
