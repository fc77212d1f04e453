import CoreGraphics
import TestPaths
import TestSupport
import Testing

@Suite("Lines cut by areas") struct LineBooleanTests {
  private let square = CGPath.rect(0, 0, 10, 10)

  @Test("A line through a square")
  func line() {
    let line = CGPath.lines([(-5, 5), (20, 5)])
    #expect(line.lineIntersection(square).outlineText == "M 0 5 L 10 5")
    #expect(line.lineSubtracting(square).outlineText == "M -5 5 L 0 5 M 10 5 L 20 5")
    let back = CGPath.lines([(20, 5), (5, 5), (5, 20)])
    #expect(back.lineIntersection(square).outlineText == "M 10 5 L 5 5 L 5 10")
    #expect(back.lineSubtracting(square).outlineText == "M 20 5 L 10 5 M 5 10 L 5 20")
  }

  @Test("What lies on the outline is inside")
  func outline() {
    let line = CGPath.lines([(-5, 0), (20, 0)])
    #expect(line.lineIntersection(square).outlineText == "M 0 0 L 10 0")
    #expect(line.lineSubtracting(square).outlineText == "M -5 0 L 0 0 M 10 0 L 20 0")
  }

  @Test("Closed subpaths stay closed where they are whole, and go on over their start where they are cut")
  func closed() {
    let inside = CGPath.rect(2, 2, 3, 3)
    #expect(inside.lineIntersection(square).outlineText == "M 2 2 L 5 2 L 5 5 L 2 5 L 2 2 Z")
    #expect(inside.lineSubtracting(square).isEmpty)
    let across = CGPath.rect(8, 2, 6, 3)
    #expect(across.lineIntersection(square).outlineText == "M 10 5 L 8 5 L 8 2 L 10 2")
    #expect(across.lineSubtracting(square).outlineText == "M 10 2 L 14 2 L 14 5 L 10 5")
  }

  @Test("The rule is that of the area; lines twice over stay twice")
  func rule() {
    let twice = CGMutablePath()
    twice.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    twice.addRect(CGRect(x: 2, y: 0, width: 4, height: 10))
    let line = CGPath.lines([(-5, 5), (20, 5), (-5, 5)])
    #expect(
      line.lineIntersection(twice, using: .evenOdd).outlineText
        == "M 0 5 L 2 5 M 6 5 L 10 5 M 10 5 L 6 5 M 2 5 L 0 5")
    #expect(line.lineIntersection(twice).outlineText == "M 0 5 L 10 5 M 10 5 L 0 5")
  }

  @Test("Random curves: each part's middle lies where it should, and no length is lost")
  func random() {
    var random = SeededRandom(paths: 12)
    for _ in 0..<30 {
      let (lines, area) = (random.path(size: 100), random.path(size: 100))
      let inside = lines.lineIntersection(area)
      let outside = lines.lineSubtracting(area)
      let length = lines.outlineLength
      #expect(abs(inside.outlineLength + outside.outlineLength - length) < 1e-3 * length)
      for (path, isInside) in [(inside, true), (outside, false)] {
        for segment in path.segments where ArcLengthTable(segment).total > 0.1 {
          #expect(area.contains(segment.point(at: 0.5)) == isInside)
        }
      }
    }
  }
}
