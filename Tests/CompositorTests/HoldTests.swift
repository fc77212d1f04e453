import CoreGraphics
import QuartzCore
import TestScenes
import TestSupport
import Testing

@testable import Compositor

/// Layers whose animations hold are not sampled again, and show what a sample would.
@Suite struct HoldTests {
  /// Returns a keyframe animation with holds, of random values, times and timing.
  private func animation(_ random: inout SeededRandom) -> CAKeyframeAnimation {
    let keyPath = [
      "position.x", "opacity", "backgroundColor", "transform", "transform.rotation", "cornerRadius", "hidden",
    ]
    .randomElement(using: &random)!
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    let count = Int.random(in: 2...6, using: &random)
    let choices: [Any] =
      switch keyPath {
      case "backgroundColor": [CGColor.black, CGColor(red: 1, green: 0.3, blue: 0.1, alpha: 0.7), CGColor.white]
      case "hidden": [true, false]
      case "transform":
        [CATransform3DIdentity, CATransform3DMakeScale(0, 0, 1), CATransform3DMakeRotation(1, 0, 0, 1)].map {
          NSValue(caTransform3D: $0)
        }
      case "opacity": [0.1, 0.7, 1]
      default: [0.1, 7.3, 33]
      }
    animation.values = (0..<count).map { _ in choices.randomElement(using: &random)! }
    animation.duration = [1, 0.7, 3.3].randomElement(using: &random)!
    animation.beginTime = [.leastNonzeroMagnitude, 0.3, 1].randomElement(using: &random)!
    animation.fillMode = [.both, .removed, .forwards].randomElement(using: &random)!
    animation.calculationMode = [.linear, .discrete, .cubic].randomElement(using: &random)!
    animation.speed = [1, 1, 0.5, -1].randomElement(using: &random)!
    animation.timeOffset = [0, 0, 0.4, 8e8].randomElement(using: &random)!
    if Int.random(in: 0..<6, using: &random) == 0 { animation.beginTime = -1e9 }
    animation.repeatCount = [0, 0, 2.5, .infinity].randomElement(using: &random)!
    animation.isCumulative = Int.random(in: 0..<4, using: &random) == 0
    animation.autoreverses = Int.random(in: 0..<5, using: &random) == 0
    animation.isAdditive = Int.random(in: 0..<4, using: &random) == 0
    animation.isRemovedOnCompletion = Int.random(in: 0..<3, using: &random) == 0
    if Bool.random(using: &random) {
      var times = (0..<count).map { _ in Double(Int.random(in: 0...10, using: &random)) / 10 }.sorted()
      if Bool.random(using: &random) { (times[0], times[count - 1]) = (0, 1) }
      if Int.random(in: 0..<4, using: &random) == 0 { times[count - 1] = 1.5 }
      animation.keyTimes = times.map { NSNumber(value: $0) }
    }
    return animation
  }

  @Test("A tree that is sampled on and on shows what a new one shows at each time", arguments: seeds(10, of: 100))
  func samples(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let stage = FrameRecorder()
    let layers = (0..<12).map { layer(Double($0) * 9, 5, 20, 10, .red) }
    stage.root.sublayers = layers
    if seed % 3 == 0 { layers[2].addSublayer(layers[3]) }
    if seed % 4 == 1 { layers[1].speed = 2 }
    for layer in layers {
      for number in 0..<Int.random(in: 0...3, using: &random) { layer.add(animation(&random), forKey: "\(number)") }
    }
    _ = stage.frame()
    func looks(_ tree: RenderTree) -> [LayerLook] {
      tree.order.map { slot in
        var look = tree.looks[Int(slot)]
        look.detail = 0
        return look
      }
    }
    for step in 0..<60 {
      // Mostly the frames of a film, and now and then another time, or the moment of a keyframe.
      let time = step % 9 == 8 ? .random(in: 0...4, using: &random) : Double(step) / 10
      if step % 20 == 19 {
        layers[step % 12].position.y += 1
        CATransaction.flush()
      }
      stage.tree.sample(at: time)
      let fresh = RenderTree()
      fresh.assume(stage.tree)
      fresh.sample(at: time)
      #expect(looks(stage.tree) == looks(fresh), "at \(time)")
    }
  }

  @Test("While all animations hold, nothing is sampled and the frame is the same")
  func holds() throws {
    let layer = layer(0, 0, 10, 10, .red)
    let stage = FrameRecorder(layer)
    let animation = CAKeyframeAnimation(keyPath: "position.x")
    (animation.values, animation.keyTimes, animation.duration) = ([5, 5, 9, 9, 20], [0, 0.25, 0.5, 0.75, 1], 4)
    layer.add(animation, forKey: nil)
    _ = stage.frame()
    let stamp = stage.tree.changes.current
    _ = stage.frame(at: 0.5)
    #expect(stage.tree.changes.current == stamp && stage.work.isUnchanged)
    #expect(abs(stage.tree.nextChangeTime(after: 0.5) - 1) < 1e-6)
    #expect(stage.tree.isStill(from: 0.2, to: 0.9) && !stage.tree.isStill(from: 0.2, to: 1.1))
    _ = stage.frame(at: 1.5)
    #expect(stage.tree.changes.current > stamp)
    #expect(stage.tree.isStill(from: 2.1, to: 2.9))
    #expect(!stage.tree.isStill(from: 3.1, to: 3.2))
  }
}
