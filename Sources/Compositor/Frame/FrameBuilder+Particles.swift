import QuartzCore

extension FrameBuilder {
  /// Draws the particles of an emitter layer: images about their middle, turned and scaled, in batches of one image
  /// each.
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
  /// Returns the picture's box about its middle.
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
