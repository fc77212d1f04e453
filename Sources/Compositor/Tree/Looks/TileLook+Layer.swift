import QuartzCore

extension TileLook: PartLook {
  static var kind: LayerKind? { .tiled }
  static var changesDetail: Bool { true }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> TileLook? {
    guard let source = tree.tileSources[Int32(slot)], values.contents == nil, !tree.looks[slot].bounds.isEmpty else {
      return nil
    }
    return TileLook(source, values)
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.drawsTiles) }
}
