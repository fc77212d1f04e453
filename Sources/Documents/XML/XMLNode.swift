// An XML document as a tree of values that remember where they were in the file.

/// An element.
package struct XMLNode {
  /// The name without a namespace prefix.
  package let name: String
  /// In document order.
  package let attributes: [XMLAttribute]
  package var children: [XMLNode] = []
  /// The element's own character data, all of it in one string.
  package var text = ""
  /// The position of the element's `<`.
  package let position: XMLPosition

  /// The value of an attribute; nil when the element has none of that name.
  package subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  /// Returns the position of an attribute; the element's own when it has no attribute of that name.
  package func position(of attribute: String) -> XMLPosition {
    attributes.first { $0.name == attribute }?.position ?? position
  }

  /// The first child element of that name.
  package func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }
}

/// An attribute, its value with entities replaced.
package struct XMLAttribute {
  /// The name as written, a prefix included.
  package let name: String
  package let value: String
  /// The position of the name's first character.
  package let position: XMLPosition
}

/// Line and column, both from 1; columns count Unicode scalars.
package struct XMLPosition: Hashable {
  package var line: Int32
  package var column: Int32

  package init(line: Int32 = 1, column: Int32 = 1) { (self.line, self.column) = (line, column) }
}
