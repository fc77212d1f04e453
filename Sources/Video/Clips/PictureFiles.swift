// Tested by OverCommandTests.

import CLibAV
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles

/// The image files of a clip: a sequence, `frames/%04d.png@25`, or a still image. They are sRGB, without sound.
package struct PictureFiles: Sendable {
  /// The path or the pattern that messages name.
  let name: String
  let paths: [String]
  /// The frame rate; nil for a still image.
  let rate: FrameRate?
  /// The size of the first image, upright, in pixels.
  let size: CGSize
  /// Whether the first image has transparent pixels.
  let hasAlpha: Bool

  private static let standardRate = FrameRate(30)

  /// Finds the image files of a sequence or of a still image, or returns nil for other files.
  ///
  /// - Parameter text: the path of a still image, or a sequence's pattern, `frames/%04d.png`, with `@25` for its rate.
  /// - Throws: `cannotRead` if the sequence has gaps or too many files, or its first image cannot be read.
  package init?(named text: String) throws(VideoError) {
    if text.contains("%"), !FileManager.default.fileExists(atPath: text) {
      let sign = text.lastIndex(of: "@")
      let own = sign.flatMap { FrameRate(String(text[text.index(after: $0)...])) }
      let path = own == nil ? text : String(text[..<sign!])
      (name, paths, rate) = (path, try Self.sequence(path), own ?? Self.standardRate)
    } else {
      guard Self.isStill(text) else { return nil }
      (name, paths, rate) = (text, [text], nil)
    }
    let first = try Self.decode(paths[0])
    guard ClipLimits.take(width: first.width, height: first.height) else {
      throw .cannotRead(path: paths[0], reason: "\(first.width)x\(first.height) pixels are more than are read")
    }
    size = CGSize(width: first.width, height: first.height)
    hasAlpha = !first.isOpaque
  }

  /// Whether a file is an image without animation, by its content.
  private static func isStill(_ path: String) -> Bool {
    // Regular files only: opening a FIFO would block.
    guard let descriptor = try? FileContents.open(path) else { return false }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let head = try? file.read(upToCount: 64), head.count == 64,
      let codec = ImageCodec.all.codec(forSignatureOf: [UInt8](head))
    else { return false }
    guard codec.holdsAnimations else { return true }
    return ((try? ImageFileReader(contentsOfFile: path))?.frameCount ?? 2) == 1
  }

  /// Returns the files of a sequence, in the order of their numbers, which have no gaps.
  private static func sequence(_ path: String) throws(VideoError) -> [String] {
    let pattern: SequencePattern
    do throws(VideoError) { pattern = try SequencePattern(path, suffix: "") } catch {
      throw .cannotRead(path: path, reason: "there is no such file, and it is no pattern such as frames/%05d.png")
    }
    guard
      let names = try? FileManager.default.contentsOfDirectory(atPath: pattern.folder.isEmpty ? "." : pattern.folder)
    else { throw .cannotRead(path: path, reason: "the folder \(pattern.folder) cannot be read") }
    let numbers = names.compactMap(pattern.number).sorted()
    guard let first = numbers.first, let last = numbers.last else {
      throw .cannotRead(path: path, reason: "no file of the sequence is there")
    }
    guard numbers.count <= ClipLimits.mostPictures else {
      throw .cannotRead(path: path, reason: "\(numbers.count) pictures; expected at most \(ClipLimits.mostPictures)")
    }
    if let gap = zip(numbers, numbers.dropFirst()).first(where: { $0 + 1 != $1 })?.0 {
      throw .cannotRead(
        path: path,
        reason: "\(pattern.name(ofFrame: gap + 1)) is missing between \(pattern.name(ofFrame: first)) and "
          + pattern.name(ofFrame: last))
    }
    return numbers.map { pattern.folder + pattern.name(ofFrame: $0) }
  }

  private static func decode(_ path: String) throws(VideoError) -> Bitmap {
    do throws(ImageFileError) { return try ImageFile.decode(contentsOfFile: path).bitmap } catch {
      throw .cannotRead(path: path, reason: error.detail)
    }
  }

  func image(_ number: Int) throws(VideoError) -> CGImage { CGImage(try Self.decode(paths[number])) }

  /// The description of the images as a clip's pictures; nil if libavutil does not know their layout.
  var pictures: ClipPictures? {
    // Bounded: the sides are a decoded picture's.
    guard let layout = ClipLayout(hasAlpha ? AV_PIX_FMT_RGBA.rawValue : AV_PIX_FMT_RGB24.rawValue) else { return nil }
    return ClipPictures(
      codedWidth: Int(size.width), codedHeight: Int(size.height), layout: layout, alpha: hasAlpha ? .straight : nil,
      coding: YUVCoding(matrix: .bt709, range: .full), hasWrittenMatrix: true, siting: .middle,
      transfer: Int(AVCOL_TRC_IEC61966_2_1.rawValue), primaries: Int(AVCOL_PRI_BT709.rawValue),
      highRange: HighRangeMetadata(), orientation: .identity,
      turn: ClipTurn(), pixelAspect: 1, nominalFrameRate: rate, densestFrameRate: nil, isConstantRate: true,
      timeScale: rate?.numerator ?? 1, count: paths.count, start: 0, keyFrames: Array(paths.indices), codec: "pictures")
  }

  /// The duration of the sequence, in seconds; for a still image, the longest duration of a clip.
  var duration: Double { rate?.time(ofFrame: paths.count) ?? ClipLimits.longest }
}
