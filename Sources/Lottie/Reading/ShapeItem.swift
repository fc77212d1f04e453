// Tested by HostileDocumentTests and LottieShapeTests.

import CoreGraphics
import Documents
import Foundation

/// An item of a shape layer or a group: a path, a paint, a modifier or a group. Items are listed from the top.
struct ShapeItem {
  let name: String?
  let path: LottiePath
  let content: Content

  enum Content {
    case group([ShapeItem], LottieTransform)
    case path(ShapePath)
    case fill(LottieFill)
    case stroke(LottieStroke)
    case modifier(PathModifier)
    case trim(TrimPath)
    case merge(MergeMode)
    case `repeat`(ShapeRepeater)
  }
}

enum ShapePath {
  case free(Track<BezierContour>)
  case rectangle(center: Track<[Double]>, size: Track<CGPoint>, radius: Track<Double>, isReversed: Bool)
  case ellipse(center: Track<[Double]>, size: Track<CGPoint>, isReversed: Bool)
  case star(Star)

  struct Star {
    var isPolygon: Bool
    var center: Track<[Double]>
    var points, rotation: Track<Double>
    /// The outer radius, and the roundness in percent.
    var outerRadius, outerRoundness: Track<Double>
    /// The inner radius of a star, and the roundness of its inner points.
    var innerRadius, innerRoundness: Track<Double>
    var isReversed: Bool
    /// The player whose tangents it has.
    var player: ScenePlayer?
  }
}

/// The paint of a fill or a stroke.
enum LottiePaint {
  /// RGB components, 0...1; the opacity includes the alpha.
  case color(Track<[Double]>)
  case gradient(ShapeGradient)
}

struct ShapeGradient {
  var isRadial: Bool
  /// The number of colours in the stops; alphas follow them.
  var colorCount: Int
  /// Four numbers for each colour, its place and RGB, then two for each alpha, its place and value.
  var stops: Track<[Double]>
  var start, end: Track<[Double]>
  /// The highlight of a radial gradient: its distance from the centre, -1...1 radii, and its angle in degrees.
  var highlightLength, highlightAngle: Track<Double>
}

struct LottieFill {
  var paint: LottiePaint
  /// The opacity, 0...1.
  var opacity: Track<Double>
  var isEvenOdd: Bool
}

struct LottieStroke {
  var paint: LottiePaint
  /// The opacity, 0...1.
  var opacity: Track<Double>
  var width: Track<Double>
  var cap: CGLineCap
  var join: CGLineJoin
  var miterLimit: Double
  /// Dashes and gaps in turn; empty for a solid line.
  var dashes: [Track<Double>]
  var dashPhase: Track<Double>
}

enum PathModifier {
  case roundCorners(radius: Track<Double>)
  case pucker(amount: Track<Double>)
  case zigZag(size: Track<Double>, ridges: Track<Double>, isSmooth: Bool)
  case offset(amount: Track<Double>, join: CGLineJoin, miterLimit: Track<Double>)
  case twist(angle: Track<Double>, center: Track<[Double]>)
}

/// The part that is left of the paths above, 0...1 of their length; the offset is in turns.
struct TrimPath {
  var start, end, offset: Track<Double>
  /// Whether all paths together are cut as one long path, instead of each alike.
  var isIndividual: Bool

  var isStatic: Bool { start.isConstant && end.isConstant && offset.isConstant }
  var isWhole: Bool { start.constant == 0 && end.constant == 1 }
}

/// The method of merging the paths above.
enum MergeMode: Int {
  case together = 1
  case add, subtract, intersect, exclude
}

struct ShapeRepeater {
  var copies, offset: Track<Double>
  /// Whether later copies lie above earlier ones.
  var isStackedAbove: Bool
  var transform: LottieTransform
  var startOpacity, endOpacity: Track<Double>
}

extension LottieReading {
  private static let groupDepth = 64

  /// Reads items, without hidden and unknown ones.
  func shapes(_ nodes: [LottieNode], depth: Int = 0) throws(SceneFileError) -> [ShapeItem] {
    guard depth < Self.groupDepth, let place = nodes.first?.path else {
      if let place = nodes.first?.path { throw malformed("groups lie in each other more than 64 deep", at: place) }
      return []
    }
    try takeLayers(nodes.count, at: place)
    var items: [ShapeItem] = []
    for node in nodes where !node.flag("hd") {
      if let content = try content(node, depth: depth) {
        items.append(ShapeItem(name: node.name, path: node.path, content: content))
      }
    }
    return items
  }

