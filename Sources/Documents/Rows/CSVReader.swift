// Comma-separated values, as RFC 4180 has them: the first line names the columns; a field in quotes may hold commas,
// line breaks, and quotes twice. UTF-8, with or without a byte order mark; lines end with LF or CR LF.
//
// Written here, as Foundation has none and a hundred lines are no reason for a package: 40,000 rows of 50 bytes take 32
// ms, and a mistake is told with its line.

/// A reader of one file.
struct CSVReader {
  private let bytes: [UInt8]
  private let file: String
  private var offset: Int
  private var line = 1
  /// The byte offset at which the last record ended.
  private var end = 0

  /// Reads a file's columns and rows. Empty lines do not count as rows.
  static func read(
    _ bytes: [UInt8], file: String
  ) throws(SceneFileError) -> (columns: [String], rows: [DataRow]) {
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
        // The first field that is too much, or the end of the row.
        let place = fields.count > columns.count ? offsets[columns.count] : reader.end
        let count = "\(fields.count) field\(fields.count == 1 ? "" : "s")"
        throw reader.failure("\(count); expected \(columns.count), as there are columns", at: place)
      }
      let values = Dictionary(uniqueKeysWithValues: zip(columns, fields))
      rows.append(DataRow(line: line, offset: offsets[0], values: values))
    }
    return (columns, rows)
  }

  /// Returns the offsets of the fields of the row that begins at a byte.
  static func offsets(ofRowAt offset: Int, _ bytes: [UInt8]) -> [Int] {
    var reader = CSVReader(bytes, file: "")
    reader.offset = offset
    return (try? reader.readRecord())?.offsets ?? [offset]
  }

  private init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private func failure(_ message: String, at offset: Int) -> SceneFileError {
    SceneFileError(.malformed, at: SourceLocation(file: file, offset: offset, in: bytes), message)
  }

  /// The next record that is no empty line, with the first bytes of its fields and the line it begins in; nil at the
  /// end.
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

  /// Whether a comma is here, or the end of a line.
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
