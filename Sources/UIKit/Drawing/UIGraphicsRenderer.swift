// Apple's classes have a common base for renderers of images and of PDF documents; here there are images only.
//
// Tested by DrawingTests and SnapshotTests.

public import CoreGraphics
public import Foundation

/// The settings of a renderer's canvas.
open class UIGraphicsRendererFormat: NSObject {
  /// The rectangle that the canvas covers, in points; set by the renderer.
  public internal(set) final var bounds = CGRect.zero

  public required override init() { super.init() }

  /// Returns the format that suits the screen.
  open class func `default`() -> Self { preferred() }

  /// Returns the format that suits the screen.
  open class func preferred() -> Self { Self() }
}

/// The settings of a ``UIGraphicsImageRenderer``'s images.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
  /// The range of an image's colours. Kept only: images have 8 bits a component, in sRGB.
  public enum Range: Int, Sendable {
    case unspecified = -1
    case automatic = 0
    case extended = 1
    case standard = 2
  }

  /// The number of pixels to a point. Default: the screen's.
  open var scale = UIScreen.main.scale
  /// Whether the image has no alpha, and is black where nothing is drawn. Default: false.
  open var opaque = false
  /// The range of colours that is asked for. Kept only. Default: `.standard`.
  open var preferredRange = Range.standard

  /// Creates the format with its defaults.
  public required init() { super.init() }

  /// Creates the format that suits an environment: its scale, or else the screen's.
  public convenience init(for traitCollection: UITraitCollection) {
    self.init()
    if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
  }
}

/// The context in which a renderer's closure draws.
open class UIGraphicsRendererContext: NSObject {
  /// The context, y down, which is also the current one.
  public final let cgContext: CGContext
  /// The format of the canvas.
  public final let format: UIGraphicsRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsRendererFormat) {
    cgContext = context
    self.format = format
  }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

  /// Fills a rectangle with the fill colour under a blend mode.
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
    withBlendMode(blendMode) { cgContext.fill(rect) }
  }

  /// Draws a line, one point wide, inside the edges of a rectangle, in the stroke colour.
  open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

  /// Draws a line, one point wide, inside the edges of a rectangle, in the stroke colour under a blend mode.
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
    withBlendMode(blendMode) { cgContext.stroke(rect.standardized.insetBy(dx: 0.5, dy: 0.5), width: 1) }
  }

  /// Restricts drawing to a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

  private func withBlendMode(_ blendMode: CGBlendMode, _ body: () -> Void) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    body()
    cgContext.restoreGState()
  }
}

/// The context in which the closure of a ``UIGraphicsImageRenderer`` draws.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
  private final let canvas: ImageCanvas

  init(_ canvas: ImageCanvas, _ format: UIGraphicsRendererFormat) {
    self.canvas = canvas
    super.init(canvas.context, format)
  }

  /// A copy of the drawing so far.
  open var currentImage: UIImage { canvas.image }
}

/// The common base of renderers of all kinds: the canvas's bounds and format.
open class UIGraphicsRenderer: NSObject {
  /// The format of the canvases.
  public final let format: UIGraphicsRendererFormat

  init(_ bounds: CGRect, _ format: UIGraphicsRendererFormat) {
    self.format = format
    format.bounds = bounds
  }

  /// Whether canvases can be drawn to: always.
  open var allowsImageOutput: Bool { true }
}