  private func content(_ node: LottieNode, depth: Int) throws(SceneFileError) -> ShapeItem.Content? {
    switch node.string("ty") {
    case "gr":
      let nodes = node.elements("it")
      let transform = nodes.last { $0.string("ty") == "tr" }
      return try .group(
        shapes(nodes.filter { $0.string("ty") != "tr" }, depth: depth + 1), self.transform(transform, at: node.path))
    case "sh", "rc", "el", "sr": return try path(node).map { .path($0) }
    case "fl": return try .fill(fill(node, paint: .color(color(node["c"]))))
    case "gf": return try .fill(fill(node, paint: .gradient(gradient(node))))
    case "st": return try .stroke(stroke(node, paint: .color(color(node["c"]))))
    case "gs": return try .stroke(stroke(node, paint: .gradient(gradient(node))))
    case "tm":
      return try .trim(
        TrimPath(
          start: scalar(node["s"], default: 0, unit: 0.01), end: scalar(node["e"], default: 100, unit: 0.01),
          offset: scalar(node["o"], default: 0, unit: 1 / 360), isIndividual: node.integer("m") == 2))
    case "mm": return node.integer("mm").flatMap(MergeMode.init).map { .merge($0) }
    case "rp": return try .repeat(repeater(node))
    case "tr": return nil
    case let type:
      if let modifier = try modifier(node) { return .modifier(modifier) }
      note("shape items of type '\((type ?? "").excerpt)' are not drawn", at: node.path)
      return nil
    }
  }

  private func path(_ node: LottieNode) throws(SceneFileError) -> ShapePath? {
    let isReversed = node.integer("d") == 3
    switch node.string("ty") {
    case "sh":
      guard let ks = node["ks"] else { return nil }
      let contour = try contour(ks, isClosed: node.flag("closed"))
      return .free(isReversed ? contour.map { $0.reversed() } : contour)
    case "rc":
      return try .rectangle(
        center: vector(node["p"], default: [0, 0]), size: point(node["s"]), radius: scalar(node["r"], default: 0),
        isReversed: isReversed)
    case "el":
      return try .ellipse(center: vector(node["p"], default: [0, 0]), size: point(node["s"]), isReversed: isReversed)
    default:
      return try .star(
        ShapePath.Star(
          isPolygon: node.integer("sy") == 2, center: vector(node["p"], default: [0, 0]),
          points: scalar(node["pt"], default: 5), rotation: scalar(node["r"], default: 0),
          outerRadius: scalar(node["or"], default: 0), outerRoundness: scalar(node["os"], default: 0),
          innerRadius: scalar(node["ir"], default: 0), innerRoundness: scalar(node["is"], default: 0),
          isReversed: isReversed, player: imitating))
    }
  }

  /// Reads a free path of a shape or a mask. `isClosed` replaces a missing entry: old files have it beside the path.
  func contour(_ node: LottieNode, isClosed: Bool) throws(SceneFileError) -> Track<BezierContour> {
    try track(node, default: BezierContour(vertices: [], isClosed: false)) { json in
      BezierContour(json, isClosed: isClosed) ?? json[0].flatMap { BezierContour($0, isClosed: isClosed) }
    }
  }

  private func fill(_ node: LottieNode, paint: LottiePaint) throws(SceneFileError) -> LottieFill {
    let opacity = try scalar(node["o"], default: 100, unit: 0.01)
    return LottieFill(paint: paint, opacity: opacity, isEvenOdd: node.integer("r") == 2)
  }

  private func stroke(_ node: LottieNode, paint: LottiePaint) throws(SceneFileError) -> LottieStroke {
    var dashes: [Track<Double>] = []
    var phase = Track(0.0)
    for dash in node.elements("d") {
      let length = try scalar(dash["v"], default: 0)
      if dash.string("n") == "o" { phase = length } else { dashes.append(length) }
    }
    // A pattern of zeros is a solid line.
    if dashes.allSatisfy({ $0.constant == 0 }) { dashes = [] }
    return try LottieStroke(
      paint: paint, opacity: scalar(node["o"], default: 100, unit: 0.01), width: scalar(node["w"], default: 1),
      cap: [1: .butt, 2: .round, 3: .square][node.integer("lc") ?? 1] ?? .butt,
      join: CGLineJoin(lottie: node.integer("lj")), miterLimit: node.number("ml") ?? 4, dashes: dashes, dashPhase: phase
    )
  }

