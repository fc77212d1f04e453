// Frames that are packed into planes as they are drawn: the bytes are those of the converter, which takes pixels. Its
// own truth is the definitions of H.273 (VideoColorTests).

import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import QuartzCore
import Testing

@testable import Multiplane
@testable import Video

@MainActor @Suite struct PlanePackingTests {
  /// A frame in which every pixel has a colour of its own.
  private static func noise(_ width: Int, _ height: Int) -> CALayer {
    var state: UInt32 = 7
    let bytes = (0..<width * height * 4).map { index -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 4 == 3 ? 255 : UInt8(state >> 24)
    }
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    layer.contents = CGImage(width: width, height: height, premultipliedRGBA: bytes)
    return layer
  }

  /// A renderer that saves calls, as on a GPU; perhaps with what every driver has, and no more.
  private static func renderer(width: Int, height: Int, isBare: Bool = false) throws -> OffscreenRenderer {
    var request = isBare ? RasterizerRequest.bareOpenGL : RasterizerRequest(.gl)
    request.economy = .calls
    var options = OffscreenRenderer.Options()
    options.opening = RasterizerOpening(request)
    return try OffscreenRenderer(size: CGSize(width: width, height: height), options: options)
  }

  /// The planes of a frame by the converter, as `packed` has them; zeros between them.
  private func converted(
    _ pixels: [UInt8], _ layout: PictureLayout, _ packed: PlanePacking, _ shape: FrameShape, _ coding: YUVCoding
  ) throws -> [UInt8] {
    let converter = try PictureConverter(layout, shape: shape, alpha: nil, coding: coding, isLossy: true)
    let stride = (shape.width * packed.componentBytes + 63) / 64 * 64
    let planes = try (0..<3).map { _ in try #require(FrameMemory(byteCount: stride * shape.height)) }
    pixels.withUnsafeBytes {
      converter.convert(
        $0,
        into: PicturePlanes(
          bytes: planes.map { $0.bytes.bindMemory(to: UInt8.self).baseAddress! }, strides: [stride, stride, stride]))
    }
    let size = packed.componentBytes
    var bytes = [UInt8](repeating: 0, count: packed.byteCount)
    for (first, plane) in packed.planes.enumerated() {
      for row in 0..<plane.rows {
        for number in 0..<plane.rowBytes / size {
          let source = planes[first + number % plane.sums.count].bytes
          let place = row * stride + number / plane.sums.count * size
          let target = (plane.y + row) * packed.rowBytes + plane.x + number * size
          guard size == 2 else {
            bytes[target] = source[place]
            continue
          }
          let word = (UInt16(source[place]) | UInt16(source[place + 1]) << 8) << UInt16(packed.shift)
          (bytes[target], bytes[target + 1]) = (UInt8(word & 255), UInt8(word >> 8))
        }
      }
    }
    return bytes
  }

  // 38 and 22: rows whose bytes do not come out even, with the pattern of the dither cut off.
  nonisolated private static let layouts:
    [(name: String, layout: PictureLayout, isInterleaved: Bool, size: (Int, Int))] = [
      ("4:2:0", .yuv(.quarter, depth: 8, alpha: false), false, (38, 22)),
      ("4:2:2", .yuv(.half, depth: 8, alpha: false), false, (38, 23)),
      ("4:4:4", .yuv(.full, depth: 8, alpha: false), false, (37, 23)),
      ("4:2:0, 10 bits", .yuv(.quarter, depth: 10, alpha: false), false, (38, 22)),
      ("4:2:2, 10 bits", .yuv(.half, depth: 10, alpha: false), false, (40, 23)),
      ("NV12", .yuv(.quarter, depth: 8, alpha: false), true, (38, 22)),
      ("P010", .yuv(.quarter, depth: 10, alpha: false), true, (38, 22)),
    ]

  @Test("A frame's planes are the converter's, byte for byte", arguments: layouts.map(\.name), [false, true])
  func planes(name: String, isBare: Bool) throws {
    let (_, layout, isInterleaved, (width, height)) = try #require(Self.layouts.first { $0.name == name })
    let shape = FrameShape(width: width, height: height, rate: FrameRate(25))
    let renderer = try Self.renderer(width: width, height: height, isBare: isBare)
    #expect(renderer.packsPlanes)
    let (list, tree) = renderer.record(Self.noise(width, height), at: 0)
    let pixels = try renderer.rasterizer.pixels(of: list, images: tree.images)
    // The noise is what was drawn.
    #expect(Set(stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }).count > 200)
    for coding in YUVMatrix.allCases.flatMap({ matrix in
      YUVRange.allCases.map { YUVCoding(matrix: matrix, range: $0) }
    }) {
      let packed = try #require(
        PlanePacking(layout, coding: coding, width: width, height: height, isInterleaved: isInterleaved))
      #expect(packed.byteCount <= pixels.count)
      let work = try renderer.rasterizer.begin(
        list, images: tree.images, into: nil, packing: packed)
      var bytes = [UInt8](repeating: 0, count: packed.byteCount)
      let statistics = try bytes.withUnsafeMutableBytes { try work.finish($0) }
      #expect(statistics.counters.readBytes == packed.byteCount)
      let expected = try converted(pixels, layout, packed, shape, coding)
      // What lies between the planes is anybody's.
      for (number, plane) in packed.planes.enumerated() {
        for row in plane.y..<plane.y + plane.rows {
          let range = row * packed.rowBytes + plane.x..<row * packed.rowBytes + plane.x + plane.rowBytes
          #expect(bytes[range] == expected[range], "\(coding), row \(row) of plane \(number)")
        }
      }
    }
  }

