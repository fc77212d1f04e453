// Reads JSON (RFC 8259) in one pass; errors of malformed files name the expected input.
//
// JSONSerialization is not used: on Linux it has no lines, but "around character 12" for some errors and nothing for
// others; its only limit is on nesting; and its boxes need casts to tell booleans from numbers. A Lottie file of 692 KB
// takes it 51 ms without these casts; this takes 9.
//
// Tested by JSONReaderTests.

struct JSONReader {
  let bytes: [UInt8]
  var offset: Int
  let file: String
  private let limits: SceneLimits
  private var depth = 0
  private var count = 0
  /// The byte offsets of the elements of a document that is an array.
  private var elementOffsets: [Int] = []

  /// Whether a second member of one name in an object is an error.
  private var refusesDuplicates = false

  init(_ bytes: [UInt8], from offset: Int, file: String, limits: SceneLimits) {
    (self.bytes, self.offset, self.file, self.limits) = (bytes, offset, file, limits)
  }

  /// The byte at the cursor; at the end 0, which JSON never allows.
  var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  var isAtEnd: Bool { offset >= bytes.count }
}

extension JSON {
  /// Reads a document: UTF-8, with or without a byte order mark. The last of several members of one name counts,
  /// unless they are refused. Throws `malformed` or `tooLarge`, with line and column. Limits: `documentBytes`,
  /// `elementDepth` for nesting, `elementCount` for the number of arrays, objects and objects' members together.
  package static func read(
    _ bytes: [UInt8], file: String, limits: SceneLimits, refusingDuplicates: Bool = false
  ) throws(SceneFileError) -> JSON {
    try JSONReader.document(bytes, file: file, limits: limits, refusingDuplicates: refusingDuplicates).value
  }

  /// Reads the elements, with their places, of a document that is an array, as ``read(_:file:limits:)`` does.
  package static func elements(
    _ bytes: [UInt8], file: String, limits: SceneLimits
  ) throws(SceneFileError) -> [(value: JSON, location: SourceLocation)] {
    let (elements, offsets) = try JSONReader.readElements(bytes, file: file, limits: limits)
    return zip(elements, offsets).map { ($0, SourceLocation(file: file, offset: $1, in: bytes)) }
  }
}

// MARK: - Values

extension JSONReader {
  fileprivate static func document(
    _ bytes: [UInt8], file: String, limits: SceneLimits, refusingDuplicates: Bool = false
  ) throws(SceneFileError) -> (value: JSON, reader: JSONReader) {
    guard bytes.count <= limits.documentBytes else {
      throw SceneFileError(
        .tooLarge, file: file, "a JSON document of \(bytes.count) bytes; at most \(limits.documentBytes) are read")
    }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    var reader = JSONReader(bytes, from: start, file: file, limits: limits)
    reader.refusesDuplicates = refusingDuplicates
    reader.skipSpace()
    guard !reader.isAtEnd else { throw reader.failure("the document is empty; expected a value") }
    let value = try reader.readValue()
    reader.skipSpace()
    guard reader.isAtEnd else { throw reader.failure("more after the end of the value; expected the end of the file") }
    return (value, reader)
  }

  /// Reads the elements of a document that is an array, and the offsets of their beginnings.
  static func readElements(
    _ bytes: [UInt8], file: String, limits: SceneLimits
  ) throws(SceneFileError) -> (elements: [JSON], offsets: [Int]) {
    let (value, reader) = try document(bytes, file: file, limits: limits)
    guard let elements = value.array else {
      throw SceneFileError(.malformed, file: file, "the document is no array; expected one")
    }
    return (elements, reader.elementOffsets)
  }

  private mutating func readValue() throws(SceneFileError) -> JSON {
    switch current {
    case UInt8(ascii: "{"): return try readNested { (reader) throws(SceneFileError) in try reader.readObject() }
    case UInt8(ascii: "["): return try readNested { (reader) throws(SceneFileError) in try reader.readArray() }
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    default: break
    }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    if take("null") { return .null }
    throw unexpected("a value")
  }

  private mutating func readNested(
    _ read: (inout JSONReader) throws(SceneFileError) -> JSON
  ) throws(SceneFileError) -> JSON {
    guard depth < limits.elementDepth else {
      throw failure(
        "arrays and objects nested more than \(limits.elementDepth) deep; that is the most a document may have",
        .tooLarge)
    }
    try countElement()
    depth += 1
    defer { depth -= 1 }
    offset += 1
    return try read(&self)
  }

