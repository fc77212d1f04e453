// An XML document as a tree of values that remember where they were in the file.

/// An element.
struct XMLNode {
  /// The name without a namespace prefix.
  let name: String
  /// In document order.
  let attributes: [XMLAttribute]
  var children: [XMLNode] = []
  /// The element's own character data, all of it in one string.
  var text = ""
  /// Where the element's `<` is.
  let position: XMLPosition

  /// The value of an attribute; nil when the element has none of that name.
  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  /// Where an attribute is; the element itself when it has none of that name.
  func position(of attribute: String) -> XMLPosition {
    attributes.first { $0.name == attribute }?.position ?? position
  }

  /// The first child element of that name.
  func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }
}

/// An attribute, its value with entities replaced.
struct XMLAttribute {
  /// The name as written, a prefix included.
  let name: String
  let value: String
  /// Where the name begins.
  let position: XMLPosition
}

/// Line and column, both from 1; columns count Unicode scalars.
struct XMLPosition: Hashable {
  var line: Int32 = 1
  var column: Int32 = 1
}
