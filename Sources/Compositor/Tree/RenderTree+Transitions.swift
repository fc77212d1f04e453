// Transitions in the render tree. At the commit that brings a transition, the layer's subtree as it was shown until
// then is copied: values sampled at the time of the commit, in slots of their own, without animations. Frames draw the
// old look from the copy and the new one from the layer, so that no pixels have to be kept and frames may be asked for
// in any order.
//
//   order   [ 0  1  2 | 7  8 ]       the live tree | copies of old looks, one after another
//                ^ transitions[1] ----^
//
// A layer that is in a transition when the next one begins is copied together with that transition, which stands still
// in the copy: the old look is the picture then. Decisions of ours:
// - The old look is that of the layer with its sublayers, mask and effects, opacity and `isHidden` included, but
//   without its place: position, anchor and transform are always the layer's present ones.
// - A layer that no commit has seen has an empty old look.
// - Copies of transitions within copies are limited in number and depth; a transition beyond shows its new look.

import CoreGraphics
import QuartzCore

struct LayerTransition {
  /// The number that tells it from the one that it replaced; 0 in a copy.
  var serial: UInt64
  var effect: CompiledTransition
  /// The old look, with places counted from its own beginning; without places if it is missing.
  var old = SubtreePlaces()
  /// The place of the old look in the order; -1 if it is missing.
  var place: Int32 = -1
  /// The progress of the transition, as last sampled; nil outside its active time.
  var progress: Double?
  /// The map from the coordinates of the old look to those of the layer, which differ if the bounds do.
  var toLayer = Homography.identity
}

struct SubtreePlaces {
  var slots: [Int32] = []
  var ends: [Int32] = []
  var firstSublayers: [Int32] = []
  var parents: [Int32] = []
}

/// The look of a subtree at a time.
private struct OldLook {
  struct Layer {
    var values: LayerValues
    var kind: LayerKind
    var name: String?
    /// The layer's time.
    var time: Double
    var emitter: EmitterState?
    /// The transition that the layer was in, and its old look.
    var transition: LayerTransition?
    var old: Int?
  }

  var layers: [Layer] = []
  var places = SubtreePlaces()
}

extension RenderTree {
  /// The limits of old looks within old looks: their depth, and their layers in all.
  private static let deepestOldLook = 8
  private static let mostOldLayers = 4096

  /// The old looks of a commit, by serial of the transition.
  struct OldLooks {
    fileprivate var looks: [OldLook] = []
    fileprivate var bySerial: [UInt64: Int] = [:]
  }

  /// Copies the looks until this commit of layers with a new transition. Called before anything of it is written.
  func takeOldLooks(of changed: [CALayer], at time: CFTimeInterval) -> OldLooks {
    var result = OldLooks()
    var isPrepared = false
    for layer in changed where layer.renderIndex >= 0 && layer.pendingChanges.contains(.animations) {
      guard let attached = layer.animations.last(where: { $0.program?.transition != nil }),
        transitions[layer.renderIndex]?.serial != attached.serial,
        let place = order[..<count].firstIndex(of: layer.renderIndex)
      else { continue }
      if !isPrepared {
        if hasTimeSpaces { computeLocalTimes(time) }
        sampleTransitions(at: time)
        isPrepared = true
      }
      let layerCount = Int(ends[place]) - place
      var budget = max(layerCount, Self.mostOldLayers)
      result.bySerial[attached.serial] = copyLook(of: place, at: time, depth: 0, &budget, &result)
    }
    return result
  }

  /// Copies a subtree; returns the index of its copy.
  private func copyLook(
    of place: Int, at time: CFTimeInterval, depth: Int, _ budget: inout Int, _ result: inout OldLooks
  ) -> Int {
    var look = OldLook()
    let range = place..<Int(ends[place])
    for place in range {
      let slot = order[place]
      let localTime = hasTimeSpaces ? localTimes[Int(slot)] : time
      var layer = OldLook.Layer(
        values: sampledValues(ofSlot: slot, at: localTime), kind: kinds[Int(slot)], name: names[Int(slot)],
        time: localTime, emitter: emitters[slot]?.copied)
      if isInactive(slot) { layer.values.isHidden = true }
      if let transition = transitions[slot], transition.progress != nil, depth < Self.deepestOldLook,
        transition.old.slots.count <= budget
      {
        budget -= max(transition.old.slots.count, 1)
        layer.transition = transition
        if transition.place >= 0 {
          layer.old = copyLook(of: Int(transition.place), at: time, depth: depth + 1, &budget, &result)
        }
      }
      look.layers.append(layer)
    }
    let first = Int32(place)
    look.places.ends = range.map { ends[$0] - first }
    look.places.firstSublayers = range.map { firstSublayers[$0] - first }
    look.places.parents = range.map { max(parents[$0] - first, -1) }
    result.looks.append(look)
    return result.looks.count - 1
  }

