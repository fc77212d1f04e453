// The file or folder that scenes are made of, before its format is known.

package import Foundation

/// The input of an importer. An archive is opened once, however many formats look into it.
package final class SceneSource {
  /// The path as the user named it, for messages.
  package let path: String
  /// The options that it is loaded with.
  package let options: SceneLoadOptions
  /// Whether it is a folder.
  package let isFolder: Bool
  /// The first bytes of a file, 1024 at most, decompressed if gzip compressed it; empty for a folder.
  package let beginning: [UInt8]
  /// The images that scenes of the file have decoded, for the next one; nil for a single scene.
  package let images: ImageCache?
  private var opened: (any PackageStorage)?
  /// The bytes that gzip compressed in the file; nil for a file that is not gzip's.
  private let unpacked: [UInt8]?

  /// Looks at what lies at a path.
  ///
  /// - Parameters:
  ///   - expectation: what is told where nothing is there: "a .caml scene".
  ///   - isShared: whether several scenes are made of it.
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

  /// The path as a URL.
  package var url: URL { URL(fileURLWithPath: path) }

  /// Whether it is a zip archive, by the mark of its first entry.
  package var isArchive: Bool { unpacked == nil && beginning.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// The beginning as text, without a byte order mark and white space before it.
  package var firstText: String {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning[...]
    return String(decoding: text.drop { $0 <= 0x20 }, as: UTF8.self)
  }

  /// The files of the folder, or of the archive.
  ///
  /// - Throws: what is wrong with the archive; `malformed` for a file that is not an archive.
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

  /// The bytes of a file that is a document.
  package func document() throws(SceneFileError) -> [UInt8] {
    if let unpacked { return unpacked }
    return try FileBytes.read(path, as: path, limit: options.limits.documentBytes)
  }
}
