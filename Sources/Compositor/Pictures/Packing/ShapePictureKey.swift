import CoreGraphics
import Coverage
import Foundation
import QuartzCore

enum ShapePaint: Hashable {
  case fill(CGPathFillRule)
  case stroke(ShapeStroke)
}

/// The key of a picture of coverage, which whole-pixel moves keep; a class, with its hash, as tables pass it on.
struct ShapePictureKey: Hashable, Sendable {
  private final class Parts: Sendable {
    let path: PathIdentity
    let paint: ShapePaint
    let map: PixelMap
    let window: PixelBox
    let hash: Int

    init(_ path: PathIdentity, _ paint: ShapePaint, _ map: PixelMap, _ window: PixelBox) {
      (self.path, self.paint, self.map, self.window) = (path, paint, map, window)
      var hasher = Hasher()
      hasher.combine(path)
      if case .stroke(let stroke) = paint { hasher.combine(stroke.width) }
      for part in [map.xx, map.yx, map.tx, map.ty] { hasher.combine(part) }
      hash = hasher.finalize()
    }
  }

  private let parts: Parts

  var path: PathIdentity { parts.path }
  var paint: ShapePaint { parts.paint }
  /// The map to pixels, its translation reduced by whole pixels to 0..<1, in steps of 1/64; unreduced in perspective.
  var map: PixelMap { parts.map }
  /// The largest box of the picture, in its plane of pixels: the visible part, or the box around a whole shape.
  var window: PixelBox { parts.window }

  init(path: PathIdentity, paint: ShapePaint, map: PixelMap, window: PixelBox) {
    parts = Parts(path, paint, map, window)
  }

  static func == (a: ShapePictureKey, b: ShapePictureKey) -> Bool {
    let (a, b) = (a.parts, b.parts)
    return a === b
      || a.hash == b.hash && a.map == b.map && a.window == b.window && a.paint == b.paint && a.path == b.path
  }

  func hash(into hasher: inout Hasher) { hasher.combine(parts.hash) }
}

/// A path by its elements, told apart by identity first, and hashed by a few of its points.
struct PathIdentity: Hashable {
  let path: CGPath

  static func == (a: PathIdentity, b: PathIdentity) -> Bool { a.path == b.path }

  func hash(into hasher: inout Hasher) {
    path.storage.points.withUnsafeBufferPointer { points in
      var mixed = UInt64(truncatingIfNeeded: points.count)
      func add(_ point: CGPoint) {
        for bits in [point.x.bitPattern, point.y.bitPattern] {
          mixed = (mixed ^ UInt64(bits)) &* 0x9E37_79B9_7F4A_7C15 ^ mixed >> 29
        }
      }
      if let first = points.first, let last = points.last {
        add(first)
        add(points[points.count / 3])
        add(points[points.count * 2 / 3])
        add(last)
      }
      hasher.combine(mixed)
    }
  }
}

extension ShapePictureKey {
  /// The number of steps of a pixel in a shape's position, as in the rasteriser's coordinates.
  private static let steps = 64.0
  /// The most pixels of a picture that is made whole when only part of it is seen.
  private static let wholeArea = 65_536.0
  /// The longest side, in pixels, of a picture that is made whole when partly seen: all devices' textures fit it.
  private static let wholeSide = 2048.0
  /// The longest side of any picture, in pixels.
  private static let longest = 16_384.0

  /// Returns the key of a shape's picture, and the whole pixels that it is moved by; nil if nothing of it is visible.
  /// `area` is the box around the shape in its plane, `visible` its visible part in pixels.
  static func make(
    _ path: CGPath, _ paint: ShapePaint, _ toPixels: Homography, area: Box, visible: Box
  ) -> (key: ShapePictureKey, x: Int, y: Int)? {
    var map = PixelMap(
      x: (toPixels.m11, toPixels.m12, toPixels.m13), y: (toPixels.m21, toPixels.m22, toPixels.m23),
      t: (toPixels.m31, toPixels.m32, toPixels.m33))
    guard let bounds = toPixels.visibleBounds(area) else { return nil }
    let seen = bounds.intersection(visible)
    guard let box = PixelBox(seen, longest: longest) else { return nil }
    guard map.isAffine, abs(map.tx) < 1e9, abs(map.ty) < 1e9 else {
      return (ShapePictureKey(path: PathIdentity(path: path), paint: paint, map: map, window: box), 0, 0)
    }
    let (x, y) = ((map.tx * steps).rounded() / steps, (map.ty * steps).rounded() / steps)
    let (wholeX, wholeY) = (x.rounded(.down), y.rounded(.down))
    (map.tx, map.ty) = (x - wholeX, y - wholeY)
    var window = box.moved(byX: -Int(wholeX), y: -Int(wholeY))
    if visible.contains(bounds.outset)
      || bounds.area <= wholeArea && max(bounds.width, bounds.height) <= wholeSide
    {
      // Measured by the picture's map, so that the box does not depend on the shape's position.
      guard let whole = PixelBox(map.image(of: area), longest: longest) else { return nil }
      window = whole
    }
    return (
      ShapePictureKey(path: PathIdentity(path: path), paint: paint, map: map, window: window), Int(wholeX), Int(wholeY)
    )
  }

  /// The rasteriser of the picture, and the picture's pixels; empty for a shape that covers nothing.
  var rasterizer: (PathRasterizer, PixelBox) {
    let rasterizer: PathRasterizer
    switch paint {
    case .fill(let rule): rasterizer = PathRasterizer(path.path, rule: rule, map: map, visible: window)
    case .stroke(let stroke):
      // A hundredth of a pixel at the map's largest stretch.
      let box = path.path.boundingBox
      let corners = [
        CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY), CGPoint(x: box.minX, y: box.maxY),
        CGPoint(x: box.maxX, y: box.maxY),
      ]
      let stretch = map.isAffine ? map.stretch(at: .zero) : corners.map { map.stretch(at: $0) }.max() ?? 1
      rasterizer = PathRasterizer(
        path.path, stroke, tolerance: 0.01 / min(max(stretch, 1e-6), 1e3), map: map, visible: window)
    }
    return (rasterizer, rasterizer.bounds.intersection(window))
  }
}

extension PixelMap {
  fileprivate func image(of box: Box) -> Box {
    let (x, y) = (
      (box.minX + box.maxX) / 2 * xx + (box.minY + box.maxY) / 2 * yx + tx,
      (box.minX + box.maxX) / 2 * xy + (box.minY + box.maxY) / 2 * yy + ty
    )
    let (halfX, halfY) = (
      (abs(xx) * box.width + abs(yx) * box.height) / 2, (abs(xy) * box.width + abs(yy) * box.height) / 2
    )
    return Box(x - halfX, y - halfY, x + halfX, y + halfY)
  }
}

extension PixelBox {
  /// The pixels that a box touches, cut off after so many in each direction; nil for none, and if it is too far away.
  fileprivate init?(_ box: Box, longest: Double) {
    let box = box.outset
    guard !box.isEmpty, box.width.isFinite, box.height.isFinite, abs(box.minX) < 1e9, abs(box.minY) < 1e9 else {
      return nil
    }
    self.init(
      Int(box.minX), Int(box.minY), Int(min(box.maxX, box.minX + longest)), Int(min(box.maxY, box.minY + longest)))
  }
}
