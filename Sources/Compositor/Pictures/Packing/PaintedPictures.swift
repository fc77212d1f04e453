// Painted pictures: coverage with its colours, such as the fill of a shape under its stroke as one picture, or a text
// in its colour. llvmpipe copies a picture with alpha by a loop of its own, 0.9 ns a pixel; coverage that is tinted
// takes its compiled shader, 2.3 ns, and is four bytes a pixel as well. Two parts in one picture are half the pixels.
//
//   pictures of coverage (ShapePictures, TextPictures) --paint--+
//                                                               +--> atlases of colours --recorded as images--> draws
//   outlines of shapes that are new --------------------paint---+
//
// The scene alone decides which layers are painted, never the frames before: the same scene has the same bytes. A new
// shape is painted straight from its outlines, as most shapes that morph are not seen twice. When it is seen in another
// colour it is painted from its coverage, with the same bytes, and the coverage stays.

import Coverage

struct PaintedPictureKey: Hashable {
  struct Part: Hashable {
    let coverage: UInt64
    let color: PixelColor

    init(_ picture: PackedPicture, _ color: SIMD4<Float>) {
      (coverage, self.color) = (picture.serial, PixelColor(color))
    }
  }

  var lower: Part
  var upper: Part?
}

/// The painted pictures of the frames of one builder. A picture's box is that of its coverage.
struct PaintedPictures {
  // Kept for one frame: coverage is kept longer, and colours are painted quickly.
  var table = PictureTable<PaintedPictureKey>(keptFrames: 1)
  /// The sources that the table's fresh pictures are painted from.
  private var sources: [Source] = []

  private enum Source {
    /// Coverage, and whether the painting has an atlas of its own, as a text's may (``TextPictureKey/isAlone``).
    case coverage(PackedPicture, isAlone: Bool)
    /// Shapes by their numbers.
    case shapes(Int, Int?)

    var isAlone: Bool { if case .coverage(_, let isAlone) = self { isAlone } else { false } }

    /// Returns the coverage as the source if all painted parts have it.
    func resolved(_ shapes: ShapePictures) -> PaintingSource {
      switch self {
      case .coverage(let picture, _): .coverage(picture, nil)
      case .shapes(let lower, let upper) where shapes.hasCoverage(lower) && upper.map(shapes.hasCoverage) ?? true:
        .coverage(shapes[lower], upper.map { shapes[$0] })
      case .shapes(let lower, let upper): .outlines(shapes.key(lower), upper.map(shapes.key))
      }
    }
  }
  /// The counts of pictures that were painted for this frame, and found in it.
  var madeCount: Int { table.madeCount }
  var foundCount: Int { table.foundCount }
  /// The number of outlines that were rasterised in this frame straight to colours.
  private(set) var outlineCount = 0

  /// The longest side and the most pixels of a painted picture; larger ones are tinted, as each colour costs memory.
  private static let (longest, largest) = (1024, 512 * 512)

  private var hasLeftOut = false

  /// Returns a picture's number, nil if its coverage is to be tinted; its position is known after ``paint(_:_:)``.
  mutating func number(of part: (picture: PackedPicture, color: SIMD4<Float>), isAlone: Bool) -> Int? {
    guard part.picture.atlas?.format == .coverage, Self.isPainted(part.picture.box) else { return nil }
    let number = table.number(of: PaintedPictureKey(lower: .init(part.picture, part.color)))
    if table.fresh.count > sources.count { sources.append(.coverage(part.picture, isAlone: isAlone)) }
    return number
  }

  /// Returns the number of one picture of a shape, by its number, and perhaps of one over it; nil if the coverage is to
  /// be tinted instead. Its position is known after ``paint(_:_:)``.
  mutating func number(
    of lower: (shape: Int, color: SIMD4<Float>), under upper: (shape: Int, color: SIMD4<Float>)? = nil,
    _ shapes: inout ShapePictures
  ) -> Int? {
    // Their windows decide, not whether coverage exists.
    guard Self.isPainted(shapes.window(lower.shape).union(upper.map { shapes.window($0.shape) })) else { return nil }
    let number = table.number(
      of: PaintedPictureKey(
        lower: .init(shapes[lower.shape], lower.color),
        upper: upper.map { .init(shapes[$0.shape], $0.color) }))
    if table.fresh.count > sources.count {
      sources.append(.shapes(lower.shape, upper?.shape))
      shapes.paint(lower.shape)
      if let upper { shapes.paint(upper.shape) }
    }
    return number
  }

  private static func isPainted(_ box: PixelBox) -> Bool {
    box.area <= largest && max(box.width, box.height) <= longest
  }

  subscript(number: Int) -> PackedPicture { table[number] }

  /// Paints the pictures that are new since the last call, as far as there is memory for them.
  mutating func paint(_ budget: inout PictureBudget, _ shapes: ShapePictures) {
    guard !table.fresh.isEmpty else { return }
    let works = zip(table.fresh, sources).map { ($1.resolved(shapes), table.key($0)) }
    let paintings = concurrentMap(works) { PicturePainting($0, $1) }
    let shown = paintings.indices.filter { !paintings[$0].box.isEmpty }
    let boxes = shown.map { paintings[$0].box }
    outlineCount += paintings.reduce(0) { $0 + $1.outlineCount }
    let packing = AtlasPacking(boxes) { sources[shown[$0]].isAlone }
    for atlas in packing.atlases where !budget.take(atlas.width, atlas.height, .color) { hasLeftOut = true }
    guard !hasLeftOut else { return }
    var bytes = packing.atlases.map { SpareBytes.zeros($0.width * $0.height * 4) }
    bytes.withAllBytes { atlases in
      let work = zip(shown, packing.positions).map { index, position in
        let width = packing.atlases[position.atlas].width
        return PlacedPainting(
          painting: paintings[index],
          start: UnsafeMutableRawPointer(atlases[position.atlas]).assumingMemoryBound(to: PixelColor.self)
            + position.y * width + position.x, stride: width)
      }
      // Pictures do not overlap on their atlases.
      _ = concurrentMap(work) { $0.painting.paint(into: $0.start, stride: $0.stride) }
    }
    table.put(shown.map { table.fresh[$0] }, boxes: boxes, packing: packing, atlases: bytes, format: .color)
    table.fresh.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
  }

  mutating func endFrame() {
    if hasLeftOut {
      table.removeAll()
      (sources, hasLeftOut) = ([], false)
    }
    outlineCount = 0
    _ = table.endFrame()
  }
}

private struct PlacedPainting: @unchecked Sendable {
  // Unchecked Sendable: the pixels are this picture's alone.
  let painting: PicturePainting
  let start: UnsafeMutablePointer<PixelColor>
  let stride: Int
}

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
  let outlineCount: Int

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

  /// Paints rows of clear pixels, `stride` pixels apart.
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
  /// Whether this is the stroke of the path whose fill is the other, both seen in one place.
  fileprivate func goesAround(_ other: ShapePictureKey) -> Bool {
    guard case .stroke = paint, case .fill = other.paint else { return false }
    return path == other.path && map == other.map && window == other.window
  }

  fileprivate func part(_ color: PixelColor) -> OutlinePicture.Part {
    let (rasterizer, box) = rasterizer
    return OutlinePicture.Part(rasterizer, in: box, color)
  }
}
