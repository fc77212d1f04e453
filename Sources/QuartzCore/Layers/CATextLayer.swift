public import CoreGraphics
public import Foundation

/// A layer that draws a string, plain or attributed, from the top of its bounds, at `contentsScale`. The text lies over
/// the background and under the contents, and is clipped to the bounds.
///
/// A subclass that overrides ``draw(in:)`` draws its contents as any layer does; `super` draws the text.
open class CATextLayer: CALayer {
  /// The text: a `String` or an `NSAttributedString`. Anything else is kept and draws nothing. Default: nil.
  open var string: Any? {
    get { managed() }
    set { setManagedObject(newValue) }
  }

  /// The name of a font that was set, until it is looked up.
  final var unverifiedFont: String?

  /// The font of plain text: its name, a `CGFont` or a `CTFont`, whose size does not count. Default: Helvetica.
  open var font: CFTypeRef? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The size of plain text, in points. Animates. Default: 36.
  open var fontSize: CGFloat {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The colour of plain text. Animates. Default: opaque white.
  open var foregroundColor: CGColor? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether lines are broken to fit the width of the bounds. Its key is `wrapped`. Default: false.
  open var isWrapped: Bool {
    get { managed("wrapped") }
    set { setManaged(newValue, "wrapped") }
  }

  /// The truncation of text that is too long. Default: `.none`.
  open var truncationMode: CATextLayerTruncationMode {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The alignment of lines between the edges. Any other string is kept. Default: `.natural`.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether glyphs are placed at quarters of a pixel, to share their pictures; else at sixteenths. Default: false.
  open var allowsFontSubpixelQuantization: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether a key's change redraws the text: ``CALayer/contentsScale``, ``CALayer/style`` or a property of the text.
  open override class func needsDisplay(forKey key: String) -> Bool {
    key == "contentsScale" || key == "style" || super.needsDisplay(forKey: key)
  }

  package override class var renderKind: LayerKind { overridesDrawing(self) ? .plain : .text }

  package override class var properties: PropertyTable { TextProperties.table }

  package override class var redrawsOnResize: Bool { renderKind == .plain }

  open override func display() {
    reportMissingFont()
    if kind == .text { performDelegateDisplay() } else { super.display() }
  }

  /// Draws the text from the top of the bounds, onto a context whose user space is the layer's coordinates. The
  /// context's transform determines which way is up.
  open override func draw(in ctx: CGContext) {
    drawText(in: ctx, isYDown: ctx.ctm.determinant < 0)
  }

  package override func drawUnderContents(in context: CGContext, isYDown: Bool) {
    if kind == .text { return drawText(in: context, isYDown: isYDown) }
    // Text shows before the first display, also in a class that draws it in its own way.
    guard values.contents == nil else { return }
    context.saveGState()
    context.clip(to: bounds)
    draw(in: context)
    context.restoreGState()
  }

  /// Returns the size of the text in points; for wrapped text within the width of the bounds.
  open override func preferredFrameSize() -> CGSize {
    TextAppearance.fittingSize(values) ?? super.preferredFrameSize()
  }
}

/// The truncation of text that does not fit the bounds.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The bounds clip text that does not fit.
  public static let none = Self(rawValue: "none")
  /// The beginning of the line gives way to an ellipsis.
  public static let start = Self(rawValue: "start")
  /// The end of the line gives way to an ellipsis.
  public static let end = Self(rawValue: "end")
  /// The middle of the line gives way to an ellipsis.
  public static let middle = Self(rawValue: "middle")
}

/// The alignment of lines of text between the edges.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The alignment of the text's language: left for Latin script.
  public static let natural = Self(rawValue: "natural")
  /// Lines begin at the left edge.
  public static let left = Self(rawValue: "left")
  /// Lines end at the right edge.
  public static let right = Self(rawValue: "right")
  /// Lines are centred between the edges.
  public static let center = Self(rawValue: "center")
  /// Lines reach from edge to edge; needs ``CATextLayer/isWrapped``.
  public static let justified = Self(rawValue: "justified")
}
