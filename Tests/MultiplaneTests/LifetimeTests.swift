// What renderers, hosts and trees hold is let go of with them.

import CoreGraphics
import Foundation
import GLRenderer
import QuartzCore
import TestSupport
import Testing

@testable import Multiplane

extension MultiplaneTests {
  @MainActor @Suite struct LifetimeTests {
    private final class Delegate: NSObject, CALayerDelegate, CAAnimationDelegate {
      func draw(_ layer: CALayer, in ctx: CGContext) { ctx.fill(layer.bounds) }
    }

    private struct Weak {
      weak var object: AnyObject?
    }

    /// A tree of every kind of layer, animated, drawn, masked, filtered.
    private func tree(_ delegate: Delegate) -> CALayer {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
      let layers = [
        CALayer(), CAShapeLayer(), CATextLayer(), CAGradientLayer(), CAReplicatorLayer(), CATransformLayer(),
        CAScrollLayer(), CATiledLayer(), CAEmitterLayer(),
      ]
      for layer in layers {
        layer.frame = CGRect(x: 5, y: 5, width: 40, height: 30)
        layer.delegate = delegate
        layer.setNeedsDisplay()
        layer.shouldRasterize = true
        layer.filters = [CAFilter(type: "gaussianBlur")]
        layer.mask = CALayer()
        layer.mask?.frame = layer.bounds
        let spin = CABasicAnimation(keyPath: "transform.rotation.z")
        (spin.toValue, spin.duration, spin.repeatCount, spin.delegate) = (1, 1, .infinity, delegate)
        layer.add(spin, forKey: nil)
        root.addSublayer(layer)
      }
      let transition = CATransition()
      transition.duration = 3
      root.add(transition, forKey: nil)
      return root
    }

    /// Whether all is gone; another thread may be about to let go of what it has done.
    private func areGone(_ objects: [Weak]) -> Bool {
      for _ in 0..<30_000 where objects.contains(where: { $0.object != nil }) { usleep(1000) }
      return objects.allSatisfy { $0.object == nil }
    }

    @Test("R-A1: a renderer that a thread opens goes with whoever asked for it, and not with the thread")
    func opening() throws {
      for _ in 0..<20 {
        weak var device: AnyObject?
        do {
          let opening = RasterizerOpening(RasterizerRequest(.gl))
          device = try #require(opening.rasterizer as? GLRenderer).device
          #expect(device != nil)
        }
        #expect(device == nil)
        // One that nobody asks.
        _ = RasterizerOpening(RasterizerRequest(.gl))
      }
    }

    @Test("A tree, its delegate, its renderer and the clock are gone after their frames")
    func trees() throws {
      func render() throws -> [Weak] {
        let (clock, delegate) = (MediaClock(startingAt: 0), Delegate())
        let root = tree(delegate)
        let renderer = try OffscreenRenderer(size: root.bounds.size, options: .init(clock: clock))
        for time in [0, 0.5, 5] { _ = try renderer.pixels(of: root, at: time) }
        _ = root.presentation()?.hitTest(CGPoint(x: 20, y: 20))
        return ([clock, delegate, renderer, root] as [AnyObject] + (root.sublayers ?? [])).map { Weak(object: $0) }
      }
      #expect(areGone(try render()))
    }

    @Test("A tree that CARenderer draws, in a host of its own, is gone with them")
    func hosts() throws {
      func render() throws -> [Weak] {
        let (clock, delegate) = (MediaClock(startingAt: 0), Delegate())
        let root = tree(delegate)
        let host = LayerHost(layer: root, clock: clock)
        let renderer = try CARenderer(clock: clock)
        renderer.layer = root
        renderer.bounds = root.bounds
        for time in [0, 0.5, 5] {
          renderer.beginFrame(atTime: time, timeStamp: nil)
          renderer.render()
          renderer.endFrame()
        }
        #expect(renderer.image != nil)
        return ([clock, delegate, host, renderer, root] as [AnyObject] + (root.sublayers ?? [])).map {
          Weak(object: $0)
        }
      }
      #expect(areGone(try render()))
    }

    @Test("Two hundred renderers, one after another, take the memory of one")
    func renderers() async {
      await #expect(processExitsWith: .success) {
        try await MainActor.run {
          let root = CALayer()
          root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
          root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
          func frames(_ count: Int) throws {
            for _ in 0..<count { _ = try OffscreenRenderer(size: root.bounds.size).pixels(of: root) }
          }
          try frames(40)
          let before = ProcessMemory.resident
          try frames(200)
          let grown = ProcessMemory.resident - before
          print("grown by \(grown >> 10) KB")
          precondition(grown < 24 << 20, "200 renderers left \(grown >> 20) MB")
        }
      }
    }
  }
}
