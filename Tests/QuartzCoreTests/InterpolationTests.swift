import QuartzCore
import Testing

@Suite struct InterpolationTests {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  @Test(
    "12.10 per component, and beyond the ends",
    arguments: [
      (AnimatableValue.number(1), AnimatableValue.number(3), 0.25, AnimatableValue.number(1.5)),
      (.number(1), .number(3), -0.5, .number(0)), (.number(1), .number(3), 1.5, .number(4)),
      (.point(CGPoint(x: 0, y: 10)), .point(CGPoint(x: 10, y: 30)), 0.5, .point(CGPoint(x: 5, y: 20))),
      (
        .size(CGSize(width: 0, height: 1)), .size(CGSize(width: 4, height: 2)), 0.25,
        .size(CGSize(width: 1, height: 1.25))
      ),
      (
        .rect(CGRect(x: 0, y: 0, width: 10, height: 10)), .rect(CGRect(x: 4, y: 8, width: 20, height: 0)), 0.5,
        .rect(CGRect(x: 2, y: 4, width: 15, height: 5))
      ),
      (.numbers([0, 1]), .numbers([2, 3]), 0.5, .numbers([1, 2])),
    ])
  func components(from: AnimatableValue, to: AnimatableValue, fraction: Double, expected: AnimatableValue) {
    #expect(from.interpolated(to: to, fraction: fraction) == expected)
  }

