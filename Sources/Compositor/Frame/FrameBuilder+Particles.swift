import CoreGraphics
import QuartzCore

extension FrameBuilder {
  /// Draws an emitter layer's particles: images, turned and scaled about their middle, in batches of one image each.
  func drawParticles(of drawn: LayerDraw) {
    let layer = drawn.layer
    guard layer.particles >= 0, let emitter = drawn.tree.emitters[layer.slot] else { return }
    let clip = scene.clip(inside: layer, drawn.look)
    let placement = scene.fields.placement(layer.particles)
    let sprites = emitter.track.sprites
    var paints: [Paint] = []
    paints.reserveCapacity(sprites.count)
    for sprite in sprites {
      var source = sprite.source
      if !layer.firstRowAtMinY { (source.minY, source.maxY) = (source.maxY, source.minY) }
      var paint = Paint(
        color: .zero, texture: .image(sprite.image, magnified: sprite.magnified, minified: sprite.minified))
      paint.textureMap = TextureMap(sprite.box(1), to: source)
      paint.textureIsOpaque = drawn.tree.images[sprite.image]?.isOpaque ?? false
      if placement.isAdditive { paint.blend = .plusLighter }
      paints.append(paint)
    }
    for particle in scene.fields[layer.particles].particles {
      let sprite = Int(particle.sprite)
      guard sprites[sprite].width > 0, sprites[sprite].height > 0 else { continue }
      var paint = paints[sprite]
      paint.color = particle.tint * drawn.opacity
      // The picture's plane: points at scale 1 about the middle.
      guard let own = Homography(particle) else { continue }
      let rectangle = Rectangle(
        box: sprites[sprite].box(1), toPixels: own * placement.toPixels(atDepth: particle.position.z))
      builder.fill(rectangle, paint, clip)
    }
  }
}

extension ParticleSprite {
  func box(_ scale: Double) -> Box {
    let (x, y) = (width * scale / 2, height * scale / 2)
    return Box(-x, -y, x, y)
  }
}

extension Homography {
  /// The map from a particle's picture at scale 1 to the plane that it lies in; nil if it is seen edge-on.
  fileprivate init?(_ particle: Particle) {
    let (x, y) = (particle.position.x, particle.position.y)
    guard particle.rotation != 0 else {
      self.init(scaleX: particle.scale, scaleY: particle.scale, translateX: x, translateY: y)
      return
    }
    let axes = particle.axes
    let area = axes.x.0 * axes.y.1 - axes.x.1 * axes.y.0
    guard abs(area) >= 1e-6 * particle.scale * particle.scale else { return nil }
    self.init(axes.x.0, axes.x.1, 0, axes.y.0, axes.y.1, 0, x, y, 1)
  }
}

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
