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

  @Test("12.10 colours by component, not premultiplied; no colour is the other one, transparent")
  func colors() {
    let half = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    #expect(
      AnimatableValue.color(Self.red).interpolated(to: .color(half), fraction: 0.5)
        == .color(CGColor(red: 0.5, green: 0, blue: 0.5, alpha: 0.75)))
    #expect(
      AnimatableValue.none.interpolated(to: .color(Self.red), fraction: 0.25)
        == .color(CGColor(red: 1, green: 0, blue: 0, alpha: 0.25)))
    #expect(
      AnimatableValue.color(Self.red).interpolated(to: .none, fraction: 0.25)
        == .color(CGColor(red: 1, green: 0, blue: 0, alpha: 0.75)))
    #expect(
      AnimatableValue.color(.black).interpolated(to: .color(.white), fraction: 3)
        == .color(CGColor(red: 1, green: 1, blue: 1, alpha: 1)))
  }

  @Test("12.11 transforms by their parts")
  func transforms() {
    let from = CATransform3DMakeTranslation(10, 0, 0)
    let to = CATransform3DRotate(CATransform3DMakeTranslation(20, 40, 0), 1, 0, 0, 1)
    let expected = CATransform3DRotate(CATransform3DMakeTranslation(15, 20, 0), 0.5, 0, 0, 1)
    #expect(near(mix(from, to, 0.5), expected))
    let further = CATransform3DRotate(CATransform3DMakeTranslation(25, 60, 0), 1.5, 0, 0, 1)
    #expect(near(mix(from, to, 1.5), further))
  }

  @Test("12.11 about any axis at constant speed, and by the shorter way")
  func rotations() {
    let to = CATransform3DMakeRotation(2, 1, 2, 3)
    #expect(near(mix(CATransform3DIdentity, to, 0.25), CATransform3DMakeRotation(0.5, 1, 2, 3)))
    let far = CATransform3DMakeRotation(1.5 * .pi, 0, 0, 1)
    #expect(near(mix(CATransform3DIdentity, far, 0.5), CATransform3DMakeRotation(-.pi / 4, 0, 0, 1)))
    let half = CATransform3DMakeRotation(.pi, 0, 0, 1)
    #expect(near(mix(CATransform3DIdentity, half, 0.5), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)))
  }

  @Test("12.11 a mirrored scale passes through 0, without turning")
  func mirrored() {
    #expect(near(mix(CATransform3DIdentity, CATransform3DMakeScale(-1, 1, 1), 0.25), CATransform3DMakeScale(0.5, 1, 1)))
  }

  @Test("12.11 to a singular transform entry by entry, and perspective by itself")
  func special() {
    let turned = CATransform3DMakeRotation(1, 0, 0, 1)
    let half = CATransform3DConcat(turned, CATransform3DMakeScale(0.5, 0.5, 0.5))
    #expect(near(mix(turned, CATransform3DMakeScale(0, 0, 0), 0.5), half))
    #expect(near(mix(CATransform3DIdentity, perspective(500), 0.5), perspective(1000)))
  }

  private func mix(_ from: CATransform3D, _ to: CATransform3D, _ fraction: Double) -> CATransform3D {
    AnimatableValue.transform(from).interpolated(to: .transform(to), fraction: fraction).transform
      ?? CATransform3DMakeScale(0, 0, 0)
  }

  @Test("12.12, 12.13 what has nothing in between jumps at one half")
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

  @Test("18.4 paths of the same elements go point by point")
  func paths() {
    let from = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let to = CGPath(rect: CGRect(x: 10, y: 20, width: 30, height: 10), transform: nil)
    let middle = CGPath(rect: CGRect(x: 5, y: 10, width: 20, height: 10), transform: nil)
    #expect(AnimatableValue.path(from).interpolated(to: .path(to), fraction: 0.5) == .path(middle))
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
