// Random trees in the plane with everything that both the renderer and `render(in:)` draw alike. A scene is a function
// of its seed. What Apple's `render(in:)` was measured to draw unlike frames is left out: shadows of what fades or
// masks to its bounds (X-A26, X-B24), colours between others (X-A27), corners wider than half a side (X-A28), and parts
// of an image that are not the same from both ends (X-B23).

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport

/// Makes layers from a sequence of pseudo-random numbers.
struct FlatSceneSource: SceneRandom {
  var random: SeededRandom

  private var properties: RandomProperties

  /// Whether there are text layers.
  private let hasText: Bool

  /// Whether a layer above fades its sublayers one by one.
  private var isFading = false

  init(seed: Int, hasText: Bool = false) {
    random = SeededRandom(seed: seed)
    properties = RandomProperties(random: SeededRandom(seed: seed))
    self.hasText = hasText
  }

  /// What `layer(depth:width:height:)` sets itself, within bounds in which both routes draw alike.
  private static let set: Set = [
    "bounds", "position", "frame", "zPosition", "transform", "sublayerTransform", "geometryFlipped", "masksToBounds",
    "opacity", "allowsGroupOpacity", "backgroundColor", "cornerRadius", "maskedCorners", "cornerCurve", "borderWidth",
    "borderColor", "shadowColor", "shadowOpacity", "shadowOffset", "shadowRadius", "contents", "contentsGravity",
    "contentsRect", "contentsCenter", "contentsScale", "path", "fillColor", "fillRule", "strokeColor", "strokeStart",
    "strokeEnd", "lineWidth", "lineCap", "lineJoin", "colors", "locations", "startPoint", "endPoint", "type", "string",
    "fontSize", "foregroundColor", "wrapped", "alignmentMode", "truncationMode", "instanceCount", "instanceTransform",
  ]

  /// What no tree has, and why. All else that a class's table has is set now and then.
  private static let leftOut: Set = [
    // Time: in a frame a layer is there for its active duration; `render(in:)` draws what it finds.
    "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
    // `render(in:)` was measured not to look at them.
    "shadowPath", "instanceColor", "instanceRedOffset", "instanceGreenOffset", "instanceBlueOffset",
    "instanceAlphaOffset",
    // Depth: frames draw what is farther away first, `render(in:)` what has the lower `zPosition`.
    "anchorPointZ", "preservesDepth",
    // It hands dashes on to sublayers, as was measured; the scene "shapes" has them.
    "lineDashPattern", "lineDashPhase",
    // Antialiasing is the context's there.
    "allowsEdgeAntialiasing", "edgeAntialiasingMask",
    // Which pixel is the nearest is a matter of rounding, and frames shrink images in steps.
    "magnificationFilter", "minificationFilter", "minificationFilterBias",
    // A picture of its own in frames, which is blurred where it lies between pixels.
    "shouldRasterize", "rasterizationScale",
  ]

  private mutating func path(_ width: Double, _ height: Double) -> CGPath {
    let path = CGMutablePath()
    switch Int(number(0...3.9)) {
    case 0: path.addRect(CGRect(x: number(-5...5), y: number(-5...5), width: width * 0.8, height: height * 0.7))
    case 1: path.addEllipse(in: CGRect(x: 2, y: 3, width: width * 0.9, height: height * 0.8))
    case 2:
      path.move(to: CGPoint(x: number(0...width), y: number(0...height)))
      for _ in 0..<4 { path.addLine(to: CGPoint(x: number(0...width), y: number(0...height))) }
      if chance(0.5) { path.closeSubpath() }
    default:
      path.move(to: CGPoint(x: 0, y: number(0...height)))
      path.addCurve(
        to: CGPoint(x: width, y: number(0...height)), control1: CGPoint(x: width * 0.3, y: number(-10...height)),
        control2: CGPoint(x: width * 0.6, y: number(0...height * 1.2)))
    }
    return path
  }

  private mutating func shape(_ width: Double, _ height: Double) -> CALayer {
    let shape = CAShapeLayer()
    shape.path = path(width, height)
    shape.fillColor = chance(0.7) ? color() : nil
    shape.fillRule = chance(0.5) ? .evenOdd : .nonZero
    guard chance(0.6) else { return shape }
    shape.strokeColor = color()
    shape.lineWidth = number(1...9)
    shape.lineCap = one(of: [.butt, .round, .square])
    shape.lineJoin = one(of: [.miter, .round, .bevel])
    if chance(0.3) { (shape.strokeStart, shape.strokeEnd) = (number(0...0.4), number(0.5...1)) }
    return shape
  }

  private mutating func gradient() -> CALayer {
    let gradient = CAGradientLayer()
    let count = Int(number(2...4.9))
    let gray = number(0...1)
    gradient.colors = (0..<count).map { _ in CGColor(gray: gray, alpha: number(0...1)) }
    if chance(0.4) { gradient.locations = (0..<count).map { NSNumber(value: Double($0) / Double(count) + 0.1) } }
    gradient.type = one(of: [.axial, .axial, .radial])
    gradient.startPoint = CGPoint(x: number(0...0.6), y: number(0...0.6))
    gradient.endPoint = CGPoint(x: number(0.7...1), y: number(0.7...1))
    return gradient
  }

