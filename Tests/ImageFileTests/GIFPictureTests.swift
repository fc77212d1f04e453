// Pictures as GIF: few colours exactly, many close, holes, and as many pictures as were given.
import ImageCodecs
import ImageFiles
import Testing

@Suite struct GIFPictureTests {
  private func encode(_ pictures: [[UInt8]], width: Int) throws -> ImageFileReader {
    let frames = pictures.map {
      OutputFrame(Bitmap(width: width, height: $0.count / 4 / width, pixels: $0), delay: 0.1)
    }
    return try ImageFileReader(
      ImageFile.encode(frames, as: .gif, OutputSettings(), name: "a.gif"), name: "a.gif")
  }

  private func shown(_ pictures: [[UInt8]], width: Int) throws -> [[UInt8]] {
    let reader = try encode(pictures, width: width)
    return try pictures.indices.map { try reader.pictureToBeSeen(at: $0).bitmap.pixels }
  }

  private func gradient(width: Int, height: Int) -> [UInt8] {
    (0..<width * height).flatMap { index -> [UInt8] in
      [UInt8(index % width * 255 / (width - 1)), UInt8(index / width * 255 / (height - 1)), 0, 255]
    }
  }

  @Test func aGradientIsCloseOnAverage() throws {
    let frame = gradient(width: 64, height: 64)
    let found = try shown([frame], width: 64)[0]
    // Means over 8x8 blocks: what the eye sees.
    for blockY in 0..<8 {
      for blockX in 0..<8 {
        for axis in 0..<2 {
          var (wanted, sum) = (0, 0)
          for cell in 0..<64 {
            let pixel = (blockY * 8 + cell / 8) * 64 + blockX * 8 + cell % 8
            wanted += Int(frame[pixel * 4 + axis])
            sum += Int(found[pixel * 4 + axis])
          }
          #expect(abs(wanted - sum) <= 64 * 3, "block \(blockX), \(blockY), axis \(axis)")
        }
      }
    }
  }

  @Test func aSmallPatchOfAnotherHueKeepsItsColour() throws {
    var frame = gradient(width: 64, height: 64)
    for pixel in 0..<4 { frame.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [0, 0, 255, 255]) }
    let found = try shown([frame], width: 64)[0]
    #expect(found[2] > 230 && found[0] < 25 && found[1] < 25)
  }

  @Test(arguments: [2, 200, 255, 256])
  func fewColoursAreExact(count: Int) throws {
    let frame = (0..<512).flatMap { (at) -> [UInt8] in
      [UInt8(at % count), UInt8(255 - at % count), UInt8(at % count / 2), 255]
    }
    #expect(try shown([frame], width: 16) == [frame])
    let turned = (0..<512).flatMap { (at) -> [UInt8] in
      [UInt8(255 - at % count), UInt8(at % count), UInt8(at % count / 2), 255]
    }
    if count == 2 { #expect(try shown([frame, turned, frame], width: 16) == [frame, turned, frame]) }
  }

  @Test func picturesThatAreAlikeAreCounted() throws {
    let frame = gradient(width: 12, height: 12)
    let reader = try encode([frame, frame, frame], width: 12)
    #expect(reader.header.frames.count == 3 && reader.header.frames.allSatisfy { $0.delay == 0.1 })
    #expect(try shown([frame, frame], width: 12) == [frame, frame])
  }

  @Test func holesAreKeptAndClearedBefore() throws {
    var (left, right) = (gradient(width: 12, height: 12), gradient(width: 12, height: 12))
    for pixel in 0..<144 {
      if pixel % 12 < 6 { right.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [0, 0, 0, 0]) }
      if pixel % 12 >= 6 { left.replaceSubrange(pixel * 4..<pixel * 4 + 4, with: [0, 0, 0, 0]) }
    }
    let empty = [UInt8](repeating: 0, count: 144 * 4)
    #expect(try shown([left, right, empty, left], width: 12) == [left, right, empty, left])
  }
}
