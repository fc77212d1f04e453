import CCairo
public import Foundation

enum GraphicsPaint {
  /// Straight sRGB.
  case color(SIMD4<Float>)
  /// A pattern, and the colour of a stencil one.
  case pattern(CGPattern, SIMD4<Float>)

  static var black: GraphicsPaint { .color(SIMD4(0, 0, 0, 1)) }
}

/// A shadow, in base space: it is not touched by the current transform.
struct GraphicsShadow {
  /// In base space, y up.
  var offset: CGSize
  /// Twice the standard deviation, as in CSS.
  var blur: CGFloat
  /// Straight sRGB.
  var color: SIMD4<Float>
}

/// An image that clips: its alpha, or the luminance of an opaque one.
struct GraphicsMask {
  /// Alpha, one byte a pixel, first row at maximum y.
  var alpha: [UInt8]
  var width: Int
  var height: Int
  /// From the image's pixels, y down, to base space.
  var toBase: CGAffineTransform
}

/// The values that `saveGState` keeps. The clip's rectangles and paths are cairo's; clips by images are here.
struct GraphicsState {
  /// From user space to base space: pixels, y up from the bottom left corner.
  var ctm = CGAffineTransform.identity
  var fill = GraphicsPaint.black
  var stroke = GraphicsPaint.black
  /// The spaces that components given without one belong to.
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
  /// The box around the clip's rectangles and paths in base space: null if it is empty, nil without any.
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
  /// The cairo context that keeps the clip of that state; nil for a state whose clip is the current one's.
  var cairo: OpaquePointer?
}

extension CGContext {
  /// Pushes a copy of the graphics state: transform, clip, colours, line attributes, alpha, blend mode, shadow.
  public func saveGState() {
    saved.append(SavedState(state: state, cairo: cairo))
    cairo_save(cairo)
  }

  /// Goes back to the state last saved, by ``saveGState()`` or by a transparency layer's beginning, if any.
  public func restoreGState() {
    guard let last = saved.popLast() else { return }
    state = last.state
    if let cairo = last.cairo { cairo_restore(cairo) }
  }

  /// Sets the width of strokes, in user space. 0 draws nothing; a negative one is 1, as measured on Apple's framework.
  public func setLineWidth(_ width: CGFloat) { state.lineWidth = width < 0 ? 1 : max(width, 0) }

  /// Sets how the open ends of strokes look. Default: `.butt`.
  public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

  /// Sets how the corners of strokes look. Default: `.miter`.
  public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

  /// Sets how far the point of a mitred corner may reach, as a multiple of the line width.
  public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }

  /// Sets the pattern of strokes: lengths of dashes and gaps in turn, in user space, begun `phase` into it. An empty
  /// array is a solid line; lengths that are negative, or all 0, are that, too.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let isUsable = !lengths.contains { !($0 >= 0 && $0.isFinite) } && lengths.contains { $0 > 0 } && phase.isFinite
    state.dashPhase = isUsable ? phase : 0
    state.dashLengths = isUsable ? lengths : []
  }

  /// Sets how far curves may be off, in pixels; 0 is the context's own choice.
  public func setFlatness(_ flatness: CGFloat) { state.flatness = max(flatness, 0) }

  /// Sets what the alpha of everything that is drawn is multiplied by, from 0 to 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1) }

  /// The alpha of the graphics state; see ``setAlpha(_:)``.
  package var alpha: CGFloat { state.alpha }

  /// Whether what is drawn is more than laid over what is there: by a blend mode, a shadow, or a clip by an image.
  package var hasEffects: Bool { state.blendMode != .normal || state.shadow != nil || !state.masks.isEmpty }

  /// Sets how what is drawn joins what is there.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges are antialiased, for this state.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

  /// Sets whether edges may be antialiased, for all states.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }

  /// The quality of the filter for scaled images. Default: `.default`, which equals `.medium` here.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolation }
    set { state.interpolation = newValue }
  }

  /// Kept only: all colours are sRGB.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.intent = intent }

  // MARK: Colours

  /// Sets the colour that fills have from now on. Default: black.
  public func setFillColor(_ color: CGColor) { state.fill = .color(color.rgba) }

  /// Sets the colour that strokes have from now on. Default: black.
  public func setStrokeColor(_ color: CGColor) { state.stroke = .color(color.rgba) }

  /// Sets the space of fill colours that are given by components, and the fill colour to that space's black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    state.fillSpace = space
    state.fill = .color(SIMD4(0, 0, 0, 1))
  }

  /// Sets the space of stroke colours that are given by components, and the stroke colour to that space's black.
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

  /// Sets the fill colour by inks, from 0 to 1.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the stroke colour by inks, from 0 to 1.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }
}
