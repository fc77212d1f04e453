// The surface plan: from back to front over the flat scene, which subtrees cannot be drawn straight into their target.
//
// A translucent group needs a surface only where parts of it overlap; otherwise its opacity multiplies into each part
// and the picture is the same. Clips were judged while flattening.

extension FlatScene {
  /// Sets every layer's `subtreeBounds`, and completes its reasons.
  mutating func planSurfaces(_ looks: [LayerLook]) {
    for index in layers.indices.reversed() {
      var bounds = layers[index].bounds
      var child = index + 1
      while child < Int(layers[index].end) {
        bounds = bounds.union(layers[child].subtreeBounds)
        child = Int(layers[child].end)
      }
      layers[index].subtreeBounds = bounds
      let look = looks[Int(layers[index].slot)]
      if look.opacity < 1, look.flags.contains(.groupOpacity), partsOverlap(index, looks) {
        layers[index].reasons.insert(.groupOpacity)
      }
    }
  }

  /// Whether any two drawn parts of a subtree overlap, by bounding boxes. Subtrees of many parts are taken to overlap:
  /// comparing all pairs would cost more than it could save.
  private func partsOverlap(_ index: Int, _ looks: [LayerLook]) -> Bool {
    let limit = 16
    var parts: InlineArray<16, Box> = .init(repeating: .empty)
    var count = 0
    for layer in layers[index..<Int(layers[index].end)] where !layer.draws.isEmpty {
      // The parts of one layer lie over each other.
      if layer.draws.rawValue.nonzeroBitCount > 1 { return true }
      for other in 0..<count where parts[other].intersects(layer.bounds) { return true }
      guard count < limit else { return true }
      parts[count] = layer.bounds
      count += 1
    }
    return false
  }
}
