// Particles and delayed copies in pixels: the same bytes at a time whatever the frame rate and the order of frames,
// also where animations end, and leave, between them.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestScenes
import Testing

extension RenderingTests {
  @MainActor @Suite struct ParticleTests {
    private static let image = CGImage.sample(8, 8, isOpaque: false)

    /// Mipmaps are made before the frame is drawn, not in its middle, where llvmpipe would begin a new scene; found by
    /// tools/fuzz scene.
    @Test("A frame with mipmaps has the same bytes when they are there already") func mipmaps() throws {
      let root = layer(0, 0, 120, 90, nil)
      let emitter = CAEmitterLayer()
      emitter.scale = 18
      let outer = CAEmitterCell()
      (outer.contents, outer.birthRate, outer.lifetime) = (CGImage.sample(56, 8, isOpaque: false), 16, 2)
      outer.minificationFilter = CALayerContentsFilter.trilinear.rawValue
      let inner = CAEmitterCell()
      (inner.contents, inner.birthRate, inner.lifetime) = (outer.contents, 18, 2)
      outer.emitterCells = [inner]
      emitter.emitterCells = [outer]
      root.sublayers = [layer(0, 0, 34, 41, .orange), emitter]
      let renderer = try OffscreenRenderer(size: CGSize(width: 120, height: 90))
      _ = try renderer.pixels(of: root, at: 0)
      #expect(try renderer.pixels(of: root, at: 0.7) == renderer.pixels(of: root, at: 0.7))
    }

    private static func spark(_ rate: Float) -> CAEmitterCell {
      let cell = CAEmitterCell()
      cell.name = "spark"
      cell.contents = image
      cell.birthRate = rate
      cell.lifetime = 1.5
      cell.lifetimeRange = 1
      cell.velocity = 25
      cell.velocityRange = 20
      cell.emissionRange = 2
      cell.spinRange = 4
      cell.scaleRange = 0.5
      cell.redRange = 0.5
      return cell
    }

    private static func animation(_ keyPath: String, _ from: Any, _ to: Any, _ seconds: Double) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.fromValue, animation.toValue, animation.duration) = (from, to, seconds)
      return animation
    }

    /// An emitter that moves and emits more and more for a while, copied and late; beside it a late animation.
    private static func scene() -> [CALayer] {
      let emitter = CAEmitterLayer()
      emitter.emitterPosition = CGPoint(x: 15, y: 15)
      let trail = spark(8)
      trail.lifetime = 0.5
      trail.scale = 0.5
      let cell = spark(20)
      cell.emitterCells = [trail]
      emitter.emitterCells = [cell]
      emitter.renderMode = .oldestFirst
      emitter.add(animation("emitterPosition", CGPoint(x: 5, y: 5), CGPoint(x: 30, y: 20), 0.93), forKey: nil)
      emitter.add(animation("emitterCells.spark.birthRate", 5.0, 60.0, 1.37), forKey: nil)
      let copies = CAReplicatorLayer()
      copies.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      copies.instanceCount = 2
      copies.instanceDelay = 0.41
      copies.instanceTransform = CATransform3DMakeTranslation(8, 24, 0)
      copies.addSublayer(emitter)
      copies.addSublayer(
        layer(0, 50, 10, 6, .orange) { $0.add(animation("position.x", 0.0, 50.0, 0.7), forKey: nil) })
      return [copies]
    }

    private static func frame(_ renderer: OffscreenRenderer, _ root: CALayer, _ time: Double) throws -> [UInt8] {
      try renderer.pixels(of: root, at: time)
    }

    @Test("Any frame rate gives the same bytes", arguments: [0.3, 0.9, 1.2, 2.5])
    func frameRates(time: Double) throws {
      var pictures: [[UInt8]] = []
      for rate in [0.0, 7, 60] {
        let renderer = try Canvas.small.makeRenderer()
        let root = Canvas.small.root(Self.scene())
        _ = try Self.frame(renderer, root, 0)
        var step = 1.0
        while rate > 0, step / rate < time {
          _ = try Self.frame(renderer, root, step / rate)
          step += 1
        }
        pictures.append(try Self.frame(renderer, root, time))
      }
      #expect(pictures[1] == pictures[0], "7 frames a second")
      #expect(pictures[2] == pictures[0], "60 frames a second")
      #expect(Set(pictures[0]).count > 20)
    }

    @Test("A cell that is changed by its layer's key path emits the new way, and old particles go on")
    func changes() throws {
      let emitter = CAEmitterLayer()
      let cell = Self.spark(40)
      emitter.emitterCells = [cell]
      emitter.emitterPosition = CGPoint(x: 32, y: 32)
      let renderer = try Canvas.small.makeRenderer()
      let root = Canvas.small.root([emitter])
      _ = try Self.frame(renderer, root, 0)
      let full = try Self.frame(renderer, root, 2)
      emitter.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
      #expect(try Self.frame(renderer, root, 2) == full)
      let fading = try Self.frame(renderer, root, 3)
      #expect(fading != full && fading.contains { $0 > 0 })
      #expect(try Self.frame(renderer, root, 4.1).allSatisfy { $0 == 0 })
    }
  }
}
