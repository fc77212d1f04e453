// Copies of a tree, from which frames are made side by side. A copy takes over the committed values, which is cheap:
// the two share arrays until one of them writes. It samples for itself, and the tree need not be sampled then: commits
// read nothing that a sample wrote.
//
// Tested by FrameWorkerTests.

extension RenderTree {
  /// Whether a copy shows what the tree shows, at any time: nothing in it is drawn by the program for the frame, comes
  /// from a film, or depends on the frames before.
  package var canBeCopied: Bool {
    movingContents.isEmpty && tileSources.isEmpty && frameContents.isEmpty && !tracksContents
  }

  /// Whether the tree is a copy of another tree, which was not committed since.
  package func isCopy(of other: RenderTree) -> Bool {
    original.map { $0 == (other.serial, other.commitCount) } ?? false
  }

  /// Takes over everything that was committed to another tree. For caches, this tree is a new one then.
  package func assume(_ other: RenderTree) {
    beginAnew()
    original = (other.serial, other.commitCount)
    (models, kinds, looks, spatialPlacements) = (other.models, other.kinds, other.looks, other.spatialPlacements)
    (changes, timings, animations, names) = (other.changes, other.timings, other.animations, other.names)
    (order, ends, firstSublayers, parents) = (other.order, other.ends, other.firstSublayers, other.parents)
    (animatedSlots, hasTimeSpaces, images, freeSlots) = (
      other.animatedSlots, other.hasTimeSpaces, other.images, other.freeSlots
    )
    (copies, isTooDeep, commitCount) = (other.copies, other.isTooDeep, other.commitCount)
    // They grow with the first sample.
    (localTimes, inactive) = ([], [])
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