  @Test("What would be larger than the pixels, has alpha or is no YUV is not packed")
  func unpacked() {
    let coding = YUVCoding(matrix: .bt709, range: .limited)
    for (layout, isInterleaved) in [
      (.yuv(.full, depth: 10, alpha: false), false), (.yuv(.quarter, depth: 8, alpha: true), false), (.rgba, false),
      (.yuv(.full, depth: 8, alpha: false), true), (.planes(alpha: false), false),
    ] as [(PictureLayout, Bool)] {
      #expect(PlanePacking(layout, coding: coding, width: 64, height: 64, isInterleaved: isInterleaved) == nil)
    }
    // Half a pair of pixels.
    #expect(
      PlanePacking(
        .yuv(.quarter, depth: 8, alpha: false), coding: coding, width: 64, height: 63, isInterleaved: false) == nil)
  }

  // Bytes that are read for a frame of 64x36 pixels.
  @Test(
    "A film by planes has the bytes of one by pixels",
    arguments: [
      ("a.y4m", nil, 64 * 54), ("10.y4m", nil, 128 * 54), ("a.mkv", nil, 64 * 54), ("a.mov", "prores", 128 * 72),
      // Neither has a use for planes: the one has alpha, the other is made of pixels.
      ("alpha.mov", "prores", 64 * 36 * 4), ("a.gif", nil, 64 * 36 * 4),
    ] as [(String, String?, Int)])
  func films(name: String, codec: String?, readBytes: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "PlanePackingTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = Self.noise(64, 36)
    let move = CABasicAnimation(keyPath: "bounds.origin.x")
    move.toValue = 32
    move.duration = 1
    move.isRemovedOnCompletion = false
    root.add(move, forKey: nil)
    func film(by path: String, _ change: (OffscreenRenderer) -> Void) throws -> (bytes: Data, read: Int) {
      let renderer = try Self.renderer(width: 64, height: 36)
      change(renderer)
      let place = folder.appending(path: path)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      var exporter = try VideoExporter(
        path: place.appending(path: name).path, frameRate: 10, codec: codec)
      if name.hasPrefix("alpha") { exporter.alpha = .straight }
      if name.hasPrefix("10") { exporter.bitsPerComponent = 10 }
      try exporter.export(root, with: renderer, duration: 1)
      return (try Data(contentsOf: place.appending(path: name)), renderer.statistics.work.readBytes)
    }
    let planes = try film(by: "planes") { _ in }
    #expect(planes.read == readBytes)
    // Who looks at a frame is given its pixels.
    var seen = 0
    let pixels = try film(by: "pixels") { $0.frameObserver = { _, _, _ in { pixels, _ in seen += pixels.count } } }
    #expect(pixels.read == 64 * 36 * 4 && seen == 10 * pixels.read)
    #expect(planes.bytes == pixels.bytes)
  }
}
