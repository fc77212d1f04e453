// Reftests of particles and copies; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import Foundation
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let particles: [Reftest] = replicatorReftests + emitters + scrolling
}

/// A cell of which every particle is like the other.
@MainActor private func cell(
  _ image: CGImage, rate: Float, life: Float = 100, _ configure: (CAEmitterCell) -> Void = { _ in }
) -> CAEmitterCell {
  let cell = CAEmitterCell()
  cell.name = "cell"
  cell.contents = image
  cell.birthRate = rate
  cell.lifetime = life
  configure(cell)
  return cell
}

@MainActor private func emitter(
  _ x: Double, _ y: Double, _ cells: CAEmitterCell..., configure: (CAEmitterLayer) -> Void = { _ in }
) -> CAEmitterLayer {
  let layer = CAEmitterLayer()
  layer.emitterPosition = CGPoint(x: x, y: y)
  layer.emitterCells = cells
  configure(layer)
  return layer
}

/// A picture by its middle.
@MainActor private func sprite(
  _ x: Double, _ y: Double, _ image: CGImage, scale: Double = 1, _ configure: (CALayer) -> Void = { _ in }
) -> CALayer {
  let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
  return layer(x - width / 2, y - height / 2, width, height) {
    $0.contents = image
    configure($0)
  }
}

/// Pictures that look the same upside down, so that flipping mirrors what they are in.
private let star = CGImage.gradient(8, 6, isOpaque: false)
private let tile = CGImage.gradient(8, 6)

