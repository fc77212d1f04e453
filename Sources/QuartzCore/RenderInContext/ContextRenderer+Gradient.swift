// A gradient layer's gradient, over the background and within its corners: worked out pixel by pixel, in double
// precision, for all three forms. Core Graphics' own gradients have no conic form, and stops from 0 to 1 only.
//
// Colours are mixed in Generic RGB, as was measured of Apple's `render(in:)`; frames mix in sRGB, of which nothing is
// known.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Draws what a gradient layer adds.
  func draw(_ field: GradientField, of layer: CALayer) {
    context.saveGState()
    context.addPath(inner(LayerOutline(layer.values), of: layer).path)
    context.clip()
    let box = context.clipBox
    let ctm = context.ctm
    if !box.isNull, let image = field.image(over: box, ctm.inverted()) {
      // From here on user space is base space.
      context.concatenate(ctm.inverted())
      context.interpolationQuality = .none
      let pixels = CGRect(
        x: box.minX.rounded(.down), y: box.minY.rounded(.down), width: CGFloat(image.width),
        height: CGFloat(image.height))
      context.draw(image, in: pixels)
    }
    context.restoreGState()
  }
}

/// Colours over a layer's plane.
struct GradientField {
  private enum Form { case axial, radial, conic }
  private struct Stop {
    var location: Double
    /// Straight, in Generic RGB.
    var color: SIMD4<Double>
    /// The colours from this stop to the next, in equal steps, both ends included: straight sRGB.
    var way: [SIMD4<Double>] = []
  }

  /// Parts of the way between two stops, within which sRGB is as good as straight.
  private static let steps = 256

  private let form: Form
  private let bounds: CGRect
  private let start: CGPoint
  /// From start to end, in fractions of the bounds.
  private let way: CGVector
  private var stops: [Stop] = []

  /// The gradient of a layer; nil where it draws none: with fewer than two colours, another number of locations, or no
  /// way from start to end.
  init?(_ layer: CAGradientLayer) {
    guard layer.hasArea, let colors = layer.colors, colors.count >= 2 else { return nil }
    let spans = Double(colors.count - 1)
    let locations: [Double] = layer.locations?.map(\.doubleValue) ?? colors.indices.map { Double($0) / spans }
    guard locations.count == colors.count, locations.allSatisfy(\.isFinite) else { return nil }
    form =
      switch layer.type {
      case .radial: .radial
      case .conic: .conic
      default: .axial
      }
    bounds = layer.values.bounds
    start = layer.startPoint
    let end = layer.endPoint
    way = CGVector(dx: end.x - start.x, dy: end.y - start.y)
    guard way.dx.isFinite, way.dy.isFinite, hypot(way.dx, way.dy) > 1e-9 else { return nil }
    if form == .radial, way.dx == 0 || way.dy == 0 { return nil }
    var last = -Double.infinity
    for (value, location) in zip(colors, locations) {
      guard let color = value as? CGColor else { return nil }
      // Locations that descend are raised to the one before.
      last = max(location, last)
      let rgba = SIMD4<Double>(color.rgba.clamped(lowerBound: .zero, upperBound: .one))
      stops.append(
        Stop(location: last, color: SIMD4(GenericRGB.components(sRGB: SIMD3(rgba.x, rgba.y, rgba.z)), rgba.w)))
    }
    for index in stops.indices {
      let isLast = index == stops.count - 1
      let (from, to) = (stops[index].color, stops[isLast ? index : index + 1].color)
      stops[index].way = (0...(isLast ? 0 : Self.steps)).map { step in
        let mixed = from + (to - from) * (Double(step) / Double(Self.steps))
        return SIMD4(GenericRGB.sRGB(SIMD3(mixed.x, mixed.y, mixed.z)), mixed.w)
      }
    }
  }

  /// Whether no colour is translucent.
  var isOpaque: Bool { stops.allSatisfy { $0.color.w >= 1 } }

  /// The gradient over a box of pixels of a space with y up, sampled at their centres.
  ///
  /// - Parameter toPlane: from that space to the layer's coordinates.
  func image(over box: CGRect, _ toPlane: CGAffineTransform) -> CGImage? {
    let (x0, y0) = (box.minX.rounded(.down), box.minY.rounded(.down))
    let (width, height) = (Int(box.maxX.rounded(.up) - x0), Int(box.maxY.rounded(.up) - y0))
    guard width > 0, height > 0 else { return nil }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      var byte = 0
      for row in 0..<height {
        for column in 0..<width {
          let point = CGPoint(x: x0 + CGFloat(column) + 0.5, y: y0 + CGFloat(height - row) - 0.5).applying(toPlane)
          let color = color(at: position(of: point))
          let scaled = SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w) * 255
          for component in 0..<4 { buffer[byte + component] = UInt8(scaled[component].rounded()) }
          byte += 4
        }
      }
      count = byte
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Returns the position along the gradient of a point of the layer. The gradient is that of a unit square, stretched
  /// to the bounds.
  private func position(of point: CGPoint) -> Double {
    let x = Double((point.x - bounds.minX) / bounds.width - start.x)
    let y = Double((point.y - bounds.minY) / bounds.height - start.y)
    let (dx, dy) = (Double(way.dx), Double(way.dy))
    switch form {
    case .axial: return (x * dx + y * dy) / (dx * dx + dy * dy)
    case .radial: return hypot(x / dx, y / dy)
    case .conic:
      let turns = atan2(y * dx - x * dy, x * dx + y * dy) / (2 * .pi)
      return turns < 0 ? turns + 1 : turns
    }
  }

  private func color(at position: Double) -> SIMD4<Double> {
    // The first stop beyond; of equal ones the last counts from there on.
    guard let next = stops.firstIndex(where: { $0.location > position }) else { return stops[stops.count - 1].way[0] }
    guard next > 0 else { return stops[0].way[0] }
    let a = stops[next - 1].location
    let place = (position - a) / (stops[next].location - a) * Double(Self.steps)
    let step = min(Int(place), Self.steps - 1)
    let way = stops[next - 1].way
    return way[step] + (way[step + 1] - way[step]) * (place - Double(step))
  }
}
