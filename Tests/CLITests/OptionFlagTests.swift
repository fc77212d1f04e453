// A library tells a program what its options are called in Swift; the command tells who typed it its own.
import ArgumentParser
import Foundation
import Testing

@testable import CLI

@Suite struct OptionFlagTests {
  /// Lines of code of the libraries, without comments, and where they are. Workshop speaks for the command.
  private static func lines() throws -> [(place: String, text: String)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
      path.hasSuffix(".swift") && !["CLI/", "Workshop/"].contains { path.hasPrefix($0) }
    }
    return try paths.flatMap { path in
      try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.map { ("\(path): \($0)", String($0)) }
    }
  }

  @Test("No message of a library names an option of the command")
  func libraries() throws {
    let lines = try Self.lines()
    #expect(lines.count > 20_000)
    // What is told there is how a container is to be started.
    let others = "GLRenderer/Machine/DeviceProblem.swift"
    for line in lines where line.text.contains("--") && line.text.contains(/--[a-z]+/) && !line.place.hasPrefix(others)
    {
      Issue.record("\(line.place)")
    }
  }

  @Test("What messages name between backquotes, the command calls by its options")
  func names() throws {
    var named: Set<String> = []
    for line in try Self.lines() where line.text.contains("\"") {
      for match in line.text.matches(of: /"[^"]*?`(\w+)`|(?:, |or |and )`(\w+)`/) {
        let name = String(match.1 ?? match.2 ?? "")
        named.insert(name)
        #expect(OptionFlags.flags[name] != nil, "\(line.place)")
      }
    }
    #expect(named == Set(OptionFlags.flags.keys))
  }

  @Test("The options are those of the command")
  func options() {
    let help = VideoCommand.helpMessage(columns: 1000)
    for flag in OptionFlags.flags.values {
      #expect(help.contains(flag.prefix { $0 != " " }), "\(flag)")
    }
    #expect(
      "leave `codec` out, or `scale` 2; `other` stays".namingFlags == "leave --codec out, or --scale 2; `other` stays")
  }
}
