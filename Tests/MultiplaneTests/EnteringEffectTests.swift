// A film has one rasteriser: what stands still keeps its bytes, whatever enters beside it.

import Compositor
import CoreGraphics
import Multiplane
import QuartzCore
import Testing

extension MultiplaneTests {
  @MainActor @Suite struct EnteringEffectTests {
    /// Turned, rounded, shadowed and graded things on the left; an effect on the right, from half a second on.
    private func scene(_ effect: (CALayer) -> Void) -> (root: CALayer, entering: CALayer) {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
      let sky = CAGradientLayer()
      sky.frame = root.bounds
      sky.colors = [
        CGColor(red: 0.1, green: 0.3, blue: 0.7, alpha: 1), CGColor(red: 1, green: 0.8, blue: 0.6, alpha: 1),
      ]
      let card = CALayer()
      card.frame = CGRect(x: 20.3, y: 22.7, width: 50, height: 40)
      card.backgroundColor = CGColor(red: 0.9, green: 0.2, blue: 0.3, alpha: 0.8)
      (card.cornerRadius, card.borderWidth) = (9, 2.5)
      (card.shadowOpacity, card.shadowRadius) = (0.6, 4)
      card.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      let entering = CALayer()
      entering.frame = CGRect(x: 130, y: 20, width: 50, height: 50)
      entering.backgroundColor = CGColor(red: 0.2, green: 0.9, blue: 0.4, alpha: 1)
      effect(entering)
      entering.isHidden = true
      root.sublayers = [sky, card, entering]
      return (root, entering)
    }

    private static let effects: [(name: String, apply: @MainActor (CALayer) -> Void)] = [
      ("a blur", { $0.filters = [CAFilter(type: "gaussianBlur")] }),
      ("a blend mode", { $0.compositingFilter = "softLightBlendMode" }),
      ("a continuous corner", { ($0.cornerRadius, $0.cornerCurve) = (12, .continuous) }),
      ("a kept surface", { $0.shouldRasterize = true }),
    ]

    @Test("What enters in the middle of a film shifts nothing elsewhere", arguments: RasterizerKind.allCases)
    func entering(kind: RasterizerKind) throws {
      for effect in Self.effects {
        let (root, entering) = scene(effect.apply)
        var options = OffscreenRenderer.Options()
        options.renderer = RendererChoice(kind)
        let renderer = try OffscreenRenderer(size: root.bounds.size, options: options)
        var before: [UInt8] = []
        for frame in 0..<6 {
          if frame == 3 {
            CATransaction.setDisableActions(true)
            entering.isHidden = false
          }
          let pixels = try renderer.pixels(of: root, at: Double(frame) / 6)
          if frame == 3 { #expect(pixels != before, "\(effect.name) is seen") }
          // The left half stands still.
          let still = (0..<100).flatMap { row in pixels[row * 800..<row * 800 + 400] }
          let last = before.isEmpty ? still : (0..<100).flatMap { row in before[row * 800..<row * 800 + 400] }
          #expect(still == last, "\(effect.name), frame \(frame), by \(kind.rawValue)")
          before = pixels
        }
      }
    }
  }
}
