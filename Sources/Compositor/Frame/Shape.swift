// Drawing shapes: fill, then stroke, each as a rectangle, a ring, or a tile of coverage that is drawn as an image on
// whole pixels. The tile is painted with the colour, both tiles as one picture; copies and large tiles are tinted.

import Coverage
import QuartzCore

extension FrameBuilder {
  /// Decides how each shape of the scene is drawn, and rasterises the tiles that are new.
  func prepareShapes(_ tree: RenderTree) {
    shapeParts.removeAll(keepingCapacity: true)
    shapeIndices.removeAll(keepingCapacity: true)
    guard !tree.shapes.isEmpty else { return }
    for layer in scene.layers {
      guard !layer.draws.isDisjoint(with: .shape), let look = tree.shapes[layer.slot] else {
        shapeIndices.append(-1)
        continue
      }
      shapeIndices.append(Int32(shapeParts.count))
      var parts = ShapeParts()
      if look.isFilled {
        parts.fill = ShapePart(filling: look, layer.toPixels) ?? tile(look, .fill(look.fillRule), layer)
      }
      if look.isStroked {
        parts.stroke = ShapePart(stroking: look, layer.toPixels) ?? tile(look, .stroke(look.stroke), layer)
      }
      shapeParts.append(parts)
    }
    shapeTiles.rasterize(&pictures)
    if builder.options.painting { paintShapes(tree) }
  }

  /// Decides which tiles are painted with their colours.
  private func paintShapes(_ tree: RenderTree) {
    /// The end of the subtree whose layers' parts are translucent one by one.
    var translucentEnd = 0
    for (index, layer) in scene.layers.enumerated() {
      if layer.opacity < 1 || layer.transition >= 0 || layer.space >= 0 {
        translucentEnd = max(translucentEnd, Int(layer.end))
      }
      guard shapeIndices[index] >= 0, layer.isDrawnOnce, let look = tree.shapes[layer.slot] else { continue }
      let place = Int(shapeIndices[index])
      shapeParts[place] = painted(
        shapeParts[place], look, isGroup: index >= translucentEnd || layer.reasons.contains(.groupOpacity))
    }
  }

  /// The parts of a shape with their tiles painted.
  ///
  /// - Parameter isGroup: whether both parts together are drawn opaque, so that they can be one picture.
  private func painted(_ parts: ShapeParts, _ look: ShapeLook, isGroup: Bool) -> ShapeParts {
    var parts = parts
    if isGroup, case .tile(let fill, let x, let y) = parts.fill, case .tile(let stroke, x, y) = parts.stroke,
      let number = paintedTiles.number(
        of: (shapeTiles[fill], look.fillColor), under: (shapeTiles[stroke], look.strokeColor))
    {
      return ShapeParts(fill: .painted(number, x: x, y: y))
    }
    func painted(_ part: ShapePart, _ color: SIMD4<Float>) -> ShapePart {
      guard case .tile(let tile, let x, let y) = part,
        let number = paintedTiles.number(of: (shapeTiles[tile], color))
      else { return part }
      return .painted(number, x: x, y: y)
    }
    parts.fill = painted(parts.fill, look.fillColor)
    parts.stroke = painted(parts.stroke, look.strokeColor)
    return parts
  }

  private func tile(_ look: ShapeLook, _ paint: ShapePaint, _ layer: FlatLayer) -> ShapePart {
    guard
      let (key, x, y) = ShapeTileKey.make(
        look.path, paint, layer.toPixels, area: look.area, visible: layer.bounds)
    else { return .nothing }
    return .tile(shapeTiles.number(of: key), x: x, y: y)
  }

  /// Draws the shape of a layer.
  func drawShape(_ index: Int, _ look: ShapeLook, opacity: Float, _ clip: Clip) {
    let parts = shapeParts[Int(shapeIndices[index])]
    draw(parts.fill, look.fillColor, opacity, clip)
    draw(parts.stroke, look.strokeColor, opacity, clip)
  }

  private func draw(_ part: ShapePart, _ color: SIMD4<Float>, _ opacity: Float, _ clip: Clip) {
    switch part {
    case .nothing: return
    case .rectangle(let rectangle): builder.fill(rectangle, Paint(color: color * opacity), clip)
    case .ring(let rectangle, let width): builder.stroke(rectangle, width: width, color: color * opacity, clip)
    case .tile(let number, let x, let y): draw(shapeTiles[number], x, y, color * opacity, clip)
    case .painted(let number, let x, let y): draw(paintedTiles[number], x, y, .one * opacity, clip)
    }
  }

  /// Draws a tile pixel by pixel, moved by whole pixels.
  func draw(_ tile: PackedTile, _ x: Int, _ y: Int, _ color: SIMD4<Float>, _ clip: Clip) {
    guard let page = tile.page else { return }
    let place = tile.box.moved(byX: x, y: y)
    let box = Box(Double(place.minX), Double(place.minY), Double(place.maxX), Double(place.maxY))
    var paint = Paint(color: color, texture: builder.texture(of: page, .nearest))
    let (width, height) = (Double(page.width), Double(page.height))
    paint.textureMap = TextureMap(
      box,
      to: Box(
        Double(tile.x) / width, Double(tile.y) / height, (Double(tile.x) + box.width) / width,
        (Double(tile.y) + box.height) / height))
    paint.textureIsOpaque = false
    builder.fill(Rectangle(box: box, toPixels: .identity, edges: []), paint, clip)
  }
}

extension FlatLayer {
  /// Whether the layer is neither a replicator's copy nor tinted by one: copies share their coverage.
  var isDrawnOnce: Bool { copy == 0 && tint < 0 }
}
