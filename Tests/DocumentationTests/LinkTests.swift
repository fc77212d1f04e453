// Links of the README, the articles and .github to files of the repository.

import Foundation
import Testing

@Suite("Links")
struct LinkTests {
  @Test("A link to a file of the repository leads to one, and one within a text to a heading")
  func links() throws {
    let texts = try ["README.md"] + Repository.articles() + Repository.files(in: ".github", suffix: ".md")
    for path in texts {
      let text = try Repository.text(path)
      let headings = Set(
        text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
          line.drop { $0 == "#" }.dropFirst().lowercased().filter {
            $0.isLetter || $0.isNumber || $0 == " " || $0 == "-"
          }
          .replacing(" ", with: "-")
        })
      for match in text.matches(of: /\]\(([^)\s]+)\)/) {
        let target = String(match.output.1)
        if target.contains("://") { continue }
        if target.hasPrefix("#") {
          #expect(headings.contains(String(target.dropFirst())), "\(path): \(target)")
        } else {
          let file = Repository.root.appending(path: path).deletingLastPathComponent().appending(path: target)
          #expect(FileManager.default.fileExists(atPath: file.path), "\(path): \(target)")
        }
      }
    }
  }

  @Test("A path of the repository in code font is one")
  func paths() throws {
    for path in try ["README.md"] + Repository.articles() + Repository.files(in: ".github", suffix: ".md") {
      for match in try Repository.text(path).matches(of: /`((?:Sources|Tests|Shaders|tools)\/[A-Za-z0-9_.+\/-]+)[` ]/) {
        // NAME stands for any.
        guard !match.output.1.contains("NAME") else { continue }
        let file = Repository.root.appending(path: String(match.output.1))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(path): \(match.output.1)")
      }
    }
  }
}
