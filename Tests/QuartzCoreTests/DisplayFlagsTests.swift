import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct DisplayFlagsTests {
  private final class DisplayDelegate: NSObject, CALayerDelegate {
    let journal = Journal()
    func display(_ layer: CALayer) {
      journal.note("display")
      layer.contents = CGImage.grey(7)
    }
    func layerWillDraw(_ layer: CALayer) { journal.note("will draw") }
  }

  private final class DrawDelegate: NSObject, CALayerDelegate {
    let journal = Journal()
    func layerWillDraw(_ layer: CALayer) { journal.note("will draw") }
  }

  @Test("5.1 a delegate that displays does it alone")
  func displayed() {
    let layer = CALayer()
    let delegate = DisplayDelegate()
    layer.delegate = delegate
    layer.display()
    #expect(delegate.journal.entries == ["display"] && layer.contents is CGImage)
  }

  @Test("5.1 one that does not is told before the layer draws")
  func willDraw() {
    let layer = CALayer()
    let delegate = DrawDelegate()
    layer.delegate = delegate
    layer.display()
    #expect(delegate.journal.entries == ["will draw"] && layer.contents == nil)
    layer.delegate = nil
    layer.display()
    #expect(layer.contents == nil)
  }

  @Test("5.3 setNeedsDisplay sets a flag; displayIfNeeded and display clear it")
  func flag() {
    let layer = CALayer()
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    layer.display()
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay())
  }

  private final class Drawing: CALayer {
    var count = 0
    var level: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    var other: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    var lastLevel: CGFloat = -1
    override func display() {
      count += 1
      lastLevel = level
      let shown = presentation()?.level ?? level
      contents = CGImage.grey(UInt8(min(max(shown * 255, 0), 255)))
    }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || key == "cornerRadius" || super.needsDisplay(forKey: key)
    }
  }

  @Test("5.3 displayIfNeeded calls an override once, though that does not call this class's")
  func override() {
    let layer = Drawing()
    layer.displayIfNeeded()
    #expect(layer.count == 0)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(layer.count == 1 && !layer.needsDisplay())
  }

  @Test("5.4 a change of the bounds sets it only with needsDisplayOnBoundsChange, and only of their size")
  func bounds() {
    let layer = CALayer()
    layer.bounds.size.width = 5
    #expect(!layer.needsDisplay() && !layer.needsDisplayOnBoundsChange)
    layer.needsDisplayOnBoundsChange = true
    #expect(!layer.needsDisplay())
    layer.bounds.origin.x = 5
    #expect(!layer.needsDisplay())
    layer.bounds.size.width = 5
    #expect(!layer.needsDisplay())
    layer.bounds.size.width = 6
    #expect(layer.needsDisplay())
  }

  @Test(
    "1.12 of the base class no key makes the contents out of date",
    arguments: ["bounds", "contents", "opacity", "unknown", ""])
  func baseClass(key: String) { #expect(!CALayer.needsDisplay(forKey: key)) }

  @Test("1.13 of a subclass the keys that it names do, by setter and by key, when the value really changes")
  func keys() {
    let layer = Drawing()
    func marks(_ change: () -> Void) -> Bool {
      layer.displayIfNeeded()
      change()
      return layer.needsDisplay()
    }
    #expect(marks { layer.cornerRadius = 3 } && !marks { layer.cornerRadius = 3 } && marks { layer.cornerRadius = 4 })
    #expect(marks { layer.setValue(5, forKey: "cornerRadius") } && !marks { layer.setValue(5, forKey: "cornerRadius") })
    #expect(!marks { layer.level = 0 } && marks { layer.level = 0.5 } && !marks { layer.level = 0.5 })
    #expect(marks { layer.setValue(1, forKey: "level") } && !marks { layer.setValue(1.0, forKey: "level") })
    #expect(marks { layer.setValue(nil, forKey: "level") } && !marks { layer.setValue(nil, forKey: "level") })
    #expect(!marks { layer.other = 9 } && !marks { layer.opacity = 0.5 })
  }

  @Test("A commit displays what is marked, once, and commits what was drawn with it")
  func commit() {
    let layer = Drawing()
    let stage = HostedLayer(layer)
    CATransaction.withoutActions { layer.level = 1 }
    #expect(layer.count == 1 && layer.committedValues?.contents != nil)
    layer.setNeedsDisplay()
    layer.setNeedsDisplay()
    CATransaction.withoutActions {}
    CATransaction.flush()
    #expect(layer.count == 2 && stage.host.isHosting)
  }

  @Test("What display() assigns appears at once: no fade of the contents, no animation of another key")
  func noFade() {
    let layer = Drawing()
    let stage = HostedLayer(layer)
    layer.contents = CGImage.grey(1)
    CATransaction.flush()
    layer.removeAllAnimations()
    layer.level = 1
    CATransaction.flush()
    #expect(layer.count == 1 && layer.animationKeys() == nil)
    layer.contents = CGImage.grey(2)
    CATransaction.flush()
    #expect(layer.animationKeys() == ["contents"] && stage.host.isHosting, "assigned from outside it fades")
  }

  @Test("C-11 animations of such a key have the model display itself for each frame")
  func redrawing() throws {
    let layer = Drawing()
    let stage = HostedLayer(layer)
    layer.level = 1
    layer.removeAllAnimations()
    CATransaction.flush()
    let before = layer.count
    let animation = CABasicAnimation("level", from: 0, to: 1)
    layer.add(animation, forKey: "a")
    for (index, (time, level)) in [(0.2, 51), (0.4, 102), (0.6, 153)].enumerated() {
      stage.advance(to: time)
      stage.host.prepareFrame(at: time)
      let (drawn, image) = try #require(stage.frames.contents.last)
      #expect(drawn === layer && image?.firstByte == UInt8(level))
      #expect(layer.count == before + index + 1 && layer.lastLevel == 1, "the model's own value")
      // What it assigned is the model's, without an animation of the contents.
      #expect(layer.contents as! CGImage? === image && layer.committedValues?.contents === image)
      #expect(layer.animationKeys() == ["a"])
    }
    #expect(stage.frames.contents.count == 3)
    stage.advance(to: 2)
    stage.host.prepareFrame(at: 2)
    #expect(
      stage.frames.contents.count == 4 && stage.frames.contents[3].image == nil, "the model's contents show again")
    stage.host.prepareFrame(at: 3)
    #expect(stage.frames.contents.count == 4)
  }

  /// Keeps a colour in a stored property, as a library's ring does, and has no `init(layer:)`.
  private final class Ring: CALayer {
    var tag = "default"
    var calls: [String] = []
    var progress: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "progress" || super.needsDisplay(forKey: key)
    }
    override func display() {
      calls.append("\(tag) \(progress) \(presentation()?.progress ?? -1)")
      super.display()
    }
    override func draw(in ctx: CGContext) {
      (model() as Ring).calls.append("draw \(tag) \(progress) \(self === model())")
      ctx.fill(bounds)
    }
  }

  @Test("C-11 an overridden display() has the model's stored properties, draw(in:) a copy with the frame's values")
  func modelAndCopy() {
    let ring = Ring()
    ring.bounds.size = CGSize(width: 2, height: 2)
    ring.tag = "own"
    let stage = HostedLayer(ring)
    let animation = CABasicAnimation("progress", from: 0, to: 1)
    ring.add(animation, forKey: "a")
    // The presentation is that of the frame, whatever the clock says.
    CATransaction.flush()
    stage.host.prepareFrame(at: 0.5)
    #expect(ring.calls == ["own 0.0 0.5", "draw default 0.5 false"])
    #expect(ring.contents == nil && stage.frames.contents.last?.image != nil)
  }

  @Test(
    "C-11 what else display() changes belongs to the same frame, unless a transaction is open",
    arguments: [false, true])
  func otherChanges(isOpen: Bool) {
    final class Fading: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
      override func display() {
        backgroundColor = CGColor(gray: 0.5, alpha: 1)
        contents = CGImage.grey(9)
      }
    }
    let layer = Fading()
    let stage = HostedLayer(layer)
    layer.add(CABasicAnimation("progress", from: 0, to: 1), forKey: "a")
    CATransaction.flush()
    stage.advance(to: 0.5)
    if isOpen { CATransaction.begin() }
    layer.isDoubleSided = false
    stage.host.prepareFrame(at: 0.5)
    #expect(stage.frames.contents.last?.image?.firstByte == 9)
    #expect((layer.committedValues?.backgroundColor != nil) == !isOpen && layer.animationKeys() == ["a"])
    if isOpen { CATransaction.commit() }
    CATransaction.flush()
    #expect(layer.committedValues?.isDoubleSided == false && layer.committedValues?.backgroundColor != nil)
  }

  @Test("1.13 one that stays at its end keeps what it drew last", arguments: [false, true])
  func filled(inGroup: Bool) throws {
    let layer = Drawing()
    let stage = HostedLayer(layer)
    let level = CABasicAnimation("level", from: 0, to: 1)
    level.fillMode = .forwards
    let group = CAAnimationGroup()
    group.animations = [level]
    group.duration = 1
    let animation = inGroup ? group : level
    animation.isRemovedOnCompletion = false
    animation.fillMode = .forwards
    layer.add(animation, forKey: "a")
    stage.advance(to: 5)
    stage.host.prepareFrame(at: 5)
    #expect(try #require(stage.frames.contents.last).image?.firstByte == 255)
    layer.removeAllAnimations()
    #expect(try #require(stage.frames.contents.last).image == nil)
    stage.host.prepareFrame(at: 6)
    #expect(stage.frames.contents.count == 2)
  }

  @Test("1.13 animations of other keys do not, nor those of layers that left")
  func notRedrawing() {
    let layer = Drawing()
    let stage = HostedLayer(layer)
    layer.add(CABasicAnimation("other", from: 0, to: 1), forKey: "a")
    layer.add(CABasicAnimation("opacity", from: 0, to: 1), forKey: "b")
    stage.advance(to: 0.5)
    stage.host.prepareFrame(at: 0.5)
    #expect(stage.frames.contents.isEmpty)
    layer.add(CABasicAnimation("level", from: 0, to: 1), forKey: "c")
    CATransaction.flush()
    layer.removeFromSuperlayer()
    stage.host.prepareFrame(at: 0.6)
    #expect(stage.frames.contents.count == 1 && stage.frames.contents[0].image == nil)
  }

  @Test("C-11 a delegate displays for frames, too: it is given the model")
  func delegateRedraws() {
    final class Keyed: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool { key == "bounds" }
    }
    let layer = Keyed()
    let stage = HostedLayer(layer)
    final class Delegate: NSObject, CALayerDelegate {
      var widths: [CGFloat] = []
      func display(_ layer: CALayer) {
        widths.append(layer.presentation()?.bounds.width ?? -1)
        layer.contents = CGImage.grey(50)
      }
    }
    let delegate = Delegate()
    layer.delegate = delegate
    layer.add(CABasicAnimation("bounds.size.width", from: 0, to: 100), forKey: "a")
    stage.advance(to: 0.5)
    stage.host.prepareFrame(at: 0.5)
    #expect(delegate.widths == [50] && stage.frames.contents.last?.image?.firstByte == 50 && layer.contents != nil)
  }
}

extension CGImage {
  /// The red of the first pixel.
  fileprivate var firstByte: UInt8? { dataProvider?.data?.first }
}
