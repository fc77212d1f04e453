// The file of a captured frame:
//
//   "multiplane capture\n"   19 bytes
//   version                  4 bytes, little-endian, as all numbers are
//   length of the header     8 bytes
//   header                   JSON: CaptureHeader
//   draws                    for each pass and its batches in order: count * stride bytes, as the program takes them
//   bitmaps, images          their pixels, in the header's order: one byte a pixel for coverage, else four
//   frame                    width * height * 4 bytes, where the header says so
//
// Programs are identified by name: a file is readable as long as those programs take draws of its strides.

import Compositor
import CoreGraphics
import Foundation
import ImageFiles

struct CaptureHeader: Codable {
  static let magic = Array("multiplane capture\n".utf8)
  static let version: UInt32 = 1

  struct Pass: Codable {
    var target: Int32
    var continues: Bool
    /// minX, minY, maxX, maxY, in pixels of the frame.
    var box: [Double]
    var clearColor: [Float]
    var reasons: UInt32
    var slot: Int32
    var batches: [Batch]
  }

  struct Batch: Codable {
    var program: String
    var blend: String
    var texture: Source
    var backdrop: Source
    var stride: Int
    var count: Int
  }

  struct Source: Codable {
    /// none, image, surface or bitmap.
    var kind: String
    var index: Int32 = 0
    var magnified: String = ""
    var minified: String = ""
  }

  struct Picture: Codable {
    /// The number of the picture in draws.
    var index: Int32
    var width: Int
    var height: Int
    var isCoverage: Bool
  }

  struct Dropped: Codable {
    var program: String
    var slot: Int32
    var target: Int32
    var bounds: [Double]
  }

  var passes: [Pass]
  var bitmaps: [Picture]
  var images: [Picture]
  /// The layer of each draw, and the layers' names.
  var slots: [Int32]
  var names: [Int: String]
  var dropped: [Dropped]
  var inspection: FrameInspection
  var hasPixels: Bool

  /// Returns the header as JSON, always the same bytes for the same header.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: Self.infinity, negativeInfinity: "-" + Self.infinity, nan: Self.noNumber)
    return try encoder.encode(self)
  }

  fileprivate static let infinity = "infinity"
  fileprivate static let noNumber = "nan"
}

extension CaptureHeader {
  init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: Self.infinity, negativeInfinity: "-" + Self.infinity, nan: Self.noNumber)
    self = try decoder.decode(CaptureHeader.self, from: json)
  }
}

extension CaptureHeader.Source {
  init(_ source: TextureSource) {
    switch source {
    case .none: self.init(kind: "none")
    case .image(let index, let magnified, let minified):
      self.init(kind: "image", index: index, magnified: "\(magnified)", minified: "\(minified)")
    case .pass(let target, let filter):
      self.init(kind: "surface", index: target, magnified: "\(filter)", minified: "\(filter)")
    case .bitmap(let index, let filter):
      self.init(kind: "bitmap", index: index, magnified: "\(filter)", minified: "\(filter)")
    }
  }

  var source: TextureSource? {
    if kind == "none" { return TextureSource.none }
    let filters: [String: TextureFilter] = ["nearest": .nearest, "linear": .linear, "trilinear": .trilinear]
    guard let magnified = filters[magnified], let minified = filters[minified] else { return nil }
    return switch kind {
    case "image": .image(index, magnified: magnified, minified: minified)
    case "surface": .pass(index, magnified)
    case "bitmap": .bitmap(index, magnified)
    default: nil
    }
  }
}

extension FrameCapture {
  /// Writes the frame to a file, which gets its name once it is complete.
  package func write(to path: String) throws {
    let file = try UnfinishedFile(for: path)
    let images = usedImages
    let header = try header(images).json()
    var start = CaptureHeader.magic
    withUnsafeBytes(of: CaptureHeader.version.littleEndian) { start += $0 }
    withUnsafeBytes(of: UInt64(header.count).littleEndian) { start += $0 }
    try file.write(start + header)
    for pass in list.passes {
      for batch in pass.batches { try file.write(list.drawBytes(of: batch)) }
    }
    for bitmap in list.bitmaps { try file.write(bitmap.pixels) }
    for (_, image) in images { try file.write(image.pixels) }
    if let pixels { try file.write(pixels) }
    try file.publish()
  }

  /// The images of draws, in the order of their indices.
  private var usedImages: [(index: Int32, image: CGImage)] {
    var indices: Set<Int32> = []
    for batch in list.passes.lazy.flatMap(\.batches) {
      if case .image(let index, _, _) = batch.texture { indices.insert(index) }
      if case .image(let index, _, _) = batch.backdrop { indices.insert(index) }
    }
    return indices.sorted().compactMap { index in images[index].map { (index, $0) } }
  }

  private func header(_ images: [(index: Int32, image: CGImage)]) -> CaptureHeader {
    CaptureHeader(
      passes: list.passes.map { pass in
        CaptureHeader.Pass(
          target: pass.target, continues: pass.continues, box: pass.box.edges,
          clearColor: [pass.clearColor.x, pass.clearColor.y, pass.clearColor.z, pass.clearColor.w],
          reasons: pass.reasons.rawValue, slot: pass.slot,
          batches: pass.batches.map { batch in
            CaptureHeader.Batch(
              program: "\(batch.program)", blend: batch.blend.name, texture: .init(batch.texture),
              backdrop: .init(batch.backdrop), stride: batch.program.drawStride, count: batch.count)
          })
      },
      bitmaps: list.bitmaps.enumerated().map { index, bitmap in
        CaptureHeader.Picture(
          index: Int32(index), width: bitmap.width, height: bitmap.height, isCoverage: bitmap.format == .coverage)
      },
      images: images.map {
        CaptureHeader.Picture(index: $0.index, width: $0.image.width, height: $0.image.height, isCoverage: false)
      },
      slots: list.origins?.slots ?? [],
      names: Dictionary(uniqueKeysWithValues: (list.origins?.names ?? [:]).map { (Int($0.key), $0.value) }),
      dropped: (list.origins?.dropped ?? []).map {
        CaptureHeader.Dropped(
          program: "\($0.program)", slot: $0.slot, target: $0.target, bounds: $0.bounds.edges)
      },
      inspection: inspection, hasPixels: pixels != nil)
  }
}

extension Box {
  fileprivate var edges: [Double] { [minX, minY, maxX, maxY] }
}
