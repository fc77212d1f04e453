// The same replacements for scenes that are no Lottie documents: by the names of layers.

import CoreGraphics
import Foundation
import QuartzCore

extension LottieReplacements {
  /// Puts texts into text layers, images into layers as their contents, and colours where `LAYER.keyPath` says.
  ///
  /// - Parameter path: the scene's file, for errors.
  /// - Throws: `unknownName` for what the scene does not have, slots among it, and what is wrong with images.
  package func apply(to scene: Scene, path: String, limits: SceneLimits) throws(SceneFileError) {
    if let slot = slots.keys.sorted().first {
      throw SceneFileError.unknownName(slot, "slot", among: [], file: path)
    }
    guard !hasFits else { throw SceneFileError(.unsupported, file: path, Self.fitsAreForLottie) }
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      try set(.string(text), keyPath: "string", of: name, in: scene, path: path)
    }
    let budget = ImageBudget(limit: limits.imageBytes - scene.imageBytes)
    let decoder = SceneImageDecoder(budget: budget, notes: NoteCollector())
    for (name, url) in images.sorted(by: { $0.key < $1.key }) {
      let bytes = try FileBytes.read(url.path, as: url.path, limit: limits.entryBytes)
      let image = try decoder.decode(bytes, as: url.path, from: SourceLocation(file: url.path))
      try set(.image(image), keyPath: "contents", of: name, in: scene, path: path)
    }
    for (keyPath, color) in colors {
      guard let place = LayerPath.all(in: keyPath).first(where: { !scene.layers(at: $0).isEmpty }) else {
        throw SceneFileError(
          .unknownName, file: path, "no layer and key path '\(keyPath.excerpt)'; expected LAYER.backgroundColor")
      }
      try set(.color(color), keyPath: place.keyPath, of: place.name, in: scene, path: path)
    }
  }

  /// What is said of fits in a CAML document, whose layers say it themselves.
  static let fitsAreForLottie =
    "how texts and images fit is for Lottie files; here a layer's 'wrapped', 'truncationMode', 'contentsGravity' say"

  private func set(
    _ value: AnimatableValue, keyPath: String, of name: String, in scene: Scene, path: String
  ) throws(SceneFileError) {
    let layers = scene.layers(at: LayerPath(name: name, keyPath: keyPath))
    guard !layers.isEmpty else {
      let known = scene.rootLayer.names { LayerSchema.kind(ofKeyPath: keyPath, of: $0) != nil }
      throw SceneFileError.unknownName(name, "layer with '\(keyPath)'", among: known, file: path)
    }
    for layer in layers { layer.setValue(value, atKeyPath: keyPath) }
  }
}

extension Scene {
  /// The layers of a name that have a property.
  func layers(at path: LayerPath) -> [CALayer] {
    rootLayer.layers(named: path.name).filter { LayerSchema.kind(ofKeyPath: path.keyPath, of: $0) != nil }
  }
}

extension CALayer {
  /// The layers of the tree that have a name, masks not included.
  func layers(named name: String) -> [CALayer] {
    (self.name == name ? [self] : []) + (sublayers ?? []).flatMap { $0.layers(named: name) }
  }

  /// The names of the tree's layers that are as asked.
  func names(where isAsked: (CALayer) -> Bool) -> [String] {
    (isAsked(self) ? [name].compactMap { $0 } : []) + (sublayers ?? []).flatMap { $0.names(where: isAsked) }
  }
}
