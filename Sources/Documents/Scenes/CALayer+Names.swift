// The layers of a tree by their names.

package import QuartzCore

extension CALayer {
  /// The layers of the tree that have a name, masks not included.
  package func layers(named name: String) -> [CALayer] {
    var found: [CALayer] = []
    forEachInTree(masks: false) { if $0.name == name { found.append($0) } }
    return found
  }

  /// Returns the user's film in each layer of a name.
  ///
  /// - Parameter file: the scene's file, for the error.
  /// - Throws: `unknownName` where no layer has the name.
  package func clips(
    of clip: SceneClipFile, in name: String, file: String
  ) throws(SceneFileError) -> [SceneClip] {
    let layers = layers(named: name)
    guard !layers.isEmpty else {
      var names: [String] = []
      forEachInTree(masks: false) { if let own = $0.name, $0 !== self { names.append(own) } }
      throw SceneFileError.unknownName(name, "layer", among: names, file: file)
    }
    return layers.map { SceneClip(clip, in: $0) }
  }
}
