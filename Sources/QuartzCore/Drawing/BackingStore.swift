// What a layer drew: the image that its contents are, how that came about, and what of it is out of date.
//
// A context's base space has y up from the bottom left pixel; the layer's coordinates are mapped to it so that the
// image, whose first row is seen on top, shows them as they lie on the screen:
//
//   y down (the default)       y up (an odd number of flips, or a host whose y points up)
//   first row = bounds.minY    first row = bounds.maxY
//
// Pixels are bounds.size x contentsScale, rounded up, and fewer where that is more than a bitmap may have. The whole
// bitmap stands for the whole bounds: where a side is no whole number of pixels, the scale is a hair larger than
// contentsScale.

import CoreGraphics
import Foundation

/// The bitmap that a layer draws into, without its pixels.
struct BackingGeometry: Equatable {
  /// In the layer's coordinates.
  let bounds: CGRect
  /// In pixels.
  let width: Int
  let height: Int
  let isYDown: Bool
  let format: DrawingBitmap.Format
  /// Whether there are fewer pixels than the scale asks for.
  let isReduced: Bool

  /// The bitmap of a layer as it is; nil where its bounds are empty or infinite.
  init?(_ layer: CALayer) {
    let bounds = layer.bounds
    let scale = layer.contentsScale
    let factor = scale > 0 && scale.isFinite ? Double(scale) : 1
    let (wide, high) = (Double(bounds.width) * factor, Double(bounds.height) * factor)
    guard let fitting = DrawingBitmap.fittingFactor(width: wide, height: high), bounds.minX.isFinite,
      bounds.minY.isFinite
    else { return nil }
    self.bounds = bounds
    // A hair above a whole number is the error of the multiplication.
    width = max(1, Int((wide * fitting - 1e-6).rounded(.up)))
    height = max(1, Int((high * fitting - 1e-6).rounded(.up)))
    isReduced = fitting < 1
    isYDown = layer.drawsYDown
    format = layer.contentsFormat == .gray8Uint ? .gray : layer.isOpaque ? .opaqueColor : .color
  }

  /// From the layer's coordinates to base space.
  var toBase: CGAffineTransform {
    let (x, y) = (CGFloat(width) / bounds.width, CGFloat(height) / bounds.height)
    return isYDown
      ? CGAffineTransform(a: x, b: 0, c: 0, d: -y, tx: -bounds.minX * x, ty: CGFloat(height) + bounds.minY * y)
      : CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: -bounds.minX * x, ty: -bounds.minY * y)
  }

  var region: PixelRegion { PixelRegion(x: 0, y: 0, width: width, height: height) }

  /// The pixels that a rectangle of the layer touches, y from the first row.
  func pixels(of rect: CGRect) -> PixelRegion {
    let base = rect.applying(toBase).overlap(CGRect(x: 0, y: 0, width: width, height: height))
    guard !base.isNull, !base.isEmpty else { return PixelRegion(x: 0, y: 0, width: 0, height: 0) }
    // Edges that lie on pixels but for the error of the arithmetic stay there.
    let (x0, x1) = (Int((base.minX + 1e-6).rounded(.down)), Int((base.maxX - 1e-6).rounded(.up)))
    let (y0, y1) = (Int((base.minY + 1e-6).rounded(.down)), Int((base.maxY - 1e-6).rounded(.up)))
    return PixelRegion(x: x0, y: height - y1, width: x1 - x0, height: y1 - y0)
  }

  /// The rectangle of base space that pixels cover.
  func base(of region: PixelRegion) -> CGRect {
    CGRect(x: region.x, y: height - region.y - region.height, width: region.width, height: region.height)
  }
}

/// The drawing of a model layer, and the drawings of its presentations for frames.
final class BackingStore {
  /// The image that the layer last drew as a whole, and in parts since; its contents, unless others were assigned.
  private(set) var image: CGImage?
  private var geometry: BackingGeometry?
  /// The same pixels, kept where parts were drawn.
  private var bitmap: DrawingBitmap?
  /// The image that was drawn last of all, for a frame or for the layer.
  private var latest: CGImage?
  /// The area of the image that was marked.
  private var dirty = DirtyArea()

