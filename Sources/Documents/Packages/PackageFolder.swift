// A package in the file system. Symbolic links may point anywhere inside it; one that leads out is refused when it is
// read.

import Foundation

/// A folder and the files below it.
package struct PackageFolder: PackageStorage {
  package let name: String
  private let root: URL
  private let limits: SceneLimits

  /// - Parameter path: an existing folder.
  package init(path: String, limits: SceneLimits) {
    name = path
    root = URL(fileURLWithPath: path, isDirectory: true).resolvingSymlinksInPath()
    self.limits = limits
  }

  package func paths() throws(SceneFileError) -> [PackagePath] {
    guard let files = FileManager.default.enumerator(atPath: root.path) else {
      throw SceneFileError(.unreadable, file: name, "the folder cannot be read")
    }
    var found: [PackagePath] = []
    var count = 0
    for case let file as String in files {
      count += 1
      guard count <= limits.entryCount else {
        throw SceneFileError(
          .tooLarge, file: name, "more than \(limits.entryCount) files; that is the most a package may have")
      }
      // A name that is no package path (a backslash is legal in a Linux file name) cannot be referred to.
      guard let path = try? PackagePath(file), !path.isSystemLitter else { continue }
      found.append(path)
    }
    return found.sorted { $0.description < $1.description }
  }

  package func contains(_ path: PackagePath) throws(SceneFileError) -> Bool {
    let resolved = try resolve(path)
    SceneFileLog.noteLooking(for: resolved)
    return FileManager.default.fileExists(atPath: resolved)
  }

  package func read(_ path: PackagePath) throws(SceneFileError) -> [UInt8] {
    try FileBytes.read(resolve(path), as: displayName(of: path), limit: limits.entryBytes)
  }

  private func resolve(_ path: PackagePath) throws(SceneFileError) -> String {
    let resolved = root.appendingPathComponent(path.description).resolvingSymlinksInPath().path
    let inside = root.path.hasSuffix("/") ? root.path : root.path + "/"
    guard resolved.hasPrefix(inside) else {
      throw SceneFileError(
        .malformed, file: displayName(of: path),
        "the symbolic link leads out of the package; expected a file inside of it")
    }
    return resolved
  }
}
