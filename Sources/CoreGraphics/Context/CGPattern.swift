import CCairo
public import Foundation

/// A function that draws one cell of a pattern, in pattern space.
public typealias CGPatternDrawPatternCallback =
  (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void

/// A function that is called at a pattern's end, to free the memory at `info`.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The functions that a pattern calls.
public struct CGPatternCallbacks {
  /// The version of the structure: 0.
  public var version: UInt32
  /// The function that draws one cell, without which a pattern cannot be created.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// The function that is called at the pattern's end, if any.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Creates callbacks from their functions.
  public init(version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?) {
    (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo)
  }
}

/// The method of spacing cells whose steps are not whole pixels.
public enum CGPatternTiling: Int32, Sendable {
  case noDistortion = 0
  case constantSpacingMinimalDistortion = 1
  case constantSpacing = 2
}

/// A cell that a callback draws, repeated over the area that is painted.
public final class CGPattern {
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGPatternCallbacks
  let bounds: CGRect
  /// The transform from pattern space to base space.
  let matrix: CGAffineTransform
  let step: CGSize
  /// Whether cells have their own colours; if not, they are stencils.
  let isColored: Bool

  /// Creates a pattern of cells of `bounds`, `xStep` and `yStep` apart in pattern space, which `matrix` maps to base
  /// space. Returns nil if the bounds are empty, a step is 0, the matrix is singular, or `drawPattern` is nil. Cells
  /// are drawn at the resolution of the bitmap, whatever `tiling` says.
  public init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
    tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    guard !bounds.isEmpty, bounds.width.isFinite, bounds.height.isFinite, xStep != 0, yStep != 0, xStep.isFinite,
      yStep.isFinite, matrix.isFinite, matrix.isInvertible, callbacks.pointee.drawPattern != nil
    else { return nil }
    (self.info, self.callbacks, self.bounds, self.matrix) = (info, callbacks.pointee, bounds, matrix)
    step = CGSize(width: abs(xStep), height: abs(yStep))
    self.isColored = isColored
  }

  deinit { callbacks.releaseInfo?(info) }

  /// Draws a cell to a context over a bitmap of one step.
  func drawCell(_ context: CGContext) { callbacks.drawPattern?(info, context) }
}

extension CGContext {
  /// Sets the fill pattern; `components`: a stencil's colour and alpha in the fill space, or a coloured one's alpha.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    state.fill = .pattern(pattern, patternColor(pattern, components, state.fillSpace))
  }

  /// Sets the stroke pattern, as ``setFillPattern(_:colorComponents:)`` sets the fill's.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    state.stroke = .pattern(pattern, patternColor(pattern, components, state.strokeSpace))
  }

  /// Sets the origin of patterns, in base space.
  public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

  private func patternColor(
    _ pattern: CGPattern, _ components: UnsafePointer<CGFloat>, _ space: CGColorSpace
  ) -> SIMD4<Float> {
    pattern.isColored ? SIMD4(1, 1, 1, Float(components[0])) : color(components, in: space)
  }

  /// Sets a pattern as cairo's source. The cell is drawn to a bitmap of its own, at the resolution of this one.
  func setSource(_ pattern: CGPattern, color: SIMD4<Float>, alpha: Double) -> Bool {
    let (sx, sy) = (hypot(pattern.matrix.a, pattern.matrix.b), hypot(pattern.matrix.c, pattern.matrix.d))
    let width = (pattern.step.width * sx).rounded(.up)
    let height = (pattern.step.height * sy).rounded(.up)
    guard width >= 1, height >= 1, width <= 8192, height <= 8192,
      let cell = CGContext(
        data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: store.isSwapped
          ? CGImageAlphaInfo.premultipliedLast.rawValue
          : CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { return false }
    cell.scaleBy(x: width / pattern.step.width, y: height / pattern.step.height)
    cell.translateBy(x: -pattern.bounds.minX, y: -pattern.bounds.minY)
    cell.clip(to: pattern.bounds)
    if !pattern.isColored {
      cell.state.fill = .color(SIMD4(color.x, color.y, color.z, 1))
      cell.state.stroke = cell.state.fill
    }
    pattern.drawCell(cell)
    // The transform from the cell's pixels, y down, to base space.
    let toPattern = CGAffineTransform(
      a: pattern.step.width / width, b: 0, c: 0, d: -pattern.step.height / height, tx: pattern.bounds.minX,
      ty: pattern.bounds.minY + pattern.step.height)
    let toBase = toPattern.concatenating(pattern.matrix).concatenating(
      CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height))
    guard setMatrix(movedByTiles(toBase, width: Int(width), height: Int(height))) else { return false }
    // An alpha below 1 is drawn into the cell, as cairo's fills do not take an alpha.
    let strength = alpha * Double(color.w)
    if strength < 1 { cell.fade(to: strength) }
    patternCell = cell
    cairo_set_source_surface(cairo, cell.store.surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_REPEAT)
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
    return true
  }

  /// Multiplies the whole bitmap by an alpha.
  private func fade(to alpha: Double) {
    cairo_save(cairo)
    cairo_reset_clip(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
    cairo_set_source_rgba(cairo, 0, 0, 0, alpha)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  /// Draws a layer at its size, with its bottom left corner at a point of user space.
  public func draw(_ layer: CGLayer, at point: CGPoint) { draw(layer, in: CGRect(origin: point, size: layer.size)) }

  /// Draws a layer so that it fills a rectangle of user space.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    guard let image = layer.context?.makeImage() else { return }
    draw(image, in: rect)
  }
}

/// A bitmap with a context of its own, to be drawn into other contexts.
public final class CGLayer {
  /// The context that draws to the layer. The origin of its user space is the layer's bottom left corner.
  public let context: CGContext?
  /// The size in points of the layer's user space.
  public let size: CGSize

  /// Creates a layer of the pixels that `size` takes in `context`; returns nil for none or too many.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    let (sx, sy) = (hypot(context.ctm.a, context.ctm.b), hypot(context.ctm.c, context.ctm.d))
    let (width, height) = ((size.width * sx).rounded(.up), (size.height * sy).rounded(.up))
    guard width >= 1, height >= 1, width <= 32767, height <= 32767,
      let own = CGContext(
        data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return nil }
    own.scaleBy(x: width / size.width, y: height / size.height)
    self.context = own
    self.size = size
  }
}
