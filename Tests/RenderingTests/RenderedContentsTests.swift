// What layers draw themselves, in frames: the same picture as by another way, and no more drawn and uploaded than has
// changed.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestScenes
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedContentsTests {
    /// Draws a rectangle and a disc, in colours.
    private final class Drawing: CALayer {
      var drawnPixels = 0
      var color = CGColor.orange
      var level: CGFloat {
        get { managed() }
        set { setManaged(newValue) }
      }
      override init() { super.init() }
      override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? Drawing { color = layer.color }
      }
      required init?(coder: NSCoder) { fatalError() }
      override func draw(in ctx: CGContext) {
        let clip = ctx.convertToDeviceSpace(ctx.boundingBoxOfClipPath)
        drawnPixels += Int((clip.width * clip.height).rounded())
        ctx.setFillColor(color)
        ctx.fill(CGRect(x: 10, y: 5, width: 30 + level, height: 20))
        ctx.setFillColor(.teal)
        ctx.fill(CGRect(x: 50, y: 30, width: 20, height: 25))
      }
      override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }
    }

    private func drawing(_ x: Double = 20, _ y: Double = 10) -> Drawing {
      let layer = Drawing()
      layer.frame = CGRect(x: x, y: y, width: 80, height: 60)
      layer.setNeedsDisplay()
      return layer
    }

    /// The same, of plain layers.
    private func plain(_ x: Double = 20, _ y: Double = 10, _ color: CGColor = .orange, level: Double = 0) -> CALayer {
      layer(x, y, 80, 60) {
        $0.addSublayer(layer(10, 5, 30 + level, 20, color))
        $0.addSublayer(layer(50, 30, 20, 25, .teal))
      }
    }

    @Test("Drawn contents lie where sublayers do", arguments: [false, true], [1.0, 2])
    func place(isFlipped: Bool, scale: Double) throws {
      for isFlippedAgain in [false, true] { try place(isFlipped, isFlippedAgain, scale) }
    }

    private func place(_ isFlipped: Bool, _ isFlippedAgain: Bool, _ scale: Double) throws {
      let canvas = Canvas(width: 200, height: 160, scale: scale, isFlipped: isFlipped)
      let (drawn, truth) = (drawing(), plain())
      drawn.contentsScale = scale
      let pictures = try [drawn, truth].map { shown in
        let root = canvas.root([shown])
        root.isGeometryFlipped = isFlippedAgain
        return try canvas.makeRenderer().pixels(of: root)
      }
      #expect(pictures[0] == pictures[1])
      #expect(pictures[0].contains { $0 != 0 })
    }

    @Test("A renderer whose y points the other way has the layer drawn again")
    func twoRenderers() throws {
      let layer = drawing()
      let up = Canvas(width: 200, height: 160, isFlipped: true)
      let down = Canvas.large
      let root = down.root([layer])
      let truths = try [down, up].map { try $0.makeRenderer().pixels(of: $0.root([plain()])) }
      #expect(try down.makeRenderer().pixels(of: root) == truths[0])
      #expect(try up.makeRenderer().pixels(of: root) == truths[1])
      #expect(try down.makeRenderer().pixels(of: root) == truths[0])
    }

    @Test("Only a marked rectangle is drawn and uploaded")
    func part() throws {
      let (layer, canvas) = (drawing(), Canvas(width: 200, height: 160, drawing: .gl))
      let root = canvas.root([layer])
      let renderer = try canvas.makeRenderer()
      _ = try renderer.pixels(of: root)
      #expect(layer.drawnPixels == 80 * 60)
      #expect(renderer.statistics.uploads == 1 && renderer.statistics.uploadedBytes == 80 * 60 * 4)
      _ = try renderer.pixels(of: root)
      #expect(layer.drawnPixels == 80 * 60 && renderer.statistics.uploads == 0)
      layer.color = .red
      layer.setNeedsDisplay(CGRect(x: 10, y: 5, width: 30, height: 20))
      let picture = try renderer.pixels(of: root)
      #expect(layer.drawnPixels == 80 * 60 + 30 * 20)
      #expect(renderer.statistics.uploads == 1 && renderer.statistics.uploadedBytes == 30 * 20 * 4)
      #expect(try canvas.makeRenderer().pixels(of: canvas.root([plain(20, 10, .red)])) == picture)
      // Marked between frames again and again, what was uploaded last counts.
      layer.color = .orange
      for x in stride(from: 10.0, to: 40, by: 10) {
        layer.setNeedsDisplay(CGRect(x: x, y: 5, width: 10, height: 20))
        CATransaction.flush()
      }
      #expect(try renderer.pixels(of: root) == canvas.makeRenderer().pixels(of: canvas.root([plain()])))
      #expect(renderer.statistics.uploads == 1 && renderer.statistics.uploadedBytes == 30 * 20 * 4)
    }

    @Test("An image that is still shown elsewhere keeps its texture")
    func shownTwice() throws {
      let (layer, canvas) = (drawing(0, 0), Canvas.large)
      let other = TestScenes.layer(100, 80, 80, 60)
      let root = canvas.root([other, layer])
      let renderer = try canvas.makeRenderer()
      _ = try renderer.pixels(of: root)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      other.contents = layer.contents
      CATransaction.commit()
      let truth = { (color: CGColor) in
        try canvas.makeRenderer().pixels(of: canvas.root([self.plain(100, 80), self.plain(0, 0, color)]))
      }
      #expect(try renderer.pixels(of: root) == truth(.orange))
      for color in [CGColor.red, .teal, .black] {
        layer.color = color
        layer.setNeedsDisplay(CGRect(x: 10, y: 5, width: 30, height: 20))
        #expect(try renderer.pixels(of: root) == truth(color))
      }
    }

    @Test("Parts are up to date under mipmaps and reduced contents, too", arguments: [1, 0.3])
    func reduced(scale: Double) throws {
      for filter in [CALayerContentsFilter.linear, .trilinear, .nearest] {
        let canvas = Canvas.large
        let (layer, fresh) = (drawing(), drawing())
        for layer in [layer, fresh] {
          layer.minificationFilter = filter
          layer.transform = CATransform3DMakeScale(scale, scale, 1)
        }
        let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
        _ = try renderer.pixels(of: root)
        (layer.color, fresh.color) = (.glass, .glass)
        layer.setNeedsDisplay(CGRect(x: 10, y: 5, width: 30, height: 20))
        #expect(try renderer.pixels(of: root) == canvas.makeRenderer().pixels(of: canvas.root([fresh])))
      }
    }

    @Test("Redrawn for each frame, a layer keeps one texture and shows the frame's drawing")
    func everyFrame() throws {
      let (layer, canvas) = (drawing(), Canvas(width: 200, height: 160, drawing: .gl))
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      _ = try renderer.pixels(of: root)
      let animation = CABasicAnimation(keyPath: "level")
      animation.fromValue = 0
      animation.toValue = 10
      animation.duration = 1
      layer.add(animation, forKey: nil)
      for frame in 1...60 {
        let time = Double(frame) / 64
        let picture = try renderer.pixels(of: root, at: time)
        #expect(renderer.statistics.uploads == 1 && renderer.statistics.uploadedBytes == 80 * 60 * 4)
        guard frame % 16 == 0 else { continue }
        // A drawn edge may lie a rounding off that of a layer.
        let truth = try canvas.makeRenderer().pixels(of: canvas.root([plain(level: time * 10)]))
        #expect(zip(picture, truth).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
      }
      // At its end the model shows again.
      #expect(
        try renderer.pixels(of: root, at: 2) == canvas.makeRenderer().pixels(of: canvas.root([plain()])))
    }

    @Test("Images of frames without a commit are let go")
    func imagesAreLetGo() throws {
      let (layer, canvas) = (drawing(), Canvas.large)
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      let animation = CABasicAnimation(keyPath: "level")
      animation.toValue = 10
      animation.duration = 100
      layer.add(animation, forKey: nil)
      for frame in 0..<200 { _ = renderer.record(root, at: Double(frame) / 60) }
      #expect(renderer.record(root, at: 4).tree.images.count < 80)
    }
  }
}
