// The text of an expression as a function of the values that it reads. Exporters write
// `var $bm_rt; ... $bm_rt = value;`. A text without `$bm_rt` must be one JavaScript expression, whose value is the
// result.

import Foundation

/// A function of an expression.
struct ExpressionSource {
  /// The text of a function expression.
  let text: String
  /// Its parameters, by their places in ``ExpressionLibrary/momentNames``.
  let wanted: [Int]

  /// The longest expression, in bytes.
  static let longest = 64 << 10

  init(_ expression: String) {
    let words = Self.words(of: expression)
    // The names that eval reads are not known in advance.
    let wanted = ExpressionLibrary.momentNames.indices.filter {
      words.contains("eval") || words.contains(ExpressionLibrary.momentNames[$0])
    }
    self.wanted = wanted
    let parameters = wanted.map { ExpressionLibrary.momentNames[$0] }.joined(separator: ",")
    // Written for no exporter: one expression, the usual case by hand.
    let isWrapped = words.contains("$bm_rt")
    let body = isWrapped ? "var $bm_rt;\(expression)\n;return $bm_rt;" : "return (\(Self.trimmed(expression))\n);"
    text = "function (\(parameters)) {\(body)}"
  }

  private static func trimmed(_ expression: String) -> Substring {
    var text = expression[...]
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return text
  }

  /// The names in a text that do not follow a point, and that it does not declare: neither in strings nor in comments.
  private static func words(of text: String) -> Set<String> {
    var (words, declared, last): (Set<String>, Set<String>, String) = ([], [], "")
    let bytes = Array(text.utf8)
    var (index, previous) = (0, UInt8(0))
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x24
        || byte == 0x5F || byte >= 0x80
    }
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0x22 || byte == 0x27 {
        index += 1
        while index < bytes.count, bytes[index] != byte { index += bytes[index] == 0x5C ? 2 : 1 }
        (index, previous) = (index + 1, byte)
      } else if byte == 0x2F, next == 0x2F {
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      } else if byte == 0x2F, next == 0x2A {
        index += 2
        while index + 1 < bytes.count, !(bytes[index] == 0x2A && bytes[index + 1] == 0x2F) { index += 1 }
        index += 2
      } else if isWord(byte) {
        let start = index
        while index < bytes.count, isWord(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if previous != 0x2E { words.insert(word) }
        if last == "var" || last == "function", word != "$bm_rt" { declared.insert(word) }
        (previous, last) = (byte, word)
      } else {
        if byte > 0x20 { previous = byte }
        index += 1
      }
    }
    return words.subtracting(declared)
  }
}
