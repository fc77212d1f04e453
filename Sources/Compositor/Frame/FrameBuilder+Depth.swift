import QuartzCore

extension FrameBuilder {
  /// A split layer with so many layers in it is drawn once to a surface, not once a part.
  private static let redrawnLayers = 8

  /// Draws the sublayers that share a space, back to front, split ones part by part.
  func drawSpace(_ space: Int, opacity: Float, _ tree: RenderTree) {
    var surfaces: [Int32: Surface] = [:]
    for index in scene.spaces.pieceRanges[space] {
      let piece = scene.spaces.pieces[index]
      let member = scene.spaces.members[Int(piece.member)]
      let layer = Int(member.layer)
      let own = opacity * member.opacity
      guard let seams = piece.seams else {
        draw(layer, opacity: own, tree)
        continue
      }
      guard isDrawnOnce(layer) else {
        withSeams(seams) { $0.draw(layer, opacity: own, tree) }
        continue
      }
      guard let surface = surfaces[piece.member] ?? drawSplit(layer, tree) else { continue }
      surfaces[piece.member] = surface
      let paint = Paint(surface, .nearest, opacity: own)
      withSeams(seams) {
        $0.builder.fill(Rectangle(box: surface.box, toPixels: .identity, edges: []), paint, Clip(surface.box))
      }
    }
  }

  /// Whether a split layer is drawn to a surface first: if it is large, or has surfaces or a space of its own.
  private func isDrawnOnce(_ index: Int) -> Bool {
    let end = Int(scene.layers[index].end)
    return end - index > Self.redrawnLayers
      || scene.layers[index..<end].contains { !$0.reasons.isEmpty || $0.space >= 0 }
  }

  private func drawSplit(_ index: Int, _ tree: RenderTree) -> Surface? {
    let layer = scene.layers[index]
    let box = layer.compositedBounds.outset
    guard !box.isEmpty else { return nil }
    builder.beginPass(box, reasons: .planeSplit, slot: layer.slot)
    draw(index, opacity: 1, tree)
    return Surface(target: builder.endPass(), box: box)
  }

  private func withSeams(_ seams: Seams, _ body: (FrameBuilder) -> Void) {
    let around = builder.exchangeSeams(seams)
    body(self)
    _ = builder.exchangeSeams(around)
  }
}
