// Names of tests: `tools/test --filter NAME` runs one suite, and a folder says which suites test it. And how
// tests bound their time.

import Foundation
import Testing

@Suite("Names of tests")
struct TestNameTests {
  private static func sources() throws -> [String] {
    try
      (Repository.files(in: "Tests", suffix: ".swift") + Repository.files(in: "tools/lib/port/Tests", suffix: ".swift"))
      .filter { !$0.contains("/Support/") && !$0.contains("/Examples/") && !$0.contains("/ClientPackage/") }
  }

  /// The suites, and the files that declare them.
  private static func suites() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for path in try sources() {
      for match in try Repository.text(path).matches(of: /\b(?:struct|class|enum) (\w+Tests)\b/) {
        found[String(match.output.1), default: []].append(path)
      }
    }
    return found
  }

  @Test("No two suites, and no two files of tests, have one name")
  func namesAreUnique() throws {
    let suites = try Self.suites()
    #expect(suites.count > 300)
    for (name, paths) in suites { #expect(paths.count == 1, "\(name): \(paths)") }
    let files = Dictionary(grouping: try Self.sources().filter { $0.hasSuffix("Tests.swift") }) {
      String($0.split(separator: "/").last ?? "")
    }
    for (name, paths) in files { #expect(paths.count == 1, "\(name): \(paths)") }
  }

  @Test("The suites that a folder is tested by are there")
  func testedBy() throws {
    let suites = try Self.suites()
    var folders: Set<String> = []
    for path in try Repository.files(in: "Sources", suffix: ".swift") {
      guard let match = try Repository.text(path).firstMatch(of: /(?:^|\n)\/\/ Tested by ([^.]*)\./) else { continue }
      folders.insert(path.split(separator: "/").dropLast().joined(separator: "/"))
      let names = match.output.1.matches(of: /\w+Tests/).map { String($0.output) }
      #expect(!names.isEmpty, "\(path)")
      for name in names { #expect(suites[name] != nil, "\(path): there is no \(name)") }
    }
    // Of modules whose folders stand in an order, each folder says it.
    for path in try Repository.files(in: "Sources", suffix: ".swift") {
      let text = try Repository.text(path)
      guard let order = FolderOrderTests.order(in: text) else { continue }
      let module = path.split(separator: "/")[1]
      for folder in order.joined() where folder != "." {
        let isSaid = folders.contains {
          $0 == "Sources/\(module)/\(folder)" || $0.hasPrefix("Sources/\(module)/\(folder)/")
        }
        #expect(isSaid, "Sources/\(module)/\(folder): no file says which suites test it")
      }
    }
  }

  @Test("No test bounds its own work by the clock on the wall, which goes on while others have the cores")
  func timeIsOfTheCPU() throws {
    for path in try Self.sources() {
      #expect(try !Repository.text(path).contains(/\.timeLimit\(|ContinuousClock\.now/), "\(path)")
    }
  }
}
