import CoreGraphics
import Testing

@Suite struct DashingTests {
  static let line = StrokingTests.polyline([(0, 0), (100, 0)])

  static func dashes(_ path: CGPath, _ lengths: [CGFloat], phase: CGFloat = 0) -> String {
    path.copy(dashingWithPhase: phase, lengths: lengths).outlineText
  }

  @Test(
    "Dashes of a line of 100",
    arguments: [
      ([30, 20], 0, "M 0 0 L 30 0 M 50 0 L 80 0"),
      ([30, 20], 10, "M 0 0 L 20 0 M 40 0 L 70 0 M 90 0 L 100 0"),
      ([30, 20], 30, "M 20 0 L 50 0 M 70 0 L 100 0"),
      ([30, 20], -10, "M 10 0 L 40 0 M 60 0 L 90 0"),
      ([40], 0, "M 0 0 L 40 0 M 80 0 L 100 0"),
      ([10, 20, 30], 0, "M 0 0 L 10 0 M 30 0 L 60 0 M 70 0 L 90 0"),
      ([200, 10], 0, "M 0 0 L 100 0"),
    ] as [([CGFloat], CGFloat, String)])
  func line(lengths: [CGFloat], phase: CGFloat, expected: String) {
    #expect(Self.dashes(Self.line, lengths, phase: phase) == expected)
  }

  @Test("A pattern without use leaves the path whole", arguments: [[], [.nan, 1], [1e-9, 1e-9]] as [[CGFloat]])
  func useless(lengths: [CGFloat]) {
    #expect(Self.dashes(Self.line, lengths) == "M 0 0 L 100 0")
  }

  @Test(
    "X-B19: of a negative length its size counts; lengths of 0 leave nothing",
    arguments: [
      ([60, -20], "M 0 0 L 60 0 M 80 0 L 100 0"), ([-40, -40], "M 0 0 L 40 0 M 80 0 L 100 0"), ([0], ""), ([0, 0], ""),
    ] as [([CGFloat], String)])
  func limits(lengths: [CGFloat], expected: String) {
    #expect(Self.dashes(Self.line, lengths) == expected)
  }

  @Test("Dashes go around corners; each subpath begins the pattern anew")
  func corners() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
    path.addLines(between: [CGPoint(x: 0, y: 50), CGPoint(x: 10, y: 50)])
    #expect(Self.dashes(path, [15, 100]) == "M 0 0 L 10 0 L 10 5 M 0 50 L 10 50")
  }

  @Test("X-B19: a closed subpath's last dash does not join its first; one that is all of it stays closed")
  func closed() {
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    #expect(
      Self.dashes(square, [4, 2])
        == "M 0 0 L 4 0 M 6 0 L 10 0 M 10 2 L 10 6 M 10 8 L 10 10 L 8 10 M 6 10 L 2 10 M 0 10 L 0 6 M 0 4 L 0 0")
    // The last dash ends where the first begins.
    #expect(Self.dashes(square, [15, 10]) == "M 0 0 L 10 0 L 10 5 M 5 10 L 0 10 L 0 0")
    #expect(Self.dashes(square, [10, 20], phase: 5) == "M 0 0 L 5 0 M 5 10 L 0 10 L 0 5")
    #expect(Self.dashes(square, [40, 10]) == "M 0 0 L 10 0 L 10 10 L 0 10 L 0 0 Z")
    #expect(Self.dashes(square, [50, 10]) == "M 0 0 L 10 0 L 10 10 L 0 10 L 0 0 Z")
  }

  @Test("A dash without length is a dot that knows its direction")
  func dots() {
    let dotted = Self.line.copy(dashingWithPhase: 0, lengths: [0, 25])
    #expect(dotted.subpaths.map { ($0.start.x * 1e6).rounded() / 1e6 } == [0, 25, 50, 75])
    let dots = dotted.copy(strokingWithWidth: 4, lineCap: .round, lineJoin: .miter, miterLimit: 10)
    #expect(abs(dots.windingArea - 16 * .pi) < 0.02)
    let squares = dotted.copy(strokingWithWidth: 4, lineCap: .square, lineJoin: .miter, miterLimit: 10)
    #expect(abs(squares.windingArea - 64) < 0.02)
  }

  @Test("Dashes along a curve have their lengths and lie on it")
  func curves() {
    let circle = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
    let dashed = circle.copy(dashingWithPhase: 0, lengths: [20, 10])
    let lengths = dashed.subpaths.map { $0.segments.reduce(0) { $0 + ArcLengthTable($1).total } }
    // The last dash is cut off by the end of the circle.
    for length in lengths.dropLast() { #expect(abs(length - 20) < 1e-3) }
    for segment in dashed.segments {
      let point = segment.point(at: 0.5)
      #expect(abs(hypot(point.x, point.y) - 50) < 0.02)
    }
  }
}
