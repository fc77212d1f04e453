import CoreGraphics
import Documents
import Foundation

extension SceneReplacements {
  /// Applies the replacements, and under them a theme's values of slots, to a document. Returns the files of images.
  /// Throws `unknownName` for a replacement that matches nothing, `unsuitableValue` for one that does not fit.
  func apply(
    to document: inout JSON, theme: LottieTheme? = nil, file: String
  ) throws(SceneFileError) -> LottieReplacedFiles {
    if let path = values.first?.keyPath {
      throw SceneFileError(
        .unknownName, file: file,
        "'\(path.excerpt)': a Lottie file's layers have no key paths; expected color:KEYPATH")
    }
    var files = LottieReplacedFiles()
    var slots = LottieSlots(document)
    for (id, value) in theme?.slots ?? [:] { slots.override(id, with: value) }
    for (id, value) in self.slots.sorted(by: { $0.key < $1.key }) {
      let written = slotFiles[id] ?? .asWritten
      try slots.replace(id, by: value, written: written, in: document, files: &files, file: file)
    }
    slots.apply(to: &document)
    for (id, url) in images.sorted(by: { $0.key < $1.key }) {
      try replaceImage(id, by: files.name(of: url), in: &document, file: file)
    }
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      try replaceText(name, by: text, in: &document, file: file)
    }
    for (keyPath, color) in colors {
      guard let path = LottieKeyPath(keyPath) else {
        throw SceneFileError(
          .unsuitableValue, file: file, "'\(keyPath.excerpt)' is no key path; expected 1 to 62 names with dots")
      }
      var replacing = LottieColorReplacing(path, color)
      replacing.apply(to: &document)
      guard replacing.matches > 0 else {
        throw SceneFileError.unknownName(keyPath, "colour", among: document.lottieColorPaths, file: file)
      }
    }
    try checkFits(in: document, file: file)
    try checkClips(in: document, file: file)
    return files
  }

  private func checkFits(in document: JSON, file: String) throws(SceneFileError) {
    guard !textFits.isEmpty || !imageFits.isEmpty else { return }
    let names = SceneNames(lottie: document)
    for (wanted, known, noun) in [
      (textFits.keys.sorted(), names.texts, "text layer"),
      (imageFits.keys.sorted(), names.images.union(clips.keys), "image"),
    ] {
      if let name = wanted.first(where: { !known.contains($0) }) {
        throw SceneFileError.unknownName(name, noun, among: known.sorted(), file: file)
      }
    }
  }

  /// Throws for a film in a layer that the document lacks, or that shows no picture.
  private func checkClips(in document: JSON, file: String) throws(SceneFileError) {
    guard !clips.isEmpty else { return }
    var known: Set<String> = []
    for layer in document.lottieLayers where [0, 1, 2, 9].contains(layer["ty"]?.number) {
      if let name = layer["nm"]?.string { known.insert(name) }
    }
    if let name = clips.keys.sorted().first(where: { !known.contains($0) }) {
      throw SceneFileError.unknownName(
        name, "layer of an image, a solid or a composition", among: known.sorted(), file: file)
    }
  }

  private func replaceImage(
    _ id: String, by name: String, in document: inout JSON, file: String
  ) throws(SceneFileError) {
    var (known, found): ([String], Bool) = ([], false)
    document.change("assets") { assets in
      assets.changeElements { asset in
        guard let own = asset["id"]?.string, asset.isLottieImage else { return }
        known.append(own)
        guard own == id else { return }
        found = true
        asset.set("u", .string(""))
        asset.set("p", .string(name))
        asset.set("e", .number(0))
      }
    }
    if !found { throw SceneFileError.unknownName(id, "image", among: known, file: file) }
  }

  private func replaceText(
    _ name: String, by text: String, in document: inout JSON, file: String
  ) throws(SceneFileError) {
    var (known, found): ([String], Bool) = ([], false)
    document.changeLottieLayers { layer in
      guard layer["ty"]?.number == 5, let own = layer["nm"]?.string else { return }
      known.append(own)
      guard own == name else { return }
      found = true
      layer.change("t") { content in
        content.change("d") { document in
          document.set("x", nil)
          document.change("k") { keys in keys.changeElements { $0.change("s") { $0.set("t", .string(text)) } } }
        }
      }
    }
    if !found { throw SceneFileError.unknownName(name, "text layer", among: known, file: file) }
  }
}

// MARK: - What a document has

extension JSON {
  /// Changes all layers of a Lottie document and of its compositions.
  mutating func changeLottieLayers(_ body: (inout JSON) -> Void) {
    change("layers") { $0.changeElements(body) }
    change("assets") { assets in assets.changeElements { $0.change("layers") { $0.changeElements(body) } } }
  }

  var lottieLayers: [JSON] {
    ([self["layers"]] + (self["assets"]?.array ?? []).map { $0["layers"] }).flatMap { $0?.array ?? [] }
  }

