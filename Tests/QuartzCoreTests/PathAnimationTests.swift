import QuartzCore
import Testing

@Suite struct PathAnimationTests {
  static func along(_ path: CGPath, _ mode: CAAnimationCalculationMode = .linear) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path
    animation.calculationMode = mode
    animation.duration = 1
    animation.fillMode = .both
    return animation
  }

  static func isNear(_ a: CGPoint, _ x: Double, _ y: Double, _ tolerance: Double = 1e-9) -> Bool {
    near(a.x, x, tolerance) && near(a.y, y, tolerance)
  }

  static let hook: CGPath = {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 100, y: 0))
    path.addLine(to: CGPoint(x: 100, y: 300))
    return path
  }()

  @Test("13.2 a cubic at one half", arguments: [CAAnimationCalculationMode.linear, .paced, .cubic, .cubicPaced])
  func cubicCurve(mode: CAAnimationCalculationMode) throws {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100))
    #expect(try Self.isNear(sample(Self.along(path, mode), at: 0.5).position, 50, 75, 1e-6))
  }

  @Test(
    "13.1, 13.3 each line is an interval; a move is none",
    arguments: [(0.0, 0.0, 0.0), (0.25, 50, 0), (0.5, 100, 0), (0.75, 100, 150), (1, 100, 300)])
  func lines(time: Double, x: Double, y: Double) throws {
    let animation = Self.along(Self.hook)
    animation.values = [CGPoint(x: 9, y: 9)]
    #expect(try Self.isNear(sample(animation, at: time).position, x, y))
  }

  @Test(
    "13.6 paced: constant speed along the whole path", arguments: [(0.125, 50.0, 0.0), (0.25, 100, 0), (0.5, 100, 100)])
  func paced(time: Double, x: Double, y: Double) throws {
    #expect(try Self.isNear(sample(Self.along(Self.hook, .paced), at: time).position, x, y, 1e-6))
  }

  @Test(
    "X-A8: discrete: each line and curve holds its beginning, and the end never shows",
    arguments: [(0.3, 0.0, 0.0), (0.49, 0, 0), (0.5, 100, 0), (0.7, 100, 0), (0.99, 100, 0), (1, 100, 0)])
  func discrete(time: Double, x: Double, y: Double) throws {
    #expect(try Self.isNear(sample(Self.along(Self.hook, .discrete), at: time).position, x, y))
  }

  @Test("X-A7: discrete along a path, with key times", arguments: [[0.2, 0.9], [0.2, 0.9, 1]])
  func discreteTimes(times: [Double]) throws {
    let animation = Self.along(Self.hook, .discrete)
    animation.keyTimes = times.map { NSNumber(value: $0) }
    #expect(try Self.isNear(sample(animation, at: 0.85).position, 0, 0))
    #expect(try Self.isNear(sample(animation, at: 0.9).position, 100, 0))
  }

  @Test(
    "L-2: a closing line may lack its key time, and is not used then",
    arguments: [
      (0.1, 0.0, 0.0), (0.25, 50, 0), (0.4, 100, 50), (0.55, 50, 100), (0.6, 0, 100), (1, 0, 100),
    ])
  func closed(time: Double, x: Double, y: Double) throws {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 100, y: 0), CGPoint(x: 100, y: 100), CGPoint(x: 0, y: 100)])
    path.closeSubpath()
    let animation = Self.along(path)
    animation.keyTimes = [0.2, 0.3, 0.5, 0.6]
    #expect(try Self.isNear(sample(animation, at: time).position, x, y))
  }

  @Test("13.4 key times of a path: its beginning and each end")
  func keyTimes() throws {
    let animation = Self.along(Self.hook)
    animation.keyTimes = [0, 0.8, 1]
    #expect(try Self.isNear(sample(animation, at: 0.4).position, 50, 0))
  }

  @Test("13.2 a circle: constant speed, and no stop where it closes")
  func circle() throws {
    let circle = CGPath(ellipseIn: CGRect(x: -100, y: -100, width: 200, height: 200), transform: nil)
    for step in 0...16 {
      let angle = Double(step) / 8 * .pi
      let place = try sample(Self.along(circle, .paced), at: Double(step) / 16).position
      #expect(Self.isNear(place, 100 * cos(angle), 100 * sin(angle), 3e-2))
    }
    #expect(try Self.isNear(sample(Self.along(circle), at: 0.75).position, 0, -100))
  }

  @Test(
    "13.10 the layer turns with the path", arguments: [(0.25, 0.0), (0.75, Double.pi / 2)])
  func rotation(time: Double, angle: Double) throws {
    let animation = Self.along(Self.hook)
    animation.rotationMode = .rotateAuto
    #expect(try near(sample(animation, at: time).transform, CATransform3DMakeRotation(angle, 0, 0, 1)))
    animation.rotationMode = .rotateAutoReverse
    #expect(try near(sample(animation, at: time).transform, CATransform3DMakeRotation(angle + .pi, 0, 0, 1)))
    // It is added to the rotation that is there.
    var model = LayerValues()
    model.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    animation.rotationMode = .rotateAuto
    #expect(
      try near(sample(animation, at: time, over: model).transform, CATransform3DMakeRotation(angle + 0.5, 0, 0, 1)))
    animation.rotationMode = nil
    #expect(try sample(animation, at: time).transform == CATransform3DIdentity)
  }

  @Test("C-8: the layer turns before its transform")
  func rotationOverTransform() throws {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 0, y: 10)])
    let animation = Self.along(path)
    animation.rotationMode = .rotateAuto
    var model = LayerValues()
    model.transform = CATransform3DMakeScale(2, 3, 1)
    let turned = try sample(animation, at: 0.5, over: model).transform
    #expect(near(turned, CATransform3DRotate(model.transform, .pi / 2, 0, 0, 1)))
    #expect(near(turned.m12, 3) && near(turned.m21, -2))
  }

  @Test("13.10 a direction exists where a control point lies on its end")
  func cusp() throws {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(to: CGPoint(x: 0, y: 50), control1: .zero, control2: CGPoint(x: 0, y: 50))
    let animation = Self.along(path)
    animation.rotationMode = .rotateAuto
    for time in [0.0, 0.5, 1] {
      #expect(try near(sample(animation, at: time).transform, CATransform3DMakeRotation(.pi / 2, 0, 0, 1), 1e-6))
    }
  }

  @Test("13.1 the path is copied, and only points follow one")
  func pathProperty() throws {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    let animation = Self.along(path)
    path.addLine(to: CGPoint(x: 10, y: 500))
    #expect(try Self.isNear(sample(animation, at: 0.5).position, 5, 0))
    animation.keyPath = "opacity"
    #expect(issues(animation) == [.pathNeedsPoint(keyPath: "opacity")])
    animation.keyPath = "transform.translation"
    #expect(try near(sample(animation, at: 0.5).transform.m41, 5))
  }
}
