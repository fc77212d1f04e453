// The API of layers: an input is a program of calls on a tree, with numbers of every kind: tree changes, properties by
// key, animations, transactions, drawn contents, layout, questions, frames of either renderer or of a host alone;
// delegates that do the same while they are asked. When all is done, nothing of it is kept. What the documentation
// calls a programmer's mistake is left out: numbers that are none in positions and bounds, cycles, siblings of another
// layer, unbalanced transactions.

import CAML
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

/// Calls QuartzCore and renders.
enum APITarget: FuzzTarget {
  static let name = "api"
  static var memoryLimit: Int? { 512 << 20 }

  static func seeds(in folder: String?) -> [[UInt8]] { programs(seed: 57, length: 60, growth: 20) }

  static func run(_ input: [UInt8]) throws -> String {
    var kept: [Weak] = []
    let kinds = try run(input, &kept)
    CATransaction.flush()
    MediaClock.current = MediaClock(startingAt: 0)
    // Another thread may be about to let go of what it has done.
    for _ in 0..<1000 where kept.contains(where: { $0.value != nil }) { usleep(1000) }
    for object in kept { expect(object.value == nil, "\(type(of: object.value!)) is kept by something after \(kinds)") }
    return kinds
  }

  private static func run(_ input: [UInt8], _ kept: inout [Weak]) throws -> String {
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let program = try APIProgram(ByteProgram(input), clock)
    defer { kept = program.end() + [Weak(value: clock)] }
    try program.run()
    return program.kinds
  }

  /// Something that has to be gone when its program is.
  struct Weak { weak var value: AnyObject? }
}

/// The calls of a program.
private final class APIProgram: NSObject {
  private var bytes: ByteProgram
  private let clock: MediaClock
  private let viewer: Viewer
  private let root = CALayer()
  private var layers: [CALayer] = []
  /// How many calls delegates may still make.
  private var callbacks = 60
  private var depth = 0
  private(set) var kinds = ""

  /// What shows the tree.
  private enum Viewer {
    case offscreen(OffscreenRenderer)
    case explicit(CARenderer)
    case host(LayerHost)

    var object: AnyObject {
      switch self {
      case .offscreen(let renderer): renderer
      case .explicit(let renderer): renderer
      case .host(let host): host
      }
    }
  }

