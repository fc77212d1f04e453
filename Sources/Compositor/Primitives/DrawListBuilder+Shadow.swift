// Shadows without a surface: a rounded rectangle's as a patch in nine slices, a path's as one picture.
//
//      +---+-------+---+     Corners as they are, edges stretched one way, the middle both. An upright shadow is cut on
//      |   |       |   |     whole pixels and drawn on the linear path, a texture times a colour; the part under an
//      +---+-------+---+     opaque caster is cut out of the slices. Any other map draws the slices as
//      |   |       |   |     quadrilaterals, whose edges are not antialiased: outside they are clear,
//      +---+-------+---+     inside they meet.

import CoreGraphics
import Coverage
import QuartzCore

/// The sampling of a rounded rectangle's shadow from its patch: the nearest texel if it is close enough, as llvmpipe's
/// linear rasteriser interpolates with errors of up to 2 of 255 (it rounds down for each axis).
struct ShadowSampling {
  /// The rectangle, perhaps moved by 1/512 of a pixel.
  var box: Box
  /// The phase if texels are to be pixels: the rectangle lies on whole ones, or the blur is narrow.
  var phase: ShadowShape.Phase?
  /// Whether the blur is so wide that texels a pixel apart lie close together.
  var isFine = false

  /// A shadow of at most this alpha shows at most half of the error that rounding down makes.
  static let faint: Float = 0.5

  var isNearest: Bool { phase != nil || isFine }

  /// The deviations, in pixels, up to which a patch is made for the pixel grid at any place, at whole pixels, and from
  /// which on a fine patch has texels of a pixel and more.
  private static let narrow = 1.25
  private static let moderate = 32.0
  private static let wide = 64.0

  /// Larger corners, in pixels, get no patch of pixels: it would be too large.
  private static let largestCorner = 512.0

  init(
    _ box: Box, _ radii: SIMD4<Float>, sigma: Double, _ pixel: (width: Double, height: Double), _ toPixels: Homography
  ) {
    self.box = box
    guard toPixels.isScaleAndTranslation,
      Double(radii.max()) <= Self.largestCorner * min(pixel.width, pixel.height)
    else { return }
    let pixels = sigma / max(pixel.width, pixel.height)
    if sigma >= Self.wide * max(pixel.width, pixel.height) {
      isFine = true
    } else if pixels < Self.narrow || (pixels < Self.moderate && toPixels.visibleBounds(box)?.isIntegral ?? false) {
      let (moved, phase) = toPixels.onPixelGrid(box)
      (self.box, self.phase) = (moved, phase)
    }
  }
}

struct ShadowDraw {
  /// Premultiplied, opacity included.
  var color: SIMD4<Float>
  /// The standard deviation, in the plane.
  var sigma: Double
  var toPixels: Homography
  var clip: Clip
  /// The whole pixels that something opaque in front covers.
  var hidden = Box.empty
}

extension DrawListBuilder {
  /// Draws the shadow of a rounded rectangle, whose `box` lies in the plane, offset included.
  mutating func drawShadow(
    of box: Box, radii: SIMD4<Float>, _ shadow: ShadowDraw, _ cache: inout ShadowCache
  ) {
    let pixel = shadow.toPixels.pixelSize(at: box)
    guard pixel.width > 0, pixel.height > 0, pixel.width.isFinite, pixel.height.isFinite, !box.isEmpty,
      max(box.width, box.height) < 1e9
    else { return }
    guard shadow.sigma >= ShadowPlacement.sharpest * max(pixel.width, pixel.height) else {
      fill(Rectangle(box: box, toPixels: shadow.toPixels, radii: radii), Paint(color: shadow.color), shadow.clip)
      return
    }
    let sampling = ShadowSampling(box, radii, sigma: shadow.sigma, pixel, shadow.toPixels)
    let box = sampling.box
    let shape = ShadowShape(
      width: box.width, height: box.height, radii: SIMD4<Double>(radii), sigma: shadow.sigma,
      pixelWidth: pixel.width, pixelHeight: pixel.height, phase: sampling.phase, isFine: sampling.isFine)
    let patch = cache.patch(of: shape)
    let isUpright = shadow.toPixels.isScaleAndTranslation
    var paint = Paint(color: shadow.color)
    paint.textureIsOpaque = false
    paint.texture = texture(of: patch.bitmap, sampling.isNearest ? .nearest : .linear)
    paint.filtersExactly = !sampling.isNearest && shadow.color.w > ShadowSampling.faint
    let reach = Gaussian.visibleReach(alpha: Double(shadow.color.w)) * shadow.sigma
    let columns = ShadowSlices(patch.columns, box.minX, box.maxX, reach: reach + pixel.width / 2)
    let rows = ShadowSlices(patch.rows, box.minY, box.maxY, reach: reach + pixel.height / 2)
    if isUpright {
      drawUpright(
        columns: columns.inPixels(shadow.toPixels.m11, shadow.toPixels.m31),
        rows: rows.inPixels(shadow.toPixels.m22, shadow.toPixels.m32), paint, shadow)
    } else {
      for row in 0..<rows.count {
        for column in 0..<columns.count {
          let (x, y) = (columns[column], rows[row])
          guard x.low < x.high, y.low < y.high else { continue }
          paint.textureMap = TextureMap(x, y)
          fill(
            Rectangle(box: Box(x.low, y.low, x.high, y.high), toPixels: shadow.toPixels, edges: []), paint,
            shadow.clip)
        }
      }
    }
  }

