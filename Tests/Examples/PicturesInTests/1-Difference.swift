import CoreGraphics
import Foundation
import ImageIO
import Multiplane
import QuartzCore

func picturesInTests() throws {
  /// The pixels of an image: premultiplied RGBA, the first row first.
  func pixels(of image: CGImage) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    bytes.withUnsafeMutableBytes { memory in
      CGContext(
        data: memory.baseAddress, width: image.width, height: image.height, bitsPerComponent: 8,
        bytesPerRow: image.width * 4, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
        .draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }
    return bytes
  }

  func write(_ image: CGImage, to file: URL) throws {
    let destination = CGImageDestinationCreateWithURL(file, "public.png", 1, nil)!
    CGImageDestinationAddImage(destination, image, nil)
    guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
  }

  /// How many components of a layer's picture differ from the picture that was kept, by more than a 255th. The first
  /// time it is kept; a picture that differs is written beside it.
  func differences(of layer: CALayer, at time: CFTimeInterval = 0, from file: URL) throws -> Int {
    let picture = try OffscreenRenderer(size: layer.bounds.size, scale: 2).image(of: layer, at: time)
    guard let source = CGImageSourceCreateWithURL(file, nil), let kept = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else {
      try write(picture, to: file)
      return 0
    }
    let (new, old) = (pixels(of: picture), pixels(of: kept))
    let count =
      new.count == old.count ? zip(new, old).count { abs(Int($0) - Int($1)) > 1 } : max(new.count, old.count)
    if count > 0 { try write(picture, to: file.deletingPathExtension().appendingPathExtension("new.png")) }
    return count
  }

  let dot = CALayer()
  dot.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
  dot.backgroundColor = CGColor(red: 0.9, green: 0.2, blue: 0.3, alpha: 1)
  dot.cornerRadius = 20

  let kept = URL(filePath: "dot.png")
  print(try differences(of: dot, from: kept))  // 0: there was none, and dot.png is there now
  print(try differences(of: dot, from: kept))  // 0: the same bytes
  dot.cornerRadius = 16
  print(try differences(of: dot, from: kept) > 0)  // true, and dot.new.png shows what is drawn now
  // End of the example.
  precondition(FileManager.default.fileExists(atPath: "dot.new.png"))
  dot.cornerRadius = 20
  let again = try differences(of: dot, from: kept)
  precondition(again == 0)
}
