import CoreGraphics
import Foundation
package import QuartzCore

/// The values of one layer for the flattening of a frame: premultiplied colours, the flattened placement, the parts
/// that it draws. Derived once at the commit for layers that stand still, and per frame for animated ones. Plain values
/// only: walking an array of these counts no references.
package struct LayerLook: Equatable, Sendable {
  package var bounds: Box
  /// The map from the layer's plane to the superlayer's, without the superlayer's `sublayerTransform`.
  package var placement: Homography
  /// +1 where `placement` shows the front, -1 where it shows the back, 0 edge-on.
  var facing: Double
  /// The distance of the plane in front of the superlayer's, by `zPosition`, `anchorPointZ` and `transform`; for a
  /// tilted plane that of its anchor point, about which it turns.
  package var zPosition: Double
  /// From 0 to 1.
  package var opacity: Float
  package var flags: Flags
  /// Premultiplied.
  package var background: SIMD4<Float>
  /// Premultiplied.
  package var borderColor: SIMD4<Float>
  package var borderWidth: Double
  /// Corner radii in points: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  package var radii: SIMD4<Float>
  /// The continuity of the corners' curve, from 0, a circle, to 1: see ``CornerCurve``.
  package var smoothing: Float
  var edgeMask: CAEdgeAntialiasingMask
  /// The image in the tree's ``ImageTable``; -1 for none.
  package var image: Int32
  /// The placement of the contents; meaningful with an image.
  var contents: ContentsPlacement
  /// A number that changes whenever the tree's tables change for the layer, so that comparing looks is enough.
  package var detail: UInt32 = 0

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first bit of the parts that are drawn, see LayerPart.
    static let firstPartBit = 12

    package static let hidden = Flags(rawValue: 1 << 0)
    static let singleSided = Flags(rawValue: 1 << 1)
    package static let flipped = Flags(rawValue: 1 << 2)
    package static let clips = Flags(rawValue: 1 << 3)
    static let groupOpacity = Flags(rawValue: 1 << 4)
    package static let sublayerTransform = Flags(rawValue: 1 << 5)
    /// Effects on the layer with its sublayers; the tree's tables hold them.
    package static let filters = Flags(rawValue: 1 << 6)
    package static let blendMode = Flags(rawValue: 1 << 7)
    static let rasterizes = Flags(rawValue: 1 << 8)
    /// Sublayers stand in the superlayer's space and are not flattened into the layer's plane.
    static let keepsDepth = Flags(rawValue: 1 << 9)
    /// The plane is tilted against the superlayer's: its depth differs from place to place.
    package static let tilted = Flags(rawValue: 1 << 10)
    /// The layer is in a transition at the time of the sample.
    static let inTransition = Flags(rawValue: 1 << 11)
  }
}

extension LayerLook.Flags {
  fileprivate mutating func set(_ flag: Self, _ isSet: Bool) { if isSet { insert(flag) } else { remove(flag) } }
}

extension LayerLook {
  /// Derives the look of a layer from its values, animated or not, and their placement. `image` is the index of
  /// `values.contents` in the image table; -1 for no image.
  package init(_ values: LayerValues, placement: CATransform3D, image: Int32) {
    bounds = Box(values.bounds)
    self.placement = .identity
    (facing, zPosition, opacity) = (1, 0, 1)
    background = Self.premultiplied(values.backgroundColor)
    borderColor = Self.premultiplied(values.borderColor)
    borderWidth = values.borderWidth > 0 ? Double(values.borderWidth) : 0
    let radii = Self.radii(values)
    self.radii = radii
    smoothing =
      radii != .zero && values.cornerCurve == .continuous
      ? CornerCurve.smoothing(fitting: radii, bounds.width, bounds.height) : 0
    edgeMask = values.allowsEdgeAntialiasing ? values.edgeAntialiasingMask : []
    self.image = image
    contents = .zero
    flags = []
    move(values.motion, placement: placement)
    if !values.isDoubleSided { flags.insert(.singleSided) }
    if values.isGeometryFlipped { flags.insert(.flipped) }
    if values.masksToBounds { flags.insert(.clips) }
    if values.allowsGroupOpacity { flags.insert(.groupOpacity) }
    if values.sublayerTransform != CATransform3DIdentity { flags.insert(.sublayerTransform) }
    guard !bounds.isEmpty else { return }
    if background.w > 0 { flags.insert(.drawsBackground) }
    if borderWidth > 0 && borderColor.w > 0 { flags.insert(.drawsBorder) }
    if image >= 0, let contents = values.contents {
      flags.insert(.drawsContents)
      self.contents = ContentsPlacement(values, imageWidth: contents.width, imageHeight: contents.height)
    }
  }

