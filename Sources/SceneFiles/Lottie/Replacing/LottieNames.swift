// The names in a document that something can be put in the place of.

import CoreGraphics

/// What a Lottie document has that can be replaced.
struct LottieNames {
  let texts: Set<String>
  let images: Set<String>
  let slots: Set<String>
  private let document: JSON

  init(_ document: JSON) {
    var (texts, images): (Set<String>, Set<String>) = ([], [])
    for layers in [document["layers"]] + (document["assets"]?.array ?? []).map({ $0["layers"] }) {
      for layer in layers?.array ?? [] where layer["ty"]?.number == 5 {
        if let name = layer["nm"]?.string { texts.insert(name) }
      }
    }
    for asset in document["assets"]?.array ?? [] {
      if let id = asset["id"]?.string, asset.isLottieImage { images.insert(id) }
    }
    (self.texts, self.images, self.document) = (texts, images, document)
    slots = LottieSlots.ids(in: document)
  }

  /// What a bare name means.
  func target(of name: String) -> DataBinding.Target? {
    if texts.contains(name) { return .text(name) }
    if images.contains(name) { return .image(name) }
    if slots.contains(name) { return .slot(name) }
    guard let path = LottieKeyPath(name) else { return nil }
    var replacing = LottieColorReplacing(path, .black)
    var copy = document
    replacing.apply(to: &copy)
    return replacing.matches > 0 ? .color(name) : nil
  }
}

extension JSON {
  /// Whether an asset is an image, and no composition and no sound.
  var isLottieImage: Bool {
    self["p"]?.string != nil && self["layers"] == nil && (self["w"] != nil || self["h"] != nil)
  }
}
