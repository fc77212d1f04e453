// A gradient is computed pixel by pixel, in double precision, for all three forms: Core Graphics' own gradients have no
// conic form, and stops from 0 to 1 only. Colours are mixed in Generic RGB, as was measured of Apple's `render(in:)`;
// frames mix in sRGB, for which there is no measurement.

import CoreGraphics
import Foundation

extension ContextRenderer {
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

struct GradientField {
  private enum Form { case axial, radial, conic }
  private struct Stop {
    var location: Double
    /// The colour, not premultiplied, in Generic RGB.
    var color: SIMD4<Double>
    /// The colours from this stop to the next, in equal steps, both ends included: sRGB, not premultiplied.
    var way: [SIMD4<Double>] = []
  }

  /// The number of steps between two stops, within which sRGB is as good as straight.
  private static let steps = 256

  private let form: Form
  private let bounds: CGRect
  private let start: CGPoint
  /// The vector from start to end, in fractions of the bounds.
  private let way: CGVector
  private var stops: [Stop] = []

  /// Returns nil if the layer draws none: fewer than two colours, another number of locations, the same start and end.
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
      // A location below the one before is raised to it.
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

  var isOpaque: Bool { stops.allSatisfy { $0.color.w >= 1 } }

  /// Returns the gradient over a box of pixels of a space with y up, sampled at their centres; `toPlane` maps that
  /// space to the layer's coordinates.
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

  /// Returns the position of a point of the layer along the gradient, that of a unit square stretched to the bounds.
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
    // The first stop beyond; the last of equal ones counts from there on.
    guard let next = stops.firstIndex(where: { $0.location > position }) else { return stops[stops.count - 1].way[0] }
    guard next > 0 else { return stops[0].way[0] }
    let a = stops[next - 1].location
    let place = (position - a) / (stops[next].location - a) * Double(Self.steps)
    let step = min(Int(place), Self.steps - 1)
    let way = stops[next - 1].way
    return way[step] + (way[step + 1] - way[step]) * (place - Double(step))
  }
}

// Dashes are part of the graphics state, which only a layer with a pattern sets; sublayers are drawn inside of that
// state. So a shape layer's dashes continue in sublayers without a pattern, as was measured.
extension ContextRenderer {
  /// Draws a shape layer's path: filled, then stroked.
  func drawShape(of layer: CALayer) {
    guard let shape = layer as? CAShapeLayer, let path = shape.path, !path.isEmpty else { return }
    let fill = shape.fillColor.flatMap { $0.alpha > 0 ? $0 : nil }
    let stroke = shape.strokeColor.flatMap { $0.alpha > 0 ? $0 : nil }
    if let fill {
      context.setFillColor(fill)
      context.addPath(path)
      context.fillPath(using: shape.fillRule == .evenOdd ? .evenOdd : .winding)
    }
    if let stroke { draw(path, of: shape, in: stroke) }
  }

  private func draw(_ path: CGPath, of shape: CAShapeLayer, in color: CGColor) {
    func number(_ value: CGFloat, _ fallback: CGFloat) -> CGFloat { value.isFinite ? value : fallback }
    let (start, end) = (number(shape.strokeStart, 0), number(shape.strokeEnd, 1))
    let width = number(shape.lineWidth, 1)
    guard width > 0, start < end, start < 1, end > 0 else { return }
    let line = path.trimmed(from: Double(start), to: Double(end))
    context.setStrokeColor(color)
    context.setLineWidth(width)
    context.setMiterLimit(number(shape.miterLimit, 10))
    context.setLineCap(shape.lineCap.style)
    context.setLineJoin(shape.lineJoin.style)
    if let pattern = shape.lineDashPattern {
      let lengths = pattern.map { CGFloat($0.doubleValue) }
      let isUsable = line.polygonLength / max(lengths.reduce(0, +), .leastNormalMagnitude) < Self.mostDashes
      context.setLineDash(phase: number(shape.lineDashPhase, 0), lengths: isUsable ? lengths : [])
    }
    context.addPath(line)
    context.strokePath()
  }

  /// The number of repetitions of the dash pattern above which a path is stroked solid: the dashes would be invisible.
  private static let mostDashes: CGFloat = 50_000
}

extension CGPath {
  /// An upper bound of the path's length: that of the lines between its points and control points.
  fileprivate var polygonLength: CGFloat {
    var (length, last): (CGFloat, CGPoint?) = (0, nil)
    for point in storage.points {
      if let last { length += hypot(point.x - last.x, point.y - last.y) }
      last = point
    }
    return length
  }
}

extension CAShapeLayerLineCap {
  fileprivate var style: CGLineCap {
    switch self {
    case .round: .round
    case .square: .square
    default: .butt
    }
  }
}

extension CAShapeLayerLineJoin {
  fileprivate var style: CGLineJoin {
    switch self {
    case .round: .round
    case .bevel: .bevel
    default: .miter
    }
  }
}
