// Rows of data, from which scenes are made one after the other: a CSV file (RFC 4180), a JSON array of objects, or
// JSON lines.
//
// Tested by DataTableTests.

import Foundation

/// One row.
package struct DataRow: Equatable, Sendable {
  /// The line that it begins in, from 1.
  package let line: Int
  /// By column. A column that is missing, or null, leaves the scene as it is.
  package let values: [String: String]
}

/// A file of rows.
package struct DataTable: Sendable {
  /// The file's path as the user named it.
  package let file: String
  /// The names of all columns: those of a CSV file in its order, of JSON sorted.
  package let columns: [String]
  package let rows: [DataRow]

  /// The suffixes of such files.
  package static let suffixes = [".json", ".jsonl", ".ndjson", ".csv"]

  /// Reads a file, by its suffix.
  ///
  /// - Throws: what is wrong with the file as a whole, with line and column.
  package init(path: String, limits: SceneLimits = SceneLimits()) throws(SceneFileError) {
    let bytes = try FileBytes.read(path, as: path, limit: limits.documentBytes)
    try self.init(bytes, file: path, limits: limits)
  }

  /// - Parameter file: the file's name, of which the suffix counts.
  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    self.file = file
    switch URL(fileURLWithPath: file).pathExtension.lowercased() {
    case "csv": (columns, rows) = try CSVReader.read(bytes, file: file)
    case "json": (columns, rows) = try Self.table(JSONRows.array(bytes, file: file, limits: limits))
    case "jsonl", "ndjson": (columns, rows) = try Self.table(JSONRows.lines(bytes, file: file, limits: limits))
    default:
      throw SceneFileError(
        .unsupported, file: file, "the suffix names no rows; expected \(Self.suffixes.joined(separator: ", "))")
    }
    guard !rows.isEmpty else { throw SceneFileError(.malformed, file: file, "no rows; expected one at least") }
  }

  /// A field as a text: JSON breaks lines by itself, and a CSV file by `\n`, as a command line does.
  package func text(_ field: String) -> String { file.lowercased().hasSuffix(".csv") ? field.withLineBreaks : field }

  private static func table(_ rows: [DataRow]) -> (columns: [String], rows: [DataRow]) {
    (Set(rows.flatMap(\.values.keys)).sorted(), rows)
  }

  /// A message's place: a row, and a column.
  package func failure(
    _ kind: SceneFileError.Kind, row: DataRow, field: String?, _ message: String
  ) -> SceneFileError {
    SceneFileError(
      kind, at: SourceLocation(file: file, line: row.line), field.map { "\($0.excerpt): \(message)" } ?? message)
  }
}

/// Rows as JSON.
private enum JSONRows {
  /// The objects of an array, each with the line that it begins in.
  static func array(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) -> [DataRow] {
    let (elements, offsets) = try JSONReader.readElements(bytes, file: file, limits: limits)
    var rows: [DataRow] = []
    // Lines are counted on from row to row.
    var (line, counted) = (1, 0)
    for (element, offset) in zip(elements, offsets) {
      line += bytes[counted..<offset].count { $0 == 0x0A }
      counted = offset
      rows.append(try row(element, line: line, file: file))
    }
    return rows
  }

  /// An object a line; empty lines are stepped over.
  static func lines(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) -> [DataRow] {
    var rows: [DataRow] = []
    for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(SceneFileError) {
        rows.append(try row(JSON.read(Array(text), file: file, limits: limits), line: index + 1, file: file))
      } catch {
        guard error.location.line == 1 else { throw error }
        let place = SourceLocation(file: file, line: index + 1, column: error.location.column)
        throw SceneFileError(error.kind, at: place, error.message)
      }
    }
    return rows
  }

  private static func row(_ json: JSON, line: Int, file: String) throws(SceneFileError) -> DataRow {
    let location = SourceLocation(file: file, line: line, column: 1)
    guard let members = json.object else {
      throw SceneFileError(.malformed, at: location, "a row that is no object; expected {\"column\": value, ...}")
    }
    var values: [String: String] = [:]
    for (column, value) in members {
      switch value {
      case .null: break
      case .string(let text): values[column] = text
      case .bool(let flag): values[column] = flag ? "true" : "false"
      case .number(let number): values[column] = number.shortText
      case .array, .object:
        throw SceneFileError(
          .malformed, at: location, "\(column.excerpt): a list or an object; expected a text or a number")
      }
    }
    return DataRow(line: line, values: values)
  }
}

extension Double {
  /// The shortest decimal text of the number, whole ones without a point.
  fileprivate var shortText: String { Int(exactly: self).map(String.init) ?? description }
}

extension String {
  /// A text as it is written where a line cannot be broken, on a command line or in a table: `\n` breaks the line.
  package var withLineBreaks: String { replacing("\\n", with: "\n") }
}
