import Testing

@testable import Documents

struct XMLReaderTests {
  private func read(_ text: String, limits: SceneLimits = SceneLimits()) throws -> XMLNode {
    try XMLReader.read(Array(text.utf8), file: "a.caml", limits: limits)
  }

  private func failure(_ text: String, limits: SceneLimits = SceneLimits()) -> String? {
    do throws(SceneFileError) {
      _ = try XMLReader.read(Array(text.utf8), file: "a.caml", limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func positionsAndOrder() throws {
    let root = try read("<?xml version=\"1.0\"?>\n<a>\n  <b y='1'\n     x=\"2\"/>é<c/>\n</a>\n")
    #expect(root.position == XMLPosition(line: 2, column: 1))
    #expect(root.children.map(\.name) == ["b", "c"])
    let b = root.children[0]
    #expect(b.position == XMLPosition(line: 3, column: 3))
    #expect(b.attributes.map(\.name) == ["y", "x"])
    #expect(b.position(of: "x") == XMLPosition(line: 4, column: 6))
    // One column for a letter of two bytes.
    #expect(root.children[1].position == XMLPosition(line: 4, column: 14))
  }

  @Test func textAndReferences() throws {
    let root = try read("<k:a t='&lt;&#65;&#x42;&quot;'>1 &amp; <!-- no --> 2<![CDATA[<3>]]></k:a>")
    #expect(root.name == "a")
    #expect(root["t"] == "<AB\"")
    #expect(root.text == "1 &  2<3>")
  }

  @Test func documentTypeIsSteppedOver() throws {
    let type = "<!DOCTYPE plist PUBLIC \"-//x>\" \"http://a\" [ <!ENTITY e SYSTEM 'file:///etc/passwd'> <!-- ]> --> ]>"
    #expect(try read(type + "<plist/>").name == "plist")
    #expect(failure(type + "<plist>&e;</plist>")?.contains("unknown entity '&e;'") == true)
  }

  @Test(arguments: [
    ("", "1:1: the document is empty; expected an element"),
    ("<a>\n <b>\n</a>", "3:1: </a> does not close <b> of line 2; expected </b>"),
    ("<a>\n<b/>", "2:5: the file ends inside <a> of line 1; expected </a>"),
    ("<a><b", "1:6: the file ends inside the tag <b> of line 1; expected '>'"),
    ("<a x=1/>", "1:6: the value of 'x' in <a> has no quotes; expected '\"'"),
    ("<a x='1/>", "1:10: the value of 'x' in <a> does not end; expected '''"),
    ("<a x/>", "1:5: attribute 'x' of <a> has no value; expected '='"),
    ("<a x='1'y='2'/>", "1:9: in the tag <a>: expected white space, '>' or '/>'"),
    ("<a x='1' x='2'/>", "1:10: a second attribute 'x' of <a>; expected one"),
    ("<a x='<'/>", "1:7: '<' in an attribute's value; expected a quote before it, or '&lt;'"),
    ("<a/><b/>", "1:5: more after the end of <a>; expected the end of the file"),
    ("</a>", "1:1: an end tag without a start; expected an element"),
    ("text", "1:1: text outside of elements; expected '<'"),
    ("<![CDATA[x]]><a/>", "1:2: expected an element's name"),
    ("<1/>", "1:3: '1' is no name; expected an element's name"),
    ("<a>& </a>", "1:4: '&' without an entity; expected '&amp;'"),
    ("<a>&#0;</a>", "1:4: unknown entity '&#0;'; expected amp, lt, gt, quot, apos or a character's number"),
    ("<a>\u{1}</a>", "1:4: a control character (0x1); expected text in UTF-8"),
    ("<a><!-- </a>", "1:4: a comment without end; expected '-->'"),
    (
      "<?xml version='1.0' encoding='utf-16'?><a/>",
      "1:1: the document declares another encoding than UTF-8; expected UTF-8"
    ),
  ])
  func malformed(text: String, message: String) {
    #expect(failure(text) == "a.caml:" + message)
  }

  @Test func bytesThatAreNoUTF8() {
    #expect(
      throws: SceneFileError(
        .malformed, at: SourceLocation(file: "a", line: 2, column: 3), "bytes that are no UTF-8; expected UTF-8")
    ) {
      try XMLReader.read(Array("<a>\nxy".utf8) + [0xFF] + Array("</a>".utf8), file: "a", limits: SceneLimits())
    }
  }

  @Test func limits() {
    var limits = SceneLimits()
    limits.elementDepth = 3
    limits.elementCount = 5
    limits.attributeCount = 2
    limits.documentBytes = 200
    #expect(failure("<a><b><c/></b></a>", limits: limits) == nil)
    #expect(failure("<a><b><c><d/></c></b></a>", limits: limits)?.contains("more than 3 deep") == true)
    #expect(failure("<a><b/><b/><b/><b/><b/></a>", limits: limits)?.contains("more than 5 elements") == true)
    #expect(failure("<a x='' y='' z=''/>", limits: limits)?.contains("more than 2 attributes") == true)
    #expect(
      failure("<a>" + String(repeating: " ", count: 200) + "</a>", limits: limits)?.contains("at most 200") == true)
  }
}
