// Reads XML 1.0 into a tree with exact positions; errors of malformed files name the expected input.
//
// FoundationXML's XMLParser is not used: on Linux `parse()` returns true for an incomplete document, errors are numbers
// without text, entity references vanish, and attributes have no order or position.
//
// libxml2's SAX2 parser is not used: it gives an element's position at the end of its tag (line 3, column 242 for one
// that begins in column 3) and none of attributes, so that each tag would be read again. With that, with errors in
// words of ours, and with its other features refused (encodings, entities, names of other files), three quarters of
// this code would remain beside a library. It is faster: 0.03 ms for a wallpaper's document of 16 KB, without elements;
// this takes 0.37.
//
// Pitfalls: only UTF-8 is read. A document type declaration is skipped: the entities that it declares do not exist, and
// so neither expansion bombs nor external entities do.
//
// Tested by XMLReaderTests.

package struct XMLReader {
  var cursor: XMLCursor
  private let file: String
  private let limits: SceneLimits
  private var elementCount = 0

  /// Reads the document of a file, which errors name.
  package static func read(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) -> XMLNode {
    guard bytes.count <= limits.documentBytes else {
      throw SceneFileError(
        .tooLarge, file: file, "an XML document of \(bytes.count) bytes; at most \(limits.documentBytes) are read")
    }
    var reader = XMLReader(bytes, file: file, limits: limits)
    try reader.checkCharacters(bytes)
    return try reader.readDocument()
  }

  private init(_ bytes: [UInt8], file: String, limits: SceneLimits) {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    cursor = XMLCursor(bytes, from: bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    self.file = file
    self.limits = limits
  }

  func failure(_ message: String, at position: XMLPosition? = nil) -> SceneFileError {
    let position = position ?? cursor.position
    let location = SourceLocation(file: file, line: Int(position.line), column: Int(position.column))
    return SceneFileError(.malformed, at: location, message)
  }

  private mutating func readDocument() throws(SceneFileError) -> XMLNode {
    try skipMisc()
    guard !cursor.isAtEnd else { throw failure("the document is empty; expected an element") }
    guard cursor.current == UInt8(ascii: "<") else { throw failure("text outside of elements; expected '<'") }
    let root = try readTree()
    try skipMisc()
    guard cursor.isAtEnd else { throw failure("more after the end of <\(root.name)>; expected the end of the file") }
    return root
  }

  /// Reads an element and its descendants with an explicit stack, as nesting must not exhaust the call stack.
  private mutating func readTree() throws(SceneFileError) -> XMLNode {
    var open: [XMLNode] = []
    while true {
      if cursor.isAt("</") {
        guard let node = open.popLast() else { throw failure("an end tag without a start; expected an element") }
        try readEndTag(of: node)
        guard !open.isEmpty else { return node }
        open[open.count - 1].children.append(node)
      } else if try skipRemark() {
        continue
      } else if !open.isEmpty, cursor.take("<![CDATA[") {
        guard let text = cursor.takeThrough("]]>") else { throw failure("a CDATA section without end; expected ']]>'") }
        open[open.count - 1].text += text
      } else if cursor.current == UInt8(ascii: "<") {
        let (node, isEmpty) = try readStartTag(depth: open.count + 1)
        if !isEmpty {
          open.append(node)
        } else if open.isEmpty {
          return node
        } else {
          open[open.count - 1].children.append(node)
        }
      } else if let innermost = open.last {
        guard !cursor.isAtEnd else {
          throw failure(
            "the file ends inside <\(innermost.name)> of line \(innermost.position.line); expected </\(innermost.name)>"
          )
        }
        open[open.count - 1].text += try readText(until: UInt8(ascii: "<"))
      } else {
        throw failure("text outside of elements; expected '<'")
      }
    }
  }

  private mutating func readStartTag(depth: Int) throws(SceneFileError) -> (node: XMLNode, isEmpty: Bool) {
    let position = cursor.position
    elementCount += 1
    guard elementCount <= limits.elementCount else {
      throw failure("more than \(limits.elementCount) elements; that is the most a document may have")
    }
    guard depth <= limits.elementDepth else {
      throw failure("elements nested more than \(limits.elementDepth) deep; that is the most a document may have")
    }
    _ = cursor.take("<")
    let name = try readName("an element's name")
    var attributes: [XMLAttribute] = []
    while true {
      let spaced = cursor.skipSpace()
      if cursor.take("/>") || cursor.isAt(">") { break }
      guard !cursor.isAtEnd else {
        throw failure("the file ends inside the tag <\(name)> of line \(position.line); expected '>'")
      }
      guard spaced else { throw failure("in the tag <\(name)>: expected white space, '>' or '/>'") }
      let attribute = try readAttribute(of: name)
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw failure(
          "a second attribute '\(attribute.name.excerpt)' of <\(name.excerpt)>; expected one", at: attribute.position)
      }
      guard attributes.count < limits.attributeCount else {
        throw failure(
          "more than \(limits.attributeCount) attributes of <\(name)>; that is the most an element may have")
      }
      attributes.append(attribute)
    }
    let isEmpty = !cursor.take(">")
    return (XMLNode(name: Self.localName(name), attributes: attributes, position: position), isEmpty)
  }

  private mutating func readAttribute(of element: String) throws(SceneFileError) -> XMLAttribute {
    let position = cursor.position
    let name = try readName("an attribute's name, '>' or '/>' in <\(element)>")
    cursor.skipSpace()
    guard cursor.take("=") else {
      throw failure("attribute '\(name.excerpt)' of <\(element.excerpt)> has no value; expected '='")
    }
    cursor.skipSpace()
    guard let quote = cursor.current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("the value of '\(name.excerpt)' in <\(element.excerpt)> has no quotes; expected '\"'")
    }
    cursor.advance()
    let value = try readText(until: quote)
    guard cursor.current == quote else {
      throw failure(
        "the value of '\(name.excerpt)' in <\(element.excerpt)> does not end; expected "
          + "'\(Character(Unicode.Scalar(quote)))'")
    }
    cursor.advance()
    return XMLAttribute(name: name, value: value, position: position)
  }

  private mutating func readEndTag(of node: XMLNode) throws(SceneFileError) {
    let position = cursor.position
    _ = cursor.take("</")
    let name = Self.localName(try readName("an element's name"))
    guard name == node.name else {
      throw failure(
        "</\(name)> does not close <\(node.name)> of line \(node.position.line); expected </\(node.name)>",
        at: position)
    }
    cursor.skipSpace()
    guard cursor.take(">") else { throw failure("the tag </\(name)> does not end; expected '>'") }
  }
}

