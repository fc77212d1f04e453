// Changes of a row's values in the file of the rows: all other bytes stay as they are.
//
// Tested by DataTableWritingTests.

import Foundation

extension DataTable {
  /// Returns the file's bytes with other values in a row, whose number is from 1.
  ///
  /// - Throws: an error for a column that a CSV file lacks.
  package func bytes(setting values: [String: String], inRow number: Int) throws(SceneFileError) -> [UInt8] {
    let row = rows[number - 1]
    var edits: [(range: Range<Int>, text: String)] = []
    for (column, text) in values.sorted(by: { $0.key < $1.key }) where row.values[column] != text {
      if isCSV {
        let fields = CSVReader.fields(ofRowAt: row.offset, bytes)
        guard let index = columns.firstIndex(of: column), fields.indices.contains(index) else {
          throw failure(.unknownName, row: row, field: nil, "the rows have no column '\(column.excerpt)'")
        }
        edits.append((fields[index], text.csvField))
      } else if let brace = bytes[row.offset...].firstIndex(of: UInt8(ascii: "{")) {
        if let range = JSONPlace.range(ofMember: column, from: brace, in: bytes) {
          edits.append((range, Self.json(text, like: bytes[range])))
        } else {
          let comma = row.values.isEmpty ? "" : ", "
          edits.append((brace + 1..<brace + 1, "\(column.jsonString): \(text.jsonString)\(comma)"))
        }
      }
    }
    var result = bytes
    // The last place first, so that the others keep theirs.
    for (range, text) in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(range, with: Array(text.utf8))
    }
    return result
  }

  /// Returns a value as JSON, of the kind that the former one has.
  private static func json(_ text: String, like former: ArraySlice<UInt8>) -> String {
    let isText = former.first == UInt8(ascii: "\"")
    let isPlain = text == "true" || text == "false" || Double(text).map { $0.isFinite && $0.shortText == text } == true
    return isPlain && !isText ? text : text.jsonString
  }
}

extension String {
  /// The text as a field of a CSV file, in quotes where it needs them (RFC 4180).
  package var csvField: String {
    unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
      ? "\"" + replacing("\"", with: "\"\"") + "\"" : self
  }

  fileprivate var jsonString: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
