// Filling: exact areas, cutting, extreme input.

import CoreGraphics
import Coverage
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct FillTests {
  @Test func uprightRectanglesAreExact() {
    var random = SeededRandom(paths: 4)
    for _ in 0..<200 {
      // On the grid of 1/64 there is no rounding before that to 8 bits.
      func grid(_ value: Double) -> Double { (value * 64).rounded() / 64 }
      let (x, y) = (grid(random.number(0...10)), grid(random.number(0...10)))
      let (w, h) = (grid(random.number(0.1...10)), grid(random.number(0.1...10)))
      let bytes = CGPath.rect(x, y, w, h).coverage(24, 24)
      for row in 0..<24 {
        for column in 0..<24 {
          let across = max(0, min(x + w, Double(column + 1)) - max(x, Double(column)))
          let down = max(0, min(y + h, Double(row + 1)) - max(y, Double(row)))
          #expect(abs(Double(bytes[row * 24 + column]) - across * down * 255) <= 1)
        }
      }
    }
  }

  @Test func rules() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 20, height: 20))
    path.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    #expect(path.coverage(20, 20).area == 400)
    #expect(path.coverage(20, 20, .evenOdd).area == 300)
  }

  @Test func whatFollowsACloseStartsThere() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
    path.addLine(to: CGPoint(x: 12, y: 2))
    path.addLine(to: CGPoint(x: 12, y: 12))
    path.addRect(CGRect(x: 14, y: 14, width: 2, height: 2))
    path.addLine(to: CGPoint(x: 18, y: 14))
    path.addLine(to: CGPoint(x: 18, y: 10))
    let oracle = CairoOracle(width: 20, height: 20).fill(path, .winding, .identity)
    var difference = EdgeDifference()
    difference.add(path.coverage(20, 20), oracle)
    #expect(difference.max <= 9 && path.coverage(20, 20).area > 60, "\(difference)")
  }

  @Test func aPartIsThatOfTheWhole() {
    var random = SeededRandom(paths: 5)
    for _ in 0..<40 {
      let path = random.path(size: 60)
      let map = PixelMap(random.map(size: 60))
      let raster = PathRasterizer(path, rule: .winding, map: map, visible: PixelBox(0, 0, 60, 60))
      let whole = raster.coverage(width: 60, height: 60)
      let box = PixelBox(random.whole(0...30), random.whole(0...30), random.whole(31...60), random.whole(31...60))
      let part = raster.mask(in: box)
      for y in box.minY..<box.maxY {
        for x in box.minX..<box.maxX { #expect(part?[x, y] ?? 0 == whole[y * 60 + x]) }
      }
    }
  }

  /// The way for coordinates beyond FreeType's gives what the direct way gives.
  @Test func farAwayPathsAreCut() {
    var random = SeededRandom(paths: 6)
    var difference = EdgeDifference()
    for _ in 0..<40 {
      let near = CGMutablePath()
      near.addPath(random.path(size: 60))
      let far = CGMutablePath()
      far.addPath(near)
      // A triangle a million pixels away, which touches nothing here.
      far.addLines(between: [CGPoint(x: 1e6, y: 1e6), CGPoint(x: 2e6, y: 1e6), CGPoint(x: 2e6, y: 3e6)])
      difference.add(far.coverage(60, 60), near.coverage(60, 60))
    }
    #expect(difference.max <= 6 && difference.mean < 0.7, "\(difference)")
    let huge = CGPath.rect(-1e7, -1e12, 2e7, 1e12 + 10.5)
    #expect(abs(huge.coverage(20, 20).area - 210) < 0.1)
    #expect(CGPath(rect: .infinite, transform: nil).coverage(10, 10).area == 100)
    #expect(
      CGPath(ellipseIn: CGRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6), transform: nil).coverage(9, 9).area == 81)
  }

  @Test func morePointsThanFreeTypeCounts() {
    let path = CGMutablePath()
    // 12,100 squares of 3x3 on a grid of 4: 48,400 points.
    for row in 0..<110 {
      for column in 0..<110 { path.addRect(CGRect(x: column * 4, y: row * 4, width: 3, height: 3)) }
    }
    let bytes = path.coverage(440, 440)
    #expect(bytes.area == 110 * 110 * 9)
    #expect(bytes[0] == 255 && bytes[3] == 0 && bytes[439 * 440 + 439] == 0 && bytes[438 * 440 + 438] == 255)
  }

  @Test("R-A1: a path's pixels are bounded, whatever its outline") func boundedPixels() {
    let far = PixelBox(-8_000, -8_000, 8_000, 8_000)
    func bounds(_ path: CGPath, _ map: PixelMap = .identity) -> PixelBox {
      PathRasterizer(path, rule: .winding, map: map, visible: far).bounds
    }
    // Without points.
    let move = CGMutablePath()
    move.move(to: CGPoint(x: 10, y: 10))
    #expect(bounds(move).isEmpty && bounds(CGMutablePath()).isEmpty)
    var stroke = ShapeStroke()
    stroke.width = 4
    #expect(bounds(stroke.outline(of: move, tolerance: 0.01)).isEmpty)
    // With more than FreeType counts.
    let comb = CGMutablePath()
    comb.addLines(between: (0..<40_000).map { CGPoint(x: Double($0) / 100, y: $0 % 2 == 0 ? 20 : 50) })
    #expect(bounds(comb) == PixelBox(0, 20, 400, 50))
    #expect(bounds(comb, PixelMap(CGAffineTransform(scaleX: 2, y: 1))) == PixelBox(0, 20, 800, 50))
  }

  @Test("L-4: a long edge that is almost level is rasterised", arguments: [50.0, 50.5, 51.0, 180.0])
  func almostLevelEdges(y: Double) {
    let path = CGMutablePath()
    path.addLines(
      between: [(10, 51), (10, 180), (750, 180), (750, y)].map { CGPoint(x: $0.0, y: $0.1) })
    path.closeSubpath()
    let area = 740 * (129 + (180 - y)) / 2
    #expect(abs(path.coverage(760, 200).area - area) < 0.002 * area + 1)
    // Where it may overlap itself, each pixel has 4x4 parts.
    path.addRect(CGRect(x: 20, y: 100, width: 4, height: 4))
    path.addRect(CGRect(x: 30, y: 100, width: 4, height: 4))
    #expect(abs(path.coverage(760, 200).area - area) < 0.002 * area + 1 || y == 180)
    let wide = CGMutablePath()
    wide.addLines(between: [(0, 10.2), (7000, 10.9), (7000, 20), (0, 20)].map { CGPoint(x: $0.0, y: $0.1) })
    #expect(abs(wide.coverage(7000, 30).area - 7000 * 9.45) < 20)
  }

  @Test func badNumbers() {
    for bad in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let path = CGMutablePath()
      path.addRect(CGRect(x: 1, y: 1, width: 2, height: 2))
      path.move(to: CGPoint(x: bad, y: 3))
      path.addCurve(to: CGPoint(x: 5, y: bad), control1: CGPoint(x: bad, y: bad), control2: CGPoint(x: 0, y: bad))
      path.addLine(to: CGPoint(x: bad, y: 0))
      #expect(path.coverage(8, 8).area >= 3.9)
      var stroke = ShapeStroke()
      for width in [bad, 3] {
        stroke.width = width
        stroke.dashes = [bad, 1]
        stroke.phase = bad
        _ = stroke.outline(of: path, tolerance: 0.01).coverage(8, 8)
        stroke.dashes = []
        stroke.end = bad
        _ = stroke.outline(of: path, tolerance: 0.01).coverage(8, 8)
        stroke.end = 0.5
        _ = stroke.outline(of: path, tolerance: 0.01).coverage(8, 8)
      }
      let rect = CGPath.rect(1, 1, 2, 2)
      for index in 0..<9 {
        var map = PixelMap.identity
        switch index {
        case 0: map.xx = bad
        case 1: map.xy = bad
        case 2: map.xw = bad
        case 3: map.yx = bad
        case 4: map.yy = bad
        case 5: map.yw = bad
        case 6: map.tx = bad
        case 7: map.ty = bad
        default: map.tw = bad
        }
        _ = rect.coverage(8, 8, .winding, map)
      }
    }
  }

  // MARK: Perspective

  /// A rectangle seen in perspective is the quadrilateral between its seen corners.
  @Test func perspective() {
    var random = SeededRandom(paths: 7)
    var difference = EdgeDifference()
    for _ in 0..<60 {
      let map = PixelMap(
        x: (random.number(0.6...1.4), random.number(-0.3...0.3), random.number(-4e-3...4e-3)),
        y: (random.number(-0.3...0.3), random.number(0.6...1.4), random.number(-4e-3...4e-3)),
        t: (random.number(0...20), random.number(0...20), 1))
      let rect = CGPath.rect(10.3, 12.1, 50.7, 41.9)
      let corners = [(10.3, 12.1), (61.0, 12.1), (61.0, 54.0), (10.3, 54.0)].map { corner in
        let (x, y) = corner
        let w = x * map.xw + y * map.yw + 1
        return ((x * map.xx + y * map.yx + map.tx) / w, (x * map.xy + y * map.yy + map.ty) / w)
      }
      difference.add(rect.coverage(96, 96, .winding, map), CGPath.lines(corners, closed: true).coverage(96, 96))
    }
    #expect(difference.max <= 4 && difference.count > 1000, "\(difference)")
  }

  /// What crosses the eye's plane is cut there.
  @Test func nearPlane() {
    // The weight is 1 - x/20: points with x beyond 20 are behind the eye.
    let map = PixelMap(x: (1, -1, -0.05), y: (0, 1, 0), t: (0, 20, 1))
    let bytes = CGPath.rect(0, -10, 100, 20).coverage(200, 40, .winding, map)
    // The sides' images fan out from (0, 10) and (0, 30): y = 20 ± 10 w^-1, where x = X / (1 + X / 20).
    for column in 1..<199 {
      let x = Double(column) + 0.5
      let half = 10 * (1 + x / 20)
      let expected = min(2 * half, 40)
      let sum = (0..<40).reduce(0) { $0 + Int(bytes[$1 * 200 + column]) }
      #expect(abs(Double(sum) / 255 - expected) < 0.15, "column \(column)")
    }
  }

  /// Rounding brings crossings behind the eye, and corners that are divided there beyond all pixels: nothing traps, and
  /// what is covered wholly stays so.
  @Test(arguments: [1e3, 1e9, 1e20, 3.4e38, 1e150]) func hugeMaps(size: Double) {
    let square = CGPath(rect: CGRect(x: -1000, y: -1000, width: 2000, height: 2000), transform: nil)
    for entry in 0..<9 {
      for sign in [-1.0, 1] {
        var m = [1.0, 0, 0.001, 0, 1, 0.002, 10, 10, 1]
        m[entry] += sign * size
        let map = PixelMap(x: (m[0], m[1], m[2]), y: (m[3], m[4], m[5]), t: (m[6], m[7], m[8]))
        for path in [square, CGPath(ellipseIn: square.boundingBox, transform: nil)] {
          #expect(path.coverage(20, 20, .winding, map).count == 400)
        }
      }
    }
    // Beyond that a pixel is less than what rounding leaves of the square's sides.
    guard size <= 1e9 else { return }
    let still = PixelMap(x: (size, 0, 0), y: (0, size, 0), t: (10, 10, 1))
    #expect(square.coverage(20, 20, .winding, still).allSatisfy { $0 == 255 })
  }

  /// Curves in perspective: a circle is an ellipse whose points all satisfy the circle's equation when mapped back.
  @Test func curvesInPerspective() {
    let map = PixelMap(x: (1.1, 0.2, 0.003), y: (-0.1, 0.9, 0.005), t: (20, 10, 1))
    let circle = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 60, height: 60), transform: nil)
    let polygon = (0..<720).map { index -> (Double, Double) in
      let angle = Double(index) * .pi / 360
      let (x, y) = (40 + 30 * cos(angle), 40 + 30 * sin(angle))
      let w = x * map.xw + y * map.yw + 1
      return ((x * map.xx + y * map.yx + map.tx) / w, (x * map.xy + y * map.yy + map.ty) / w)
    }
    var difference = EdgeDifference()
    difference.add(circle.coverage(96, 96, .winding, map), CGPath.lines(polygon, closed: true).coverage(96, 96))
    #expect(difference.max <= 5 && difference.mean < 1, "\(difference)")
  }
}
