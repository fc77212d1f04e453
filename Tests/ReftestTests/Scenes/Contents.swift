// Reftests of contents; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import ImageFiles
import QuartzCore
import TestScenes
import Testing

/// Images stand upright on a flipped canvas, where all else is mirrored; and llvmpipe's linear rasteriser, which takes
/// part or not by what lies around, rounds bilinear filtering down once for each axis.
private let upright: [Metamorphism.Kind: Metamorphism.Exception] = [
  .flipped: .skip("images stay upright"), .rotated: .fuzzy(3), .moved: .fuzzy(3), .plain: .fuzzy(3),
  .scaled: .fuzzy(3), .clipped: .fuzzy(3), .masked: .fuzzy(3),
]

extension Reftest {
  static let contents: [Reftest] =
    [
      Reftest("a part of an image is the image of that part", .rounding, except: upright) {
        image(.noise(32, 24), 10, 8, 32, 24) {
          $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
          $0.magnificationFilter = .nearest
        }
      } equals: {
        let part = CGImage.noise(32, 24).cropping(to: CGRect(x: 8, y: 12, width: 16, height: 6))!
        image(part, 10, 8, 32, 24) { $0.magnificationFilter = .nearest }
      },
      Reftest("a part beyond the image repeats its edge", .rounding, except: upright) {
        image(.plain(8, 8, alpha: 200), 10, 8, 40, 32) {
          $0.contentsRect = CGRect(x: -0.5, y: 0.25, width: 2, height: 1.5)
        }
      } equals: {
        layer(10, 8, 40, 32, CGColor.black.copy(alpha: 200 / 255))
      },
      Reftest("hard pixels are squares", except: upright) {
        image(.noise(4, 3), 8, 6, 80, 60) { $0.magnificationFilter = .nearest }
      } equals: {
        layer(8, 6, 80, 60) { $0.sublayers = squares(.noise(4, 3), side: 20) }
      },
      Reftest("hard pixels, turned", .fuzzy(190, pixels: 260), except: upright) {
        image(.noise(4, 3), 18, 12, 60, 45) {
          $0.magnificationFilter = .nearest
          $0.transform = turn(20)
        }
      } equals: {
        layer(18, 12, 60, 45) {
          $0.sublayers = squares(.noise(4, 3), side: 15)
          $0.transform = turn(20)
        }
      },
      Reftest("an image over the background", .rounding) {
        image(.plain(8, 8, alpha: 100), 10.5, 8.25, 50, 40) { $0.backgroundColor = .orange }
      } equals: {
        layer(10.5, 8.25, 50, 40, .orange) { $0.addSublayer(image(.plain(8, 8, alpha: 100), 0, 0, 50, 40)) }
      },
      Reftest("an image turned by a quarter", .fuzzy(2), except: upright) {
        image(.sample(32, 24), 20, 20, 32, 24) {
          $0.transform = CATransform3D(rows: (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
        }
      } equals: {
        image(rearranged(.sample(32, 24), 24, 32) { ($1, 23 - $0) }, 24, 16, 24, 32)
      },
      Reftest("an image mirrored", .fuzzy(2), except: upright) {
        image(.sample(32, 24), 20, 20, 32, 24) { $0.transform = CATransform3DMakeScale(-1, 1, 1) }
      } equals: {
        image(rearranged(.sample(32, 24), 32, 24) { (31 - $0, $1) }, 20, 20, 32, 24)
      },
      Reftest("half the size is the mean of four pixels", .fuzzy(2), except: upright) {
        image(.noise(64, 48), 16, 12, 32, 24)
      } equals: {
        image(halved(.noise(64, 48)), 16, 12, 32, 24)
      },
      Reftest("contentsScale is the size of pixels", .rounding, except: upright) {
        image(.noise(40, 30), 10, 8, 60, 50) {
          $0.contentsScale = 2
          $0.contentsGravity = .topLeft
        }
      } equals: {
        image(.noise(40, 30), 10, 43, 20, 15)
      },
      Reftest("a centre over all of the image stretches evenly", except: upright) {
        image(.noise(16, 12), 10, 8, 64, 48) { $0.contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1) }
      } equals: {
        image(.noise(16, 12), 10, 8, 64, 48)
      },
      Reftest("the centre is of what contentsRect shows", .rounding, except: upright) {
        image(.noise(32, 32), 8, 6, 60, 40) {
          $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
          $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        }
      } equals: {
        let part = CGImage.noise(32, 32).cropping(to: CGRect(x: 16, y: 0, width: 16, height: 16))!
        image(part, 8, 6, 60, 40) { $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
      },
      Reftest("contents on their way to another part", .fuzzy(2), at: 0.5, except: upright) {
        let whole = CGRect(x: 0, y: 0, width: 0.5, height: 1)
        image(.sample(32, 24), 10, 8, 16, 24) {
          $0.contentsRect = whole
          $0.add(animation("contentsRect", whole, whole.offsetBy(dx: 0.5, dy: 0)), forKey: nil)
        }
      } equals: {
        image(.sample(32, 24), 10, 8, 16, 24) { $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1) }
      },
    ] + gravities

  /// A picture of 20x10 points in a layer of 60x50 at (18, 10): where each gravity puts it. "Top" is
  /// the side of the largest y, as measured on Apple's; here y points down.
  private static let gravities = [
    ("center", CALayerContentsGravity.center, (20.0, 20.0)), ("top", .top, (20, 40)), ("bottom", .bottom, (20, 0)),
    ("left", .left, (0, 20)), ("right", .right, (40, 20)), ("top left", .topLeft, (0, 40)),
    ("top right", .topRight, (40, 40)), ("bottom left", .bottomLeft, (0, 0)), ("bottom right", .bottomRight, (40, 0)),
  ].map { name, gravity, place in
    Reftest("gravity \(name)", .rounding, except: upright) {
      image(.noise(20, 10), 18, 10, 60, 50) {
        $0.contentsGravity = gravity
        $0.backgroundColor = .glass
      }
    } equals: {
      layer(18, 10, 60, 50, .glass) { $0.addSublayer(image(.noise(20, 10), place.0, place.1, 20, 10)) }
    }
  }

  /// A layer that shows an image.
  @MainActor private static func image(
    _ image: CGImage, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    configure: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    layer(x, y, width, height) {
      $0.contents = image
      configure($0)
    }
  }

  /// A layer for each pixel.
  @MainActor private static func squares(_ image: CGImage, side: Double) -> [CALayer] {
    (0..<image.width * image.height).map { index in
      let pixel = image.pixels[index * 4..<index * 4 + 4].map { Double($0) / 255 }
      let color = CGColor(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: 1)
      return layer(Double(index % image.width) * side, Double(index / image.width) * side, side, side, color)
    }
  }

  private static func rearranged(
    _ image: CGImage, _ width: Int, _ height: Int, _ source: (Int, Int) -> (x: Int, y: Int)
  ) -> CGImage {
    CGImage(Picture(image.bitmap).rearranged(width: width, height: height, source).bitmap)
  }

  private static func halved(_ image: CGImage) -> CGImage {
    let (width, height) = (image.width / 2, image.height / 2)
    var bytes: [UInt8] = []
    for index in 0..<width * height * 4 {
      let start = (index / 4 / width * 2 * image.width + index / 4 % width * 2) * 4 + index % 4
      let sum = [0, 4, image.width * 4, image.width * 4 + 4].reduce(2) { $0 + Int(image.pixels[start + $1]) }
      bytes.append(UInt8(sum / 4))
    }
    return CGImage(width: width, height: height, premultipliedRGBA: bytes)
  }
}
