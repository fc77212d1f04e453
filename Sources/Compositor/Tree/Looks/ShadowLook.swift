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
    case path(CGPath)
    /// A rounded rectangle of one alpha that the layer itself draws, as long as no sublayer reaches beyond it.
    case own(Box, radii: SIMD4<Float>, alpha: Float)
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

  /// Derives a layer's shadow; nil for none. `contentsAreOpaque` tells whether its image has no translucent pixel.
  init?(_ values: LayerValues, _ look: LayerLook, contentsAreOpaque: Bool) {
    // A comparison with NaN fails.
    guard values.shadowOpacity > 0, let rgba = values.shadowColor?.extendedRGBA else { return nil }
    color = LayerLook.premultiplied(rgba, opacity: min(values.shadowOpacity, 1))
    guard color.w > 0 else { return nil }
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
    if let shape = path.simpleShape { return .shape(Box(shape.rect), radii: SIMD4<Float>(shape.radii)) }
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

  /// Returns the bounds, in the layer's coordinates, of a shadow that needs no surface; nil for others.
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

/// The bitmap of a layer with `shouldRasterize`: its scale and its filters. The layer with its sublayers, filters and
/// shadow becomes a bitmap of `rasterizationScale` pixels to a point, which is drawn in the layer's place with its
/// opacity. The bitmap can be kept while only the layer's geometry or opacity change.
struct RasterLook: Equatable, Sendable {
  /// Pixels of the bitmap to a point of the layer.
  var scale: Double
  /// The filters of the bitmap when magnified, and when minified.
  var magnified: TextureFilter
  var minified: TextureFilter
}

extension RasterLook {
  /// The longest side of a bitmap, in pixels; a larger layer is drawn as if it were not rasterized.
  private static let largestSide = 4096.0
  /// The distances, in pixels, that a bitmap reaches beyond the bounds: `near` everywhere, so that it stays the same
  /// when the layer moves, and `far` where it is on the screen.
  private static let near = 1024.0
  private static let far = 2048.0

  /// The bitmap of a layer that is to be rasterized; nil if it is too large.
  init?(_ values: LayerValues) {
    let asked = Double(values.rasterizationScale)
    scale = asked > 0 && asked.isFinite ? min(max(asked, 1.0 / 64), 64) : 1
    let bounds = values.bounds
    guard max(Double(bounds.width), Double(bounds.height)) * scale <= Self.largestSide else { return nil }
    guard Double(bounds.minX).magnitude < 1e9, Double(bounds.minY).magnitude < 1e9 else { return nil }
    magnified = values.magnificationFilter == .nearest ? .nearest : .linear
    minified = values.minificationFilter == .nearest ? .nearest : .linear
  }

  /// Returns the map from the layer's plane to the bitmap's pixels.
  func map(_ bounds: Box) -> Homography {
    Homography(scaleX: scale, scaleY: scale, translateX: -bounds.minX * scale, translateY: -bounds.minY * scale)
  }

  /// Returns the part of the plane that a bitmap may hold, in its pixels. `visible` is the visible part in the pixels
  /// around, to which `outwards` leads from the bitmap's.
  func reach(_ bounds: Box, visible: Box, outwards: Homography) -> Box {
    let inner = Box(0, 0, bounds.width * scale, bounds.height * scale).outset
    var reach = inner.insetBy(-Self.near)
    if outwards.isAffine, let inwards = outwards.inverted, let seen = inwards.visibleBounds(visible) {
      // In large steps: a bitmap that changed its size with every motion could not be kept.
      let step = Self.near
      let stepped = Box(
        (seen.minX / step).rounded(.down) * step, (seen.minY / step).rounded(.down) * step,
        (seen.maxX / step).rounded(.up) * step, (seen.maxY / step).rounded(.up) * step)
      reach = reach.union(stepped.intersection(inner.insetBy(-Self.far)))
    }
    return reach
  }

  /// Returns the filter of the bitmap under a map to the pixels around: pixel for pixel if it fits them.
  func filter(_ outwards: Homography) -> TextureFilter {
    if outwards.isScaleAndTranslation {
      let fits =
        abs(outwards.m11.magnitude - 1) < 1e-6 && abs(outwards.m22.magnitude - 1) < 1e-6
        && abs(outwards.m31 - outwards.m31.rounded()) < 1e-3 && abs(outwards.m32 - outwards.m32.rounded()) < 1e-3
      if fits { return .nearest }
    }
    let area = abs(outwards.m11 * outwards.m22 - outwards.m12 * outwards.m21)
    return area >= 1 || !outwards.isAffine ? magnified : minified
  }
}

extension RasterLook: PartLook {
  static func isAsked(by values: LayerValues) -> Bool { values.shouldRasterize }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> RasterLook? {
    tree.looks[slot].flags.contains(.keepsDepth) ? nil : RasterLook(values)
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.rasterizes) }
}
