// Images: byte for byte where pixels fall on pixels; filters, gravity, contentsRect, nine slices, orientation.

import Compositor
import CoreGraphics
import QuartzCore
import TestSupport
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedImageTests {
    /// Bilinear weights have 8 bits on llvmpipe, and each of the three interpolations rounds.
    private static let filtered = Tolerance(interior: 2, edge: 3, edgeMean: 1)

    @Test(arguments: [true, false]) func wholePixelsAreCopied(isOpaque: Bool) throws {
      for side in [1, 20, 100] {
        let picture = CGImage.noise(side, side, isOpaque: isOpaque)
        let canvas = Canvas.large
        let bytes = try canvas.pixels([image(13, 17, Double(side), Double(side), picture)])
        for row in 0..<side {
          let start = ((17 + row) * Int(canvas.width) + 13) * 4
          let expected = picture.pixels[row * side * 4..<(row + 1) * side * 4]
          #expect(bytes[start..<start + side * 4].elementsEqual(expected), "row \(row) of \(side)")
        }
      }
    }

    @Test(arguments: [0, 0.125, 0.25, 0.5, 0.75, 0.875]) func fractionalPosition(phase: Double) throws {
      for isOpaque in [true, false] {
        for side in [30.0, 90] {
          let picture = CGImage.sample(Int(side), Int(side), isOpaque: isOpaque)
          let moved = image(8 + phase, 9 + phase / 2, side, side, picture)
          try expectTruth(moved, on: .large, within: Self.filtered, "side \(side), opaque \(isOpaque)")
        }
      }
    }

    @Test(arguments: [(25, 25), (100, 70), (7, 130), (150, 3)] as [(Double, Double)])
    func scaledLinearly(width: Double, height: Double) throws {
      for picture in [CGImage.sample(20, 16), .sample(20, 16, isOpaque: false)] {
        try expectTruth(image(20, 10, width, height, picture), on: .large, within: Self.filtered)
        try expectTruth(image(20.5, 10.25, width, height, picture), on: .large, within: Self.filtered, "off the grid")
      }
    }

    /// Phases keep pixel centres off the borders between texels, where nearest is a toss-up.
    @Test(arguments: [(32, 32), (96, 64), (8, 72)] as [(Double, Double)])
    func scaledToNearest(width: Double, height: Double) throws {
      let picture = CGImage.noise(20, 20, isOpaque: false)
      for phase in [0, 0.37] {
        let squares = image(20 + phase, 10, width, height, picture) {
          $0.magnificationFilter = .nearest
          $0.minificationFilter = .nearest
        }
        try expectTruth(squares, on: .large, within: .exact, "phase \(phase)")
      }
    }

    @Test(arguments: [
      CGRect(x: 0, y: 0, width: 0.5, height: 0.5), CGRect(x: 0.25, y: 0.5, width: 0.6, height: 0.3),
      CGRect(x: -0.25, y: -0.5, width: 1.5, height: 2), CGRect(x: 0.5, y: 0.5, width: 1, height: 1),
    ])
    func contentsRect(part: CGRect) throws {
      let shown = image(20, 10, 90, 100, .sample(40, 40)) { $0.contentsRect = part }
      try expectTruth(shown, on: .large, within: Self.filtered)
    }

    @Test(arguments: [
      CALayerContentsGravity.center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
      .resize, .resizeAspect, .resizeAspectFill,
    ])
    func gravity(gravity: CALayerContentsGravity) throws {
      for clips in [false, true] {
        for (width, height, scale) in [(30, 20, 1.0), (90, 120, 1), (31, 21, 1.5)] {
          for isFlipped in [false, true] {
            let placed = image(60, 40, 80, 60, .sample(width, height)) {
              $0.contentsGravity = gravity
              $0.contentsScale = scale
              $0.masksToBounds = clips
              $0.isGeometryFlipped = isFlipped
            }
            try expectTruth(
              placed, on: .large, within: Self.filtered, "\(width)x\(height), clips \(clips), flipped \(isFlipped)")
          }
        }
      }
    }

    @Test(arguments: [
      CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5), CGRect(x: 0.125, y: 0.5, width: 0.25, height: 0.25),
      CGRect(x: 0, y: 0.25, width: 1, height: 0.5),
    ])
    func nineSlices(center: CGRect) throws {
      for (width, height, scale) in [(100.0, 80.0, 1.0), (20, 90, 1), (100, 80, 2)] {
        for isFlipped in [false, true] {
          let stretched = image(20, 10, width, height, .sample(40, 40)) {
            $0.contentsCenter = center
            $0.contentsScale = scale
            $0.isGeometryFlipped = isFlipped
          }
          try expectTruth(stretched, on: .large, within: Self.filtered, "\(width)x\(height) @\(scale)x")
        }
      }
    }

    /// Flips mirror the geometry, and leave images upright.
    @Test(arguments: [0, 1, 2, 3]) func orientation(flips: Int) throws {
      let outer = layer(10, 10, 120, 100, .teal) { $0.isGeometryFlipped = flips & 1 != 0 }
      outer.addSublayer(image(5, 8, 60, 40, .sample(30, 20)) { $0.isGeometryFlipped = flips & 2 != 0 })
      for isFlipped in [false, true] {
        let canvas = Canvas(width: 200, height: 160, isFlipped: isFlipped)
        try expectTruth(outer, on: canvas, within: Self.filtered, "flipped canvas \(isFlipped)")
        outer.removeFromSuperlayer()
      }
    }

    @Test(arguments: [10, 30, 45, 90, 135, 200]) func turned(degrees: Double) throws {
      for isOpaque in [true, false] {
        let turned = image(60, 40, 70, 50, .sample(35, 25, isOpaque: isOpaque)) { $0.transform = turn(degrees) }
        try expectTruth(turned, on: .large, within: Tolerance(interior: 2, edge: 13, edgeMean: 5))
      }
    }

    /// Rows round the texel, the colour, the sum; llvmpipe filters with weights of 8 bits. One picture differs by 1,
    /// and each on it adds no more than 1 for its colour and 1 for what it leaves of those below. At an edge even
    /// opaque ones leave something.
    @Test(arguments: [(1, 1), (8, 1), (1, 0.37), (10, 0.37), (10, 0.1)] as [(Int, Double)])
    func turnedOnEachOther(count: Int, opacity: Double) throws {
      func stack() -> [CALayer] {
        (0..<count).map { _ in
          image(40, 20, 120, 120, .noise(32, 32, isOpaque: true)) {
            $0.transform = turn(17)
            $0.opacity = Float(opacity)
          }
        }
      }
      let canvas = Canvas(width: 200, height: 160, background: .black)
      let rows = Picture(width: 200, bytes: try canvas.drawn(by: .rows).pixels(stack()))
      let other = Picture(width: 200, bytes: try canvas.drawn(by: .gl).pixels(stack()))
      let difference = rows.difference(from: other)
      #expect(difference.most <= 2 * count - 1, "\(difference)")
    }

    @Test(arguments: [-50, 20, 60]) func tilted(degrees: Double) throws {
      let tilted = image(60, 40, 80, 60, .sample(40, 30)) { $0.transform = tilt(degrees, 0, 1, distance: 200) }
      try expectTruth(tilted, on: .large, within: Tolerance(interior: 2, edge: 16, edgeMean: 4))
    }

    /// Contents of a layer with rounded corners are square unless it clips.
    @Test(arguments: [true, false]) func roundedImage(clips: Bool) throws {
      for (side, phase) in [(40.0, 0.0), (40, 0.5), (100, 0), (100, 0.5)] {
        let card = image(20 + phase, 10, side, side, .sample(50, 50)) {
          $0.cornerRadius = 12
          $0.masksToBounds = clips
        }
        try expectTruth(card, on: .large, within: Tolerance(interior: 2, edge: 13, edgeMean: 3), "\(side) at \(phase)")
      }
    }

    @Test func translucentLayer() throws {
      let faded = image(20.5, 10, 80, 90, .sample(50, 50, isOpaque: false)) { $0.opacity = 0.4 }
      try expectTruth(layer(0, 0, 60, 60, .orange), faded, on: .large, within: Self.filtered)
    }
  }
}
