// Recognising rectangles, rounded rectangles and circles.

import CoreGraphics
import Coverage
import Foundation
import TestPaths
import Testing

@Suite struct SimpleShapeTests {
  private let rect = CGRect(x: 3, y: 4, width: 30, height: 20)

  @Test func rectangles() {
    #expect(CGPath(rect: rect, transform: nil).simpleShape == SimpleShape(rect: rect, radii: .zero, isClosed: true))
    let open = CGPath.lines([(3, 4), (3, 24), (33, 24), (33, 4)])
    #expect(open.simpleShape == SimpleShape(rect: rect, radii: .zero, isClosed: false))
    var turn = CGAffineTransform(rotationAngle: 0.3)
    #expect(CGPath(rect: rect, transform: &turn).simpleShape == nil)
  }

  @Test func roundedRectangles() {
    let path = CGPath(roundedRect: rect, cornerWidth: 5, cornerHeight: 5, transform: nil)
    #expect(path.simpleShape == SimpleShape(rect: rect, radii: SIMD4(repeating: 5), isClosed: true))
    #expect(CGPath(roundedRect: rect, cornerWidth: 5, cornerHeight: 6, transform: nil).simpleShape == nil)
    let capsule = CGPath(roundedRect: rect, cornerWidth: 10, cornerHeight: 10, transform: nil)
    #expect(capsule.simpleShape?.radii == SIMD4(repeating: 10))
    let one = CGMutablePath()
    one.move(to: CGPoint(x: 3, y: 4))
    one.addLine(to: CGPoint(x: 23, y: 4))
    one.addArc(center: CGPoint(x: 23, y: 14), radius: 10, startAngle: -.pi / 2, endAngle: 0, clockwise: false)
    one.addLine(to: CGPoint(x: 33, y: 24))
    one.addLine(to: CGPoint(x: 3, y: 24))
    one.closeSubpath()
    #expect(one.simpleShape?.radii.y ?? 0 > 9.999)
  }

  @Test func circles() {
    let circle = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 10, height: 10), transform: nil)
    #expect(circle.simpleShape?.radii == SIMD4(repeating: 5))
    #expect(CGPath(ellipseIn: rect, transform: nil).simpleShape == nil)
    let arc = CGMutablePath()
    arc.addArc(center: CGPoint(x: 20, y: 20), radius: 8, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    #expect(arc.simpleShape != nil)
    let turned = CGMutablePath()
    turned.addArc(center: CGPoint(x: 20, y: 20), radius: 8, startAngle: 0.4, endAngle: 0.4 + 2 * .pi, clockwise: false)
    #expect(turned.simpleShape == nil)
  }

  @Test func whatIsNoRectangle() {
    // Twice around, over itself, two of them, a notch, a bow tie.
    let twice = CGMutablePath()
    twice.addLines(
      between: [(3, 4), (3, 24), (33, 24), (33, 4), (3, 4), (3, 24), (33, 24), (33, 4)].map {
        CGPoint(x: $0.0, y: $0.1)
      })
    #expect(twice.simpleShape == nil)
    #expect(CGPath.lines([(3, 4), (33, 4), (3, 24), (33, 24)], closed: true).simpleShape == nil)
    #expect(CGPath.lines([(3, 4), (33, 4), (33, 24)], closed: true).simpleShape == nil)
    #expect(CGPath.lines([(3, 4), (33, 4), (33, 24), (20, 24), (20, 10), (3, 24)], closed: true).simpleShape == nil)
    let two = CGMutablePath()
    two.addRect(rect)
    two.addRect(rect)
    #expect(two.simpleShape == nil)
    #expect(CGPath.lines([(0, 0), (5, 0), (5, 0), (0, 0)], closed: true).simpleShape == nil)
    #expect(CGPath.lines([(0, 0), (.nan, 0), (5, 5), (0, 5)], closed: true).simpleShape == nil)
  }
}
