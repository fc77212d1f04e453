// The commit: from model objects to flat values. The compositor reads layers only here.

package import CoreGraphics
package import QuartzCore

extension RenderTree: LayerCommitSink {
  package func commit(_ root: CALayer, changed: [CALayer], at time: CFTimeInterval) {
    commitCount += 1
    self.changes.begin()
    dropCopies()
    var changes: LayerChanges = []
    for layer in changed { changes.formUnion(layer.pendingChanges) }
    let oldLooks = changes.contains(.animations) ? takeOldLooks(of: changed, at: time) : OldLooks()
    let structureChanged = changes.contains(.sublayers)
    if structureChanged { rebuildOrder(root) }
    var animationsChanged = structureChanged
    // A layer without a slot is nested too deep.
    var oldLooksChanged = false
    for layer in changed where layer.renderIndex >= 0 {
      let hasNewAnimations = copy(layer)
      if kinds[Int(layer.renderIndex)] == .emitter, let emitter = layer as? CAEmitterLayer {
        updateEmitter(emitter, Int(layer.renderIndex), at: time)
      }
      guard hasNewAnimations else { continue }
      animationsChanged = true
      oldLooksChanged = updateTransition(of: layer, oldLooks, at: time) || oldLooksChanged
    }
    if oldLooksChanged { appendOldLooks() }
    if animationsChanged {
      animatedSlots = (0..<Int32(animations.count)).filter { !animations[Int($0)].isEmpty }
      movingContents = animatedSlots.flatMap { animations[Int($0)].flatMap(\.program.movingContents) }
    }
    if structureChanged || oldLooksChanged || changes.contains(.timing) {
      hasTimeSpaces = order.contains { timings[Int($0)] != .layerDefault }
    }
    if images.wantsSweep { sweepImages() }
  }

  /// Copies the changes of one layer. Returns whether its animations changed.
  private func copy(_ layer: CALayer) -> Bool {
    let slot = Int(layer.renderIndex)
    let changes = layer.pendingChanges
    if changes.contains(.sublayers) { self.changes.note(slot) }
    if changes.contains(.timing) {
      timings[slot] = layer.timing
      self.changes.note(slot)
    }
    if changes.contains(.values) {
      copiedLayerCount += 1
      let values = layer.committedValues ?? layer.values
      models[slot] = values
      if kinds[slot] == .tiled { tileSources[Int32(slot)] = (layer as? CATiledLayer)?.tileSource }
      names[slot] = layer.name
      derive(slot, from: values)
    } else if changes.contains(.motion) {
      copiedLayerCount += 1
      movedLayerCount += 1
      let motion = layer.motion
      models[slot].adopt(motion)
      let placement = motion.placement
      looks[slot].move(motion, placement: placement)
      spatialPlacements[slot] = placement
      self.changes.note(slot, isMotion: true)
    }
    guard changes.contains(.animations) else { return false }
    self.changes.note(slot)
    let had = !animations[slot].isEmpty
    let late = lateAnimations(of: layer, animations[slot])
    animations[slot] = late + layer.animations.compactMap { RunningAnimation($0) }
    // Without animations the committed values show again.
    if animations[slot].isEmpty && had { derive(slot, from: models[slot]) }
    return true
  }

  package func setFrameContents(_ image: CGImage?, of layer: CALayer) {
    guard layer.renderIndex >= 0 else { return }
    frameContents[layer.renderIndex] = image
    if layer.renderIndex < stillness.count { stillness[Int(layer.renderIndex)] = Stillness() }
  }

  func derive(_ slot: Int, from values: LayerValues) {
    changes.note(slot)
    let image = values.contents.map { images.index(of: $0.deepPixels == nil ? $0 : values.dimmed($0)) } ?? -1
    let placement = values.placement
    let detail = looks[slot].detail
    looks[slot] = LayerLook(values, placement: placement, image: image)
    looks[slot].detail = detail
    spatialPlacements[slot] = placement
    let kind = kinds[slot]
    if kind == .transform { looks[slot].keepDepth() }
    if kind == .emitter, emitters[Int32(slot)]?.track.look.cells.isEmpty == false {
      looks[slot].flags.insert(.drawsParticles)
    }
    deriveParts(slot, of: kind, from: values)
    if !rasters.isEmpty { tracksContents = true }
    if tracksContents { noteContent(slot, values) }
  }

  /// Gives every layer of the tree a slot and every slot its place. Frees the slots of layers that left.
  private func rebuildOrder(_ root: CALayer) {
    order.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    firstSublayers.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    let wasTooDeep = isTooDeep
    isTooDeep = false
    enter(root, parent: -1, depth: 0)
    appendOldLooks()
    // Whether a layer is too deep depends on superlayers that need not have changed.
    if isTooDeep || wasTooDeep { for slot in order { changes.note(Int(slot)) } }
  }

