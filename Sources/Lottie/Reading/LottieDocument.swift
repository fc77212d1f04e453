import CoreGraphics
import Documents
import Foundation

/// A Lottie document after reading and before layers are made.
struct LottieDocument {
  /// The size in points.
  let size: CGSize
  let frameRate: Double
  /// The first frame, and the frame after the last.
  let (inPoint, outPoint): (Double, Double)
  let layers: [LottieLayer]
  let assets: [String: LottieAsset]
  let fonts: [String: LottieFont]
  /// The document's own outlines of characters.
  let characters: [LottieCharacter.Key: LottieCharacter]
  let markers: [SceneMarker]

  /// The duration in seconds.
  var duration: Double { (outPoint - inPoint) / frameRate }
}

/// A resource that layers refer to.
enum LottieAsset {
  case composition([LottieLayer])
  /// An image; `placing` is its place in its rectangle, if the document has one.
  case image(size: CGSize, file: LottieFile, placing: LottieImagePlacing?)
  case sound(LottieFile)
}

struct LottieFile {
  let folder: String
  let name: String
  let path: LottiePath
}

struct LottieFont {
  let name, family, style: String
  /// The ascent in percent of the size, if the document has one.
  let ascent: Double?
  let weight: Double?
  /// The file that the document names, if any.
  let file: LottieFile?
}

/// The outline of a character at a size of 100 points.
struct LottieCharacter {
  struct Key: Hashable { var character, family, style: String }
  let shapes: [ShapeItem]
  /// The distance to the next character at a size of 100.
  let advance: Double
}

extension LottieReading {
  /// The range of frame rates, in frames a second.
  private static let frameRates = 0.001...1000.0

  /// Returns the frame rate of a document; 30 if it has no usable one.
  static func frameRate(of root: LottieNode) -> Double {
    root.numeral("fr").flatMap { frameRates.contains($0) ? $0 : nil } ?? 30
  }

  func document(_ json: JSON, limits: SceneLimits) throws(SceneFileError) -> LottieDocument {
    let root = LottieNode(json, at: LottiePath())
    guard json.object != nil, let layers = root["layers"], layers.json.array != nil else {
      throw malformed("no Lottie document; expected an object with 'layers'", at: root.path)
    }
    guard let width = root.numeral("w"), let height = root.numeral("h") else {
      throw malformed("expected 'w', the width, and 'h', the height", at: root.path)
    }
    for side in [width, height] where !(side > 0 && side <= limits.documentSide) {
      throw malformed(
        String(
          format: "a composition of %gx%g points; expected sides above 0, and at most %g", width, height,
          limits.documentSide), at: root.path)
    }
    let frameRate = Self.frameRate(of: root)
    if frameRate != root.numeral("fr") {
      note(
        String(
          format: "%g frames a second, 'fr'; expected 0.001 to 1000, %g are taken", root.numeral("fr") ?? 0, frameRate),
        at: root.path)
    }
    let inPoint = root.numeral("ip") ?? 0
    var outPoint = root.numeral("op") ?? inPoint
    guard outPoint - inPoint <= 10_000_000, abs(inPoint) <= 10_000_000 else {
      throw tooLarge(
        String(format: "the film runs from frame %g to %g; expected 10000000 frames at most", inPoint, outPoint),
        at: root.path)
    }
    if outPoint <= inPoint {
      note(
        String(format: "the film runs from frame %g, 'ip', to %g, 'op'; its first frame is shown", inPoint, outPoint),
        at: root.path)
      outPoint = inPoint + 1
    }
    return try LottieDocument(
      size: CGSize(width: width, height: height), frameRate: frameRate, inPoint: inPoint, outPoint: outPoint,
      layers: self.layers(layers.elements), assets: assets(root), fonts: fonts(root), characters: characters(root),
      markers: markers(root, inPoint: inPoint, frameRate: frameRate))
  }

  private func assets(_ root: LottieNode) throws(SceneFileError) -> [String: LottieAsset] {
    var assets: [String: LottieAsset] = [:]
    for item in root.elements("assets") {
      guard let id = item.string("id") else { continue }
      if item["layers"] != nil {
        assets[id] = try .composition(layers(item.elements("layers")))
      } else if let name = item.string("p") {
        let file = LottieFile(folder: item.string("u") ?? "", name: name, path: item.path)
        let size = CGSize(width: item.number("w") ?? 0, height: item.number("h") ?? 0)
        assets[id] =
          item["w"] == nil && item["h"] == nil
          ? .sound(file)
          : .image(
            size: size, file: file, placing: item.string("pr").flatMap(LottieImagePlacing.init(preserveAspectRatio:)))
      }
    }
    return assets
  }

