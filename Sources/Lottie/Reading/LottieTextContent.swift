import CoreGraphics
import Documents
import Foundation

/// The content of a text layer: its text, fonts and motion.
struct LottieTextContent {
  /// The texts by the frame at which each begins, ascending; at least one.
  let documents: [(frame: Double, document: TextDocument)]
  let animators: [TextAnimator]
  /// The path that the text follows; nil for a straight line.
  let course: TextCourse?
  /// The slot of the text, if any.
  let slot: String?
  let path: LottiePath
}

/// The path that a text follows: a mask of its layer.
struct TextCourse {
  let contour: Track<BezierContour>
  /// The distances of the text from the path's beginning and end, in points.
  let firstMargin, lastMargin: Track<Double>
  /// Whether characters turn with the path.
  let turns: Bool
  /// Whether the text is spread over the whole path.
  let isSpread: Bool
}

struct TextDocument {
  var text: String
  /// The document's name of a font; the size is in points.
  let font: String
  var size: Double
  /// RGB components, 0...1, if any.
  let fill, stroke: [Double]?
  let strokeWidth: Double
  let isStrokeAbove: Bool
  let justification: Int
  /// The tracking, in thousandths of the size.
  let tracking: Double
  /// The distance of baselines, in points; nil for the font's own.
  var lineHeight: Double?
  let baselineShift: Double
  /// The box, origin and size, in which lines break.
  let box: CGRect?
  let isAllCaps: Bool
}

/// A change of some characters over time.
struct TextAnimator {
  let position: Track<[Double]>?
  let scale: Track<[Double]>?
  let rotation, opacity, tracking: Track<Double>?
  let fill: Track<[Double]>?
  let range: TextRange
  let path: LottiePath
}

/// The characters that an animator changes, and how much.
struct TextRange {
  /// The parts of the text, 0...1, or units if `countsUnits`.
  let start, end, offset: Track<Double>
  let countsUnits: Bool
  /// The amount, 0...1.
  let amount: Track<Double>
  /// The unit: 1 characters, 2 characters without spaces, 3 words, 4 lines.
  let basis: Int
  /// The shape: 1 square, 2 ramp up, 3 ramp down, 4 triangle, 5 round, 6 smooth.
  let shape: Int
}

extension TextDocument {
  /// Returns another text in the same style.
  func saying(_ text: String) -> TextDocument {
    var other = self
    other.text = text
    return other
  }
}

extension LottieReading {
  /// Reads the text of a text layer; returns nil, with a note, without text.
  func text(_ node: LottieNode) throws(SceneFileError) -> LottieTextContent? {
    guard let t = node["t"], var d = t["d"] else { return noText(at: node.path) }
    if d.json["x"]?.string != nil { d = try computed(d) }
    var documents: [(frame: Double, document: TextDocument)] = []
    for item in d.elements("k") {
      guard let s = item["s"] else { continue }
      documents.append((item.number("t") ?? 0, document(s)))
    }
    guard !documents.isEmpty else { return noText(at: d.path) }
    var animators: [TextAnimator] = []
    for item in t.elements("a") { if let animator = try animator(item) { animators.append(animator) } }
    return try LottieTextContent(
      documents: documents.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
        .map(\.element), animators: animators, course: course(t["p"], masks: node.elements("masksProperties")),
      slot: t["d"]?.string("sid"), path: node.path)
  }

  private func course(_ p: LottieNode?, masks: [LottieNode]) throws(SceneFileError) -> TextCourse? {
    guard let p, let index = p.integer("m") else { return nil }
    guard masks.indices.contains(index), let shape = masks[index]["pt"] else {
      note("no mask \(index) for a text to run along; it lies straight", at: p.path)
      return nil
    }
    let contour = try contour(shape, isClosed: masks[index]["cl"]?.json.bool ?? true)
    func isOn(_ key: String, _ fallback: Double) throws(SceneFileError) -> Bool {
      try scalar(p[key], default: fallback).first == 1
    }
    return try TextCourse(
      contour: isOn("r", 0) ? contour.map { $0.reversed() } : contour, firstMargin: scalar(p["f"], default: 0),
      lastMargin: scalar(p["l"], default: 0), turns: isOn("p", 1), isSpread: isOn("a", 0))
  }

