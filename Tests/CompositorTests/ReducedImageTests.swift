// Images made smaller by boxes: that the way for boxes of whole pixels gives the bytes of the way for all boxes, and
// that both are the means of the boxes, rounded.

import CoreGraphics
import TestSupport
import Testing

@testable import Compositor

@Suite struct ReducedImageTests {
  private func noise(_ width: Int, _ height: Int) -> CGImage {
    var random = SeededRandom(seed: UInt64(width * 1000 + height))
    let pixels = (0..<width * height).flatMap { _ in
      let alpha = UInt8.random(in: 0...255, using: &random)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  private func means(of image: CGImage, _ columns: Int, _ rows: Int) -> [UInt8] {
    let (width, height) = (image.width / columns, image.height / rows)
    return (0..<width * height * 4).map { index in
      let (x, y, component) = (index / 4 % width, index / 4 / width, index % 4)
      var sum = 0
      for row in y * rows..<(y + 1) * rows {
        for column in x * columns..<(x + 1) * columns {
          sum += Int(image.pixels[(row * image.width + column) * 4 + component])
        }
      }
      return UInt8((2 * sum + columns * rows) / (2 * columns * rows))
    }
  }

  @Test(
    "Boxes of whole pixels", arguments: [(1, 2), (2, 1), (2, 2), (4, 2), (4, 4), (8, 16), (64, 64), (1, 128), (512, 1)])
  func wholeBoxes(columns: Int, rows: Int) {
    for (width, height) in [(1, 1), (3, 5), (7, 2)] {
      let image = noise(width * columns, height * rows)
      let (whole, weighed) = (
        image.reduced(toWidth: width, height: height), image.reducedByWeights(toWidth: width, height: height)
      )
      #expect(whole.pixels == weighed.pixels, "\(width)x\(height)")
      #expect(whole.pixels == means(of: image, columns, rows), "\(width)x\(height)")
      #expect(whole.width == width && whole.height == height)
    }
  }

  @Test("All white and all black stay so, in the largest boxes too")
  func extremes() {
    for value: UInt8 in [0, 255] {
      for (columns, rows) in [(128, 128), (256, 256), (1024, 128)] {
        let pixels = [UInt8](repeating: value, count: columns * rows * 2 * 4)
        let image = CGImage(width: columns * 2, height: rows, premultipliedRGBA: pixels)
        #expect(image.reduced(toWidth: 2, height: 1).pixels == [UInt8](repeating: value, count: 8))
      }
    }
  }
}
