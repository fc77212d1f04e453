// A declaration in the one form that the tables and the compiler's symbol graphs are compared in: no attributes, no
// access levels, no names of parameters inside a function, and stored, computed and constant properties alike.

/// What a client sees of a member or a global.
struct Signature: Hashable {
  /// A parameter of a function or an initialiser.
  struct Parameter: Hashable {
    var label: String
    var type: String
    /// The default argument as written; nil where the caller must give one.
    var defaultArgument: String?
  }

  /// The declaration up to its parameters or type: "static func begin", "init?", "weak var delegate", "case both".
  var introducer: String
  /// Nil for properties and enum cases.
  var parameters: [Parameter]?
  /// The type of a property, or what a function returns; empty for none.
  var type: String
  /// "{ get }" or "{ get set }" for properties, else empty.
  var accessors: String

  /// The name as the documentation writes it: "begin()", "init(layer:)", "opacity".
  var name: String {
    let base = introducer.split(separator: " ").last.map(String.init) ?? introducer
    guard let parameters else { return base }
    let bare = base.hasSuffix("?") ? String(base.dropLast()) : base
    return "\(bare)(\(parameters.map { $0.label + ":" }.joined()))"
  }

  /// Whether this declaration serves a caller of `other`: the same, except that more arguments may have defaults.
  func serves(_ other: Signature) -> Bool {
    var mine = self
    if let theirs = other.parameters, let own = parameters, theirs.count == own.count {
      mine.parameters = zip(own, theirs).map { own, theirs in
        var parameter = own
        if theirs.defaultArgument == nil { parameter.defaultArgument = nil }
        return parameter
      }
    }
    return mine == other
  }
}

extension Signature: CustomStringConvertible {
  var description: String {
    guard let parameters else { return type.isEmpty ? introducer : "\(introducer): \(type) \(accessors)" }
    let list = parameters.map { parameter in
      "\(parameter.label): \(parameter.type)" + (parameter.defaultArgument.map { " = \($0)" } ?? "")
    }
    return "\(introducer)(\(list.joined(separator: ", ")))" + (type.isEmpty ? "" : " -> \(type)")
  }
}

extension Signature {
  /// Reads a declaration as Swift writes it; nil for what clients do not call by name (operators, subscripts, types).
  init?(_ source: String, aliases: [String: String] = [:]) {
    var words = source.split(separator: " ", omittingEmptySubsequences: true)[...]
    // Modifiers that change how a thing is declared, not how it is used.
    let silent: Set = [
      "override", "convenience", "required", "final", "mutating", "nonisolated", "optional", "dynamic",
    ]
    var prefix: [Substring] = []
    while let word = words.first, !Self.isIntroducer(word) {
      words = words.dropFirst()
      if word == "class" || word == "static" {
        prefix.append("static")
      } else if !word.hasPrefix("@"), !silent.contains(String(word)) {
        prefix.append(word)
      }
    }
    guard let keyword = words.first else { return nil }
    let declaration = words.joined(separator: " ")
    let lead = prefix.map { $0 + " " }.joined()

    if keyword == "case" {
      self.init(introducer: declaration, parameters: nil, type: "", accessors: "")
    } else if keyword == "var" || keyword == "let" {
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      let name = declaration[..<colon].dropFirst(4).trimmingBackticks
      var type = declaration[declaration.index(after: colon)...]
      var accessors = keyword == "let" ? "{ get }" : "{ get set }"
      if let brace = type.firstIndex(of: "{") {
        accessors = String(type[brace...])
        type = type[..<brace]
      }
      self.init(
        introducer: "\(lead)var \(name)", parameters: nil, type: TypeSpelling.canonical(type, aliases: aliases),
        accessors: accessors)
    } else {
      guard let open = declaration.firstIndex(of: "("), let close = TypeSpelling.closing(open, in: declaration[...])
      else { return nil }
      let list = declaration[declaration.index(after: open)..<close]
      // Effects stand before the arrow; what a function throws is no part of the comparison.
      let tail = declaration[declaration.index(after: close)...]
      let result = tail.firstRange(of: "->").map { tail[$0.upperBound...] } ?? ""
      let introducer = declaration[..<open].trimmingBackticks
      // An operator's name holds none of an identifier's characters.
      guard introducer.last?.isLetter == true || introducer.last?.isNumber == true || introducer.last == "?" else {
        return nil
      }
      self.init(
        introducer: lead + introducer,
        parameters: TypeSpelling.split(list).map { Parameter($0, aliases: aliases) },
        type: TypeSpelling.canonical(result, aliases: aliases), accessors: "")
    }
  }

  private static func isIntroducer(_ word: Substring) -> Bool {
    ["func", "var", "let", "case"].contains(word) || word.hasPrefix("init")
  }
}

extension Signature.Parameter {
  /// Reads "label name: Type = default".
  fileprivate init(_ source: Substring, aliases: [String: String]) {
    let colon = source.firstIndex(of: ":") ?? source.endIndex
    let label = source[..<colon].split(separator: " ").first ?? "_"
    let rest = source[colon...].dropFirst()
    let equals = rest.firstRange(of: " = ")
    self.init(
      label: label.trimmingBackticks,
      type: TypeSpelling.canonical(rest[..<(equals?.lowerBound ?? rest.endIndex)], aliases: aliases),
      defaultArgument: equals.map { String(rest[$0.upperBound...]) })
  }
}

extension Substring {
  /// Without the backticks that make a keyword a name.
  fileprivate var trimmingBackticks: String { String(filter { $0 != "`" }) }
}
