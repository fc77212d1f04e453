// NaN in the geometry that places a layer ends the process, as Apple's framework raises CALayerInvalidGeometry.

import Foundation
import QuartzCore
import Testing

@Suite struct LayerTrapTests {
  @Test("NaN in position")
  func position() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().position = CGPoint(x: 0, y: CGFloat.nan)
    }
    expectTrap(result, says: "CALayer.position contains NaN")
  }

  @Test("NaN in bounds")
  func bounds() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().bounds = CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)
    }
    expectTrap(result, says: "CALayer.bounds contains NaN")
  }

  @Test("NaN in frame")
  func frame() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().frame = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
    }
    expectTrap(result, says: "CALayer.frame contains NaN")
  }

  @Test("NaN by key path")
  func keyPath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().setValue(Double.nan, forKeyPath: "position.x")
    }
    expectTrap(result, says: "CALayer.position contains NaN")
  }
}

/// Mistakes that would never come to an end.
@Suite struct EndlessTrapTests {
  @Test("R-B4: a group within itself")
  func group() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (outer, inner) = (CAAnimationGroup(), CAAnimationGroup())
      (outer.animations, outer.duration) = ([inner], 1)
      inner.animations = [CABasicAnimation(keyPath: "opacity"), outer]
      let layer = CALayer()
      let host = LayerHost(layer: layer, clock: MediaClock(startingAt: 0))
      layer.add(outer, forKey: nil)
      host.flush()
    }
    expectTrap(result, says: "a group is one of its own animations")
  }

  /// Adds an animation that is over at once whenever one is over.
  private final class Again: NSObject, CAAnimationDelegate {
    let layer = CALayer()

    func add() {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.duration, animation.delegate) = (1e-300, self)
      layer.add(animation, forKey: "again")
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { add() }
  }

  @Test("R-B8: a delegate that adds an animation of no length for ever", arguments: [0.0, 5])
  func delegate(start: Double) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [start = start as Double] in
      let clock = MediaClock(startingAt: start)
      let again = Again()
      let host = LayerHost(layer: again.layer, clock: clock)
      again.add()
      host.flush()
      clock.advance(to: start + 1)
    }
    expectTrap(result, says: "never comes to an end")
  }
}