  /// Notes that part of the image is out of date; nil: all of it.
  func mark(_ rect: CGRect?) { dirty.add(rect) }

  /// Whether an image that the layer shows has its first row at minimum y, if it is what the layer drew; nil for any
  /// other.
  func isYDown(_ shown: CGImage) -> Bool? { shown === image ? geometry?.isYDown : nil }

  /// Whether the image was drawn the other way up.
  func isTurned(_ layer: CALayer) -> Bool { geometry.map { $0.isYDown != layer.drawsYDown } ?? false }

  /// Has `draw` draw what was marked into the image, or everything where nothing was.
  ///
  /// - Returns: the image that shows everything; nil where nothing was drawn and nothing is to be kept.
  func redraw(_ new: BackingGeometry, keeping isShown: Bool, _ draw: (CGContext) -> Void) -> CGImage? {
    defer { dirty = DirtyArea() }
    if let part = dirty.part, isShown, let image, new == geometry, new.format != .gray {
      return redraw(part, of: image, new, draw)
    }
    guard let bitmap = DrawingBitmap(width: new.width, height: new.height, format: new.format),
      let drawn = Self.draw(new, bitmap, replacing: latest, draw)
    else {
      forget()
      return nil
    }
    (image, latest, geometry, self.bitmap) = (drawn, drawn, new, nil)
    return drawn
  }

  /// Has `draw` draw for one frame.
  func drawFrame(_ new: BackingGeometry, _ draw: (CGContext) -> Void) -> CGImage? {
    guard let bitmap = DrawingBitmap(width: new.width, height: new.height, format: new.format),
      let drawn = Self.draw(new, bitmap, replacing: latest, draw)
    else { return nil }
    latest = drawn
    return drawn
  }

  /// Nothing is drawn any more.
  func forget() { (image, latest, geometry, bitmap) = (nil, nil, nil, nil) }

  private static func draw(
    _ geometry: BackingGeometry, _ bitmap: DrawingBitmap, replacing latest: CGImage?, _ draw: (CGContext) -> Void
  ) -> CGImage? {
    guard let context = bitmap.makeContext() else { return nil }
    context.concatenate(geometry.toBase)
    draw(context)
    guard context.hasDrawn else { return nil }
    return bitmap.makeImage(
      history: DrawnImageHistory(
        over: nil, changed: geometry.region, replacing: latest, width: geometry.width, height: geometry.height))
  }

  private func redraw(
    _ part: CGRect, of image: CGImage, _ geometry: BackingGeometry, _ draw: (CGContext) -> Void
  ) -> CGImage? {
    let region = geometry.pixels(of: part)
    guard !region.isEmpty else { return image }
    if bitmap == nil {
      bitmap = DrawingBitmap(width: geometry.width, height: geometry.height, format: geometry.format)
      bitmap?.load(image)
    }
    guard let bitmap else { return image }
    bitmap.clear(region)
    guard let context = bitmap.makeContext() else { return image }
    context.clip(to: geometry.base(of: region))
    context.concatenate(geometry.toBase)
    draw(context)
    let drawn = bitmap.makeImage(
      history: DrawnImageHistory(
        over: image, changed: region, replacing: latest, width: geometry.width, height: geometry.height))
    (self.image, latest) = (drawn, drawn)
    return drawn
  }
}

/// The area that was marked since the last drawing: nothing, the box around rectangles, or everything.
struct DirtyArea {
  /// In the layer's coordinates; null where no rectangle was marked.
  private var box = CGRect.null
  private var isAll = false

  /// Marks a rectangle; nil, and one that is no number or infinite: everything.
  mutating func add(_ rect: CGRect?) {
    if let rect, rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite {
      box = box.isNull ? rect : box.union(rect)
    } else {
      isAll = true
    }
  }

  /// The box around what was marked; nil for everything, and where nothing was: then everything is asked for.
  var part: CGRect? { isAll || box.isNull ? nil : box }
}
