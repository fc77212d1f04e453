import QuartzCore
import Testing

@Suite struct TimingFunctionTests {
  static func points(_ function: CAMediaTimingFunction) -> [Float] {
    (0...3).flatMap { index in
      var point: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &point)
      return point
    }
  }

  @Test(
    "11.2, 11.3 control points of the named functions",
    arguments: [
      (CAMediaTimingFunctionName.linear, [Float(0), 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
      (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
    ])
  func named(name: CAMediaTimingFunctionName, inner: [Float]) {
    #expect(Self.points(CAMediaTimingFunction(name: name)) == [0, 0] + inner + [1, 1])
  }

  @Test(
    "11.4 values",
    arguments: [
      (CAMediaTimingFunction(name: .easeIn), 0.25, 0.093465), (CAMediaTimingFunction(name: .easeIn), 0.5, 0.315357),
      (CAMediaTimingFunction(name: .easeIn), 0.75, 0.621861), (CAMediaTimingFunction(name: .easeOut), 0.25, 0.378140),
      (CAMediaTimingFunction(name: .easeOut), 0.5, 0.684643), (CAMediaTimingFunction(name: .easeOut), 0.75, 0.906535),
      (CAMediaTimingFunction(name: .easeInEaseOut), 0.25, 0.129162),
      (CAMediaTimingFunction(name: .easeInEaseOut), 0.75, 0.870838),
      (CAMediaTimingFunction(controlPoints: 0.5, 0, 0.5, 1), 0.25, 0.105889),
    ])
  func values(function: CAMediaTimingFunction, time: Double, value: Double) {
    // The measured numbers are good to 1e-5; the exact ones are in the property test below.
    #expect(abs(function.curve.value(at: time) - value) < 1e-5)
  }

  @Test("11.5 input is clamped, ends are exact", arguments: [(-3.0, 0.0), (0, 0), (1, 1), (1.5, 1)])
  func ends(time: Double, value: Double) {
    for name in [CAMediaTimingFunctionName.linear, .easeIn, .easeOut, .easeInEaseOut, .default] {
      #expect(CAMediaTimingFunction(name: name).curve.value(at: time) == value)
    }
  }

  @Test("11.7 output leaves 0...1 where the control points do")
  func overshoot() {
    let curve = CAMediaTimingFunction(controlPoints: 0.3, 1.8, 0.7, 1).curve
    #expect((1...99).contains { curve.value(at: Double($0) / 100) > 1 })
  }

  /// y(s) where x(s) = time, by bisection of the Bernstein form in extended precision where there is any.
  private func reference(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ time: Double) -> Double {
    #if arch(x86_64)
    typealias Real = Float80
    #else
    typealias Real = Double
    #endif
    func bezier(_ p1: Double, _ p2: Double, _ s: Real) -> Real {
      let r = 1 - s
      return 3 * r * r * s * Real(p1) + 3 * r * s * s * Real(p2) + s * s * s
    }
    var (low, high): (Real, Real) = (0, 1)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < Real(time) { low = middle } else { high = middle }
    }
    return Double(bezier(y1, y2, (low + high) / 2))
  }

  @Test("11.1 every curve is solved to 1e-6, also where its x coordinate stands still")
  func property() {
    let grid: [Float] = [0, 0.001, 0.1, 0.25, 0.42, 0.5, 0.75, 0.999, 1]
    var worst = 0.0
    for x1 in grid {
      for x2 in grid {
        for (y1, y2) in [(Float(0), Float(1)), (1, 0), (-1, 2), (0.1, 0.3)] {
          let curve = CAMediaTimingFunction(controlPoints: x1, y1, x2, y2).curve
          for step in 1..<50 {
            let time = Double(step) / 50 + (step % 2 == 0 ? 0 : 1e-5)
            let exact = reference(Double(x1), Double(y1), Double(x2), Double(y2), time)
            worst = max(worst, abs(curve.value(at: time) - exact))
          }
        }
      }
    }
    #expect(worst < 1e-6)
  }

  @Test("Control points outside 0...1 in time are kept, and count as the nearer bound")
  func outside() {
    let function = CAMediaTimingFunction(controlPoints: -0.5, 0, 1.5, 1)
    #expect(Self.points(function) == [0, 0, -0.5, 0, 1.5, 1, 1, 1])
    #expect(function.curve == CAMediaTimingFunction(controlPoints: 0, 0, 1, 1).curve)
  }

  @Test("11.8 an unknown name ends the process")
  func unknownName() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: "wobble"))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("wobble"), "\(message)")
  }
}
