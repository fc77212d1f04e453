// Probes: draw lists that ask a rasteriser about another list, for the contents of a surface or the pixels that draws
// touch.
//
// Tested by OverlayListTests.

extension DrawList {
  package var withoutRetention: DrawList {
    var list = self
    for index in list.passes.indices { list.passes[index].retention = nil }
    return list
  }

  /// Returns the list whose frame is the contents of one of this list's targets, as drawn by the passes before `end`,
  /// nil for all passes; nil if nothing is drawn into it.
  package func showing(_ target: Int32, before end: Int? = nil) -> DrawList? {
    guard let last = passes[..<(end ?? passes.count)].lastIndex(where: { $0.target == target }) else { return nil }
    var list = withoutRetention
    list.passes.removeSubrange((last + 1)...)
    list = list.keeping(for: target) { _, _ in true }
    // The two exchange their numbers.
    func exchanged(_ number: Int32) -> Int32 {
      number == target ? RenderPass.frameTarget : number == RenderPass.frameTarget ? target : number
    }
    func exchanged(_ source: TextureSource) -> TextureSource {
      if case .pass(let number, let filter) = source { .pass(exchanged(number), filter) } else { source }
    }
    for pass in list.passes.indices {
      list.passes[pass].target = exchanged(list.passes[pass].target)
      list.passes[pass].parent = exchanged(list.passes[pass].parent)
      for batch in list.passes[pass].batches.indices {
        list.passes[pass].batches[batch].texture = exchanged(list.passes[pass].batches[batch].texture)
        list.passes[pass].batches[batch].backdrop = exchanged(list.passes[pass].batches[batch].backdrop)
      }
    }
    return list
  }

  /// Whether a batch's draws may touch a pixel of their target, by their boxes.
  package func mayTouch(_ batch: Batch, x: Int, y: Int) -> Bool {
    let pixel = Box(Double(x), Double(y), Double(x + 1), Double(y + 1))
    if batch.program.features.contains(.linear) {
      return quads[batch.range].contains { Box($0.box).intersects(pixel) }
    }
    return instanceStarts(of: batch).contains { part(Instance.Quad.self, at: $0).drawnBounds.intersects(pixel) }
  }

  /// Returns a list that counts draws of the batches for which `isCounted` holds: a pixel of its frame has as many
  /// 255ths as draws touch it, 255 for more. Draws of surfaces count at the surface's box, which is where they are
  /// seen, except surfaces that are drawn in a space of their own and scaled or moved afterwards.
  package func counting(where isCounted: (RenderPass, Batch) -> Bool) -> DrawList {
    var list = DrawList()
    guard let frame = passes.last else { return list }
    let one = SIMD4<Float>(repeating: 1.0 / 255)
    let instance = ProgramKey(.solid, [])
    let far: Float = 1e7
    for pass in passes {
      let (x, y) = (Float(-pass.box.minX), Float(-pass.box.minY))
      for batch in pass.batches where isCounted(pass, batch) {
        if batch.program.features.contains(.linear) {
          for quad in quads[batch.range] {
            var counted = LinearQuad(box: quad.box, texture: .zero, color: one)
            counted.move(by: x, y)
            list.quads.append(counted)
          }
        } else {
          for start in instanceStarts(of: batch) {
            var quad = part(Instance.Quad.self, at: start)
            quad.move(by: x, y)
            list.instances.append(part: quad)
            list.instances.append(part: Instance.Solid(color: one))
            // The whole quadrilateral: its edges are far away.
            list.instances.append(part: Instance.Edges(box: SIMD4(-far, -far, far, far), scale: .one))
          }
        }
      }
    }
    list.passes = [
      RenderPass(
        target: RenderPass.frameTarget, box: frame.box, clearColor: .zero,
        batches: [
          Batch(program: ProgramKey(.solid, .linear), blend: .plusLighter, texture: .none, range: 0..<list.quads.count),
          Batch(program: instance, blend: .plusLighter, texture: .none, range: 0..<list.instances.count),
        ].filter { !$0.range.isEmpty }, reasons: [], slot: -1)
    ]
    return list
  }
}

// Overlays: frames that are laid over a picture that they do not contain.

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
          for start in instanceStarts(of: batch) { box = box.union(part(Instance.Quad.self, at: start).drawnBounds) }
        }
      }
    }
    // If corners are no numbers it is all of it.
    guard !(box.minX.isNaN || box.minY.isNaN || box.maxX.isNaN || box.maxY.isNaN) else { return frame.box }
    return box.isEmpty ? .empty : box.insetBy(-1).outset.intersection(frame.box)
  }
}
