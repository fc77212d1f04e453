// A context's base space has y up from the bottom left pixel; the layer's coordinates are mapped to it so that the
// image, whose first row is seen on top, shows them as they lie on the screen:
//
//   y down (the default)       y up (an odd number of flips, or a host whose y points up)
//   first row = bounds.minY    first row = bounds.maxY
//
// Pixels are bounds.size x contentsScale, rounded up, or fewer if a bitmap cannot have so many. The whole bitmap covers
// the whole bounds: if a side is not a whole number of pixels, the scale is slightly larger than contentsScale.

import CoreGraphics
import Foundation

/// The bitmap that a layer draws into, without its pixels.
struct BackingGeometry: Equatable {
  let bounds: CGRect
  let width: Int
  let height: Int
  let isYDown: Bool
  let format: DrawingBitmap.Format
  /// Whether there are fewer pixels than the scale asks for.
  let isReduced: Bool

  /// Creates the bitmap of a layer as it is; nil if its bounds are empty or infinite.
  init?(_ layer: CALayer) {
    let bounds = layer.bounds
    let scale = layer.contentsScale
    let factor = scale > 0 && scale.isFinite ? Double(scale) : 1
    let (wide, high) = (Double(bounds.width) * factor, Double(bounds.height) * factor)
    guard let fitting = DrawingBitmap.fittingFactor(width: wide, height: high), bounds.minX.isFinite,
      bounds.minY.isFinite
    else { return nil }
    self.bounds = bounds
    // The excess over a whole number is the multiplication's error.
    width = max(1, Int((wide * fitting - 1e-6).rounded(.up)))
    height = max(1, Int((high * fitting - 1e-6).rounded(.up)))
    isReduced = fitting < 1
    isYDown = layer.drawsYDown
    format = layer.contentsFormat == .gray8Uint ? .gray : layer.isOpaque ? .opaqueColor : .color
  }

  var toBase: CGAffineTransform {
    let (x, y) = (CGFloat(width) / bounds.width, CGFloat(height) / bounds.height)
    return isYDown
      ? CGAffineTransform(a: x, b: 0, c: 0, d: -y, tx: -bounds.minX * x, ty: CGFloat(height) + bounds.minY * y)
      : CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: -bounds.minX * x, ty: -bounds.minY * y)
  }

  var region: PixelRegion { PixelRegion(x: 0, y: 0, width: width, height: height) }

  /// Returns the pixels that a rectangle of the layer touches, y from the first row.
  func pixels(of rect: CGRect) -> PixelRegion {
    let base = rect.applying(toBase).overlap(CGRect(x: 0, y: 0, width: width, height: height))
    guard !base.isNull, !base.isEmpty else { return PixelRegion(x: 0, y: 0, width: 0, height: 0) }
    // Edges that lie on pixels, up to the error of the arithmetic, stay there.
    let (x0, x1) = (Int((base.minX + 1e-6).rounded(.down)), Int((base.maxX - 1e-6).rounded(.up)))
    let (y0, y1) = (Int((base.minY + 1e-6).rounded(.down)), Int((base.maxY - 1e-6).rounded(.up)))
    return PixelRegion(x: x0, y: height - y1, width: x1 - x0, height: y1 - y0)
  }

  func base(of region: PixelRegion) -> CGRect {
    CGRect(x: region.x, y: height - region.y - region.height, width: region.width, height: region.height)
  }
}

/// The image that a layer drew as its contents, the part of it that is out of date, and the images for frames.
final class BackingStore {
  /// The image that the layer last drew as a whole, and in parts since; its contents, unless others were assigned.
  private(set) var image: CGImage?
  private var geometry: BackingGeometry?
  /// The pixels of ``image``, kept if parts were drawn.
  private var bitmap: DrawingBitmap?
  /// The last image, for a frame or for the layer.
  private var latest: CGImage?
  private var dirty = DirtyArea()

  /// Marks part of the image as out of date; nil marks all of it.
  func mark(_ rect: CGRect?) { dirty.add(rect) }

  /// Whether the shown image has its first row at minimum y; nil unless the layer drew it.
  func isYDown(_ shown: CGImage) -> Bool? { shown === image ? geometry?.isYDown : nil }

  func isTurned(_ layer: CALayer) -> Bool { geometry.map { $0.isYDown != layer.drawsYDown } ?? false }

  /// Calls `draw` for the marked part of the image, or for everything if nothing was marked. Returns the complete
  /// image; nil if nothing was drawn and nothing is kept.
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

  func drawFrame(_ new: BackingGeometry, _ draw: (CGContext) -> Void) -> CGImage? {
    guard let bitmap = DrawingBitmap(width: new.width, height: new.height, format: new.format),
      let drawn = Self.draw(new, bitmap, replacing: latest, draw)
    else { return nil }
    latest = drawn
    return drawn
  }

  /// Drops all images.
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
  /// The box, in the layer's coordinates; null if no rectangle was marked.
  private var box = CGRect.null
  private var isAll = false

  /// Marks a rectangle; nil, or a rectangle that is not finite, marks everything.
  mutating func add(_ rect: CGRect?) {
    if let rect, rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite {
      box = box.isNull ? rect : box.union(rect)
    } else {
      isAll = true
    }
  }

  /// The box around the marked rectangles; nil for everything, and if nothing was marked.
  var part: CGRect? { isAll || box.isNull ? nil : box }
}
