// Copies of a tree, from which frames are made side by side. A copy takes over the committed values, and samples for
// itself; the tree need not be sampled then, as commits read nothing that a sample wrote.
//
//   the layers' order changed, or it has emitters or transitions     all slots are copied
//   otherwise                                                        the changed layers' slots are copied
//
// In the second case the copy continues the frames before, as a tree after a commit does. The two share no array that
// one of them writes to, so that the owner's thread and the copy's need no lock.
//
// Tested by FrameWorkerTests.

import QuartzCore

/// The state of the tree that another tree copied.
struct CopiedState {
  let serial: UInt64
  let commitCount: Int
  /// The last stamp of the tree's changes.
  let stamp: UInt64
  let orderCount: Int

  init(_ tree: RenderTree) {
    (serial, commitCount) = (tree.serial, tree.commitCount)
    (stamp, orderCount) = (tree.changes.current, tree.orderCount)
  }
}

extension RenderTree {
  /// Whether a copy shows what the tree shows, at any time: nothing in it is drawn by the program for the frame, comes
  /// from a film, or depends on the frames before.
  package var canBeCopied: Bool {
    movingContents.isEmpty && tileSources.isEmpty && frameContents.isEmpty && !tracksContents
  }

  /// Whether the tree is a copy of another tree, which was not committed since.
  package func isCopy(of other: RenderTree) -> Bool {
    original.map { ($0.serial, $0.commitCount) == (other.serial, other.commitCount) } ?? false
  }

  /// Takes over everything that was committed to another tree.
  package func assume(_ other: RenderTree) {
    dropCopies()
    if let original, original.serial == other.serial, original.orderCount == other.orderCount, isPlain, other.isPlain {
      assumeChanges(of: other, since: original.stamp)
    } else {
      assumeAll(of: other)
    }
    original = CopiedState(other)
    (animatedSlots, hasTimeSpaces, images) = (other.animatedSlots, other.hasTimeSpaces, other.images)
    commitCount = other.commitCount
  }

  /// Whether a layer's slot and its parts are all that a change of the layer changes.
  private var isPlain: Bool { emitters.isEmpty && transitions.isEmpty && !tracksContents }

  /// Takes over the layers that changed in another tree of the same order.
  private func assumeChanges(of other: RenderTree, since stamp: UInt64) {
    changes.begin()
    // The images of an animation may be in this tree's table alone.
    for slot in animatedSlots where looks[Int(slot)].image >= 0 && Int(slot) < stillness.count {
      stillness[Int(slot)] = Stillness()
    }
    let (mine, theirs) = (columns, other.columns)
    theirs.pointee.changes.forEachSlot(changedSince: stamp) { slot, isMotion in
      mine.pointee.changes.note(slot, isMotion: isMotion)
      let detail = mine.pointee.looks[slot].detail
      mine.pointee.looks[slot] = theirs.pointee.looks[slot]
      mine.pointee.looks[slot].detail = detail
      mine.pointee.spatialPlacements[slot] = theirs.pointee.spatialPlacements[slot]
      guard !isMotion else {
        mine.pointee.models[slot].adopt(theirs.pointee.models[slot].motion)
        return
      }
      mine.pointee.models[slot] = theirs.pointee.models[slot]
      timings[slot] = other.timings[slot]
      animations[slot] = other.animations[slot]
      names[slot] = other.names[slot]
      let key = Int32(slot)
      note(other.sublayerPlacements[key], in: sublayerPlacements, slot)
      note(other.replicators[key], in: replicators, slot)
      note(other.gradients[key], in: gradients, slot)
      note(other.texts[key], in: texts, slot)
      note(other.tiles[key], in: tiles, slot)
      note(other.shapes[key], in: shapes, slot)
      note(other.rasters[key], in: rasters, slot)
      note(other.effects[key], in: effects, slot)
      note(other.shadows[key], in: shadows, slot)
    }
  }

  /// Takes over everything. For caches, this tree is a new one then.
  private func assumeAll(of other: RenderTree) {
    beginAnew()
    (models, kinds, looks) = (other.models.copied, other.kinds.copied, other.looks.copied)
    (spatialPlacements, changes) = (other.spatialPlacements.copied, other.changes.copied)
    (timings, animations, names) = (other.timings.copied, other.animations.copied, other.names.copied)
    (order, ends, parents) = (other.order.copied, other.ends.copied, other.parents.copied)
    (firstSublayers, freeSlots) = (other.firstSublayers.copied, other.freeSlots.copied)
    (copies, isTooDeep) = (other.copies, other.isTooDeep)
    // They grow with the first sample.
    (localTimes, inactive, stillness) = ([], [], [])
    emitters.assume(other.emitters) { $0.copied }
    transitions.assume(other.transitions)
    sublayerPlacements.assume(other.sublayerPlacements)
    replicators.assume(other.replicators)
    gradients.assume(other.gradients)
    texts.assume(other.texts)
    tiles.assume(other.tiles)
    shapes.assume(other.shapes)
    rasters.assume(other.rasters)
    effects.assume(other.effects)
    shadows.assume(other.shadows)
    dropCopies()
  }
}

extension Array {
  /// The elements in memory of their own.
  var copied: [Element] { map { $0 } }
}
