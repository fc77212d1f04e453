// Pictures of coverage, kept from frame to frame. The new pictures of a frame are known before anything is recorded, so
// that the small ones share a bitmap: one upload, and one texture for their draws.
//
//   flat scene --plan--> parts: rectangles, rings, pictures --pack--> atlases --rasterise--> recorded as images
//
// A picture that is painted with its colours needs no coverage until it is painted in others: PaintedPictures draw it
// from its outlines. An atlas of which less than a quarter is in use is packed anew, from its bytes.

import Coverage

/// One builder's pictures of coverage. A picture's box is its pixels in the frame, less the whole pixels of its move.
struct ShapePictures {
  var table = PictureTable<ShapePictureKey>()

  private enum State {
    case new
    /// The picture was painted once from its outlines, without coverage.
    case painted
    /// Its coverage is to be made, and is made.
    case wanted, made
  }

  private var states: [State] = []
  /// The pictures whose coverage is to be made for this frame.
  private var wanted: [Int] = []

  /// The counts of pictures whose coverage was made in this frame, and of pictures that were found in it.
  private(set) var rasterizedCount = 0
  var foundCount: Int { table.foundCount }

  /// Returns the number of a picture; its position is known after ``rasterize()``, if its coverage was asked for.
  mutating func number(of key: ShapePictureKey) -> Int {
    let count = table.fresh.count
    let number = table.number(of: key)
    if table.fresh.count > count {
      if number == states.count { states.append(.new) } else { states[number] = .new }
    }
    return number
  }

  subscript(number: Int) -> PackedPicture { table[number] }

  func key(_ number: Int) -> ShapePictureKey { table.key(number) }

  /// Returns the most pixels that a picture can have.
  func window(_ number: Int) -> PixelBox { table.key(number).window }

  func hasCoverage(_ number: Int) -> Bool { states[number] == .made }

  mutating func want(_ number: Int) {
    guard states[number] == .new || states[number] == .painted else { return }
    states[number] = .wanted
    wanted.append(number)
  }

  /// Notes that a picture is painted in new colours. The second time it is worth its coverage.
  mutating func paint(_ number: Int) {
    if states[number] == .painted { want(number) } else if states[number] == .new { states[number] = .painted }
  }

  private var hasLeftOut = false

  /// Rasterises the coverage that was asked for since the last call, as far as there is memory for it.
  mutating func rasterize(_ budget: inout PictureBudget) {
    table.fresh.removeAll(keepingCapacity: true)
    guard !wanted.isEmpty else { return }
    let made = concurrentMap(wanted.map { table.key($0) }) { $0.rasterizer }
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
    table.put(shown.map { wanted[$0] }, boxes: boxes, packing: packing, atlases: bytes, format: .coverage)
    for number in wanted { states[number] = .made }
    rasterizedCount += wanted.count
    wanted.removeAll(keepingCapacity: true)
  }

  /// Removes pictures that were not used for a while, and packs the rest of nearly empty atlases anew.
  mutating func endFrame() {
    if hasLeftOut {
      table.removeAll()
      (states, wanted, hasLeftOut) = ([], [], false)
    }
    rasterizedCount = 0
    if table.endFrame() { gather() }
  }

  /// Packs the pictures anew that lie on atlases of which less than a quarter is in use.
  private mutating func gather() {
    var used: [ObjectIdentifier: Int] = [:]
    for number in table.allNumbers {
      if let atlas = table[number].atlas { used[ObjectIdentifier(atlas), default: 0] += table[number].box.area }
    }
    let moved = table.allNumbers.filter { number in
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
