// Clips of pictures in files of their own: a sequence, `frames/%04d.png@25`, or a still picture that is shown for as
// long as somebody says. They have no sound, and their colours are sRGB's.
//
// Tested by OverCommandTests.

import CLibAV
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles

/// Pictures in files, in the order in which they are shown.
package struct PictureFiles: Sendable {
  /// What messages call them.
  let name: String
  let paths: [String]
  /// Pictures a second; nil for a still picture.
  let rate: FrameRate?
  /// The size of the first, upright.
  let size: CGSize
  /// Whether the first is transparent in places.
  let hasAlpha: Bool

  /// The rate of a sequence that says none.
  private static let standardRate = FrameRate(30)

  /// Finds the pictures that a name on a command line stands for.
  ///
  /// - Parameter text: a file, or a pattern as of outputs, `%04d.png`, behind which `@25` may say the rate.
  /// - Returns: nil where it is neither a pattern nor a still picture's file.
  /// - Throws: `cannotRead` where files of the sequence are missing, there are more than may be, or the first cannot be
  ///   read.
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

  /// Whether a file is a picture, and no animation, by its first bytes.
  private static func isStill(_ path: String) -> Bool {
    // A FIFO would wait for somebody to write to it: only regular files are opened.
    guard let descriptor = try? FileContents.open(path) else { return false }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let head = try? file.read(upToCount: 64), head.count == 64,
      let codec = ImageCodec.all.codec(forSignatureOf: [UInt8](head))
    else { return false }
    guard codec.holdsAnimations else { return true }
    return ((try? ImageFileReader(contentsOfFile: path))?.frameCount ?? 2) == 1
  }

  /// The files of a sequence, without a gap, from the least number on.
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

  /// Decodes a picture.
  ///
  /// - Throws: `cannotRead`.
  func image(_ number: Int) throws(VideoError) -> CGImage { CGImage(try Self.decode(paths[number])) }

  /// What a clip says of them.
  var pictures: ClipPictures? {
    // Bounded: the sides are a decoded picture's.
    guard let layout = ClipLayout(hasAlpha ? AV_PIX_FMT_RGBA.rawValue : AV_PIX_FMT_RGB24.rawValue) else { return nil }
    return ClipPictures(
      codedWidth: Int(size.width), codedHeight: Int(size.height), layout: layout, alpha: hasAlpha ? .straight : nil,
      coding: YUVCoding(matrix: .bt709, range: .full), hasWrittenMatrix: true, siting: .middle,
      transfer: Int(AVCOL_TRC_IEC61966_2_1.rawValue), primaries: Int(AVCOL_PRI_BT709.rawValue), orientation: .identity,
      turn: ClipTurn(), pixelAspect: 1, nominalFrameRate: rate, densestFrameRate: nil, isConstantRate: true,
      timeScale: rate?.numerator ?? 1, count: paths.count, start: 0, keyFrames: Array(paths.indices), codec: "pictures")
  }

  /// Seconds from the first picture to the end of the last; of a still one as long as a clip may be.
  var duration: Double { rate?.time(ofFrame: paths.count) ?? ClipLimits.longest }
}
