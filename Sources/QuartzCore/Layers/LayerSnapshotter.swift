// Pictures of parts of a hosted tree, for code that cannot see the renderer: UIKit asks, the module above it answers.

package import CoreGraphics
package import Foundation

/// Renders parts of the tree that a renderer shows. The renderer installs it with the tree's ``LayerHost``.
package protocol LayerSnapshotter: AnyObject {
  /// The pixels to a point of the frames.
  var scale: CGFloat { get }

  /// A picture of a layer of the tree with its sublayers, alone and untransformed, as last committed and at the time
  /// that the clock shows; upright as on the screen. Nil where the layer has not been committed or cannot be drawn.
  ///
  /// - Parameters:
  ///   - rect: what is shown, in the layer's coordinates.
  ///   - scale: pixels to a point.
  func picture(of layer: CALayer, in rect: CGRect, scale: CGFloat) -> CGImage?
}
