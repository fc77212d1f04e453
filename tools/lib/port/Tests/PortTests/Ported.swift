import Testing

@testable import port

/// A source after the rules: its text, and what is told of it. A second run must change nothing.
func ported(_ text: String) throws -> (text: String, source: PortedSource) {
  let source = try PortedSource(Array(text.utf8))
  let result = String(decoding: source.bytes, as: UTF8.self)
  #expect(try PortedSource(source.bytes).changes.isEmpty, "a second run changes nothing")
  if source.changes.isEmpty { #expect(result == text) }
  return (result, source)
}
