// The repository's own files, found from this one.

import Foundation

enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths, from the root, of a folder's files with a suffix, however deep; in order.
  static func files(in folder: String, suffix: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path(percentEncoded: false))
    return paths.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The articles of all catalogues.
  static func articles() throws -> [String] { try files(in: "Sources", suffix: ".md") }
}
