// Reftests of how contents are sampled: minified, sliced, turned; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  /// Part of an image, in its pixels.
  private static func part(_ image: CGImage, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGImage {
    image.cropping(to: CGRect(x: x, y: y, width: width, height: height))!
  }

  private static let upright: [Metamorphism.Kind: Metamorphism.Exception] = [.flipped: .skip("images stay upright")]
  /// Bilinear weights have 8 bits on llvmpipe; turned or scaled they are others.
  private static let filtered: [Metamorphism.Kind: Metamorphism.Exception] = [
    .flipped: .skip("images stay upright"), .rotated: .fuzzy(3), .scaled: .skip("another step of the ladder"),
    .moved: .fuzzy(2), .plain: .fuzzy(3), .rasterizer: .fuzzy(3), .masked: .fuzzy(2), .clipped: .fuzzy(2),
  ]

  static let sampledContents: [Reftest] = [
    Reftest("contentsRect shows a part", except: upright) {
      image(10, 8, 30, 20, .noise(60, 40)) { $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5) }
    } equals: {
      image(10, 8, 30, 20, part(.noise(60, 40), 15, 20, 30, 20))
    },
    Reftest("contentsRect beyond the image goes on with its edge", .rounding) {
      image(10, 8, 60, 40, .plain(20, 20, alpha: 120)) { $0.contentsRect = CGRect(x: -1, y: -1, width: 3, height: 3) }
    } equals: {
      layer(10, 8, 60, 40, CGColor(gray: 0, alpha: 120.0 / 255))
    },
    Reftest("the middle of a larger layer keeps the image's size", except: upright) {
      image(5, 4, 70, 60, .noise(30, 20)) { $0.contentsGravity = .center }
    } equals: {
      image(25, 24, 30, 20, .noise(30, 20))
    },
    Reftest("top is maximum y, bottom left is the origin", except: upright) {
      image(5, 4, 70, 60, .noise(30, 20)) { $0.contentsGravity = .top }
      image(5, 4, 70, 60, .noise(20, 20)) { $0.contentsGravity = .bottomLeft }
    } equals: {
      image(25, 44, 30, 20, .noise(30, 20))
      image(5, 4, 20, 20, .noise(20, 20))
    },
    Reftest("flipped geometry takes gravity along, and not the image", except: upright) {
      layer(0, 0, 96, 72) {
        $0.isGeometryFlipped = true
        $0.addSublayer(image(5, 8, 70, 60, .noise(30, 20)) { $0.contentsGravity = .topRight })
      }
    } equals: {
      image(45, 4, 30, 20, .noise(30, 20))
    },
    Reftest("aspect fill in a clip is a part that fills", .fuzzy(3), except: filtered) {
      image(8, 8, 80, 50, .sample(40, 40)) {
        $0.contentsGravity = .resizeAspectFill
        $0.masksToBounds = true
      }
    } equals: {
      image(8, 8, 80, 50, .sample(40, 40)) { $0.contentsRect = CGRect(x: 0, y: 0.1875, width: 1, height: 0.625) }
    },
    Reftest("nine slices are nine layers", .fuzzy(3), except: filtered) {
      image(8, 6, 80, 60, .noise(40, 30)) { $0.contentsCenter = CGRect(x: 0.25, y: 0.2, width: 0.5, height: 0.4) }
    } equals: {
      let columns = [(0.0, 10.0, 0.0, 0.25), (10, 60, 0.25, 0.5), (70, 10, 0.75, 0.25)]
      let rows = [(0.0, 6.0, 0.0, 0.2), (6, 42, 0.2, 0.4), (48, 12, 0.6, 0.4)]
      for row in rows {
        for column in columns {
          image(8 + column.0, 6 + row.0, column.1, row.1, .noise(40, 30)) {
            $0.contentsRect = CGRect(x: column.2, y: row.2, width: column.3, height: row.3)
          }
        }
      }
    },
    Reftest("contentsCenter is a part of what contentsRect shows", .fuzzy(16, pixels: 700), except: filtered) {
      image(8, 6, 70, 60, .sample(60, 60)) {
        $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        $0.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
        $0.transform = turn(8)
      }
    } equals: {
      image(8, 6, 70, 60, part(.sample(60, 60), 30, 0, 30, 30)) {
        $0.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
        $0.transform = turn(8)
      }
    },
    Reftest("turned nine slices of one colour show no seam", .fuzzy(1)) {
      image(20.25, 12, 50, 40, .plain(30, 30)) {
        $0.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
        $0.transform = turn(27)
      }
    } equals: {
      layer(20.25, 12, 50, 40, .black) { $0.transform = turn(27) }
    },
    Reftest("twice the scale is half the size", .fuzzy(1), except: filtered) {
      image(10, 8, 60, 50, .noise(60, 40)) {
        $0.contentsGravity = .center
        $0.contentsScale = 2
      }
    } equals: {
      image(25, 23, 30, 20, .noise(60, 40))
    },
    Reftest("a quarter of the size is the mean of sixteen", .fuzzy(1), except: filtered) {
      image(10, 8, 60, 50, .noise(240, 200))
    } equals: {
      image(10, 8, 60, 50, .noise(240, 200).boxes(4))
    },
    Reftest("turned and small is the mean, turned", .fuzzy(3), except: filtered) {
      image(20.25, 12, 50, 40, .noise(200, 160)) { $0.transform = turn(31) }
    } equals: {
      image(20.25, 12, 50, 40, .noise(200, 160).boxes(4)) { $0.transform = turn(31) }
    },
    Reftest("each side shrinks by itself", .fuzzy(3), except: filtered) {
      image(10.25, 8, 60, 45, .noise(60, 180))
    } equals: {
      image(10.25, 8, 60, 45, .noise(60, 180).boxes(1, 4))
    },
    Reftest("a bias of one is one halving more", .fuzzy(3), except: filtered) {
      image(10.25, 8, 60, 40, .noise(120, 80)) {
        $0.minificationFilter = .trilinear
        $0.minificationFilterBias = 1
      }
    } equals: {
      image(10.25, 8, 60, 40, .noise(120, 80).boxes(4))
    },
    Reftest("trilinear is linear where nothing shrinks", .fuzzy(1), except: filtered) {
      image(10.25, 8, 60, 40, .noise(30, 30)) { $0.minificationFilter = .trilinear }
    } equals: {
      image(10.25, 8, 60, 40, .noise(30, 30))
    },
    Reftest("a clipping layer's opaque contents leave nothing of the background", .fuzzy(1), except: filtered) {
      image(12.25, 8.5, 60, 50, .noise(30, 30)) {
        $0.backgroundColor = .orange
        $0.masksToBounds = true
        $0.transform = turn(21)
      }
    } equals: {
      image(12.25, 8.5, 60, 50, .noise(30, 30)) { $0.transform = turn(21) }
    },
  ]
}

extension CGImage {
  /// The image made smaller: each pixel the mean of a box.
  fileprivate func boxes(_ columns: Int, _ rows: Int? = nil) -> CGImage {
    let rows = rows ?? columns
    let (newWidth, newHeight) = (width / columns, height / rows)
    var bytes: [UInt8] = []
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        for component in 0..<4 {
          var sum = 0
          for row in 0..<rows {
            for column in 0..<columns {
              sum += Int(pixels[((y * rows + row) * width + x * columns + column) * 4 + component])
            }
          }
          bytes.append(UInt8((2 * sum + rows * columns) / (2 * rows * columns)))
        }
      }
    }
    return CGImage(width: newWidth, height: newHeight, premultipliedRGBA: bytes)
  }
}
