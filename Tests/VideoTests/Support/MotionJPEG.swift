// Films of JPEG pictures in Matroska, whose packets are made by hand.
import CoreGraphics
import ImageFiles
import TestFilms

@testable import Video

/// Small films whose pictures tell their numbers by their grey, and packets that hold none.
enum MotionJPEG {
  static let (width, height) = (64, 48)
  /// What no decoder makes a picture of.
  static let junk: [UInt8] = [0]

  /// A picture of one grey.
  static func picture(_ grey: UInt8) -> [UInt8] {
    let pixels = (0..<width * height).flatMap { _ in [grey, grey, grey, 255] as [UInt8] }
    guard let bytes = try? ImageFile.encode(Bitmap(width: width, height: height, pixels: pixels), as: .jpeg) else {
      fatalError("libjpeg encodes no picture of one grey")
    }
    return bytes
  }

  /// Pictures of 64 greys, four apart.
  static let pictures = (0..<64).map { picture(UInt8($0 * 4)) }

  /// The number of a picture, from 0 to 63, by its grey.
  static func number(of frame: ClipFrame) throws -> Int { (Int(try frame.image().pixels[0]) + 2) / 4 }

  /// A film.
  static func film(_ packets: [(time: Int64, bytes: [UInt8])]) -> MatroskaFile {
    MatroskaFile("V_MJPEG", width: width, height: height, packets)
  }
}
