// EXIF orientation in all three formats. Stored is A B C over D E F; the expected pictures are written out from the
// EXIF standard's table of where row 0 and column 0 are seen.
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@Suite struct OrientationTests {
  static let cases: [(orientation: Int, rows: [String])] = [
    (1, ["ABC", "DEF"]), (2, ["CBA", "FED"]), (3, ["FED", "CBA"]), (4, ["DEF", "ABC"]),
    (5, ["AD", "BE", "CF"]), (6, ["DA", "EB", "FC"]), (7, ["FC", "EB", "DA"]), (8, ["CF", "BE", "AD"]),
  ]

  private static let colours: [Character: [UInt8]] = [
    "A": [255, 0, 0], "B": [0, 255, 0], "C": [0, 0, 255], "D": [255, 255, 0], "E": [0, 255, 255], "F": [255, 0, 255],
  ]

  /// The picture of `rows`, each letter `scale` pixels wide and high.
  private func picture(_ rows: [String], scale: Int = 1) -> Bitmap {
    let pixels = rows.flatMap { row -> [UInt8] in
      let line = row.flatMap { Samples.repeated(Self.colours[$0]! + [255], scale) }
      return Samples.repeated(line, scale)
    }
    return Bitmap(width: rows[0].count * scale, height: rows.count * scale, pixels: pixels)
  }

  private func expect(_ decoded: DecodedImage, shows expected: Bitmap, within tolerance: Int) {
    #expect(decoded.bitmap.width == expected.width && decoded.bitmap.height == expected.height)
    #expect(largestDifference(decoded.bitmap.pixels, expected.pixels) <= tolerance)
  }

  @Test(arguments: cases, [true, false])
  func png(_ orientation: (orientation: Int, rows: [String]), bigEndian: Bool) throws {
    let stored = Self.cases[0].rows.flatMap { row -> [UInt8] in [0] + row.flatMap { Self.colours[$0]! } }
    let exif = PNGBuilder.chunk("eXIf", Samples.exif(orientation: orientation.orientation, bigEndian: bigEndian))
    let file = PNGBuilder.file(width: 3, height: 2, colourType: 2, extraChunks: [exif], scanlines: stored)
    expect(try ImageFile.decode(file, name: "png"), shows: picture(orientation.rows), within: 0)
  }

  @Test(arguments: cases)
  func jpeg(_ orientation: (orientation: Int, rows: [String])) throws {
    let stored = try ImageFile.encode(picture(Self.cases[0].rows, scale: 16), as: .jpeg, quality: 1)
    let exif = Array("Exif\0\0".utf8) + Samples.exif(orientation: orientation.orientation, bigEndian: true)
    let file = JPEGBuilder.inserting(JPEGBuilder.segment(0xE1, exif), into: stored)
    expect(try ImageFile.decode(file, name: "jpeg"), shows: picture(orientation.rows, scale: 16), within: 3)
  }

  @Test(arguments: cases)
  func webp(_ orientation: (orientation: Int, rows: [String])) throws {
    let stored = try ImageFile.encode(picture(Self.cases[0].rows), as: .webp)
    let exif = Samples.exif(orientation: orientation.orientation, bigEndian: false)
    let file = WebPBuilder.extended(stored, width: 3, height: 2, chunks: [("EXIF", 0x08, exif)])
    expect(try ImageFile.decode(file, name: "webp"), shows: picture(orientation.rows), within: 0)
  }

  @Test(arguments: [0, 9, 255])
  func orientationsThatDoNotExistAreIgnored(orientation: Int) throws {
    let exif = PNGBuilder.chunk("eXIf", Samples.exif(orientation: orientation, bigEndian: true))
    let file = PNGBuilder.file(width: 2, height: 1, colourType: 0, extraChunks: [exif], scanlines: [0, 10, 20])
    let image = try ImageFile.decode(file, name: "png").bitmap
    #expect(image.pixels == [10, 10, 10, 255, 20, 20, 20, 255])
  }

  @Test func brokenExifIsIgnored() throws {
    let whole = Samples.exif(orientation: 6, bigEndian: true)
    for length in 0..<18 {
      let exif = PNGBuilder.chunk("eXIf", Array(whole.prefix(length)))
      let file = PNGBuilder.file(width: 2, height: 1, colourType: 0, extraChunks: [exif], scanlines: [0, 10, 20])
      #expect(try ImageFile.decode(file, name: "png").bitmap.width == 2)
    }
  }
}