  private mutating func readArray() throws(SceneFileError) -> JSON {
    var values: [JSON] = []
    skipSpace()
    if takeByte(UInt8(ascii: "]")) { return .array(values) }
    while true {
      if depth == 1 { elementOffsets.append(offset) }
      values.append(try readValue())
      skipSpace()
      if takeByte(UInt8(ascii: "]")) { return .array(values) }
      guard takeByte(UInt8(ascii: ",")) else { throw unexpected("',' or ']' after an array's value") }
      skipSpace()
    }
  }

  private mutating func readObject() throws(SceneFileError) -> JSON {
    var members: [String: JSON] = [:]
    skipSpace()
    if takeByte(UInt8(ascii: "}")) { return .object(members) }
    while true {
      guard current == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
      try countElement()
      let place = offset
      let name = try readString()
      guard !refusesDuplicates || members[name] == nil else {
        throw failure("a second member '\(name.excerpt)' in one object; expected one of each name", at: place)
      }
      skipSpace()
      guard takeByte(UInt8(ascii: ":")) else { throw unexpected("':' after the name '\(name.excerpt)'") }
      skipSpace()
      members[name] = try readValue()
      skipSpace()
      if takeByte(UInt8(ascii: "}")) { return .object(members) }
      guard takeByte(UInt8(ascii: ",")) else { throw unexpected("',' or '}' after the value of '\(name.excerpt)'") }
      skipSpace()
    }
  }

  private mutating func countElement() throws(SceneFileError) {
    count += 1
    guard count <= limits.elementCount else {
      throw failure(
        "more than \(limits.elementCount) arrays, objects and members; that is the most a document may have", .tooLarge)
    }
  }

  // MARK: - Steps

  mutating func skipSpace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  mutating func takeByte(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    offset += 1
    return true
  }

  /// Skips a literal if it is at the cursor.
  private mutating func take(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard bytes.count - offset >= count, (0..<count).allSatisfy({ bytes[offset + $0] == literal.utf8Start[$0] }) else {
      return false
    }
    offset += count
    return true
  }

  func failure(_ message: String, _ kind: SceneFileError.Kind = .malformed, at place: Int? = nil) -> SceneFileError {
    SceneFileError(kind, at: SourceLocation(file: file, offset: place ?? offset, in: bytes), message)
  }

  /// Creates the error that names the character at the cursor, or the end of the file, and the expected input.
  func unexpected(_ expectation: String) -> SceneFileError {
    guard !isAtEnd else { return failure("the file ends here; expected \(expectation)") }
    return failure("\(Self.describe(current)); expected \(expectation)")
  }

  static func describe(_ byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    case 0x80...: "a character that is no ASCII"
    default: "a control character (0x\(String(byte, radix: 16)))"
    }
  }
}

extension SourceLocation {
  /// Creates the location of a byte of a UTF-8 text; columns count Unicode scalars without a byte order mark.
  init(file: String, offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    var text = before[(before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]
    if line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    // Continuation bytes belong to a scalar that its first byte counted.
    self.init(file: file, line: line, column: 1 + text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
  }
}

/// A value of a JSON document. All numbers are `Double`, as in the formats read here.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A finite number.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The value of a key; nil if the value is no object, or lacks the key.
  package subscript(key: String) -> JSON? { object?[key] }

  /// The value at an index; nil if the value is no array, or the index is beyond its end.
  package subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The number; nil for all else, a bool included.
  package var number: Double? { if case .number(let value) = self { value } else { nil } }

  package var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The bool; for a number, whether it is not 0.
  package var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .number(let value): value != 0
    default: nil
    }
  }

  package var array: [JSON]? { if case .array(let values) = self { values } else { nil } }

  package var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

  /// Changes the value of a key; does nothing if the value is no object, or lacks the key.
  package mutating func change(_ key: String, _ body: (inout JSON) -> Void) {
    guard case .object(var members) = self, var value = members[key] else { return }
    // So that the value has only one reference while it is changed.
    self = .null
    members[key] = .null
    body(&value)
    members[key] = value
    self = .object(members)
  }

  /// Changes every element of an array; does nothing for other values.
  package mutating func changeElements(_ body: (inout JSON) -> Void) {
    guard case .array(var values) = self else { return }
    self = .null
    for index in values.indices {
      var value = JSON.null
      swap(&value, &values[index])
      body(&value)
      values[index] = value
    }
    self = .array(values)
  }

  /// Sets the value of an object's key, or removes it if nil; does nothing for other values.
  package mutating func set(_ key: String, _ value: JSON?) {
    guard case .object(var members) = self else { return }
    self = .null
    members[key] = value
    self = .object(members)
  }
}
