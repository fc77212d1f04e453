// What tools/setup says on systems that are not Debian, made up by a folder of commands.
import Foundation
import TestSupport
import Testing

@Suite struct SetupTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "Without apt-get nothing is installed, and the packages are named as the system names them",
    arguments: [
      ("dnf", "as root: dnf install cairo-devel "), ("pacman", "as root: pacman -S --needed cairo "),
      ("apk", "as root: apk add cairo-dev "), ("zypper", "what these packages of Debian 12 hold: duktape-dev "),
    ])
  func otherSystems(manager: String, words: String) throws {
    let folder = try TemporaryFolder()
    for command in ["bash", "dirname", "readlink", "awk", "tr", "sort"] {
      let found = try #require(
        ["/bin", "/usr/bin"].map { "\($0)/\(command)" }.first { FileManager.default.isExecutableFile(atPath: $0) })
      try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(command)", withDestinationPath: found)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(manager)", withDestinationPath: "/bin/false")
    let ended = try Process.runToEnd(
      URL(filePath: "/usr/bin/env"),
      ["PATH=\(folder.path)", "/bin/bash", Self.root.appending(path: "tools/setup").path])
    #expect(!ended.hasSucceeded)
    #expect(ended.text.contains(words), "\(ended.text)")
  }

  @Test("Each line of the list has packages of four systems")
  func lines() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "tools/lib/setup/packages"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count > 20)
    for line in lines {
      #expect(line.components(separatedBy: " | ").count == 5, "\(line)")
      #expect(line.components(separatedBy: " | ").allSatisfy { !$0.isEmpty }, "\(line)")
    }
  }
}
