// A replicator's copies. As measured, copies are drawn without their colours, and each step of the transform is one of
// the layer's coordinates, about their origin; frames, as the header has it, take the layer's centre. Delays do not
// count, as nothing is animated.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Copies of one call of `render(in:)`, however deeply replicators are nested.
  private static let mostCopies = 500_000

  /// Draws the sublayers of a replicator once for each copy.
  func drawCopies(of layer: CALayer, rowsFromMinY: Bool, depth: Int) {
    guard let replicator = layer as? CAReplicatorLayer else { return }
    let step = replicator.instanceTransform
    let common = layer.values.sublayerPlacement ?? CATransform3DIdentity
    var place = CATransform3DIdentity
    for copy in 0..<max(replicator.instanceCount, 0) {
      if copy > 0 {
        copyCount += 1
        guard copyCount < Self.mostCopies else { return }
        place = CATransform3DConcat(place, step)
      }
      drawSublayers(
        of: layer, under: CATransform3DConcat(place, common), rowsFromMinY: rowsFromMinY, depth: depth)
    }
  }
}
