import Foundation
import QuartzCore
import Testing

@Suite struct PresentationTests {
  @Test("16.1 a layer in no hosted tree has no presentation, displayed and animated or not")
  func standalone() {
    let layer = CALayer()
    #expect(layer.presentation() == nil)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.add(CABasicAnimation("opacity", to: 0), forKey: "a")
    #expect(layer.presentation() == nil)
    layer.addSublayer(CALayer())
    #expect(layer.sublayers?[0].presentation() == nil)
  }

  @Test("16.1 nor has a hosted layer before its first commit, nor after it left")
  func beforeTheFirstCommit() {
    let layer = CALayer()
    let host = LayerHost(layer: layer, clock: MediaClock(startingAt: 0))
    #expect(layer.presentation() == nil)
    CATransaction.flush()
    #expect(layer.presentation() != nil)
    let child = CALayer()
    layer.addSublayer(child)
    #expect(child.presentation() == nil && layer.presentation()?.sublayers == nil)
    CATransaction.flush()
    #expect(child.presentation() != nil && layer.presentation()?.sublayers?.count == 1)
    child.removeFromSuperlayer()
    #expect(child.presentation() == nil && host.isHosting)
  }

  @Test("16.1 the presentation is what was committed, and follows the clock")
  func values() throws {
    let stage = HostedLayer()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    stage.layer.position.x = 3
    #expect(stage.layer.presentation()?.position.x == 0)
    CATransaction.commit()
    #expect(stage.layer.presentation()?.position.x == 3)
    stage.layer.add(CABasicAnimation("position.x", from: 0, to: 8), forKey: "a")
    for (time, x) in [(0.25, 2.0), (0.5, 4), (0.75, 6), (1, 3)] {
      stage.advance(to: time)
      #expect(stage.layer.presentation()?.position.x == CGFloat(x))
    }
  }

  @Test("16.1 what is shown stays until a commit removes the animation")
  func removalWaits() {
    let stage = HostedLayer()
    stage.layer.add(CABasicAnimation("position.x", from: 0, to: 8), forKey: "a")
    stage.advance(to: 0.5)
    stage.layer.removeAllAnimations()
    #expect(stage.layer.presentation()?.position.x == 4)
    CATransaction.flush()
    #expect(stage.layer.presentation()?.position.x == 0)
  }

  private final class Special: CALayer {}

  @Test("16.2 it has the model's class, and its tree is one of presentation layers")
  func tree() throws {
    let middle = Special()
    let (leaf, mask) = (CALayer("leaf"), CALayer("mask"))
    middle.addSublayer(leaf)
    middle.mask = mask
    let stage = HostedLayer(middle)
    let shown: Special = try #require(middle.presentation())
    #expect(shown !== middle && shown.presentation() === shown)
    #expect(shown.superlayer === stage.root.presentation() && shown.superlayer !== stage.root)
    #expect(shown.sublayers?.count == 1 && shown.sublayers?[0] === leaf.presentation())
    #expect(shown.sublayers?[0].superlayer === shown)
    #expect(shown.mask === mask.presentation() && shown.mask?.superlayer === shown)
    #expect(stage.root.presentation()?.superlayer == nil && leaf.presentation()?.mask == nil)
    #expect(shown.host == nil && shown.presentation() === shown)
  }

  @Test("16.2 while the clock stands and nothing is committed it is the same object")
  func identity() {
    let stage = HostedLayer()
    let first = stage.layer.presentation()
    stage.layer.opacity = 0.5
    #expect(stage.layer.presentation() === first)
    CATransaction.flush()
    let second = stage.layer.presentation()
    #expect(second !== first)
    stage.advance(to: 1)
    #expect(stage.layer.presentation() !== second)
  }

