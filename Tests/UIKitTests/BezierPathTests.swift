import Testing
import UIKit

@Suite struct BezierPathTests {
  /// The path's elements as text, with rounded numbers: `M 0 0 | L 1 0 | C ... | Z`.
  static func text(_ path: UIBezierPath) -> String {
    var parts: [String] = []
    path.cgPath.applyWithBlock { element in
      let (name, count) =
        switch element.pointee.type {
        case .moveToPoint: ("M", 1)
        case .addLineToPoint: ("L", 1)
        case .addQuadCurveToPoint: ("Q", 2)
        case .addCurveToPoint: ("C", 3)
        case .closeSubpath: ("Z", 0)
        }
      let numbers = (0..<count).flatMap { [element.pointee.points[$0].x, element.pointee.points[$0].y] }
      parts.append(
        ([name] + numbers.map { String(format: "%g", (Double($0) * 1e3).rounded() / 1e3 + 0) }).joined(separator: " "))
    }
    return parts.joined(separator: " | ")
  }

  @Test("Rectangle and oval")
  func wholes() {
    let rect = CGRect(x: 10, y: 20, width: 40, height: 20)
    #expect(Self.text(UIBezierPath(rect: rect)) == "M 10 20 | L 50 20 | L 50 40 | L 10 40 | Z")
    #expect(UIBezierPath(ovalIn: rect).cgPath == CGPath(ellipseIn: rect, transform: nil))
    #expect(Self.text(UIBezierPath(ovalIn: rect)).hasPrefix("M 50 30 | C 50 35.523 41.046 40 30 40 |"))
  }

