package import Foundation

/// An empty folder for one test; removed with its contents when its last owner is gone.
package final class TemporaryFolder {
  /// The whole path, without symbolic links and without a slash at its end.
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "multiplane-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// The names of the files and folders in it, hidden ones too, in order.
  package var contents: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// Returns the path of a file in it, which need not exist.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders above it; returns its path.
  @discardableResult package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(filePath: file(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  @discardableResult package func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }
}