/// Draws images by closures.
///
/// ```swift
/// let badge = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
///   UIColor.red.setFill()
///   UIBezierPath(ovalIn: context.format.bounds).fill()
/// }
/// ```
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
  /// A closure that draws onto a renderer's canvas.
  public typealias DrawingActions = (UIGraphicsImageRendererContext) -> Void

  /// Creates a renderer of images of a size in points, at the screen's scale.
  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

  /// Creates a renderer of images of a size in points.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Creates a renderer of images of a rectangle of the closures' coordinates, at the screen's scale.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  /// Creates a renderer of images of a rectangle of the closures' coordinates. Sides are rounded up to whole pixels; an
  /// empty or infinite rectangle gives one transparent pixel; more pixels than a bitmap may have are reduced.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) { super.init(bounds, format) }

  /// Returns an image of the drawing of `actions`.
  open func image(actions: DrawingActions) -> UIImage {
    let format = format as? UIGraphicsImageRendererFormat ?? .default()
    let onePixel = CGRect(origin: format.bounds.origin.isFinite ? format.bounds.origin : .zero, size: .init(1, 1))
    guard
      let canvas = ImageCanvas(bounds: format.bounds.standardized, scale: format.scale, isOpaque: format.opaque)
        ?? ImageCanvas(bounds: onePixel, scale: 1, isOpaque: format.opaque)
    else { preconditionFailure("UIGraphicsImageRenderer: no memory for an image of \(format.bounds.size)") }
    withCurrentContext(canvas.context) { actions(UIGraphicsImageRendererContext(canvas, format)) }
    return canvas.image
  }

  /// Returns a PNG file of the drawing of `actions`.
  open func pngData(actions: DrawingActions) -> Data { image(actions: actions).pngData() ?? Data() }

  /// Returns a JPEG file of `actions`' drawing, over white where it is transparent; quality 0 (small) to 1 (best).
  open func jpegData(withCompressionQuality compressionQuality: CGFloat, actions: DrawingActions) -> Data {
    image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
  }
}

extension CGPoint {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGSize {
  fileprivate init(_ width: CGFloat, _ height: CGFloat) { self.init(width: width, height: height) }
}

/// The contexts of one thread, innermost last. Tiles are drawn on several threads at once.
final class GraphicsStack {
  private enum Entry {
    case context(CGContext)
    /// An image context; nil without memory, or with nothing to draw.
    case image(ImageCanvas?)
  }

  private var entries: [Entry] = []

  static var current: GraphicsStack {
    let key = "multiplane.UIGraphics"
    if let stack = Thread.current.threadDictionary[key] as? GraphicsStack { return stack }
    let stack = GraphicsStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  var context: CGContext? {
    switch entries.last {
    case .context(let context): context
    case .image(let canvas): canvas?.context
    case nil: nil
    }
  }

  var canvas: ImageCanvas? {
    if case .image(let canvas) = entries.last { return canvas }
    return nil
  }

  func push(_ context: CGContext) { entries.append(.context(context)) }

  func push(_ canvas: ImageCanvas?) { entries.append(.image(canvas)) }

  func pop() { _ = entries.popLast() }

  func popImage() { if case .image = entries.last { entries.removeLast() } }
}

func withCurrentContext<Result>(_ context: CGContext, _ body: () throws -> Result) rethrows -> Result {
  let stack = GraphicsStack.current
  stack.push(context)
  defer { stack.pop() }
  return try body()
}

/// A bitmap in points, y down from the top left corner.
final class ImageCanvas {
  let context: CGContext
  private let bitmap: DrawingBitmap
  /// Pixels to a point.
  let scale: CGFloat

  /// Creates a transparent canvas, or a black one; nil without pixels. The bounds, in points, are rounded up to whole
  /// pixels, and reduced to the size of a bitmap. `scale` is pixels to a point; the screen's if it is not positive.
  init?(bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
    let wanted = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
    let (wide, high) = (Double(bounds.size.width * wanted), Double(bounds.size.height * wanted))
    guard let fitting = DrawingBitmap.fittingFactor(width: wide, height: high), bounds.minX.isFinite,
      bounds.minY.isFinite
    else { return nil }
    let (width, height) = (wide * fitting - 1e-6, high * fitting - 1e-6)
    guard
      let bitmap = DrawingBitmap(
        width: max(1, Int(width.rounded(.up))), height: max(1, Int(height.rounded(.up))),
        format: isOpaque ? .opaqueColor : .color),
      let context = bitmap.makeContext()
    else { return nil }
    let scale = wanted * CGFloat(fitting)
    (self.context, self.bitmap, self.scale) = (context, bitmap, scale)
    context.translateBy(x: 0, y: CGFloat(bitmap.height))
    context.scaleBy(x: scale, y: -scale)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
  }

  var image: UIImage { UIImage(cgImage: bitmap.makeImage(), scale: scale, orientation: .up) }
}
