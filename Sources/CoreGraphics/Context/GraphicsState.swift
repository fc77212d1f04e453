import CCairo
public import Foundation

enum GraphicsPaint {
  /// Straight sRGB.
  case color(SIMD4<Float>)
  /// A pattern, and the colour of a stencil.
  case pattern(CGPattern, SIMD4<Float>)

  static var black: GraphicsPaint { .color(SIMD4(0, 0, 0, 1)) }
}

/// A shadow, which the current transform does not affect.
struct GraphicsShadow {
  /// In base space, y up.
  var offset: CGSize
  /// Twice the standard deviation, as in CSS.
  var blur: CGFloat
  /// Straight sRGB.
  var color: SIMD4<Float>
}

/// The clip by an image: its alpha, or the luminance of an opaque one.
struct GraphicsMask {
  /// Alpha, one byte a pixel, first row at maximum y.
  var alpha: [UInt8]
  var width: Int
  var height: Int
  /// The transform from the image's pixels, y down, to base space.
  var toBase: CGAffineTransform
}

/// The values that `saveGState` keeps. The clip's rectangles and paths are cairo's; clips by images are here.
struct GraphicsState {
  /// The transform from user space to base space: pixels, y up from the bottom left corner.
  var ctm = CGAffineTransform.identity
  var fill = GraphicsPaint.black
  var stroke = GraphicsPaint.black
  /// The colour space of fill components that are given without one; the next is that of strokes.
  var fillSpace = CGColorSpaceCreateDeviceGray()
  var strokeSpace = CGColorSpaceCreateDeviceGray()
  var lineWidth: CGFloat = 1
  var lineCap = CGLineCap.butt
  var lineJoin = CGLineJoin.miter
  var miterLimit: CGFloat = 10
  var dashPhase: CGFloat = 0
  var dashLengths: [CGFloat] = []
  var flatness: CGFloat = 0
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var shouldAntialias = true
  var interpolation = CGInterpolationQuality.default
  var intent = CGColorRenderingIntent.defaultIntent
  var shadow: GraphicsShadow?
  var masks: [GraphicsMask] = []
  /// The bounding box of the clip's rectangles and paths in base space: null for an empty clip, nil for none.
  var clipBounds: CGRect?
  var patternPhase = CGSize.zero
  var font: CGFont?
  var fontSize: CGFloat = 0
  var characterSpacing: CGFloat = 0
  var textMode = CGTextDrawingMode.fill
  var textEncoding = CGTextEncoding.encodingMacRoman
  var subpixelPositions = true
  var subpixelQuantization = true
  var smoothFonts = true
}

struct SavedState {
  var state: GraphicsState
  /// The cairo context that keeps the state's clip; nil if the clip is the current context's.
  var cairo: OpaquePointer?
}

extension CGContext {
  /// Pushes a copy of the graphics state: transform, clip, colours, line attributes, alpha, blend mode, shadow.
  public func saveGState() {
    saved.append(SavedState(state: state, cairo: cairo))
    cairo_save(cairo)
  }

  /// Pops the graphics state that ``saveGState()`` or the beginning of a transparency layer pushed last, if any.
  public func restoreGState() {
    guard let last = saved.popLast() else { return }
    state = last.state
    if let cairo = last.cairo { cairo_restore(cairo) }
  }

  /// Sets the width of strokes, in user space. 0 draws nothing; a negative one is 1, as measured on Apple's framework.
  public func setLineWidth(_ width: CGFloat) { state.lineWidth = width < 0 ? 1 : max(width, 0) }

  /// Sets the shape of the open ends of strokes. Default: `.butt`.
  public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

  /// Sets the shape of the corners of strokes. Default: `.miter`.
  public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

  /// Sets the greatest length of a mitred corner, as a multiple of the line width.
  public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }

  /// Sets the lengths of dashes and gaps in turn, in user space; strokes begin `phase` into them. An empty array, a
  /// negative length or lengths that are all 0 give solid lines.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let isUsable = !lengths.contains { !($0 >= 0 && $0.isFinite) } && lengths.contains { $0 > 0 } && phase.isFinite
    state.dashPhase = isUsable ? phase : 0
    state.dashLengths = isUsable ? lengths : []
  }

  /// Sets the greatest error of curves, in pixels; 0 is the context's own choice.
  public func setFlatness(_ flatness: CGFloat) { state.flatness = max(flatness, 0) }

  /// Sets the alpha, from 0 to 1, by which all drawing is multiplied.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1) }

  /// The alpha of the graphics state; see ``setAlpha(_:)``.
  package var alpha: CGFloat { state.alpha }

  /// Whether drawing does more than cover what is there: by a blend mode, a shadow, or a clip by an image.
  package var hasEffects: Bool { state.blendMode != .normal || state.shadow != nil || !state.masks.isEmpty }

  /// Sets the mode in which drawing is mixed with what is there.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges are antialiased, for this graphics state.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

  /// Sets whether edges may be antialiased, for all graphics states.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }

  /// The quality of the filter for scaled images. Default: `.default`, which equals `.medium` here.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolation }
    set { state.interpolation = newValue }
  }

  /// Without effect: all colours are sRGB.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.intent = intent }

  // MARK: Colours

  /// Sets the colour of fills. Default: black.
  public func setFillColor(_ color: CGColor) { state.fill = .color(color.rgba) }

  /// Sets the colour of strokes. Default: black.
  public func setStrokeColor(_ color: CGColor) { state.stroke = .color(color.rgba) }

  /// Sets the colour space of fill components, and the fill colour to that space's black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    state.fillSpace = space
    state.fill = .color(SIMD4(0, 0, 0, 1))
  }

  /// Sets the colour space of stroke components, and the stroke colour to that space's black.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    state.strokeSpace = space
    state.stroke = .color(SIMD4(0, 0, 0, 1))
  }

  /// Sets the fill colour by the components of the fill colour space, alpha last.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    state.fill = .color(color(components, in: state.fillSpace))
  }

  /// Sets the stroke colour by the components of the stroke colour space, alpha last.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    state.stroke = .color(color(components, in: state.strokeSpace))
  }

  func color(_ components: UnsafePointer<CGFloat>, in space: CGColorSpace) -> SIMD4<Float> {
    CGColor(colorSpace: space, components: components)?.rgba ?? SIMD4(0, 0, 0, 1)
  }

  /// Sets the fill colour, in sRGB, from 0 to 1.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the stroke colour, in sRGB, from 0 to 1.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the fill colour to a grey, from 0 to 1.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { setFillColor(CGColor(gray: gray, alpha: alpha)) }

  /// Sets the stroke colour to a grey, from 0 to 1.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { setStrokeColor(CGColor(gray: gray, alpha: alpha)) }

  /// Sets the fill colour by the amounts of inks, from 0 to 1.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the stroke colour by the amounts of inks, from 0 to 1.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }
}
