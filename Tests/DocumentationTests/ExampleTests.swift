// The examples of the README and the articles: that the texts are what Tests/Examples compiles, and that they run.

import Foundation
import TestSupport
import Testing

/// A text with Swift examples.
struct ExampleDocument: CustomTestStringConvertible {
  /// The path from the repository's root.
  let path: String
  /// The examples as they stand in the text.
  let blocks: [String]

  /// What its folder in Tests/Examples is called.
  var name: String { String(path.split(separator: "/").last!.dropLast(3)) }
  var testDescription: String { path }

  /// The README and all articles that have examples.
  static func all() throws -> [ExampleDocument] {
    try (["README.md"] + Repository.articles()).compactMap { path in
      let parts = try Repository.text(path).components(separatedBy: "```swift\n").dropFirst()
      // Manifests are no examples: ManifestTests.
      let blocks = parts.map { $0.components(separatedBy: "\n```")[0] }.filter { !$0.hasPrefix("// swift-tools") }
      return blocks.isEmpty ? nil : ExampleDocument(path: path, blocks: blocks)
    }
  }

  /// The examples as Tests/Examples has them: each file's imports, and the body of its function, moved to the left.
  func compiledBlocks() throws -> [String] {
    let files = (try? Repository.files(in: "Tests/Examples/\(name)", suffix: ".swift")) ?? []
    return try files.map { file in
      let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
      let imports = lines.filter { $0.hasPrefix("import ") }
      let body = lines.drop { !$0.hasPrefix("func ") }.dropFirst()
        .prefix { $0 != "}" && $0 != "  // End of the example." }
      return (imports + [""] + body.map { $0.dropFirst(2) }).joined(separator: "\n")
    }
  }

  /// The names that the examples declare at their outermost level.
  var declaredNames: [String] {
    blocks.flatMap { block in
      block.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard words.count > 1, ["let", "var", "func", "class", "struct", "enum"].contains(words[0]), line.first != " "
        else { return nil }
        return String(words[1].prefix { $0.isLetter || $0.isNumber })
      }
    }
  }
}

@Suite("Examples of the README and the articles")
struct ExampleTests {
  /// An example, or all of a document.
  struct Run: CustomTestStringConvertible {
    let arguments: [String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test("What the texts show is what Tests/Examples compiles")
  func texts() throws {
    let documents = try ExampleDocument.all()
    #expect(!documents.isEmpty)
    for document in documents {
      let compiled = try document.compiledBlocks()
      #expect(document.blocks.count == compiled.count, "\(document.path) and Tests/Examples/\(document.name)")
      for (shown, compiled) in zip(document.blocks, compiled) {
        #expect(shown == compiled, "\(document.path); in Tests/Examples/\(document.name):\n\(compiled)")
      }
    }
  }

  @Test("One after the other they are one program: no name is declared twice")
  func names() throws {
    for document in try ExampleDocument.all() {
      for (name, same) in Dictionary(grouping: document.declaredNames, by: { $0 }) where same.count > 1 {
        Issue.record("\(document.path): \(name) is declared \(same.count) times")
      }
    }
  }

  @Test("The program runs what the texts show")
  func list() throws {
    let listed = try run(["list"]).split(separator: "\n").map(String.init)
    #expect(listed.sorted() == (try ExampleDocument.all()).map { "\($0.name) \($0.blocks.count)" }.sorted())
  }

  @Test("Each runs by itself", arguments: try! singleRuns())
  func alone(_ example: Run) throws { _ = try run(example.arguments) }

  @Test("All of a document run in order, and all of all")
  func inOrder() throws {
    for document in try ExampleDocument.all() { _ = try run([document.name]) }
    _ = try run([])
  }

  private static func singleRuns() throws -> [Run] {
    try ExampleDocument.all().flatMap { document in
      document.blocks.indices.map { Run(arguments: [document.name, "\($0 + 1)"]) }
    }
  }

  /// What the program prints, in a folder of its own, which is removed with what the examples write.
  private func run(_ arguments: [String]) throws -> String {
    let folder = try TemporaryFolder()
    let bundle = try #require(
      CommandLine.arguments.first { $0.contains(".xctest") }, "the tests' bundle cannot be found")
    let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: "examples")
    let ended = try Process.runToEnd(program, arguments, in: folder.url)
    #expect(
      ended.hasSucceeded, "examples \(arguments.joined(separator: " ")): \(ended.status)\n\(ended.text)")
    return ended.text
  }
}
