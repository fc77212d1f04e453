// Outlines that are too much for FreeType: the same coverage by another way, in time.

import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

@testable import Coverage

@Suite struct DenseTests {
  private let size = 96

  /// Coverage by sums of areas, whatever the outline.
  private func summed(_ path: CGPath, _ rule: CGPathFillRule, _ map: PixelMap) -> [UInt8] {
    let box = PixelBox(0, 0, size, size)
    let contours = HomogeneousContours(path, map, seenIn: box).cut(to: box).flat(from: box)
    var bytes = [UInt8](repeating: 7, count: size * size)
    bytes.withUnsafeMutableBufferPointer {
      AreaSums.draw(
        contours, isEvenOdd: rule == .evenOdd, into: $0.baseAddress!, width: size, height: size, stride: size)
    }
    return bytes
  }

  @Test(arguments: [CGPathFillRule.winding, .evenOdd]) func theSameAsFreeType(_ rule: CGPathFillRule) {
    var random = SeededRandom(paths: 11)
    var most = 0
    for _ in 0..<100 {
      // Some of them reach far out of the box on all sides.
      let path = random.path(size: Double(size))
      let map = PixelMap(random.map(size: Double(size)))
      let expected = path.coverage(size, size, rule, map)
      let found = summed(path, rule, map)
      for (a, b) in zip(expected, found) { most = max(most, abs(Int(a) - Int(b))) }
    }
    // Of simple outlines FreeType sees whole pixels, here they are seen in parts: a grid four times as fine.
    #expect(most <= 4)
  }

  @Test func exactAreas() {
    let path = CGPath.rect(10.25, 20.5, 30.5, 12.75)
    let bytes = summed(path, .winding, .identity)
    let area = bytes.reduce(0) { $0 + Double($1) } / 255
    #expect(abs(area - 30.5 * 12.75) < 0.5)
    #expect(bytes[20 * size + 20] == 128 && bytes[25 * size + 20] == 255 && bytes[25 * size + 10] == 191)
    #expect(summed(CGPath.rect(-50, -50, 300, 300), .winding, .identity).allSatisfy { $0 == 255 })
    #expect(summed(CGPath.rect(200, -50, 300, 300), .winding, .identity).allSatisfy { $0 == 0 })
    #expect(summed(CGPath.rect(-300, -50, 200, 300), .winding, .identity).allSatisfy { $0 == 0 })
  }

  /// FreeType took 3.4 s for 1,000 lines and 22 s for 10,000.
  @Test("Lines that cross each other without end take no time to speak of")
  func scribbles() {
    var random = SeededRandom(paths: 12)
    for count in [1000, 30_000] {
      let path = CGMutablePath()
      path.addLines(
        between: (0..<count).map { _ in CGPoint(x: random.number(0...400), y: random.number(0...300)) })
      let stroke = ShapeStroke()
      let outline = stroke.outline(of: path, tolerance: 0.01)
      let box = PixelBox(0, 0, 400, 300)
      let raster = PathRasterizer(outline, rule: .winding, map: .identity, visible: box)
      let time = CPUTime()
      let mask = raster.mask(in: box)
      #expect(mask?[200, 150] == 255)
      #expect(time.seconds < 20, "\(count) lines")
    }
  }

  @Test("What passes more cells than could be told apart is seen in whole pixels")
  func wholePixels() {
    var polygons = FlatContours()
    let corners = [(0.0, 0.0), (8, 0), (8, 8), (0, 8)].map { HomogeneousPoint(x: $0.0, y: $0.1, w: 1) }
    polygons.append(corners[...], in: PixelBox(0, 0, 8, 8))
    let coarse = polygons.coarse
    #expect(coarse.parts == 1 && coarse.points.count == 4 && coarse.ends == polygons.ends)
    #expect(polygons.cells == 4 * coarse.cells)
  }
}
