// The places of values in a JSON document, which are looked up when an error names one: values do not carry them.
//
// Tested by JSONPlaceTests.

/// The way to a value of a JSON document, as a linked list from the value up.
package final class JSONPlace: Sendable {
  package enum Step: Sendable, Equatable {
    case key(String)
    case index(Int)
  }

  private let parent: JSONPlace?
  private let step: Step

  private init(_ step: Step, in parent: JSONPlace?) { (self.step, self.parent) = (step, parent) }

  /// Returns the place of a member or an element of the value at a place; nil is the document.
  package static func at(_ step: Step, in parent: JSONPlace?) -> JSONPlace { JSONPlace(step, in: parent) }

  private var steps: [Step] { sequence(first: self) { $0.parent }.map(\.step).reversed() }

  /// The JSON pointer (RFC 6901): `/layers/2/opacity`.
  package var pointer: String {
    steps.map { step in
      switch step {
      case .index(let index): "/\(index)"
      case .key(let key): "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
      }
    }.joined()
  }

  /// Returns the place in the bytes of a well-formed document; with `isName`, that of the member's name.
  package func location(in bytes: [UInt8], file: String, isName: Bool) -> SourceLocation {
    var reader = JSONReader(scanning: bytes)
    let steps = steps
    for (number, step) in steps.enumerated() {
      guard reader.enter(step, stoppingAtName: isName && number == steps.count - 1) else { break }
    }
    return SourceLocation(file: file, offset: reader.offset, in: bytes)
  }

  /// Returns the bytes of the value of a member, the last one of its name, of the object that begins at an offset; nil
  /// without it.
  static func range(ofMember name: String, from start: Int, in bytes: [UInt8]) -> Range<Int>? {
    var reader = JSONReader(bytes, from: start, file: "", limits: SceneLimits())
    guard reader.takeByte(UInt8(ascii: "{")) else { return nil }
    var range: Range<Int>?
    while let found = reader.nextName() {
      let first = reader.offset
      reader.skipValue()
      if found == name {
        let space = bytes[first..<reader.offset].reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        range = first..<reader.offset - space.count
      }
      guard reader.takeByte(UInt8(ascii: ",")) else { break }
    }
    return range
  }
}

extension JSON {
  /// Returns the names of the members of a document that is an object, up to its first fault; none for any other.
  package static func memberNames(of bytes: [UInt8]) -> Set<String> {
    var reader = JSONReader(scanning: bytes)
    var names: Set<String> = []
    guard reader.takeByte(UInt8(ascii: "{")) else { return [] }
    while let name = reader.nextName() {
      names.insert(name)
      reader.skipValue()
      guard reader.takeByte(UInt8(ascii: ",")) else { break }
    }
    return names
  }
}

extension JSONReader {
  /// Creates a reader that only finds places, at the beginning of the document's value.
  fileprivate init(scanning bytes: [UInt8]) {
    self.init(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, file: "", limits: SceneLimits())
    skipSpace()
  }

  /// Moves to a member or an element of the value at the cursor; returns false without it.
  fileprivate mutating func enter(_ step: JSONPlace.Step, stoppingAtName: Bool) -> Bool {
    let start = offset
    switch step {
    case .index(let index):
      guard takeByte(UInt8(ascii: "[")) else { return false }
      for _ in 0..<index {
        skipValue()
        guard takeByte(UInt8(ascii: ",")) else { return false }
      }
      skipSpace()
      return true
    case .key(let key):
      guard takeByte(UInt8(ascii: "{")) else { return false }
      while true {
        skipSpace()
        let place = offset
        guard let name = nextName() else { break }
        if name == key {
          if stoppingAtName { offset = place }
          return true
        }
        skipValue()
        guard takeByte(UInt8(ascii: ",")) else { break }
      }
      // The place of a missing member is its object.
      offset = start
      return false
    }
  }

  /// Moves over a member's name to its value; returns nil at the end, or at a fault.
  fileprivate mutating func nextName() -> String? {
    skipSpace()
    guard current == UInt8(ascii: "\""), let name = try? readString() else { return nil }
    skipSpace()
    guard takeByte(UInt8(ascii: ":")) else { return nil }
    skipSpace()
    return name
  }

  /// Moves over a value and the space behind it, without regard for its syntax.
  fileprivate mutating func skipValue() {
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return }
      default: break
      }
      offset += 1
    }
  }

  /// Moves to the closing quote of a string.
  private mutating func skipString() {
    offset += 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
  }
}