/// An element of a document, with its position in the file.
package struct XMLNode {
  /// The name without a namespace prefix.
  package let name: String
  /// The attributes in document order.
  package let attributes: [XMLAttribute]
  package var children: [XMLNode] = []
  /// The element's own character data as one string.
  package var text = ""
  /// The position of the element's `<`.
  package let position: XMLPosition

  /// The value of an attribute; nil if the element lacks it.
  package subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  /// Returns the position of an attribute; the element's own if it lacks the attribute.
  package func position(of attribute: String) -> XMLPosition {
    attributes.first { $0.name == attribute }?.position ?? position
  }

  package func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }
}

/// An attribute, with entities replaced in its value.
package struct XMLAttribute {
  /// The name as written, with its prefix.
  package let name: String
  package let value: String
  /// The position of the name's first character.
  package let position: XMLPosition
}

/// A line and a column, both from 1; columns count Unicode scalars.
package struct XMLPosition: Hashable {
  package var line: Int32
  package var column: Int32

  package init(line: Int32 = 1, column: Int32 = 1) { (self.line, self.column) = (line, column) }
}

extension XMLReader {
  /// Reads a name; errors name `expectation`.
  mutating func readName(_ expectation: String) throws(SceneFileError) -> String {
    let name = cursor.takeWhile { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"),
        UInt8(ascii: "."), 0x80...:
        true
      default: false
      }
    }
    guard let first = name.utf8.first else { throw failure("expected \(expectation)") }
    let neverFirst: Set<UInt8> = Set("0123456789-.".utf8)
    guard !neverFirst.contains(first) else { throw failure("'\(name.excerpt)' is no name; expected \(expectation)") }
    return name
  }

  static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Reads character data or an attribute's value, up to `end` or the end of the file, with entities replaced.
  mutating func readText(until end: UInt8) throws(SceneFileError) -> String {
    var text = ""
    while let byte = cursor.current, byte != end {
      if byte == UInt8(ascii: "&") {
        text.unicodeScalars.append(try readReference())
      } else if byte == UInt8(ascii: "<") {
        throw failure("'<' in an attribute's value; expected a quote before it, or '&lt;'")
      } else {
        text += cursor.takeWhile { $0 != end && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
      }
    }
    return text
  }

  private mutating func readReference() throws(SceneFileError) -> Unicode.Scalar {
    let position = cursor.position
    _ = cursor.take("&")
    let isDigitOrLetter = { (byte: UInt8) in byte == UInt8(ascii: "#") || Character(Unicode.Scalar(byte)).isASCIIWord }
    let name = cursor.takeWhile(isDigitOrLetter)
    guard cursor.take(";") else { throw failure("'&' without an entity; expected '&amp;'", at: position) }
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let number, let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number) else {
      throw failure(
        "unknown entity '&\(name);'; expected amp, lt, gt, quot, apos or a character's number", at: position)
    }
    return scalar
  }
}

extension Character {
  fileprivate var isASCIIWord: Bool { isASCII && (isLetter || isNumber) }
}
