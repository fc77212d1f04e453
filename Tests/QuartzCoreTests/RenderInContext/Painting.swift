// What `render(in:)` draws, read as numbers: points count from the bottom left corner with y up, as in a context that
// nobody flipped, so that a root's coordinates are those of the pixels.

import CoreGraphics
import QuartzCore
import TestSupport

/// A bitmap with a layer rendered into it.
struct Painting {
  let width: Int
  let height: Int
  private let pixels: [UInt8]

  /// - Parameter prepare: what is done to the context before.
  init(_ layer: CALayer, _ width: Int = 100, _ height: Int = 80, _ prepare: (CGContext) -> Void = { _ in }) {
    let context = Self.context(width, height)
    prepare(context)
    layer.render(in: context)
    self.init(context)
  }

  init(_ context: CGContext) {
    (width, height) = (context.width, context.height)
    pixels = context.makeImage()!.pixels
  }

  /// A transparent context.
  static func context(_ width: Int, _ height: Int) -> CGContext {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
  }

  var picture: Picture { Picture(width: width, bytes: pixels) }

  /// Premultiplied red, green, blue, alpha.
  subscript(x: Int, y: Int) -> [UInt8] {
    let start = ((height - 1 - y) * width + x) * 4
    return Array(pixels[start..<start + 4])
  }

  /// The pixels whose alpha is at least `least`.
  func count(of least: UInt8 = 1) -> Int { stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] >= least } }

  /// The sum of all alphas, as pixels.
  var area: Double { stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + Double(pixels[$1]) } / 255 }

  /// The smallest rectangle around what is not transparent; null where nothing is.
  var box: CGRect { box { $0[3] > 0 } }

  /// The smallest rectangle around pixels of a kind.
  func box(where matches: ([UInt8]) -> Bool) -> CGRect {
    var box = CGRect.null
    for y in 0..<height {
      for x in 0..<width where matches(self[x, y]) {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }
}

extension [UInt8] {
  static let clear: Self = [0, 0, 0, 0]
  static let red: Self = [255, 0, 0, 255]
  static let green: Self = [0, 255, 0, 255]
  static let blue: Self = [0, 0, 255, 255]
  static let black: Self = [0, 0, 0, 255]

  /// The largest difference of a component.
  func distance(to other: Self) -> Int { zip(self, other).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
}

extension CGColor {
  static let testGreen = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
}

extension CALayer {
  convenience init(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor? = nil) {
    self.init()
    frame = CGRect(x: x, y: y, width: width, height: height)
    backgroundColor = color
  }
}

extension CGImage {
  /// An image of one colour.
  static func test(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> CGImage {
    CGImage(width: width, height: height, premultipliedRGBA: (0..<width * height).flatMap { _ in pixel })
  }

  /// Rows of pixels, the first one first.
  static func test(_ rows: [[[UInt8]]]) -> CGImage {
    CGImage(width: rows[0].count, height: rows.count, premultipliedRGBA: rows.flatMap { $0.flatMap { $0 } })
  }
}
