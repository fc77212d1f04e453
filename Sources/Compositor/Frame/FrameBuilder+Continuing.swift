extension FrameBuilder {
  /// Decides whether this frame can show layers as the frame before did, and whether the next one can. Returns whether
  /// this one can.
  ///
  /// - Parameter isWhole: whether the frame is of all of the tree.
  func beginContinuing(_ tree: RenderTree, _ target: Target, isWhole: Bool) -> Bool {
    // Damage compares layer by layer; a time space may change the picture without a change of any value.
    let isNoting = options.has(.retention) && isWhole && damage == nil && !tree.hasTimeSpaces
    var seen: UInt64?
    if isNoting, let last, last.tree == tree.serial, last.target == target, builder.canContinue { seen = last.stamp }
    last = isNoting ? LastFrame(tree: tree.serial, target: target, stamp: tree.changes.current) : nil
    flattener.kept.beginFrame(after: seen, isNoting: isNoting, slotCount: tree.looks.count)
    return seen != nil
  }

  /// Returns the last frame if this one is the same; nil if it has to be made.
  func unchanged(_ tree: RenderTree, _ target: Target) -> DrawList? {
    guard let last, last.tree == tree.serial, last.target == target, last.stamp == tree.changes.current, damage == nil,
      !tree.hasTimeSpaces, (last.list?.origins != nil) == tracksOrigins
    else { return nil }
    return last.list
  }

  /// Whether the same tree gives the same list again: nothing in it moves by itself, and nothing was made for it that
  /// the next frame would find.
  func isRepeatable(_ list: DrawList, of tree: RenderTree) -> Bool {
    let counters = list.counters
    let made =
      counters.shadowPicturesMade + counters.shapesMade + counters.textsMade + counters.paintedPictures
      + counters.cornersMade + counters.tilesMade + counters.textsLaidOut + counters.glyphsMade
    return last != nil && made == 0 && list.leftOutBytes == 0 && tree.emitters.isEmpty && tree.tileSources.isEmpty
      && tree.rasters.isEmpty && tree.transitions.isEmpty && tree.copies.bases.isEmpty
  }
}
