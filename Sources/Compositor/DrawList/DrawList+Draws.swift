import CoreGraphics

extension DrawList {
  /// Returns the list with some of its draws alone, as seen in one target (``RenderPass/frameTarget`` is the frame),
  /// and without the passes that nothing then shows. `isKept` tells whether a draw stays, by its number in the order of
  /// passes, batches and their draws, and its pass.
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

  /// Returns for each pass whether a target needs it, if only some draws of each batch are kept.
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

/// The shapes that cut a draw, besides the edges of what it paints.
package struct DrawClips: Equatable, Sendable {
  /// An upright rectangle in pixels of the pass.
  package var box: Instance.ClipBox?
  /// A rounded or turned rectangle.
  package var shape: Instance.ClipShape?
}

extension DrawList {
  /// Returns the clips of a draw, by its number in the order of passes, batches and their draws; empty for the linear
  /// path, whose rectangles are cut already, and for numbers beyond the last draw.
  package func clips(ofDraw number: Int) -> DrawClips {
    var first = 0
    for pass in passes {
      for batch in pass.batches {
        if number < first + batch.count { return clips(of: batch, instance: number - first) }
        first += batch.count
      }
    }
    return DrawClips()
  }

  private func clips(of batch: Batch, instance: Int) -> DrawClips {
    var clips = DrawClips()
    let program = batch.program
    guard instance >= 0, !program.features.contains(.linear) else { return clips }
    let start = batch.range.lowerBound + instance * program.vectorsPerInstance
    var at = start + Instance.Quad.vectors + program.primitive.parameterVectors
    for (part, _, type) in CoverageParts.all where program.coverage.contains(part) {
      if part == .clipBox { clips.box = self.part(at: at) }
      if part == .clipShape { clips.shape = self.part(at: at) }
      at += type.fields.count
    }
    return clips
  }
}

extension ProgramKey {
  package var drawStride: Int {
    features.contains(.linear)
      ? MemoryLayout<LinearQuad>.stride : vectorsPerInstance * MemoryLayout<SIMD4<Float>>.stride
  }
}

extension DrawList {
  /// Fills up to the next position at which a batch's instances may begin.
  mutating func alignInstances() {
    let over = instances.count % Self.vectorAlignment
    if over > 0 { instances.append(contentsOf: repeatElement(.zero, count: Self.vectorAlignment - over)) }
  }

  /// The bytes of a batch's draws, as its program takes them; captured frames keep them.
  package func drawBytes(of batch: Batch) -> [UInt8] {
    if batch.program.features.contains(.linear) {
      quads[batch.range].withUnsafeBytes { Array($0) }
    } else {
      instances[batch.range].withUnsafeBytes { Array($0) }
    }
  }

  /// Appends whole draws of a program by their bytes, ``ProgramKey/drawStride`` each; returns their range for a batch.
  package mutating func appendDraws(_ bytes: ArraySlice<UInt8>, of program: ProgramKey) -> Range<Int> {
    precondition(bytes.count % program.drawStride == 0, "\(bytes.count) bytes are no whole draws of \(program)")
    if program.features.contains(.linear) {
      return Self.append(bytes, to: &quads, LinearQuad(box: .zero, texture: .zero, color: .zero))
    }
    alignInstances()
    return Self.append(bytes, to: &instances, SIMD4<Float>.zero)
  }

  private static func append<Element>(
    _ bytes: ArraySlice<UInt8>, to elements: inout [Element], _ zero: Element
  ) -> Range<Int> {
    let start = elements.count
    elements.append(contentsOf: repeatElement(zero, count: bytes.count / MemoryLayout<Element>.stride))
    elements[start...].withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return start..<elements.count
  }
}

// The draw list as text, for `inspect` and for tests that compare work.

extension DrawList: CustomStringConvertible {
  package var description: String {
    var lines: [String] = []
    for (index, pass) in passes.enumerated() {
      let size = "\(Int(bounded: pass.box.width))x\(Int(bounded: pass.box.height))"
      let origin = "at (\(Int(bounded: pass.box.minX)), \(Int(bounded: pass.box.minY)))"
      let kept = pass.retention?.isKept ?? false ? "kept: " : ""
      let why =
        kept + (pass.continues ? "continued: " : "") + (pass.reasons.isEmpty ? "frame" : pass.reasons.description)
      lines.append("pass \(index), target \(pass.target): \(size) \(origin): \(why)")
      for batch in pass.batches {
        let backdrop = batch.backdrop == .none ? "" : " over\(batch.backdrop)"
        lines.append("  \(batch.program) \(batch.blend.name)\(batch.texture)\(backdrop) x\(batch.count)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension TextureSource: CustomStringConvertible {
  /// The reasons with a space in front; empty for no reasons.
  package var description: String {
    switch self {
    case .none: ""
    case .image(let image, let magnified, let minified):
      magnified == minified ? " image \(image) \(magnified)" : " image \(image) \(magnified)/\(minified)"
    case .pass(let target, let filter): " target \(target) \(filter)"
    case .bitmap(let bitmap, let filter): " bitmap \(bitmap) \(filter)"
    }
  }
}

/// The layers of a draw list's draws. They are noted only on request: other frames take no time for it.
package struct DrawOrigins: Equatable, Sendable {
  /// A draw that is left out because an opaque draw in front hides all of it.
  package struct Dropped: Equatable, Sendable {
    package var program: ProgramKey
    package var slot: Int32
    /// The target that it would have been drawn to.
    package var target: Int32
    /// In pixels of the frame, as ``RenderPass/box`` is.
    package var bounds: Box

    package init(program: ProgramKey, slot: Int32, target: Int32, bounds: Box) {
      (self.program, self.slot, self.target, self.bounds) = (program, slot, target, bounds)
    }
  }

  /// The layer of each draw, by slot, -1 for none: in the order of passes, their batches, and their draws.
  package var slots: [Int32] = []
  package var dropped: [Dropped] = []
  /// The names of layers, by slot.
  package var names: [Int32: String] = [:]

  package init() {}

  package func name(_ slot: Int32) -> String { slot < 0 ? "the frame" : names[slot] ?? "(unnamed)" }
}

extension DrawList {
  package var drawCount: Int { passes.reduce(0) { $0 + $1.batches.reduce(0) { $0 + $1.count } } }

  /// Calls `body` with each draw's number, its pass and its batch, in order.
  package func forEachDraw(_ body: (_ draw: Int, _ pass: Int, _ batch: Batch) -> Void) {
    var draw = 0
    for (pass, content) in passes.enumerated() {
      for batch in content.batches {
        for _ in 0..<batch.count {
          body(draw, pass, batch)
          draw += 1
        }
      }
    }
  }
}
