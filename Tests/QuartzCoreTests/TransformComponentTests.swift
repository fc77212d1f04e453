import TestSupport
import Testing

@testable import QuartzCore

@Suite struct TransformComponentTests {
  static func set(_ component: ValueComponent, _ number: Double, in transform: CATransform3D) -> CATransform3D {
    var value = AnimatableValue.transform(transform)
    value[component] = .number(number)
    return value.transform ?? transform
  }

  static func get(_ component: ValueComponent, of transform: CATransform3D) -> Double? {
    AnimatableValue.transform(transform)[component]?.number
  }

  @Test("12.3 one rotation of the identity is that rotation, exactly", arguments: [-3.0, -0.5, 0.1, 1.5, 2.5, 3.1])
  func singleRotation(angle: Double) {
    let identity = CATransform3DIdentity
    #expect(Self.set(.rotationZ, angle, in: identity) == CATransform3DMakeRotation(angle, 0, 0, 1))
    #expect(Self.set(.rotation, angle, in: identity) == CATransform3DMakeRotation(angle, 0, 0, 1))
    #expect(Self.set(.rotationX, angle, in: identity) == CATransform3DMakeRotation(angle, 1, 0, 0))
    #expect(Self.set(.rotationY, angle, in: identity) == CATransform3DMakeRotation(angle, 0, 1, 0))
    for component in [ValueComponent.rotationX, .rotationY, .rotationZ] {
      #expect(near(Self.get(component, of: Self.set(component, angle, in: identity)) ?? .nan, angle))
    }
  }

  @Test(
    "12.3, 12.4 angles read back as they were written",
    arguments: [(0.3, 0.5, -0.7), (1.2, -1.1, 0.4), (0.1, 2.5, 0.2), (2.9, 0.2, 1.0), (-1, 1.5, 1)])
  func angles(x: Double, y: Double, z: Double) {
    var t = CATransform3DIdentity
    t = Self.set(.rotationX, x, in: t)
    t = Self.set(.rotationY, y, in: t)
    t = Self.set(.rotationZ, z, in: t)
    #expect(near(Self.get(.rotationX, of: t) ?? .nan, x))
    #expect(near(Self.get(.rotationY, of: t) ?? .nan, y))
    #expect(near(Self.get(.rotationZ, of: t) ?? .nan, z))
    // The order is x, then y, then z.
    let expected = CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeRotation(x, 1, 0, 0), CATransform3DMakeRotation(y, 0, 1, 0)),
      CATransform3DMakeRotation(z, 0, 0, 1))
    #expect(near(t, expected))
  }

  @Test("12.3 a quarter turn about y leaves one angle for x and z, and the matrix survives")
  func gimbalLock() {
    var t = Self.set(.rotationY, .pi / 2, in: CATransform3DMakeRotation(0.4, 1, 0, 0))
    #expect(near(Self.get(.rotationY, of: t) ?? .nan, .pi / 2))
    #expect(near(Self.get(.rotationX, of: t) ?? .nan, 0.4))
    t = Self.set(.translationX, 5, in: t)
    #expect(near(Self.get(.rotationX, of: t) ?? .nan, 0.4))
  }

  @Test("12.3 scale, its mean, and mirrored scales read back")
  func scales() {
    let t = CATransform3DMakeScale(2, 3, 4)
    #expect(Self.get(.scale, of: t) == 3)
    #expect(Self.get(.scaleY, of: t) == 3)
    #expect(Self.set(.scale, 5, in: t) == CATransform3DMakeScale(5, 5, 5))
    for mirrored in [(-1.0, 1.0, 1.0), (1, -2, 1), (1, 1, -3), (-2, -2, -2)] {
      let t = CATransform3DMakeScale(mirrored.0, mirrored.1, mirrored.2)
      #expect(Self.get(.scaleX, of: t) == mirrored.0)
      #expect(Self.get(.scaleY, of: t) == mirrored.1)
      #expect(Self.get(.scaleZ, of: t) == mirrored.2)
      #expect(Self.get(.rotationZ, of: t) == 0)
    }
  }

  @Test("12.3 translation is a size; the third coordinate stays")
  func translation() {
    var value = AnimatableValue.transform(CATransform3DMakeTranslation(1, 2, 3))
    #expect(value[.translation] == .size(CGSize(width: 1, height: 2)))
    value[.translation] = .size(CGSize(width: 7, height: 8))
    #expect(value == .transform(CATransform3DMakeTranslation(7, 8, 3)))
    #expect(value[.translationZ] == .number(3))
  }

  @Test("12.4 a rotation over a perspective keeps it", arguments: [ValueComponent.rotationX, .rotationY, .rotationZ])
  func overPerspective(component: ValueComponent) {
    let base = perspective(500)
    let axis: (CGFloat, CGFloat, CGFloat) =
      component == .rotationX ? (1, 0, 0) : component == .rotationY ? (0, 1, 0) : (0, 0, 1)
    let turned = Self.set(component, 0.8, in: base)
    #expect(near(turned, CATransform3DRotate(base, 0.8, axis.0, axis.1, axis.2)))
    #expect(near(Self.set(component, 0, in: turned), base))
  }

  @Test(
    "12.4 a transform that crushes an axis grows back upright",
    arguments: [(0.0, 0.0, 0.0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])
  func singular(x: Double, y: Double, z: Double) {
    let grown = Self.set(.scale, 1, in: CATransform3DMakeScale(x, y, z))
    #expect(near(grown, CATransform3DIdentity))
  }

  @Test("12.4 what is taken apart goes together again")
  func roundTrip() {
    var numbers = SeededRandom(seed: 42)
    func random() -> CGFloat { numbers.number(-2...2) }
    for _ in 0..<500 {
      let t = CATransform3D(
        m11: random(), m12: random(), m13: random(), m14: random() / 100, m21: random(), m22: random(), m23: random(),
        m24: random() / 100, m31: random(), m32: random(), m33: random(), m34: random() / 100, m41: random() * 100,
        m42: random() * 100, m43: random() * 100, m44: 1)
      let parts = TransformDecomposition(t)
      #expect(parts.isSingular || near(parts.composed, t, 1e-8))
      let r = parts.rotation
      #expect(near(r.x.dot(r.y.cross(r.z)), 1))
      var again = parts
      again.rotation = RotationMatrix(angles: r.angles)
      #expect(near(again.composed, parts.composed, 1e-7))
      again.rotation = Quaternion(r).matrix
      #expect(near(again.composed, parts.composed, 1e-8))
    }
  }
}
