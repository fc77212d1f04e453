// Compositing. Most drawing goes straight to cairo, with its operator and the state's alpha. A blend mode that cairo
// lacks, a shadow or a clip by an image takes a group, which holds the drawing alone and is composited as one.
//
//   draw --> group --+--> masks --> blend mode
//                    '--> blur --> tint --> masks --> blend mode   (the shadow, first)

import CCairo
import Foundation

extension CGContext {
  /// A drawing in the forms that compositing may need.
  struct Drawing {
    /// Draws with cairo's current operator; `alpha` multiplies the sources.
    var draw: (_ alpha: Double) -> Void
    /// Clips to the shape; nil for a drawing that fills the whole clip.
    var clipToShape: (() -> Void)?
    /// Returns the box that the drawing may touch, in base space; nil for the whole clip.
    var extent: (() -> CGRect)?
    /// Draws a soft shape in black, which no clip can express; nil where `clipToShape` suffices.
    var drawShape: (() -> Void)?
  }

  /// Draws with the graphics state's alpha, blend mode, shadow and clips by images.
  func compose(_ drawing: Drawing) {
    hasDrawn = true
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS, state.alpha > 0 || state.blendMode != .normal else { return }
    updatingMemory(over: state.shadow == nil ? drawing.extent : nil) { composeNow(drawing) }
  }

  /// Calls a body that draws in `extent` of base space (nil: the clip); updates memory that cairo does not draw to.
  func updatingMemory(over extent: (() -> CGRect)?, _ body: () -> Void) {
    guard store.isIndirect, layers.isEmpty else { return body() }
    // With a margin for antialiased edges.
    let region = pixelRegion(extent.map { clipBox.overlap($0().insetBy(dx: -2, dy: -2)) } ?? clipBox)
    store.readIn(region)
    body()
    store.writeBack(region)
  }

  private func composeNow(_ drawing: Drawing) {
    let mode = state.blendMode
    if state.shadow == nil, state.masks.isEmpty, let direct = mode.cairo, !mode.reachesOutside {
      cairo_save(cairo)
      cairo_set_operator(cairo, direct)
      drawing.draw(Double(state.alpha))
      cairo_restore(cairo)
      return
    }
    // With a margin for antialiased edges.
    let box = drawing.extent.map { groupBox.overlap($0().insetBy(dx: -2, dy: -2)) } ?? groupBox
    guard let group = group(over: box, drawing.draw) else { return }
    composite(group, shape: mode.changesWithoutSource ? shape(of: drawing, over: box) : nil)
  }

  /// Returns a group with the drawing of `draw`; nil where none of it can be visible.
  func group(over box: CGRect, _ draw: (_ alpha: Double) -> Void) -> DrawingGroup? {
    guard let group = makeGroup(over: box) else { return nil }
    let outer = cairo
    cairo = group.cairo
    draw(1)
    cairo = outer
    return cairo_status(group.cairo) == CAIRO_STATUS_SUCCESS ? group : nil
  }

  /// Returns a group whose alpha is the drawing's coverage of each pixel, independent of the paint's alpha.
  private func shape(of drawing: Drawing, over box: CGRect) -> DrawingGroup? {
    group(over: box) { _ in
      if let drawShape = drawing.drawShape { return drawShape() }
      cairo_save(cairo)
      drawing.clipToShape?()
      setSource(SIMD4(0, 0, 0, 1), alpha: 1)
      cairo_paint(cairo)
      cairo_restore(cairo)
    }
  }

  func makeGroup(over box: CGRect) -> DrawingGroup? {
    // A rectangle with a NaN coordinate gives no group.
    guard !box.isNull, !box.isEmpty, max(abs(box.minX), abs(box.minY), box.width, box.height) < 1e9 else { return nil }
    let (x0, x1) = (Int(box.minX.rounded(.down)), Int(box.maxX.rounded(.up)))
    let (y0, y1) = (Int(box.minY.rounded(.down)), Int(box.maxY.rounded(.up)))
    return DrawingGroup(x: x0, y: height - y1, width: x1 - x0, height: y1 - y0)
  }

  /// The box that a group must cover, in base space: the clip, and the area outside that casts a shadow into it.
  var groupBox: CGRect {
    let box = clipBox
    guard let shadow = state.shadow, !box.isNull else { return box }
    let reach = shadow.reach
    let casting = box.offsetBy(dx: -shadow.offset.width, dy: -shadow.offset.height).insetBy(dx: -reach, dy: -reach)
    let both = box.union(casting)
    // If that exceeds a bitmap's limit, or the bitmap many times, only the area of the clip casts a shadow.
    let isBounded = both.width * both.height <= max(CGFloat(1 << 24), 4 * box.width * box.height)
    return max(both.width, both.height) < 32000 && isBounded ? both : box
  }

  /// Composites a group by the graphics state. `shape` is a group with the coverage as its alpha, for blend modes in
  /// which a transparent source changes the destination; nil for a transparency layer.
  func composite(_ group: DrawingGroup, shape: DrawingGroup? = nil) {
    if let shadow = state.shadow, let cast = group.shadow(shadow, swapped: store.isSwapped) {
      var opaque = shadow
      opaque.color = SIMD4(0, 0, 0, 1)
      put(cast, shape: shape.flatMap { _ in group.shadow(opaque, swapped: false) })
    }
    put(group, shape: shape)
  }