private let emitters: [Reftest] = [
  Reftest("particles in a row, by their births", at: 4.5) {
    emitter(8, 20, cell(tile, rate: 1) { $0.velocity = 20 })
  } equals: {
    for k in 1...4 { sprite(8 + 20 * (4.5 - Double(k)), 20, tile) }
  },
  Reftest("longitude, acceleration, growth and turning by formulas", .fuzzy(2), at: 4.25) {
    emitter(
      20, 10,
      cell(star, rate: 1) {
        $0.velocity = 12
        $0.emissionLongitude = 0.4
        $0.xAcceleration = 3
        $0.yAcceleration = 4
        $0.scale = 0.7
        $0.scaleSpeed = 0.4
        $0.spin = 0.8
      })
  } equals: {
    for k in 1...4 {
      let t = 4.25 - Double(k)
      sprite(
        20 + 12 * cos(0.4) * t + 1.5 * t * t, 10 + 12 * sin(0.4) * t + 2 * t * t, star, scale: 0.7 + 0.4 * t
      ) { $0.transform = CATransform3DMakeRotation(0.8 * t, 0, 0, 1) }
    }
  },
  Reftest("colours multiply and change", .fuzzy(2), at: 3.5) {
    emitter(
      12.5, 30,
      cell(.swatch(rgb(1, 1, 1)), rate: 1) {
        $0.scale = 3
        $0.velocity = 26
        $0.color = rgb(1, 0.5, 0.25, 0.9)
        $0.redSpeed = -0.3
        $0.greenSpeed = 0.4
        $0.blueSpeed = 0.5
        $0.alphaSpeed = -0.25
      })
  } equals: {
    for k in 1...3 {
      let t = 3.5 - Double(k)
      sprite(
        12.5 + 26 * t, 30, .swatch(rgb(1 - 0.3 * t, min(0.5 + 0.4 * t, 1), min(0.25 + 0.5 * t, 1), 0.9 - 0.25 * t)),
        scale: 3)
    }
  },
  Reftest("oldest first: the young lie above", .fuzzy(1), at: 5.5) {
    emitter(12, 20, cell(tile, rate: 1) { $0.velocity = 9 }, cell(star, rate: 0.5) { $0.velocity = 7 }) {
      $0.renderMode = .oldestFirst
    }
  } equals: {
    for (born, image, speed) in [
      (1.0, tile, 9.0), (2, tile, 9), (2, star, 7), (3, tile, 9), (4, tile, 9), (4, star, 7), (5, tile, 9),
    ] { sprite(12 + speed * (5.5 - born), 20, image) }
  },
  Reftest("oldest last: the old lie above", .fuzzy(1), at: 5.5) {
    emitter(12, 20, cell(tile, rate: 1) { $0.velocity = 5 }) { $0.renderMode = .oldestLast }
  } equals: {
    for k in (1...5).reversed() { sprite(12 + 5 * (5.5 - Double(k)), 20, tile) }
  },
  Reftest("back to front, by depth", .fuzzy(1), at: 5.5) {
    emitter(
      12, 20,
      cell(tile, rate: 1) {
        $0.velocity = 5
        $0.zAcceleration = -1
      }, cell(star, rate: 0.25) { $0.zAcceleration = -100 }
    ) { $0.renderMode = .backToFront }
  } equals: {
    sprite(12, 20, star)
    for k in 1...5 { sprite(12 + 5 * (5.5 - Double(k)), 20, tile) }
  },
  Reftest("additive: colours add up", .fuzzy(2), at: 3.5) {
    layer(0, 0, 96, 72, rgb(0, 0.2, 0.1))
    emitter(30.25, 30, cell(.swatch(rgb(0.3, 0.25, 0.2)), rate: 1) { $0.scale = 4 }) { $0.renderMode = .additive }
  } equals: {
    layer(0, 0, 96, 72, rgb(0, 0.2, 0.1))
    sprite(30.25, 30, .swatch(rgb(0.9, 0.95, 0.7)), scale: 4)
  },
  Reftest("particles lie above background, sublayers and border, and are clipped with them", .fuzzy(1), at: 3.5) {
    emitter(10, 12, cell(tile, rate: 1) { $0.velocity = 20 }) {
      $0.frame = CGRect(x: 10, y: 10, width: 50.5, height: 40)
      $0.backgroundColor = .teal
      $0.borderWidth = 6
      $0.masksToBounds = true
      $0.cornerRadius = 8
    }
  } equals: {
    layer(10, 10, 50.5, 40, .teal) {
      $0.borderWidth = 6
      $0.cornerRadius = 8
    }
    layer(10, 10, 50.5, 40) {
      $0.cornerRadius = 8
      $0.masksToBounds = true
      for k in 1...3 { $0.addSublayer(sprite(10 + 20 * (3.5 - Double(k)), 12, tile)) }
    }
  },
  Reftest(
    "a part of the picture, at its scale, in squares", .fuzzy(1), at: 3,
    except: [.flipped: .skip("images stay upright")]
  ) {
    emitter(
      20, 24,
      cell(tile, rate: 1) {
        $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
        $0.contentsScale = 0.25
        $0.magnificationFilter = "nearest"
        $0.velocity = 24
      })
  } equals: {
    for k in 1...3 {
      layer(12 + 24 * (3 - Double(k)), 18, 16, 12) {
        $0.contents = tile
        $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
        $0.magnificationFilter = .nearest
      }
    }
  },
  Reftest(
    "pictures stand as contents do, in flipped geometry too", .fuzzy(1), at: 2,
    except: [.flipped: .skip("images stay upright")]
  ) {
    for isFlipped in [false, true] {
      layer(0, 0, 96, 72) {
        $0.isGeometryFlipped = isFlipped
        $0.addSublayer(
          emitter(
            20, 20,
            cell(.sample(8, 6), rate: 1) {
              $0.velocity = 40
              $0.scale = 3
              $0.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
              $0.spin = 0.3
            }))
      }
    }
  } equals: {
    for isFlipped in [false, true] {
      layer(0, 0, 96, 72) {
        $0.isGeometryFlipped = isFlipped
        for t in [1.0, 0] {
          $0.addSublayer(
            layer(8 + 40 * t, 15.5, 24, 9) {
              $0.contents = CGImage.sample(8, 6)
              $0.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 0.5)
              $0.transform = CATransform3DMakeRotation(0.3 * t, 0, 0, 1)
            })
        }
      }
    }
  },
  Reftest("cells of cells: a trail", .fuzzy(1), at: 1.95) {
    emitter(
      6, 10,
      cell(tile, rate: 1) {
        $0.contents = nil
        $0.velocity = 80
        $0.emissionLongitude = 0.5
        $0.scale = 0.5
        $0.emitterCells = [
          cell(star, rate: 5, life: 0.7) {
            $0.velocity = 10
            $0.emissionLongitude = .pi / 2
            $0.scale = 2
          }
        ]
      })
  } equals: {
    for k in 1...4 {
      let (born, age) = (0.2 * Double(k), 0.95 - 0.2 * Double(k))
      if age < 0.7 {
        sprite(6 + 80 * cos(0.5) * born - 10 * sin(0.5) * age, 10 + 80 * sin(0.5) * born + 10 * cos(0.5) * age, star)
      }
    }
  },
  Reftest("an emitter in perspective that preserves depth", .fuzzy(2), at: 4.5) {
    layer(0, 0, 96, 72) {
      $0.sublayerTransform.m34 = -1 / 150
      $0.addSublayer(
        emitter(
          20, 30,
          cell(tile, rate: 1) {
            $0.velocity = 12
            $0.zAcceleration = 6
            $0.scale = 1.5
          }
        ) {
          $0.preservesDepth = true
          $0.emitterZPosition = 10
          $0.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
          $0.position = CGPoint(x: 5, y: 4)
        })
    }
  } equals: {
    layer(0, 0, 96, 72) {
      $0.sublayerTransform.m34 = -1 / 150
      for k in 1...4 {
        let t = 4.5 - Double(k)
        $0.addSublayer(
          sprite(0, 0, tile, scale: 1.5) {
            $0.position = .zero
            let place = CATransform3DMakeTranslation(20 + 12 * t, 30, 10 + 3 * t * t)
            let turn = CATransform3DMakeRotation(0.5, 0, 1, 0)
            $0.transform = CATransform3DConcat(CATransform3DConcat(place, turn), CATransform3DMakeTranslation(5, 4, 0))
          })
      }
    }
  },
  Reftest("an animated cell: what was born before keeps what it had", .fuzzy(1), at: 4.5) {
    emitter(8, 30, cell(tile, rate: 1) { $0.velocity = 20 }) {
      let change = CABasicAnimation(keyPath: "emitterCells.cell.velocity")
      (change.fromValue, change.toValue, change.duration) = (10.0, 10.0, 1)
      change.beginTime = 1.5
      $0.add(change, forKey: nil)
    }
  } equals: {
    for k in 1...4 { sprite(8 + (k == 2 ? 10.0 : 20) * (4.5 - Double(k)), 30, tile) }
  },
  Reftest("an animated position: particles stay where they were born", .fuzzy(1), at: 3.25) {
    emitter(0, 0, cell(tile, rate: 2)) {
      $0.add(linearAnimation("emitterPosition", from: CGPoint(x: 5, y: 10), to: CGPoint(x: 45, y: 50)), forKey: nil)
    }
  } equals: {
    sprite(25, 30, tile)
    sprite(45, 50, tile)
  },
  Reftest("two copies of an emitter, one of them late", .fuzzy(1), at: 3.5) {
    replicator(0, 0, 96, 30, count: 2, stepped(0, 30.5)) {
      $0.instanceDelay = 1
      $0.instanceGreenOffset = -0.5
      $0.addSublayer(emitter(6, 12, cell(.swatch(rgb(1, 1, 1)), rate: 1) { ($0.velocity, $0.scale) = (30, 2) }))
    }
  } equals: {
    for k in 1...3 { sprite(6 + 30 * (3.5 - Double(k)), 12, .swatch(rgb(1, 1, 1)), scale: 2) }
    for k in 1...2 { sprite(6 + 30 * (2.5 - Double(k)), 42.5, .swatch(rgb(1, 0.5, 1)), scale: 2) }
  },
]

