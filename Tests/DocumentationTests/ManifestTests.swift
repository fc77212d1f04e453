// What the texts show of packages and commands, beside examples in Swift: manifests, and lines for a shell.

import Foundation
import TestSupport
import Testing

@Suite("Manifests and commands in the README and the articles")
struct ManifestTests {
  private static func texts() throws -> [(path: String, text: String)] {
    try (["README.md"] + Repository.articles()).map { ($0, try Repository.text($0)) }
  }

  /// The blocks of a language.
  private static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  @Test("A manifest that is shown is one, and asks for products that there are")
  func manifests() throws {
    let products = try Repository.text("Package.swift").matches(of: /\.(?:library|executable)\(name: "([A-Za-z]+)"/)
      .map { String($0.output.1) }
    let manifests = try Self.texts().flatMap { Self.blocks("swift", in: $0.text) }.filter {
      $0.hasPrefix("// swift-tools-version")
    }
    #expect(!manifests.isEmpty && products.count > 5)
    for manifest in manifests {
      let folder = try TemporaryFolder()
      try folder.write(Array((manifest + "\n").utf8), to: "Package.swift")
      let ended = try Process.runToEnd(
        URL(filePath: "/usr/bin/env"), ["swift", "package", "--package-path", folder.path, "dump-package"])
      #expect(ended.hasSucceeded, "\(ended.text)\n\(manifest)")
      #expect(ended.text.contains("\"path\" : ") || ended.text.contains("fileSystem"), "no dependency by its path")
      for match in manifest.matches(of: /\.product\(name: "([A-Za-z]+)", package: "([a-z]+)"\)/) {
        #expect(products.contains(String(match.output.1)) && match.output.2 == "multiplane", "\(match.output.0)")
      }
    }
  }

  /// What lines of shell blocks run that is no tool of the repository.
  private static let programs: Set = [
    "multiplane", "export", "printf", "ffmpeg", "docker", "swift", "bash", "git", "python3", "for", "done", "sbatch",
    "kubectl", "parallel", "tar", "openjd", "ssh", "podman", "MULTIPLANE_DISABLE=linear",
  ]

  @Test("A line for a shell runs a tool of the repository, the command, or a program by its name")
  func commands() throws {
    for (path, text) in try Self.texts() {
      for block in Self.blocks("sh", in: text) {
        let lines = block.replacing("\\\n", with: " ").split(separator: "\n").filter { !$0.hasPrefix(" ") }
        for line in lines where !line.hasPrefix("#") {
          // A clone beside this one has the same tools.
          let word = String(line.prefix { $0 != " " }).replacing("../before/", with: "")
          let isTool =
            word.hasPrefix("tools/")
            && FileManager.default.isExecutableFile(atPath: Repository.root.appending(path: word).path)
          #expect(isTool || Self.programs.contains(word), "\(path): \(line)")
        }
      }
    }
  }

  @Test("The README says how `multiplane` is found before it is first called so")
  func path() throws {
    let readme = try Repository.text("README.md")
    let export = try #require(readme.firstRange(of: "export PATH=\"$PATH:$PWD/tools\""))
    let call = try #require(readme.firstRange(of: "\nmultiplane "))
    #expect(export.lowerBound < call.lowerBound)
  }

  @Test("What the README's commands write at the top level, git ignores")
  func ignored() throws {
    var names: Set<String> = []
    for block in Self.blocks("sh", in: try Repository.text("README.md")) {
      for match in block.matches(of: /(?:-o\b|--key|>) *'?([^'"\s\/]+(?:\/[^'"\s]*)?)'?/) {
        names.insert(String(match.output.1).replacing("{name}", with: "ada"))
      }
    }
    #expect(names.contains("postcard.mp4") && names.contains("postcard.png") && names.count > 4)
    let folder = try TemporaryFolder()
    func git(_ arguments: [String]) throws -> Process.Ended {
      try Process.runToEnd(URL(filePath: "/usr/bin/env"), ["git"] + arguments, in: folder.url)
    }
    #expect(try git(["init", "--quiet"]).hasSucceeded)
    try folder.write(Array(try Repository.text(".gitignore").utf8), to: ".gitignore")
    for name in names {
      #expect(try git(["check-ignore", "--no-index", name]).hasSucceeded, "git does not ignore \(name)")
    }
    #expect(try !git(["check-ignore", "--no-index", "Tests/truth.png"]).hasSucceeded)
  }
}
