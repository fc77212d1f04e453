// A gradient layer's form, points and stops, checked and put in order.
//
// Decisions that Core Animation's documentation leaves open:
// - Colours are interpolated as they are, not premultiplied, in gamma-encoded sRGB. A fade from white to
//   `UIColor.clear`, which is transparent black, passes through grey on Apple's systems, as users of CAGradientLayer
//   report (Stack Overflow 17521642 and 45041472); premultiplied interpolation would stay white. The class also has a
//   private switch for premultiplied colours, in runtime headers since iOS 14, which has to be set.
// - Points and the isolines between them are those of a square that is stretched to the bounds: lines of one colour are
//   perpendicular to the gradient there, not in points (Stack Overflow 38821631). The measured ellipses of radial
//   gradients say the same; conic ones follow them here.
// - Locations that descend are raised to the one before, as CSS does; beyond 0 and 1 they count as they are.
// - An unknown type is drawn axial. If start and end coincide nothing is drawn, in any type.

import CoreGraphics
import Foundation
import QuartzCore

struct GradientLook: Equatable, Sendable {
  enum Form: UInt8, Sendable { case axial, radial, conic }

  /// A colour and its position.
  struct Stop: Hashable, Sendable {
    var location: Double
    /// The sRGB colour, not premultiplied.
    var color: SIMD4<Float>
  }

  var form: Form
  /// The points in fractions of the bounds.
  var start: SIMD2<Double>
  var end: SIMD2<Double>
  /// Two or more stops, in ascending order.
  var stops: [Stop]

  var isOpaque: Bool { stops.allSatisfy { $0.color.w >= 1 } }
}

extension GradientLook {
  /// Points farther out than this are clamped.
  private static let farthest = 1e6

  /// The gradient of a layer's values; nil if nothing is drawn.
  init?(_ values: LayerValues) {
    let (managed, rows) = (values.managed, GradientProperties.all)
    guard case .list(let colors) = managed[rows.colors], colors.count >= 2 else { return nil }
    let locations: [Double]
    switch managed[rows.locations] {
    case .none: locations = colors.indices.map { Double($0) / Double(colors.count - 1) }
    case .numbers(let numbers): locations = numbers
    default: return nil
    }
    guard locations.count == colors.count, locations.allSatisfy(\.isFinite) else { return nil }
    stops = []
    stops.reserveCapacity(colors.count)
    var last = -Self.farthest
    for (value, location) in zip(colors, locations) {
      guard case .color(let color) = value else { return nil }
      last = min(max(location, last), Self.farthest)
      stops.append(Stop(location: last, color: LayerLook.bounded(color.extendedRGBA)))
    }
    switch managed[rows.type].string {
    case CAGradientLayerType.radial.rawValue: form = .radial
    case CAGradientLayerType.conic.rawValue: form = .conic
    default: form = .axial
    }
    guard let start = Self.point(managed[rows.startPoint].point ?? rows.startPoint.initial.point),
      let end = Self.point(managed[rows.endPoint].point ?? rows.endPoint.initial.point)
    else { return nil }
    (self.start, self.end) = (start, end)
    let way = end - start
    guard (way * way).sum() > 1e-18, form != .radial || (way.x != 0 && way.y != 0) else { return nil }
  }

  private static func point(_ point: CGPoint?) -> SIMD2<Double>? {
    guard let point, !point.x.isNaN && !point.y.isNaN else { return nil }
    return SIMD2(Double(point.x), Double(point.y))
      .clamped(lowerBound: SIMD2(repeating: -farthest), upperBound: SIMD2(repeating: farthest))
  }
}

extension GradientLook: PartLook {
  static var kind: LayerKind? { .gradient }
  static var changesDetail: Bool { true }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> GradientLook? {
    tree.looks[slot].bounds.isEmpty ? nil : GradientLook(values)
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.drawsGradient) }
}
