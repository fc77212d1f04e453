import Coverage

/// The source of a painted picture: existing coverage, or outlines.
enum PaintingSource: Sendable {
  case coverage(PackedPicture, PackedPicture?)
  case outlines(ShapePictureKey, ShapePictureKey?)
}

struct PicturePainting: Sendable {
  private enum Kind: Sendable {
    case coverage(PackedPicture, PackedPicture?)
    case outlines(OutlinePicture)
  }

  private let kind: Kind
  private let key: PaintedPictureKey
  /// All pixels that are painted; empty for none.
  let box: PixelBox
  /// Outlines that are rasterised for it.
  let outlineCount: Int

  /// Finds the outlines, if it is made from them.
  init(_ source: PaintingSource, _ key: PaintedPictureKey) {
    self.key = key
    switch source {
    case .coverage(let lower, let upper):
      kind = .coverage(lower, upper)
      box = lower.box.union(upper?.box)
      outlineCount = 0
    case .outlines(let lower, let upper):
      let picture = Self.picture(lower, key.lower.color, upper, key.upper?.color)
      kind = .outlines(picture)
      box = picture.box
      outlineCount = picture.outlineCount
    }
  }

  private static func picture(
    _ lower: ShapePictureKey, _ color: PixelColor, _ upper: ShapePictureKey?, _ over: PixelColor?
  ) -> OutlinePicture {
    guard let upper, let over else { return OutlinePicture(lower.part(color)) }
    let stroke = upper.part(over)
    if upper.goesAround(lower), let picture = OutlinePicture(stroke, over: color) { return picture }
    return OutlinePicture(lower.part(color), stroke)
  }

  /// Paints rows of clear pixels.
  ///
  /// - Parameter stride: pixels from the beginning of one row to that of the next.
  func paint(into start: UnsafeMutablePointer<PixelColor>, stride: Int) {
    switch kind {
    case .outlines(let picture): picture.paint(into: start, stride: stride)
    case .coverage(let lower, let upper):
      paint(lower, key.lower.color, isFirst: true, into: start, stride)
      if let upper, let part = key.upper { paint(upper, part.color, isFirst: false, into: start, stride) }
    }
  }

  private func paint(
    _ picture: PackedPicture, _ color: PixelColor, isFirst: Bool, into start: UnsafeMutablePointer<PixelColor>,
    _ stride: Int
  ) {
    guard let atlas = picture.atlas else { return }
    atlas.pixels.withUnsafeBufferPointer { bytes in
      guard var first = bytes.baseAddress else { return }
      first += picture.y * atlas.width + picture.x
      let (width, height) = (picture.box.width, picture.box.height)
      let start = start + (picture.box.minY - box.minY) * stride + picture.box.minX - box.minX
      if isFirst { return color.paint(width: width, height: height, through: first, atlas.width, onto: start, stride) }
      for row in 0..<height {
        color.paint(width, through: first + row * atlas.width, over: start + row * stride, isFirst: false)
      }
    }
  }
}

extension ShapePictureKey {
  /// Whether this is the stroke of a path whose fill is the other, as they are seen in one place.
  fileprivate func goesAround(_ other: ShapePictureKey) -> Bool {
    guard case .stroke = paint, case .fill = other.paint else { return false }
    return path == other.path && map == other.map && window == other.window
  }

  fileprivate func part(_ color: PixelColor) -> OutlinePicture.Part {
    let (rasterizer, box) = rasterizer
    return OutlinePicture.Part(rasterizer, in: box, color)
  }
}
