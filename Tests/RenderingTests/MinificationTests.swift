// Images drawn smaller than they are: ladders of halved sizes, one side at a time, mixed for the trilinear filter with
// its bias; turned, in nine slices, and moving without shimmer.

import CoreGraphics
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct MinificationTests {
    /// A step of the ladder is rounded to bytes, and llvmpipe's bilinear weights have 8 bits.
    private static let filtered = Tolerance(interior: 3, edge: 4, edgeMean: 1)
    private static let turned = Tolerance(interior: 3, edge: 18, edgeMean: 5, edgeReach: 1)

    /// Each side for itself; sides that are no multiple of the step.
    @Test(arguments: [(50, 40), (25, 20), (12, 10), (33, 21), (100, 9), (7, 80), (3, 3), (1, 1)] as [(Double, Double)])
    func linear(width: Double, height: Double) throws {
      for picture in [CGImage.noise(100, 80), .noise(101, 77, isOpaque: false)] {
        for phase in [0, 0.3] {
          let small = image(10 + phase, 12, width, height, picture)
          try expectTruth(small, on: .large, within: Self.filtered, "\(picture.width) pixels at \(phase)")
        }
      }
    }

    /// At an exact half each pixel is the mean of four.
    @Test func half() throws {
      let checks = CGImage.noise(64, 64)
      let bytes = try Canvas(width: 32, height: 32).pixels([image(0, 0, 32, 32, checks)])
      for (x, y) in [(0, 0), (13, 7), (31, 31)] {
        for component in 0..<4 {
          let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { dx, dy in
            Int(checks.pixels[((2 * y + dy) * 64 + 2 * x + dx) * 4 + component])
          }
          let mean = Double(four.reduce(0, +)) / 4
          #expect(abs(Double(bytes[(y * 32 + x) * 4 + component]) - mean) <= 1, "at (\(x), \(y))")
        }
      }
    }

    @Test(arguments: [12, 33, 45, 90, 130]) func turned(degrees: Double) throws {
      for (width, height) in [(40.0, 30.0), (20, 70), (90, 60)] {
        let small = image(60, 40, width, height, .noise(160, 120)) { $0.transform = turn(degrees) }
        try expectTruth(small, on: .large, within: Self.turned, "\(width)x\(height)")
      }
    }

    @Test(arguments: [0, 1, -1, 0.5, -3, 2.25, 20]) func trilinear(bias: Float) throws {
      for (width, height) in [(100.0, 80.0), (80, 64), (40, 32), (23, 60), (5, 4)] {
        let small = image(10.25, 12, width, height, .noise(100, 80, isOpaque: false)) {
          $0.minificationFilter = .trilinear
          $0.minificationFilterBias = bias
        }
        try expectTruth(small, on: .large, within: Self.filtered, "\(width)x\(height)")
      }
      let turnedOne = image(60, 40, 40, 30, .noise(100, 80)) {
        $0.minificationFilter = .trilinear
        $0.minificationFilterBias = bias
        $0.transform = turn(20)
        $0.cornerRadius = 8
        $0.masksToBounds = true
      }
      try expectTruth(
        turnedOne, on: .large, within: Tolerance(interior: 3, edge: 24, edgeMean: 5, edgeReach: 1), "turned")
    }

    /// A bias counts only with the trilinear filter; nearest takes what lies under the pixel's centre.
    @Test func biasElsewhere() throws {
      for filter in [CALayerContentsFilter.linear, .nearest] {
        let layers = ([0, 3] as [Float]).map { bias in
          image(10, 12, 37, 29, .noise(100, 80)) {
            $0.minificationFilter = filter
            $0.minificationFilterBias = bias
          }
        }
        #expect(try Canvas.large.pixels([layers[0]]) == Canvas.large.pixels([layers[1]]))
      }
    }

    /// In perspective a bias still makes the picture softer.
    @Test func trilinearTilted() throws {
      func contrast(_ bias: Float) throws -> Int {
        let tilted = image(50, 30, 90, 90, .noise(128, 128)) {
          $0.minificationFilter = .trilinear
          $0.minificationFilterBias = bias
          $0.transform = tilt(40, 0, 1, distance: 300)
        }
        let bytes = try Canvas.large.pixels([tilted])
        return (70..<100).reduce(0) { sum, x in
          sum + abs(Int(bytes[(75 * 200 + x) * 4]) - Int(bytes[(75 * 200 + x + 1) * 4]))
        }
      }
      #expect(try contrast(2) * 2 < contrast(0))
    }

    /// A picture of fine stripes, five to a pixel, keeps its brightness but for the beat of three and four: the image
    /// itself would show each pixel black or white, and another one at every motion.
    @Test func movesWithoutShimmer() throws {
      var pixels: [UInt8] = []
      for _ in 0..<192 { for x in 0..<192 { pixels += x % 3 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] } }
      let stripes = CGImage(width: 192, height: 192, premultipliedRGBA: pixels)
      for degrees in [0.0, 3, 20] {
        for step in 0..<8 {
          let moving = image(20 + Double(step) / 8, 20, 40, 40, stripes) { $0.transform = turn(degrees) }
          let bytes = try Canvas.large.pixels([moving])
          for y in 34..<46 {
            for x in 34..<46 {
              let value = Int(bytes[(y * 200 + x) * 4])
              #expect(abs(value - 85) <= 48, "(\(x), \(y)) at \(degrees) degrees, step \(step): \(value)")
            }
          }
        }
      }
    }

    /// Nine slices of which the middle shrinks; their seams neither show what lies behind nor overlap.
    @Test(arguments: [0, 0.5, 17]) func nineSlices(turned: Double) throws {
      for part in [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0.25, y: 0.1, width: 0.5, height: 0.8)] {
        for center in [
          CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5), CGRect(x: 0.3, y: 0, width: 0.2, height: 1),
        ] {
          let sliced = image(30 + turned / 3, 20, 110, 90, .sample(80, 80)) {
            $0.contentsRect = part
            $0.contentsCenter = center
            $0.contentsScale = 2
            if turned > 1 { $0.transform = turn(turned) }
          }
          let canvas = Canvas(width: 200, height: 160, background: .white)
          // Nearest the seams the two cells' colours differ by what their scales do.
          try expectTruth(
            sliced, on: canvas, within: Tolerance(interior: 3, edge: 18, edgeMean: 5, edgeReach: 1),
            "\(part), \(center)")
        }
      }
    }

    /// Beyond the image its edge goes on, at any size.
    @Test func contentsRectBeyond() throws {
      for (width, height) in [(90.0, 100.0), (20, 16)] {
        let shown = image(20, 10, width, height, .sample(40, 40)) {
          $0.contentsRect = CGRect(x: -0.5, y: -0.25, width: 2, height: 1.5)
        }
        try expectTruth(shown, on: .large, within: Self.filtered)
      }
    }

    /// "Top" is maximum y of the layer's coordinates, flipped or not.
    @Test func gravityFollowsTheCoordinates() throws {
      for isFlipped in [false, true] {
        for (gravity, row) in [(CALayerContentsGravity.top, 50), (.bottom, 4)] {
          let placed = image(10, 0, 20, 60, .noise(20, 10)) {
            $0.contentsGravity = gravity
            $0.isGeometryFlipped = isFlipped
          }
          let bytes = try Canvas.small.pixels([placed])
          let y = isFlipped ? 59 - row : row
          #expect(
            bytes[(y * 64 + 15) * 4 + 3] == 255 && bytes[((59 - y) * 64 + 15) * 4 + 3] == 0, "\(gravity.rawValue)")
        }
      }
    }

    /// Values that make no sense draw something or nothing, and never crash.
    @Test func oddValues() throws {
      let odd: [(CALayer) -> Void] = [
        { $0.contentsRect = CGRect(x: 0, y: 0, width: 0, height: 0) },
        { $0.contentsRect = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1) },
        { $0.contentsRect = CGRect(x: 0, y: 0, width: 1e300, height: 1e300) },
        { $0.contentsCenter = CGRect(x: 2, y: -1, width: 0, height: 0) },
        { $0.contentsScale = 0 }, { $0.contentsScale = .nan }, { $0.contentsScale = 1e300 },
        { $0.minificationFilterBias = .nan }, { $0.minificationFilterBias = .infinity },
        { $0.transform = CATransform3DMakeScale(1e-12, 1e-12, 1) },
        { $0.transform = CATransform3DMakeScale(1e12, 1e12, 1) },
      ]
      for filter in [CALayerContentsFilter.linear, .trilinear] {
        for change in odd {
          let layer = image(10, 10, 30, 30, .sample(100, 100)) {
            $0.minificationFilter = filter
            change($0)
          }
          _ = try Canvas.small.pixels([layer])
        }
      }
    }
  }
}