  @Test("16.2 hit testing stays in the presentation tree")
  func hitTest() {
    let stage = HostedLayer(CALayer(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    stage.layer.add(CABasicAnimation("position", from: CGPoint(x: 5, y: 5), to: CGPoint(x: 105, y: 5)), forKey: "a")
    stage.advance(to: 0.5)
    let point = CGPoint(x: 52, y: 3)
    #expect(stage.root.hitTest(point) == nil)
    #expect(stage.root.presentation()?.hitTest(point) === stage.layer.presentation())
    #expect(stage.layer.presentation()?.hitTest(point)?.model() === stage.layer)
    #expect(stage.layer.presentation()?.hitTest(CGPoint(x: 5, y: 5)) == nil)
  }

  @Test("16.2 conversion stays in the presentation tree")
  func conversion() throws {
    let leaf = CALayer(frame: CGRect(x: 1, y: 2, width: 4, height: 4))
    let stage = HostedLayer(CALayer("middle", leaf))
    stage.layer.add(CABasicAnimation("position.x", from: 0, to: 20), forKey: "a")
    stage.advance(to: 0.5)
    let shown = try #require(leaf.presentation())
    #expect(shown.convert(CGPoint.zero, to: stage.root.presentation()) == CGPoint(x: 11, y: 2))
    #expect(leaf.convert(CGPoint.zero, to: stage.root) == CGPoint(x: 1, y: 2))
    #expect(shown.convertTime(0.5, from: stage.root.presentation()) == 0.5)
  }

  @Test("16.3 the model of a model is itself, that of a presentation the layer")
  func model() {
    let stage = HostedLayer()
    #expect(stage.layer.model() === stage.layer && stage.layer.presentation()?.model() === stage.layer)
    let alone = CALayer()
    #expect(alone.model() === alone)
  }

  /// As client code writes it: stored properties, an initialiser of its own, and the copy for presentation.
  private final class Clock: CALayer {
    var hands: [String]
    var copies = 0
    var level: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    init(hands: [String]) {
      self.hands = hands
      super.init()
    }
    override init(layer: Any) {
      hands = (layer as? Clock)?.hands ?? []
      super.init(layer: layer)
      copies += 1
      level = (layer as? Clock)?.level ?? 0
      // What the copy shows is known here already.
      seenOpacity = opacity
      backgroundColor = .white
    }
    required init?(coder: NSCoder) {
      hands = []
      super.init(coder: coder)
    }
    var seenOpacity: Float = -1
  }

  @Test("1.15 init(layer:) of the subclass makes the copies: stored properties, and the values of the moment")
  func subclass() throws {
    let layer = Clock(hands: ["hour", "minute"])
    let stage = HostedLayer(layer)
    var asked: [String] = []
    let delegate = ActionDelegate { _, key in
      asked.append(key)
      return nil
    }
    layer.delegate = delegate
    layer.add(CABasicAnimation("opacity", from: 0, to: 1), forKey: "a")
    layer.add(CABasicAnimation("level", from: 0, to: 1), forKey: "b")
    stage.advance(to: 0.25)
    let shown = try #require(layer.presentation())
    #expect(shown.level == 0.25 && layer.level == 0, "the initialiser's copy of the model's value does not count")
    #expect(shown.hands == ["hour", "minute"] && shown.copies == 1 && layer.copies == 0)
    #expect(shown.seenOpacity == 0.25 && shown.opacity == 0.25)
    #expect(shown.backgroundColor == .white && layer.backgroundColor == nil)
    #expect(asked.isEmpty, "a copy asks for no actions")
    #expect(shown.delegate === delegate)
  }

  @Test("1.15, C-3: CALayer(layer:) by a program copies nothing, whatever it is given")
  func copyByProgram() {
    let stage = HostedLayer()
    stage.layer.opacity = 0.5
    stage.layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    stage.layer.setValue(5, forKey: "own")
    for copy in [CALayer(layer: stage.layer), CAShapeLayer(layer: stage.layer), CALayer(layer: "no layer")] {
      #expect(copy.opacity == 1 && copy.frame == .zero && copy.sublayers == nil && copy.superlayer == nil)
      #expect(copy.value(forKey: "own") == nil && copy.model() === copy && copy.presentation() == nil)
    }
  }

  @Test("L-8: A presentation layer answers with its model's animations")
  func animationsOfPresentation() throws {
    let stage = HostedLayer()
    stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 1), forKey: "fade")
    CATransaction.flush()
    let shown = try #require(stage.layer.presentation())
    #expect(
      shown.animationKeys() == ["fade"] && shown.animation(forKey: "fade") === stage.layer.animation(forKey: "fade"))
  }

  @Test("What is set on a presentation layer changes nothing else")
  func settingOnPresentation() throws {
    let stage = HostedLayer()
    let shown = try #require(stage.layer.presentation())
    shown.opacity = 0.5
    shown.bounds.size.width = 9
    shown.setNeedsLayout()
    shown.setValue(4, forKey: "own")
    CATransaction.flush()
    #expect(stage.layer.opacity == 1 && stage.layer.bounds == .zero && stage.layer.value(forKey: "own") == nil)
    #expect(shown.animationKeys() == nil && !stage.root.needsLayout())
    #expect(stage.frames.commitCount == 1)
  }

  @Test("Presentation layers are let go of with the next commit")
  func lifetime() {
    let stage = HostedLayer()
    weak let shown = stage.layer.presentation()
    #expect(shown != nil)
    stage.layer.zPosition = 1
    CATransaction.flush()
    #expect(shown == nil)
  }
}
