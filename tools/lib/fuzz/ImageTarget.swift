// The decoders of image files, and what ImageIO says of them.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO

/// Reads files of every format: properties, frames in and out of order, a thumbnail.
enum ImageTarget: FuzzTarget {
  static let name = "images"

  /// Pictures above this many pixels are not decoded in most runs, so that time goes into many small ones.
  private static let pixelLimit = 1 << 18

  static func seeds(in folder: String?) throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for format in ImageCodec.all {
      for index in 0..<3 {
        seeds.append(try ImageFile.encode(picture(index).bitmap, as: format, quality: index == 2 ? 0.5 : nil))
      }
      guard format.holdsAnimations else { continue }
      var settings = OutputSettings()
      settings.orientation = .rightMirrored
      let frames = (0..<3).map { OutputFrame(picture($0), delay: 0.1) }
      seeds.append(try ImageFile.encode(frames, as: format, settings, name: name))
    }
    if let folder {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where !file.hasSuffix(".rgba") {
        seeds.append([UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: file))))
      }
    }
    return seeds
  }

  private static func picture(_ index: Int) -> CGImage {
    let (width, height) = (5 + index * 4, 7 + index)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let alpha = index == 0 ? 255 : UInt8((x * 53 + y * 31) % 256)
        pixels += [UInt8(x * 9) % max(alpha, 1), UInt8(y * 7) % max(alpha, 1), UInt8(index) % max(alpha, 1), alpha]
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  static func run(_ input: [UInt8]) -> String {
    guard let source = CGImageSourceCreateWithData(Data(input), nil) else { return "no source" }
    guard let reader = try? ImageFileReader(input, name: "input") else { return source.problem ?? "no reader" }
    let header = reader.header
    var answer = "\(reader.codec) \(header.colorModel) \(header.notes) \(header.isAnimated) \(header.orientation)"
    _ = CGImageSourceCopyProperties(source, nil)
    _ = CGImageSourceCopyPropertiesAtIndex(source, reader.frameCount - 1, nil)
    guard header.width * header.height <= pixelLimit else { return answer + " large" }
    do throws(ImageFileError) {
      for index in Set([0, min(reader.frameCount - 1, 7), min(reader.frameCount / 2, 5)]).sorted(by: >) {
        let picture = try reader.picture(at: index)
        expect(picture.image.width == header.width && picture.image.height == header.height)
        answer += picture.notes.joined()
      }
      let small = try reader.picture(at: 0, fitting: 6).image
      expect(max(small.width, small.height) <= 6)
    } catch {
      expect(error.name == "input")
      return answer + error.description
    }
    return answer + " read"
  }

  /// PNG's chunks have checksums, which damage seldom meets.
  static func repair(_ input: inout [UInt8]) {
    guard ImageCodec(signatureOf: input) == .png else { return }
    // A chunk has a length, a type, data, and a checksum of type and data.
    var offset = 8
    while offset + 12 <= input.count {
      let length = input[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = offset + 8 + length
      guard end + 4 <= input.count else { return }
      let checksum = crc32(input[offset + 4..<end])
      for place in 0..<4 { input[end + place] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - place * 8)) }
      offset = end + 4
    }
  }

  /// The checksum of PNG (https://www.w3.org/TR/png-3/#D-CRCAppendix).
  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
}
