// `out/{name}.mp4`: a path for each row.

package import Documents

/// A path with columns of the row in braces.
package struct OutputTemplate: Sendable {
  private enum Part: Sendable, Equatable {
    case text(String)
    case column(String)
  }

  /// The name for the number of a row, from 1, where no column has that name.
  private static let rowNumber = "row"
  /// The name for the picture's size, where several are made.
  private static let size = "size"

  private let parts: [Part]

  /// The columns that it names.
  package var columns: Set<String> {
    Set(parts.compactMap { if case .column(let name) = $0 { name } else { nil } })
  }

  /// Reads a template. Nil where a brace has no partner, or nothing between them.
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

  /// The path for a row.
  ///
  /// - Parameters:
  ///   - number: the row's, from 1.
  ///   - size: the picture's, where the command line says it.
  ///   - table: the row's table, for the error.
  /// - Throws: which column has no value, or one that is no part of a file's name.
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
        // A name that begins so is hidden, or an option to other programs.
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
