// Reftests of groups; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  /// A card with parts that overlap.
  @MainActor private static func card(
    _ x: Double = 14, _ y: Double = 10, _ configure: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    layer(x, y, 60, 50, .orange) {
      $0.cornerRadius = 8
      $0.borderWidth = 3
      $0.borderColor = .teal
      $0.addSublayer(layer(20, 12, 60, 20, .glass))
      $0.addSublayer(layer(10, 20, 20, 40, .teal))
      configure($0)
    }
  }

  private static func rasterized(_ scale: Double = 1) -> (CALayer) -> Void {
    {
      $0.shouldRasterize = true
      $0.rasterizationScale = scale
    }
  }

  static let groups: [Reftest] = [
    Reftest("rasterizing at the canvas's scale changes nothing", .fuzzy(1)) {
      card(14, 10, rasterized())
    } equals: {
      card()
    },
    Reftest("rasterizing at scale 2", .fuzzy(1), on: Canvas(width: 96, height: 72, scale: 2)) {
      card(14, 10, rasterized(2))
    } equals: {
      card()
    },
    Reftest("a rasterized group's opacity is the group's", .fuzzy(1)) {
      card {
        rasterized()($0)
        $0.opacity = 0.4
      }
    } equals: {
      card { $0.opacity = 0.4 }
    },
    Reftest("a rasterized rectangle turned at a fractional place", .fuzzy(2)) {
      layer(20.3, 15.7, 50, 40, .orange) {
        rasterized()($0)
        $0.transform = turn(20)
      }
    } equals: {
      layer(20.3, 15.7, 50, 40, .orange) { $0.transform = turn(20) }
    },
    Reftest("a bitmap of half the size, each pixel as a square") {
      layer(16, 12, 60, 48, .orange) {
        rasterized(0.5)($0)
        $0.magnificationFilter = .nearest
        $0.addSublayer(layer(10, 8, 30, 20, .teal))
      }
    } equals: {
      layer(16, 12, 60, 48, .orange) { $0.addSublayer(layer(10, 8, 30, 20, .teal)) }
    },
    Reftest("a bitmap of half the size, enlarged smoothly", .fuzzy(2), except: [.flipped: .skip("images stay upright")])
    {
      layer(16, 12, 60, 48) {
        rasterized(0.5)($0)
        $0.contents = CGImage.sample(30, 24)
      }
    } equals: {
      layer(16, 12, 60, 48) { $0.contents = CGImage.sample(30, 24) }
    },
    Reftest("a rasterized layer with a mask", .fuzzy(1)) {
      card {
        rasterized()($0)
        $0.mask = layer(5.5, 5, 40, 30, .glass) { $0.cornerRadius = 10 }
      }
    } equals: {
      card { $0.mask = layer(5.5, 5, 40, 30, .glass) { $0.cornerRadius = 10 } }
    },
    Reftest("a rasterized layer clips as others do", .fuzzy(2)) {
      card {
        rasterized()($0)
        $0.masksToBounds = true
      }
    } equals: {
      card { $0.masksToBounds = true }
    },
    Reftest("rasterized in a rasterized layer", .fuzzy(1)) {
      layer(4, 4, 88, 64, .teal) {
        rasterized()($0)
        $0.addSublayer(card(10, 6, rasterized()))
      }
    } equals: {
      layer(4, 4, 88, 64, .teal) { $0.addSublayer(card(10, 6)) }
    },
    Reftest("a rasterized layer in perspective", .fuzzy(255, pixels: 40)) {
      layer(16, 12, 64, 48, .orange) {
        rasterized()($0)
        $0.transform = tilt(40, 0, 1, distance: 200)
        $0.addSublayer(layer(32, 0, 32, 48, .teal) { $0.edgeAntialiasingMask = [] })
      }
    } equals: {
      layer(16, 12, 64, 48) {
        $0.transform = tilt(40, 0, 1, distance: 200)
        $0.contents = CGImage.halves(64, 48)
      }
    },
    Reftest("a group's overlap is not blended twice", .fuzzy(1)) {
      layer(10.5, 8, 80, 60) {
        $0.opacity = 0.5
        $0.transform = turn(10)
        $0.addSublayer(layer(0, 10, 60, 20, .orange))
        $0.addSublayer(layer(20, 13, 30, 14, .orange))
      }
    } equals: {
      layer(10.5, 8, 80, 60) {
        $0.opacity = 0.5
        $0.transform = turn(10)
        $0.addSublayer(layer(0, 10, 60, 20, .orange))
      }
    },
    Reftest("without group opacity it goes to each part", .fuzzy(1)) {
      layer(10.5, 8.25, 60, 40, .orange) {
        $0.opacity = 0.5
        $0.allowsGroupOpacity = false
        $0.transform = turn(10)
        $0.addSublayer(layer(20, 10, 50, 50, .teal))
      }
    } equals: {
      layer(10.5, 8.25, 60, 40, CGColor(red: 1, green: 0.6, blue: 0.2, alpha: 0.5)) {
        $0.transform = turn(10)
        $0.addSublayer(layer(20, 10, 50, 50, .teal) { $0.opacity = 0.5 })
      }
    },
    Reftest("without group opacity a sublayer is still a group", .fuzzy(1)) {
      layer(10, 8, 60, 40) {
        $0.opacity = 0.5
        $0.allowsGroupOpacity = false
        $0.addSublayer(card(4, 4))
      }
    } equals: {
      layer(10, 8, 60, 40) { $0.addSublayer(card(4, 4) { $0.opacity = 0.5 }) }
    },
    Reftest("a group in a group", .fuzzy(2)) {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.addSublayer(card { $0.opacity = 0.6 })
      }
    } equals: {
      card { $0.opacity = 0.3 }
    },
    Reftest(
      "edges without antialiasing go to the pixels' middles", except: [.scaled: .fuzzy(255), .flipped: .fuzzy(255)]
    ) {
      layer(10.3, 8.7, 60.4, 40.2, .orange) { $0.edgeAntialiasingMask = [] }
    } equals: {
      layer(10, 9, 61, 40, .orange)
    },
    Reftest("one edge without antialiasing", except: [.scaled: .skip("other middles")]) {
      layer(10.3, 8.5, 60.4, 40, .orange) {
        $0.edgeAntialiasingMask = [.layerRightEdge, .layerTopEdge, .layerBottomEdge]
      }
    } equals: {
      layer(10, 8.5, 60.7, 40, .orange)
    },
    Reftest("no antialiasing at all is no edge antialiased", except: [.scaled: .fuzzy(255)]) {
      layer(20.3, 15.7, 50, 40, .orange) {
        $0.allowsEdgeAntialiasing = false
        $0.transform = turn(20)
      }
    } equals: {
      layer(20.3, 15.7, 50, 40, .orange) {
        $0.edgeAntialiasingMask = []
        $0.transform = turn(20)
      }
    },
    Reftest("tiles without antialiasing between them are one", except: [.flipped: .fuzzy(255, pixels: 90)]) {
      layer(20.3, 15.7, 50, 40) {
        $0.transform = turn(20)
        $0.addSublayer(
          layer(0, 0, 25.2, 40, .orange) {
            $0.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge, .layerBottomEdge]
          })
        $0.addSublayer(
          layer(25.2, 0, 24.8, 40, .orange) {
            $0.edgeAntialiasingMask = [.layerRightEdge, .layerTopEdge, .layerBottomEdge]
          })
      }
    } equals: {
      layer(20.3, 15.7, 50, 40, .orange) { $0.transform = turn(20) }
    },
  ]
}

extension CGImage {
  /// Orange on the left, teal on the right.
  fileprivate static func halves(_ width: Int, _ height: Int) -> CGImage {
    let row = (0..<width).flatMap { x -> [UInt8] in x < width / 2 ? [255, 153, 51, 255] : [0, 102, 153, 255] }
    return CGImage(
      width: width, height: height, premultipliedRGBA: Array(repeatElement(row, count: height).joined()))
  }
}
