// What our modules declare, by type: the symbol graphs of a folder put together.

import Foundation

/// The declarations of all modules in a folder of symbol graphs.
struct Modules {
  /// A type as our modules, or Foundation, declare it.
  struct DeclaredType {
    /// "class", "struct", ...
    var kind: String
    /// Whether clients may subclass it.
    var isOpen: Bool
    /// Names of superclass and protocols as the compiler lists them: the protocols of protocols are among them, the
    /// superclass of the superclass is not.
    var inherits: Set<String> = []
  }

  private(set) var types: [String: DeclaredType] = [:]
  private(set) var members: [String: [Signature]] = [:]
  /// Names of aliases at the top level, and what they stand for.
  private(set) var aliases: [String: String] = ["CChar": "Int8"]

  /// Reads every symbol graph in `folder`.
  init(folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard !files.isEmpty else { throw CoverageError("\(folder.path): no symbol graphs (*.symbols.json)") }
    let graphs = try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
    // Aliases first: they take part in reading the others.
    for graph in graphs { addAliases(graph) }
    for graph in graphs { addSymbols(graph) }
    let names = Self.names(graphs)
    for graph in graphs { addInheritance(graph, names: names) }
  }

  /// The members of a type, of its superclasses and of its protocols.
  func members(of type: String) -> [Signature] {
    ([type] + ancestors(of: type).sorted()).flatMap { members[$0] ?? [] }
  }

  /// All superclasses and protocols of a type.
  func ancestors(of type: String) -> Set<String> {
    var found: Set<String> = []
    var pending = types[type]?.inherits ?? []
    while let next = pending.popFirst() {
      if found.insert(next).inserted { pending.formUnion(types[next]?.inherits ?? []) }
    }
    return found
  }

  private mutating func addAliases(_ graph: SymbolGraph) {
    for symbol in graph.symbols where symbol.kind.identifier == "swift.typealias" && symbol.pathComponents.count == 1 {
      let halves = symbol.declaration.split(separator: " = ", maxSplits: 1)
      if halves.count == 2, !symbol.pathComponents[0].contains("<") {
        aliases[symbol.pathComponents[0]] = String(halves[1])
      }
    }
  }

  private mutating func addSymbols(_ graph: SymbolGraph) {
    for symbol in graph.symbols {
      let kind = symbol.kind.identifier.replacing("swift.", with: "")
      let path = symbol.pathComponents
      if ["class", "struct", "enum", "protocol"].contains(kind) {
        types[path.joined(separator: ".")] = DeclaredType(kind: kind, isOpen: symbol.accessLevel == "open")
      } else if let signature = Signature(symbol.declaration, aliases: aliases) {
        let owner = path.count == 1 ? APITable.globals : path.dropLast().joined(separator: ".")
        members[owner, default: []].append(signature)
      }
    }
  }

  private mutating func addInheritance(_ graph: SymbolGraph, names: [String: String]) {
    for relationship in graph.relationships where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
      let fallback = relationship.targetFallback?.split(separator: ".").last.map(String.init)
      guard let source = names[relationship.source], let target = names[relationship.target] ?? fallback else {
        continue
      }
      types[source]?.inherits.insert(target)
    }
  }

  /// The names of types by the identifiers that relationships use.
  private static func names(_ graphs: [SymbolGraph]) -> [String: String] {
    var names: [String: String] = [:]
    for symbol in graphs.flatMap({ $0.symbols }) {
      names[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
    }
    return names
  }
}
