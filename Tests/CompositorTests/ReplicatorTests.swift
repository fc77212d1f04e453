// What replicators and emitters put into the scene and the draw list.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct ReplicatorTests {
  private func replicator(count: Int, _ configure: (CAReplicatorLayer) -> Void = { _ in }) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    replicator.instanceCount = count
    replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    replicator.addSublayer(layer(0, 0, 10, 10, .red))
    configure(replicator)
    return replicator
  }

  @Test("21.1 copies without delay are the same layer, drawn in one batch")
  func copies() {
    let stage = FrameRecorder(replicator(count: 5))
    let list = stage.frame()
    #expect(list.quads.map(\.box.x) == [0, 20, 40, 60, 80])
    #expect(list.passes.last?.batches.count == 1)
    #expect(list.counters.layers == 3 && list.surfaces.isEmpty)
    #expect(FrameRecorder(replicator(count: 0)).frame().quads.isEmpty)
    #expect(FrameRecorder(replicator(count: -3)).frame().quads.isEmpty)
  }

  @Test("21.3 colours multiply, and are cut at 0 and 1; alpha fades")
  func colors() {
    let list = FrameRecorder(
      replicator(count: 4) {
        $0.instanceColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        $0.instanceRedOffset = -0.4
        $0.instanceAlphaOffset = -0.2
      }
    ).frame()
    let expected: [(Float, Float)] = [(1, 1), (0.6 * 0.8, 0.8), (0.2 * 0.6, 0.6), (0, 0.4)]
    #expect(list.quads.count == 4)
    for (quad, (red, alpha)) in zip(list.quads, expected) {
      #expect(abs(quad.color.x - red) < 0.005 && abs(quad.color.w - alpha) < 0.005, "\(quad.color)")
    }
  }

  @Test("21.3 a copy whose alpha is 0 is not drawn")
  func invisible() {
    let list = FrameRecorder(replicator(count: 4) { $0.instanceAlphaOffset = -0.5 }).frame()
    #expect(list.quads.count == 2)
  }

  @Test("21.4 delayed copies are sampled at their own time; still ones cost no slots")
  func delays() {
    let moving = replicator(count: 4) {
      $0.instanceDelay = 1
      let fall = CABasicAnimation(keyPath: "position.y")
      (fall.fromValue, fall.toValue, fall.duration) = (5.0, 105.0, 10)
      fall.fillMode = .backwards
      $0.sublayers![0].add(fall, forKey: nil)
    }
    let stage = FrameRecorder(moving)
    _ = stage.frame()
    #expect(stage.frame(at: 2.5).instances.isEmpty)
    #expect(stage.frame(at: 2.5).quads.map(\.box.y) == [25, 15, 5, 0])
    // In any order, and the same again.
    #expect(stage.frameWithoutCommit(at: 1).quads.map(\.box.y) == [10, 0, 0, 0])
    #expect(stage.frameWithoutCommit(at: 2.5).quads.map(\.box.y) == [25, 15, 5, 0])
    #expect(stage.tree.looks.count == stage.tree.models.count + 3)
    let still = FrameRecorder(replicator(count: 4) { $0.instanceDelay = 1 })
    _ = still.frame(at: 3)
    #expect(still.tree.looks.count == still.tree.models.count)
  }

  @Test("A tree that changes while copies are late keeps its slots")
  func changesUnderDelay() {
    let moving = replicator(count: 3) {
      $0.instanceDelay = 0.5
      let fall = CABasicAnimation(keyPath: "position.y")
      (fall.fromValue, fall.toValue, fall.duration) = (5.0, 105.0, 10)
      $0.sublayers![0].add(fall, forKey: nil)
    }
    let stage = FrameRecorder(moving)
    for step in 1...20 {
      moving.addSublayer(layer(0, 50, 4, 4, .red))
      if step % 3 == 0 { moving.sublayers![1].removeFromSuperlayer() }
      let list = stage.frame(at: Double(step) / 10)
      #expect(list.counters.quads + list.counters.instances >= 3)
    }
  }

  @Test("Counts beyond reason neither trap nor hang")
  func bounds() {
    for count in [1_000_000_000, Int.max] {
      let outer = replicator(count: count) {
        $0.instanceDelay = 1
        $0.addSublayer(replicator(count: count))
        $0.instanceTransform = CATransform3DMakeScale(.infinity, .nan, 1)
      }
      #expect(FrameRecorder(outer).frame().counters.visible < 1_100_000)
    }
  }

  @Test("Particles: one batch for a picture, additive where asked, bounds that hold them")
  func particles() {
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.contents = CGImage.plain(4, 4)
    cell.birthRate = 50
    cell.lifetime = 2
    cell.velocity = 30
    cell.emissionRange = 2 * .pi
    emitter.emitterCells = [cell]
    emitter.emitterPosition = CGPoint(x: 200, y: 150)
    emitter.renderMode = .additive
    let stage = FrameRecorder(emitter)
    #expect(stage.frame().passes.last?.batches.isEmpty == true)
    let list = stage.frame(at: 3)
    #expect(list.counters.instances + list.counters.quads == 100)
    #expect(list.passes.last?.batches.allSatisfy { $0.blend == .plusLighter } == true)
    #expect(list.counters.draws <= 2)
    #expect(stage.tree.nextChangeTime(after: 3) == 3)
    // Sums of faded particles are faded sums: no surface.
    emitter.opacity = 0.5
    #expect(stage.frame(at: 4).surfaces.isEmpty)
    emitter.renderMode = .unordered
    #expect(stage.frame(at: 5).surfaces == [.groupOpacity])
    #expect(stage.frame(at: 5) == stage.frameWithoutCommit(at: 5))
  }

  @Test("Particles out of sight leave the frame's number of particles to those that show")
  func unseenParticles() {
    func emitter(_ rate: Float, at x: Double) -> CAEmitterLayer {
      let cell = CAEmitterCell()
      (cell.contents, cell.birthRate, cell.lifetime) = (CGImage.plain(4, 4), rate, 1)
      let emitter = CAEmitterLayer()
      emitter.emitterCells = [cell]
      emitter.emitterPosition = CGPoint(x: x, y: 150)
      return emitter
    }
    let unseen = Float(ParticleLimits.emitter.particles)
    let stage = FrameRecorder(emitter(unseen, at: -5000), emitter(unseen, at: -6000), emitter(100, at: 200))
    _ = stage.frame()
    let list = stage.frame(at: 3)
    #expect(list.counters.instances + list.counters.quads == 100)
  }
}
