// A layer's shadow, in a table of the render tree.
//
// - `shadowRadius` is the Gaussian's standard deviation (see ``Gaussian``).
// - `shadowOffset` is in the layer's own coordinates: it turns and scales with the layer, and a positive height leads
//   down where y points down, also by `isGeometryFlipped`. WebKit hands CSS's offsets over as they are, to layers under
//   a flipped root. (That it turns with the layer is inferred: Apple does not say.)
// - With `shadowPath` the shadow is that of the path, whether the layer draws anything or not: WebKit's text indicators
//   are empty layers with a path. Otherwise the layer's composited alpha casts it, and an invisible layer casts none.
// - The shadow lies below the layer, and shows through translucent parts. A layer that masks to its bounds cuts its own
//   shadow there.

import CoreGraphics
import Coverage
import Foundation
import QuartzCore

struct ShadowLook: Equatable, Sendable {
  enum Caster: Equatable, Sendable {
    /// A `shadowPath` that is a rounded rectangle.
    case shape(Box, radii: SIMD4<Float>)
    /// Any other `shadowPath`.
    case path(CGPath)
    /// A rounded rectangle of one alpha that the layer itself draws, as long as no sublayer reaches beyond it.
    case own(Box, radii: SIMD4<Float>, alpha: Float)
    /// The composited alpha of the layer and its sublayers.
    case alpha
  }

  var caster: Caster
  /// Premultiplied, the shadow's opacity included.
  var color: SIMD4<Float>
  /// In the layer's coordinates.
  var offsetX: Double
  var offsetY: Double
  /// The Gaussian's standard deviation, in points.
  var sigma: Double

  /// The largest deviation, in points.
  static let widest = 4096.0
  private static let farthest = 1e6

  /// The shadow of a layer, or nil if it has none.
  ///
  /// - Parameters:
  ///   - look: the layer's look otherwise.
  ///   - contentsAreOpaque: whether its image has no translucent pixel.
  init?(_ values: LayerValues, _ look: LayerLook, contentsAreOpaque: Bool) {
    // A comparison with NaN fails.
    guard values.shadowOpacity > 0, let rgba = values.shadowColor?.rgba else { return nil }
    let alpha = min(max(rgba.w, 0), 1) * min(values.shadowOpacity, 1)
    guard alpha > 0 else { return nil }
    color = SIMD4(rgba.x * alpha, rgba.y * alpha, rgba.z * alpha, alpha).clamped(lowerBound: .zero, upperBound: .one)
    sigma = values.shadowRadius > 0 ? min(Double(values.shadowRadius), Self.widest) : 0
    offsetX = Self.offset(values.shadowOffset.width)
    offsetY = Self.offset(values.shadowOffset.height)
    if let path = values.shadowPath {
      guard let caster = Self.caster(path) else { return nil }
      self.caster = caster
    } else {
      caster = Self.ownShape(look, contentsAreOpaque: contentsAreOpaque) ?? .alpha
    }
  }

  private static func offset(_ value: CGFloat) -> Double {
    value.isFinite ? min(max(Double(value), -farthest), farthest) : 0
  }

  private static func caster(_ path: CGPath) -> Caster? {
    if let shape = path.simpleShape {
      return .shape(Box(shape.rect), radii: SIMD4<Float>(shape.radii))
    }
    let bounds = Box(path.boundingBoxOfPath)
    guard !bounds.isEmpty, bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite
    else { return nil }
    return .path(path)
  }

  /// Returns the rounded rectangle that the layer's own parts show, if they show nothing else.
  private static func ownShape(_ look: LayerLook, contentsAreOpaque: Bool) -> Caster? {
    let free = LayerLook.Flags.beyondBounds.union([.drawsText, .filters, .keepsDepth])
    // Patches know circular corners only.
    guard look.flags.isDisjoint(with: free), look.smoothing == 0 else { return nil }
    let clips = look.flags.contains(.clips)
    let hasContents = look.flags.contains(.drawsContents)
    let destination = look.contents.destination
    // Only a layer that clips cuts contents to its bounds.
    let contentsStayInside =
      !hasContents || clips || (look.radii == .zero && look.bounds.contains(destination))
    if look.flags.contains(.drawsBackground), look.background.w >= 1, contentsStayInside {
      return .own(look.bounds, radii: look.radii, alpha: 1)
    }
    if hasContents, contentsAreOpaque, look.contents.center == ContentsPlacement.unit {
      if clips, destination.contains(look.bounds) { return .own(look.bounds, radii: look.radii, alpha: 1) }
      if !clips, destination.contains(look.bounds) { return .own(destination, radii: .zero, alpha: 1) }
      if look.flags.intersection(.draws) == .drawsContents { return .own(destination, radii: .zero, alpha: 1) }
    }
    if look.flags.intersection(.draws) == .drawsBackground {
      return .own(look.bounds, radii: look.radii, alpha: look.background.w)
    }
    return nil
  }

  /// The distance that the shadow reaches beyond its caster, in points.
  var reach: Double { Gaussian.reach * sigma }

  /// Returns the box that the shadow of a box may touch, in the layer's coordinates.
  func bounds(of box: Box) -> Box {
    Box(box.minX + offsetX, box.minY + offsetY, box.maxX + offsetX, box.maxY + offsetY).insetBy(-reach)
  }

  /// Returns the bounds, in the layer's coordinates, of a shadow that is drawn without a surface; nil for other
  /// shadows.
  func plainBounds() -> Box? {
    switch caster {
    case .shape(let box, _), .own(let box, _, _): bounds(of: box)
    case .path(let path): bounds(of: Box(path.boundingBoxOfPath))
    case .alpha: nil
    }
  }
}

extension ShadowLook {
  func moved(_ box: Box) -> Box { box.moved(byX: offsetX, y: offsetY) }
}

extension ShadowLook: PartLook {
  static func isAsked(by values: LayerValues) -> Bool { values.shadowOpacity > 0 }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> ShadowLook? {
    guard !tree.looks[slot].flags.contains(.keepsDepth) else { return nil }
    return ShadowLook(values, tree.looks[slot], contentsAreOpaque: values.contents?.isOpaque ?? false)
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.castsShadow) }
}
