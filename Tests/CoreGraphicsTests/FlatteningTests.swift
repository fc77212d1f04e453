import CoreGraphics
import Testing

@Suite struct FlatteningTests {
  @Test("Lines alone, within the threshold of the curve, and no more of them than it takes", arguments: [1, 0.1, 0.01])
  func circle(threshold: Double) {
    let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
    let flat = circle.flattened(threshold: threshold)
    #expect(PathTests.elements(flat).allSatisfy { $0.0 != .addCurveToPoint })
    for segment in flat.segments {
      #expect(segment.isLine)
      let middle = segment.point(at: 0.5)
      #expect(abs(hypot(middle.x, middle.y) - 100) <= threshold + 0.028)
    }
    // A circle needs pi / acos(1 - t / r) chords at least.
    let needed = Double.pi / acos(1 - threshold / 100)
    #expect(Double(flat.segments.count) < 1.6 * needed + 4)
  }

  @Test("Lines, moves and closes stay as they are; quadratic curves end where they ended")
  func structure() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 3, height: 4))
    path.move(to: CGPoint(x: 5, y: 5))
    path.addQuadCurve(to: CGPoint(x: 9, y: 5), control: CGPoint(x: 7, y: 9))
    let flat = path.flattened(threshold: 10)
    #expect(flat.outlineText == "M 0 0 L 3 0 L 3 4 L 0 4 Z M 5 5 L 9 5")
    #expect(path.flattened(threshold: 0).segments.count > 20)
  }
}
