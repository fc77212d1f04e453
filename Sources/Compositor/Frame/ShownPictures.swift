/// The pictures that the layers of a scene show, by the layers' indices: found for all layers before the first is
/// drawn, so that the new ones are made together.
struct ShownPictures {
  /// The drawn parts of the shapes.
  var parts: [ShapeParts] = []
  /// The index of each layer's shape parts, or -1; empty without shapes.
  private var shapes: [Int32] = []
  /// The number of each layer's text, or -1; empty without texts.
  var texts: [Int32] = []
  /// The number of the painting of each layer's text, or -1; empty if no text is painted.
  var paintings: [Int32] = []

  /// Returns the index of the parts of a layer's shape; nil if it has none.
  func shape(of layer: Int) -> Int? { shapes.isEmpty || shapes[layer] < 0 ? nil : Int(shapes[layer]) }

  /// Returns the parts of a layer's shape; nil if it has none.
  func shapeParts(of layer: Int) -> ShapeParts? { shape(of: layer).map { parts[$0] } }

  mutating func addShape(_ shape: ShapeParts?) {
    shapes.append(shape == nil ? -1 : Int32(parts.count))
    if let shape { parts.append(shape) }
  }

  mutating func removeShapes() {
    parts.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
  }

  mutating func removeTexts() {
    texts.removeAll(keepingCapacity: true)
    paintings.removeAll(keepingCapacity: true)
  }
}
