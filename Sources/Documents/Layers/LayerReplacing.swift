import CoreGraphics
import Foundation
package import QuartzCore

/// Sets a caller's values as properties of a tree's layers, by the layers' names.
package struct LayerReplacing {
  private let root: CALayer
  /// The scene's file, for errors.
  private let path: String
  private let decoder: SceneImageDecoder
  private let limits: SceneLimits

  package init(root: CALayer, path: String, decoder: SceneImageDecoder, limits: SceneLimits) {
    (self.root, self.path, self.decoder, self.limits) = (root, path, decoder, limits)
  }

  /// Sets texts of text layers, images as layers' contents, colours and values at `LAYER.keyPath`. Returns the films
  /// among the images. Throws `unknownName` for names that the tree lacks, slots included; and errors of values and
  /// images.
  package func apply(_ replacements: SceneReplacements) throws(SceneFileError) -> [SceneClip] {
    var clips: [SceneClip] = []
    if let slot = replacements.slots.keys.min() {
      throw SceneFileError.unknownName(slot, "slot", among: [], file: path)
    }
    guard !replacements.hasFits else {
      throw SceneFileError(
        .unsupported, file: path,
        "how texts and images fit is for Lottie files; here 'wrapped', 'truncationMode', 'contentsGravity' say")
    }
    for (name, text) in replacements.texts.sorted(by: { $0.key < $1.key }) {
      try set(.string(text), "string", of: name)
    }
    for (name, url) in replacements.images.sorted(by: { $0.key < $1.key }) {
      if FilmSignature.isFilm(url) {
        clips += try root.clips(of: SceneClipFile(looping: url), in: name, file: path)
      } else {
        try set(.image(image(url)), "contents", of: name)
      }
    }
    for (name, file) in replacements.clips.sorted(by: { $0.key < $1.key }) {
      clips += try root.clips(of: file, in: name, file: path)
    }
    for (keyPath, color) in replacements.colors {
      let place = try place(keyPath)
      for layer in root.layers(at: place) {
        guard LayerSchema.kind(ofKeyPath: place.keyPath, of: layer) == .color else {
          throw SceneFileError(.unsuitableValue, file: path, "'\(keyPath.excerpt)' is no colour; expected one")
        }
        layer.setValue(.color(color), atKeyPath: place.keyPath)
      }
    }
    for (keyPath, value) in replacements.values {
      let place = try place(keyPath)
      for layer in root.layers(at: place) {
        if place.keyPath == "contents", !value.text.isEmpty,
          case let file = try value.file.url(of: value.text, in: path), FilmSignature.isFilm(file)
        {
          clips.append(SceneClip(SceneClipFile(looping: file), in: layer))
        } else {
          try set(value, place.keyPath, of: layer)
        }
      }
    }
    return clips
  }

  private func set(_ value: AnimatableValue, _ keyPath: String, of name: String) throws(SceneFileError) {
    let layers = root.layers(at: LayerPath(name: name, keyPath: keyPath))
    guard !layers.isEmpty else {
      let known = root.names { LayerSchema.kind(ofKeyPath: keyPath, of: $0) != nil }
      throw SceneFileError.unknownName(name, "layer with '\(keyPath)'", among: known, file: path)
    }
    for layer in layers { layer.setValue(value, atKeyPath: keyPath) }
  }

  /// Sets a written value. An empty text is a value for texts alone.
  private func set(_ value: WrittenValue, _ keyPath: String, of layer: CALayer) throws(SceneFileError) {
    guard let kind = LayerSchema.kind(ofKeyPath: keyPath, of: layer), kind == .string || !value.text.isEmpty else {
      return
    }
    switch (kind, value.color) {
    case (.color, let color?): layer.setValue(.color(color), atKeyPath: keyPath)
    case (.image, _): layer.setValue(.image(try image(value.file.url(of: value.text, in: path))), atKeyPath: keyPath)
    default:
      do throws(ValueProblem) {
        layer.setValue(try kind.read(value.text, limit: limits.coordinate), atKeyPath: keyPath)
      } catch {
        throw SceneFileError(.unsuitableValue, file: path, error.message)
      }
    }
  }

  /// Returns the place of a key path: the one with the longest name of a layer that has such a property.
  private func place(_ keyPath: String) throws(SceneFileError) -> LayerPath {
    let candidates = LayerPath.all(in: keyPath)
    if let place = candidates.first(where: { !root.layers(at: $0).isEmpty }) { return place }
    let missing = candidates.last.map { "no layer '\($0.name.excerpt)' with '\($0.keyPath.excerpt)'" }
    throw SceneFileError(
      .unknownName, file: path,
      missing ?? "'\(keyPath.excerpt)' names no layer and property; expected LAYER.backgroundColor")
  }

  private func image(_ url: URL) throws(SceneFileError) -> CGImage {
    let bytes = try FileBytes.read(url.path, as: url.path, limit: limits.entryBytes)
    return try decoder.decode(bytes, as: url.path, from: SourceLocation(file: url.path))
  }
}

package struct LayerPath {
  package let name: String
  package let keyPath: String

  /// Returns all readings of a text, as names may contain dots, those with the longest names first.
  package static func all(in text: String) -> [LayerPath] {
    text.indices.reversed().filter { text[$0] == "." && $0 > text.startIndex }.map {
      LayerPath(name: String(text[..<$0]), keyPath: String(text[text.index(after: $0)...]))
    }
  }
}

extension CALayer {
  /// The names of parts that can be replaced. A bare name is that of a text layer or of a layer with an image.
  package var replaceableNames: SceneNames {
    var names = SceneNames()
    forEachInTree(masks: false) { layer in
      guard let name = layer.name, !names.texts.contains(name), !names.images.contains(name) else { return }
      if let text = layer as? CATextLayer {
        names.texts.insert(name)
        names.defaults[name] = text.string as? String
      } else {
        names.images.insert(name)
      }
    }
    names.hasValue = { text in LayerPath.all(in: text).contains { !self.layers(at: $0).isEmpty } }
    return names
  }

  package func layers(at path: LayerPath) -> [CALayer] {
    layers(named: path.name).filter { LayerSchema.kind(ofKeyPath: path.keyPath, of: $0) != nil }
  }

  /// Returns the names of the tree's layers that satisfy the condition.
  fileprivate func names(where isAsked: (CALayer) -> Bool) -> [String] {
    var names: [String] = []
    forEachInTree(masks: false) { if isAsked($0), let name = $0.name { names.append(name) } }
    return names
  }
}
