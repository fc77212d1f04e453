// The files that rows of data may name. Rows come from others than the one who runs the command: a form, a sheet. So
// their files lie below the table's folder, or below another one that the user names, whatever their paths and symbolic
// links say.
//
// Tested by DataFolderTests.

import Documents
import Foundation

/// The folders that files of rows lie in.
struct DataFolder {
  /// The target of a path in a row.
  enum Target {
    case file(URL)
    case missing
    /// A file outside of the folders, which no row may name.
    case outside
  }

  /// The reason for not reading a file outside of these folders.
  static let outside = "it does not lie in the folder of the rows, nor below `dataRoot`"

  /// The folder that relative paths begin at, with a slash at its end. URLs would take `..` out by its spelling: behind
  /// a link it leads elsewhere.
  private let base: String
  /// The whole paths, without links, each with a slash at its end.
  private let roots: [String]

  /// - Parameters:
  ///   - table: the file of the rows.
  ///   - root: another folder that files may lie below; nil for none.
  /// - Throws: that there is no such folder.
  init(of table: String, root: String?) throws(SceneFileError) {
    base = table.lastIndex(of: "/").map { String(table[...$0]) } ?? "./"
    var roots = [base]
    if let root {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else {
        throw SceneFileError(.notFound, file: root, "no such folder; `dataRoot` is one that holds the rows' files")
      }
      roots.append(root)
    }
    self.roots = roots.compactMap(Self.resolved).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// Returns the target of a row's path, all links followed.
  func target(of path: String) -> Target {
    guard let path = Self.resolved(whole(path)) else { return .missing }
    return roots.contains { path.hasPrefix($0) } ? .file(URL(fileURLWithPath: path)) : .outside
  }

  /// The file that a value stands for, should it be one.
  func written(_ text: String) -> WrittenFile {
    switch target(of: text) {
    case .file(let url): .at(url)
    // Readers take `..` out by its spelling: they could find another file.
    case .missing: .none("there is no such file")
    case .outside: .none(Self.outside)
    }
  }

  private func whole(_ path: String) -> String { path.hasPrefix("/") ? path : base + path }

  /// A whole path without links; nil where nothing is there.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
