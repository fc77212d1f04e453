// A format of scenes: how it is told, and how a file of it becomes scenes. The module SceneFiles has the table of all.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Notes       what is wrong with a file, what is said of it, and how much it may ask for
//   JSON        values with the places of what is wrong
//   XML         elements with their places
//   Packages    files in folders and zip archives, by paths that cannot leave them
//   Rows        tables of data: CSV, JSON
//   Images      image files and `data:` addresses to images, within a budget
//   Scenes      a scene, what may be asked of its file, and what a format is

package import Foundation
package import QuartzCore

/// One format of scenes.
package struct SceneImporter: Sendable {
  /// The name of the format, with its article: "a CAML document".
  package let title: String
  /// The suffix of file names, without the dot, in lower case.
  package let suffix: String
  /// The noun for an item at such a path: a "file", a "folder", an "archive".
  package let noun: String
  /// Whether a file or folder is of the format by what it holds; its name does not count.
  package let recognizes: @Sendable (SceneSource) throws(SceneFileError) -> Bool
  package let open: @Sendable (SceneSource) throws(SceneFileError) -> any SceneDocument

  package init(
    title: String, suffix: String, noun: String,
    recognizes: @escaping @Sendable (SceneSource) throws(SceneFileError) -> Bool,
    open: @escaping @Sendable (SceneSource) throws(SceneFileError) -> any SceneDocument
  ) {
    (self.title, self.suffix, self.noun, self.recognizes, self.open) = (title, suffix, noun, recognizes, open)
  }
}

/// An opened file, of which scenes are made: one for each row of a table.
package protocol SceneDocument {
  func names() throws(SceneFileError) -> SceneNames

  /// Makes a scene with replacements. Throws what is wrong with the file; `unknownName` for a replacement that matches
  /// nothing in it, `unsuitableValue` for one that does not fit.
  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene
}

/// The names in a file that something can be put in the place of.
package struct SceneNames {
  package var texts: Set<String> = []
  package var images: Set<String> = []
  package var slots: Set<String> = []
  /// Whether a key path leads to colours.
  package var hasColor: (String) -> Bool = { _ in false }
  /// Whether `LAYER.keyPath` is a property of a layer.
  package var hasValue: (String) -> Bool = { _ in false }

  package init() {}
}

/// The file or folder that scenes are made of, before its format is known. An archive is opened once for all formats.
package final class SceneSource {
  /// The path as the user named it, for messages.
  package let path: String
  package let options: SceneLoadOptions
  package let isFolder: Bool
  /// The first bytes of a file, 1024 at most, decompressed if gzip compressed it; empty for a folder.
  package let beginning: [UInt8]
  /// The images that scenes of the file have decoded, for the next one; nil for a single scene.
  package let images: ImageCache?
  private var opened: (any PackageStorage)?
  /// The bytes that gzip compressed in the file; nil for a file that is not gzip's.
  private let unpacked: [UInt8]?

  /// Looks at what lies at a path. Errors name `expectation`, "a .caml scene". `isShared`: for several scenes.
  package init(
    path: String, options: SceneLoadOptions, expecting expectation: String, isShared: Bool = false
  ) throws(SceneFileError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SceneFileError(.notFound, file: path, "no such file; expected \(expectation)")
    }
    (self.path, self.options, self.isFolder) = (path, options, isFolder.boolValue)
    let first = isFolder.boolValue ? [] : try FileBytes.beginning(of: path, count: 1024)
    unpacked =
      Gzip.isOne(first)
      ? try Gzip.unpack(
        FileBytes.read(path, as: path, limit: options.limits.documentBytes), as: path, limits: options.limits) : nil
    beginning = unpacked.map { Array($0.prefix(1024)) } ?? first
    images = isShared ? ImageCache() : nil
  }

  package var url: URL { URL(fileURLWithPath: path) }

  /// Whether it is a zip archive, by the mark of its first entry.
  package var isArchive: Bool { unpacked == nil && beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// The beginning as text, without a byte order mark and white space before it.
  package var firstText: String {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning[...]
    return String(decoding: text.drop { $0 <= 0x20 }, as: UTF8.self)
  }

  /// The files of the folder, or of the archive. Throws what is wrong with the archive; `malformed` for any other file.
  package func storage() throws(SceneFileError) -> any PackageStorage {
    if let opened { return opened }
    let storage: any PackageStorage =
      isFolder
      ? PackageFolder(path: path, limits: options.limits) : try ZipArchive(path: path, limits: options.limits)
    opened = storage
    return storage
  }

  /// The folder that a file lies in, for the files that it names.
  package var surroundings: ScenePackage {
    ScenePackage(PackageFolder(path: url.deletingLastPathComponent().relativePath, limits: options.limits))
  }

  package func document() throws(SceneFileError) -> [UInt8] {
    if let unpacked { return unpacked }
    return try FileBytes.read(path, as: path, limit: options.limits.documentBytes)
  }
}

/// The options for loading a scene file, with the replacements of parts of it.
public struct SceneLoadOptions: Sendable {
  /// The limits on what the file may ask for.
  public var limits = SceneLimits()
  /// The id of the archive's animation to load; nil for the one that is to be shown first.
  public var animation: String?
  /// The id of the archive's theme to use; nil for the one that the animation is to be shown with first.
  public var theme: String?
  /// The replacements of parts of the file.
  public var replacements = SceneReplacements()
  /// The player whose own ways are drawn; nil, the default, draws as the format says.
  public var imitating: ScenePlayer?
  /// The layer classes that documents may name.
  package var layerClasses = LayerClass.all

  /// The file as it is, within the default limits.
  public init() {}

  /// Whether nothing is asked for, limits aside.
  package var isEmpty: Bool { animation == nil && theme == nil && replacements.isEmpty }
}

/// A player whose own ways a file can be drawn in: some depart from their format, as an app shows it.
public enum ScenePlayer: String, Sendable, CaseIterable {
  /// Lottie files: the Core Animation engine of lottie-ios, as its published pictures show it.
  ///
  /// If dimensions have different easing, the first dimension's easing applies to all. Layers move by the parameter of
  /// their motion curves, not by length. Trims cut by the parameter, too, and only strokes. The tangents of rounded
  /// stars and polygons are a constant part of the radius. The softness of a drop shadow effect is five standard
  /// deviations. A fill paints the paths since the previous fill, and a stroke is drawn over each fill's paths
  /// separately. Layers also blend with the layers below their composition. The composition's aspect ratio stretches a
  /// gradient's lines of equal colour. The opacity of a gradient fill whose stops have alpha applies twice.
  case lottieIOS = "lottie-ios"
}
