// The oracle's own coverage, against areas known in closed form and against plain counting.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct OracleTests {
  private let identity = PlaneMap(.identity)

  private func area(_ coverage: [Double]) -> Double { coverage.reduce(0, +) }

  @Test func upright() {
    let coverage = Polygon(1.25, 2.5, 3.75, 3.25).coverage(width: 6, height: 6)
    #expect(coverage[2 * 6 + 1] == 0.75 * 0.5)
    #expect(coverage[2 * 6 + 2] == 0.5)
    #expect(coverage[3 * 6 + 3] == 0.75 * 0.25)
    #expect(abs(area(coverage) - 2.5 * 0.75) < 1e-12)
  }

  @Test(arguments: [1.0, 5, 20]) func rounded(radius: Double) {
    let coverage = Polygon(10.3, 12.6, 80.3, 72.6, radii: [radius, 0, radius, radius]).coverage(width: 100, height: 100)
    let expected = 70 * 60 - 3 * (1 - .pi / 4) * radius * radius
    // Chords stay within 0.001 of three quarter circles.
    #expect(abs(area(coverage) - expected) < 0.1)
  }

  @Test(arguments: [0.0, 10, 45, 133]) func turnedAreasKeepTheirSize(degrees: Double) {
    let angle = degrees * .pi / 180
    let map = PlaneMap(rows: [[cos(angle), sin(angle), 0], [-sin(angle), cos(angle), 0], [50.2, 49.7, 1]])
    let coverage = Polygon(-20, -10, 20, 10).seen(through: map).coverage(width: 100, height: 100)
    #expect(abs(area(coverage) - 800) < 1e-9)
  }

  /// What lies outside the canvas leaves no trace in it.
  @Test func beyondTheCanvas() {
    let coverage = Polygon(-1000, -50.5, 7.5, 2000).coverage(width: 20, height: 10)
    #expect(abs(area(coverage) - 75) < 1e-9)
    #expect(Polygon(-30, 0, -20, 10).coverage(width: 20, height: 10).allSatisfy { $0 == 0 })
    #expect(Polygon(20, 0, 30, 10).coverage(width: 20, height: 10).allSatisfy { $0 == 0 })
  }

  /// Against 64 by 64 points a pixel: under perspective, and cut by a clip.
  @Test func agreesWithCounting() {
    let map = PlaneMap(rows: [[0.9, 0.2, 0.004], [-0.3, 1.1, -0.003], [14, 6, 1]])
    let shape = Polygon(2, 3, 28, 24, radii: [8, 8, 8, 8]).seen(through: map)
    let clip = Polygon(12, 9, 33, 26)
    let coverage = shape.intersection(clip).coverage(width: 48, height: 40)
    let inverse = map.inverse
    var worst = 0.0
    for index in coverage.indices {
      var count = 0
      for sample in 0..<4096 {
        let x = Double(index % 48) + (Double(sample % 64) + 0.5) / 64
        let y = Double(index / 48) + (Double(sample / 64) + 0.5) / 64
        guard x > 12, x < 33, y > 9, y < 26 else { continue }
        let p = inverse(Point(x, y))
        let (dx, dy) = (max(abs(p.x - 15) - 5, 0), max(abs(p.y - 13.5) - 2.5, 0))
        if dx * dx + dy * dy < 64 { count += 1 }
      }
      worst = max(worst, abs(coverage[index] - Double(count) / 4096))
    }
    #expect(worst < 0.01)
  }

  @Test func samplingAsOpenGLDefinesIt() {
    let image = CGImage(
      width: 2, height: 1, premultipliedRGBA: [0, 0, 0, 255, 255, 255, 255, 255])
    #expect(OracleImage(image).sample(u: 0.25, v: 0.5, nearest: false).x == 0)
    #expect(OracleImage(image).sample(u: 0.5, v: 0.5, nearest: false).x == 0.5)
    #expect(OracleImage(image).sample(u: 0.49, v: 0.5, nearest: true).x == 0)
    #expect(OracleImage(image).sample(u: 7, v: -3, nearest: false).x == 1)
  }
}