  /// Begins and ends the transition of a layer whose animations were just copied. Returns whether old looks changed.
  func updateTransition(of layer: CALayer, _ oldLooks: OldLooks, at time: CFTimeInterval) -> Bool {
    let slot = layer.renderIndex
    guard let attached = layer.animations.last(where: { $0.program?.transition != nil }),
      let effect = attached.program?.transition
    else { return dropTransition(slot) }
    guard transitions[slot]?.serial != attached.serial else { return false }
    var transition = LayerTransition(serial: attached.serial, effect: effect)
    if let old = oldLooks.bySerial[attached.serial] {
      transition.old = install(oldLooks.looks[old], oldLooks)
    } else if layer.convertTime(time, from: nil) > attached.animation.beginTime {
      // It began in another render tree of the same host, and its old look is lost.
      return dropTransition(slot)
    }
    transitions[slot] = transition
    return true
  }

  /// Drops a slot's transition. Returns whether there was one.
  private func dropTransition(_ slot: Int32) -> Bool {
    defer { transitions.remove(slot) }
    return transitions[slot] != nil
  }

  /// Gives the layers of an old look slots of their own.
  private func install(_ look: OldLook, _ oldLooks: OldLooks) -> SubtreePlaces {
    var places = look.places
    for layer in look.layers {
      let slot = takeSlot()
      places.slots.append(slot)
      let index = Int(slot)
      kinds[index] = layer.kind
      names[index] = layer.name
      models[index] = layer.values
      animations[index] = []
      timings[index] = .layerDefault
      emitters[slot] = layer.emitter
      if layer.kind.hasTime {
        // Its time stands still.
        timings[index].speed = 0
        timings[index].timeOffset = layer.time
      }
      derive(index, from: layer.values)
      guard var transition = layer.transition else { continue }
      transition.serial = 0
      transition.old = layer.old.map { install(oldLooks.looks[$0], oldLooks) } ?? SubtreePlaces()
      transitions[slot] = transition
      looks[index].flags.insert(.inTransition)
    }
    return places
  }

  /// Puts the old looks behind the live tree in the order, and frees unused slots.
  func appendOldLooks() {
    orderCount += 1
    let live = count
    order.removeSubrange(live...)
    ends.removeSubrange(live...)
    firstSublayers.removeSubrange(live...)
    parents.removeSubrange(live...)
    if !transitions.isEmpty {
      // Old looks of layers within old looks follow in turn.
      var place = 0
      while place < order.count {
        if let old = transitions[order[place]]?.old {
          let first = Int32(order.count)
          transitions[order[place]]?.place = old.slots.isEmpty ? -1 : first
          order += old.slots
          ends += old.ends.map { $0 + first }
          firstSublayers += old.firstSublayers.map { $0 + first }
          parents += old.parents.map { $0 < 0 ? -1 : $0 + first }
        }
        place += 1
      }
    }
    changes.setOrder(order, parents: parents)
    freeUnusedSlots()
  }

  // MARK: Sampling

  /// Brings all transitions to a time. Layers' own times are computed already.
  func sampleTransitions(at time: CFTimeInterval) {
    guard !transitions.isEmpty else { return }
    for slot in animatedSlots where transitions[slot] != nil {
      let localTime = hasTimeSpaces ? localTimes[Int(slot)] : time
      sampleTransition(slot, at: localTime, sampledValues(ofSlot: slot, at: localTime))
    }
  }

  /// Brings a layer's transition to a time of the layer's, at which the layer has the given values.
  func sampleTransition(_ slot: Int32, at localTime: Double, _ values: LayerValues) {
    guard var transition = transitions[slot] else { return }
    let running = animations[Int(slot)].last { $0.serial == transition.serial }
    transition.progress = nil
    if let running, !(running.isRemovedAtEnd && running.program.isFinished(atLocalTime: localTime)) {
      transition.progress = running.program.transitionProgress(atLocalTime: localTime)
    }
    if let first = transition.old.slots.first { transition.toLayer = Self.map(models[Int(first)], to: values) }
    transitions[slot] = transition
    if transition.progress != nil { looks[Int(slot)].flags.insert(.inTransition) }
  }

  /// Returns the map from the coordinates of an old look to those of the layer: both stand at the same place.
  private static func map(_ old: LayerValues, to new: LayerValues) -> Homography {
    guard old.bounds != new.bounds || old.isGeometryFlipped != new.isGeometryFlipped else { return .identity }
    var (old, new) = (old, new)
    old.anchorPoint = new.anchorPoint
    old.position = .zero
    new.position = .zero
    old.transform = CATransform3DIdentity
    new.transform = CATransform3DIdentity
    guard let back = Homography(flattening: new.placement).inverted else { return .identity }
    return Homography(flattening: old.placement) * back
  }
}

extension LayerKind {
  /// Whether layers of the kind change with time by themselves.
  fileprivate var hasTime: Bool { self == .emitter || self == .replicator }
}