  private mutating func drawUpright(
    columns: ShadowSlices, rows: ShadowSlices, _ paint: Paint, _ shadow: ShadowDraw
  ) {
    var paint = paint
    for row in 0..<rows.count {
      for column in 0..<columns.count {
        let (x, y) = (columns[column], rows[row])
        let slice = Box(x.low, y.low, x.high, y.high).intersection(shadow.clip.box.outset)
        guard !slice.isEmpty else { continue }
        paint.textureMap = TextureMap(x, y)
        slice.forEachPart(outside: shadow.hidden) { part in
          fill(Rectangle(box: part, toPixels: .identity, edges: []), paint, shadow.clip)
        }
      }
    }
  }

  /// Draws a picture of a path's shadow; `toPixels` maps from the picture's space.
  mutating func drawShadow(_ picture: PathShadow, toPixels: Homography, isSharp: Bool, _ shadow: ShadowDraw) {
    var paint = Paint(color: shadow.color)
    paint.textureIsOpaque = false
    paint.texture = texture(of: picture.bitmap, isSharp ? .nearest : .linear)
    paint.filtersExactly = !isSharp && shadow.color.w > ShadowSampling.faint
    paint.textureMap = TextureMap(picture.box, to: ContentsPlacement.unit)
    guard toPixels.isScaleAndTranslation, let seen = toPixels.visibleBounds(picture.box) else {
      fill(Rectangle(box: picture.box, toPixels: toPixels, edges: []), paint, shadow.clip)
      return
    }
    paint.textureMap = paint.textureMap.seenThrough(toPixels)
    let pixels = seen.outset.intersection(shadow.clip.box.outset)
    guard !pixels.isEmpty else { return }
    pixels.forEachPart(outside: shadow.hidden) { part in
      fill(Rectangle(box: part, toPixels: .identity, edges: []), paint, shadow.clip)
    }
  }
}

extension TextureMap {
  fileprivate init(_ x: ShadowSlices.Slice, _ y: ShadowSlices.Slice) {
    self.init()
    (scaleX, offsetX) = (x.scale, x.offset)
    (scaleY, offsetY) = (y.scale, y.offset)
  }
}

extension Box {
  /// Visits the parts of the box outside another one, up to four. If that saves little, the box stays whole.
  func forEachPart(outside hidden: Box, _ body: (Box) -> Void) {
    let hole = intersection(hidden)
    guard !hole.isEmpty, hole.area >= 1024 || hole == self else { return body(self) }
    if hole.minY > minY { body(Box(minX, minY, maxX, hole.minY)) }
    if hole.minX > minX { body(Box(minX, hole.minY, hole.minX, hole.maxY)) }
    if hole.maxX < maxX { body(Box(hole.maxX, hole.minY, maxX, hole.maxY)) }
    if hole.maxY < maxY { body(Box(minX, hole.maxY, maxX, maxY)) }
  }
}

extension Homography {

  /// Returns a box whose edges lie on 1/256 pixels, and their phase; for upright maps.
  func onPixelGrid(_ box: Box) -> (Box, ShadowShape.Phase) {
    func axis(_ low: Double, _ high: Double, _ scale: Double, _ move: Double) -> (Double, Double, UInt8, UInt8) {
      let a = ((low * scale + move) * 256).rounded() / 256
      let b = ((high * scale + move) * 256).rounded() / 256
      // Inward is up for the lower edge as seen, down for the higher one.
      func inset(_ edge: Double, isLower: Bool) -> UInt8 {
        UInt8(clamping: Int(bounded: (isLower ? edge - edge.rounded(.down) : edge.rounded(.up) - edge) * 256))
      }
      return ((a - move) / scale, (b - move) / scale, inset(a, isLower: scale > 0), inset(b, isLower: scale < 0))
    }
    let x = axis(box.minX, box.maxX, m11, m31)
    let y = axis(box.minY, box.maxY, m22, m32)
    return (Box(x.0, y.0, x.1, y.1), ShadowShape.Phase(minX: x.2, maxX: x.3, minY: y.2, maxY: y.3))
  }
}
