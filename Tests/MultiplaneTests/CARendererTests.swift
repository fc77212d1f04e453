// Section 25 of the behaviour list: Apple's explicit frame cycle.

import Multiplane
import QuartzCore
import Testing

/// All suites here draw: one after the other, as a software rasteriser uses every core for each.
@Suite(.serialized) struct MultiplaneTests {}

extension MultiplaneTests {
  @Suite struct CARendererTests {
    private static let canvas = CGRect(x: 0, y: 0, width: 64, height: 48)

    private static func scene() -> (root: CALayer, box: CALayer) {
      let (root, box) = (CALayer(), CALayer())
      root.frame = canvas
      root.backgroundColor = .white
      box.frame = CGRect(x: 8, y: 8, width: 10, height: 10)
      box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      root.addSublayer(box)
      return (root, box)
    }

    private static func renderer(_ root: CALayer) throws -> CARenderer {
      let renderer = try CARenderer()
      renderer.layer = root
      renderer.bounds = canvas
      return renderer
    }

    private static func frame(_ renderer: CARenderer, at time: CFTimeInterval) -> CGRect {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      defer { renderer.endFrame() }
      renderer.render()
      return renderer.updateBounds()
    }

    @Test("25.4 no layer and null bounds at the start; ending without a beginning is harmless")
    func start() throws {
      let renderer = try CARenderer()
      #expect(renderer.layer == nil && renderer.bounds.isNull)
      renderer.endFrame()
      renderer.beginFrame(atTime: 0, timeStamp: nil)
      renderer.render()
      renderer.endFrame()
      #expect(renderer.image == nil && renderer.error == nil)
    }

    @Test("25.1 a cycle gives a picture of the bounds")
    func cycle() throws {
      let renderer = try Self.renderer(Self.scene().root)
      _ = Self.frame(renderer, at: 0)
      let image = try #require(renderer.image)
      #expect(image.width == 64 && image.height == 48)
      let pixel = { (x: Int, y: Int) in Array(image.pixels[(y * 64 + x) * 4..<(y * 64 + x) * 4 + 4]) }
      #expect(pixel(10, 10) == [255, 0, 0, 255] && pixel(30, 30) == [255, 255, 255, 255])
      // Bounds with an origin show another part of the same space.
      renderer.bounds = CGRect(x: 8, y: 8, width: 20, height: 10)
      _ = Self.frame(renderer, at: 0)
      #expect(renderer.image?.width == 20 && renderer.image?.pixels.prefix(4) == [255, 0, 0, 255])
    }

    @Test("25.2 the update is null before a frame, all at first, then what changed and what was added")
    func updates() throws {
      let (root, box) = Self.scene()
      let renderer = try Self.renderer(root)
      #expect(renderer.updateBounds().isNull)
      renderer.addUpdate(Self.canvas)
      #expect(renderer.updateBounds().isNull)
      #expect(Self.frame(renderer, at: 0) == Self.canvas)
      #expect(Self.frame(renderer, at: 1).isNull)
      CATransaction.setDisableActions(true)
      box.position.x += 20
      #expect(Self.frame(renderer, at: 2) == CGRect(x: 8, y: 8, width: 30, height: 10))
      renderer.beginFrame(atTime: 3, timeStamp: nil)
      renderer.addUpdate(CGRect(x: 60, y: 40, width: 10, height: 10))
      #expect(renderer.updateBounds() == CGRect(x: 60, y: 40, width: 4, height: 8))
      renderer.endFrame()
      #expect(renderer.updateBounds().isNull)
    }

    @Test("25.3 the next frame: never when idle, at once while something moves, at its beginning before")
    func nextFrame() throws {
      let (root, box) = Self.scene()
      let renderer = try Self.renderer(root)
      #expect(renderer.nextFrameTime() == .infinity)
      let next = { (time: CFTimeInterval) in
        renderer.beginFrame(atTime: time, timeStamp: nil)
        defer { renderer.endFrame() }
        return renderer.nextFrameTime()
      }
      #expect(next(0) == .infinity)
      let move = CABasicAnimation(keyPath: "position.x")
      move.toValue = 50
      move.beginTime = 3
      move.duration = 2
      box.add(move, forKey: "move")
      #expect(next(1) == 3)
      #expect(next(4) == 4)
      #expect(next(6) == .infinity)
    }
  }
}
