// Parts of a draw list that are draw lists themselves, to find which draws a wrong pixel needs.

extension DrawList {
  /// Returns the list with some of its draws alone, and without the passes that nothing then shows.
  ///
  /// - Parameters:
  ///   - target: the target to keep; ``RenderPass/frameTarget`` is the frame.
  ///   - isKept: whether a draw stays, by its number in the order of passes, batches and their draws, and its pass.
  package func keeping(
    for target: Int32 = RenderPass.frameTarget, _ isKept: (_ draw: Int, _ pass: Int) -> Bool
  ) -> DrawList {
    var kept: [[[Int]]] = []
    var draw = 0
    for pass in passes.indices {
      kept.append(
        passes[pass].batches.map { batch in
          let first = draw
          draw += batch.count
          return (0..<batch.count).filter { isKept(first + $0, pass) }
        })
    }
    let isNeeded = passesNeeded(for: target, kept)
    var list = withoutDraws
    draw = 0
    for pass in passes.indices {
      for (batch, indices) in zip(passes[pass].batches, kept[pass]) {
        defer { draw += batch.count }
        // The remaining draws stand in the list in the order of drawing, with nothing between them.
        if indices.isEmpty || !isNeeded[pass] { continue }
        list.passes[pass].batches.append(list.append(batch, of: self, indices))
        if let slots = origins?.slots { list.origins?.slots += indices.map { slots[draw + $0] } }
      }
    }
    list.passes = passes.indices.filter { isNeeded[$0] }.map { list.passes[$0] }
    return list
  }

  /// Returns the list with each draw of a target in a batch of its own.
  package func splittingBatches(of target: Int32) -> DrawList {
    var list = withoutDraws
    list.origins = origins
    for pass in passes.indices {
      for batch in passes[pass].batches {
        let parts = passes[pass].target == target ? (0..<batch.count).map { $0..<$0 + 1 } : [0..<batch.count]
        for part in parts { list.passes[pass].batches.append(list.append(batch, of: self, Array(part))) }
      }
    }
    return list
  }

  private var withoutDraws: DrawList {
    var list = self
    (list.quads, list.instances) = ([], [])
    list.origins?.slots = []
    for pass in passes.indices { list.passes[pass].batches = [] }
    return list
  }

  /// Appends some of the draws of another list's batch, by their indices in it, and returns their batch.
  private mutating func append(_ batch: Batch, of list: DrawList, _ indices: [Int]) -> Batch {
    var result = batch
    if batch.program.features.contains(.linear) {
      let start = quads.count
      for index in indices { quads.append(list.quads[batch.range.lowerBound + index]) }
      result.range = start..<quads.count
    } else {
      alignInstances()
      let (start, vectors) = (instances.count, batch.program.vectorsPerInstance)
      for index in indices {
        let from = batch.range.lowerBound + index * vectors
        instances += list.instances[from..<from + vectors]
      }
      result.range = start..<instances.count
    }
    return result
  }

  /// Returns whether a target needs each pass, if only some draws of each batch are kept.
  private func passesNeeded(for target: Int32, _ kept: [[[Int]]]) -> [Bool] {
    var needed: Set<Int32> = [target]
    var isNeeded = [Bool](repeating: false, count: passes.count)
    for pass in passes.indices.reversed() where needed.contains(passes[pass].target) {
      isNeeded[pass] = true
      for (batch, indices) in zip(passes[pass].batches, kept[pass]) where !indices.isEmpty {
        needed.formUnion([batch.texture.target, batch.backdrop.target].compactMap { $0 })
      }
    }
    return isNeeded
  }
}
