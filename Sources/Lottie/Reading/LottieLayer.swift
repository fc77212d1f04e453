import CoreGraphics
import Documents
import Foundation

struct LottieLayer {
  let name: String?
  let path: LottiePath
  /// The index with which other layers of the composition refer to it.
  let index: Int?
  let parent: Int?
  let transform: LottieTransform
  /// The first frame that shows it, and the frame after the last.
  let (inPoint, outPoint): (Double, Double)
  /// The composition's frame at which the layer's own time begins.
  let start: Double
  /// The number of the composition's frames in one of the layer's.
  let stretch: Double
  /// Whether the layer turns along its way.
  let orientsAlongPath: Bool
  let isHidden: Bool
  /// Whether the layer is only a matte of others.
  let isMatteSource: Bool
  let matte: Matte?
  let blendMode: Int
  let masks: [LottieMask]
  let effects: [LottieEffect]
  let styles: [LottieStyle]
  let content: Content

  enum Content {
    case null
    case shapes([ShapeItem])
    case solid(size: CGSize, color: String)
    case image(asset: String)
    /// A film; `remap` gives its second at a frame of the composition, and is nil for its own pace.
    case film(asset: String, remap: Track<Double>?)
    case composition(asset: String, size: CGSize, remap: Track<Double>?)
    case text(LottieTextContent)
    case audio(asset: String, level: Track<[Double]>)
  }

  /// The track matte of the layer.
  struct Matte {
    var kind: MatteKind
    /// The index of the matte's layer; nil for the one above.
    var source: Int?
  }
}

enum MatteKind: Int {
  case alpha = 1
  case invertedAlpha, luma, invertedLuma

  var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  var isLuma: Bool { self == .luma || self == .invertedLuma }
}

/// A path that shows or hides parts of a layer.
struct LottieMask {
  enum Mode: String {
    case none = "n"
    case add = "a"
    case subtract = "s"
    case intersect = "i"
    case lighten = "l"
    case darken = "d"
    case difference = "f"
  }

  let mode: Mode
  let isInverted: Bool
  let contour: Track<BezierContour>
  /// The opacity, 0...1.
  let opacity: Track<Double>
  /// The outward distance of the mask's edge from the outline, in points.
  let expansion: Track<Double>
  /// The width of the soft edge, in points.
  let feather: Track<[Double]>
  let path: LottiePath
}

struct LottieEffect {
  let kind: Kind
  let values: [LottieNode]
  let path: LottiePath

  enum Kind: Int {
    case tint = 20
    case fill = 21
    case stroke = 22
    case dropShadow = 25
    case gaussianBlur = 29
  }

  /// Returns the value at an index; nil if the document has fewer.
  func value(_ index: Int) -> LottieNode? { index < values.count ? values[index] : nil }
}

struct LottieStyle {
  let kind: Kind
  let node: LottieNode

  enum Kind: Int {
    case stroke = 0
    case dropShadow, innerShadow, outerGlow, innerGlow, bevel, satin, colorOverlay, gradientOverlay
  }
}

extension LottieReading {
  /// Reads the layers of a composition, with hidden ones, which may be parents of others.
  func layers(_ nodes: [LottieNode]) throws(SceneFileError) -> [LottieLayer] {
    var layers: [LottieLayer] = []
    if let first = nodes.first { try takeLayers(nodes.count, at: first.path) }
    for node in nodes { layers.append(try layer(node)) }
    return layers
  }

