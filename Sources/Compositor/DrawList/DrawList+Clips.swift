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
