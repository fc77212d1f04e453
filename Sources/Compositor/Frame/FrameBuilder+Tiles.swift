import CoreGraphics
import QuartzCore

extension FrameBuilder {
  /// Draws the visible tiles of a layer, inside its bounds, side by side like the cells of an image; missing ones are
  /// made. Neighbours share their edges: a pixel there belongs to the tile of its centre.
  func drawTiles(of drawn: LayerDraw) {
    let (layer, look, tree) = (drawn.layer, drawn.look, drawn.tree)
    guard let tiles = tree.tiles[layer.slot] else { return }
    let clip = scene.clip(inside: layer, look)
    let plan = TilePlan(tiles, bounds: look.bounds, toPixels: layer.toPixels, clip: clip.box)
    let style = TileStyle(isOpaque: tiles.isOpaque, isGray: tiles.isGray, isYDown: layer.firstRowAtMinY)
    let pictures = tiles.source.pictures(of: plan.tiles, style, at: tree.sampledTime)
    for (tile, picture) in zip(plan.tiles, pictures) {
      if picture.isNew { self.pictures.tiles.made += 1 } else { self.pictures.tiles.found += 1 }
      var opacity = drawn.opacity
      if fadesTiles, tiles.source.fadeDuration > 0 {
        let age = tree.sampledTime - picture.firstShown
        opacity *= Float(min(max(age / tiles.source.fadeDuration, 0), 1))
      }
      guard let image = picture.image, opacity > 0 else { continue }
      var contents = look.contents
      contents.destination = tile.box
      (contents.source, contents.center) = (ContentsPlacement.unit, ContentsPlacement.unit)
      builder.draw(
        contents, of: ContentsImage(image, index: tree.images.index(of: image)),
        firstRowAtMinY: layer.firstRowAtMinY, toPixels: layer.toPixels,
        area: look.bounds, edges: look.edgeMask.intersection(tile.outerEdges(in: look.bounds)), opacity: opacity, clip,
        &self.pictures.ladders)
    }
  }
}

extension LayerTile {
  /// In the layer's plane.
  fileprivate var box: Box {
    Box(
      Double(x) / density, Double(y) / density, Double(x + width) / density, Double(y + height) / density)
  }

  /// Returns the tile's edges that are the layer's, too.
  fileprivate func outerEdges(in bounds: Box) -> CAEdgeAntialiasingMask {
    let box = self.box
    var edges: CAEdgeAntialiasingMask = []
    if box.minX <= bounds.minX { edges.insert(.layerLeftEdge) }
    if box.maxX >= bounds.maxX { edges.insert(.layerRightEdge) }
    if box.minY <= bounds.minY { edges.insert(.layerBottomEdge) }
    if box.maxY >= bounds.maxY { edges.insert(.layerTopEdge) }
    return edges
  }
}
