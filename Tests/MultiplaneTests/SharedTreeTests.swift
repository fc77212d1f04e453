// One layer tree and several renderers.

import CoreGraphics
import Multiplane
import QuartzCore
import Testing

@MainActor @Suite struct SharedTreeTests {
  /// Renderers draw a tree by turns, each the same picture, also after the tree changed.
  @Test func renderersTakeTurns() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    for index in 0..<4 {
      let layer = CALayer()
      layer.frame = CGRect(x: index * 2, y: 0, width: 2, height: 8)
      layer.backgroundColor = CGColor(gray: Double(index) / 4, alpha: 1)
      root.addSublayer(layer)
    }
    let a = try OffscreenRenderer(size: CGSize(width: 8, height: 8))
    let b = try OffscreenRenderer(size: CGSize(width: 8, height: 8))
    let first = try a.pixels(of: root)
    #expect(try b.pixels(of: root) == first)
    #expect(try a.pixels(of: root) == first)
    root.sublayers?[1].removeFromSuperlayer()
    let changed = try b.pixels(of: root)
    #expect(changed != first)
    #expect(try a.pixels(of: root) == changed)
    #expect(try b.pixels(of: root) == changed)
  }
}