  /// Takes over the values of a layer's motion: its place, and its opacity.
  mutating func move(_ motion: LayerMotion, placement: CATransform3D) {
    self.placement = Homography(flattening: placement).normalized
    facing = Self.facing(of: placement, plane: self.placement)
    let isTilted = placement.tiltsPlane
    zPosition = isTilted ? placement.depth(at: motion.anchorPoint, in: bounds) : placement.planeDepth
    opacity = motion.opacity.isNaN ? 1 : min(max(motion.opacity, 0), 1)
    flags.set(.tilted, isTilted)
    flags.set(.hidden, motion.isHidden || opacity == 0)
  }

  /// Lets sublayers stand in the space around the layer; of the layer, only their placement then counts.
  mutating func keepDepth() {
    flags.subtract([.draws, .clips, .castsShadow, .filters, .backdropFilters, .blendMode, .rasterizes])
    flags.insert(.keepsDepth)
  }

  var isRounded: Bool { radii != .zero }

  /// Whether the layer by itself draws at most one part, so that no two of its parts overlap.
  var drawsOnePart: Bool { flags.intersection(.draws).rawValue.nonzeroBitCount <= 1 && !flags.contains(.castsShadow) }

  /// Whether the layer alone shows its (rounded) bounds, opaque and antialiased all around: as a mask it is a clip.
  var isOpaqueRectangle: Bool {
    background.w >= 1 && opacity >= 1 && edgeMask == .all && flags.contains(.drawsBackground)
      && flags.isDisjoint(with: Self.opensRectangle)
  }

  /// The parts and effects that can add to the rectangle of a background, or cut it.
  private static let opensRectangle = Flags.beyondBounds.union([
    .drawsContents, .drawsGradient, .castsShadow, .filters, .rasterizes, .keepsDepth, .inTransition,
  ])

  /// Returns the side of a plane that is seen. A layer seen from the front keeps the sense of turning that its matrix
  /// has in space: the sign of the plane's determinant times that of the whole matrix, so that a mirror image
  /// (`scale(-1, 1)`) still shows its front and a half turn about y does not. A matrix that flattens space (a scale of
  /// 0 in z) tells nothing beyond the plane.
  static func facing(of m: CATransform3D, plane: Homography) -> Double {
    let plane = plane.determinant
    if plane == 0 || !plane.isFinite { return 0 }
    let space = m.determinant
    return (plane > 0) == (space >= 0) ? 1 : -1
  }

  /// Returns a premultiplied colour of extended sRGB; frames of bytes limit it (``DrawListBuilder/limited(_:)``).
  static func premultiplied(_ color: CGColor?) -> SIMD4<Float> {
    color.map { premultiplied($0.extendedRGBA, opacity: 1) } ?? .zero
  }

  /// Returns a colour times its alpha and an opacity from 0 to 1.
  package static func premultiplied(_ rgba: SIMD4<Float>, opacity: Float) -> SIMD4<Float> {
    let rgba = bounded(rgba)
    return SIMD4(rgba.x, rgba.y, rgba.z, 1) * (rgba.w * opacity)
  }

  /// Returns a colour with alpha from 0 to 1, and the others within half floats' range; what is no number is 0.
  static func bounded(_ rgba: SIMD4<Float>) -> SIMD4<Float> {
    let most = SIMD4<Float>(60_000, 60_000, 60_000, 1)
    return rgba.replacing(with: 0, where: rgba .!= rgba)
      .clamped(lowerBound: SIMD4(-most.x, -most.y, -most.z, 0), upperBound: most)
  }

  /// Returns the corner radii, scaled down together until neighbours touch, as in CSS; Apple's documentation is silent.
  private static func radii(_ values: LayerValues) -> SIMD4<Float> {
    guard values.cornerRadius > 0, !values.bounds.isEmpty else { return .zero }
    let radii = CornerCurve.radii(values.cornerRadius, at: values.maskedCorners)
    let taken = CornerCurve.taken(by: radii, values.bounds.width, values.bounds.height)
    return SIMD4<Float>(radii / max(taken, 1))
  }
}

extension CATransform3D {
  /// The determinant of the whole matrix, by 2x2 minors of the upper and lower two rows.
  fileprivate var determinant: Double {
    let s0 = m11 * m22 - m21 * m12
    let s1 = m11 * m23 - m21 * m13
    let s2 = m11 * m24 - m21 * m14
    let s3 = m12 * m23 - m22 * m13
    let s4 = m12 * m24 - m22 * m14
    let s5 = m13 * m24 - m23 * m14
    let c5 = m33 * m44 - m43 * m34
    let c4 = m32 * m44 - m42 * m34
    let c3 = m32 * m43 - m42 * m33
    let c2 = m31 * m44 - m41 * m34
    let c1 = m31 * m43 - m41 * m33
    let c0 = m31 * m42 - m41 * m32
    return Double(s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0)
  }
}

extension LayerLook {
  func rectangle(_ toPixels: Homography) -> Rectangle {
    Rectangle(box: bounds, toPixels: toPixels, radii: radii, smoothing: smoothing, edges: edgeMask)
  }

  /// Whether the border hides the background under it.
  func hasOpaqueBorder(_ opacity: Float) -> Bool { flags.contains(.drawsBorder) && borderColor.w >= 1 && opacity >= 1 }
}

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