  private func gradient(_ node: LottieNode) throws(SceneFileError) -> ShapeGradient {
    let stops = node["g"]
    let numbers = try vector(stops?["k"], default: [])
    return try ShapeGradient(
      isRadial: node.integer("t") == 2,
      colorCount: max(stops?.integer("p") ?? (numbers.first.count / 4), 0), stops: numbers,
      start: vector(node["s"], default: [0, 0]), end: vector(node["e"], default: [0, 0]),
      highlightLength: scalar(node["h"], default: 0, unit: 0.01), highlightAngle: scalar(node["a"], default: 0))
  }

  private func repeater(_ node: LottieNode) throws(SceneFileError) -> ShapeRepeater {
    let transform = node["tr"]
    return try ShapeRepeater(
      copies: scalar(node["c"], default: 1), offset: scalar(node["o"], default: 0),
      isStackedAbove: node.integer("m") == 1, transform: self.transform(transform, at: node.path),
      startOpacity: scalar(transform?["so"], default: 100, unit: 0.01),
      endOpacity: scalar(transform?["eo"], default: 100, unit: 0.01))
  }

  private func modifier(_ node: LottieNode) throws(SceneFileError) -> PathModifier? {
    switch node.string("ty") {
    case "rd": return try .roundCorners(radius: scalar(node["r"], default: 0))
    case "pb": return try .pucker(amount: scalar(node["a"], default: 0))
    case "zz":
      return try .zigZag(
        size: scalar(node["s"], default: 0), ridges: scalar(node["r"], default: 0),
        isSmooth: scalar(node["pt"], default: 1).first == 2)
    case "op":
      return try .offset(
        amount: scalar(node["a"], default: 0), join: CGLineJoin(lottie: node.integer("lj")),
        miterLimit: scalar(node["ml"], default: 4))
    case "tw": return try .twist(angle: scalar(node["a"], default: 0), center: vector(node["c"], default: [0, 0]))
    default: return nil
    }
  }
}

extension CGLineJoin {
  /// Creates the join with Lottie's number.
  init(lottie number: Int?) { self = [1: .miter, 2: .round, 3: .bevel][number ?? 1] ?? .miter }
}

extension BezierContour: Blendable {
  /// Creates a contour from `{"v": vertices, "i": relative handles that enter, "o": that leave, "c": closed}`; returns
  /// nil for anything else. `isClosed` replaces a missing "c".
  init?(_ json: JSON, isClosed: Bool) {
    guard let v = json["v"]?.array else { return nil }
    let (into, out) = (json["i"]?.array ?? [], json["o"]?.array ?? [])
    func pair(_ json: JSON?) -> CGPoint? {
      guard let x = json?[0]?.number, let y = json?[1]?.number else { return nil }
      return CGPoint(x: x, y: y)
    }
    var vertices: [Vertex] = []
    vertices.reserveCapacity(v.count)
    for (index, item) in v.enumerated() {
      guard let point = pair(item) else { return nil }
      let enters = index < into.count ? pair(into[index]) ?? .zero : .zero
      let leaves = index < out.count ? pair(out[index]) ?? .zero : .zero
      vertices.append(
        Vertex(
          point: point, inControl: CGPoint(x: point.x + enters.x, y: point.y + enters.y),
          outControl: CGPoint(x: point.x + leaves.x, y: point.y + leaves.y)))
    }
    self.init(vertices: vertices, isClosed: json["c"]?.bool ?? isClosed)
  }

  /// Returns the contour between two with equally many vertices; others hold.
  func blended(to other: BezierContour, _ fraction: Double) -> BezierContour {
    guard vertices.count == other.vertices.count else { return fraction < 1 ? self : other }
    var result = self
    for index in vertices.indices {
      let (a, b) = (vertices[index], other.vertices[index])
      result.vertices[index] = Vertex(
        point: a.point.blended(to: b.point, fraction), inControl: a.inControl.blended(to: b.inControl, fraction),
        outControl: a.outControl.blended(to: b.outControl, fraction))
    }
    return result
  }
}
