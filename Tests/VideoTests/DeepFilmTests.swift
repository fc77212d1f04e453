// Films and pictures of frames with half floats: their levels, their light, and bytes with and without dithering.

import Foundation
import ImageFiles
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct DeepFilmTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a frame of colours by columns.
  private func frame(_ width: Int, _ height: Int, _ color: (Int) -> SIMD4<Float>) -> [UInt8] {
    let row = (0..<width).flatMap { x in
      withUnsafeBytes(of: SIMD4<Float16>(color(x))) { Array($0) }
    }
    return (0..<height).flatMap { _ in row }
  }

  private func write(
    _ frame: [UInt8], _ name: String, width: Int, height: Int, _ change: (inout VideoOptions) -> Void
  ) throws -> String {
    let path = folder.file(name)
    var options = VideoOptions()
    (options.areFramesDeep, options.alpha) = (true, AlphaRequest.none)
    change(&options)
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path), width: width, height: height,
      frameRate: FrameRate(10), options: options)
    try writer.append(frame)
    try writer.finish()
    return path
  }

  /// Returns the first row of luma of a film of y4m.
  private func luma<Component: FixedWidthInteger>(_ path: String, _ count: Int, _: Component.Type) throws -> [Int] {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let start = try #require(Data(bytes).range(of: Data("FRAME\n".utf8))).upperBound
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map {
        Int(bytes.loadUnaligned(fromByteOffset: start + $0 * Component.bitWidth / 8, as: Component.self))
      }
    }
  }

  private let ramp: (Int) -> SIMD4<Float> = { SIMD4(SIMD3(repeating: 0.1 + Float($0) / 1920 * 0.85), 1) }

  @Test("A gradient over 1920 pixels has more than 700 levels with 10 bits, and bands of 8 bits without dithering")
  func levels() throws {
    let frame = frame(1920, 8, ramp)
    let ten = try luma(
      write(frame, "ten.y4m", width: 1920, height: 8) { $0.depth = 10 }, 1920, UInt16.self)
    for (x, found) in ten.enumerated() {
      #expect(abs(Double(found) - (64 + 876 * Double(Float(Float16(ramp(x).x))))) <= 0.51)
    }
    #expect(Set(ten).count > 700)
    let eight = try luma(write(frame, "eight.y4m", width: 1920, height: 8) { _ in }, 1920, UInt8.self)
    let dithered = try luma(
      write(frame, "dithered.y4m", width: 1920, height: 8) { $0.dithers = true }, 1920, UInt8.self)
    #expect(zip(eight, eight.dropFirst()).allSatisfy { $0 <= $1 } && dithered != eight)
    #expect(zip(dithered, dithered.dropFirst()).contains { $0 > $1 }, "neighbours of a band alternate")
    #expect(zip(dithered, eight).allSatisfy { abs($0 - $1) <= 1 })
  }

  private func pq(_ candela: Double) -> Double {
    let y = pow(candela / 10_000, 2610.0 / 16384)
    return pow((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
  }

  /// sRGB's component of a light (IEC 61966-2-1).
  private func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// HLG's signal of a grey on a display of 1,000 candela a square metre (BT.2100).
  private func hlg(_ candela: Double) -> Double {
    let scene = pow(candela / 1000, 1 / 1.2)
    return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
  }

  @Test("Light above white reaches a film, grey by grey", arguments: [DynamicRange.pq, .hlg])
  func light(curve: DynamicRange) throws {
    let candela = (0..<320).map { 0.05 * pow(curve == .pq ? 1.0361 : 1.0315, Double($0)) }
    let frame = frame(candela.count / 2 * 2, 8) { x in
      let value = Float(self.encoded(candela[x] / 203))
      return SIMD4(value, value, value, 1)
    }
    let (width, layout) = (candela.count / 2 * 2, PictureLayout.yuv(.full, depth: 10, alpha: false))
    let shape = FrameShape(width: width, height: 8, rate: FrameRate(10))
    let converter = try PictureConverter(
      layout, shape: shape, alpha: nil, coding: YUVCoding(matrix: .bt2020, range: .limited), isLossy: true,
      film: curve.film, isDeep: true)
    let planes = try (0..<3).map { _ in try FrameMemory.make(byteCount: width * 8 * 2) }
    frame.withUnsafeBytes {
      converter.convert(
        $0,
        into: PicturePlanes(
          bytes: planes.map { $0.bytes.bindMemory(to: UInt8.self).baseAddress! },
          strides: Array(repeating: width * 2, count: 3)))
    }
    for x in 0..<width {
      let found = Double(planes[0].bytes.load(fromByteOffset: x * 2, as: UInt16.self))
      // Half floats are 1/1024 apart at white, which is less than a step of PQ.
      let wanted = 64 + 876 * (curve == .pq ? pq(candela[x]) : hlg(candela[x]))
      #expect(abs(found - wanted) <= 1, "\(candela[x]) cd/m2")
      #expect(planes[1].bytes.load(fromByteOffset: x * 2, as: UInt16.self) == 512, "no colour")
    }
  }

  @Test("PNG pictures have 16 bits, straight colours, and the space that they are in")
  func pictures() throws {
    let pixels: [SIMD4<Float16>] = [SIMD4(0.25, 0.125, 0, 0.5), SIMD4(1, 2, -1, 1), SIMD4(.nan, .infinity, 0.5, 1)]
    let file = try pixels.withUnsafeBytes {
      try ImageFile.encodePNG(DeepPicture(width: 3, height: 1, pixels: $0))
    }
    // Width 3, height 1, 16 bits, RGBA.
    #expect(Array(file[16..<26]) == [0, 0, 0, 3, 0, 0, 0, 1, 16, 6])
    let bytes = try FFmpeg.frames(of: folder.write(file, to: "a.png"), as: "rgba64le")
    let read = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    #expect(read[..<4] == [32_768, 16_384, 0, 32_768] && read[4..<8] == [65_535, 65_535, 0, 65_535])
    #expect(read[8..<12] == [0, 65_535, 32_768, 65_535])
    let wide = try pixels.withUnsafeBytes {
      try ImageFile.encodePNG(
        DeepPicture(width: 3, height: 1, pixels: $0, isOpaque: true, space: .init(primaries: 12, transfer: 13)))
    }
    #expect(Data(wide).range(of: Data("cICP".utf8) + [12, 13, 0, 1])?.lowerBound == 37)
    #expect(Data(wide).range(of: Data("sRGB".utf8)) == nil && wide[25] == 2)
  }

  @Test("A sequence of pictures and raw frames have 16 bits, and 8 where they are not asked for")
  func sequence() throws {
    let frame = frame(4, 2) { SIMD4(Float($0) / 1000, 0.5, 0.25, 1) }
    _ = try write(frame, "a-%02d.png", width: 4, height: 2) { $0.depth = 16 }
    _ = try write(frame, "b-%02d.png", width: 4, height: 2) { _ in }
    func depth(_ name: String) throws -> UInt8 {
      try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))[24]
    }
    #expect(try depth("a-00.png") == 16)
    #expect(try depth("b-00.png") == 8)
    let error = #expect(throws: VideoError.self) {
      _ = try write(frame, "a.mp4", width: 4, height: 2) { $0.depth = 16 }
    }
    #expect(error?.description.contains("8 bits a component; got 16") == true)
  }
}