  private mutating func label() -> CALayer {
    let label = CATextLayer()
    label.string = one(of: ["Label", "several words in a row", "שלום עולם", "नमस्ते", "日本語", "a 🎉"])
    label.fontSize = number(8...30)
    label.foregroundColor = color()
    label.isWrapped = chance(0.5)
    label.alignmentMode = one(of: [.natural, .left, .center, .right])
    label.truncationMode = one(of: [.none, .start, .middle, .end])
    return label
  }

  private mutating func replicator() -> CALayer {
    let replicator = CAReplicatorLayer()
    replicator.instanceCount = Int(number(1...3.9))
    replicator.instanceTransform = CATransform3DMakeTranslation(number(-12...12), number(-12...12), 0)
    return replicator
  }

  private mutating func setContents(of layer: CALayer) {
    layer.contents = CGImage.sample(24, 16, isOpaque: chance(0.5))
    layer.contentsGravity = one(of: [.resize, .resizeAspect, .resizeAspectFill, .center, .topLeft, .bottom, .right])
    if chance(0.2) { layer.contentsRect = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
    if chance(0.2) { layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
    if chance(0.2) { layer.contentsScale = 2 }
  }

  private mutating func setEffects(of layer: CALayer, _ width: Double, _ height: Double, _ depth: Int) {
    if chance(0.2) { layer.opacity = Float(number(0.2...0.9)) }
    if chance(0.1) { layer.allowsGroupOpacity = false }
    if chance(0.2), layer.opacity >= 1, !layer.masksToBounds, !isFading {
      layer.shadowOpacity = Float(number(0.3...1))
      layer.shadowRadius = number(0...5)
      layer.shadowOffset = CGSize(width: number(-6...6), height: number(-6...6))
      if chance(0.3) { layer.shadowColor = color() }
    }
    if depth < 3, chance(0.12) {
      let mask = self.layer(depth: 3, width: width, height: height)
      if chance(0.5) { mask.frame = CGRect(x: 0, y: 0, width: width, height: height) }
      layer.mask = mask
    }
  }

  /// A layer somewhere in a superlayer of the given size, with its sublayers.
  mutating func layer(depth: Int, width: Double, height: Double) -> CALayer {
    let size = (number(12...max(width * 0.9, 14)), number(12...max(height * 0.9, 14)))
    let layer: CALayer
    switch number(0...1) {
    case 0..<0.15: layer = shape(size.0, size.1)
    case 0..<0.3: layer = gradient()
    case 0..<0.36: layer = replicator()
    case 0.36..<0.46 where hasText: layer = label()
    default: layer = CALayer()
    }
    let origin = (number(-10...width * 0.6), number(-10...height * 0.6))
    layer.frame =
      chance(0.5)
      ? CGRect(
        x: origin.0.rounded(), y: origin.1.rounded(), width: size.0.rounded(), height: size.1.rounded())
      : CGRect(x: origin.0, y: origin.1, width: size.0, height: size.1)
    if chance(0.6) { layer.backgroundColor = color() }
    if chance(0.4) { layer.cornerRadius = min(number(0...40), min(layer.bounds.width, layer.bounds.height) / 2) }
    if chance(0.2) {
      layer.maskedCorners = CACornerMask(rawValue: UInt(number(0...15)))
      if chance(0.3) { layer.cornerCurve = .continuous }
    }
    if chance(0.3) { (layer.borderWidth, layer.borderColor) = (number(0.5...8), color()) }
    if chance(0.2) { setContents(of: layer) }
    layer.masksToBounds = chance(0.35)
    layer.isGeometryFlipped = chance(0.1)
    layer.zPosition = chance(0.2) ? number(-5...5) : 0
    if chance(0.1) { layer.bounds.origin = CGPoint(x: number(-10...10), y: number(-10...10)) }
    if chance(0.2) { layer.transform = turn(number(-180...180)) }
    if chance(0.08) {
      let scale = number(0.5...1.5)
      layer.transform = CATransform3DMakeScale(chance(0.5) ? -scale : scale, scale, 1)
    }
    if chance(0.06) {
      // As much along both axes: a shadow is blurred by one deviation here, and by two in frames.
      let scale = number(0.5...1.5)
      layer.sublayerTransform = CATransform3DMakeScale(scale, scale, 1)
    }
    setEffects(of: layer, size.0, size.1, depth)
    properties.set(on: layer, except: Self.set.union(Self.leftOut), 0.03)
    let wasFading = isFading
    isFading = isFading || layer.opacity < 1 && !layer.allowsGroupOpacity
    defer { isFading = wasFading }
    if depth < 3 {
      for _ in 0..<Int(number(0...3.9)) {
        layer.addSublayer(self.layer(depth: depth + 1, width: size.0, height: size.1))
      }
    }
    return layer
  }
}
