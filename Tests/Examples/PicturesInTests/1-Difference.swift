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
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let destination = CGImageDestinationCreateWithURL(file, "public.png", 1, nil)!
    CGImageDestinationAddImage(destination, image, nil)
    guard CGImageDestinationFinalize(destination) else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Compares a layer's picture with the one that was kept. Returns nil if no component differs by more than a 255th,
  /// else the file to look at: the kept picture if there was none, or the new one beside it.
  func difference(of layer: CALayer, at time: CFTimeInterval = 0, from file: URL) throws -> String? {
    let picture = try OffscreenRenderer(size: layer.frame.size, scale: 2).image(of: layer, at: time)
    let new = file.deletingPathExtension().appendingPathExtension("new.png")
    guard let source = CGImageSourceCreateWithURL(file, nil), let kept = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else {
      try write(picture, to: file)
      return "kept \(file.path): look at it, and run again"
    }
    let same = kept.width == picture.width && kept.height == picture.height
    if same, zip(pixels(of: picture), pixels(of: kept)).allSatisfy({ abs(Int($0) - Int($1)) <= 1 }) {
      try? FileManager.default.removeItem(at: new)
      return nil
    }
    try write(picture, to: new)
    return "differs: see \(new.path)"
  }

  let dot = CALayer()
  dot.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
  dot.backgroundColor = CGColor(red: 0.9, green: 0.2, blue: 0.3, alpha: 1)
  dot.cornerRadius = 20

  let kept = URL(filePath: "dot.png")
  print(try difference(of: dot, from: kept) != nil)  // true: there was no picture, and dot.png is there now
  print(try difference(of: dot, from: kept) == nil)  // true: the same pixels
  dot.cornerRadius = 16
  print(try difference(of: dot, from: kept) != nil)  // true, and dot.new.png shows what is drawn now
  // End of the example.
  precondition(FileManager.default.fileExists(atPath: "dot.new.png"))
  dot.cornerRadius = 20
  let again = try difference(of: dot, from: kept)
  precondition(again == nil && !FileManager.default.fileExists(atPath: "dot.new.png"))
}