  init(_ program: ByteProgram, _ clock: MediaClock) throws {
    var bytes = program
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 70)
    layers = [root]
    viewer =
      switch bytes.below(6) {
      case 0: .host(LayerHost(layer: root, clock: clock))
      case 1: .explicit(try CARenderer(clock: clock, sharing: SceneTarget.device))
      default:
        .offscreen(
          try OffscreenRenderer(size: root.bounds.size, options: .init(clock: clock), sharing: SceneTarget.device))
      }
    (self.bytes, self.clock) = (bytes, clock)
    super.init()
  }

  func run() throws {
    for _ in 0..<160 where bytes.hasMore {
      let kind = bytes.below(16)
      kinds.append(Character(Unicode.Scalar(UInt8(97 + kind))))
      if kind == 0 { try frame() } else { call(kind) }
    }
    try frame()
  }

  /// Lets go of the animations, which keep the program as their delegate; says what has to be gone with it.
  func end() -> [APITarget.Weak] {
    callbacks = 0
    for layer in layers { layer.removeAllAnimations() }
    // The delegates are told of it on a clock's next turn.
    CATransaction.flush()
    for clock in [clock, .system] { clock.processEvents() }
    return ([self, viewer.object] as [AnyObject] + layers).map { APITarget.Weak(value: $0) }
  }

  private func frame() throws {
    let time = clock.now + Double(bytes.below(8)) / 10
    switch viewer {
    case .host:
      clock.advance(to: time)
      _ = root.presentation()?.hitTest(point())
    case .offscreen(let renderer):
      guard let pixels = try withinMemory({ try renderer.pixels(of: root, at: time) }) else { return }
      expect(pixels.count == renderer.width * renderer.height * 4)
      _ = renderer.takeIssues()
    case .explicit(let renderer): try frame(of: renderer, at: time)
    }
  }

  /// A frame of Apple's explicit cycle, whose steps may be missing or come twice.
  private func frame(of renderer: CARenderer, at time: Double) throws {
    renderer.layer = bytes.below(8) == 0 ? nil : root
    if renderer.bounds.isNull || bytes.below(6) == 0 { renderer.bounds = bytes.below(3) == 0 ? rect() : root.bounds }
    renderer.beginFrame(atTime: time, timeStamp: nil)
    for _ in 0...bytes.below(4) {
      switch bytes.below(8) {
      case 0: renderer.addUpdate(rect())
      case 1: expect(renderer.updateBounds().isNull || renderer.bounds.contains(renderer.updateBounds()))
      case 2: expect(renderer.nextFrameTime() >= time)
      case 3: renderer.endFrame()
      default: renderer.render()
      }
    }
    renderer.endFrame()
  }

  private func call(_ kind: Int) {
    switch kind {
    case 1, 2: add()
    case 3: move()
    case 4, 5, 6: setProperty(of: layer())
    case 7: setFrame(of: layer())
    case 8: animate(layer())
    case 9: transact()
    case 10: ask(layer())
    case 11: draw(layer())
    case 12: layOut(layer())
    case 13: showContents(of: layer())
    case 14: setTiming(of: layer())
    default: clock.advance(to: clock.now + Double(bytes.below(30)) / 10)
    }
  }

  /// Something that a delegate does while it is asked.
  private func callBack() {
    guard callbacks > 0, depth < 3, bytes.hasMore else { return }
    callbacks -= 1
    depth += 1
    defer { depth -= 1 }
    call(1 + bytes.below(13))
  }

  // MARK: Values

  private func layer() -> CALayer { layers[bytes.below(layers.count)] }

  /// A number that is one, and leaves room for products: positions that come to none are a mistake.
  private func measure() -> CGFloat {
    guard bytes.below(3) == 0 else { return CGFloat(bytes.below(100)) - 10 }
    let number = bytes.number()
    return abs(number) <= 1e30 ? number : 0
  }

  private func number() -> CGFloat { bytes.below(3) == 0 ? bytes.number() : CGFloat(bytes.below(100)) / 10 }
  private func point() -> CGPoint { CGPoint(x: measure(), y: measure()) }
  private func rect() -> CGRect { CGRect(origin: point(), size: CGSize(width: measure(), height: measure())) }
  private func color() -> CGColor {
    CGColor(
      red: number(), green: number() / 10, blue: CGFloat(bytes.below(11)) / 10, alpha: CGFloat(bytes.below(11)) / 10)
  }

  private func transform() -> CATransform3D {
    switch bytes.below(5) {
    case 0: CATransform3DMakeRotation(number(), number(), number(), number())
    case 1: CATransform3DMakeScale(number(), number(), number())
    case 2: CATransform3DMakeTranslation(number(), number(), number())
    case 3:
      CATransform3DConcat(
        CATransform3DMakeRotation(CGFloat(bytes.below(63)) / 10, 1, number(), 0),
        CATransform3D(
          m11: 1, m12: 0, m13: 0, m14: number(), m21: 0, m22: 1, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1,
          m34: -1 / number(),
          m41: number(), m42: 0, m43: 0, m44: 1))
    default: CATransform3DIdentity
    }
  }

  private func path() -> CGPath {
    let path = CGMutablePath()
    path.move(to: point())
    for _ in 0..<bytes.below(8) {
      switch bytes.below(6) {
      case 0: path.addLine(to: point())
      case 1: path.addCurve(to: point(), control1: point(), control2: point())
      case 2: path.addEllipse(in: rect())
      case 3:
        path.addRoundedRect(in: rect(), cornerWidth: CGFloat(bytes.below(9)), cornerHeight: CGFloat(bytes.below(9)))
      case 4: path.addArc(center: point(), radius: measure(), startAngle: number(), endAngle: number(), clockwise: true)
      default: path.closeSubpath()
      }
    }
    return path
  }

  private static let image = CGImage(
    width: 5, height: 4, premultipliedRGBA: (0..<20).flatMap { [UInt8($0 * 4), 90, UInt8($0), 120] })

  private func value(_ property: CAMLVocabulary.Property) -> Any? {
    // As of documents: what multiplies all that is below stays small.
    if ["instanceCount", "birthRate", "lifetime", "scale"].contains(property.name) { return bytes.below(8) }
    switch property.kind {
    case .number, .extent, .bits: return number()
    case .length: return measure()
    case .boolean: return bytes.below(2) == 0
    case .point: return point()
    case .size: return CGSize(width: measure(), height: measure())
    case .rect: return rect()
    case .color: return bytes.below(6) == 0 ? nil : color()
    case .transform: return transform()
    case .image: return bytes.below(3) == 0 ? nil : Self.image
    case .string: return bytes.string()
    case .enumeration(let names): return bytes.below(8) == 0 ? "wrong" : bytes.one(of: names)
    case .numbers: return (0..<bytes.below(5)).map { _ in NSNumber(value: Double(number())) }
    case .colors: return (0..<bytes.below(5)).map { _ in color() }
    case .path: return bytes.below(5) == 0 ? nil : path()
    }
  }

  private func properties(of layer: CALayer) -> [CAMLVocabulary.Property] {
    let added = CAMLVocabulary.addedProperties(ofLayer: String(describing: type(of: layer)))
    return added.isEmpty || bytes.below(2) == 0 ? CAMLVocabulary.layerProperties : added
  }

  // MARK: The tree

  private func make() -> CALayer {
    let made: CALayer
    switch bytes.below(10) {
    case 0: made = CAShapeLayer()
    case 1: made = CAGradientLayer()
    case 2: made = CATextLayer()
    case 3: made = CAReplicatorLayer()
    case 4: made = CATransformLayer()
    case 5: made = CAScrollLayer()
    case 6: made = CATiledLayer()
    case 7:
      let emitter = CAEmitterLayer()
      emitter.emitterCells = (0..<bytes.below(3)).map { _ in cell() }
      made = emitter
    default: made = CALayer()
    }
    made.frame = CGRect(x: bytes.below(90), y: bytes.below(60), width: bytes.below(70), height: bytes.below(70))
    if bytes.below(2) == 0 { made.backgroundColor = color() }
    if bytes.below(2) == 0 { made.delegate = self }
    return made
  }

  private func cell() -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "c"
    cell.contents = Self.image
    cell.birthRate = Float(bytes.below(30))
    cell.lifetime = Float(bytes.below(3))
    cell.velocity = number()
    for _ in 0..<bytes.below(4) {
      let property = bytes.one(of: CAMLVocabulary.cellProperties)
      guard property.name != "scale", property.name != "speed", let value = value(property) else { continue }
      cell.setValue(value, forKey: property.name)
    }
    return cell
  }

  private func add() {
    guard layers.count < 200 else { return }
    let parent = layer()
    let made = make()
    layers.append(made)
    switch bytes.below(6) {
    case 0: parent.insertSublayer(made, at: UInt32(bytes.below((parent.sublayers?.count ?? 0) + 1)))
    case 1: parent.insertSublayer(made, below: parent.sublayers?.first)
    case 2: parent.insertSublayer(made, above: parent.sublayers?.last)
    case 3: parent.mask = made
    case 4:
      // A chain of layers.
      var last = made
      for _ in 0..<bytes.below(40) {
        let next = CALayer()
        next.frame = CGRect(x: 1, y: 1, width: 40, height: 30)
        last.addSublayer(next)
        last = next
      }
      layers.append(last)
      parent.addSublayer(made)
    default: parent.addSublayer(made)
    }
  }

  private func move() {
    let (moved, parent) = (layer(), layer())
    guard moved !== root else { return }
    switch bytes.below(5) {
    case 0: moved.removeFromSuperlayer()
    case 1:
      // Not under itself.
      var above: CALayer? = parent
      while let layer = above, layer !== moved { above = layer.superlayer }
      if above == nil { parent.addSublayer(moved) }
    case 2: parent.sublayers = bytes.below(2) == 0 ? nil : parent.sublayers.map { $0.reversed() }
    case 3: parent.mask = nil
    default:
      if let old = parent.sublayers?.first {
        let made = make()
        layers.append(made)
        parent.replaceSublayer(old, with: made)
      }
    }
  }

  // MARK: Properties

  private func setProperty(of layer: CALayer) {
    // The root stays where frames show it.
    guard layer !== root || bytes.below(8) == 0 else { return }
    let property = bytes.one(of: properties(of: layer))
    switch bytes.below(8) {
    case 0: layer.filters = (0..<bytes.below(4)).map { _ in filter() }
    case 1: layer.backgroundFilters = [filter()]
    case 2: layer.compositingFilter = bytes.one(of: CAMLVocabulary.filters).type
    default:
      let value = value(property)
      layer.setValue(value, forKeyPath: property.name)
      _ = layer.value(forKeyPath: property.name)
    }
  }

  private func filter() -> CAFilter {
    let kind = bytes.one(of: CAMLVocabulary.filters)
    let filter = CAFilter(type: kind.type)
    for input in kind.inputs where bytes.below(2) == 0 { filter.setValue(value(input), forKey: input.name) }
    return filter
  }

  private func setFrame(of layer: CALayer) {
    switch bytes.below(5) {
    case 0: layer.frame = rect()
    case 1: layer.bounds = rect()
    case 2: layer.position = point()
    case 3: layer.anchorPoint = point()
    default: layer.setAffineTransform(bytes.matrix())
    }
  }

  private func setTiming(of layer: CALayer) {
    switch bytes.below(6) {
    case 0: layer.speed = Float(number())
    case 1: layer.beginTime = Double(number())
    case 2: layer.timeOffset = Double(number())
    case 3: layer.duration = Double(number())
    case 4: layer.repeatCount = Float(number())
    default: layer.autoreverses = bytes.below(2) == 0
    }
  }

  // MARK: Animations

  private func animate(_ layer: CALayer) {
    switch bytes.below(8) {
    case 0: layer.removeAllAnimations()
    case 1: layer.removeAnimation(forKey: "k\(bytes.below(3))")
    case 2:
      let transition = CATransition()
      transition.type = [.fade, .push, .moveIn, .reveal, CATransitionType(rawValue: "pageCurl")][bytes.below(5)]
      transition.startProgress = Float(number())
      layer.add(transition, forKey: nil)
    default: layer.add(animation(of: layer, level: 0), forKey: bytes.below(2) == 0 ? nil : "k\(bytes.below(3))")
    }
  }

  private func animation(of layer: CALayer, level: Int) -> CAAnimation {
    let property = bytes.one(of: properties(of: layer))
    let animation: CAAnimation
    switch bytes.below(level < 4 ? 4 : 3) {
    case 0:
      let basic = CABasicAnimation(keyPath: property.name)
      if bytes.below(2) == 0 { basic.fromValue = value(property) }
      if bytes.below(3) > 0 { basic.toValue = value(property) }
      if bytes.below(4) == 0 { basic.byValue = value(property) }
      basic.isAdditive = bytes.below(4) == 0
      basic.isCumulative = bytes.below(4) == 0
      animation = basic
    case 1:
      let keyframes = CAKeyframeAnimation(keyPath: property.name)
      keyframes.values = (0..<bytes.below(5)).compactMap { _ in value(property) }
      if bytes.below(3) == 0 {
        keyframes.keyTimes = (0..<bytes.below(5)).map { _ in NSNumber(value: Double(number())) }
      }
      if bytes.below(4) == 0 { keyframes.path = path() }
      keyframes.calculationMode = [.linear, .discrete, .paced, .cubic, .cubicPaced][bytes.below(5)]
      animation = keyframes
    case 2:
      let spring = CASpringAnimation(keyPath: property.name)
      spring.toValue = value(property)
      (spring.mass, spring.stiffness) = (abs(number()) + 1e-9, abs(number()) + 1e-9)
      (spring.damping, spring.initialVelocity) = (abs(number()), number())
      spring.duration = spring.settlingDuration
      animation = spring
    default:
      let group = CAAnimationGroup()
      group.animations = (0..<bytes.below(4)).map { _ in self.animation(of: layer, level: level + 1) }
      animation = group
    }
    if bytes.below(2) == 0 { animation.duration = Double(bytes.below(30)) / 10 }
    if bytes.below(4) == 0 { animation.repeatCount = Float(number()) }
    if bytes.below(6) == 0 { animation.speed = Float(number()) }
    if bytes.below(6) == 0 { animation.beginTime = Double(number()) }
    if bytes.below(6) == 0 { animation.duration = Double(number()) }
    if bytes.below(3) == 0 { animation.delegate = self }
    animation.isRemovedOnCompletion = bytes.below(3) > 0
    animation.fillMode = [.removed, .forwards, .backwards, .both][bytes.below(4)]
    return animation
  }

  private func transact() {
    switch bytes.below(6) {
    case 0: CATransaction.flush()
    case 1: CATransaction.setDisableActions(bytes.below(2) == 0)
    case 2: CATransaction.setAnimationDuration(Double(number()))
    default:
      CATransaction.begin()
      defer { CATransaction.commit() }
      if bytes.below(2) == 0 { CATransaction.setCompletionBlock { [weak self] in self?.callBack() } }
      CATransaction.setAnimationDuration(Double(bytes.below(20)) / 10)
      for _ in 0..<bytes.below(5) { setProperty(of: layer()) }
      setFrame(of: layer())
    }
  }

  // MARK: Questions

  private func ask(_ layer: CALayer) {
    let other = self.layer()
    switch bytes.below(9) {
    case 0: _ = root.hitTest(point())
    case 1: _ = layer.convert(point(), to: other)
    case 2: _ = layer.convert(rect(), from: other)
    case 3: _ = layer.presentation()?.frame
    case 4: _ = root.presentation()?.hitTest(point())
    case 5: _ = layer.convertTime(Double(number()), from: other)
    case 6: _ = (layer.frame, layer.contains(point()), layer.preferredFrameSize(), layer.visibleRect)
    case 7: _ = layer.animationKeys()?.map { layer.animation(forKey: $0)?.duration }
    default: layer.scrollRectToVisible(rect())
    }
  }

  private func draw(_ layer: CALayer) {
    guard
      let context = CGContext(
        data: nil, width: 60, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return }
    context.concatenate(bytes.matrix())
    layer.render(in: context)
    _ = context.makeImage()
  }

  // MARK: Layout and display

  private func layOut(_ layer: CALayer) {
    switch bytes.below(7) {
    case 0: layer.setNeedsLayout()
    case 1: layer.layoutIfNeeded()
    case 2: layer.autoresizingMask = CAAutoresizingMask(rawValue: UInt32(bytes.byte()))
    case 3: layer.layoutManager = CAConstraintLayoutManager()
    case 4: layer.layoutManager = nil
    case 5: layer.name = ["a", "b", "superlayer"][bytes.below(3)]
    default:
      let attributes: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height]
      layer.addConstraint(
        CAConstraint(
          attribute: bytes.one(of: attributes), relativeTo: bytes.one(of: ["superlayer", "a", "b", "none"]),
          attribute: bytes.one(of: attributes), scale: measure() / 10, offset: measure()))
    }
  }

  private func showContents(of layer: CALayer) {
    switch bytes.below(6) {
    case 0: layer.setNeedsDisplay()
    case 1: layer.setNeedsDisplay(rect())
    case 2: layer.displayIfNeeded()
    case 3: layer.needsDisplayOnBoundsChange = true
    case 4: layer.contentsScale = number()
    default: layer.contents = Self.image
    }
  }
}

extension APIProgram: CALayerDelegate, CAAnimationDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) {
    ctx.setFillColor(color())
    ctx.fill(rect())
    callBack()
  }

  func layoutSublayers(of layer: CALayer) { callBack() }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    switch bytes.below(4) {
    case 0: NSNull()
    case 1: CABasicAnimation(keyPath: event)
    default: nil
    }
  }

  func animationDidStart(_ anim: CAAnimation) { callBack() }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { callBack() }
}
