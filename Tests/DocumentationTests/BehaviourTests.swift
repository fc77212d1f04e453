// The statements on Core Animation's behaviour and the tests that cite them, held together: see the article "How Core
// Animation behaves here".

import Foundation
import Testing

@Suite("Statements on Core Animation's behaviour")
struct BehaviourTests {
  struct Statement {
    let number: String
    let isTested: Bool
    let place: String
  }

  private static let folder = "Sources/Multiplane/Multiplane.docc/Behaviour"

  /// A statement is a list's item that begins with its number in bold, and ends with its source.
  private static func statements() throws -> [Statement] {
    var statements: [Statement] = []
    for path in try Repository.files(in: folder, suffix: ".md") where !path.hasSuffix("/CoreAnimationBehaviour.md") {
      for item in try Repository.text(path).components(separatedBy: "\n- **").dropFirst() {
        let parts = item.components(separatedBy: "\n\n")[0].components(separatedBy: "** ")
        let text = parts.dropFirst().joined(separator: "** ").replacing(/\n */, with: " ")
          .trimmingCharacters(in: .whitespaces)
        let source = try #require(text.split(separator: "*(").last, "\(path): \(parts[0]) has no source")
        try #require(text.hasSuffix(")*"), "\(path): \(parts[0]) does not end with its source")
        statements.append(
          Statement(number: parts[0], isTested: source.contains("; tested)"), place: path))
      }
    }
    return statements
  }

  /// The tests' files that cite each number.
  private static func citations() throws -> [String: Set<String>] {
    var files: [String: Set<String>] = [:]
    for path in try Repository.files(in: "Tests", suffix: ".swift") where !path.contains("/DocumentationTests/") {
      for title in titles(in: try Repository.text(path)) {
        for number in StatementNumber.cited(byTitle: title) { files[number, default: []].insert(path) }
      }
    }
    return files
  }

  @Test("Every number stands once, and is one")
  func numbers() throws {
    let statements = try Self.statements()
    for statement in statements {
      #expect(StatementNumber.isNumber(statement.number), "\(statement.place): \(statement.number)")
    }
    for (number, same) in Dictionary(grouping: statements, by: \.number) where same.count > 1 {
      Issue.record("\(number) stands in \(same.map(\.place))")
    }
  }

  @Test("What a test cites is stated, and a statement is marked as tested where a test cites it, and only there")
  func citations() throws {
    let citations = try Self.citations()
    let statements = try Self.statements()
    let stated = Set(statements.map(\.number))
    for (number, files) in citations where !stated.contains(number) {
      Issue.record(
        "\(files.sorted().joined(separator: ", ")) cites \(number), which no article in \(Self.folder) states")
    }
    for statement in statements {
      let files = citations[statement.number]
      if statement.isTested && files == nil {
        Issue.record("\(statement.place): \(statement.number) is marked as tested, and no test's title cites it")
      }
      if let files, !statement.isTested {
        Issue.record("\(statement.place): \(statement.number) is cited by \(files.sorted()) and not marked as tested")
      }
    }
  }

  @Test("The sections that suites are named by are headings")
  func sections() throws {
    let headings = try Repository.files(in: Self.folder, suffix: ".md").flatMap {
      try Repository.text($0).split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
    }
    let sections = Set(headings.compactMap { StatementNumber.section(ofTitle: String($0)) })
    for path in try Repository.files(in: "Tests", suffix: ".swift") {
      for title in titles(in: try Repository.text(path)) {
        guard let section = StatementNumber.section(ofTitle: title) else { continue }
        #expect(sections.contains(section), "\(path): \(title)")
      }
    }
  }

  @Test("What a comment of a source cites by letter and number is stated")
  func sources() throws {
    let stated = Set(try Self.statements().map(\.number))
    for path in try Repository.files(in: "Sources", suffix: ".swift") {
      for line in try Repository.text(path).split(separator: "\n") {
        guard let comment = line.firstRange(of: "//") else { continue }
        for match in line[comment.upperBound...].matches(of: StatementNumber.lettered.wordBoundaryKind(.simple)) {
          let number = String(match.output)
          let isWord =
            (line[..<match.range.lowerBound].last?.isLetter ?? false)
            || line[match.range.upperBound...].first?.isLetter == true
          #expect(isWord || stated.contains(number), "\(path): \(line)")
        }
      }
    }
  }

  @Test(
    "Numbers in titles",
    arguments: [
      ("2.3 under a rotation", ["2.3"]), ("8.8 8.11 X-A12 the properties", ["8.8", "8.11", "X-A12"]),
      ("4.8-4.10 Autoresizing", ["4.8", "4.9", "4.10"]), ("X-A2: settling, 2.5 s", ["X-A2"]),
      ("6.2 text lies under; 20.4 its first line", ["6.2", "20.4"]), ("arcs (C-1)", ["C-1"]),
      ("of 1.5 seconds", []), ("R-A4a: no number", ["R-A4a"]), ("13.4, L-2: key times", ["13.4", "L-2"]),
    ])
  func titleNumbers(title: String, numbers: [String]) { #expect(StatementNumber.cited(byTitle: title) == numbers) }
}
