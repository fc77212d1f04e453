// True colour to palette entries by error diffusion: what a pixel is off by is added to those right of it and below it
// (Sierra's "filter lite": half to the right, a quarter each below and below left).
//
// Pixels that are to stay as they are neither take an error nor hand one on: what stands still is the same from frame
// to frame, and noise does not run into it.

/// Chooses entries of a palette for pixels.
struct GIFDither {
  /// The part of an error that is handed on, of 16: with all of it, noise costs more than it hides.
  static let strength: Int32 = 12
  /// An error up to this, squared over three components, is let be: flat colours stay flat.
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

  /// Chooses the entries of a row; rows come from the top.
  ///
  /// - Parameters:
  ///   - isKept: whether a pixel stays as it is: it gets no entry.
  ///   - put: is given the place and the entry of each other pixel.
  mutating func row(
    _ colors: (Int) -> UInt32, isKept: (Int) -> Bool, put: (_ x: Int, _ entry: Int) -> Void
  ) {
    swap(&errors.here, &errors.below)
    for x in 0..<width + 2 { errors.below[x] = .zero }
    for x in 0..<width {
      guard !isKept(x) else { continue }
      let color = colors(x)
      let own = SIMD3(Int32(color >> 16 & 0xFF), Int32(color >> 8 & 0xFF), Int32(color & 0xFF))
      let wanted = pointwiseMin(
        pointwiseMax(own &+ ((errors.here[x + 1] &+ 32) &>> 6), .zero), SIMD3(repeating: 255))
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
