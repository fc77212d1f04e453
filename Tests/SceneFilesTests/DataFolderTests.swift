// Which files a row may name: what the file system itself says of paths with `..`, from the root, and by links.
import Foundation
import TestSupport
import Testing

@testable import Documents
@testable import SceneFiles

struct DataFolderTests {
  private let folder: TemporaryFolder

  /// A table's folder with a folder in it, a folder beside it, and links from each to the others. Each file says where
  /// it is.
  init() throws {
    folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["rows/sub", "other/sub", "rows-not"] {
      try manager.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
    for name in ["rows/p", "rows/sub/p", "other/p", "other/sub/p", "rows-not/p", "p"] {
      try folder.write(String(name.split(separator: "/").first ?? ""), to: name)
    }
    for (name, target) in [
      ("rows/out", "../other"), ("rows/in", "sub"), ("rows/up", ".."), ("rows/root", "/"),
      ("rows/far", path("other/p")),
      ("other/back", "../rows"), ("rows/self", "self"), ("rows/sub/out", "../../other/sub"), ("rows/gone", "nowhere"),
    ] {
      try manager.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test("What is opened lies in the rows' folder, or where the user allows it, by whatever path", arguments: 0..<4)
  func paths(seed: Int) throws {
    let names = [
      "..", ".", "", "p", "sub", "out", "in", "up", "root", "far", "back", "self", "gone", "rows", "other", "rows-not",
      "nothing",
    ]
    var random = SeededRandom(seed: UInt64(seed))
    let (own, wide) = try (
      DataFolder(of: path("rows/t.csv"), root: nil), DataFolder(of: path("rows/t.csv"), root: path("other"))
    )
    var counts = [0, 0, 0]
    for _ in 0..<4000 {
      var name = (0..<Int.random(in: 1...5, using: &random)).map { _ in names.randomElement(using: &random) ?? "" }
        .joined(separator: "/")
      if Int.random(in: 0..<4, using: &random) == 0 { name = "\(folder.path)/\(name)" }
      // The kernel follows links and names as it does for everybody.
      let whole = name.hasPrefix("/") ? name : path("rows/\(name)")
      let content = try? String(contentsOfFile: whole, encoding: .utf8)
      for (folder, allowed) in [(own, ["rows"]), (wide, ["rows", "other"])] {
        if case .at(let url) = folder.written(name), let bytes = try? FileBytes.read(url.path, as: name, limit: 100) {
          #expect(allowed.contains(String(decoding: bytes, as: UTF8.self)), "\(name)")
        }
        switch folder.target(of: name) {
        case .file(let url):
          guard let content else { continue }
          #expect(allowed.contains(content), "\(name)")
          #expect(try String(contentsOf: url, encoding: .utf8) == content, "\(name)")
          counts[0] += 1
        case .outside:
          #expect(content.map { !allowed.contains($0) } ?? true, "\(name)")
          counts[1] += 1
        case .missing:
          #expect(content == nil, "\(name)")
          counts[2] += 1
        }
      }
    }
    #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
  }

  @Test("A folder that is none is told; the root allows all")
  func roots() throws {
    #expect(throws: SceneFileError.self) { try DataFolder(of: path("rows/t.csv"), root: path("nowhere")) }
    #expect(throws: SceneFileError.self) { try DataFolder(of: path("rows/t.csv"), root: path("p")) }
    let all = try DataFolder(of: path("rows/t.csv"), root: "/")
    guard case .file = all.target(of: "../p") else {
      Issue.record("the root does not allow all")
      return
    }
  }
}
