// The way in: a file, its format, a scene.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Formats    the table of formats, and which one a file has
//   Data       scenes from the rows of a table
//
// Tested by SceneImporterTests and SceneTests.

import CAML
public import Documents
public import Foundation
import ImageFiles
import Lottie

extension Scene {
  /// Reads a scene from a file or folder: a CAML document (`.caml`), a package (`.ca`), a wallpaper (`.tendies`), a
  /// Lottie document (`.json`) or an archive (`.lottie`). What it holds says which it is, and its suffix where that
  /// says nothing. Nothing is written to disk.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - options: how much the file may ask for, and what to put in the place of what it says.
  /// - Throws: what is wrong with the file, and where.
  public init(contentsOf url: URL, options: SceneLoadOptions = SceneLoadOptions()) throws(SceneFileError) {
    try self.init(path: url.path, options: options)
  }

  /// Reads a scene from a path, which messages name as it is given.
  ///
  /// - Parameter importers: the formats that are read.
  package init(
    path: String, options: SceneLoadOptions = SceneLoadOptions(), importers: [SceneImporter] = SceneImporter.all
  ) throws(SceneFileError) {
    self = try importers.open(path: path, options: options).readPlaying(options.replacements, within: options.limits)
  }
}

extension SceneDocument {
  /// Makes a scene whose films play.
  package func readPlaying(
    _ replacements: SceneReplacements, within limits: SceneLimits
  ) throws(SceneFileError) -> Scene {
    var scene = try read(replacing: replacements)
    // Images are there twice, decoded and for drawing: this is half of the memory that they leave.
    try scene.playClips(memory: limits.imageBytes - scene.imageBytes)
    return scene
  }
}

extension [SceneImporter] {
  /// Opens a file in its format, which is decided here and nowhere else.
  ///
  /// - Parameter isShared: whether several scenes are made of it.
  package func open(
    path: String, options: SceneLoadOptions, isShared: Bool = false
  ) throws(SceneFileError) -> any SceneDocument {
    let source = try SceneSource(path: path, options: options, expecting: "a \(choice) scene", isShared: isShared)
    return try importer(of: source).open(source)
  }

  /// The format of a file: one that recognises what it holds, of several the one of its suffix; where none does, the
  /// one of its suffix, which says best what is wrong with it.
  private func importer(of source: SceneSource) throws(SceneFileError) -> SceneImporter {
    let suffix = source.url.pathExtension.lowercased()
    var known: [SceneImporter] = []
    for importer in self where try importer.recognizes(source) { known.append(importer) }
    guard
      let importer = known.first(where: { $0.suffix == suffix }) ?? known.first ?? first(where: { $0.suffix == suffix })
    else {
      throw SceneFileError(
        .unsupported, file: source.path, "neither what it holds nor its suffix is that of a scene; expected \(choice)")
    }
    return importer
  }
}

// The formats that scenes are read from: one table, of which the way in, the command's help and all messages come. To
// add a format is: a module with its importer, and its line in the table.
extension SceneImporter {
  /// All importers.
  package static let all: [SceneImporter] = [
    .camlDocument, .camlPackage, .wallpaper,
    .lottieDocument, .lottieArchive,
  ]
}

extension [SceneImporter] {
  /// All titles with their suffixes: "a CAML document (.caml), a package folder (.ca)".
  package var titles: String { map { "\($0.title) (.\($0.suffix))" }.joined(separator: ", ") }

  /// All suffixes with their nouns: "a .caml file, a .ca folder".
  package var nouns: String { map { "a .\($0.suffix) \($0.noun)" }.joined(separator: ", ") }

  /// All suffixes: ".caml, .ca".
  package var suffixes: String { map { ".\($0.suffix)" }.joined(separator: ", ") }

  /// All suffixes as a choice: ".caml or .ca".
  var choice: String { map { ".\($0.suffix)" }.listed(by: "or") }
}
