// Outlines that do not overlap themselves, which have a scan converter of their own, and strokes without corners:
// against the area of the polygon in each pixel, by clipping, and against the way of all other strokes.

import CoreGraphics
import Coverage
import Dispatch
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct SimpleOutlineTests {
  static let size = 48

  /// The polygon's area, with its sign.
  private func area(_ points: [SIMD2<Double>]) -> Double {
    points.indices.reduce(0.0) { sum, index in
      let (a, b) = (points[index], points[(index + 1) % points.count])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }

  /// What of a polygon lies where a coordinate is below or above a bound.
  private func cut(_ points: [SIMD2<Double>], _ axis: Int, _ bound: Double, below: Bool) -> [SIMD2<Double>] {
    var result: [SIMD2<Double>] = []
    for index in points.indices {
      let (a, b) = (points[index], points[(index + 1) % points.count])
      let (insideA, insideB) = (
        below ? a[axis] <= bound : a[axis] >= bound, below ? b[axis] <= bound : b[axis] >= bound
      )
      if insideA { result.append(a) }
      if insideA != insideB { result.append(a + (b - a) * ((bound - a[axis]) / (b[axis] - a[axis]))) }
    }
    return result
  }

  /// The coverage of a pixel.
  private func coverage(_ contours: [[SIMD2<Double>]], _ x: Int, _ y: Int) -> Double {
    let sum = contours.reduce(0.0) { sum, points in
      var part = cut(points, 0, Double(x), below: false)
      part = cut(part, 0, Double(x + 1), below: true)
      part = cut(part, 1, Double(y), below: false)
      return sum + area(cut(part, 1, Double(y + 1), below: true))
    }
    return abs(sum)
  }

  @Test("Each pixel has the polygon's area in it, to a byte", arguments: [false, true], [1.0, 2.5])
  func areas(isRing: Bool, scale: Double) {
    var random = SeededRandom(paths: 12)
    for index in 0..<40 {
      // Around the middle of its own box, so that it counts as simple. The larger ones reach beyond the canvas.
      let count = random.whole(3...24)
      let radii = (0..<count).map { _ in random.number(14...16) * scale }
      let phase = random.number(0...6)
      let center = SIMD2(random.number(20...28), random.number(20...28))
      func contour(_ factor: Double) -> [SIMD2<Double>] {
        radii.indices.map {
          let angle = phase + Double($0) / Double(count) * 2 * .pi
          return center + SIMD2(cos(angle), sin(angle)) * radii[$0] * factor
        }
      }
      let contours = isRing ? [contour(1), contour(0.7).reversed()] : [contour(1)]
      let path = CGMutablePath()
      for points in contours {
        path.addLines(between: points.map { CGPoint(x: $0.x, y: $0.y) })
        path.closeSubpath()
      }
      let bytes = path.coverage(Self.size, Self.size)
      var worst = 0.0
      for y in 0..<Self.size {
        for x in 0..<Self.size {
          worst = max(worst, abs(coverage(contours, x, y) * 255 - Double(bytes[y * Self.size + x])))
        }
      }
      // Corners are on a grid of 1/256 pixel; those that do not count as simple are counted in 4x4 parts of it.
      #expect(worst <= 2.5, "outline \(index) of \(count) corners: \(worst)")
    }
  }

  /// A closed Catmull-Rom spline around a point.
  private func blob(_ radii: [Double], _ center: CGPoint) -> CGPath {
    let n = radii.count
    let points = (0..<n).map { k in
      let angle = 2 * .pi * Double(k) / Double(n)
      return CGPoint(x: center.x + radii[k] * cos(angle), y: center.y + radii[k] * sin(angle))
    }
    let path = CGMutablePath()
    path.move(to: points[0])
    for k in 0..<n {
      let (a, b, c, d) = (points[(k + n - 1) % n], points[k], points[(k + 1) % n], points[(k + 2) % n])
      path.addCurve(
        to: c, control1: CGPoint(x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6),
        control2: CGPoint(x: c.x - (d.x - b.x) / 6, y: c.y - (d.y - b.y) / 6))
    }
    path.closeSubpath()
    return path
  }

  private func spread(_ raster: PathRasterizer) -> [UInt8] {
    raster.coverage(width: 96, height: 96)
  }

  @Test("A stroke without corners has the sides that its outline has as a path", arguments: [0.3, 1, 3, 9, 30])
  func strokes(width: Double) {
    var random = SeededRandom(paths: 13)
    let oracle = CairoOracle(width: 96, height: 96, parts: 4)
    var (direct, path, edges) = (EdgeDifference(), EdgeDifference(), EdgeDifference())
    for index in 0..<60 {
      // From round to such that bend more tightly than the stroke.
      let radii = (0..<random.whole(3...8)).map { _ in random.number((index < 40 ? 20 : 6)...30) }
      let blob = blob(radii, CGPoint(x: 48, y: 48))
      let map = random.map(size: 96, isUniform: index % 2 == 0)
      var stroke = ShapeStroke()
      (stroke.width, stroke.join) = (width, .round)
      let box = PixelBox(0, 0, 96, 96)
      let pixels = spread(PathRasterizer(blob, stroke, tolerance: 0.01, map: PixelMap(map), visible: box))
      let outline = stroke.outline(of: blob, tolerance: 0.01)
      let others = spread(PathRasterizer(outline, rule: .winding, map: PixelMap(map), visible: box))
      let truth = oracle.stroke(blob, stroke, map)
      direct.add(pixels, truth)
      path.add(others, truth)
      edges.add(pixels, others)
    }
    // As near to cairo as the other way is, and to that as two roundings and 4x4 parts are.
    #expect(direct.mean <= path.mean + 0.05 && direct.max <= path.max + 2, "\(direct), as a path \(path)")
    #expect(edges.mean < 0.8 && edges.max <= 8, "\(edges)")
  }

  @Test("A fill whose edge is hidden by an opaque stroke has the same bytes without its outline")
  func hiddenEdges() {
    var random = SeededRandom(paths: 14)
    let (red, blue) = (PixelColor(SIMD4(0.7, 0.1, 0.2, 0.8)), PixelColor(SIMD4(0, 0.1, 0.9, 1)))
    let box = PixelBox(0, 0, 96, 96)
    var (count, narrow) = (0, 0)
    for index in 0..<200 {
      let radii = (0..<random.whole(3...8)).map { _ in random.number(18...30) }
      let blob = index % 5 > 0 ? blob(radii, CGPoint(x: 48, y: 48)) : blob(radii, CGPoint(x: 70, y: 48))
      let transform = random.map(size: 96)
      let map = PixelMap(transform)
      var stroke = ShapeStroke()
      stroke.width = random.number(1...7)
      func part(_ raster: PathRasterizer, _ color: PixelColor) -> OutlinePicture.Part {
        OutlinePicture.Part(raster, in: raster.bounds.intersection(box), color)
      }
      let line = part(PathRasterizer(blob, stroke, tolerance: 0.01, map: map, visible: box), blue)
      let fill = part(PathRasterizer(blob, rule: .winding, map: map, visible: box), red)
      let both = OutlinePicture(fill, line)
      // Without alpha the line hides nothing, and half of a narrow one does not reach across a pixel.
      let glass = part(PathRasterizer(blob, stroke, tolerance: 0.01, map: map, visible: box), red)
      #expect(OutlinePicture(glass, over: red) == nil)
      let least = min(hypot(transform.a, transform.b), hypot(transform.c, transform.d))
      guard let ring = OutlinePicture(line, over: red) else {
        narrow += 1
        continue
      }
      #expect(stroke.width / 2 * least > 1.41 && both.outlineCount == 2 && ring.outlineCount == 1)
      #expect(ring.box == both.box && pixels(ring) == pixels(both), "blob \(index), \(stroke.width) wide")
      count += 1
    }
    #expect(count > 50 && narrow > 50, "\(count) hidden, \(narrow) not")
  }

  private func pixels(_ picture: OutlinePicture) -> [PixelColor] {
    let count = picture.box.width * picture.box.height
    var pixels = [PixelColor](repeating: PixelColor(.zero), count: count)
    pixels.withUnsafeMutableBufferPointer {
      if let first = $0.baseAddress { picture.paint(into: first, stride: picture.box.width) }
    }
    return pixels
  }

  @Test func smoothLinesOfAllKinds() {
    var stroke = ShapeStroke()
    stroke.width = 3
    let oracle = CairoOracle(width: 96, height: 96, parts: 4)
    let pill = CGPath(
      roundedRect: CGRect(x: 10.2, y: 20.7, width: 70, height: 40), cornerWidth: 12, cornerHeight: 12, transform: nil)
    let two = CGMutablePath()
    two.addEllipse(in: CGRect(x: 5, y: 5, width: 50, height: 40))
    two.addEllipse(in: CGRect(x: 30, y: 30, width: 60, height: 60))
    let quadratic = CGMutablePath()
    quadratic.move(to: CGPoint(x: 48, y: 10))
    for (control, end) in [
      ((86.0, 10.0), (86.0, 48.0)), ((86, 86), (48, 86)), ((10, 86), (10, 48)), ((10, 10), (48, 10)),
    ] {
      quadratic.addQuadCurve(to: CGPoint(x: end.0, y: end.1), control: CGPoint(x: control.0, y: control.1))
    }
    quadratic.closeSubpath()
    // Neither closed nor without corners.
    let open = CGMutablePath()
    open.addArc(center: CGPoint(x: 48, y: 48), radius: 30, startAngle: 0, endAngle: 4, clockwise: false)
    let corner = CGMutablePath()
    corner.addArc(center: CGPoint(x: 48, y: 48), radius: 30, startAngle: 0, endAngle: 4, clockwise: false)
    corner.closeSubpath()
    for path in [pill, two, quadratic, open, corner] as [CGPath] {
      let raster = PathRasterizer(
        path, stroke, tolerance: 0.01, map: .identity, visible: PixelBox(0, 0, 96, 96))
      var difference = EdgeDifference()
      difference.add(spread(raster), oracle.stroke(path, stroke, .identity))
      #expect(difference.max <= 9 && difference.mean < 1.5, "\(path.storage.types.count) elements: \(difference)")
    }
  }

  @Test("A large outline, drawn in several parts, has the bytes of a small one moved there")
  func parts() {
    let small = CGMutablePath()
    small.addEllipse(in: CGRect(x: 10.3, y: 8.1, width: 30, height: 20))
    let near = small.coverage(48, 48)
    // 400 rows of 900 pixels are more than the cells hold.
    let wide = CGMutablePath()
    wide.addEllipse(in: CGRect(x: 0.25, y: 0.5, width: 899, height: 399))
    let raster = PathRasterizer(wide, rule: .winding, map: .identity, visible: PixelBox(0, 0, 900, 400))
    let whole = raster.coverage(width: 900, height: 400)
    let part = raster.mask(in: PixelBox(333, 211, 640, 400))
    var count = 0
    for y in 211..<400 {
      for x in 333..<640 where part?[x, y] == whole[y * 900 + x] { count += 1 }
    }
    #expect(count == (400 - 211) * (640 - 333))
    // The cubics of an ellipse have 0.03 % more.
    #expect(abs(whole.area - .pi / 4 * 899 * 399) < 0.0004 * whole.area && abs(near.area - .pi / 4 * 600) < 1)
  }

  @Test("Drawn by many threads at once, an outline has the bytes that one thread draws")
  func threads() {
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: 3.3, y: 5.1, width: 40.7, height: 33.2))
    let alone = path.coverage(Self.size, Self.size)
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      #expect(path.coverage(Self.size, Self.size) == alone)
    }
  }
}
