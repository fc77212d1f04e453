// Folders that outputs and caches go to. With `UnfinishedFile` and `UnfinishedFolder` this is all that makes files and
// folders.
import Glibc

/// Makes the missing folders of a run's outputs, and removes them.
package enum OutputFolder {
  /// Makes a folder and those above it, where they are missing.
  ///
  /// - Parameter mode: the permissions of the folders that are made, less the process's mask.
  /// - Returns: the folders that were made, the outermost first.
  /// - Throws: `ImageFileError` with `unwritable` and the system's reason; nothing was made then.
  @discardableResult
  package static func make(_ path: String, mode: UInt32 = 0o777) throws(ImageFileError) -> [String] {
    var made: [String] = []
    do throws(ImageFileError) { try make(path, mode, &made) } catch {
      remove(made)
      throw error
    }
    return made
  }

  /// Makes the folder of a file, where it is missing.
  @discardableResult
  package static func make(for file: String) throws(ImageFileError) -> [String] {
    guard let folder = above(file) else { return [] }
    return try make(folder)
  }

  /// Removes folders that were made, unless something is in them.
  package static func remove(_ made: [String]) {
    for folder in made.reversed() { rmdir(folder) }
  }

  private static func make(_ path: String, _ mode: UInt32, _ made: inout [String]) throws(ImageFileError) {
    guard !path.isEmpty else { return }
    var code = mkdir(path, mode) == 0 ? 0 : errno
    if code == ENOENT || code == ENOTDIR, let above = above(path) {
      try make(above, mode, &made)
      // Another process may make it, too.
      code = mkdir(path, mode) == 0 ? 0 : errno
    }
    guard code != 0 else {
      made.append(path)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw ImageFileError(path, .unwritable, "cannot make the folder", errno: code)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw ImageFileError(path, .unwritable, "it is a file, and no folder to write into")
    }
  }

  /// The folder that a path lies in; nil where the path does not say, and for the root.
  private static func above(_ path: String) -> String? {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? nil : String(path[..<slash])
  }
}
