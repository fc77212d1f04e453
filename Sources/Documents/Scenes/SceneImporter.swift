// A format of scenes: its recognition and its reading. The module SceneFiles has the table of all formats.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Notes       what is wrong with a file, what is said of it, and how much it may ask for
//   JSON        values with the places of what is wrong
//   XML         elements with their places
//   Packages    files in folders and zip archives, by paths that cannot leave them
//   Rows        tables of data: CSV, JSON
//   Images      image files and `data:` addresses to images, within a budget
//   Values      texts to values, by the tables of properties: numbers, colours, paths, transforms
//   Scenes      a scene, what may be asked of its file, and what a format is
//   Layers      what files of layers share: values in the place of what they say, states
//   Writing     a scene's layers to objects that formats write

package import Foundation
package import QuartzCore

package struct SceneImporter: Sendable {
  /// The name of the format, with its article: "a CAML document".
  package let title: String
  /// The suffix of file names, lowercase and without the dot.
  package let suffix: String
  /// The noun for such an item: a "file", a "folder", an "archive".
  package let noun: String
  /// Returns whether a file or folder has the format, by its content instead of its name.
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

/// An opened file, from which scenes are made: one, or one for each row of a table.
package protocol SceneDocument {
  /// The aspects that the document has values for, the widest first; none for a document of one size.
  var aspects: [SceneAspect] { get }

  func names() throws(SceneFileError) -> SceneNames

  /// Makes a scene with replacements. Throws faults of the file, `unknownName` for a replacement that matches nothing,
  /// and `unsuitableValue` for one that does not fit.
  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene
}

extension SceneDocument {
  package var aspects: [SceneAspect] { [] }
}

/// The names in a file of parts that can be replaced.
package struct SceneNames {
  package var texts: Set<String> = []
  package var images: Set<String> = []
  package var slots: Set<String> = []
  /// The slots whose value is a text, which may be empty.
  package var textSlots: Set<String> = []
  /// The slots whose value is an image or a film.
  package var fileSlots: Set<String> = []
  /// The texts of slots and text layers as the document has them, as far as they are known.
  package var defaults: [String: String] = [:]
  /// Returns whether a key path leads to colours.
  package var hasColor: (String) -> Bool = { _ in false }
  /// Returns whether `LAYER.keyPath` is a property of a layer.
  package var hasValue: (String) -> Bool = { _ in false }

  package init() {}

  /// The kind of a value that can be replaced.
  package enum Kind: String, Encodable, Sendable {
    case text, color, file, value
  }

  package func kind(ofSlot id: String) -> Kind {
    if textSlots.contains(id) { return .text }
    if fileSlots.contains(id) { return .file }
    return hasColor(id) ? .color : .value
  }
}

/// The file or folder of scenes before its format is known. An archive is opened once for all formats.
package final class SceneSource {
  /// The path as the user named it, for messages.
  package let path: String
  package let options: SceneLoadOptions
  package let isFolder: Bool
  /// At most the first 1024 bytes of a file, decompressed if it is gzip's; empty for a folder.
  package let beginning: [UInt8]
  /// The decoded images of the file's scenes, for the next one; nil for a single scene.
  package let images: ImageCache?
  private var opened: (any PackageStorage)?
  /// The decompressed bytes of a gzip file, or those of a document in memory; nil for others.
  private let unpacked: [UInt8]?
  private var known: Set<String>?

  /// Examines the item at a path, or the options' document. Errors name `expectation`, "a .caml scene". `isShared`: for
  /// several scenes.
  package init(
    path: String, options: SceneLoadOptions, expecting expectation: String, isShared: Bool = false
  ) throws(SceneFileError) {
    images = isShared ? ImageCache() : nil
    if let document = options.document {
      (self.path, self.options, isFolder) = (document.name, options, false)
      let bytes = try document.unpacked(within: options.limits)
      (unpacked, beginning) = (bytes, Array(bytes.prefix(1024)))
      return
    }
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
  }

  package var url: URL { URL(fileURLWithPath: path) }

  /// Whether the file is a zip archive, by its first entry's signature.
  package var isArchive: Bool { unpacked == nil && beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// The beginning as text, without a byte order mark and leading white space.
  package var firstText: String {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning[...]
    return String(decoding: text.drop { $0 <= 0x20 }, as: UTF8.self)
  }

  /// Returns the files of the folder or archive. Throws faults of the archive; `malformed` for any other file.
  package func storage() throws(SceneFileError) -> any PackageStorage {
    if let opened { return opened }
    let storage: any PackageStorage =
      isFolder
      ? PackageFolder(path: path, limits: options.limits) : try ZipArchive(path: path, limits: options.limits)
    opened = storage
    return storage
  }

  /// The path of the folder of the files that the document names.
  package var folder: String { options.document?.folder ?? url.deletingLastPathComponent().relativePath }

  /// The files that the document may name.
  package var surroundings: ScenePackage { ScenePackage(PackageFolder(path: folder, limits: options.limits)) }

  /// Returns the names of the members of a JSON document that is an object; none for any other file.
  package func memberNames() throws(SceneFileError) -> Set<String> {
    if let known { return known }
    let names = firstText.hasPrefix("{") ? JSON.memberNames(of: try document()) : []
    known = names
    return names
  }

  package func document() throws(SceneFileError) -> [UInt8] {
    if let unpacked { return unpacked }
    return try FileBytes.read(path, as: path, limit: options.limits.documentBytes)
  }
}

/// A document in memory, in the place of a file.
package struct SceneDocumentBytes: Sendable {
  /// The name in messages.
  package let name: String
  package let bytes: [UInt8]
  /// The path of the folder of the files that the document names.
  package let folder: String

  package init(name: String, bytes: [UInt8], folder: String) {
    (self.name, self.bytes, self.folder) = (name, bytes, folder)
  }

  /// Returns the bytes, decompressed if they are gzip's.
  fileprivate func unpacked(within limits: SceneLimits) throws(SceneFileError) -> [UInt8] {
    guard bytes.count <= limits.documentBytes else {
      throw SceneFileError(.tooLarge, file: name, "more than \(limits.documentBytes) bytes, the most that are read")
    }
    return Gzip.isOne(bytes) ? try Gzip.unpack(bytes, as: name, limits: limits) : bytes
  }
}

/// The options for loading a scene file, with replacements of its parts.
public struct SceneLoadOptions: Sendable {
  /// The limits on what the file may ask for.
  public var limits = SceneLimits()
  /// The id of the archive's animation to load; nil for the archive's first choice.
  public var animation: String?
  /// The id of the archive's theme to use; nil for the animation's first choice.
  public var theme: String?
  /// The replacements of parts of the file.
  public var replacements = SceneReplacements()
  /// The document to read in the place of the file; nil for the file.
  package var document: SceneDocumentBytes?
  /// The player to imitate; nil, the default, follows the format.
  public var imitating: ScenePlayer?
  /// The layer classes that documents may name.
  package var layerClasses = LayerClass.all

  /// Creates the default options: the file as it is, within the default limits.
  public init() {}

  /// Whether nothing is requested but limits.
  package var isEmpty: Bool { animation == nil && theme == nil && replacements.isEmpty }
}

/// A player to imitate, as some depart from their format.
public enum ScenePlayer: String, Sendable, CaseIterable {
  /// The Core Animation engine of lottie-ios, for Lottie files, as its published pictures show it.
  ///
  /// If dimensions have different easing, the first dimension's easing applies to all. Layers move by the parameter of
  /// their motion curves, not by length. Trims cut by the parameter, too, and only strokes. The tangents of rounded
  /// stars and polygons are a constant part of the radius. The softness of a drop shadow effect is five standard
  /// deviations. A fill paints the paths since the previous fill, and a stroke is drawn over each fill's paths
  /// separately. Layers also blend with the layers below their composition. The composition's aspect ratio stretches a
  /// gradient's lines of equal colour. The opacity of a gradient fill whose stops have alpha applies twice.
  case lottieIOS = "lottie-ios"
}
