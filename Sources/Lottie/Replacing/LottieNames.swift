// The names in a document that something can be put in the place of.

import CoreGraphics
import Documents

extension SceneNames {
  /// Collects the names of everything in a Lottie document that can be replaced.
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

extension JSON {
  /// Whether an asset is an image, and no composition and no sound.
  var isLottieImage: Bool {
    self["p"]?.string != nil && self["layers"] == nil && (self["w"] != nil || self["h"] != nil)
  }
}
