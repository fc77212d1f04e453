// Kept surfaces: the same pixels as without, frame after frame, and less work.

import Compositor
import CoreGraphics
import GLRenderer
import Multiplane
import QuartzCore
import TestScenes
import Testing

extension RenderingTests {
  @MainActor @Suite struct RetentionTests {
    private func card() -> CALayer {
      layer(20, 15, 90, 70, .orange) {
        $0.shouldRasterize = true
        $0.cornerRadius = 12
        $0.masksToBounds = true
        $0.mask = layer(0, 0, 90, 70, .black) { $0.addSublayer(layer(10, 10, 40, 80, .glass)) }
        $0.addSublayer(layer(-10, 20, 60, 30, .glass) { $0.transform = turn(20) })
      }
    }

    /// Changes something at once.
    private func set(_ change: () -> Void) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      change()
      CATransaction.commit()
    }

    /// Changes of a card from frame to frame, and whether its picture stays the same.
    private let changes: [(keeps: Bool, change: @MainActor (CALayer) -> Void)] = [
      (false, { _ in }), (true, { $0.position.x += 7.5 }), (true, { $0.transform = turn(33) }),
      (true, { $0.opacity = 0.5 }), (false, { $0.backgroundColor = .teal }), (true, { _ in }),
      (false, { $0.sublayers?[0].position.y += 4 }), (true, { $0.transform = tilt(40, 0, 1, distance: 200) }),
      (false, { $0.rasterizationScale = 2 }), (false, { $0.addSublayer(layer(60, 40, 20, 20, .black)) }),
      (true, { $0.position.y -= 3.25 }),
    ]

    @Test(arguments: RasterizerKind.allCases) func theSamePixelsWithLessWork(by kind: RasterizerKind) throws {
      let canvas = Canvas.large.drawn(by: kind)
      let (keeping, shown) = (try canvas.makeRenderer(), card())
      let root = canvas.root([layer(60, 30, 100, 100, .teal), shown])
      let plain = card()
      let plainRoot = canvas.root([layer(60, 30, 100, 100, .teal), plain])
      for (index, step) in changes.enumerated() {
        set {
          step.change(shown)
          step.change(plain)
        }
        let kept = try keeping.pixels(of: root)
        // A renderer that has drawn nothing before.
        let drawn = try canvas.makeRenderer().pixels(of: plainRoot)
        let differing = kept.indices.filter { kept[$0] != drawn[$0] }.count
        #expect(differing == 0, "step \(index)")
        #expect((keeping.rasterizer.leftOutPasses > 0) == step.keeps, "step \(index)")
        #expect(keeping.statistics.allCounters.contains { $0 == ("kept surfaces", step.keeps ? "1" : "0") })
      }
    }

    /// A list that says "kept" to a renderer that has nothing.
    @Test(arguments: RasterizerKind.allCases) func anotherRendererDrawsWhatItLacks(by kind: RasterizerKind) throws {
      let canvas = Canvas.large.drawn(by: kind)
      let (first, second) = (try canvas.makeRenderer(), try canvas.makeRenderer())
      let root = canvas.root([card()])
      let expected = try first.pixels(of: root)
      let (list, tree) = first.record(root, at: 0)
      #expect(list.counters.kept == 1)
      var pixels = [UInt8](repeating: 0, count: expected.count)
      for _ in 0..<2 {
        try pixels.withUnsafeMutableBytes { _ = try second.rasterizer.render(list, images: tree.images, into: $0) }
        #expect(pixels == expected)
      }
    }

    /// Not shown for a while, it is drawn again.
    @Test(arguments: RasterizerKind.allCases) func whatIsNotShownIsLetGo(by kind: RasterizerKind) throws {
      let canvas = Canvas.large.drawn(by: kind)
      let (renderer, shown) = (try canvas.makeRenderer(), card())
      let root = canvas.root([shown])
      let expected = try renderer.pixels(of: root)
      set { shown.isHidden = true }
      for _ in 0..<12 { _ = try renderer.pixels(of: root) }
      set { shown.isHidden = false }
      #expect(try renderer.pixels(of: root) == expected)
      #expect(renderer.rasterizer.leftOutPasses == 0)
      #expect(try renderer.pixels(of: root) == expected)
      #expect(renderer.rasterizer.leftOutPasses > 0)
    }
  }
}
