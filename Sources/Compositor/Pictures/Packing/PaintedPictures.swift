// Pictures of coverage with their colours painted in: the fill of a shape under its stroke as one picture, a text in
// its colour. llvmpipe copies a picture with alpha by a loop of its own, 0.9 ns a pixel; coverage that is tinted takes
// its compiled shader, 2.3 ns, and is four bytes a pixel as well. Two parts in one picture are half the pixels.
//
//   pictures of coverage (ShapePictures, TextPictures) --paint--> atlases of colours --recorded as images--> draws
//
// Which layers are painted depends on the scene alone, never on the frames before: the same scene has the same bytes. A
// new colour paints anew from the coverage, which stays.

import Coverage

/// What a painted picture depends on.
struct PaintedPictureKey: Hashable {
  /// Coverage and the colour that is painted through it.
  struct Part: Hashable {
    let coverage: UInt64
    let color: PixelColor

    init(_ picture: PackedPicture, _ color: SIMD4<Float>) {
      (coverage, self.color) = (picture.serial, PixelColor(color))
    }
  }

  var lower: Part
  /// What is painted over it.
  var upper: Part?
}

/// The painted pictures of the frames of one builder. A picture's box is that of its coverage.
struct PaintedPictures {
  // From one frame to the next: coverage is kept longer, and colours are painted quickly.
  private var table = PictureTable<PaintedPictureKey>(keptFrames: 1)
  /// The coverage of the table's fresh pictures.
  private var coverage: [(lower: PackedPicture, upper: PackedPicture?)] = []

  /// Painted and found in this frame.
  var madeCount: Int { table.madeCount }
  var foundCount: Int { table.foundCount }

  /// The longest side and the most pixels of a picture that is painted: the coverage of larger ones is tinted, as each
  /// colour that it is shown in would take so much memory.
  private static let (longest, largest) = (1024, 512 * 512)

  /// Whether pictures were left out of this frame.
  private var hasLeftOut = false

  /// The number of a picture, whose coverage is there; its position is known after ``paint(_:)``. Nil where the
  /// coverage is to be tinted instead.
  mutating func number(
    of lower: (picture: PackedPicture, color: SIMD4<Float>),
    under upper: (picture: PackedPicture, color: SIMD4<Float>)? = nil
  ) -> Int? {
    guard lower.picture.isCoverage, upper?.picture.isCoverage ?? true else { return nil }
    let box = lower.picture.box.union(upper?.picture.box)
    guard box.area <= Self.largest, max(box.width, box.height) <= Self.longest else { return nil }
    let number = table.number(
      of: PaintedPictureKey(lower: .init(lower.picture, lower.color), upper: upper.map { .init($0.picture, $0.color) }))
    if table.fresh.count > coverage.count { coverage.append((lower.picture, upper?.picture)) }
    return number
  }

  subscript(number: Int) -> PackedPicture { table[number] }

  /// Paints what is new since the last call, as far as there is memory for it.
  mutating func paint(_ budget: inout PictureBudget) {
    guard !table.fresh.isEmpty else { return }
    let boxes = coverage.map { $0.lower.box.union($0.upper?.box) }
    let packing = AtlasPacking(boxes)
    for atlas in packing.atlases where !budget.take(atlas.width, atlas.height, .color) { hasLeftOut = true }
    guard !hasLeftOut else { return }
    var bytes = packing.atlases.map { SpareBytes.zeros($0.width * $0.height * 4) }
    bytes.withAllBytes { atlases in
      let work = table.fresh.indices.map { index in
        let position = packing.positions[index]
        return PicturePainting(
          key: table.key(table.fresh[index]), lower: coverage[index].lower, upper: coverage[index].upper,
          box: boxes[index],
          start: UnsafeMutableRawPointer(atlases[position.atlas]).assumingMemoryBound(to: PixelColor.self)
            + position.y * packing.atlases[position.atlas].width + position.x,
          stride: packing.atlases[position.atlas].width)
      }
      // Pictures do not overlap on their atlases.
      _ = concurrentMap(work) { $0.paint() }
    }
    table.put(table.fresh, boxes: boxes, packing: packing, atlases: bytes, format: .color)
    table.fresh.removeAll(keepingCapacity: true)
    coverage.removeAll(keepingCapacity: true)
  }

  /// Lets go of pictures that were not used for a while.
  mutating func endFrame() {
    if hasLeftOut { self = PaintedPictures() }
    _ = table.endFrame()
  }
}

/// A picture that is to be painted, and where its pixels go.
private struct PicturePainting: @unchecked Sendable {
  // Unchecked Sendable: the pixels are this picture's alone.
  let key: PaintedPictureKey
  let lower: PackedPicture
  let upper: PackedPicture?
  let box: PixelBox
  let start: UnsafeMutablePointer<PixelColor>
  let stride: Int

  func paint() {
    paint(lower, key.lower.color, isFirst: true)
    if let upper, let part = key.upper { paint(upper, part.color, isFirst: false) }
  }

  @inline(__always)
  private func paint(_ picture: PackedPicture, _ color: PixelColor, isFirst: Bool) {
    guard let atlas = picture.atlas else { return }
    atlas.pixels.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      for row in 0..<picture.box.height {
        color.paint(
          picture.box.width, through: first + (picture.y + row) * atlas.width + picture.x,
          over: start + (picture.box.minY - box.minY + row) * stride + picture.box.minX - box.minX, isFirst: isFirst)
      }
    }
  }
}

extension PackedPicture {
  /// Whether there is something to be seen of it that has no colours of its own.
  fileprivate var isCoverage: Bool { atlas?.format == .coverage }
}

extension PixelBox {
  fileprivate func union(_ other: PixelBox?) -> PixelBox {
    guard let other else { return self }
    return PixelBox(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }
}