  @Test("Rounded corners are quarter ellipses: control points lie 0.5523 radii from the curve's ends")
  func rounded() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 60)
    #expect(
      Self.text(UIBezierPath(roundedRect: rect, cornerRadius: 10))
        == "M 10 0 | L 90 0 | C 95.523 0 100 4.477 100 10 | L 100 50 | C 100 55.523 95.523 60 90 60 | "
        + "L 10 60 | C 4.477 60 0 55.523 0 50 | L 0 10 | C 0 4.477 4.477 0 10 0 | Z")
    #expect(
      Self.text(
        UIBezierPath(
          roundedRect: rect, byRoundingCorners: [.topRight, .bottomLeft], cornerRadii: CGSize(width: 20, height: 10)))
        == "M 0 0 | L 80 0 | C 91.046 0 100 4.477 100 10 | L 100 60 | L 20 60 | C 8.954 60 0 55.523 0 50 | Z")
  }

  @Test("A radius above half of the shorter side gives half circles there; none gives the rectangle")
  func limits() {
    let rect = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(
      UIBezierPath(roundedRect: rect, cornerRadius: 99).cgPath
        == UIBezierPath(roundedRect: rect, cornerRadius: 10).cgPath)
    #expect(UIBezierPath(roundedRect: rect, cornerRadius: 0).cgPath == UIBezierPath(rect: rect).cgPath)
    #expect(
      UIBezierPath(roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: 9, height: 0)).cgPath
        == UIBezierPath(rect: rect).cgPath)
  }

  @Test("Clockwise arcs go toward larger angles: from the right end over the bottom, where y points down")
  func arcs() {
    let quarter = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(Self.text(quarter) == "M 10 0 | C 10 5.523 5.523 10 0 10")
    let rest = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(Self.text(rest).hasPrefix("M 10 0 | C 10 -5.523 5.523 -10 0 -10 |"))
    #expect(rest.bounds.minX < -9.9)
    let joined = UIBezierPath()
    joined.move(to: CGPoint(x: 0, y: -5))
    joined.addArc(withCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(Self.text(joined).hasPrefix("M 0 -5 | L 10 0 | C"))
  }

  @Test("Building, bounds without control points, containment by both rules, transforms")
  func building() {
    let path = UIBezierPath()
    #expect(path.isEmpty && path.currentPoint == .zero && path.bounds.isNull)
    path.addLine(to: CGPoint(x: 5, y: 5))
    #expect(path.isEmpty)
    path.move(to: CGPoint(x: 0, y: 0))
    path.addCurve(
      to: CGPoint(x: 100, y: 0), controlPoint1: CGPoint(x: 0, y: 100), controlPoint2: CGPoint(x: 100, y: 100))
    path.addQuadCurve(to: CGPoint(x: 0, y: 0), controlPoint: CGPoint(x: 50, y: -40))
    #expect(path.currentPoint == .zero)
    #expect(path.bounds == CGRect(x: 0, y: -20, width: 100, height: 95))
    path.close()
    #expect(path.contains(CGPoint(x: 50, y: 70)) && !path.contains(CGPoint(x: 50, y: 76)))
    path.apply(CGAffineTransform(translationX: 10, y: 0))
    #expect(path.bounds.minX == 10)
    path.removeAllPoints()
    #expect(path.isEmpty)

    let ring = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    ring.append(UIBezierPath(rect: CGRect(x: 3, y: 3, width: 4, height: 4)))
    #expect(ring.contains(CGPoint(x: 5, y: 5)))
    ring.usesEvenOddFillRule = true
    #expect(!ring.contains(CGPoint(x: 5, y: 5)) && ring.contains(CGPoint(x: 1, y: 1)))
  }

  @Test("Reversing: a closed subpath keeps its start, an open one begins at its end, the last subpath comes first")
  func reversing() {
    let rect = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(Self.text(rect.reversing()) == "M 0 0 | L 0 1 | L 2 1 | L 2 0 | Z")
    #expect(rect.reversing().reversing().cgPath == rect.cgPath)

    let path = UIBezierPath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 1, y: 0))
    path.addCurve(to: CGPoint(x: 4, y: 0), controlPoint1: CGPoint(x: 2, y: 1), controlPoint2: CGPoint(x: 3, y: 2))
    path.addQuadCurve(to: CGPoint(x: 6, y: 0), controlPoint: CGPoint(x: 5, y: 5))
    path.append(rect)
    path.lineWidth = 3
    #expect(
      Self.text(path.reversing())
        == "M 0 0 | L 0 1 | L 2 1 | L 2 0 | Z | M 6 0 | Q 5 5 4 0 | C 3 2 2 1 1 0 | L 0 0")
    #expect(path.reversing().lineWidth == 3)

    // Under the non-zero rule a reversed rectangle is a hole.
    let ring = UIBezierPath(rect: CGRect(x: -1, y: -1, width: 5, height: 5))
    ring.append(rect.reversing())
    #expect(!ring.contains(CGPoint(x: 1, y: 0.5)) && ring.contains(CGPoint(x: 3, y: 3)))
    let oval = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 4, height: 2))
    #expect(oval.reversing().reversing().cgPath == oval.cgPath)
  }

  @Test("The style has UIKit's defaults, and copies carry it; cgPath is a copy both ways")
  func style() throws {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(path.lineWidth == 1 && path.lineCapStyle == .butt && path.lineJoinStyle == .miter)
    #expect(path.miterLimit == 10 && path.flatness == 0.6 && !path.usesEvenOddFillRule)
    path.lineCapStyle = .round
    path.setLineDash([4, 2], count: 2, phase: 1)
    let copy = try #require(path.copy() as? UIBezierPath)
    #expect(copy.lineCapStyle == .round && copy.cgPath == path.cgPath)
    var (count, phase, lengths) = (0, CGFloat(0), [CGFloat](repeating: 0, count: 2))
    copy.getLineDash(&lengths, count: &count, phase: &phase)
    #expect(count == 2 && phase == 1 && lengths == [4, 2])

    let snapshot = path.cgPath
    path.addLine(to: CGPoint(x: 9, y: 9))
    #expect(snapshot == copy.cgPath && path.cgPath != snapshot)
    let mutable = CGMutablePath()
    mutable.addRect(CGRect(x: 0, y: 0, width: 7, height: 7))
    copy.cgPath = mutable
    mutable.addRect(CGRect(x: 0, y: 0, width: 70, height: 70))
    #expect(copy.bounds.width == 7)
  }
}