  /// Draws a group onto the target with the state's masks, alpha and blend mode.
  private func put(_ group: DrawingGroup, shape: DrawingGroup?) {
    guard let masked = masked(group) else { return }
    let mode = state.blendMode
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_identity_matrix(cairo)
    if shape == nil, let direct = mode.cairo, !mode.reachesOutside {
      cairo_set_operator(cairo, direct)
      cairo_set_source_surface(cairo, masked.surface, 0, 0)
      cairo_paint_with_alpha(cairo, Double(state.alpha))
    } else if let blended = blended(masked, shape: shape.flatMap { self.masked($0) }, mode) {
      // The result replaces the target inside the clip.
      cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
      cairo_set_source_surface(cairo, blended.surface, 0, 0)
      cairo_rectangle(cairo, Double(blended.x), Double(blended.y), Double(blended.width), Double(blended.height))
      cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
      cairo_fill(cairo)
    }
  }

  private func masked(_ group: DrawingGroup) -> DrawingGroup? {
    var current = group
    for mask in state.masks {
      guard let next = DrawingGroup(x: group.x, y: group.y, width: group.width, height: group.height) else {
        return nil
      }
      cairo_set_source_surface(next.cairo, current.surface, 0, 0)
      mask.withPattern(baseToPixels) { cairo_mask(next.cairo, $0) }
      current = next
    }
    return current
  }
}

extension CGBlendMode {
  /// cairo's operator; nil for a mode that is computed here. cairo has no plus-darker; its four modes of hue write
  /// colours without alpha where a shape is soft, and swap the weights of red and blue; its colour burn and soft light
  /// have PDF's formulas, which differ from Core Graphics'.
  var cairo: cairo_operator_t? {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .colorBurn, .softLight, .hue, .saturation, .color, .luminosity, .plusDarker: nil
    case .clear: CAIRO_OPERATOR_CLEAR
    case .copy: CAIRO_OPERATOR_SOURCE
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    case .xor: CAIRO_OPERATOR_XOR
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }

  /// Whether a transparent source changes the destination, so that the shape has to limit the mode.
  var changesWithoutSource: Bool { self == .clear || self == .copy || reachesOutside }

  /// Whether cairo's operator changes pixels that the source does not touch, even inside the shape's clip where that is
  /// made of rectangles with soft edges. Core Graphics changes pixels inside the shape only.
  var reachesOutside: Bool {
    switch self {
    case .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
    default: false
    }
  }
}

extension GraphicsMask {
  /// Calls `body` with the mask as a pattern in cairo's pixels.
  func withPattern(
    _ baseToPixels: CGAffineTransform, filter: cairo_filter_t = CAIRO_FILTER_GOOD,
    extend: cairo_extend_t = CAIRO_EXTEND_PAD, _ body: (OpaquePointer) -> Void
  ) {
    let toPixels = toBase.concatenating(baseToPixels)
    guard toPixels.isFinite, abs(toPixels.determinant) > 1e-12 else { return }
    let stride = (width + 3) / 4 * 4
    var bytes = [UInt8](repeating: 0, count: stride * height)
    for row in 0..<height { for column in 0..<width { bytes[row * stride + column] = alpha[row * width + column] } }
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard
        let surface = cairo_image_surface_create_for_data(
          buffer.baseAddress, CAIRO_FORMAT_A8, Int32(width), Int32(height), Int32(stride)),
        let pattern = cairo_pattern_create_for_surface(surface)
      else { return }
      var inverse = toPixels.inverted().cairo
      cairo_pattern_set_matrix(pattern, &inverse)
      cairo_pattern_set_extend(pattern, extend)
      cairo_pattern_set_filter(pattern, filter)
      body(pattern)
      cairo_pattern_destroy(pattern)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }
}

/// A part of the plane of cairo's pixels with pixels of its own, for drawing that is composited as one: with a shadow,
/// a clip by an image or a blend mode that cairo lacks, or as a transparency layer.
final class DrawingGroup {
  let surface: OpaquePointer
  let cairo: OpaquePointer
  /// The region that the group covers, in whole pixels, y down.
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// Creates a group over a box of cairo's pixels; nil where the box is empty or memory is short.
  init?(x: Int, y: Int, width: Int, height: Int) {
    guard width > 0, height > 0, width <= 32767, height <= 32767,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    cairo_surface_set_device_offset(surface, Double(-x), Double(-y))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    (self.surface, self.cairo, self.x, self.y, self.width, self.height) = (surface, cairo, x, y, width, height)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Lends the premultiplied pixels as words with alpha in the highest byte, rows `stride` words apart.
  func withPixels<Result>(_ body: (UnsafeMutablePointer<UInt32>, _ stride: Int) -> Result) -> Result {
    cairo_surface_flush(surface)
    defer { cairo_surface_mark_dirty(surface) }
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    return cairo_image_surface_get_data(surface).withMemoryRebound(to: UInt32.self, capacity: stride * height) {
      body($0, stride)
    }
  }
}
