import Foundation

/// JSON with members in an order, as it is written: lists and objects that fit in a line are in one.
indirect enum JSONText {
  case text(String)
  case list([JSONText])
  case object([(String, JSONText)])

  private static let columns = 110

  static func string(_ text: String) -> JSONText {
    let data = try? JSONSerialization.data(withJSONObject: text, options: [.fragmentsAllowed, .withoutEscapingSlashes])
    return .text(data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\"")
  }

  /// Returns the text, whose further lines are indented.
  func written(_ indentation: String = "") -> String {
    let inner = indentation + "  "
    let parts: [String]
    let (open, close): (String, String)
    switch self {
    case .text(let text): return text
    case .list(let values):
      parts = values.map { $0.written(inner) }
      (open, close) = ("[", "]")
    case .object(let members):
      parts = members.map { "\(JSONText.string($0).written()): \($1.written(inner))" }
      (open, close) = ("{", "}")
    }
    let length = parts.reduce(indentation.count) { $0 + $1.utf8.count + 2 }
    if length <= Self.columns, !parts.contains(where: { $0.contains("\n") }) {
      return open + parts.joined(separator: ", ") + close
    }
    return open + "\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indentation + close
  }
}
