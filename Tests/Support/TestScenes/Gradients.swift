// Gradient layers of the tests.

package import CoreGraphics
import Foundation
package import QuartzCore

/// Makes a gradient layer by its frame.
package func gradient(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ colors: [CGColor], _ locations: [Double]? = nil,
  _ type: CAGradientLayerType = .axial, from start: CGPoint = CGPoint(x: 0.5, y: 0),
  to end: CGPoint = CGPoint(x: 0.5, y: 1), _ configure: (CAGradientLayer) -> Void = { _ in }
) -> CAGradientLayer {
  let layer = CAGradientLayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.colors = colors
  layer.locations = locations?.map { NSNumber(value: $0) }
  layer.type = type
  layer.startPoint = start
  layer.endPoint = end
  configure(layer)
  return layer
}
