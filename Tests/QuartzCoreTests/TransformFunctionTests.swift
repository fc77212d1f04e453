import QuartzCore
import Testing

@Suite struct TransformFunctionTests {
  @Test("2.21 row vectors: translation in the last row, concatenation from left to right")
  func conventions() {
    let move = CATransform3DMakeTranslation(10, 20, 30)
    #expect((move.m41, move.m42, move.m43) == (10, 20, 30))
    #expect(CATransform3DTranslate(CATransform3DMakeScale(2, 2, 2), 10, 0, 0).m41 == 20)
    #expect(CATransform3DScale(CATransform3DMakeTranslation(10, 0, 0), 2, 2, 2).m41 == 10)
    let a = CATransform3DMakeScale(2, 3, 4)
    #expect(CATransform3DConcat(a, move).m41 == 10)
    #expect(CATransform3DConcat(move, a).m41 == 20)
  }

  @Test("2.22 a quarter turn about z")
  func quarterTurn() {
    let t = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(near(t.m11, 0) && near(t.m12, 1) && near(t.m21, -1) && near(t.m22, 0))
    #expect(t.m33 == 1)
  }

  @Test("2.22 rotations about a main axis keep it exactly", arguments: [(1.0, 0.0, 0.0), (0, -2, 0), (0, 0, 1)])
  func mainAxis(x: Double, y: Double, z: Double) {
    let t = CATransform3DMakeRotation(0.3, x, y, z)
    #expect([t.m11, t.m22, t.m33].contains(1))
    #expect(near(CATransform3DConcat(t, CATransform3DMakeRotation(-0.3, x, y, z)), CATransform3DIdentity))
  }

  @Test("2.23 a rotation about nothing is the identity")
  func noAxis() {
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
  }

  @Test("2.24 the inverse, and a singular transform's")
  func inverse() {
    var t = CATransform3DRotate(CATransform3DMakeTranslation(3, -4, 5), 0.7, 1, 2, 3)
    t.m34 = -1 / 500
    t = CATransform3DScale(t, 2, 3, 0.5)
    #expect(near(CATransform3DConcat(t, CATransform3DInvert(t)), CATransform3DIdentity))
    #expect(near(CATransform3DConcat(CATransform3DInvert(t), t), CATransform3DIdentity))
    let flat = CATransform3DMakeScale(1, 0, 1)
    #expect(CATransform3DInvert(flat) == flat)
  }

  @Test(
    "2.25 what is not affine",
    arguments: [
      CATransform3DMakeScale(1, 1, 2), CATransform3DMakeTranslation(0, 0, 1), CATransform3DMakeRotation(1, 1, 0, 0),
      CATransform3DMakeRotation(1, 0, 1, 0), perspective(500),
    ])
  func notAffine(transform: CATransform3D) { #expect(!CATransform3DIsAffine(transform)) }

  @Test("2.25 what is affine, and its way there and back")
  func affine() {
    let flat = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let transform = CATransform3DMakeAffineTransform(flat)
    #expect(CATransform3DIsAffine(transform))
    #expect(CATransform3DGetAffineTransform(transform) == flat)
  }

  @Test("2.26 equality is exact")
  func equality() {
    var t = CATransform3DIdentity
    t.m11 = 1.nextUp
    #expect(!CATransform3DEqualToTransform(t, CATransform3DIdentity))
    #expect(CATransform3DEqualToTransform(t, t))
    #expect(!CATransform3DIsIdentity(t))
  }
}

/// A transform with the vanishing point `distance` points away.
func perspective(_ distance: Double) -> CATransform3D {
  var t = CATransform3DIdentity
  t.m34 = -1 / distance
  return t
}
