// Marks that are made while a layer is displayed, and what is drawn anew when an animation that had the layer drawn for
// each frame is gone.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("Marks within a display") struct RedisplayTests {
  /// Marks itself whenever it is drawn.
  private final class Restless: CALayer {
    var draws = 0
    var whileDrawing: (Restless) -> Void = { $0.setNeedsDisplay() }
    override func draw(in ctx: CGContext) {
      draws += 1
      whileDrawing(self)
      ctx.fill(bounds)
    }
  }

  private func restless() -> (Restless, HostedLayer) {
    let layer = Restless()
    layer.bounds.size = CGSize(width: 4, height: 4)
    let stage = HostedLayer(layer)
    layer.setNeedsDisplay()
    return (layer, stage)
  }

  @Test(
    "R-A2: setNeedsDisplay() while drawing asks for the next flush, and is no recursion",
    arguments: ["all", "part", "nested transaction", "nested flush", "bounds"])
  func markWhileDrawing(how: String) {
    let (layer, stage) = restless()
    layer.needsDisplayOnBoundsChange = true
    layer.whileDrawing = { layer in
      switch how {
      case "all": layer.setNeedsDisplay()
      case "part": layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
      case "nested transaction":
        CATransaction.begin()
        layer.setNeedsDisplay()
        CATransaction.commit()
      case "nested flush":
        layer.setNeedsDisplay()
        CATransaction.flush()
      default: layer.bounds.size.width += 1
      }
    }
    for count in 1...3 {
      CATransaction.flush()
      #expect(layer.draws == count && layer.needsDisplay())
    }
    #expect(stage.host.isHosting)
  }

  @Test("R-A2: once a frame, however often the frame flushes")
  func onceAFrame() {
    let (layer, stage) = restless()
    for frame in 1...4 {
      stage.host.flush()
      stage.advance(to: Double(frame))
      stage.host.flush()
      stage.host.prepareFrame(at: Double(frame))
      #expect(layer.draws == frame)
    }
  }

  @Test("A mark from outside is another matter: it is drawn at the next flush, in the same frame too")
  func markedFromOutside() {
    let (layer, stage) = restless()
    layer.whileDrawing = { _ in }
    stage.host.flush()
    layer.setNeedsDisplay()
    stage.host.flush()
    #expect(layer.draws == 2 && !layer.needsDisplay())
  }

  @Test("A layer that another one marks while that is drawn is drawn in the same commit, once")
  func markOther() {
    let (layer, stage) = restless()
    let other = Restless()
    other.bounds.size = CGSize(width: 2, height: 2)
    other.whileDrawing = { _ in layer.setNeedsDisplay() }
    stage.root.addSublayer(other)
    layer.whileDrawing = { _ in other.setNeedsDisplay() }
    stage.host.flush()
    stage.host.flush()
    #expect(layer.draws == 1 && other.draws == 1)
  }

  @Test("What a display changes is committed with the flush, and runs no actions")
  func changes() {
    let (layer, stage) = restless()
    layer.whileDrawing = { layer in
      layer.zPosition = 5
      CATransaction.setAnimationDuration(9)
    }
    CATransaction.flush()
    #expect(layer.committedValues?.zPosition == 5 && layer.animationKeys() == nil)
    #expect(CATransaction.animationDuration() == 0.25 && stage.host.isHosting)
    // By itself a display commits nothing.
    layer.whileDrawing = { $0.zPosition = 6 }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.draws == 2 && layer.committedValues?.zPosition == 5)
    CATransaction.flush()
    #expect(layer.committedValues?.zPosition == 6)
  }

  /// Draws as wide as its presentation says.
  private final class Ring: CALayer {
    var widths: [CGFloat] = []
    var progress: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "progress" || super.needsDisplay(forKey: key)
    }
    override func action(forKey event: String) -> (any CAAction)? {
      guard event == "progress", committedValues != nil else { return super.action(forKey: event) }
      let animation = CABasicAnimation(event)
      animation.fromValue = presentation()?.progress
      return animation
    }
    override func draw(in ctx: CGContext) {
      let shown = presentation()?.progress ?? progress
      widths.append(shown)
      ctx.fill(CGRect(x: 0, y: 0, width: shown * bounds.width, height: 1))
    }
  }

  @Test(
    "C-2: drawn once more from the presentation when an animation of needsDisplay(forKey:) is gone",
    arguments: ["ends", "is removed", "leaves and returns"])
  func afterAnimation(how: String) {
    let ring = Ring()
    ring.bounds.size = CGSize(width: 100, height: 1)
    CATransaction.withoutActions { ring.progress = 0.2 }
    let stage = HostedLayer(ring)
    ring.progress = 0.8
    CATransaction.flush()
    #expect(ring.animationKeys() == ["progress"])
    stage.advance(to: 0.5)
    stage.host.prepareFrame(at: 0.5)
    switch how {
    case "ends": stage.advance(to: 2)
    case "is removed": ring.removeAllAnimations()
    default:
      ring.removeFromSuperlayer()
      stage.root.addSublayer(ring)
    }
    CATransaction.flush()
    #expect(ring.widths.last == 0.8)
  }
}
