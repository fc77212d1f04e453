// Fills and strokes against cairo, over random paths and maps. cairo counts 15 lines of 256 steps in each pixel: its
// own error at an upright edge is up to 1/30, 8/255, and near none on average at a turned one.

import CoreGraphics
import Coverage
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct CairoTests {
  static let size = 96
  let oracle = CairoOracle(width: size, height: size)

  @Test(arguments: [CGPathFillRule.winding, .evenOdd]) func fills(_ rule: CGPathFillRule) {
    var random = SeededRandom(paths: 1)
    var difference = EdgeDifference()
    for index in 0..<150 {
      let path = random.path(size: Double(Self.size))
      let map = random.map(size: Double(Self.size))
      var here = EdgeDifference()
      let ours = path.coverage(Self.size, Self.size, rule, PixelMap(map))
      let theirs = oracle.fill(path, rule, map)
      here.add(ours, theirs)
      #expect(here.mean < 6, "path \(index): \(here)")
      difference.add(ours, theirs)
    }
    #expect(difference.mean < 2, "\(difference)")
  }

  @Test(arguments: [false, true]) func strokes(curves: Bool) {
    var random = SeededRandom(paths: 2)
    var difference = EdgeDifference()
    for index in 0..<150 {
      let path = random.path(size: Double(Self.size), curves: curves, bend: 0.2)
      let stroke = random.stroke()
      // cairo holds the miter limit against the angle in pixels, Core Graphics in the path's plane.
      let map = random.map(size: Double(Self.size), isUniform: stroke.join == .miter)
      compare(path, stroke, map, "stroke \(index) \(stroke)", &difference)
    }
    #expect(difference.mean < 2, "\(difference)")
  }

  @Test func dashes() {
    var random = SeededRandom(paths: 3)
    var difference = EdgeDifference()
    for index in 0..<100 {
      // cairo joins the last dash of a closed subpath to its first, Core Graphics does not.
      let path = random.path(size: Double(Self.size), bend: 0.2).opened
      var stroke = random.stroke()
      let map = random.map(size: Double(Self.size), isUniform: stroke.join == .miter)
      stroke.width = random.number(1...5)
      stroke.dashes = (0..<random.whole(1...5)).map { _ in random.number(1...20) }
      stroke.phase = random.number(-50...50)
      compare(path, stroke, map, "dashes \(index) \(stroke)", &difference)
    }
    #expect(difference.mean < 2, "\(difference)")
  }

  private func compare(
    _ path: CGPath, _ stroke: ShapeStroke, _ map: CGAffineTransform, _ what: String, _ sum: inout EdgeDifference
  ) {
    let outline = stroke.outline(of: path, tolerance: 0.01)
    let ours = outline.coverage(Self.size, Self.size, .winding, PixelMap(map))
    let theirs = oracle.stroke(path, stroke, map)
    var here = EdgeDifference()
    here.add(ours, theirs)
    #expect(here.mean < 15, "\(what): \(here)")
    sum.add(ours, theirs)
  }
}

extension CGPath {
  /// Closed subpaths with a line in place of closing.
  fileprivate var opened: CGPath {
    var storage = CGPathStorage()
    for subpath in subpaths { storage.append(chain: subpath.segments, closed: false) }
    return CGPath(storage: storage)
  }
}
