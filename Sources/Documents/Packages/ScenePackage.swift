// The one view of a package, whether it lies in a folder or in an archive. Nothing is unpacked to disk.

import Foundation

/// The source of a package's files.
package protocol PackageStorage {
  /// The path of the folder or archive, as the user named it.
  var name: String { get }
  /// Returns the name of a file in errors and notes.
  func displayName(of path: PackagePath) -> String
  /// The paths of all files, sorted; what macOS leaves behind (`__MACOSX`, `.DS_Store`) is not among them.
  func paths() throws(SceneFileError) -> [PackagePath]
  /// Whether there is a file of that path.
  func contains(_ path: PackagePath) throws(SceneFileError) -> Bool
  /// Returns the bytes of a file. Throws `notFound` for a missing file.
  func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8]
}

extension PackageStorage {
  /// Returns the name of a file in errors and notes: its path.
  package func displayName(of path: PackagePath) -> String { path.components.isEmpty ? name : "\(name)/\(path)" }
}

extension PackagePath {
  /// Whether it is something that macOS writes into folders and archives on its own.
  var isSystemLitter: Bool { components.first == "__MACOSX" || components.last == ".DS_Store" }
}

/// A folder of files: a `.ca` package, wherever it is stored.
package struct ScenePackage {
  private let storage: any PackageStorage
  private let folder: PackagePath

  package init(_ storage: any PackageStorage, folder: PackagePath = .root) {
    self.storage = storage
    self.folder = folder
  }

  /// The name of the package in errors and notes.
  package var name: String { storage.displayName(of: folder) }

  /// Returns the name of one of its files in errors and notes.
  package func displayName(of path: PackagePath) -> String { storage.displayName(of: folder.appending(path)) }

  package func contains(_ path: PackagePath) throws(SceneFileError) -> Bool {
    try storage.contains(folder.appending(path))
  }

  /// Returns the bytes of a file. Throws `notFound` for a missing file.
  package func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8] { try storage.read(folder.appending(path)) }
}

// MARK: - References

extension ScenePackage {
  /// The path that a document refers to: as written, or else with its percent escapes replaced, as it is an address to
  /// some editors.
  ///
  /// - Parameter location: the reference's place in the document.
  package func path(of source: String, from location: SourceLocation) throws(SceneFileError) -> PackagePath {
    let path = try checked(source, from: location)
    guard let decoded = source.removingPercentEncoding, decoded != source, try !contains(path) else { return path }
    return try checked(decoded, from: location)
  }

  private func checked(_ source: String, from location: SourceLocation) throws(SceneFileError) -> PackagePath {
    do throws(PackagePathError) {
      return try PackagePath(source)
    } catch {
      throw SceneFileError(
        .malformed, at: location,
        "the asset path '\(source.excerpt)' \(error.reason); expected a path inside the package")
    }
  }
}
