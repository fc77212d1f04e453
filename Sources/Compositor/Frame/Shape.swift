// Drawing shapes: fill, then stroke, each as a rectangle, a ring, or a tile of coverage that is drawn as an image,
// tinted with the colour, on whole pixels.

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
    draw(parts.fill, look.fillColor * opacity, clip)
    draw(parts.stroke, look.strokeColor * opacity, clip)
  }

  private func draw(_ part: ShapePart, _ color: SIMD4<Float>, _ clip: Clip) {
    switch part {
    case .nothing: return
    case .rectangle(let rectangle): builder.fill(rectangle, Paint(color: color), clip)
    case .ring(let rectangle, let width): builder.stroke(rectangle, width: width, color: color, clip)
    case .tile(let number, let x, let y):
      let tile = shapeTiles[number]
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
}