  /// The key paths of a Lottie document's colours, each relative to its own composition, sorted.
  var lottieColorPaths: [String] {
    var paths: Set<String> = []
    func add(_ items: JSON?, under parent: String) {
      for item in items?.array ?? [] {
        let path = "\(parent).\(item["nm"]?.string ?? "")"
        switch item["ty"]?.string {
        case "gr": add(item["it"], under: path)
        case "fl", "st": paths.insert(path)
        default: break
        }
      }
    }
    let compositions = [self["layers"]] + (self["assets"]?.array ?? []).map { $0["layers"] }
    for (index, layers) in compositions.enumerated() {
      for layer in layers?.array ?? [] {
        let path = (index > 0 ? "**." : "") + (layer["nm"]?.string ?? "")
        if layer["ty"]?.number == 1 || layer["ty"]?.number == 5 { paths.insert(path) }
        add(layer["shapes"], under: path)
        for effect in layer["ef"]?.array ?? [] {
          for value in effect["ef"]?.array ?? [] where value["ty"]?.number == 2 {
            paths.insert("\(path).\(effect["nm"]?.string ?? "").\(value["nm"]?.string ?? "")")
          }
        }
      }
    }
    return paths.sorted()
  }

  /// Whether an asset is an image, instead of a composition or a sound.
  var isLottieImage: Bool {
    self["p"]?.string != nil && self["layers"] == nil && (self["w"] != nil || self["h"] != nil)
  }
}

/// A key path to colours: names with dots between, `*` for one and `**` for any number. A place is the set of the
/// numbers of names that may be matched so far, several by `**`: bit `n` stands for the first `n`.
struct LottieKeyPath {
  typealias Place = UInt64

  private let parts: [String]

  /// Parses a path; returns nil if it is empty or has more than 62 names.
  init?(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard 1...62 ~= parts.count, !text.isEmpty else { return nil }
  }

  var start: Place { closure(of: 1) }

  /// Returns the place after one more name, which may contain dots.
  func advance(_ place: Place, by name: String) -> Place {
    guard place != 0 else { return 0 }
    let names = name.split(separator: ".", omittingEmptySubsequences: false)
    var next: Place = 0
    for position in parts.indices where place >> Place(position) & 1 == 1 {
      switch parts[position] {
      case "**": next |= 1 << Place(position)
      case "*": next |= 1 << Place(position + 1)
      default:
        let end = position + names.count
        if end <= parts.count, zip(parts[position..<end], names).allSatisfy({ $0 == $1 }) { next |= 1 << Place(end) }
      }
    }
    return closure(of: next)
  }

  /// Whether the place ends the path, or a name `Color` does.
  func isColor(_ place: Place) -> Bool { isEnd(place) || isEnd(advance(place, by: "Color")) }

  private func isEnd(_ place: Place) -> Bool { place >> Place(parts.count) & 1 == 1 }

  /// Returns the place with those that `**` reaches without a name.
  private func closure(of place: Place) -> Place {
    var place = place
    for (position, part) in parts.enumerated() where part == "**" && place >> Place(position) & 1 == 1 {
      place |= 1 << Place(position + 1)
    }
    return place
  }
}

extension SceneNames {
  /// Collects the names of all parts of a Lottie document that can be replaced.
  init(lottie document: JSON) {
    self.init()
    for layer in document.lottieLayers where layer["ty"]?.number == 5 {
      if let name = layer["nm"]?.string { texts.insert(name) }
    }
    for asset in document["assets"]?.array ?? [] {
      if let id = asset["id"]?.string, asset.isLottieImage { images.insert(id) }
    }
    slots = LottieSlots.ids(in: document)
    hasColor = { name in
      guard let path = LottieKeyPath(name) else { return false }
      var (replacing, copy) = (LottieColorReplacing(path, .black), document)
      replacing.apply(to: &copy)
      return replacing.matches > 0
    }
  }
}

/// The user's files that replace the document's, by placeholder names.
struct LottieReplacedFiles {
  private(set) var urls: [String: URL] = [:]

  /// The beginning of placeholder names, which no file has, as it is an address without a known scheme.
  private static let prefix = "replaced-by:"

  /// Returns the placeholder name of a file, always the same.
  mutating func name(of url: URL) -> String {
    let name = Self.prefix + url.path
    urls[name] = url
    return name
  }

  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) }
}

/// The user's files by placeholder names, and the document's own files.
struct ReplacedLottieFiles: LottieResources {
  let base: any LottieResources
  let files: [String: URL]
  let limits: SceneLimits

  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    guard let url = files[name] else { return try base.file(kind, folder: folder, name: name, from: location) }
    if kind == .image, FilmSignature.isFilm(url) { return LottieResource(film: url) }
    return LottieResource(name: url.path, bytes: try FileBytes.read(url.path, as: url.path, limit: limits.entryBytes))
  }
}
