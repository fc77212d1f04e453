// Animations whose values lead nowhere: infinite ones, numbers that are none, singular transforms, lists of different
// lengths. What shows is what shows without them.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("C-12 values that lead nowhere leave the model's") struct UnusableValueTests {
  /// What a layer shows halfway through an animation, and at its two ends.
  private func shown<Layer: CALayer, Value>(
    _ layer: Layer, _ animation: CAAnimation, _ value: (Layer) -> Value
  ) throws -> [Value] {
    let stage = HostedLayer(layer)
    animation.duration = 1
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "a")
    return try [0, 0.25, 0.5, 0.9, 1, 2].map { time in
      stage.advance(to: time)
      stage.host.flush()
      return value(try #require(layer.presentation()))
    }
  }

  private func layer() -> CALayer {
    let layer = CALayer()
    layer.position = CGPoint(x: 12, y: 34)
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    return layer
  }

  @Test("C-12 basic animations from, to and by what is not finite", arguments: [Double.infinity, -.infinity, .nan])
  func basic(wild: Double) throws {
    let points = [CGPoint(x: wild, y: 0), CGPoint(x: 0, y: wild)]
    for point in points {
      let settings: [(CABasicAnimation) -> Void] = [
        { $0.fromValue = point }, { $0.toValue = point }, { $0.byValue = point },
        { ($0.fromValue, $0.toValue) = (point, CGPoint.zero) }, { ($0.fromValue, $0.toValue) = (CGPoint.zero, point) },
      ]
      for set in settings {
        let animation = CABasicAnimation(keyPath: "position")
        set(animation)
        #expect(try shown(layer(), animation, \.position).allSatisfy { $0 == CGPoint(x: 12, y: 34) })
      }
    }
    let opacity = CABasicAnimation(keyPath: "opacity")
    opacity.fromValue = wild
    #expect(try shown(layer(), opacity, \.opacity).allSatisfy { $0 == 1 })
  }

  @Test("C-12 keyframes, and a path, with one number that is not finite", arguments: [Double.infinity, .nan])
  func keyframes(wild: Double) throws {
    let values = CAKeyframeAnimation(keyPath: "position.x")
    values.values = [0, wild, 10]
    #expect(try shown(layer(), values, \.position.x).allSatisfy { $0 == 12 })
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: wild, y: 10))
    let along = CAKeyframeAnimation(keyPath: "position")
    along.path = path
    along.rotationMode = .rotateAuto
    for (position, transform) in try shown(layer(), along, { ($0.position, $0.transform) }) {
      #expect(position == CGPoint(x: 12, y: 34))
      #expect(CATransform3DEqualToTransform(transform, CATransform3DMakeScale(2, 3, 1)))
    }
    let shape = CAShapeLayer()
    let own = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
    shape.path = own
    let morph = CABasicAnimation(keyPath: "path")
    morph.fromValue = path
    #expect(try shown(shape, morph, \.path).allSatisfy { $0 == own })
  }

  @Test("C-12 finite values whose way is not: all of the animation's properties stay")
  func overflow() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: -CGFloat.greatestFiniteMagnitude, y: 0))
    path.addLine(to: CGPoint(x: CGFloat.greatestFiniteMagnitude, y: 0))
    for mode in [CAAnimationCalculationMode.linear, .paced] {
      let animation = CAKeyframeAnimation(keyPath: "position")
      (animation.path, animation.calculationMode, animation.rotationMode) = (path, mode, .rotateAuto)
      for (position, transform) in try shown(layer(), animation, { ($0.position, $0.transform) })[1...3] {
        #expect(position == CGPoint(x: 12, y: 34))
        #expect(CATransform3DEqualToTransform(transform, CATransform3DMakeScale(2, 3, 1)))
      }
    }
    // The transform that the layer would turn before overflows: the position stays, too.
    let huge = layer()
    huge.transform.m11 = .greatestFiniteMagnitude
    huge.transform.m21 = .greatestFiniteMagnitude
    let short = CGMutablePath()
    short.addLines(between: [.zero, CGPoint(x: 10, y: 10)])
    let turning = CAKeyframeAnimation(keyPath: "position")
    (turning.path, turning.rotationMode) = (short, .rotateAuto)
    #expect(try shown(huge, turning, \.position).allSatisfy { $0 == CGPoint(x: 12, y: 34) })
    // A sum that overflows.
    let far = layer()
    far.position.x = .greatestFiniteMagnitude
    let sum = CABasicAnimation(keyPath: "position.x")
    (sum.fromValue, sum.toValue, sum.isAdditive) = (0, CGFloat.greatestFiniteMagnitude, true)
    #expect(try shown(far, sum, \.position.x).allSatisfy { $0 == .greatestFiniteMagnitude })
  }

  @Test("12.11, C-12 to, from and by a singular transform nothing moves")
  func singular() throws {
    let own = CATransform3DMakeScale(2, 3, 1)
    for flat in [CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(0, 0, 0)] {
      let settings: [(CABasicAnimation) -> Void] = [
        { $0.fromValue = flat }, { $0.toValue = flat },
        { ($0.fromValue, $0.toValue) = (flat, CATransform3DIdentity) },
        { ($0.byValue, $0.toValue) = (flat, CATransform3DMakeTranslation(30, 0, 0)) },
      ]
      for set in settings {
        let animation = CABasicAnimation(keyPath: "transform")
        set(animation)
        #expect(try shown(layer(), animation, \.transform).allSatisfy { CATransform3DEqualToTransform($0, own) })
      }
    }
    // The intervals of keyframes count one by one.
    let keyframes = CAKeyframeAnimation(keyPath: "transform")
    keyframes.values = [
      CATransform3DMakeScale(4, 4, 1), CATransform3DMakeScale(8, 8, 1), CATransform3DMakeScale(0, 0, 1),
    ]
    let scales = try shown(layer(), keyframes) { Double($0.transform.m11) }
    #expect(scales[0...1] == [4, 6] && scales[3...] == [2, 2, 2])
    // So do those that begin and end with the same singular transform.
    keyframes.values = [CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(0, 0, 1)]
    #expect(try shown(layer(), keyframes) { Double($0.transform.m11) }.allSatisfy { $0 == 2 })
    // What is near it moves, and so do a key path of the scale and a value function.
    let near = CABasicAnimation(keyPath: "transform")
    near.toValue = CATransform3DMakeScale(0.001, 0.001, 1)
    #expect(try shown(layer(), near) { $0.transform.m11 }[2] < 1.1)
    let scale = CABasicAnimation(keyPath: "transform.scale")
    (scale.fromValue, scale.toValue) = (1, 0)
    #expect(try shown(layer(), scale) { $0.transform.m11 }[2] == 0.5)
  }

  @Test("C-12 lists of different lengths")
  func mismatched() throws {
    func gradient() -> CAGradientLayer {
      let gradient = CAGradientLayer()
      gradient.locations = [0.2, 0.5, 0.8]
      gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1), CGColor(gray: 0, alpha: 1)]
      return gradient
    }
    let locations = CABasicAnimation(keyPath: "locations")
    (locations.fromValue, locations.toValue) = ([0, 1], [0, 0.5, 1])
    #expect(try shown(gradient(), locations) { $0.locations?.map(\.doubleValue) }[2] == [0.2, 0.5, 0.8])
    let colors = CABasicAnimation(keyPath: "colors")
    colors.fromValue = [CGColor(gray: 0.5, alpha: 1)]
    #expect(try shown(gradient(), colors) { $0.colors?.count }[2] == 3)
    let sum = CABasicAnimation(keyPath: "locations")
    (sum.fromValue, sum.toValue, sum.isAdditive) = ([0, 0], [0.1, 0.1], true)
    #expect(try shown(gradient(), sum) { $0.locations?.map(\.doubleValue) }[2] == [0.2, 0.5, 0.8])
  }

  @Test("C-12 the reason is reported once")
  func reported() {
    let stage = HostedLayer()
    let animation = CABasicAnimation(keyPath: "position")
    animation.fromValue = CGPoint(x: CGFloat.nan, y: 0)
    stage.layer.add(animation, forKey: "a")
    CATransaction.flush()
    let issues = stage.host.takeIssues()
    #expect(issues.count == 1 && issues[0].description.contains("position") && issues[0].description.contains("finite"))
  }
}
