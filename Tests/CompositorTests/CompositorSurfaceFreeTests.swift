// A page of what needs no offscreen surface, all of it in one tree: drawn straight into the frame in one pass.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct CompositorSurfaceFreeTests {
  /// A card: rounded, clipped, bordered, its shadow that of the rounded rectangle around it.
  private func card(_ x: Double, _ y: Double, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
    layer(x, y, 90, 70, .white) {
      $0.cornerRadius = 12
      $0.shadowOpacity = 0.4
      $0.shadowRadius = 5
      $0.addSublayer(
        layer(0, 0, 90, 70, .red) {
          $0.cornerRadius = 12
          $0.masksToBounds = true
          $0.borderWidth = 2
          $0.borderColor = .black
          $0.addSublayer(layer(-10, 30, 110, 60, .glass))
          $0.addSublayer(layer(8, 8, 30, 30) { $0.contents = CGImage.plain(15, 15) })
        })
      configure($0)
    }
  }

  private func frame(_ layers: [CALayer]) -> DrawList {
    let stage = FrameRecorder()
    stage.root.sublayers = layers
    return stage.frame()
  }

  @Test func cards() {
    let layers = [
      card(10, 10),
      // The shadow of a continuous corner is that of its alpha.
      card(120.5, 10.25) {
        $0.cornerCurve = .continuous
        $0.shadowOpacity = 0
      },
      card(230, 10) { $0.maskedCorners = [.layerMinXMinYCorner] },
      card(10, 110) { $0.transform = turn(20) },
      card(120, 110) { $0.shadowPath = CGPath(rect: CGRect(x: -5, y: 10, width: 100, height: 70), transform: nil) },
    ]
    let list = frame(layers)
    #expect(list.surfaces.map(\.description) == [] && list.counters.offscreenPixels == 0)
    for (index, layer) in layers.enumerated() {
      #expect(frame([layer]).surfaces.map(\.description) == [], "card \(index)")
    }
    // Nothing was left out to get there.
    #expect(list.passes[0].batches.contains { $0.program.primitive == .border })
    #expect(list.counters.visible == 1 + layers.count * 4)
  }

  @Test func opacityThatMeetsNothing() {
    let faded = layer(10, 10, 300, 100) {
      $0.opacity = 0.5
      $0.addSublayer(layer(0, 0, 60, 60, .red) { $0.cornerRadius = 20 })
      $0.addSublayer(layer(80, 0, 60, 60, .red) { $0.transform = turn(20) })
      $0.addSublayer(layer(180, 0, 60, 60) { $0.contents = CGImage.plain(60, 60, alpha: 9) })
    }
    #expect(frame([faded]).surfaces.isEmpty)
  }

  @Test("Masks that are opaque rectangles, and rounded ones of a single part, are clips")
  func masks() {
    let rectangle = card(10, 10) {
      $0.shadowOpacity = 0
      $0.mask = layer(5, 5, 60, 50, .black)
    }
    let rounded = layer(120, 10, 90, 70) {
      $0.contents = CGImage.plain(9, 7)
      $0.mask = layer(5.5, 5, 60, 50, .black) { $0.cornerRadius = 15 }
    }
    let turned = layer(230, 10, 90, 70, .red) { $0.mask = layer(5, 5, 60, 50, .black) { $0.transform = turn(10) } }
    #expect(frame([rectangle, rounded, turned]).surfaces.isEmpty)
  }

  @Test func gradientsShapesAndContents() {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 10, y: 10, width: 100, height: 80)
    gradient.colors = [CGColor.red, CGColor.black]
    gradient.cornerRadius = 16
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 130, y: 10, width: 100, height: 80)
    shape.path = CGPath(ellipseIn: shape.bounds, transform: nil)
    shape.fillColor = .black
    let slices = layer(250, 10, 100, 80) {
      $0.contents = CGImage.plain(12, 12)
      $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    }
    #expect(frame([gradient, shape, slices]).surfaces.isEmpty)
  }
}
