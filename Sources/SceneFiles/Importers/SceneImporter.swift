// The formats that scenes are read from: one table, of which the way in, the command's help and all messages come. To
// add a format is: its importer, beside its reader, and its line in the table.

import Foundation
import ImageFiles

/// Reads one format of scenes.
package struct SceneImporter: Sendable {
  /// What the format is called, with its article: "a CAML document".
  package let title: String
  /// The suffix of file names, without the dot, in lower case.
  package let suffix: String
  /// What lies at such a path: a "file", a "folder", an "archive".
  package let noun: String
  /// Whether the beginning of a file that has another suffix, or none, is of the format; false for what is a folder.
  let recognizes: @Sendable (_ beginning: ArraySlice<UInt8>) -> Bool
  /// Reads the file or folder.
  let read: @Sendable (SceneSource) throws(SceneFileError) -> Scene

  init(
    title: String, suffix: String, noun: String,
    recognizes: @escaping @Sendable (_ beginning: ArraySlice<UInt8>) -> Bool = { _ in false },
    read: @escaping @Sendable (SceneSource) throws(SceneFileError) -> Scene
  ) {
    (self.title, self.suffix, self.noun, self.recognizes, self.read) = (title, suffix, noun, recognizes, read)
  }

  /// All importers.
  package static let all = [camlDocument, camlPackage, wallpaper, lottieDocument, lottieArchive]
}

/// What an importer reads.
struct SceneSource: Sendable {
  /// The path as the user named it, for messages.
  let path: String
  /// Whether it is a folder.
  let isFolder: Bool
  let options: SceneLoadOptions

  var url: URL { URL(fileURLWithPath: path) }
}

// MARK: - What a table says of itself

extension [SceneImporter] {
  /// All titles with their suffixes: "a CAML document (.caml), a package folder (.ca)".
  package var titles: String { map { "\($0.title) (.\($0.suffix))" }.joined(separator: ", ") }

  /// All suffixes with their nouns: "a .caml file, a .ca folder".
  package var nouns: String { map { "a .\($0.suffix) \($0.noun)" }.joined(separator: ", ") }

  /// All suffixes: ".caml, .ca".
  package var suffixes: String { map { ".\($0.suffix)" }.joined(separator: ", ") }

  /// All suffixes as a choice: ".caml or .ca".
  fileprivate var choice: String { map { ".\($0.suffix)" }.listed(by: "or") }
}

// MARK: - The way in

extension SceneImporter {
  /// Reads a scene: by its suffix, or where that is no format's, by its first bytes.
  static func read(path: String, options: SceneLoadOptions) throws(SceneFileError) -> Scene {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SceneFileError(.notFound, file: path, "no such file; expected a \(options.importers.choice) scene")
    }
    let source = SceneSource(path: path, isFolder: isFolder.boolValue, options: options)
    return try importer(of: source).read(source)
  }

  private static func importer(of source: SceneSource) throws(SceneFileError) -> SceneImporter {
    let (suffix, importers) = (source.url.pathExtension.lowercased(), source.options.importers)
    if let importer = importers.first(where: { $0.suffix == suffix }) { return importer }
    let beginning = source.isFolder ? [] : try FileBytes.beginning(of: source.path, count: sniffedBytes)
    guard let importer = importers.first(where: { $0.recognizes(beginning[...]) }) else {
      throw SceneFileError(.unsupported, file: source.path, "the suffix names no scene; expected \(importers.choice)")
    }
    return importer
  }

  /// How much of a file ``recognizes`` is given.
  private static let sniffedBytes = 1024
}