  /// Frees the slots that have no place in the order.
  func freeUnusedSlots() {
    var isUsed = [Bool](repeating: false, count: models.count)
    for slot in order { isUsed[Int(slot)] = true }
    freeSlots = []
    for slot in isUsed.indices.reversed() where !isUsed[slot] {
      freeSlots.append(Int32(slot))
      models[slot] = .defaults
      animations[slot] = []
      timings[slot] = .layerDefault
      names[slot] = nil
      parts.remove(Int32(slot))
    }
  }

  /// The deepest nesting that is drawn: frames walk the tree by recursion.
  private static let deepest = 512

  private func enter(_ layer: CALayer, parent: Int32, depth: Int) {
    guard depth < Self.deepest else {
      isTooDeep = true
      layer.forEachInTree { $0.renderIndex = -1 }
      return
    }
    if layer.renderIndex < 0 {
      layer.renderIndex = takeSlot()
      kinds[Int(layer.renderIndex)] = layer.kind
    }
    let place = order.count
    order.append(layer.renderIndex)
    parents.append(parent)
    ends.append(0)
    firstSublayers.append(0)
    if let mask = layer.maskLayer { enter(mask, parent: Int32(place), depth: depth + 1) }
    firstSublayers[place] = Int32(order.count)
    for child in layer.children { enter(child, parent: Int32(place), depth: depth + 1) }
    ends[place] = Int32(order.count)
  }

  func takeSlot() -> Int32 {
    if let slot = freeSlots.popLast() { return slot }
    models.append(.defaults)
    kinds.append(.plain)
    looks.append(LayerLook(.defaults, placement: CATransform3DIdentity, image: -1))
    spatialPlacements.append(CATransform3DIdentity)
    timings.append(.layerDefault)
    animations.append([])
    names.append(nil)
    changes.addSlot()
    return Int32(models.count - 1)
  }

  /// Removes the images that nothing shows, or is animated to show.
  func sweepImages() {
    var used: Set<ObjectIdentifier> = []
    for slot in order {
      if let image = models[Int(slot)].contents { used.insert(ObjectIdentifier(image)) }
      if let image = frameContents[slot] { used.insert(ObjectIdentifier(image)) }
      if let source = tileSources[slot] { used.formUnion(source.images.map { ObjectIdentifier($0) }) }
      if let emitter = emitters[slot] { used.formUnion(emitter.images.map { ObjectIdentifier($0) }) }
      for animation in animations[Int(slot)] { used.formUnion(animation.images.map { ObjectIdentifier($0) }) }
      noteShownImage(ofSlot: Int(slot), &used)
    }
    for slot in models.count..<looks.count { noteShownImage(ofSlot: slot, &used) }
    images.sweep(keeping: used)
  }

  /// Notes the image that a layer was last sampled to show: of moving contents nobody else has it.
  private func noteShownImage(ofSlot slot: Int, _ used: inout Set<ObjectIdentifier>) {
    guard looks[slot].image >= 0, let image = images[looks[slot].image] else { return }
    used.insert(ObjectIdentifier(image))
  }
}

extension RunningAnimation {
  /// The flat form of a layer's animation; nil if it cannot run.
  fileprivate init?(_ attached: AttachedAnimation) {
    guard let program = attached.program else { return nil }
    self.init(
      isRemovedAtEnd: attached.animation.isRemovedOnCompletion, serial: attached.serial,
      images: Self.images(of: attached.animation), program: program)
  }
  private static func images(of animation: CAAnimation) -> [CGImage] {
    var images: [CGImage] = []
    animation.forEachLeaf { leaf in
      switch leaf {
      case let basic as CABasicAnimation:
        images += [basic.fromValue, basic.toValue, basic.byValue].compactMap { $0 as? CGImage }
      case let keyframes as CAKeyframeAnimation: images += (keyframes.values ?? []).compactMap { $0 as? CGImage }
      default: break
      }
    }
    return images
  }
}

// The content of layers without their places. An earlier surface can be shown again while it is the same.

struct ShownContent {
  var values: LayerValues
  var kind: LayerKind
  var version: UInt64
}

extension RenderTree {
  /// Returns a number that changes with everything that the layer itself shows, except its place, its opacity and
  /// whether it is hidden: the cache of surfaces compares these for the layers inside, and not for the kept one. Always
  /// 0 in trees without a rasterized layer.
  func contentVersion(of slot: Int32) -> UInt64 { shownContents[slot]?.version ?? 0 }

  /// Compares a layer's content with its last one.
  func noteContent(_ slot: Int, _ values: LayerValues) {
    var values = values
    for property in LayerProperties.placement { values[property] = property.initial }
    let (key, kind) = (Int32(slot), kinds[slot])
    if let shown = shownContents[key], shown.kind == kind, shown.values == values { return }
    lastContentVersion += 1
    shownContents[key] = ShownContent(values: values, kind: kind, version: lastContentVersion)
  }
}
