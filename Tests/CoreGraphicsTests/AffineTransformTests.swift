import CoreGraphics
import Testing

@Suite struct AffineTransformTests {
  static func near(_ a: CGAffineTransform, _ b: CGAffineTransform) -> Bool {
    [a.a - b.a, a.b - b.b, a.c - b.c, a.d - b.d, a.tx - b.tx, a.ty - b.ty].allSatisfy { abs($0) < 1e-9 }
  }

  static let sample = CGAffineTransform(a: 1, b: 2, c: -3, d: 4, tx: 5, ty: 6)

  @Test("Points move by x' = a x + c y + tx, y' = b x + d y + ty")
  func points() {
    #expect(CGPoint(x: 1, y: 1).applying(Self.sample) == CGPoint(x: 3, y: 12))
    #expect(CGSize(width: 1, height: 1).applying(Self.sample) == CGSize(width: -2, height: 6))
  }

  @Test("A positive angle turns x toward y")
  func rotation() {
    let point = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(point.x) < 1e-12 && point.y == 1)
  }

  @Test("Concatenation goes from left to right; new operations come first")
  func order() {
    let move = CGAffineTransform(translationX: 10, y: 0)
    let scale = CGAffineTransform(scaleX: 2, y: 2)
    #expect(CGPoint.zero.applying(move.concatenating(scale)) == CGPoint(x: 20, y: 0))
    #expect(CGPoint.zero.applying(move.scaledBy(x: 2, y: 2)) == CGPoint(x: 10, y: 0))
    #expect(CGPoint.zero.applying(scale.translatedBy(x: 10, y: 0)) == CGPoint(x: 20, y: 0))
    #expect(Self.near(move.rotated(by: 1), CGAffineTransform(rotationAngle: 1).concatenating(move)))
  }

  @Test("The inverse, and a singular transform's")
  func inverse() {
    #expect(Self.near(Self.sample.concatenating(Self.sample.inverted()), .identity))
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test("A rectangle becomes the bounding box of its corners")
  func rectangles() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let corners = [(1.0, 2.0), (4, 2), (1, 6), (4, 6)].map { CGPoint(x: $0.0, y: $0.1).applying(Self.sample) }
    let box = rect.applying(Self.sample)
    #expect(box.minX == corners.map { $0.x }.min() && box.maxX == corners.map { $0.x }.max())
    #expect(box.minY == corners.map { $0.y }.min() && box.maxY == corners.map { $0.y }.max())
    #expect(CGRect.null.applying(Self.sample).isNull)
  }

  @Test(
    "Components make up the transform they came from",
    arguments: [
      sample, .identity, CGAffineTransform(rotationAngle: 2), CGAffineTransform(scaleX: -2, y: 3),
      CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), CGAffineTransform(scaleX: 0, y: 2),
    ])
  func components(transform: CGAffineTransform) {
    #expect(Self.near(CGAffineTransform(transform.decomposed()), transform))
  }

  @Test("Zeros and the identity")
  func basics() {
    #expect(CGAffineTransform() == CGAffineTransform(0, 0, 0, 0, 0, 0))
    #expect(CGAffineTransform.identity.isIdentity && !Self.sample.isIdentity)
    #expect(CGVector.zero == CGVector(dx: 0.0, dy: 0.0))
  }
}
