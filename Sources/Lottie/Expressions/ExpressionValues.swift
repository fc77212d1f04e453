import CoreGraphics
import Documents
import Foundation

/// The written values of a property for expressions: rows of numbers, also for paths, or texts.
enum ExpressionValues {
  /// Numbers. `keys` are the document's keyframes; the track has more of them for curved ways.
  case vector(Track<[Double]>, keys: [Keyframe<[Double]>])
  case path(Track<BezierContour>)
  /// At least one text, by ascending frames.
  case text([(frame: Double, text: String)])

  /// Reads the values of a property of `owner`; returns nil for a kind that expressions do not know.
  init?(_ node: LottieNode, of owner: LottieNode?, reading: LottieReading) {
    let plain = node.withoutExpression
    let first = plain.json["k"]?[0]?["s"] ?? plain.json["k"]
    if first?["t"]?.string != nil {
      let items = plain.elements("k").compactMap { item in
        item.json["s"]?["t"]?.string.map { (frame: item.number("t") ?? 0, text: $0) }
      }
      guard !items.isEmpty else { return nil }
      self = .text(items.sorted { $0.frame < $1.frame })
    } else if first?["v"] != nil || first?[0]?["v"] != nil {
      // Old files write beside the path of a shape or a mask whether it is closed.
      let isClosed = owner?["pt"] == nil ? owner?.flag("closed") ?? false : owner?["cl"]?.json.bool ?? true
      guard let track = try? reading.contour(plain, isClosed: isClosed) else { return nil }
      self = .path(track)
    } else {
      guard let track = try? reading.vector(plain, default: []), !track.first.isEmpty else { return nil }
      let keys = track.hasCurves ? try? reading.written(plain, default: []) : track
      let isAnimated = plain.json["k"]?[0]?["t"] != nil
      self = .vector(track, keys: isAnimated ? keys?.keyframes ?? [] : [])
    }
  }

  var frames: [Double] {
    switch self {
    case .vector(_, let keys): keys.map(\.time)
    case .path(let track): track.isConstant ? [] : track.keyframes.map(\.time)
    case .text(let items): items.count < 2 ? [] : items.map(\.frame)
    }
  }

  func value(at frame: Double) -> ExpressionValue {
    switch self {
    case .vector(let track, _): .numbers(track.value(at: frame))
    case .path(let track): .numbers(track.value(at: frame).row)
    case .text(let items): .text((items.last { $0.frame <= frame } ?? items[0]).text)
    }
  }

  func value(ofKey index: Int) -> ExpressionValue {
    switch self {
    case .vector(_, let keys): .numbers(keys[index].value)
    case .path(let track): .numbers(track.keyframes[index].value.row)
    case .text(let items): .text(items[index].text)
    }
  }
}

extension LottieNode {
  var withoutExpression: LottieNode {
    var json = json
    json.set("x", nil)
    return LottieNode(json, at: path)
  }
}

enum ExpressionValue: Equatable {
  /// Numbers; a single one is an array of one.
  case numbers([Double])
  case text(String)
}

extension BezierContour {
  /// 1 for a closed contour or 0, the number of vertices, these, and their relative entering and leaving handles.
  fileprivate var row: [Double] {
    var row = [isClosed ? 1 : 0, Double(vertices.count)]
    for vertex in vertices { row += [vertex.point.x, vertex.point.y] }
    for vertex in vertices { row += [vertex.inControl.x - vertex.point.x, vertex.inControl.y - vertex.point.y] }
    for vertex in vertices { row += [vertex.outControl.x - vertex.point.x, vertex.outControl.y - vertex.point.y] }
    return row
  }

  /// Creates the contour of a row of numbers; returns nil if the row does not describe one.
  init?(row: [Double]) {
    guard let json = JSON.path(row) else { return nil }
    self.init(json, isClosed: false)
  }
}

extension JSON {
  /// Returns a path in the files' form from a row of numbers; nil if the row does not describe one.
  static func path(_ row: [Double]) -> JSON? {
    guard row.count >= 2, let count = Int(exactly: row[1]), count >= 0, row.count == 2 + 6 * count else { return nil }
    func points(_ block: Int) -> JSON {
      .array(
        (0..<count).map { index in
          let place = 2 + block * 2 * count + 2 * index
          return .array([.number(row[place]), .number(row[place + 1])])
        })
    }
    return .object(["c": .bool(row[0] == 1), "v": points(0), "i": points(1), "o": points(2)])
  }
}

/// The text of an expression as a function of the values that it reads. Exporters write `var $bm_rt; ... $bm_rt =
/// value;`. A text without `$bm_rt` must be one JavaScript expression, whose value is the result.
struct ExpressionSource {
  /// The text of a JavaScript function expression.
  let text: String
  /// The parameters, as indices of ``ExpressionLibrary/momentNames``.
  let wanted: [Int]

  /// The greatest length of an expression, in bytes.
  static let longest = 64 << 10

  init(_ expression: String) {
    let words = Self.words(of: expression)
    // The names that eval reads are not known in advance.
    let wanted = ExpressionLibrary.momentNames.indices.filter {
      words.contains("eval") || words.contains(ExpressionLibrary.momentNames[$0])
    }
    self.wanted = wanted
    let parameters = wanted.map { ExpressionLibrary.momentNames[$0] }.joined(separator: ",")
    // Text by hand: one expression.
    let isWrapped = words.contains("$bm_rt")
    let body = isWrapped ? "var $bm_rt;\(expression)\n;return $bm_rt;" : "return (\(Self.trimmed(expression))\n);"
    text = "function (\(parameters)) {\(body)}"
  }

  private static func trimmed(_ expression: String) -> Substring {
    var text = expression[...]
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return text
  }

  /// Returns the names in a text that do not follow a point and are not declared in it, outside strings and comments.
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