  func fonts(_ root: LottieNode) -> [String: LottieFont] {
    var fonts: [String: LottieFont] = [:]
    for item in root["fonts"]?.elements("list") ?? [] {
      guard let name = item.string("fName") else { continue }
      let file = item.string("fPath").flatMap { $0.isEmpty ? nil : LottieFile(folder: "", name: $0, path: item.path) }
      fonts[name] = LottieFont(
        name: name, family: item.string("fFamily") ?? name, style: item.string("fStyle") ?? "Regular",
        ascent: item.number("ascent"), weight: item.string("fWeight").flatMap(Double.init) ?? item.number("fWeight"),
        file: file)
    }
    return fonts
  }

  func characters(_ root: LottieNode) throws(SceneFileError) -> [LottieCharacter.Key: LottieCharacter] {
    var characters: [LottieCharacter.Key: LottieCharacter] = [:]
    for item in root.elements("chars") {
      guard let character = item.string("ch") else { continue }
      let key = LottieCharacter.Key(
        character: character, family: item.string("fFamily") ?? "", style: item.string("style") ?? "")
      characters[key] = try LottieCharacter(
        shapes: shapes(item["data"]?.elements("shapes") ?? []), advance: item.number("w") ?? 0)
    }
    return characters
  }

  private func markers(_ root: LottieNode, inPoint: Double, frameRate: Double) -> [SceneMarker] {
    root.elements("markers").compactMap { item in
      guard let name = item.string("cm"), let time = item.number("tm") else { return nil }
      return SceneMarker(
        name: name.trimmingCharacters(in: .whitespacesAndNewlines), time: (time - inPoint) / frameRate,
        duration: max(item.number("dr") ?? 0, 0) / frameRate)
    }
  }
}

/// The place of an image in a rectangle: an asset's `pr`, in SVG's `preserveAspectRatio`; default `xMidYMid slice`.
struct LottieImagePlacing: Equatable {
  var fit = SceneImageFit.cover
  /// The alignment, 0 at the left and top edges, 1 at the others.
  var x: CGFloat = 0.5
  var y: CGFloat = 0.5

  init(_ fit: SceneImageFit) { self.fit = fit }

  /// Reads SVG's words; returns nil for others.
  init?(preserveAspectRatio text: String) {
    let words = text.split(separator: " ")
    if words == ["none"] {
      fit = .fill
      return
    }
    let places: [String: CGFloat] = ["Min": 0, "Mid": 0.5, "Max": 1]
    guard (1...2).contains(words.count), words[0].count == 8, words[0].hasPrefix("x"),
      let x = places[String(words[0].dropFirst().prefix(3))], words[0].dropFirst(4).hasPrefix("Y"),
      let y = places[String(words[0].suffix(3))]
    else { return nil }
    switch words.count > 1 ? words[1] : "meet" {
    case "meet": fit = .contain
    case "slice": fit = .cover
    default: return nil
    }
    (self.x, self.y) = (x, y)
  }

  /// Returns the visible part of an image, in units of its size, and its frame in a rectangle at the origin.
  func placed(_ image: CGSize, in size: CGSize) -> (part: CGRect, frame: CGRect) {
    let (whole, all) = (CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(origin: .zero, size: size))
    guard fit != .fill, image.width > 0, image.height > 0, size.width > 0, size.height > 0 else { return (whole, all) }
    let (across, down) = (size.width / image.width, size.height / image.height)
    if fit == .cover {
      let scale = max(across, down)
      let part = CGSize(width: across / scale, height: down / scale)
      return (CGRect(origin: CGPoint(x: (1 - part.width) * x, y: (1 - part.height) * y), size: part), all)
    }
    let scale = min(across, down)
    let shown = CGSize(width: image.width * scale, height: image.height * scale)
    let origin = CGPoint(x: (size.width - shown.width) * x, y: (size.height - shown.height) * y)
    return (whole, CGRect(origin: origin, size: shown))
  }
}