  @Test("12.10, X-A13: colours by component, not premultiplied; between a colour and none there is none")
  func colors() {
    let half = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    #expect(
      AnimatableValue.color(Self.red).interpolated(to: .color(half), fraction: 0.5)
        == .color(CGColor(red: 0.5, green: 0, blue: 0.5, alpha: 0.75)))
    let (red, none) = (AnimatableValue.color(Self.red), AnimatableValue.none)
    for fraction in [0.01, 0.25, 0.5, 0.99] {
      #expect(none.interpolated(to: red, fraction: fraction) == none)
      #expect(red.interpolated(to: none, fraction: fraction) == none)
    }
    #expect(none.interpolated(to: red, fraction: 1) == red && red.interpolated(to: none, fraction: 0) == red)
    #expect(
      AnimatableValue.color(.black).interpolated(to: .color(.white), fraction: 3)
        == .color(CGColor(red: 1, green: 1, blue: 1, alpha: 1)))
  }

  @Test("X-A15: transforms by their parts")
  func transforms() {
    let from = CATransform3DMakeTranslation(10, 0, 0)
    let to = CATransform3DRotate(CATransform3DMakeTranslation(20, 40, 0), 1, 0, 0, 1)
    let expected = CATransform3DRotate(CATransform3DMakeTranslation(15, 20, 0), 0.5, 0, 0, 1)
    #expect(near(mix(from, to, 0.5), expected))
    let further = CATransform3DRotate(CATransform3DMakeTranslation(25, 60, 0), 1.5, 0, 0, 1)
    #expect(near(mix(from, to, 1.5), further))
  }

  @Test("X-A15, X-A16: about any axis at constant speed, and by the shorter way")
  func rotations() {
    let to = CATransform3DMakeRotation(2, 1, 2, 3)
    #expect(near(mix(CATransform3DIdentity, to, 0.25), CATransform3DMakeRotation(0.5, 1, 2, 3)))
    let far = CATransform3DMakeRotation(1.5 * .pi, 0, 0, 1)
    #expect(near(mix(CATransform3DIdentity, far, 0.5), CATransform3DMakeRotation(-.pi / 4, 0, 0, 1)))
  }

  @Test(
    "X-A15, X-A16: transforms of the plane, a quarter of the way (m11, m12, m21, m22) on Apple's system",
    arguments: [
      // A shear.
      (
        CGAffineTransform.identity, CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), 0.25,
        [1, 0, 0.1151, 1.0023]
      ),
      (.identity, CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0), 0.5, [1, 0, 0.2368, 1.0031]),
      (.identity, CGAffineTransform(rotationAngle: 1.5).scaledBy(x: 2, y: 1), 0.25, [1.1631, 0.4578, -0.3663, 0.9305]),
      // What mirrors x at one end and y at the other is half a turn.
      (CGAffineTransform(scaleX: -1, y: 1), CGAffineTransform(scaleX: 1, y: -1), 0.25, [-h, -h, -h, h]),
      // Half a turn goes the negative way, 270 degrees as -90.
      (.identity, CGAffineTransform(rotationAngle: .pi), 0.25, [h, -h, h, h]),
      (.identity, CGAffineTransform(scaleX: -1, y: -1), 0.25, [h, -h, h, h]),
      (.identity, CGAffineTransform(rotationAngle: 1.5 * .pi), 0.5, [h, -h, h, h]),
    ])
  func plane(from: CGAffineTransform, to: CGAffineTransform, fraction: Double, expected: [Double]) {
    let t = mix(CATransform3DMakeAffineTransform(from), CATransform3DMakeAffineTransform(to), fraction)
    for (entry, value) in zip([t.m11, t.m12, t.m21, t.m22], expected) { #expect(near(Double(entry), value, 6e-5)) }
    #expect(CATransform3DIsAffine(t))
  }

  private static let h = 0.5.squareRoot()

  @Test(
    "X-A15: the way between transforms of the plane meets both, and translation goes straight",
    arguments: [0.5, 2, 4], [-1.0, 1])
  func planeEnds(angle: Double, mirror: Double) {
    let from = CATransform3DMakeAffineTransform(
      CGAffineTransform(a: 1, b: 0.3, c: -0.5, d: 2, tx: 10, ty: -20).rotated(by: 1).scaledBy(x: mirror, y: 1))
    let to = CATransform3DMakeAffineTransform(
      CGAffineTransform(rotationAngle: angle).scaledBy(x: 3, y: mirror * 0.2).translatedBy(x: 5, y: 5))
    #expect(near(mix(from, to, 1e-9), from, 1e-7) && near(mix(from, to, 1 - 1e-9), to, 1e-7))
    #expect(near(Double(mix(from, to, 0.25).m41), Double(from.m41 + (to.m41 - from.m41) / 4)))
  }

  @Test("X-A15: a mirrored scale passes through 0, without turning")
  func mirrored() {
    #expect(near(mix(CATransform3DIdentity, CATransform3DMakeScale(-1, 1, 1), 0.25), CATransform3DMakeScale(0.5, 1, 1)))
  }

  @Test("12.11 to and from a singular transform there is no way", arguments: [0, 0.3, 1])
  func singular(fraction: Double) {
    let turned = CATransform3DMakeRotation(1, 0, 0, 1)
    for flat in [CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(1, 0, 1)] {
      let (a, b) = (AnimatableValue.transform(turned), AnimatableValue.transform(flat))
      #expect(a.interpolated(to: b, fraction: fraction).transform == nil)
      #expect(b.interpolated(to: a, fraction: fraction).transform == nil)
    }
  }

  @Test("Perspective goes by itself")
  func special() {
    #expect(near(mix(CATransform3DIdentity, perspective(500), 0.5), perspective(1000)))
  }

  private func mix(_ from: CATransform3D, _ to: CATransform3D, _ fraction: Double) -> CATransform3D {
    AnimatableValue.transform(from).interpolated(to: .transform(to), fraction: fraction).transform
      ?? CATransform3DMakeScale(0, 0, 0)
  }

  @Test("12.12, X-A11: what has nothing in between jumps at one half")
  func steps() {
    let (a, b) = (AnimatableValue.string("top"), AnimatableValue.string("left"))
    #expect(a.interpolated(to: b, fraction: 0.49) == a)
    #expect(a.interpolated(to: b, fraction: 0.5) == b)
    #expect(a.interpolated(to: .number(1), fraction: 0.2) == a)
    let line = CGMutablePath()
    line.addLines(between: [.zero, CGPoint(x: 1, y: 1)])
    let box = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    #expect(AnimatableValue.path(line).interpolated(to: .path(box), fraction: 0.6) == .path(box))
  }

  @Test("18.4, L-6: paths of the same elements go point by point")
  func paths() {
    let from = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let to = CGPath(rect: CGRect(x: 10, y: 20, width: 30, height: 10), transform: nil)
    let middle = CGPath(rect: CGRect(x: 5, y: 10, width: 20, height: 10), transform: nil)
    #expect(AnimatableValue.path(from).interpolated(to: .path(to), fraction: 0.5) == .path(middle))
  }

  @Test("L-6: paths whose elements differ only in line and curve go point by point")
  func mixedPaths() {
    let (straight, bent, other) = (CGMutablePath(), CGMutablePath(), CGMutablePath())
    for path in [straight, bent, other] { path.move(to: .zero) }
    straight.addLine(to: CGPoint(x: 8, y: 0))
    bent.addCurve(to: CGPoint(x: 8, y: 8), control1: CGPoint(x: 0, y: 8), control2: CGPoint(x: 4, y: 8))
    for path in [straight, bent] { path.closeSubpath() }
    other.addLine(to: CGPoint(x: 8, y: 0))
    let middle = CGMutablePath()
    middle.move(to: .zero)
    middle.addCurve(to: CGPoint(x: 8, y: 2), control1: CGPoint(x: 0, y: 2), control2: CGPoint(x: 7, y: 2))
    middle.closeSubpath()
    let line = AnimatableValue.path(straight)
    #expect(line.interpolated(to: .path(bent), fraction: 0.25) == .path(middle))
    #expect(AnimatableValue.path(bent).interpolated(to: line, fraction: 0.75) == .path(middle))
    #expect(line.interpolated(to: .path(other), fraction: 0.25) == line)
    // At its end the line is a line again.
    #expect(AnimatableValue.path(bent).interpolated(to: line, fraction: 1) == line)
  }

  @Test("12.15 sums: numbers add, transforms concatenate, the added one first")
  func sums() {
    #expect(AnimatableValue.number(1).adding(.number(2)) == .number(3))
    #expect(
      AnimatableValue.point(CGPoint(x: 1, y: 2)).adding(.point(CGPoint(x: 3, y: 4))) == .point(CGPoint(x: 4, y: 6)))
    let base = CATransform3DMakeTranslation(10, 0, 0)
    let turn = CATransform3DMakeRotation(1, 0, 0, 1)
    #expect(
      AnimatableValue.transform(base).adding(.transform(turn)) == .transform(CATransform3DRotate(base, 1, 0, 0, 1)))
    #expect(AnimatableValue.string("a").adding(.string("b")) == nil)
    let back = AnimatableValue.transform(CATransform3DRotate(base, 1, 0, 0, 1)).subtracting(.transform(turn))
    #expect(near(back?.transform ?? turn, base))
  }

  @Test("Distances", arguments: [(3.0, 4.0, 5.0), (0, 0, 0)])
  func distances(x: Double, y: Double, expected: Double) {
    #expect(AnimatableValue.point(.zero).distance(to: .point(CGPoint(x: x, y: y))) == expected)
    #expect(AnimatableValue.string("a").distance(to: .string("b")) == nil)
  }
}
