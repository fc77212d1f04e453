// The article "On a server": the packages that it lists are those that the command opens at run time.

import Foundation
import TestSupport
import Testing

@Suite("On a server")
struct ServerTests {
  private static let article = "Sources/Multiplane/Multiplane.docc/OnAServer.md"

  /// The names of a text that begin a package's.
  private static func packages(in text: String) -> Set<String> {
    Set(text.matches(of: /\b(?:lib|fonts-|zlib)[a-z0-9.+-]*[a-z0-9]/).map { String($0.output) })
  }

  private static func packagesOfTable(in text: String) -> Set<String> {
    packages(in: text.split(separator: "\n").filter { $0.hasPrefix("| `") }.joined(separator: "\n"))
  }

  @Test("The container installs what the table lists, and fonts for Latin letters")
  func container() throws {
    let text = try Repository.text(Self.article)
    let table = Self.packagesOfTable(in: text)
    let image = Self.packages(
      in: text.components(separatedBy: "```dockerfile\n")[1].components(separatedBy: "\n```")[0])
    #expect(table.count > 20)
    #expect(image.subtracting(table).isEmpty, "only in the container: \(image.subtracting(table).sorted())")
    #expect(table.subtracting(image).allSatisfy { $0.hasPrefix("fonts-") }, "\(table.subtracting(image).sorted())")
  }

  @Test(
    "Every library that the command is linked with, or opens by name, is of a package in the table or needed by one")
  func libraries() throws {
    func run(_ line: String) throws -> String {
      try Process.runToEnd(URL(filePath: "/usr/bin/env"), ["bash", "-c", line]).text
    }
    guard try run("command -v dpkg-query").hasPrefix("/"), try run("cat /etc/debian_version").hasPrefix("12.") else {
      print("this is not Debian 12, whose packages the table has")
      return
    }
    let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
    let command = URL(filePath: bundle).deletingLastPathComponent().appending(path: "multiplane").path
    var files = try run("ldd '\(command)' | awk '$3 ~ /^\\// { print $3 }'").split(separator: "\n").map(String.init)
    // What is opened by name: Sources/C/CLibAV and CMicroHTTPD.
    let opened =
      try Repository.text("Sources/C/CLibAV/libraries.c").matches(of: /FILE_NAME\("([a-z]+)",/)
      + Repository.text("Sources/C/CMicroHTTPD/forwards.c").matches(of: /"lib([a-z]+)\.so\./)
    for match in opened {
      let name = "/^lib\(match.output.1)\\.so\\.[0-9]+$/"
      // Who is not root has no /sbin in the path.
      files.append(try run("PATH=$PATH:/sbin ldconfig -p | awk '$1 ~ \(name) { print $NF; exit }'").trimming)
    }
    #expect(files.count > 30 && files.contains { $0.contains("libavcodec") })
    #expect(files.contains { $0.contains("libmicrohttpd") })
    let listed = Self.packagesOfTable(in: try Repository.text(Self.article)).filter { !$0.hasPrefix("fonts-") }
    var provided = listed.union(["libc6", "libstdc++6", "libgcc-s1"])
    var asked = listed
    // What the listed packages need, and what those need.
    while !asked.isEmpty {
      let words = try run(
        "dpkg-query -W -f '${Depends},${Pre-Depends}\\n' \(asked.joined(separator: " ")) | tr ',|' '\\n\\n'")
      let needed = Set(words.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
      asked = Set(needed.map { $0.split(separator: ":")[0] }.map(String.init)).subtracting(provided)
      provided.formUnion(asked)
    }
    // Swift's own libraries belong to no package, and are linked in by --static-swift-stdlib.
    for file in files where !file.contains("/swift/") {
      // A package has its files under /lib or under /usr/lib, which are one folder.
      let owner = try run(
        "dpkg-query -S '\(file)' \"$(realpath '\(file)')\" 2>/dev/null | cut -d: -f1 | head -n 1"
      ).trimming
      let isProvided = provided.contains(owner)
      #expect(isProvided, "\(file) is of '\(owner)', which \(Self.article) does not list")
    }
  }
}

extension String {
  fileprivate var trimming: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
