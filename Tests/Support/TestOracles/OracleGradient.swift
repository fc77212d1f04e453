// The colour of a gradient layer at a point, in doubles, from its public properties.

import CoreGraphics
import Foundation
package import QuartzCore

extension CAGradientLayer {
  /// Returns the premultiplied colour as a function of a point of the layer's plane; nil without a gradient to draw.
  package func oracleColor() -> ((Point) -> SIMD4<Double>)? {
    guard let colors = colors as? [CGColor], colors.count > 1 else { return nil }
    let places = locations?.map(\.doubleValue) ?? colors.indices.map { Double($0) / Double(colors.count - 1) }
    guard places.count == colors.count else { return nil }
    let rgba = colors.map { SIMD4<Double>($0.rgba) }
    var raised: [Double] = []
    for place in places { raised.append(max(place, raised.last ?? place)) }
    let (b, s, e) = (bounds, startPoint, endPoint)
    let (dx, dy) = (Double(e.x - s.x), Double(e.y - s.y))
    guard dx != 0 || dy != 0, type != .radial || (dx != 0 && dy != 0) else { return nil }
    let form = type
    return { point in
      // The position in the unit square, from the start.
      let x = (point.x - Double(b.minX)) / Double(b.width) - Double(s.x)
      let y = (point.y - Double(b.minY)) / Double(b.height) - Double(s.y)
      let position: Double
      switch form {
      case .radial: position = ((x / dx) * (x / dx) + (y / dy) * (y / dy)).squareRoot()
      case .conic:
        let angle = (atan2(y, x) - atan2(dy, dx)) / (2 * .pi)
        position = angle - angle.rounded(.down)
      default: position = (x * dx + y * dy) / (dx * dx + dy * dy)
      }
      var color = rgba[0]
      for index in 1..<rgba.count where position >= raised[index - 1] {
        let width = raised[index] - raised[index - 1]
        color =
          position >= raised[index]
          ? rgba[index] : rgba[index - 1] + (rgba[index] - rgba[index - 1]) * ((position - raised[index - 1]) / width)
      }
      return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    }
  }
}
