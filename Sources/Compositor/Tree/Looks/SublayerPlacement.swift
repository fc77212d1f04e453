// A layer's `sublayerTransform`, where it has one.

import QuartzCore

/// The transform that a layer applies to its sublayers, besides their own placement.
struct SublayerPlacement {
  /// `sublayerTransform` about the anchor.
  var transform: CATransform3D
}

extension SublayerPlacement: PartLook {
  static func isAsked(by values: LayerValues) -> Bool { values.sublayerTransform != CATransform3DIdentity }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> SublayerPlacement? {
    values.sublayerPlacement.map { SublayerPlacement(transform: $0) }
  }

  /// The look has the flag by its values.
  func mark(_ look: inout LayerLook) {}
}
