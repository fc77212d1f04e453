// Decoded planes of YUV, and their colours by the standards' definitions.

/// Raw frames of planes: luma, two of colour at a fraction of the size, and perhaps alpha.
package struct Planes {
  private let bytes: [UInt8]
  private let width: Int
  private let height: Int
  private let bits: Int
  private let chroma: (x: Int, y: Int)
  private let hasAlpha: Bool

  /// Frames with a component of colour for `chroma` pixels along each axis.
  package init(
    _ bytes: [UInt8], width: Int, height: Int, bits: Int, chroma: Int, chromaRows: Int? = nil, hasAlpha: Bool = false
  ) {
    (self.bytes, self.width, self.height, self.bits) = (bytes, width, height, bits)
    (self.chroma, self.hasAlpha) = ((chroma, chromaRows ?? chroma), hasAlpha)
  }

  /// Returns the colour and the alpha of a pixel, from 0 to 1, by BT.601 or BT.709, in limited or full range.
  package func color(
    _ frame: Int, _ pixel: Int, isBT709: Bool = false, isFull: Bool = false
  ) -> (SIMD3<Double>, Double) {
    let (x, y) = (pixel % width, pixel / width)
    let (columns, rows) = (width / chroma.x, height / chroma.y)
    let size = width * height * (hasAlpha ? 2 : 1) + columns * rows * 2
    func component(_ offset: Int) -> Double {
      let index = frame * size + offset
      guard bits > 8 else { return Double(bytes[index]) }
      return Double(Int(bytes[index * 2]) | Int(bytes[index * 2 + 1]) << 8)
    }
    let luma = width * height
    let scale = Double(1 << (bits - 8))
    let (first, steps, colorSteps) =
      isFull ? (0, scale * 256 - 1, scale * 256 - 1) : (16 * scale, 219 * scale, 224 * scale)
    let shade = (component(pixel) - first) / steps
    // A component lies in the middle of its pixels; between them it is interpolated linearly, as by players.
    let (cx, cy) = ((Double(x) + 0.5) / Double(chroma.x) - 0.5, (Double(y) + 0.5) / Double(chroma.y) - 0.5)
    let (left, top) = (cx.rounded(.down), cy.rounded(.down))
    func color(_ plane: Int) -> Double {
      var sum = 0.0
      for (column, partX) in [(left, left + 1 - cx), (left + 1, cx - left)] where partX > 0 {
        for (row, partY) in [(top, top + 1 - cy), (top + 1, cy - top)] where partY > 0 {
          let at = min(max(Int(row), 0), rows - 1) * columns + min(max(Int(column), 0), columns - 1)
          sum += component(luma + plane * columns * rows + at) * partX * partY
        }
      }
      return (sum - 128 * scale) / colorSteps
    }
    let (u, v) = (color(0), color(1))
    let (kr, kb) = isBT709 ? (0.2126, 0.0722) : (0.299, 0.114)
    let red = shade + 2 * (1 - kr) * v
    let blue = shade + 2 * (1 - kb) * u
    let green = (shade - kr * red - kb * blue) / (1 - kr - kb)
    let alpha = hasAlpha ? component(luma + columns * rows * 2 + pixel) / (scale * 256 - 1) : 1
    return (SIMD3(red, green, blue), alpha)
  }
}
