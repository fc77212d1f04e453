// What holds of every stroke, however its path bends: its time, its outline's size and what it covers.

import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct StrokeBoundTests {
  @Test("A stroke of at most 64 points takes at most 10 ms and 1 MB")
  func bounds() {
    for seed in seeds(3_000, of: 100_000) {
      let stroke = WildStroke(seed: seed)
      let time = CPUTime()
      let outline = stroke.outline()
      let seconds = time.seconds
      #expect(seconds <= 0.01, "seed \(seed): \(seconds) s")
      let bytes = outline.storage.points.count * 16 + outline.storage.types.count
      #expect(bytes <= 1 << 20, "seed \(seed): \(bytes) bytes")
    }
  }

  @Test(
    "A round stroke covers what lies within half its width of the path, by dense samples of the path",
    arguments: [false, true])
  func coverage(isTiny: Bool) {
    var compared = 0
    for seed in seeds(200, of: 100_000) {
      let stroke = WildStroke(seed: seed, isTiny: isTiny)
      let (points, fault) = stroke.compare(stroke.outline(), points: 30, seed: seed)
      compared += points
      #expect(fault == nil, "seed \(seed): \(fault ?? "")")
    }
    #expect(compared > 5_000)
  }

  /// A piece of a few thousandths of a point with a handle on its end, after a long line: where the curve halts its
  /// direction was what rounding had left, and each half of each half turned another way.
  @Test("A handle on the end of a short piece is a line", arguments: [0.003, 0.001, 1e-6, 1e-9])
  func handleOnAnEnd(length: Double) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 141, y: 78))
    path.addLine(to: CGPoint(x: 113.5, y: 284.7))
    let end = CGPoint(x: 113.5 + length, y: 284.7)
    path.addCurve(to: end, control1: end, control2: end)
    let outline = path.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .bevel, miterLimit: 10)
    #expect(outline.storage.types.count <= 32)
    // The line's rectangle, and half the bevel's triangle, as a butt end shows it.
    let area = outline.windingArea
    let line = 2 * (27.5 * 27.5 + 206.7 * 206.7).squareRoot()
    #expect(abs(area - line - 0.5) < 0.1 + length * 2, "\(area - line)")
  }

  @Test("The direction at a halt is that of the next control point that lies elsewhere")
  func directions() {
    let (a, b) = (CGPoint(x: 10, y: 10), CGPoint(x: 13, y: 14))
    let angle = atan2(4.0, 3)
    for (first, second) in [(a, a), (b, b), (a, b), (b, a)] {
      let curve = CubicSegment(start: a, control1: first, control2: second, end: b)
      for u in [0, 1e-9, 0.25, 0.75, 1 - 1e-9, 1] {
        #expect(abs(curve.tangentAngle(at: u) - angle) < 1e-9, "\(curve) at \(u)")
      }
    }
  }
}