private let scrolling: [Reftest] = [
  Reftest("scrolling moves the bounds; the clip stays") {
    let scroll = CAScrollLayer()
    scroll.frame = CGRect(x: 10, y: 8, width: 50, height: 40)
    scroll.backgroundColor = .teal
    scroll.masksToBounds = true
    for k in 0..<6 { scroll.addSublayer(layer(20 * Double(k), 15 * Double(k), 16, 12, .orange)) }
    scroll.scroll(to: CGPoint(x: 30.5, y: 20))
    return [scroll]
  } equals: {
    layer(10, 8, 50, 40, .teal) {
      $0.masksToBounds = true
      for k in 0..<6 { $0.addSublayer(layer(20 * Double(k) - 30.5, 15 * Double(k) - 20, 16, 12, .orange)) }
    }
  },
  Reftest("a scroll layer does not clip by itself; its mode holds an axis") {
    let scroll = CAScrollLayer()
    scroll.frame = CGRect(x: 30, y: 20, width: 30, height: 30)
    scroll.scrollMode = .vertically
    for k in 0..<4 { scroll.addSublayer(layer(15 * Double(k), 15 * Double(k), 12, 12, .glass)) }
    scroll.scroll(to: CGRect(x: 60, y: 55, width: 10, height: 10))
    return [scroll]
  } equals: {
    for k in 0..<4 { layer(30 + 15 * Double(k), 20 + 15 * Double(k) - 35, 12, 12, .glass) }
  },
  Reftest("a scroll layer that is turned scrolls in its own axes", .fuzzy(1)) {
    let scroll = CAScrollLayer()
    scroll.frame = CGRect(x: 25, y: 15, width: 46, height: 40)
    scroll.masksToBounds = true
    scroll.addSublayer(layer(20, 10, 60, 50, .orange))
    scroll.scroll(to: CGPoint(x: 12.25, y: -5))
    scroll.transform = turn(25)
    return [scroll]
  } equals: {
    layer(25, 15, 46, 40) {
      $0.masksToBounds = true
      $0.addSublayer(layer(7.75, 15, 60, 50, .orange))
      $0.transform = turn(25)
    }
  },
  Reftest("a tiled layer with contents is a plain layer", except: [.flipped: .skip("images stay upright")]) {
    let tiled = CATiledLayer()
    tiled.frame = CGRect(x: 12, y: 9, width: 60, height: 50)
    tiled.contents = CGImage.sample(20, 16)
    tiled.cornerRadius = 12
    tiled.masksToBounds = true
    return [tiled]
  } equals: {
    layer(12, 9, 60, 50) {
      $0.contents = CGImage.sample(20, 16)
      $0.cornerRadius = 12
      $0.masksToBounds = true
    }
  },
]

extension CGImage {
  /// A picture that changes from left to right, and from the middle to top and bottom.
  fileprivate static func gradient(_ width: Int, _ height: Int, isOpaque: Bool = true) -> CGImage {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (Double(x) / Double(width - 1), abs(2 * Double(y) / Double(height - 1) - 1))
        let alpha = isOpaque ? 1 : 0.3 + 0.7 * u
        pixels += [u * alpha, v * alpha, (1 - u) * alpha, alpha].map { UInt8(($0 * 255).rounded()) }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// An image of one colour, 4 by 4 pixels, so that interpolation has something inside.
  static func swatch(_ color: CGColor) -> CGImage {
    let rgba = color.rgba
    let pixel = [rgba.x * rgba.w, rgba.y * rgba.w, rgba.z * rgba.w, rgba.w].map { UInt8(($0 * 255).rounded()) }
    return CGImage(width: 4, height: 4, premultipliedRGBA: Array(repeatElement(pixel, count: 16).joined()))
  }
}
