// What saveGState keeps. The clip's rectangles and paths are cairo's; clips by images are here.

import Foundation

/// A source of colour.
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

/// A graphics state.
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
  /// The box around the intersection of the clip's rectangles and paths, in base space; null if that is empty, nil if
  /// the clip has neither.
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

/// A graphics state to go back to.
struct SavedState {
  var state: GraphicsState
  /// The cairo context that keeps the clip of that state; nil for a state whose clip is the current one's.
  var cairo: OpaquePointer?
}
