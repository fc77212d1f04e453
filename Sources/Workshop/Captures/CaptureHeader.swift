// What a file of a captured frame holds, but for pixels and instances.
//
//   "multiplane capture\n"   19 bytes
//   version                  4 bytes, little-endian, as all numbers are
//   length of the header     8 bytes
//   header                   JSON: CaptureHeader
//   draws                    for each pass and its batches in order: count * stride bytes, as the program takes them
//   bitmaps, images          their pixels, in the header's order: one byte a pixel for coverage, else four
//   frame                    width * height * 4 bytes, where the header says so
//
// Programs go by their names, so that a file is understood as long as the programs of those names take such draws; the
// stride tells where they do not.

import Compositor
import CoreGraphics
import Foundation

/// The part of a capture's file that is JSON.
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
    /// The number by which draws refer to the picture.
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
  /// For each draw its layer, and the names of layers.
  var slots: [Int32]
  var names: [Int: String]
  var dropped: [Dropped]
  var inspection: FrameInspection
  var hasPixels: Bool

  /// As JSON: the same header gives the same bytes.
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

  /// The source; nil for what there is not.
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
