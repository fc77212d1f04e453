// Tested by DataFolderTests.

package import Documents
import Foundation

/// A template of paths, with columns of a row in braces: `out/{name}.mp4`.
package struct OutputTemplate: Sendable {
  private enum Part: Sendable, Equatable {
    case text(String)
    case column(String)
  }

  /// The name of the row's number, from 1, unless a column has that name.
  private static let rowNumber = "row"
  /// The name of the picture's size, for several sizes.
  private static let size = "size"

  private let parts: [Part]

  package var columns: Set<String> {
    Set(parts.compactMap { if case .column(let name) = $0 { name } else { nil } })
  }

  /// Parses a template; returns nil for an unpaired or empty brace.
  package init?(_ text: String) {
    var (parts, rest): ([Part], Substring) = ([], text[...])
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}"), rest.index(after: open) < close else {
        return nil
      }
      parts += [.text(String(rest[..<open])), .column(String(rest[rest.index(after: open)..<close]))]
      rest = rest[rest.index(after: close)...]
    }
    self.parts = (parts + [.text(String(rest))]).filter { $0 != .text("") }
  }

  /// Whether each row has its own path.
  package var variesByRow: Bool { !columns.isEmpty }

  /// Returns the path for a row, whose `number` is from 1; `size` is the picture's size as on the command line. Throws,
  /// with the place in `table`, for a column without a value, or with one that cannot be part of a file's name.
  package func path(for row: DataRow, number: Int, size: String? = nil, in table: DataTable) throws(SceneFileError)
    -> String
  {
    var path = ""
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .column(let name):
        let own = name == Self.rowNumber ? String(number) : name == Self.size ? size : nil
        guard let value = row.values[name] ?? own else {
          throw table.failure(.unknownName, row: row, field: name, "the row has no such column, and `output` names it")
        }
        // A name that begins so is hidden, or an option of other programs.
        let isHidden = (path.isEmpty || path.hasSuffix("/")) && (value.hasPrefix(".") || value.hasPrefix("-"))
        if let fault = Self.fault(of: value, isHidden: isHidden) {
          throw table.failure(
            .unsuitableValue, row: row, field: name,
            "'\(value.excerpt)' cannot be a part of a file's name, which `output` makes of it: \(fault)")
        }
        path += value
      }
    }
    return path
  }

  /// Returns the reason why a value cannot be part of a file's name; nil if it can.
  private static func fault(of value: String, isHidden: Bool) -> String? {
    if value.isEmpty { return "it is empty" }
    if value.unicodeScalars.contains("/") { return "it has a '/', which would name a folder" }
    if isHidden { return "it begins with '\(value.prefix(1))'" }
    let hasControls = value.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return hasControls ? "it has a control character" : nil
  }
}

/// The folders of the files that rows of data may name. As rows come from others than the user (a form, a sheet), files
/// must be below the table's folder, or another one of the user's, whatever their paths and symbolic links say.
struct DataFolder {
  enum Target {
    case file(URL)
    case missing
    /// A file outside of the folders, which no row may name.
    case outside
  }

  /// The reason for not reading a file outside of these folders.
  static let outside = "it does not lie in the folder of the rows, nor below `dataRoot`"

  /// The folder of relative paths, with a slash at its end. URLs would resolve `..` by spelling, wrongly after a link.
  private let base: String
  /// The absolute paths without symbolic links, each with a slash at its end.
  private let roots: [String]

  /// Creates the folder of the table, with another folder, `root`, if any. Throws if a folder does not exist.
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

  /// Returns the target of a row's path, with symbolic links resolved.
  func target(of path: String) -> Target {
    guard let path = Self.resolved(whole(path)) else { return .missing }
    return roots.contains { path.hasPrefix($0) } ? .file(URL(fileURLWithPath: path)) : .outside
  }

  func written(_ text: String) -> WrittenFile {
    switch target(of: text) {
    case .file(let url): .at(url)
    // Readers resolve `..` by its spelling, and could find another file.
    case .missing: .none("there is no such file")
    case .outside: .none(Self.outside)
    }
  }

  private func whole(_ path: String) -> String { path.hasPrefix("/") ? path : base + path }

  /// Returns an absolute path without symbolic links; nil for a missing file.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
