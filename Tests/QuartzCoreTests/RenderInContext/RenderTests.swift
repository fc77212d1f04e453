// Section 7 of the semantics list: what `render(in:)` draws of a tree, and what it leaves out.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("7 render(in:)") struct RenderTests {
  @Test("7.1 the root's position, transform, frame and flip do not count, its bounds' origin is not subtracted")
  func rootSpace() {
    let root = CALayer(0, 0, 40, 30, .testRed)
    root.bounds.origin = CGPoint(x: 10, y: 20)
    root.position = CGPoint(x: 500, y: -300)
    root.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    root.isGeometryFlipped = true
    root.zPosition = 7
    let painting = Painting(root)
    #expect(painting.box == CGRect(x: 10, y: 20, width: 40, height: 30))
    #expect(painting.count(of: 255) == 1200)
  }

  @Test("7.1 sublayers are placed normally")
  func sublayers() {
    let root = CALayer(0, 0, 100, 80)
    let middle = CALayer(10, 20, 60, 40)
    middle.bounds.origin = CGPoint(x: 5, y: 5)
    middle.addSublayer(CALayer(10, 15, 20, 10, .testRed))
    root.addSublayer(middle)
    #expect(Painting(root).box == CGRect(x: 15, y: 30, width: 20, height: 10))
    middle.isGeometryFlipped = true
    #expect(Painting(root).box == CGRect(x: 15, y: 40, width: 20, height: 10))
    middle.isGeometryFlipped = false
    middle.transform = CATransform3DMakeScale(0.5, 2, 1)
    #expect(Painting(root).box == CGRect(x: 27.5, y: 20, width: 10, height: 20).integral)
    middle.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    // About (40, 40): (15...35, 30...40) goes to (40...50, 15...35).
    #expect(Painting(root).box == CGRect(x: 40, y: 15, width: 10, height: 20))
  }

  private final class Filled: CATiledLayer {
    override func draw(in ctx: CGContext) { ctx.fill(ctx.boundingBoxOfClipPath) }
  }

  @Test("a tiled layer wider than a bitmap may be is drawn at less detail")
  func wideTiles() {
    let layer = Filled()
    layer.frame = CGRect(x: 0, y: 0, width: 10_000, height: 8)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(Painting(layer, 10_000, 8).count(of: 255) == 80_000)
  }

  /// Numbers that are none, infinite or huge, in every place of a tree with everything.
  @Test("geometry that makes no sense neither ends the process nor spoils what comes after", arguments: 0..<18)
  func wildNumbers(place: Int) {
    // Geometry that is no number traps when it is set, as on Apple's systems.
    let none: [CGFloat] = place < 5 ? [] : [.nan]
    for wild in none + [.infinity, -.infinity, 1e30, -1e30, 1e300, 1e-300] {
      let root = CALayer(0, 0, 100, 80)
      let layers: [CALayer] = [CAShapeLayer(), CAGradientLayer(), CATextLayer(), CATiledLayer(), CAReplicatorLayer()]
      for layer in layers {
        layer.frame = CGRect(x: 10, y: 10, width: 40, height: 30)
        layer.addSublayer(CALayer(5, 5, 10, 10, .testRed))
        (layer.backgroundColor, layer.borderWidth, layer.cornerRadius) = (.testRed, 2, 5)
        (layer.shadowOpacity, layer.masksToBounds, layer.opacity) = (0.5, place % 2 == 0, 0.7)
        layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
        (layer as? CAShapeLayer)?.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 20), transform: nil)
        (layer as? CAGradientLayer)?.colors = [CGColor.testRed, CGColor.testRed]
        (layer as? CATextLayer)?.string = "text"
        (layer as? CAReplicatorLayer)?.instanceCount = 2
        switch place {
        case 0: layer.bounds.origin.x = wild
        case 1: layer.bounds.size.width = wild
        case 2: layer.bounds = CGRect(x: -wild, y: wild, width: wild, height: wild)
        case 3: layer.position.y = wild
        case 4: layer.anchorPoint.x = wild
        case 5: layer.transform = CATransform3DMakeScale(wild, 1, 1)
        case 6: layer.transform.m14 = wild
        case 7: layer.sublayerTransform = CATransform3DMakeTranslation(wild, 0, 0)
        case 8: layer.shadowRadius = wild
        case 9: layer.shadowOffset.width = wild
        case 10: layer.borderWidth = wild
        case 11: layer.cornerRadius = wild
        case 12: layer.contentsRect.origin.x = wild
        case 13: layer.contentsCenter.size.width = wild
        case 14: layer.contentsScale = wild
        case 15: (layer as? CAShapeLayer)?.lineWidth = wild
        case 16: (layer as? CAReplicatorLayer)?.instanceTransform = CATransform3DMakeTranslation(wild, wild, 0)
        default: (layer as? CATextLayer)?.fontSize = wild
        }
        (layer as? CATiledLayer)?.contents = nil
        layer.setNeedsDisplay(CGRect(x: wild, y: 0, width: wild, height: 4))
        layer.displayIfNeeded()
        root.addSublayer(layer)
      }
      root.addSublayer(CALayer(60, 60, 20, 10, .testRed))
      #expect(Painting(root)[70, 65] == [255, 0, 0, 255], "\(place), \(wild)")
    }
  }

  @Test("7.1 the context's own transform and clip count")
  func contextState() {
    let root = CALayer(0, 0, 40, 30, .testRed)
    let painting = Painting(root) {
      $0.translateBy(x: 20, y: 10)
      $0.scaleBy(x: 0.5, y: 2)
      $0.clip(to: CGRect(x: 10, y: 0, width: 100, height: 100))
    }
    #expect(painting.box == CGRect(x: 25, y: 10, width: 15, height: 60))
  }

  @Test("Drawing leaves the context's state as it was, its path apart")
  func stateAfter() {
    let context = Painting.context(20, 20)
    context.setAlpha(0.75)
    let root = CALayer(0, 0, 20, 20)
    root.opacity = 0.5
    root.masksToBounds = true
    root.shadowOpacity = 1
    root.addSublayer(CALayer(5, 5, 5, 5, .testRed))
    root.render(in: context)
    #expect(context.ctm == .identity && context.alpha == 0.75 && !context.hasEffects)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(abs(Int(Painting(context)[7, 7][3]) - 96) <= 1)
  }

  @Test("7.2 model values count, animations do not; of a presentation its own")
  func modelValues() throws {
    let stage = HostedLayer()
    stage.root.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    stage.layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    stage.layer.backgroundColor = .testRed
    CATransaction.flush()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (20, 60, 1)
    stage.layer.add(move, forKey: "move")
    CATransaction.flush()
    stage.advance(to: 0.5)
    #expect(Painting(stage.root).box == CGRect(x: 10, y: 10, width: 20, height: 20))
    let shown = try #require(stage.root.presentation())
    #expect(Painting(shown).box == CGRect(x: 30, y: 10, width: 20, height: 20))
  }

  @Test("7.2 nothing is displayed or laid out")
  func nothingIsDisplayed() {
    final class Drawn: CALayer {
      var calls = 0
      override func display() { calls += 1 }
      override func draw(in ctx: CGContext) { calls += 1 }
      override func layoutSublayers() { calls += 1 }
    }
    let layer = Drawn()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.setNeedsDisplay()
    layer.setNeedsLayout()
    #expect(Painting(layer).count() == 0)
    #expect(layer.calls == 0 && layer.needsDisplay() && layer.needsLayout())
  }

  @Test("7.2 contents that were drawn before count")
  func drawnContents() {
    final class Drawn: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(.testRed)
        ctx.fill(CGRect(x: 0, y: 0, width: 40, height: 10))
      }
    }
    let layer = Drawn()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    #expect(Painting(layer).count() == 0)
    layer.display()
    #expect(Painting(layer).box == CGRect(x: 0, y: 0, width: 40, height: 10))
    let down = Painting(layer) {
      $0.translateBy(x: 0, y: 80)
      $0.scaleBy(x: 1, y: -1)
    }
    #expect(down.box == CGRect(x: 0, y: 70, width: 40, height: 10))
  }

  @Test("7.3 hidden, or of opacity 0: nothing", arguments: ["root", "sublayer"])
  func invisible(_ which: String) {
    let root = CALayer(0, 0, 40, 40)
    let sublayer = CALayer(10, 10, 10, 10, .testRed)
    root.addSublayer(sublayer)
    let layer = which == "root" ? root : sublayer
    #expect(Painting(root).count() == 100)
    layer.isHidden = true
    #expect(Painting(root).count() == 0)
    layer.isHidden = false
    layer.opacity = 0
    #expect(Painting(root).count() == 0)
    layer.opacity = -3
    #expect(Painting(root).count() == 0)
    layer.opacity = .nan
    #expect(Painting(root).count() == 100)
  }

  @Test("7.4 opacity: of a group as one, or of each layer", arguments: [true, false])
  func opacity(isGroup: Bool) {
    let root = CALayer(0, 0, 60, 60)
    let group = CALayer(10, 10, 40, 40, .testRed)
    group.addSublayer(CALayer(0, 0, 20, 40, .testBlue))
    group.opacity = 0.5
    group.allowsGroupOpacity = isGroup
    root.addSublayer(group)
    let painting = Painting(root)
    #expect(painting[40, 20].distance(to: [128, 0, 0, 128]) <= 1)
    let overlap: [UInt8] = isGroup ? [0, 0, 128, 128] : [64, 0, 128, 191]
    #expect(painting[15, 20].distance(to: overlap) <= 1)
  }

  @Test("7.4 sublayerTransform: about the anchor point, of all sublayers")
  func sublayerTransform() {
    let root = CALayer(0, 0, 80, 60, .testGreen)
    root.sublayerTransform = CATransform3DMakeScale(0.5, 0.5, 1)
    root.addSublayer(CALayer(0, 0, 40, 60, .testRed))
    let painting = Painting(root)
    #expect(painting.box { $0 == .red } == CGRect(x: 20, y: 15, width: 20, height: 30))
    #expect(painting.box == CGRect(x: 0, y: 0, width: 80, height: 60))
  }

  @Test("6.3 siblings are painted in ascending zPosition, equal ones in their order")
  func paintOrder() {
    let root = CALayer(0, 0, 40, 40)
    let (a, b, c) = (CALayer(0, 0, 9, 9, .testRed), CALayer(0, 0, 9, 9, .testGreen), CALayer(0, 0, 9, 9, .testBlue))
    root.sublayers = [a, b, c]
    #expect(Painting(root)[4, 4] == .blue)
    (a.zPosition, b.zPosition) = (2, 2)
    #expect(Painting(root)[4, 4] == .green)
    b.zPosition = 1
    #expect(Painting(root)[4, 4] == .red)
  }

  @Test("7.5 a replicator's copies, its background once, no colours")
  func replicator() {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
    replicator.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    replicator.instanceCount = 3
    replicator.instanceTransform = CATransform3DMakeTranslation(20, 5, 0)
    replicator.instanceRedOffset = -0.3
    replicator.instanceAlphaOffset = -0.3
    replicator.instanceDelay = 1
    replicator.addSublayer(CALayer(10, 5, 10, 10, .testRed))
    let painting = Painting(replicator)
    for copy in 0..<3 { #expect(painting[15 + copy * 20, 10 + copy * 5] == .red, "copy \(copy)") }
    #expect(painting.box { $0 == .red } == CGRect(x: 10, y: 5, width: 50, height: 20))
    #expect(painting[95, 35].distance(to: [0, 0, 128, 128]) <= 1)
    replicator.instanceCount = 0
    #expect(Painting(replicator).box { $0 == .red }.isNull)
    #expect(Painting(replicator).count() == 4000)
  }

  @Test("7.5 a scale of copies is one about the layer's origin")
  func replicatorScale() {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    replicator.instanceCount = 2
    replicator.instanceTransform = CATransform3DMakeScale(2, 2, 1)
    replicator.addSublayer(CALayer(10, 10, 10, 10, .testRed))
    // About the centre the copy would lie at (0...20, 0...20).
    #expect(Painting(replicator).box == CGRect(x: 10, y: 10, width: 30, height: 30))
  }

  @Test("7.6 a transform layer paints background and border, and clips")
  func transformLayer() {
    let layer = CATransformLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    layer.backgroundColor = .testRed
    layer.borderWidth = 4
    layer.borderColor = .testBlue
    layer.masksToBounds = true
    layer.addSublayer(CALayer(20, 10, 100, 10, .testGreen))
    let painting = Painting(layer)
    #expect(painting.box == CGRect(x: 0, y: 0, width: 40, height: 30))
    #expect(painting[10, 10] == .red && painting[1, 15] == .blue && painting[30, 15] == .green)
  }

  @Test("7.7 a dash pattern goes on into sublayers that have none, and not beyond")
  func dashesLeak() {
    func line(_ y: CGFloat, _ dashes: [NSNumber]? = nil) -> CAShapeLayer {
      let layer = CAShapeLayer()
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: y))
      path.addLine(to: CGPoint(x: 80, y: y))
      layer.path = path
      layer.strokeColor = .testRed
      layer.lineWidth = 2
      layer.lineDashPattern = dashes
      return layer
    }
    let root = CALayer(0, 0, 100, 80)
    let dashed = line(10, [10, 10])
    let (below, own) = (line(30), line(50, [20, 20]))
    dashed.sublayers = [below, own]
    root.sublayers = [line(5), dashed, line(70)]
    let painting = Painting(root)
    func lit(_ y: Int) -> String {
      stride(from: 5, to: 80, by: 10).map { painting[$0, y] == .clear ? "." : "#" }.joined()
    }
    #expect(lit(5) == "########" && lit(70) == "########")
    #expect(lit(10) == "#.#.#.#." && lit(30) == "#.#.#.#." && lit(50) == "##..##..")
  }

  @Test("7.8 masks, unlike filters and 3D, are drawn: any tree's alpha, in the layer's coordinates")
  func masks() {
    let root = CALayer(0, 0, 100, 80)
    let layer = CALayer(10, 10, 60, 60, .testRed)
    layer.addSublayer(CALayer(30, 0, 60, 60, .testBlue))
    let mask = CALayer(10, 20, 60, 20, CGColor(red: 0, green: 0, blue: 0, alpha: 0.5))
    layer.mask = mask
    root.addSublayer(layer)
    let painting = Painting(root)
    #expect(painting.box == CGRect(x: 20, y: 30, width: 60, height: 20))
    #expect(painting[25, 40].distance(to: [128, 0, 0, 128]) <= 1)
    #expect(painting[60, 40].distance(to: [0, 0, 128, 128]) <= 1)
    layer.opacity = 0.5
    #expect(Painting(root)[25, 40].distance(to: [64, 0, 0, 64]) <= 1)
    mask.isHidden = true
    #expect(Painting(root).count() == 0)
  }

  @Test("Of a transform in space the affine part counts; the back of a single-sided layer is not drawn")
  func transformsInSpace() {
    let root = CALayer(0, 0, 80, 80)
    let card = CALayer(20, 20, 40, 40, .testRed)
    root.addSublayer(card)
    card.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    card.transform.m34 = -1 / 200
    #expect(Painting(root).box == CGRect(x: 30, y: 20, width: 20, height: 40))
    card.isDoubleSided = false
    #expect(Painting(root).count() > 0)
    card.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(Painting(root).count() == 0)
    card.transform = CATransform3DMakeScale(-1, 1, 1)
    #expect(Painting(root).count() == 1600)
  }

  @Test("Layers nested deeper than 512 levels are left out")
  func depth() {
    let root = CALayer(0, 0, 20, 20)
    var innermost = root
    for level in 1..<1500 {
      let layer = CALayer(0, 0, 20, 20)
      if level == 511 { layer.addSublayer(CALayer(10, 10, 5, 5, .testBlue)) }
      if level == 510 { layer.addSublayer(CALayer(0, 0, 5, 5, .testRed)) }
      innermost.addSublayer(layer)
      innermost = layer
    }
    let painting = Painting(root, 20, 20)
    #expect(painting[2, 2] == .red && painting[12, 12] == .clear)
  }

  @Test("Groups in groups take no more memory than there is: the innermost are left out")
  func nestedGroups() {
    let root = CALayer(0, 0, 2000, 2000)
    var innermost = root
    for level in 0..<300 {
      let layer = CALayer(0, 0, 2000, 2000)
      layer.opacity = 0.999
      // So that it is a group: two that overlap.
      layer.sublayers = [CALayer(0, 0, 40, 40, level < 10 ? .testRed : .testBlue), CALayer(10, 10, 40, 40, .testRed)]
      innermost.addSublayer(layer)
      innermost = layer
    }
    let context = Painting.context(2000, 2000)
    root.render(in: context)
    #expect(context.makeImage()!.pixels[(1995 * 2000 + 20) * 4 + 3] > 240)
  }

  @Test("Values that are no place or size draw nothing, and nothing breaks")
  func badValues() {
    let root = CALayer(0, 0, 100, 80)
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.backgroundColor = .testRed
    root.addSublayer(layer)
    for transform in [
      CATransform3DMakeScale(.infinity, 1, 1), CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(.nan, 1, 1),
      CATransform3DMakeTranslation(1e300, 0, 0),
    ] {
      layer.transform = transform
      #expect(Painting(root).count() == 0)
    }
    layer.transform = CATransform3DIdentity
    layer.bounds = CGRect(x: -1e12, y: -1e12, width: 2e12, height: 2e12)
    layer.cornerRadius = 1e11
    layer.borderWidth = 1e10
    #expect(Painting(root).count() == 8000)
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.cornerRadius = .nan
    layer.borderWidth = .nan
    (layer.shadowOpacity, layer.shadowRadius) = (1, .infinity)
    layer.shadowOffset = CGSize(width: CGFloat.nan, height: 1e300)
    layer.contents = CGImage.test(1, 1, .blue)
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1e-300, height: .infinity)
    layer.contentsScale = .nan
    layer.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1e9, height: 1e9), transform: nil)
    layer.strokeColor = .testGreen
    layer.lineDashPattern = [1e-9, 1e-9]
    layer.lineWidth = .infinity
    #expect(Painting(root).count() > 0)
  }
}
