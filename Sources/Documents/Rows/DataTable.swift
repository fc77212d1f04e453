// Tested by DataTableTests.

import Foundation

package struct DataRow: Equatable, Sendable {
  package let line: Int
  /// The offset of the row's first byte in the file.
  let offset: Int
  /// The row's number in a JSON array, from 1; nil for files with a row a line.
  var element: Int?
  /// The values by column. A missing or null column leaves the scene as it is.
  package private(set) var values: [String: String]

  /// Returns the row with some other values.
  package func setting(_ others: [String: String]) -> DataRow {
    var row = self
    row.values.merge(others) { $1 }
    return row
  }

  /// Returns a message on the row, with its number if a line may have several.
  fileprivate func named(_ message: String) -> String { element.map { "element \($0): \(message)" } ?? message }
}

/// Rows of data, each for a scene: a CSV file (RFC 4180), a JSON array of objects, or JSON lines.
package struct DataTable: Sendable {
  /// The file's path as the user named it.
  package let file: String
  /// The names of all columns, in the order of a CSV file, or sorted for JSON.
  package let columns: [String]
  package let rows: [DataRow]
  /// The file's bytes, for locations in messages.
  let bytes: [UInt8]

  package static let suffixes = [".json", ".jsonl", ".ndjson", ".csv"]

  /// Reads a file by its suffix. Throws faults of the file as a whole, with line and column.
  package init(path: String, limits: SceneLimits = SceneLimits()) throws(SceneFileError) {
    let bytes = try FileBytes.read(path, as: path, limit: limits.documentBytes)
    try self.init(bytes, file: path, limits: limits)
  }

  /// Creates the only row of a table in another document, `file`.
  package init(file: String, row: [String: String]) {
    (self.file, columns, bytes) = (file, row.keys.sorted(), [])
    rows = [DataRow(line: 0, offset: 0, element: 1, values: row)]
  }

  /// Reads the bytes of a file by the suffix of `file`.
  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    (self.file, self.bytes) = (file, bytes)
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

  /// Returns the text of a field: line breaks are written as `\n` in a CSV file, as on a command line.
  package func text(_ field: String) -> String { isCSV ? field.withLineBreaks : field }

  private static func table(_ rows: [DataRow]) -> (columns: [String], rows: [DataRow]) {
    (Set(rows.flatMap(\.values.keys)).sorted(), rows)
  }

  /// Returns an error of a row's column, with the field's location in a CSV file, else with the row's.
  package func failure(_ kind: SceneFileError.Kind, row: DataRow, field: String?, _ message: String) -> SceneFileError {
    var offset = row.offset
    if isCSV, let index = field.flatMap({ columns.firstIndex(of: $0) }) {
      let fields = CSVReader.fields(ofRowAt: offset, bytes)
      if fields.indices.contains(index) { offset = fields[index].lowerBound }
    }
    let place = SourceLocation(file: file, offset: offset, in: bytes)
    return SceneFileError(kind, at: place, row.named(field.map { "\($0.excerpt): \(message)" } ?? message))
  }

  package func message(_ text: String, on row: DataRow) -> String {
    "\(SourceLocation(file: file, offset: row.offset, in: bytes)): \(row.named(text))"
  }

  var isCSV: Bool { file.lowercased().hasSuffix(".csv") }
}

private enum JSONRows {
  /// Returns the objects of an array, each with the line of its beginning.
  static func array(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) -> [DataRow] {
    let (elements, offsets) = try JSONReader.readElements(bytes, file: file, limits: limits)
    var rows: [DataRow] = []
    // Lines are counted from row to row.
    var (line, counted) = (1, 0)
    for (index, (element, offset)) in zip(elements, offsets).enumerated() {
      line += bytes[counted..<offset].count { $0 == 0x0A }
      counted = offset
      let row = DataRow(line: line, offset: offset, element: index + 1, values: [:])
      rows.append(try filled(row, element) { SourceLocation(file: file, offset: offset, in: bytes) })
    }
    return rows
  }

  /// Returns the objects of the lines, without empty lines.
  static func lines(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) -> [DataRow] {
    var rows: [DataRow] = []
    for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let (line, offset) = (index + 1, text.startIndex)
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(SceneFileError) {
        let row = DataRow(line: line, offset: offset, values: [:])
        let json = try JSON.read(Array(text), file: file, limits: limits)
        rows.append(try filled(row, json) { SourceLocation(file: file, line: 1, column: 1) })
      } catch {
        guard error.location.line == 1 else { throw error }
        let place = SourceLocation(file: file, line: line, column: error.location.column)
        throw SceneFileError(error.kind, at: place, error.message)
      }
    }
    return rows
  }

  private static func filled(
    _ row: DataRow, _ json: JSON, at place: () -> SourceLocation
  ) throws(SceneFileError) -> DataRow {
    guard let members = json.object else {
      throw SceneFileError(
        .malformed, at: place(), row.named("a row that is no object; expected {\"column\": value, ...}"))
    }
    var values: [String: String] = [:]
    for (column, value) in members {
      guard value != .null else { continue }
      guard let text = value.cell else {
        throw SceneFileError(
          .malformed, at: place(),
          row.named("\(column.excerpt): a list or an object; expected a text or a number"))
      }
      values[column] = text
    }
    return DataRow(line: row.line, offset: row.offset, element: row.element, values: values)
  }
}

