// Layers that reach far beyond what is seen of them.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct FarLayerTests {
  @Test(
    "A mask cuts a layer of 32,767 pixels and more, turned or not", arguments: [10_240.0, 16_500, 20_240, 1e6],
    [0, 0.5, 2.2])
  func turnedMask(side: Double, angle: Double) {
    for scale in [1.0, 2] {
      for isGradient in [false, true] {
        let root = CALayer(0, 0, 60, 60)
        let holder = CALayer()
        holder.position = CGPoint(x: 30, y: 30)
        holder.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
        let mask = CAShapeLayer()
        mask.path = CGPath(rect: CGRect(x: -10, y: -10, width: 20, height: 20), transform: nil)
        holder.mask = mask
        let large = isGradient ? CAGradientLayer() : CALayer()
        large.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        large.backgroundColor = .testRed
        (large as? CAGradientLayer)?.colors = [CGColor.testRed, CGColor.testBlue]
        holder.addSublayer(large)
        root.addSublayer(holder)
        let pixels = Int(60 * scale)
        let painting = Painting(root, pixels, pixels) { $0.scaleBy(x: scale, y: scale) }
        #expect(abs(painting.area - 400 * scale * scale) < 4 * scale, "scale \(scale), gradient \(isGradient)")
      }
    }
  }

  /// Edges differ by what cairo's samples of a pixel do, 15 by 17, where corners lie elsewhere on the same line, and
  /// where curves become other lines, a twentieth of a pixel off: seldom by more than one row of samples.
  @Test("Random trees whose layers end far away, beside those whose layers end nearby", arguments: seeds(120, of: 1200))
  func random(seed: Int) {
    let tree = FarTree(seed: seed)
    for scale in [1.0, 2] {
      let (width, height) = (Int(FarTree.window.width * scale), Int(FarTree.window.height * scale))
      let near = Painting(tree.near, width, height) { $0.scaleBy(x: scale, y: scale) }.picture
      let far = Painting(tree.far, width, height) { $0.scaleBy(x: scale, y: scale) }.picture
      let difference = far.difference(from: near, unnoticed: 17)
      expectAlike(
        difference.most <= 40 && difference.pixels <= 20, far, expected: near,
        named: "far tree \(seed) at scale \(Int(scale))", "\(difference)")
    }
  }
}
