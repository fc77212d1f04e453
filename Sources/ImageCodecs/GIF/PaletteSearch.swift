// The exactly nearest entry of a palette: the cube of colours is cut into cells of 8x8x8, each with the entries that
// may be nearest to a colour in it, which are found on demand.

/// A palette's entries by cells of the cube of colours.
final class PaletteSearch {
  let colors: [UInt32]
  private let entries: [SIMD3<Int32>]
  /// The index in `candidates` of each cell's first entry, -1 before it is asked for, and the count of entries.
  private var starts = [Int32](repeating: -1, count: 1 << 15)
  private var counts = [UInt16](repeating: 0, count: 1 << 15)
  private var candidates: [UInt8] = []

  /// Precondition: 1 to 256 colours.
  init(_ colors: [UInt32]) {
    self.colors = colors
    entries = colors.map { SIMD3(Int32($0 >> 16 & 0xFF), Int32($0 >> 8 & 0xFF), Int32($0 & 0xFF)) }
  }

  /// Returns the entry with the least squared distance from a colour, 0 to 255 a component; of equals, the first.
  func nearest(_ color: SIMD3<Int32>) -> Int {
    let cell = Int(color.x >> 3) << 10 | Int(color.y >> 3) << 5 | Int(color.z >> 3)
    if starts[cell] < 0 { fill(cell) }
    let start = Int(starts[cell])
    var best = (index: 0, distance: Int32.max)
    for place in start..<start + Int(counts[cell]) {
      let index = Int(candidates[place])
      let difference = entries[index] &- color
      let distance = (difference &* difference).wrappedSum()
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  /// Returns the same for a colour with fractions.
  func nearest(_ color: SIMD3<Float>) -> Int { nearest(SIMD3<Int32>(color.rounded(.toNearestOrAwayFromZero))) }

  func components(_ index: Int) -> SIMD3<Int32> { entries[index] }

  /// Finds the entries of a cell: those whose distance from the cell's nearest point is at most the distance of some
  /// entry from its farthest corner.
  private func fill(_ cell: Int) {
    let low = SIMD3(Int32(cell >> 10), Int32(cell >> 5 & 31), Int32(cell & 31)) &* 8
    let high = low &+ 7
    var most = Int32.max
    for entry in entries {
      let far = pointwiseMax(abs(entry &- low), abs(high &- entry))
      most = min(most, (far &* far).wrappedSum())
    }
    starts[cell] = Int32(candidates.count)
    for (index, entry) in entries.enumerated() {
      let near = pointwiseMax(pointwiseMax(low &- entry, entry &- high), .zero)
      if (near &* near).wrappedSum() <= most { candidates.append(UInt8(index)) }
    }
    counts[cell] = UInt16(candidates.count - Int(starts[cell]))
  }

  private func abs(_ vector: SIMD3<Int32>) -> SIMD3<Int32> { pointwiseMax(vector, .zero &- vector) }
}

/// True colour to palette entries by error diffusion: a pixel's error is added to the pixels right of it and below it
/// (Sierra's "filter lite": half to the right, a quarter each below and below left). Kept pixels neither take nor pass
/// an error, so that still parts are equal from frame to frame, without noise from others.
struct GIFDither {
  /// The sixteenths of an error that are passed on: all of it would cost more noise than it hides.
  static let strength: Int32 = 12
  /// The squared error over three components that is dropped, so that flat colours stay flat.
  static let leastError: Int32 = 3

  private let search: PaletteSearch
  private let width: Int
  /// The errors of this row and the next, times 64, with a pixel at each side.
  private var errors: (here: [SIMD3<Int32>], below: [SIMD3<Int32>])

  init(_ search: PaletteSearch, width: Int) {
    (self.search, self.width) = (search, width)
    let row = [SIMD3<Int32>](repeating: .zero, count: width + 2)
    errors = (row, row)
  }

  /// Chooses the entries of a row, from the top row on. `put` gets the positions and entries of the pixels not kept.
  mutating func row(_ colors: (Int) -> UInt32, isKept: (Int) -> Bool, put: (_ x: Int, _ entry: Int) -> Void) {
    swap(&errors.here, &errors.below)
    for x in 0..<width + 2 { errors.below[x] = .zero }
    for x in 0..<width {
      guard !isKept(x) else { continue }
      let color = colors(x)
      let own = SIMD3(Int32(color >> 16 & 0xFF), Int32(color >> 8 & 0xFF), Int32(color & 0xFF))
      let wanted = pointwiseMin(pointwiseMax(own &+ ((errors.here[x + 1] &+ 32) &>> 6), .zero), SIMD3(repeating: 255))
      let entry = search.nearest(wanted)
      put(x, entry)
      let off = wanted &- search.components(entry)
      guard (off &* off).wrappedSum() > Self.leastError else { continue }
      let part = off &* Self.strength
      errors.here[x + 2] &+= part &* 2
      errors.below[x + 1] &+= part
      errors.below[x] &+= part
    }
  }
}
