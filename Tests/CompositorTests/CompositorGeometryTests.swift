// Boxes, and planes seen through homographies.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct CompositorGeometryTests {
  @Test func boxes() {
    let box = Box(1.25, 2.5, 10.75, 12)
    #expect(box.outset == Box(1, 2, 11, 12))
    #expect(box.inset == Box(2, 3, 10, 12))
    #expect(box.snapped == Box(1, 2, 11, 12))
    #expect(!box.isIntegral && box.outset.isIntegral)
    #expect(Box(3, 3, 3, 9).isEmpty && Box(.nan, 0, 1, 1).isEmpty && Box.empty.isEmpty)
    #expect(Box.empty.union(box) == box)
    #expect(box.intersection(Box(20, 0, 30, 30)).isEmpty)
    #expect(Box.empty.area == 0)
  }

  /// Edges that cut nothing move to whole pixels; those that cut stay.
  @Test func loosening() {
    let clip = Box(1.25, 2.5, 10.75, 12.5)
    #expect(clip.loosened(around: Box(1.25, 0, 9, 20)) == Box(1, 2.5, 11, 12.5))
  }

  @Test(arguments: [(0.0, 4), (0.004, 4), (0.02, 4), (-0.02, 4)]) func cuttingAtTheEye(m13: Double, count: Int) {
    let map = Homography(1, 0, m13, 0, 1, 0, 0, 0, 1)
    let polygon = map.cutAtEye(Box(-100, -100, 100, 100))
    #expect(polygon.count == count)
    for index in 0..<polygon.count { #expect(map.weight(polygon[index].x, polygon[index].y) > 0) }
  }

  /// The weight is 1 - x/20: of the plane the box's preimage is seen, as far as the plane reaches.
  @Test func cuttingToPixels() {
    let map = Homography(1, 0, -0.05, 0, 1, 0, 0, 0, 1)
    let polygon = map.cut(Box(-100, -100, 100, 100), to: Box(-50, -30, 500, 30))
    // X = x / (1 - x/20), so x = X / (1 + X/20): 500 at 500/26; the plane's end at -100 is seen at -100/6. A side at y
    // is seen at y / (1 - x/20), and so at 30 where that is y / 30.
    let (left, middle, right) = (-100.0, 20 - 2000.0 / 30, 500.0 / 26)
    let corners = (0..<polygon.count).map { polygon[$0] }
    #expect(corners.count == 6)
    for corner in corners {
      #expect([left, middle, right].contains { abs(corner.x - $0) < 1e-9 }, "\(corner)")
      #expect(abs(abs(corner.y) - min(30 * (1 - corner.x / 20), 100)) < 1e-9, "\(corner)")
    }
    #expect(map.cut(Box(-100, -100, 100, 100), to: Box(-50, 3000, 0, 4000)).count == 0)
  }

  @Test func cornersBehindTheEye() {
    let one = Homography(1, 0, 0.006, 0, 1, 0.006, 0, 0, 1)
    #expect(one.cutAtEye(Box(-100, -100, 100, 100)).count == 5)
    let three = Homography(1, 0, 0.006, 0, 1, 0.006, 0, 0, -1)
    #expect(three.cutAtEye(Box(-100, -100, 100, 100)).count == 3)
    let all = Homography(1, 0, 0, 0, 1, 0, 0, 0, -1)
    #expect(all.cutAtEye(Box(-100, -100, 100, 100)).count == 0)
    #expect(all.visibleBounds(Box(0, 0, 1, 1)) == nil)
  }

  @Test func clipsStaySimpleWhereTheyCan() throws {
    let canvas = Clip(Box(0, 0, 400, 300))
    let card = try #require(
      canvas.restricted(to: Box(10.5, 10, 110.5, 110), radii: SIMD4(repeating: 20), toPixels: .identity))
    // The shape antialiases its own edges, and the box leaves them alone.
    #expect(card.box == Box(10, 10, 111, 110))
    let shape = try #require(card.shape)
    #expect(shape.contains(Box(30, 40, 90, 60)))
    #expect(!shape.contains(Box(11, 11, 90, 60)))
    let inside = try #require(card.restricted(to: Box(20, 40, 60, 60), radii: .zero, toPixels: .identity))
    #expect(inside.box == Box(20, 40, 60, 60))
    #expect(card.restricted(to: Box(0, 0, 60, 60), radii: SIMD4(repeating: 20), toPixels: .identity) == nil)
  }
}
