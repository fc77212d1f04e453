// True colour to palette indices, frame by frame, for GIF.
//
// A frame of at most 256 colours is kept exactly. Others get a palette by median cut and ordered dithering, whose
// pattern stands still where the picture does. A palette is kept for as long as it serves: libav's GIF encoder writes
// only what changed between frames of one palette, and colours that shift from frame to frame would flicker.

/// Turns frames into indices; remembers the palette from frame to frame.
package struct GIFQuantizer {
  private enum Palette {
    case exact(ColorTable)
    case reduced(ReducedPalette)
  }

  private var current: Palette?
  private let capacity: Int

  /// - Parameter capacity: the most colours that a palette may have, at most 256.
  package init(capacity: Int = 256) { self.capacity = capacity }

  /// Fills `indices` (rows `stride` bytes apart) and the 256 words 0xFFrrggbb of `palette` from a tight RGBA frame of
  /// `width` pixels a row; alpha is ignored.
  package mutating func quantize(
    _ rgba: UnsafeRawBufferPointer, width: Int, indices: UnsafeMutablePointer<UInt8>, stride: Int,
    palette: UnsafeMutablePointer<UInt32>
  ) {
    let frame = FrameColors(rgba)
    let colors: [UInt32]
    if let table = exactTable(for: frame) {
      current = .exact(table)
      colors = table.colors
      for y in 0..<frame.count / width {
        for x in 0..<width { indices[y * stride + x] = table.index(of: frame[y * width + x])! }
      }
    } else {
      var reduced = reducedPalette(for: ColorHistogram(of: frame))
      Self.dither(frame, width: width, with: &reduced, into: indices, stride: stride)
      colors = reduced.colors
      current = .reduced(reduced)
    }
    // Unused entries repeat the first colour: the encoder must find none that is transparent.
    for index in 0..<ColorTable.capacity { palette[index] = index < colors.count ? colors[index] : colors[0] }
  }

  /// The last frame's table if it has all of this frame's colours, else this frame's own; nil for too many colours.
  private func exactTable(for frame: FrameColors) -> ColorTable? {
    guard let table = ColorTable(of: frame, capacity: capacity) else { return nil }
    if case .exact(let last) = current, table.colors.allSatisfy({ last.index(of: $0) != nil }) { return last }
    return table
  }

  /// The last frame's palette as long as it is about as good for this frame as for its own, else a new one.
  private func reducedPalette(for histogram: ColorHistogram) -> ReducedPalette {
    if case .reduced(var last) = current {
      // Half as much error again is not seen; 3 is one level in each component.
      if last.meanSquaredError(of: histogram) <= last.ownError * 1.5 + 3 { return last }
    }
    return ReducedPalette(for: histogram, capacity: capacity)
  }

  /// Ordered dithering: a fixed pattern is added before the nearest colour is taken.
  private static func dither(
    _ frame: FrameColors, width: Int, with palette: inout ReducedPalette, into indices: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) {
    // As strong as the palette is coarse, so that flat colours with an entry of their own stay flat: the pattern spans
    // four times the error of one component.
    let strength = min(4 * (palette.ownError / 3).squareRoot(), 64)
    let offsets = bayer8x8.map { Int(((Double($0) + 0.5) / 64 * strength - strength / 2).rounded()) }
    for y in 0..<frame.count / width {
      for x in 0..<width {
        let offset = offsets[y % 8 * 8 + x % 8]
        let color = frame[y * width + x]
        let key = ColorKey(
          red: min(max(Int(color >> 16 & 0xFF) + offset, 0), 255),
          green: min(max(Int(color >> 8 & 0xFF) + offset, 0), 255),
          blue: min(max(Int(color & 0xFF) + offset, 0), 255))
        indices[y * stride + x] = UInt8(palette.index(nearestTo: key))
      }
    }
  }

  /// Bayer's matrix, 0 to 63: the bits of x XOR y and of y, interleaved, the lowest coming first in weight.
  private static let bayer8x8: [Int] = (0..<64).map { cell in
    let (x, y) = (cell % 8, cell / 8)
    return (0..<3).reduce(0) { value, bit in
      value | ((x ^ y) >> bit & 1) << (5 - 2 * bit) | (y >> bit & 1) << (4 - 2 * bit)
    }
  }
}