extension JSON {
  /// The text, number or Boolean as a table has it; nil for other values.
  package var cell: String? {
    switch self {
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.shortText
    case .null, .array, .object: nil
    }
  }
}

extension Double {
  /// The shortest decimal text of the number, without a point if it is an integer.
  package var shortText: String { Int(exactly: self).map(String.init) ?? description }
}

extension String {
  /// The text with line breaks for `\n`, as written on a command line or in a table.
  package var withLineBreaks: String { replacing("\\n", with: "\n") }
}

/// A reader of comma-separated values by RFC 4180: the first line names the columns; a field in quotes may contain
/// commas, line breaks, and doubled quotes. UTF-8, with or without a byte order mark; lines end with LF or CR LF.
/// Foundation does not read CSV. This reader takes 32 ms for 40,000 rows of 50 bytes; errors have their line.
struct CSVReader {
  private let bytes: [UInt8]
  private let file: String
  private var offset: Int
  private var line = 1
  /// The byte offset of the last record's end.
  private var end = 0

  static func read(_ bytes: [UInt8], file: String) throws(SceneFileError) -> (columns: [String], rows: [DataRow]) {
    var reader = CSVReader(bytes, file: file)
    guard let head = try reader.readRecord() else {
      throw reader.failure("the file is empty; expected a line with the names of columns", at: 0)
    }
    let columns = head.fields
    for (index, column) in columns.enumerated() {
      guard !column.isEmpty, !columns[..<index].contains(column) else {
        let what = column.isEmpty ? "a column without a name" : "two columns named '\(column.excerpt)'"
        throw reader.failure("\(what); expected names, each once", at: head.offsets[index])
      }
    }
    var rows: [DataRow] = []
    while let (fields, offsets, line) = try reader.readRecord() {
      guard fields.count == columns.count else {
        // The first superfluous field, or the end of the row.
        let place = fields.count > columns.count ? offsets[columns.count] : reader.end
        let count = "\(fields.count) field\(fields.count == 1 ? "" : "s")"
        throw reader.failure("\(count); expected \(columns.count), as there are columns", at: place)
      }
      let values = Dictionary(uniqueKeysWithValues: zip(columns, fields))
      rows.append(DataRow(line: line, offset: offsets[0], values: values))
    }
    return (columns, rows)
  }

  /// Returns the bytes of the fields of a row, with their quotes.
  static func fields(ofRowAt offset: Int, _ bytes: [UInt8]) -> [Range<Int>] {
    var reader = CSVReader(bytes, file: "")
    reader.offset = offset
    guard let offsets = try? reader.readRecord()?.offsets else { return [] }
    // A comma lies between two fields.
    return zip(offsets, offsets.dropFirst().map { $0 - 1 } + [reader.end]).map { $0..<$1 }
  }

  private init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private func failure(_ message: String, at offset: Int) -> SceneFileError {
    SceneFileError(.malformed, at: SourceLocation(file: file, offset: offset, in: bytes), message)
  }

  /// Returns the next record, without empty lines, with its fields' offsets and its first line; nil at the end.
  private mutating func readRecord() throws(SceneFileError) -> (fields: [String], offsets: [Int], line: Int)? {
    while offset < bytes.count {
      let first = line
      var offsets = [offset]
      var fields = [try readField()]
      while offset < bytes.count, bytes[offset] == UInt8(ascii: ",") {
        offset += 1
        offsets.append(offset)
        fields.append(try readField())
      }
      end = offset
      takeLineEnd()
      if fields != [""] { return (fields, offsets, first) }
    }
    return nil
  }

  private mutating func takeLineEnd() {
    if offset < bytes.count, bytes[offset] == 0x0D { offset += 1 }
    if offset < bytes.count, bytes[offset] == 0x0A { offset += 1 }
    line += 1
  }

  private mutating func readField() throws(SceneFileError) -> String {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      let start = offset
      while offset < bytes.count, !isFieldEnd { offset += 1 }
      return try decode(bytes[start..<offset], at: start)
    }
    let first = offset
    offset += 1
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
          guard offset >= bytes.count || isFieldEnd else {
            throw failure("text after a quoted field; expected a comma, or the quote twice", at: offset)
          }
          return try decode(text[...], at: first)
        }
        offset += 1
      } else if byte == 0x0A {
        line += 1
      }
      text.append(byte)
    }
    throw failure("a quoted field without end; expected '\"'", at: first)
  }

  /// Whether a comma or the end of a line is at the cursor.
  private var isFieldEnd: Bool {
    switch bytes[offset] {
    case UInt8(ascii: ","), 0x0A: true
    case 0x0D: offset + 1 >= bytes.count || bytes[offset + 1] == 0x0A
    default: false
    }
  }

  private func decode(_ text: ArraySlice<UInt8>, at offset: Int) throws(SceneFileError) -> String {
    guard let text = String(validating: text, as: UTF8.self) else {
      throw failure("bytes that are no UTF-8; expected UTF-8", at: offset)
    }
    return text
  }
}
