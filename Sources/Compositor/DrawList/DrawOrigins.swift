/// The layers of a draw list's draws. They are noted only on request: other frames take no time for it.
package struct DrawOrigins: Equatable, Sendable {
  /// A draw that is left out because an opaque draw in front hides all of it.
  package struct Dropped: Equatable, Sendable {
    package var program: ProgramKey
    /// The layer, by slot.
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
  /// Draws that were left out.
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
