import Documents
import Foundation

extension SceneReplacements {
  /// Puts the replacements, and the values of slots, into a document.
  ///
  /// - Parameters:
  ///   - theme: a theme, whose slots' values lie below those of the replacements.
  ///   - file: the name used in errors.
  /// - Returns: the files that stand for images.
  /// - Throws: `unknownName` for a replacement that matches nothing, `unsuitableValue` for one that does not fit.
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

  /// Throws for what is said of a text or an image that the document does not have.
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

  /// Throws for a film in a layer that the document does not have, or that shows no picture.
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
  /// Changes the layers of a Lottie document and of its compositions.
  mutating func changeLottieLayers(_ body: (inout JSON) -> Void) {
    change("layers") { $0.changeElements(body) }
    change("assets") { assets in assets.changeElements { $0.change("layers") { $0.changeElements(body) } } }
  }

  /// The layers of a Lottie document and of its compositions.
  var lottieLayers: [JSON] {
    ([self["layers"]] + (self["assets"]?.array ?? []).map { $0["layers"] }).flatMap { $0?.array ?? [] }
  }

  /// The key paths of a Lottie document's colours, each from its own composition on, sorted.
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
}
