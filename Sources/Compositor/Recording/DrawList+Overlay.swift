// Overlays: frames that are laid over a picture that they do not contain.
//
// Tested by OverlayListTests.

extension DrawList {
  /// Whether the picture below the frame shows in its draws: in backdrops, blend modes, or added light. Draws by source
  /// over, or copied, can be drawn first and laid over a picture afterwards.
  package var needsWhatLiesBelow: Bool {
    passes.contains { pass in
      pass.batches.contains { batch in
        if batch.backdrop.target == RenderPass.frameTarget || batch.texture.target == RenderPass.frameTarget {
          return true
        }
        guard pass.target == RenderPass.frameTarget else { return false }
        switch batch.blend {
        case .copy, .sourceOver, .mix: return batch.backdrop != .none
        default: return true
        }
      }
    }
  }

  /// The whole pixels of the frame outside of which nothing is drawn; empty if nothing is.
  package var seenBox: Box {
    guard let frame = passes.last else { return .empty }
    var box = Box.empty
    for pass in passes where pass.target == RenderPass.frameTarget {
      guard pass.clearColor == .zero else { return frame.box }
      for batch in pass.batches {
        if batch.program.features.contains(.linear) {
          for quad in quads[batch.range] { box = box.union(Box(quad.box)) }
        } else {
          for start in instanceStarts(of: batch) {
            box = box.union(part(Instance.Quad.self, at: start).drawnBounds)
          }
        }
      }
    }
    // If corners are no numbers it is all of it.
    guard !(box.minX.isNaN || box.minY.isNaN || box.maxX.isNaN || box.maxY.isNaN) else { return frame.box }
    return box.isEmpty ? .empty : box.insetBy(-1).outset.intersection(frame.box)
  }
}
