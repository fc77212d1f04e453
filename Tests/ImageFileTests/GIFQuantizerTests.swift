// Palettes of frames with more than 256 colours.
import ImageCodecs
import Testing

@Suite struct GIFQuantizerTests {
  /// A frame's palette and the colours that its indices stand for.
  private func quantize(_ frame: [UInt8], width: Int, with quantizer: inout GIFQuantizer) -> (
    palette: [UInt32], shown: [UInt32]
  ) {
    var indices = [UInt8](repeating: 0, count: frame.count / 4)
    var palette = [UInt32](repeating: 0, count: 256)
    frame.withUnsafeBytes { frame in
      indices.withUnsafeMutableBufferPointer { indices in
        palette.withUnsafeMutableBufferPointer { palette in
          quantizer.quantize(
            frame, width: width, indices: indices.baseAddress!, stride: width, palette: palette.baseAddress!)
        }
      }
    }
    return (palette, indices.map { palette[Int($0)] })
  }

  private func gradient(width: Int, height: Int, phase: Int = 0) -> [UInt8] {
    (0..<width * height).flatMap { index -> [UInt8] in
      [UInt8(index % width * 255 / (width - 1)), UInt8(index / width * 255 / (height - 1)), UInt8(phase), 255]
    }
  }

  @Test func aGradientIsCloseOnAverage() {
    var quantizer = GIFQuantizer()
    let frame = gradient(width: 64, height: 64)
    let shown = quantize(frame, width: 64, with: &quantizer).shown
    // Means over 8x8 blocks, one period of the dither: what the eye sees.
    for blockY in 0..<8 {
      for blockX in 0..<8 {
        for axis in 0..<2 {
          var (wanted, found) = (0, 0)
          for cell in 0..<64 {
            let pixel = (blockY * 8 + cell / 8) * 64 + blockX * 8 + cell % 8
            wanted += Int(frame[pixel * 4 + axis])
            found += Int(shown[pixel] >> (16 - 8 * axis) & 0xFF)
          }
          #expect(abs(wanted - found) <= 64 * 6, "block \(blockX), \(blockY), axis \(axis)")
        }
      }
    }
  }

  @Test func aSmallPatchOfAnotherHueKeepsItsColour() {
    var quantizer = GIFQuantizer()
    var frame = gradient(width: 64, height: 64)
    for pixel in 0..<4 { frame.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [0, 0, 255, 255]) }
    let blue = quantize(frame, width: 64, with: &quantizer).shown[0]
    #expect(blue & 0xFF > 230 && blue >> 16 & 0xFF < 25 && blue >> 8 & 0xFF < 25)
  }

  @Test func thePaletteIsKeptWhileItServes() {
    var quantizer = GIFQuantizer()
    let first = quantize(gradient(width: 64, height: 64), width: 64, with: &quantizer).palette
    #expect(quantize(gradient(width: 64, height: 64, phase: 1), width: 64, with: &quantizer).palette == first)
    #expect(quantize(gradient(width: 64, height: 64, phase: 200), width: 64, with: &quantizer).palette != first)
  }

  @Test func fewColoursAreExactAndTheirPaletteIsKept() {
    var quantizer = GIFQuantizer()
    let two: [UInt8] = [1, 2, 3, 255, 7, 8, 9, 255]
    let first = quantize(two, width: 2, with: &quantizer)
    #expect(first.shown == [0xFF01_0203, 0xFF07_0809])
    let one = quantize([7, 8, 9, 255, 7, 8, 9, 255], width: 2, with: &quantizer)
    #expect(one.palette == first.palette && one.shown == [0xFF07_0809, 0xFF07_0809])
  }
}
