// Gradients against the exact colour at each pixel's centre: all types, any stops, points outside the bounds, steps,
// alpha; turned, tilted, rounded, clipped, under borders and contents.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedGradientTests {
    private static let clearBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 0)
    private static let fire = [CGColor.teal, .orange, .glass, .white]
    /// The table has a thousand texels and more, each rounded once; the blend rounds again.
    private static let smooth = Tolerance(interior: 1, edge: 2, edgeMean: 1)
    private static let turned = Tolerance(interior: 1, edge: 18, edgeMean: 4, edgeReach: 1)
    /// Where a step runs through, a pixel is on one side or the other, and rounding decides which at its very edge.
    private static let types: [(CAGradientLayerType, CGPoint, CGPoint)] = [
      (.axial, CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1)), (.axial, CGPoint(x: 1, y: 0.3), CGPoint(x: 0, y: 0.3)),
      (.axial, CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1)), (.axial, CGPoint(x: 0.9, y: 0.2), CGPoint(x: 0.3, y: 0.6)),
      (.radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1)),
      (.radial, CGPoint(x: 0.2, y: 0.7), CGPoint(x: 0.5, y: 0.1)),
    ]

    @Test(arguments: 0..<6) func types(index: Int) throws {
      let (type, start, end) = Self.types[index]
      for colors in [[CGColor.teal, .orange], Self.fire] {
        for phase in [0, 0.25] {
          let layer = gradient(20 + phase, 12, 150, 110 + phase, colors, nil, type, from: start, to: end)
          try expectTruth(layer, on: .large, within: Self.smooth, "\(colors.count) colours, phase \(phase)")
        }
        let small = gradient(10, 12, 40, 30, colors, nil, type, from: start, to: end)
        try expectTruth(small, within: Self.smooth, "small")
        let mirrored = gradient(20, 12, 150, 110, colors, nil, type, from: start, to: end) {
          $0.transform = CATransform3DMakeScale(-1, 0.5, 1)
        }
        try expectTruth(mirrored, on: .large, within: Self.smooth, "mirrored")
      }
    }

    /// The seam of a conic gradient is antialiased; the oracle's is not, so that it counts with the centre as an edge.
    @Test(arguments: [CGPoint(x: 1, y: 0.5), CGPoint(x: 0.5, y: 0), CGPoint(x: 0.1, y: 0.3), CGPoint(x: 0.9, y: 0.8)])
    func conic(end: CGPoint) throws {
      let loop = [CGColor.teal, .orange, .white, .teal]
      for degrees in [0.0, 30] {
        let layer = gradient(25.5, 22, 140, 100, loop, nil, .conic, from: CGPoint(x: 0.5, y: 0.5), to: end) {
          $0.transform = turn(degrees)
        }
        let rendered = try Canvas.large.pixels([layer])
        let truth = Oracle(width: 200, height: 160, scale: 1).draw(Canvas.large.root([layer]))
        let angle = degrees * .pi / 180
        let (dx, dy) = ((Double(end.x) - 0.5) * 140, (Double(end.y) - 0.5) * 100)
        let (seamX, seamY) = (dx * cos(angle) - dy * sin(angle), dx * sin(angle) + dy * cos(angle))
        for pixel in truth.colors.indices where !truth.isEdge[pixel] {
          let (x, y) = (Double(pixel % 200) - 95, Double(pixel / 200) - 71.5)
          // At the centre a pixel holds all colours, and on the seam those of both sides.
          let across = abs(x * seamY - y * seamX) / (seamX * seamX + seamY * seamY).squareRoot()
          let isSeam = across < 0.75 && x * seamX + y * seamY > 0
          guard x * x + y * y > 9 else { continue }
          for component in 0..<4 {
            let (seen, expected) = (Double(rendered[pixel * 4 + component]), truth.colors[pixel][component] * 255)
            #expect(
              abs(seen - expected) <= (isSeam ? 10 : 1.5), "(\(pixel % 200), \(pixel / 200)) at \(degrees) degrees")
          }
        }
      }
    }

    /// Between unlike colours the seam fades over one pixel.
    @Test func conicSeam() throws {
      let canvas = Canvas(width: 40, height: 40)
      let layer = gradient(
        0, 0, 40, 40, [.black, .white], nil, .conic, from: CGPoint(x: 0.5, y: 0.5125), to: CGPoint(x: 1, y: 0.5125))
      let bytes = try canvas.pixels([layer])
      func value(_ x: Int, _ y: Int) -> UInt8 { bytes[(y * 40 + x) * 4] }
      // The seam runs along y = 20.5, through the centres of row 20.
      #expect(value(35, 19) > 245 && value(35, 21) < 10)
      #expect(abs(Int(value(35, 20)) - 128) <= 2)
      #expect(value(5, 20) > 120 && value(5, 20) < 136)
    }

    @Test(arguments: [15, 45, 90, 200]) func turned(degrees: Double) throws {
      for (type, start, end) in Self.types {
        let layer = gradient(50, 30, 90, 70, Self.fire, [0, 0.2, 0.6, 1], type, from: start, to: end) {
          $0.transform = turn(degrees)
        }
        try expectTruth(layer, on: .large, within: Self.turned, "\(type.rawValue) from \(start)")
      }
    }

    @Test func tilted() throws {
      for (type, start, end) in Self.types {
        let layer = gradient(50, 30, 90, 90, Self.fire, nil, type, from: start, to: end) {
          $0.transform = tilt(50, 0.3, 1, distance: 220)
        }
        try expectTruth(
          layer, on: .large, within: Tolerance(interior: 2, edge: 28, edgeMean: 5, edgeReach: 1), type.rawValue)
      }
    }

    @Test(arguments: [
      [0, 0, 0.5, 1], [0.2, 0.5, 0.5, 0.8], [0.5, 0.5, 0.5, 0.5], [-0.5, 0.3, 0.31, 1.7], [0, 0.4, 0.2, 1],
      [0, 0.001, 0.5, 1],
      [1, 1, 1, 2], [-3, -2, -1, -0.5], [0.3, 0.3, 0.7, 0.7],
    ]) func locations(locations: [Double]) throws {
      for (type, start, end) in Self.types {
        let layer = gradient(20.3, 12, 147, 113, Self.fire, locations, type, from: start, to: end)
        try expectTruth(layer, on: .large, within: Self.smooth, "\(type.rawValue) from \(start)")
      }
    }

    /// A step stays a step however far it is magnified: no table's texel shows.
    @Test func stepMagnified() throws {
      for (index, start, end) in [
        (0, CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5)), (1, CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0.2)),
      ] {
        let layer = gradient(
          -0.45, -0.45, 1, 1, [.teal, .teal, .orange, .white], [0, 0.5, 0.5, 1], from: start, to: end
        ) {
          $0.anchorPoint = .zero
          $0.position = CGPoint(x: -430, y: -420)
          $0.transform = CATransform3DMakeScale(1000, 1000, 1)
        }
        try expectTruth(layer, on: .large, within: Self.smooth, "axial \(index)")
      }
      let radial = gradient(
        0, 0, 1, 1, [.teal, .orange, .orange, .white], [0, 0.5, 0.5, 1], .radial, from: CGPoint(x: 0.5, y: 0.5),
        to: CGPoint(x: 1, y: 1)
      ) {
        $0.anchorPoint = .zero
        $0.position = CGPoint(x: -200, y: -150)
        $0.transform = CATransform3DMakeScale(1000, 1000, 1)
      }
      try expectTruth(radial, on: .large, within: Self.smooth, "radial")
    }

    @Test func pointsOutside() throws {
      let far: [(CGPoint, CGPoint)] = [
        (CGPoint(x: -1, y: -2), CGPoint(x: 3, y: 2.5)), (CGPoint(x: 0.5, y: 0.4), CGPoint(x: 0.5, y: 0.45)),
        (CGPoint(x: 2, y: 0.5), CGPoint(x: 4, y: 0.5)),
      ]
      for (start, end) in far {
        try expectTruth(
          gradient(20.5, 12, 140, 110, Self.fire, nil, from: start, to: end), on: .large, within: Self.smooth,
          "\(start)")
      }
      let radial = gradient(
        20.5, 12, 140, 110, Self.fire, nil, .radial, from: CGPoint(x: -0.3, y: 1.4), to: CGPoint(x: 1.5, y: -1))
      try expectTruth(radial, on: .large, within: Self.smooth)
    }

    /// Colours are interpolated as they are: white to transparent black turns grey on the way.
    @Test func fadesAreNotPremultiplied() throws {
      for colors in [[CGColor.white, Self.clearBlack], [.glass, .teal, Self.clearBlack, .orange]] {
        for (type, start, end) in Self.types {
          let layer = gradient(20, 12, 150, 110, colors, nil, type, from: start, to: end)
          let canvas = Canvas(width: 200, height: 160, background: .white)
          try expectTruth(layer, on: canvas, within: Self.smooth, type.rawValue)
        }
      }
      let canvas = Canvas(width: 1, height: 101, background: .white)
      let bytes = try canvas.pixels([gradient(0, 0, 1, 101, [.white, Self.clearBlack])])
      // Half white, half transparent: (0.5 * 0.5 + 1 * 0.5) of white.
      #expect(abs(Int(bytes[50 * 4]) - 191) <= 1)
    }

    @Test func manyStops() throws {
      let colors = (0..<40).map { index in
        let (red, green, blue) = (Double(index % 5) / 4, Double(index % 3) / 2, Double(index % 7) / 6)
        return CGColor(red: red, green: green, blue: blue, alpha: 1)
      }
      for (type, start, end) in Self.types {
        try expectTruth(
          gradient(10, 10, 180, 140, colors, nil, type, from: start, to: end), on: .large,
          within: Tolerance(interior: 2, edge: 2, edgeMean: 1))
      }
    }

    /// Rounded without masksToBounds, over the background, under contents and border, in clips, faded as a group.
    @Test func amongTheOthers() throws {
      for (type, start, end) in Self.types {
        for degrees in [0.0, 20] {
          let card = gradient(40.25, 25, 110, 100, [.glass, .orange], nil, type, from: start, to: end) {
            $0.backgroundColor = .teal
            $0.cornerRadius = 24
            $0.cornerCurve = degrees == 0 ? .circular : .continuous
            $0.borderWidth = 6
            $0.borderColor = degrees == 0 ? .white : .glass
            $0.contents = CGImage.sample(20, 20, isOpaque: false)
            $0.contentsGravity = .center
            $0.opacity = 0.8
            $0.transform = turn(degrees)
          }
          let clip = layer(20, 10, 120, 130) {
            $0.cornerRadius = 30
            $0.masksToBounds = true
            $0.addSublayer(card)
          }
          // Each part is clipped for itself: where the clip's arc runs over several of them, more than its coverage
          // shows.
          try expectTruth(
            clip, on: .large, within: Tolerance(interior: 2, edge: 70, edgeMean: 6, edgeReach: 1),
            "\(type.rawValue), \(degrees)")
        }
      }
    }

    @Test func nothingToDraw() throws {
      let silent = [
        gradient(0, 0, 64, 64, [.orange]), gradient(0, 0, 64, 64, []), gradient(0, 0, 64, 64, [.orange, .teal], [0]),
        gradient(0, 0, 64, 64, [.orange, .teal], [0, 0.5, 1]),
        gradient(0, 0, 64, 64, [.orange, .teal], [0, .nan]),
        gradient(0, 0, 64, 64, [.orange, .teal], nil, .radial, from: CGPoint(x: 0.5, y: 0), to: CGPoint(x: 0.5, y: 1)),
        gradient(0, 0, 64, 64, [.orange, .teal], nil, from: CGPoint(x: 0.5, y: 0), to: CGPoint(x: 0.5, y: 0)),
        gradient(
          0, 0, 64, 64, [.orange, .teal], nil, .conic, from: CGPoint(x: CGFloat.nan, y: 0), to: CGPoint(x: 0.5, y: 0)),
        gradient(0, 0, 64, 64, []) { $0.colors = nil },
        gradient(0, 0, 64, 64, []) { $0.colors = ["red", "blue"] },
      ]
      for (index, layer) in silent.enumerated() {
        #expect(try Canvas.small.pixels([layer]).allSatisfy { $0 == 0 }, "case \(index)")
      }
      let wild = gradient(
        0, 0, 64, 64, [.orange, .teal], [-1e300, 1e300], from: CGPoint(x: -1e300, y: 0), to: CGPoint(x: 1e300, y: 7))
      _ = try Canvas.small.pixels([wild])
    }

    /// Any type but radial and conic is drawn axial, and keeps its name.
    @Test func unknownType() throws {
      let odd = gradient(5, 5, 50, 50, [.orange, .teal], nil, CAGradientLayerType(rawValue: "spiral"))
      #expect(odd.type.rawValue == "spiral")
      try expectTruth(odd, within: Self.smooth)
    }

    @Test func animated() throws {
      let canvas = Canvas.large
      let moving = gradient(20, 12, 150, 110, [.teal, .orange], [0, 1])
      func add(_ key: String, _ from: Any, _ to: Any) {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
        moving.add(animation, forKey: key)
      }
      add("colors", [CGColor.white, CGColor.black], [CGColor.black, CGColor.white])
      add("locations", [NSNumber(value: 0), NSNumber(value: 0.5)], [NSNumber(value: 0.5), NSNumber(value: 1)])
      add("startPoint", CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0))
      add("endPoint", CGPoint(x: 1, y: 0.5), CGPoint(x: 1, y: 1))
      let renderer = try canvas.makeRenderer()
      let root = canvas.root([moving])
      _ = try renderer.pixels(of: root, at: 0)
      let seen = try renderer.pixels(of: root, at: 0.5)
      func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * 0.25 }
      let still = gradient(
        20, 12, 150, 110, [CGColor(gray: 0.75, alpha: 1), CGColor(gray: 0.25, alpha: 1)],
        [mixed(0, 0.5), mixed(0.5, 1)],
        from: CGPoint(x: 0.25, y: 0), to: CGPoint(x: 1, y: mixed(0.5, 1)))
      let expected = try canvas.pixels([still])
      #expect(zip(seen, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }
}