  private func layer(_ node: LottieNode) throws(SceneFileError) -> LottieLayer {
    var stretch = node.number("sr") ?? 1
    if stretch == 0 {
      note("a layer's time stretch, 'sr', is 0; it is taken for 1", at: node.path)
      stretch = 1
    }
    var matte: LottieLayer.Matte?
    if let kind = node.integer("tt").flatMap(MatteKind.init) {
      matte = LottieLayer.Matte(kind: kind, source: node.integer("tp"))
    }
    return try LottieLayer(
      name: node.name, path: node.path, index: node.integer("ind"), parent: node.integer("parent"),
      transform: transform(node["ks"], at: node.path), inPoint: node.number("ip") ?? -.infinity,
      outPoint: node.number("op") ?? .infinity, start: node.number("st") ?? 0, stretch: stretch,
      orientsAlongPath: node.flag("ao"), isHidden: node.flag("hd"), isMatteSource: node.flag("td"), matte: matte,
      blendMode: node.integer("bm") ?? 0, masks: masks(node), effects: effects(node), styles: styles(node),
      content: content(node))
  }

  private func content(_ node: LottieNode) throws(SceneFileError) -> LottieLayer.Content {
    switch node.integer("ty") {
    case 0:
      var remap: Track<Double>?
      if let tm = node["tm"] { remap = try scalar(tm, default: 0) }
      return .composition(
        asset: reference(node), size: CGSize(width: node.number("w") ?? 0, height: node.number("h") ?? 0), remap: remap)
    case 1:
      return .solid(
        size: CGSize(width: node.number("sw") ?? 0, height: node.number("sh") ?? 0),
        color: node.string("sc") ?? "#000000")
    case 2, 9:
      // Time remapping of an image counts, as the image may be a film.
      let remap = try node["tm"].map { (node) throws(SceneFileError) in try scalar(node, default: 0) }
      return node.integer("ty") == 2 && remap == nil
        ? .image(asset: reference(node)) : .film(asset: reference(node), remap: remap)
    case 3: return .null
    case 4: return try .shapes(shapes(node.elements("shapes")))
    case 5: return try text(node).map { .text($0) } ?? .null
    case 6: return try .audio(asset: reference(node), level: vector(node["au"]?["lv"], default: [100]))
    case 13:
      note("cameras are not used; layers lie in the plane", at: node.path)
      return .null
    case let type:
      note("layers of type \(type.map(String.init) ?? "none") are not drawn", at: node.path)
      return .null
    }
  }

  private func reference(_ node: LottieNode) -> String { node.string("refId") ?? "" }

  private func masks(_ node: LottieNode) throws(SceneFileError) -> [LottieMask] {
    var masks: [LottieMask] = []
    for item in node.elements("masksProperties") {
      guard let shape = item["pt"] else { continue }
      // Texts and effects follow masks without effect, too.
      let mode = LottieMask.Mode(rawValue: item.string("mode") ?? "a") ?? .add
      masks.append(
        try LottieMask(
          mode: mode, isInverted: item.flag("inv"), contour: contour(shape, isClosed: item["cl"]?.json.bool ?? true),
          opacity: scalar(item["o"], default: 100, unit: 0.01), expansion: scalar(item["x"], default: 0),
          feather: vector(item["f"], default: [0, 0]), path: item.path))
    }
    return masks
  }

  private func effects(_ node: LottieNode) -> [LottieEffect] {
    node.elements("ef").compactMap { item in
      guard item["en"]?.json.bool ?? true else { return nil }
      let type = item.integer("ty") ?? -1
      guard let kind = LottieEffect.Kind(rawValue: type) else {
        // Pseudo-effects and controls have no effect but their values, for expressions.
        if !(5...19).contains(type) && ![0, 1, 2, 3, 4].contains(type) {
          note("effects of type \(type) are not drawn", at: item.path)
        }
        return nil
      }
      return LottieEffect(kind: kind, values: item.elements("ef").compactMap { $0["v"] }, path: item.path)
    }
  }

  private func styles(_ node: LottieNode) -> [LottieStyle] {
    node.elements("sy").compactMap { item in
      let type = item.integer("ty") ?? -1
      guard let kind = LottieStyle.Kind(rawValue: type) else {
        note("layer styles of type \(type) are not drawn", at: item.path)
        return nil
      }
      return LottieStyle(kind: kind, node: item)
    }
  }
}