  private func noText(at path: LottiePath) -> LottieTextContent? {
    note("a text layer without its text, t.d.k, is left out", at: path)
    return nil
  }

  private func document(_ s: LottieNode) -> TextDocument {
    func color(_ key: String) -> [Double]? {
      s.json[key]?.array.map { $0.compactMap(\.number) }.flatMap { $0.count >= 3 ? $0 : nil }
    }
    var box: CGRect?
    if let size = s.json["sz"]?.array?.compactMap(\.number), size.count == 2 {
      let origin = s.json["ps"]?.array?.compactMap(\.number).point ?? .zero
      box = CGRect(x: origin.x, y: origin.y, width: size[0], height: size[1])
    }
    return TextDocument(
      text: (s.string("t") ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        .replacing("\u{3}", with: "\n"),
      font: s.string("f") ?? "", size: min(max(s.number("s") ?? 10, 0), 10_000), fill: color("fc"), stroke: color("sc"),
      strokeWidth: s.number("sw") ?? 0, isStrokeAbove: s.flag("of"), justification: s.integer("j") ?? 0,
      tracking: s.number("tr") ?? 0, lineHeight: s.number("lh"), baselineShift: s.number("ls") ?? 0, box: box,
      isAllCaps: s.integer("ca") == 1)
  }

  private func animator(_ node: LottieNode) throws(SceneFileError) -> TextAnimator? {
    guard let a = node["a"] else { return nil }
    for key in a.json.object.map({ $0.keys.sorted() }) ?? [] where !Self.animatedKeys.contains(key) {
      if let name = Self.animatedLater[key] { note("text animators' \(name) is not drawn", at: a.path) }
    }
    func vector(_ key: String, _ fallback: [Double]) throws(SceneFileError) -> Track<[Double]>? {
      a[key] == nil ? nil : try self.vector(a[key], default: fallback)
    }
    func scalar(_ key: String, unit: Double = 1) throws(SceneFileError) -> Track<Double>? {
      a[key] == nil ? nil : try self.scalar(a[key], default: 0, unit: unit)
    }
    let s = node["s"]
    if s?.integer("rn") == 1 { note("random order of a text's characters is their own order", at: node.path) }
    let range = try range(s, countsUnits: s?.integer("r") == 2)
    return try TextAnimator(
      position: vector("p", [0, 0]), scale: vector("s", [100, 100])?.map { $0.map { $0 / 100 } }, rotation: scalar("r"),
      opacity: scalar("o", unit: 0.01), tracking: scalar("t"), fill: vector("fc", [0, 0, 0]), range: range,
      path: node.path)
  }

  private func range(_ s: LottieNode?, countsUnits: Bool) throws(SceneFileError) -> TextRange {
    let unit = countsUnits ? 1 : 0.01
    return try TextRange(
      start: scalar(s?["s"], default: 0, unit: unit),
      end: s?["e"] == nil ? Track(countsUnits ? 1e9 : 1) : scalar(s?["e"], default: 100, unit: unit),
      offset: scalar(s?["o"], default: 0, unit: unit), countsUnits: countsUnits,
      amount: scalar(s?["a"], default: 100, unit: 0.01), basis: s?.integer("b") ?? 1, shape: s?.integer("sh") ?? 1)
  }

  private static let animatedKeys: Set<String> = ["p", "s", "r", "o", "t", "fc"]
  private static let animatedLater = [
    "sk": "skew", "sw": "stroke width", "sc": "stroke colour", "fh": "hue", "fs": "saturation", "fb": "brightness",
    "rx": "rotation about x", "ry": "rotation about y", "ls": "line spacing", "a": "anchor",
  ]
}
