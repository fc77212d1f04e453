// Flashes against the definition's numbers: a rectangle that changes between two colours at a rate, of a size.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct FlashTests {
  /// A card of a part of the frame's width and height that shows one colour, then the other, `rate` times a second.
  private func found(
    _ rules: CheckRule..., rate: Double, part: Double = 0.5, _ first: [CGFloat] = [0, 0, 0],
    _ second: [CGFloat] = [1, 1, 1]
  ) throws -> [Finding] {
    try checkReport(width: 480, height: 270, duration: 2) {
      let layer = card("Flash", 30, 30, 480 * part, 270 * part)
      let change = CAKeyframeAnimation(keyPath: "backgroundColor")
      change.values = [first, second].map { CGColor(red: $0[0], green: $0[1], blue: $0[2], alpha: 1) }
      change.calculationMode = .discrete
      change.keyTimes = [0, 0.5, 1]
      (change.duration, change.repeatCount) = (1 / rate, .greatestFiniteMagnitude)
      layer.add(change, forKey: "flash")
      return stage(
        [layer], on: CGColor(red: first[0], green: first[1], blue: first[2], alpha: 1), width: 480, height: 270)
    }.findings.filter { rules.contains($0.rule) }
  }

  @Test(
    "More than three a second are told, three are not", arguments: [(5.0, true), (4, true), (3, false), (1, false)])
  func rates(rate: Double, isFound: Bool) throws {
    let found = try found(.flashes, rate: rate)
    #expect(found.isEmpty == !isFound)
    if isFound { #expect(found[0].severity == .error && found[0].times.count == 1) }
  }

  /// A quarter of a third by a third of the frame is 1/36 of it.
  @Test("A quarter of ten degrees of the view", arguments: [(0.2, true), (0.14, false), (0.05, false)])
  func areas(part: Double, isFound: Bool) throws {
    #expect(try found(.flashes, rate: 5, part: part).isEmpty == !isFound)
  }

  /// A gray of relative luminance L has the component that sRGB's curve gives.
  private func gray(_ luminance: Double) -> [CGFloat] {
    let value = luminance <= 0.0031308 ? luminance * 12.92 : 1.055 * pow(luminance, 1 / 2.4) - 0.055
    return Array(repeating: CGFloat(value), count: 3)
  }

  @Test(
    "A tenth of relative luminance, the darker below 0.80",
    arguments: [(0.3, 0.42, true), (0.3, 0.38, false), (0.7, 0.85, true), (0.83, 0.98, false)])
  func luminances(dark: Double, light: Double, isFound: Bool) throws {
    #expect(try found(.flashes, rate: 5, gray(dark), gray(light)).isEmpty == !isFound)
  }

  /// A picture that fills the frame and is moved by an animation.
  private func found(_ animation: CAAnimation, in make: @escaping () -> CALayer) throws -> [Finding] {
    try checkReport(width: 480, height: 270, duration: 2) {
      let layer = make()
      layer.add(animation, forKey: "move")
      return stage([layer], width: 480, height: 270)
    }.findings.filter { $0.rule == .flashes }
  }

  /// Each pixel of it changes six times a second, and as many become bright at a time as become dark.
  @Test("A wheel with spokes does not flash")
  func wheel() throws {
    let path = CGMutablePath()
    for spoke in 0..<6 {
      let start = Double(spoke) * .pi / 3
      path.move(to: CGPoint(x: 135, y: 135))
      path.addArc(
        center: CGPoint(x: 135, y: 135), radius: 135, startAngle: start, endAngle: start + .pi / 6, clockwise: false)
      path.closeSubpath()
    }
    func wheel() -> CALayer {
      let wheel = CAShapeLayer()
      wheel.frame = CGRect(x: 105, y: 0, width: 270, height: 270)
      (wheel.path, wheel.fillColor) = (path, CGColor(gray: 1, alpha: 1))
      return wheel
    }
    let turn = animation("transform.rotation.z", from: 0, to: 2 * Double.pi, duration: 1, repeats: 10)
    #expect(try found(turn, in: wheel).isEmpty)
    let blink = animation("opacity", from: 1, to: 0, duration: 0.1, repeats: 100)
    blink.autoreverses = true
    #expect(try found(blink, in: wheel).count == 1)
  }

  /// Its parts become bright by as much at other times.
  @Test("A flash of many brightnesses, which comes and goes slowly")
  func gradients() throws {
    func light() -> CALayer {
      let light = CAGradientLayer()
      light.frame = CGRect(x: 0, y: 0, width: 480, height: 270)
      light.colors = [CGColor(gray: 0.5, alpha: 1), CGColor(gray: 1, alpha: 1)]
      return light
    }
    let fade = animation("opacity", from: 0, to: 1, duration: 0.125, repeats: 100)
    fade.autoreverses = true
    #expect(try found(fade, in: light).count == 1)
    let slow = animation("opacity", from: 0, to: 1, duration: 0.2, repeats: 100)
    slow.autoreverses = true
    #expect(try found(slow, in: light).isEmpty)
  }

  @Test("Red flashes")
  func reds() throws {
    // Both of relative luminance 0.2126: no general flash.
    let green = pow(0.2126 / 0.7152, 1 / 2.4) * 1.055 - 0.055
    let (red, other): ([CGFloat], [CGFloat]) = ([1, 0, 0], [0, CGFloat(green), 0])
    #expect(try found(.redFlashes, .flashes, rate: 5, other, red).map(\.rule) == [.redFlashes])
    #expect(try found(.redFlashes, rate: 3, other, red).isEmpty)
    #expect(try found(.redFlashes, rate: 5, [0, 0, 0], [1, 1, 1]).isEmpty)
  }
}
