// The heart of the tool: one type of a table against what the modules declare.

/// What is the matter with one line of a table.
struct Finding {
  /// The type, or ``APITable/globals``.
  var type: String
  /// Apple's declaration.
  var expected: String
  /// Ours of the same name; nil where there is none.
  var found: String?
}

/// How one type of a table fares.
struct TypeCoverage {
  var name: String
  /// Lines of the table that the project answers for, the type's own line among them.
  var inScope = 0
  /// Lines that an exclusion leaves out.
  var excluded = 0
  var findings: [Finding] = []

  var missing: Int { findings.count { $0.found == nil } }
  var differing: Int { findings.count { $0.found != nil } }
}

/// A table compared with the modules.
struct Comparison {
  let modules: Modules
  let exclusions: [Exclusion]
  private var usedExclusions: Set<Exclusion> = []

  /// A comparison without results so far.
  init(modules: Modules, exclusions: [Exclusion]) {
    self.modules = modules
    self.exclusions = exclusions
  }

  /// Compares one type and its members.
  mutating func compare(_ type: APIType) throws(CoverageError) -> TypeCoverage {
    var coverage = TypeCoverage(name: type.name)
    compareItself(type, &coverage)
    let declared = modules.members(of: type.name)
    for member in type.members {
      guard let signature = Signature(member, aliases: modules.aliases) else {
        throw CoverageError("\(type.name): \"\(member)\" is no declaration of a function, property or case")
      }
      if excludes(signature.name, of: type.name) {
        coverage.excluded += 1
        continue
      }
      coverage.inScope += 1
      if let finding = finding(for: signature, of: type.name, among: declared) { coverage.findings.append(finding) }
    }
    return coverage
  }

  /// The exclusions that no line of any table needed: they are out of date.
  var unusedExclusions: [String] {
    exclusions.filter { !usedExclusions.contains($0) }.map { "exclusions.txt: \($0.pattern)" }
  }

  private func finding(for signature: Signature, of type: String, among declared: [Signature]) -> Finding? {
    if declared.contains(where: { $0.serves(signature) }) { return nil }
    let namesake = declared.first { $0.name == signature.name }
    return Finding(type: type, expected: signature.description, found: namesake?.description)
  }

  /// The type's own line: that it exists, is of the right kind, can be subclassed and inherits what it should.
  private mutating func compareItself(_ type: APIType, _ coverage: inout TypeCoverage) {
    guard type.kind != APITable.globals else { return }
    if excludes("self", of: type.name) {
      coverage.excluded += 1
      return
    }
    coverage.inScope += 1
    let inherits = type.inherits.filter { !excludes($0, of: type.name) }
    let expected = "\(type.kind) \(type.name)" + (inherits.isEmpty ? "" : " : " + inherits.joined(separator: ", "))
    guard let declared = modules.types[type.name] else {
      coverage.findings.append(Finding(type: type.name, expected: expected, found: nil))
      return
    }
    var faults: [String] = []
    if type.kind != "extension", declared.kind != type.kind { faults.append("it is a \(declared.kind)") }
    let ancestors = modules.ancestors(of: type.name)
    faults += inherits.filter { !ancestors.contains($0) }.map { "it is no \($0)" }
    // Apple's classes that come from NSObject can be subclassed; Core Graphics' own cannot.
    if type.kind == "class", ancestors.contains("NSObject"), !declared.isOpen, !excludes("open", of: type.name) {
      faults.append("it is not open")
    }
    if !faults.isEmpty {
      coverage.findings.append(
        Finding(type: type.name, expected: expected, found: faults.joined(separator: ", ")))
    }
  }

  /// Whether a rule leaves the member out, which is noted.
  private mutating func excludes(_ member: String, of type: String) -> Bool {
    guard let exclusion = exclusions.first(where: { $0.leavesOut(member, of: type) }) else { return false }
    usedExclusions.insert(exclusion)
    return true
  }
}
