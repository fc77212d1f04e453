// Pictures of coverage, kept from frame to frame by what they depend on. The new pictures of a frame are known before
// anything is recorded, so that the small ones share a bitmap: one upload, and one texture for their draws.
//
//   flat scene --plan--> parts: rectangles, rings, pictures --pack--> atlases --rasterise--> recorded as images
//
// Pictures are kept as `PictureTable` says. An atlas of which little is left is packed anew, from its bytes.

import Coverage

/// The pictures of coverage of the frames of one builder. A picture's box is its pixels in the frame, apart from the
/// whole pixels that it is moved by.
struct ShapePictures {
  private var table = PictureTable<ShapePictureKey>()

  /// Rasterised and found in this frame.
  var rasterizedCount: Int { table.madeCount }
  var hitCount: Int { table.foundCount }

  /// The number of a picture; its position is known after ``rasterize()``.
  mutating func number(of key: ShapePictureKey) -> Int { table.number(of: key) }

  subscript(number: Int) -> PackedPicture { table[number] }

  /// Whether pictures were left out of this frame.
  private var hasLeftOut = false

  /// Rasterises what is new since the last call, as far as there is memory for it.
  mutating func rasterize(_ budget: inout PictureBudget) {
    guard !table.fresh.isEmpty else { return }
    let made = concurrentMap(table.fresh.map { table.key($0) }) { $0.rasterizer }
    let shown = made.indices.filter { !made[$0].1.isEmpty }
    let boxes = shown.map { made[$0].1 }
    let packing = AtlasPacking(boxes)
    for atlas in packing.atlases where !budget.take(atlas.width, atlas.height, .coverage) { hasLeftOut = true }
    guard !hasLeftOut else { return }
    var bytes = packing.atlases.map { SpareBytes.zeros($0.width * $0.height) }
    bytes.withAllBytes { atlases in
      let work = zip(shown, packing.positions).map { index, position in
        let width = packing.atlases[position.atlas].width
        return PictureDrawing(
          rasterizer: made[index].0, box: made[index].1,
          start: atlases[position.atlas] + position.y * width + position.x,
          stride: width)
      }
      // Pictures do not overlap on their atlases.
      _ = concurrentMap(work) { $0.rasterizer.draw($0.box, into: $0.start, stride: $0.stride) }
    }
    table.put(
      shown.map { table.fresh[$0] }, boxes: boxes, packing: packing, atlases: bytes, format: .coverage)
    table.fresh.removeAll(keepingCapacity: true)
  }

  /// Lets go of pictures that were not used for a while, and gathers what is left on atlases that have become empty.
  mutating func endFrame() {
    if hasLeftOut { self = ShapePictures() }
    if table.endFrame() { gather() }
  }

  /// Packs the pictures anew that lie on atlases of which less than a quarter is in use.
  private mutating func gather() {
    var used: [ObjectIdentifier: Int] = [:]
    for number in table.indices {
      if let atlas = table[number].atlas { used[ObjectIdentifier(atlas), default: 0] += table[number].box.area }
    }
    let moved = table.indices.filter { number in
      guard let atlas = table[number].atlas else { return false }
      return (used[ObjectIdentifier(atlas)] ?? 0) * 4 < atlas.width * atlas.height
    }
    guard !moved.isEmpty else { return }
    let boxes = moved.map { table[$0].box }
    let packing = AtlasPacking(boxes)
    var atlases = packing.atlases.map { [UInt8](repeating: 0, count: $0.width * $0.height) }
    for (number, position) in zip(moved, packing.positions) {
      let picture = table[number]
      guard let atlas = picture.atlas else { continue }
      for row in 0..<picture.box.height {
        let from = (picture.y + row) * atlas.width + picture.x
        let to = (position.y + row) * packing.atlases[position.atlas].width + position.x
        atlases[position.atlas].replaceSubrange(
          to..<to + picture.box.width, with: atlas.pixels[from..<from + picture.box.width])
      }
    }
    table.put(moved, boxes: boxes, packing: packing, atlases: atlases, format: .coverage)
  }
}

/// A picture and where its bytes go.
private struct PictureDrawing: @unchecked Sendable {
  // Unchecked Sendable: the bytes are this picture's alone.
  let rasterizer: PathRasterizer
  let box: PixelBox
  let start: UnsafeMutablePointer<UInt8>
  let stride: Int
}

extension PixelBox {
  var area: Int { width * height }
}
