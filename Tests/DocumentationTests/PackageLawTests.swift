// The table of the article on modules against Package.swift: the same modules, in the same order, from the bottom up.

import Foundation
import Testing

@Suite("Package law")
struct PackageLawTests {
  private static let article = "Sources/Multiplane/Multiplane.docc/Contributing/Modules.md"

  /// The names in `module("NAME"` of the manifest, in its order, which is from the bottom up.
  private static func modules() throws -> [String] {
    try Repository.text("Package.swift").matches(of: /\n +module\(\s*"([A-Za-z]+)"/).map { String($0.output.1) }
  }

  /// The names in the first column of the article's table, row by row.
  private static func rows() throws -> [[String]] {
    try Repository.text(article).split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { line in line.split(separator: "|")[0].matches(of: /`([A-Za-z]+)`/).map { String($0.output.1) } }
      .filter { !$0.isEmpty }
  }

  @Test("The table of the article on modules names the modules of Package.swift, in its order")
  func table() throws {
    let modules = try Self.modules()
    #expect(modules.count > 10)
    let named = try Self.rows().flatMap { $0 }.filter { name in
      FileManager.default.fileExists(atPath: Repository.root.appending(path: "Sources/\(name)").path)
    }
    #expect(named == modules + ["CLI"])
  }

  @Test("A module of Package.swift uses only modules above its own line")
  func order() throws {
    let manifest = try Repository.text("Package.swift")
    let modules = try Self.modules()
    var below: Set<String> = []
    for match in manifest.matches(of: /\n +module\(\s*"([A-Za-z]+)"(?:,\s*\[([^\]]*)\])?/) {
      let used = match.output.2.map { $0.matches(of: /"([A-Za-z]+)"/).map { String($0.output.1) } } ?? []
      for name in used where modules.contains(name) {
        #expect(below.contains(name), "\(match.output.1) uses \(name), which stands below it")
      }
      below.insert(String(match.output.1))
    }
  }
}
