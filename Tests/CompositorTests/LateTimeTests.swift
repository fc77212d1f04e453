// Frames at late times: what a frame takes follows from what it shows, and not from the time that is asked for.

import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@testable import Compositor

@Suite struct LateTimeTests {
  /// Times at which everything with a period of a second, or of a divisor of two, shows the same.
  private static let times = [10.0, 1e3, 1e6, 1e9]

  /// Animations that never end, of a property from one value to another.
  private static func animations(_ keyPath: String, _ from: Any, _ to: Any) -> [CAAnimation] {
    let timings: [(CAAnimation) -> Void] = [
      { $0.repeatCount = .infinity }, { $0.repeatDuration = 1e15 },
      { ($0.autoreverses, $0.repeatCount, $0.duration) = (true, .infinity, 0.5) },
      { ($0.repeatCount, $0.duration) = (1e30, 1e-6) }, { ($0.speed, $0.repeatCount) = (1e6, .infinity) },
      { ($0.speed, $0.timeOffset, $0.repeatCount) = (-2, 1e9, .infinity) }, { $0.duration = .infinity },
    ]
    return timings.flatMap { timing -> [CAAnimation] in
      let basic = CABasicAnimation(keyPath: keyPath)
      (basic.fromValue, basic.toValue, basic.duration) = (from, to, 1)
      let keyframes = CAKeyframeAnimation(keyPath: keyPath)
      (keyframes.values, keyframes.duration) = ([from, to, from], 1)
      let spring = CASpringAnimation(keyPath: keyPath)
      (spring.fromValue, spring.toValue, spring.duration, spring.damping) = (from, to, 1, 1e-3)
      let summed = CABasicAnimation(keyPath: keyPath)
      (summed.fromValue, summed.toValue, summed.duration) = (from, to, 1)
      (summed.isAdditive, summed.isCumulative) = (true, true)
      let group = CAAnimationGroup()
      (group.animations, group.duration) = ([CABasicAnimation(keyPath: keyPath)], 1)
      let all = [basic, keyframes, spring, summed, group]
      for animation in all { timing(animation) }
      return all
    }
  }

  /// A layer of a kind, and the layer in it that is animated.
  private static func layers() -> [(name: String, layer: CALayer, animated: CALayer, animations: [CAAnimation])] {
    let point = animations("position", CGPoint(x: 20, y: 20), CGPoint(x: 60, y: 60))
    let plain = layer(10, 10, 50, 50, .red)
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    shape.path = CGPath(rect: CGRect(x: 5, y: 5, width: 40, height: 40), transform: nil)
    (shape.strokeColor, shape.lineDashPattern) = (.black, [3, 2])
    let replicator = CAReplicatorLayer()
    (replicator.frame, replicator.instanceCount) = (CGRect(x: 0, y: 0, width: 100, height: 100), 20)
    (replicator.instanceDelay, replicator.instanceTransform) = (0.25, CATransform3DMakeTranslation(3, 0, 0))
    replicator.addSublayer(layer(0, 0, 10, 10, .red))
    let gradient = CAGradientLayer()
    (gradient.frame, gradient.colors) = (CGRect(x: 0, y: 0, width: 50, height: 50), [CGColor.black, CGColor.red])
    let cycling = layer(0, 0, 50, 50, .teal)
    (cycling.duration, cycling.repeatCount, cycling.autoreverses) = (1, .infinity, true)
    cycling.addSublayer(layer(0, 0, 10, 10, .red))
    return [
      ("plain", plain, plain, point),
      ("shape", shape, shape, animations("lineDashPhase", 0.0, 10.0)),
      ("replicator", replicator, replicator.sublayers![0], point),
      ("copies", replicator, replicator, animations("instanceTransform.translation.x", 1.0, 3.0)),
      ("gradient", gradient, gradient, animations("startPoint", CGPoint.zero, CGPoint(x: 1, y: 0.5))),
      ("cycling", cycling, cycling.sublayers![0], point),
    ]
  }

  @Test("As many draws, and as little time, for every kind of layer and animation")
  func frames() {
    for (name, layer, animated, animations) in Self.layers() {
      for (index, animation) in animations.enumerated() {
        let stage = FrameRecorder(layer)
        animated.removeAllAnimations()
        animated.add(animation, forKey: "a")
        var first: FrameCounters?
        for time in Self.times {
          let taken = CPUTime()
          let counters = stage.frame(at: time).counters
          #expect(taken.seconds < 1, "\(name) \(index) at \(time): \(taken.seconds) s")
          // What a spring or a sum shows there may lie elsewhere, and be out of sight.
          #expect(counters.layers == (first ?? counters).layers, "\(name) \(index) at \(time)")
          #expect(counters.quads + counters.instances < 1000, "\(name) \(index) at \(time)")
          first = first ?? counters
        }
        layer.removeFromSuperlayer()
      }
    }
  }

  /// An emitter whose numbers move for ever, along a line.
  private struct Drift: EmitterMotion {
    var span = 0.0...Double.infinity
    var animatedCells: [Int] { [0] }

    func sample(at time: Double) -> (numbers: EmitterNumbers, cells: [CellNumbers]) {
      var numbers = EmitterNumbers()
      numbers.position.x = time - time.rounded(.down)
      var cell = CellNumbers()
      (cell.lifetime, cell.birthRate) = (3, 20)
      return (numbers, [cell])
    }
  }

  @Test("As many particles", arguments: [false, true])
  func particles(nested: Bool) {
    let emitter = Emitter { look in
      look.cells[0].numbers.birthRate = 20
      guard nested else { return }
      var child = EmitterCellLook(end: 2, index: 0, sprite: 0)
      (child.numbers.birthRate, child.numbers.lifetime) = (4, 2)
      look.cells[0].end = 2
      look.cells.append(child)
    }
    let first = emitter.field(at: 10)
    for time in [1e3, 1e6, 1e9] {
      let taken = CPUTime()
      let field = emitter.field(at: time)
      #expect(taken.seconds < 1)
      #expect(abs(field.particles.count - first.particles.count) <= 6, "\(time): \(field.particles.count)")
      #expect(abs(field.visitedCount - first.visitedCount) <= 12, "\(time): \(field.visitedCount)")
    }
  }

  @Test("Particles that live for ever are bounded, and so is the past of animated emitters, of all in a tree")
  func bounds() throws {
    let endless = Emitter { look in
      (look.cells[0].numbers.birthRate, look.cells[0].numbers.lifetime) = (1e6, 1e9)
    }
    for time in Self.times {
      let field = endless.field(at: time)
      #expect(field.particles.count <= ParticleLimits.emitter.particles, "\(time)")
      #expect(field.visitedCount <= ParticleLimits.emitter.births, "\(time)")
    }
    #expect((1...4).allSatisfy { EmitterEpoch.rows(ofEmitters: $0) == EmitterEpoch.mostRows })
    for count in [5, 100, 10_000, 5_000_000] {
      #expect(EmitterEpoch.rows(ofEmitters: count) * count <= 4 * EmitterEpoch.mostRows)
    }
    let drifting = Emitter()
    drifting.track.change(at: 0, to: Emitter.look { _ in }, motion: Drift())
    var field = ParticleField()
    for time in Self.times {
      drifting.track.simulate(at: time, into: &field, rows: 500)
      #expect(try #require(drifting.track.epochs.last).rowCount <= 502, "\(time)")
    }
  }
}
