// The commit: model objects to flat values. The only place where the compositor reads layers.

import CoreGraphics
package import QuartzCore

extension RenderTree: LayerCommitSink {
  package func commit(_ root: CALayer, changed: [CALayer], at time: CFTimeInterval) {
    commitCount += 1
    var structureChanged = false
    for layer in changed where layer.pendingChanges.contains(.sublayers) {
      structureChanged = true
      break
    }
    if structureChanged { rebuildOrder(root) }
    var animationsChanged = structureChanged
    for layer in changed where !layer.pendingChanges.isEmpty {
      animationsChanged = copy(layer, at: time) || animationsChanged
      layer.pendingChanges = []
    }
    if animationsChanged {
      animatedSlots = (0..<Int32(animations.count)).filter { !animations[Int($0)].isEmpty }
    }
    hasTimeSpaces = order.contains { timings[Int($0)] != .layerDefault }
    if images.wantsSweep { sweepImages() }
  }

  /// Copies what changed of one layer. Returns whether its animations did.
  private func copy(_ layer: CALayer, at time: CFTimeInterval) -> Bool {
    let slot = Int(layer.renderIndex)
    let changes = layer.pendingChanges
    if changes.contains(.timing) { timings[slot] = layer.timing }
    if changes.contains(.values) {
      copiedLayerCount += 1
      models[slot] = layer.values
      names[slot] = layer.name
      derive(slot, from: layer.values)
    }
    guard changes.contains(.animations) else { return false }
    let old = animations[slot]
    animations[slot] = layer.animations.compactMap { attached in
      // An animation that was there keeps its begin time.
      if let running = old.first(where: { $0.serial == attached.serial }) { return running }
      return compile(attached, of: layer, at: time)
    }
    // Without animations the committed values show again.
    if animations[slot].isEmpty && !old.isEmpty { derive(slot, from: models[slot]) }
    return true
  }

  private func compile(_ attached: AttachedAnimation, of layer: CALayer, at time: CFTimeInterval) -> RunningAnimation? {
    let compiled = CompiledAnimation(
      attached.animation, defaultDuration: attached.animation.duration,
      beginTimeStamp: layer.convertTime(time, from: nil)
    ) { issue in
      issues.append("\(layer.label): animation \(attached.key.map { "\"\($0)\"" } ?? "without a key"): \(issue)")
    }
    return compiled.map {
      RunningAnimation(
        serial: attached.serial, isRemovedAtEnd: attached.animation.isRemovedOnCompletion,
        images: attached.animation.images, program: $0)
    }
  }

  /// Derives the look of a slot from committed or sampled values.
  func derive(_ slot: Int, from values: LayerValues) {
    let image = values.contents.map { images.index(of: $0) } ?? -1
    let placement = values.placement
    looks[slot] = LayerLook(values, placement: placement, image: image)
    spatialPlacements[slot] = placement
    if let outer = values.sublayerPlacement {
      sublayerPlacements[Int32(slot)] = outer
    } else if !sublayerPlacements.isEmpty {
      sublayerPlacements[Int32(slot)] = nil
    }
  }

  /// Walks the tree and gives every layer a slot and every slot its place. Slots of layers that left are freed.
  private func rebuildOrder(_ root: CALayer) {
    order.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    var isUsed = [Bool](repeating: false, count: models.count)
    place(root, parent: -1, &isUsed)
    freeSlots = []
    for slot in isUsed.indices.reversed() where !isUsed[slot] {
      freeSlots.append(Int32(slot))
      models[slot] = .defaults
      animations[slot] = []
      names[slot] = nil
      sublayerPlacements[Int32(slot)] = nil
    }
  }

  private func place(_ layer: CALayer, parent: Int32, _ isUsed: inout [Bool]) {
    if layer.renderIndex < 0 { layer.renderIndex = takeSlot(&isUsed) }
    isUsed[Int(layer.renderIndex)] = true
    let place = order.count
    order.append(layer.renderIndex)
    parents.append(parent)
    ends.append(0)
    for child in layer.children { self.place(child, parent: Int32(place), &isUsed) }
    ends[place] = Int32(order.count)
  }

  private func takeSlot(_ isUsed: inout [Bool]) -> Int32 {
    if let slot = freeSlots.popLast() { return slot }
    models.append(.defaults)
    looks.append(LayerLook(.defaults, placement: CATransform3DIdentity, image: -1))
    spatialPlacements.append(CATransform3DIdentity)
    timings.append(.layerDefault)
    animations.append([])
    names.append(nil)
    isUsed.append(false)
    return Int32(models.count - 1)
  }

  private func sweepImages() {
    var used: Set<ObjectIdentifier> = []
    for slot in order {
      if let image = models[Int(slot)].contents { used.insert(ObjectIdentifier(image)) }
      for animation in animations[Int(slot)] { used.formUnion(animation.images.map { ObjectIdentifier($0) }) }
    }
    images.sweep(keeping: used)
  }
}

extension CAAnimation {
  /// The images among the animation's values.
  fileprivate var images: [CGImage] {
    switch self {
    case let group as CAAnimationGroup: (group.animations ?? []).flatMap(\.images)
    case let basic as CABasicAnimation:
      [basic.fromValue, basic.toValue, basic.byValue].compactMap { $0 as? CGImage }
    case let keyframes as CAKeyframeAnimation: (keyframes.values ?? []).compactMap { $0 as? CGImage }
    default: []
    }
  }
}
