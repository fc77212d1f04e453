// Tested by DataFolderTests.

package import Documents
import Foundation

/// A path for each row, with columns of the row in braces: `out/{name}.mp4`.
package struct OutputTemplate: Sendable {
  private enum Part: Sendable, Equatable {
    case text(String)
    case column(String)
  }

  /// The name of a row's number, from 1, unless a column has that name.
  private static let rowNumber = "row"
  /// The name of the picture's size, if several are made.
  private static let size = "size"

  private let parts: [Part]

  /// The columns that it names.
  package var columns: Set<String> {
    Set(parts.compactMap { if case .column(let name) = $0 { name } else { nil } })
  }

  /// Parses a template. Nil if a brace has no partner, or is empty.
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

  /// Whether rows have paths of their own.
  package var variesByRow: Bool { !columns.isEmpty }

  /// Returns the path for a row.
  ///
  /// - Parameters:
  ///   - number: the row's number, from 1.
  ///   - size: the picture's size on the command line.
  ///   - table: the row's table, for the error.
  /// - Throws: the column without a value, or with one that cannot be part of a file's name.
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
        // A name with such a beginning is hidden, or an option to other programs.
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

  /// Returns the reason why a value cannot be a part of a file's name; nil if it can.
  private static func fault(of value: String, isHidden: Bool) -> String? {
    if value.isEmpty { return "it is empty" }
    if value.unicodeScalars.contains("/") { return "it has a '/', which would name a folder" }
    if isHidden { return "it begins with '\(value.prefix(1))'" }
    let hasControls = value.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return hasControls ? "it has a control character" : nil
  }
}

/// The folders of the files that rows of data may name. Rows come from others than the user who runs the command: a
/// form, a sheet. So their files lie below the table's folder, or below another one that the user names, whatever their
/// paths and symbolic links say.
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

  /// The folder of relative paths, with a slash at its end. URLs would resolve `..` by its spelling, which is wrong
  /// behind a link.
  private let base: String
  /// The whole paths, without links, each with a slash at its end.
  private let roots: [String]

  /// - Parameters:
  ///   - table: the file of the rows.
  ///   - root: another folder that files may lie below; nil for none.
  /// - Throws: if there is no such folder.
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

  /// Returns the file of a value, if it is one.
  func written(_ text: String) -> WrittenFile {
    switch target(of: text) {
    case .file(let url): .at(url)
    // Readers resolve `..` by its spelling: they could find another file.
    case .missing: .none("there is no such file")
    case .outside: .none(Self.outside)
    }
  }

  private func whole(_ path: String) -> String { path.hasPrefix("/") ? path : base + path }

  /// Returns a whole path without links; nil if nothing is there.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
