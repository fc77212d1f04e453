// Frames over pictures in planes, by the definition: source over in red, green and blue, and ITU-R's equations, in
// double precision.
import CRows
import TestSupport
import Testing

@testable import Video

@Suite struct PlaneOverlayTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let chroma: PictureLayout.Chroma
    let depth: Int
    let coding: YUVCoding
    let isCosited: Bool
    var testDescription: String { "\(chroma) \(depth) \(coding.matrix) \(coding.range) \(isCosited)" }
  }

  static let cases: [Case] = [PictureLayout.Chroma.quarter, .half, .full].flatMap { chroma in
    [8, 10].flatMap { depth in
      [(YUVMatrix.bt709, YUVRange.limited, true), (.bt601, .full, false), (.bt709, .full, true)].map {
        Case(chroma: chroma, depth: depth, coding: YUVCoding(matrix: $0.0, range: $0.1), isCosited: $0.2)
      }
    }
  }

  /// Planes that stand in one piece of memory of words or bytes.
  private struct Memory {
    var planes: [[UInt16]]
    var widths: [Int]

    /// Calls `body` with the planes as a layout of a depth has them.
    mutating func with(depth: Int, _ body: (PicturePlanes) -> Void) {
      let size = depth > 8 ? 2 : 1
      let bytes = planes.map { UnsafeMutablePointer<UInt8>.allocate(capacity: $0.count * size) }
      for (plane, target) in zip(planes, bytes) {
        for (index, value) in plane.enumerated() {
          target[index * size] = UInt8(value & 255)
          if size == 2 { target[index * 2 + 1] = UInt8(value >> 8) }
        }
      }
      body(PicturePlanes(bytes: bytes, strides: widths.map { $0 * size }))
      for plane in planes.indices {
        for index in planes[plane].indices {
          let source = bytes[plane] + index * size
          planes[plane][index] = UInt16(source[0]) | (size == 2 ? UInt16(source[1]) << 8 : 0)
        }
        bytes[plane].deallocate()
      }
    }
  }

  private static let (width, height) = (54, 10)

  private static func frame(_ random: inout SeededRandom) -> [UInt8] {
    (0..<width * height).flatMap { _ -> [UInt8] in
      let alpha = [UInt8(0), 255, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
  }

  /// Which pixels a component of a plane stands for, with their weights.
  private static func pixels(_ format: Case, _ x: Int, _ y: Int, isLuma: Bool) -> [(at: Int, weight: Double)] {
    guard !isLuma, format.chroma != .full else { return [(y * width + x, 1)] }
    let rows = format.chroma == .quarter ? [2 * y, 2 * y + 1] : [y]
    let columns: [(Int, Double)] =
      format.isCosited
      ? [(max(2 * x - 1, 0), 0.25), (2 * x, 0.5), (2 * x + 1, 0.25)] : [(2 * x, 0.5), (2 * x + 1, 0.5)]
    return rows.flatMap { row in columns.map { (row * width + $0.0, $0.1 / Double(rows.count)) } }
  }

  @Test("Components are those of source over, rounded once", arguments: cases)
  func sourceOver(format: Case) {
    var random = SeededRandom(seed: 5)
    let frame = Self.frame(&random)
    let (width, height) = (Self.width, Self.height)
    let (w, h) = (format.chroma == .full ? width : width / 2, format.chroma == .quarter ? height / 2 : height)
    let top = UInt16(1 << format.depth - 1)
    var memory = Memory(
      planes: [width * height, w * h, w * h].map { count in
        (0..<count).map { _ in UInt16.random(in: 0...top, using: &random) }
      }, widths: [width, w, w])
    let before = memory.planes
    let overlay = PlaneOverlay(
      width: width, height: height, format.chroma, depth: format.depth, coding: format.coding,
      isCosited: format.isCosited)
    memory.with(depth: format.depth) { planes in
      frame.withUnsafeBytes {
        overlay.blend($0, PixelRect(columns: 0..<width, rows: 0..<height), into: planes)
      }
    }
    let (red, blue) = format.coding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let steps = Double(1 << format.depth)
    let isFull = format.coding.range == .full
    let lumaScale = isFull ? steps - 1 : 219 * steps / 256
    let chromaScale = isFull ? steps - 1 : 224 * steps / 256
    var worst = 0.0
    for plane in 0..<3 {
      let (columns, rows) = plane == 0 ? (width, height) : (w, h)
      for y in 0..<rows {
        for x in 0..<columns {
          let offset = plane == 0 ? (isFull ? 0 : steps / 16) : steps / 2
          var (expected, rest) = (0.0, 0.0)
          for (at, weight) in Self.pixels(format, x, y, isLuma: plane == 0) {
            let c = (0..<4).map { Double(frame[at * 4 + $0]) / 255 }
            let luma = red * c[0] + (1 - red - blue) * c[1] + blue * c[2]
            let value = [luma, (c[2] - luma) / (2 * (1 - blue)), (c[0] - luma) / (2 * (1 - red))][plane]
            expected += weight * (value * (plane == 0 ? lumaScale : chromaScale) + offset * c[3])
            rest += weight * (1 - c[3])
          }
          expected += rest * Double(before[plane][y * columns + x])
          let exact = min(max(expected, 0), steps - 1)
          worst = max(worst, abs(exact - Double(memory.planes[plane][y * columns + x])))
          if rest == 1 { #expect(memory.planes[plane][y * columns + x] == before[plane][y * columns + x]) }
        }
      }
    }
    #expect(worst < 0.54, "off by \(worst)")
  }

  @Test("Where nothing is seen, samples stay; a part that is seen changes what it reaches alone", arguments: cases)
  func untouched(format: Case) {
    let (width, height) = (Self.width, Self.height)
    let (w, h) = (format.chroma == .full ? width : width / 2, format.chroma == .quarter ? height / 2 : height)
    let top = UInt16(1 << format.depth - 1)
    let values = [width * height, w * h, w * h].map { count in (0..<count).map { UInt16($0 * 37 % (Int(top) + 1)) } }
    var memory = Memory(planes: values, widths: [width, w, w])
    let overlay = PlaneOverlay(
      width: width, height: height, format.chroma, depth: format.depth, coding: format.coding,
      isCosited: format.isCosited)
    var frame = [UInt8](repeating: 0, count: width * height * 4)
    memory.with(depth: format.depth) { planes in
      frame.withUnsafeBytes { overlay.blend($0, PixelRect(columns: 0..<width, rows: 0..<height), into: planes) }
    }
    #expect(memory.planes == values)
    // An opaque pixel in an odd row and column.
    for c in 0..<4 { frame[(3 * width + 21) * 4 + c] = 255 }
    memory.with(depth: format.depth) { planes in
      frame.withUnsafeBytes { overlay.blend($0, PixelRect(columns: 21..<22, rows: 3..<4), into: planes) }
    }
    let changed = (0..<3).map { plane in
      values[plane].indices.filter { values[plane][$0] != memory.planes[plane][$0] }
    }
    #expect(changed[0].allSatisfy { $0 == 3 * width + 21 })
    let row = format.chroma == .quarter ? 1 : 3
    let reached =
      format.chroma == .full ? [row * w + 21] : format.isCosited ? [row * w + 10, row * w + 11] : [row * w + 10]
    #expect(Set(changed[1]).isSubset(of: reached) && !changed[1].isEmpty, "\(changed[1]), \(reached)")
  }

  @Test("What is opaque has the components of a frame without anything below, within one")
  func opaque() throws {
    var random = SeededRandom(seed: 9)
    let (width, height) = (64, 4)
    let frame = (0..<width * height).flatMap { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
    }
    let coding = YUVCoding(matrix: .bt709, range: .limited)
    let shape = FrameShape(width: width, height: height, rate: FrameRate(25))
    let converter = try PictureConverter(
      .yuv(.quarter, depth: 8, alpha: false), shape: shape, alpha: nil, coding: coding, isLossy: true)
    let empty = Memory(
      planes: [width * height, width * height / 4, width * height / 4].map { [UInt16](repeating: 77, count: $0) },
      widths: [width, width / 2, width / 2])
    var (over, alone) = (empty, empty)
    over.with(depth: 8) { planes in
      frame.withUnsafeBytes {
        PlaneOverlay(width: width, height: height, .quarter, depth: 8, coding: coding, isCosited: false)
          .blend($0, PixelRect(columns: 0..<width, rows: 0..<height), into: planes)
      }
    }
    alone.with(depth: 8) { planes in frame.withUnsafeBytes { converter.convert($0, into: planes) } }
    for plane in 0..<3 {
      let worst = zip(over.planes[plane], alone.planes[plane]).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1)
    }
  }

  @Test("A row is blank, opaque, or neither")
  func coverage() {
    for count in [1, 7, 8, 31] {
      var row = [UInt8](repeating: 0, count: count * 4)
      #expect(row_coverage(row, count) == RowBlank)
      // Light alone is seen, too.
      row[count * 4 - 2] = 1
      #expect(row_coverage(row, count) == RowMixed)
      for pixel in 0..<count { row[pixel * 4 + 3] = 255 }
      #expect(row_coverage(row, count) == RowOpaque)
      row[3] = 254
      #expect(row_coverage(row, count) == RowMixed)
    }
  }
}
