// A canvas of doubles: premultiplied colours from 0 to 1, composited source over without a rounding in between.

package import CoreGraphics

/// Colours and, for each pixel, whether an edge crosses it.
package struct OracleCanvas {
  package let width: Int
  package let height: Int
  /// Premultiplied.
  package private(set) var colors: [SIMD4<Double>]
  /// Whether a shape's or a clip's edge runs through the pixel.
  package private(set) var isEdge: [Bool]

  package init(width: Int, height: Int, background: SIMD4<Double> = .zero) {
    self.width = width
    self.height = height
    colors = Array(repeating: background, count: width * height)
    isEdge = Array(repeating: false, count: width * height)
  }

  /// Draws `color`, a function of the pixel's centre, with the given coverage.
  package mutating func draw(_ coverage: [Double], _ color: (Point) -> SIMD4<Double>) {
    for row in 0..<height {
      for column in 0..<width {
        let index = row * width + column
        let covered = coverage[index]
        guard covered > 0 else { continue }
        if covered < 1 - 1e-9 { isEdge[index] = true }
        let source = color(Point(Double(column) + 0.5, Double(row) + 0.5)) * covered
        colors[index] = source + colors[index] * (1 - source.w)
      }
    }
  }

  /// Draws a group as one picture.
  package mutating func draw(_ group: OracleCanvas, opacity: Double) {
    for index in colors.indices {
      let source = group.colors[index] * opacity
      colors[index] = source + colors[index] * (1 - source.w)
      if group.isEdge[index] { isEdge[index] = true }
    }
  }

  /// Multiplies every pixel by the alpha of a mask.
  package mutating func mask(by mask: OracleCanvas) {
    for index in colors.indices {
      colors[index] *= mask.colors[index].w
      if mask.isEdge[index] { isEdge[index] = true }
    }
  }

  /// The pixels as RGBA bytes, each rounded once.
  package var bytes: [UInt8] {
    colors.flatMap { color in (0..<4).map { UInt8((min(max(color[$0], 0), 1) * 255).rounded()) } }
  }
}

extension CGColor {
  /// Premultiplied, in doubles.
  package var premultiplied: SIMD4<Double> {
    let color = SIMD4<Double>(rgba)
    return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
  }
}

/// Pixels in doubles.
package struct OracleImage {
  package let width: Int
  package let height: Int
  package let texels: [SIMD4<Double>]

  package init(_ image: CGImage) {
    (width, height) = (image.width, image.height)
    texels = (0..<width * height).map { index in
      SIMD4((0..<4).map { Double(image.pixels[index * 4 + $0]) / 255 })
    }
  }

  /// An image whose pixels are the means of boxes of another one: each side halved so many times, rounded up.
  package init(_ whole: OracleImage, halvings: (x: Int, y: Int)) {
    let newWidth = max(Int((Double(whole.width) / Double(1 << halvings.x)).rounded(.up)), 1)
    let newHeight = max(Int((Double(whole.height) / Double(1 << halvings.y)).rounded(.up)), 1)
    let (boxWidth, boxHeight) = (Double(whole.width) / Double(newWidth), Double(whole.height) / Double(newHeight))
    func overlap(_ pixel: Int, _ box: Int, _ size: Double) -> Double {
      max(0, min(Double(pixel + 1), Double(box + 1) * size) - max(Double(pixel), Double(box) * size))
    }
    (width, height) = (newWidth, newHeight)
    texels = (0..<newWidth * newHeight).map { index in
      let (column, row) = (index % newWidth, index / newWidth)
      var sum = SIMD4<Double>.zero
      for y in Int(Double(row) * boxHeight)..<min(whole.height, Int((Double(row + 1) * boxHeight).rounded(.up))) {
        for x in Int(Double(column) * boxWidth)..<min(whole.width, Int((Double(column + 1) * boxWidth).rounded(.up))) {
          sum += whole.texels[y * whole.width + x] * overlap(x, column, boxWidth) * overlap(y, row, boxHeight)
        }
      }
      return sum / (boxWidth * boxHeight)
    }
  }

  private func texel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    texels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }

  /// Returns the colour at texture coordinates as OpenGL defines it, clamped to the edge.
  package func sample(u: Double, v: Double, nearest: Bool) -> SIMD4<Double> {
    let (x, y) = (u * Double(width), v * Double(height))
    if nearest { return texel(Int(x.rounded(.down)), Int(y.rounded(.down))) }
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
    let (column, row) = (Int(left), Int(top))
    let upper = texel(column, row) * (1 - fx) + texel(column + 1, row) * fx
    let lower = texel(column, row + 1) * (1 - fx) + texel(column + 1, row + 1) * fx
    return upper * (1 - fy) + lower * fy
  }
}
