// Views that are sent elsewhere while they are on their way, at random: U-1 as a law.

import QuartzCore
import TestSupport
import Testing
import UIKit

extension ClockTests {
  @Suite struct Retargeting {
    /// What ease in and out covers of the way: the curve (0.42, 0) (0.58, 1), whose x is the time, by bisection.
    private func eased(_ time: Double) -> Double {
      guard time > 0, time < 1 else { return min(max(time, 0), 1) }
      func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
        3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
      }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if bezier(0.42, 0.58, middle) < time { low = middle } else { high = middle }
      }
      return bezier(0, 1, low)
    }

    @Test("U-1 however often a view is sent elsewhere: the model less what is left of each way, without a jolt")
    func sums() {
      for seed in 1...20 {
        var random = SeededRandom(seed: seed)
        let stage = HostedView()
        var ways: [(begin: Double, duration: Double, difference: Double)] = []
        var time = 0.0
        /// What the sum of all ways is at a time.
        func expected(_ time: Double) -> CGFloat {
          let rest = ways.map { $0.difference * (1 - eased((time - $0.begin) / $0.duration)) }
          return stage.view.center.x + CGFloat(rest.reduce(0, +))
        }
        for _ in 0..<12 {
          let (x, duration) = (random.number(-500...500), random.number(0.05...2))
          ways.append((time, duration, Double(stage.view.center.x) - x))
          UIView.animate(withDuration: duration) { stage.view.center.x = CGFloat(x) }
          #expect(near(stage.shownX, expected(time), within: 1e-3), "seed \(seed) at \(time)")
          time += random.number(0...0.7)
          stage.clock.advance(to: time)
          #expect(near(stage.shownX, expected(time), within: 1e-3), "seed \(seed) at \(time)")
        }
        stage.clock.advance(to: time + 3)
        #expect(stage.shownX == stage.view.center.x && stage.view.layer.animationKeys() == nil)
      }
    }

    /// The numbers by which a layer is placed, as it is shown.
    private func place(_ layer: CALayer?) -> [CGFloat] {
      guard let layer else { return [] }
      let t = layer.affineTransform()
      return [
        layer.position.x, layer.position.y, layer.bounds.minX, layer.bounds.minY, layer.bounds.width,
        layer.bounds.height, layer.cornerRadius, t.a, t.b, t.c, t.d, t.tx, t.ty,
      ]
    }

    @Test("U-1 no change in a block, keyframes or an animator makes a view jump, whatever is under way")
    func noJolt() {
      for seed in 1...30 {
        var random = SeededRandom(seed: seed)
        func number(_ range: ClosedRange<Double>) -> CGFloat { CGFloat(random.number(range)) }
        let stage = HostedView()
        var animators: [UIViewPropertyAnimator] = []
        for turn in 0..<10 {
          let before = place(stage.view.layer.presentation())
          let change = {
            let transform = CGAffineTransform(translationX: number(-90...90), y: number(-90...90))
              .rotated(by: number(-1...1)).scaledBy(x: number(0.5...2), y: number(0.5...2))
            if random.chance(0.5) { stage.view.transform = transform }
            if random.chance(0.5) { stage.view.center = CGPoint(x: number(-90...90), y: number(-90...90)) }
            if random.chance(0.5) { stage.view.layer.cornerRadius = number(0...50) }
            if random.chance(0.5) {
              stage.view.bounds = CGRect(
                x: number(0...9), y: number(0...9), width: number(60...90), height: number(60...90))
            }
          }
          let curve = UIView.AnimationOptions(rawValue: UInt(random.whole(0...3)) << 16)
          switch random.whole(0...3) {
          case 0:
            UIView.animateKeyframes(withDuration: 1, delay: 0) {
              UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5, animations: change)
              UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5, animations: change)
            }
          case 1:
            animators.append(
              .runningPropertyAnimator(withDuration: 1, delay: 0, options: curve, animations: change))
          case 2:
            UIView.animate(
              withDuration: 1, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0, animations: change)
          default:
            let (duration, delay) = (random.number(0.2...2), random.number(0...0.2))
            UIView.animate(withDuration: duration, delay: delay, options: curve, animations: change)
          }
          let after = place(stage.view.layer.presentation())
          for (old, new) in zip(before, after) {
            #expect(near(old, new, within: 1e-6), "seed \(seed), turn \(turn): \(before) and \(after)")
          }
          stage.clock.advance(to: stage.clock.now + random.number(0.05...0.6))
        }
        stage.clock.advance(to: stage.clock.now + 9)
        #expect(place(stage.view.layer.presentation()) == place(stage.view.layer))
        #expect(animators.allSatisfy { $0.state == .inactive })
      }
    }
  }
}
