// Random trees twice: once with layers whose sides lie far beyond the bitmap, and once with the same sides a few
// thousand pixels away. Both look the same, by geometry alone: a side, a path's end or a corner is either near the
// window, at the same place in both, or out of sight in both, in the same direction. Fractions of a layer, for the ends
// of gradients, parts of images and ends of strokes, are worked out for either. Conic gradients are left out, as their
// angles depend on the ratio of the bounds' sides, and so are flips, which turn a layer about its middle.
//
// A layer's anchor is the origin of the numbers it was made of, so that its place does not depend on its sides. The
// far layer may have its coordinates moved, too: its bounds' origin, its sublayers and its path, by the same vector.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport

/// A tree with a window of `FarTree.window` points, with far sides and with near ones.
struct FarTree {
  static let window = CGRect(x: 0, y: 0, width: 100, height: 80)

  let far: CALayer
  let near: CALayer

  init(seed: Int) {
    var source = Source(seed: seed)
    (far, near) = (CALayer(), CALayer())
    for root in [far, near] { root.bounds = Self.window }
    for _ in 0..<3 { source.addLayer(to: Pair(far: far, near: near), .identity, depth: 0) }
  }

  /// A layer of each tree. The far one's coordinates are the near one's and an offset.
  fileprivate struct Pair {
    var far: CALayer
    var near: CALayer
    var offset = CGPoint.zero

    /// Sets the same in both.
    func both(_ set: (CALayer) -> Void) {
      set(far)
      set(near)
    }
  }
}

/// Where a layer ends along an axis, in the coordinates of the near one.
private struct Span {
  var low: (far: Double, near: Double)
  var high: (far: Double, near: Double)
  var hasNearLow: Bool { low.far == low.near }
  var hasNearHigh: Bool { high.far == high.near }
  var length: (far: Double, near: Double) { (high.far - low.far, high.near - low.near) }
}

/// A layer's sides.
private struct Sides {
  var x: Span
  var y: Span

  func rect(_ distance: KeyPath<(far: Double, near: Double), Double>) -> CGRect {
    let (x0, y0) = (x.low[keyPath: distance], y.low[keyPath: distance])
    return CGRect(x: x0, y: y0, width: x.high[keyPath: distance] - x0, height: y.high[keyPath: distance] - y0)
  }
}

private struct Source {
  var random: SeededRandom
  /// How far away what is far lies, in pixels.
  let far: Double
  /// And what stands for it: beyond the window with all shadows and strokes.
  let near = 3000.0

  init(seed: Int) {
    random = SeededRandom(seed: seed)
    far = random.one(of: [2e4, 4e4, 1e5, 3e5])
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }
  mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }

  mutating func color() -> CGColor {
    CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.5) ? 1 : number(0.2...0.9))
  }

  mutating func point(in box: CGRect) -> CGPoint {
    CGPoint(x: number(box.minX...box.maxX), y: number(box.minY...box.maxY))
  }

  /// Adds a layer with its sublayers, or a mask.
  ///
  /// - Parameter toWindow: from the near superlayer's coordinates.
  mutating func addLayer(to parent: FarTree.Pair, _ toWindow: CGAffineTransform, depth: Int, isMask: Bool = false) {
    let position = point(in: FarTree.window).applying(toWindow.inverted())
    let transform = turnOrScale()
    let own = transform.concatenating(CGAffineTransform(translationX: position.x, y: position.y))
      .concatenating(toWindow)
    let scale = abs(own.a * own.d - own.b * own.c).squareRoot()
    let box = FarTree.window.applying(own.inverted())
    var sides = Sides(x: span(box.minX, box.maxX, scale), y: span(box.minY, box.maxY, scale))
    var border = (far: 0.0, near: 0.0)
    if chance(0.3) { border = (0.5 / scale, 0.5 / scale) }
    if chance(0.5), border.far > 0 { border.far = number(0.5...9) / scale }
    border.near = border.far
    if chance(0.05) { (sides, border) = wideBorder(box, scale) }

    var pair = makeLayers(sides, own, scale, box)
    // Copies turn about the origin of the coordinates, and stripes begin there.
    if !(pair.far is CAReplicatorLayer), !(pair.far is CATiledLayer), chance(0.15) {
      pair.offset = CGPoint(x: number(-far...far) / scale, y: number(-far...far) / scale)
    }
    for (layer, bounds, offset) in [
      (pair.far, sides.rect(\.far), pair.offset), (pair.near, sides.rect(\.near), .zero),
    ] {
      layer.bounds = bounds.offsetBy(dx: offset.x, dy: offset.y)
      layer.anchorPoint = CGPoint(x: -bounds.minX / bounds.width, y: -bounds.minY / bounds.height)
      layer.setAffineTransform(transform)
      (layer as? CAShapeLayer).map { $0.path = $0.path?.moved(by: offset) }
    }
    pair.near.position = position
    pair.far.position = CGPoint(x: position.x + parent.offset.x, y: position.y + parent.offset.y)
    (pair.far.borderWidth, pair.near.borderWidth) = (border.far, border.near)
    setLook(of: pair, sides, scale)
    setContents(of: pair, sides, scale)
    if isMask {
      (parent.far.mask, parent.near.mask) = (pair.far, pair.near)
    } else {
      parent.far.addSublayer(pair.far)
      parent.near.addSublayer(pair.near)
    }
    var inner = own
    if chance(0.1) {
      let turn = CGAffineTransform(rotationAngle: number(-1...1))
      pair.both { $0.sublayerTransform = CATransform3DMakeAffineTransform(turn) }
      inner = turn.concatenating(own)
    }
    // A pattern of dashes goes on into sublayers, with another phase.
    guard depth < 3, (pair.far as? CAShapeLayer)?.lineDashPattern == nil else { return }
    if depth < 2, chance(0.15) { addLayer(to: pair, own, depth: 3, isMask: true) }
    for _ in 0..<Int(number(0...2.9)) { addLayer(to: pair, inner, depth: depth + 1) }
    if chance(0.1) { addUnseen(to: pair.far, scale) }
  }

  private mutating func turnOrScale() -> CGAffineTransform {
    if chance(0.5) { return .identity }
    if chance(0.2) { return CGAffineTransform(a: 1, b: number(-0.3...0.3), c: number(-0.3...0.3), d: 1, tx: 0, ty: 0) }
    let turn = CGAffineTransform(rotationAngle: chance(0.3) ? .pi / 2 : number(-Double.pi ... .pi))
    let scale = chance(0.3) ? random.one(of: [0.02, 0.5, 1.5, 50]) : 1
    return turn.scaledBy(x: chance(0.1) ? -scale : scale, y: scale)
  }

  /// A layer's sides along an axis, each somewhere in the window or far away.
  private mutating func span(_ low: Double, _ high: Double, _ scale: Double) -> Span {
    func place(_ value: Double) -> (far: Double, near: Double) { (value, value) }
    let part = number(0.5...1)
    let reach = (far: part * far / scale, near: near / scale)
    func away(_ sign: Double) -> (far: Double, near: Double) { (sign * reach.far, sign * reach.near) }
    let (first, second) = (number(low...high), number(low...high))
    let least = max(abs(second - first), 2 / scale)
    return switch Int(number(0...3.99)) {
    case 0: Span(low: place(min(first, second)), high: place(min(first, second) + least))
    case 1: Span(low: place(first), high: away(1))
    case 2: Span(low: away(-1), high: place(first))
    default: Span(low: away(-1), high: away(1))
    }
  }

  /// A border as wide as the layer reaches: its inner edge is seen.
  private mutating func wideBorder(
    _ box: CGRect, _ scale: Double
  ) -> (Sides, (far: Double, near: Double)) {
    let (a, b) = (point(in: box), point(in: box))
    let width = (far: far / scale, near: near / scale)
    func span(_ a: Double, _ b: Double) -> Span {
      let (low, high) = (min(a, b), max(a, b) + 2 / scale)
      return Span(low: (low - width.far, low - width.near), high: (high + width.far, high + width.near))
    }
    return (Sides(x: span(a.x, b.x), y: span(a.y, b.y)), width)
  }

  private mutating func makeLayers(
    _ sides: Sides, _ own: CGAffineTransform, _ scale: Double, _ box: CGRect
  ) -> FarTree.Pair {
    switch number(0...1) {
    case 0..<0.25: return shapes(scale, box)
    case 0..<0.45: return gradients(sides, scale, box)
    case 0..<0.5:
      let pair = FarTree.Pair(far: CAReplicatorLayer(), near: CAReplicatorLayer())
      let step = CATransform3DMakeTranslation(number(-12...12) / scale, number(-12...12) / scale, 0)
      pair.both { ($0 as? CAReplicatorLayer)?.instanceCount = 3 }
      pair.both { ($0 as? CAReplicatorLayer)?.instanceTransform = step }
      return pair
    case 0..<0.6 where (sides.x.hasNearLow || sides.x.hasNearHigh) && sides.y.hasNearLow && sides.y.hasNearHigh:
      let pair = FarTree.Pair(far: CATextLayer(), near: CATextLayer())
      let (size, color) = (number(8...30) / scale, color())
      for case let label as CATextLayer in [pair.far, pair.near] {
        (label.string, label.fontSize, label.foregroundColor) = ("Label", size, color)
        label.alignmentMode = sides.x.hasNearLow ? .left : .right
      }
      return pair
    case 0.6..<0.65:
      let pair = FarTree.Pair(far: Stripes(), near: Stripes())
      pair.both { ($0 as? Stripes)?.width = 7 / scale }
      pair.both { $0.setNeedsDisplay() }
      return pair
    default: return FarTree.Pair(far: CALayer(), near: CALayer())
    }
  }

  /// A line that comes from far away, has some points in the window, and goes far away again; or a curve that begins in
  /// the window.
  private mutating func shapes(_ scale: Double, _ box: CGRect) -> FarTree.Pair {
    let (far, near) = (CAShapeLayer(), CAShapeLayer())
    let pair = FarTree.Pair(far: far, near: near)
    if chance(0.25) {
      let curve = curve(from: point(in: box), scale)
      (far.path, near.path) = (curve.path, curve.part(to: 2 * self.near / self.far).path)
      (far.fillColor, near.fillColor) = (nil, nil)
      setStroke(of: [far, near], scale)
      if chance(0.5) { setDashes(of: far, near, ahead: 0, scale) }
      return pair
    }
    let points = (0..<Int(number(1...4.9))).map { _ in point(in: box) }
    // Two directions that are not opposite, so that the line between the ends is out of sight.
    let angle = number(-Double.pi ... .pi)
    let other = angle + number(0.3...2.2)
    let reach = (far: number(0.3...1) * self.far / scale, near: self.near / scale)
    // A line from a far end back to a near one would have another direction in either tree.
    let (begins, ends) = (chance(0.8), chance(0.8))
    let isClosed = begins == ends && chance(0.5)
    func line(_ reach: Double) -> [CGPoint] {
      (begins ? [points[0].moved(angle, reach)] : []) + points
        + (ends ? [points[points.count - 1].moved(other, reach)] : [])
    }
    for (shape, reach) in [(far, reach.far), (near, reach.near)] {
      let path = CGMutablePath()
      path.addLines(between: line(reach))
      if isClosed { path.closeSubpath() }
      shape.path = path
    }
    let fill = begins == ends && chance(0.6) ? color() : nil
    let rule: CAShapeLayerFillRule = chance(0.5) ? .evenOdd : .nonZero
    for shape in [far, near] { (shape.fillColor, shape.fillRule) = (fill, rule) }
    guard chance(0.7) else { return pair }
    setStroke(of: [far, near], scale)
    // How much further along the far line the first point of both is.
    var ahead = begins ? reach.far - reach.near : 0
    if chance(0.3) {
      let start = number((begins ? -200 : 0)...200) / scale
      let end = start + number(20...200) / scale
      for (shape, reach) in [(far, reach.far), (near, reach.near)] {
        let line = line(reach)
        let next = line.dropFirst() + (isClosed ? line.prefix(1) : [])
        let length = zip(line, next).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
        let first = begins ? reach : 0
        (shape.strokeStart, shape.strokeEnd) = ((first + start) / length, (first + end) / length)
      }
      ahead = 0
    }
    if chance(0.5) { setDashes(of: far, near, ahead: ahead, scale) }
    return pair
  }

  /// A curve that ends far away.
  private mutating func curve(from start: CGPoint, _ scale: Double) -> Curve {
    let angle = number(-Double.pi ... .pi)
    var points = [start]
    for third in 1...3 {
      points.append(start.moved(angle + number(-0.5...0.5), Double(third) / 3 * far / scale))
    }
    return Curve(points: points)
  }

  private mutating func setStroke(of shapes: [CAShapeLayer], _ scale: Double) {
    let (stroke, width) = (color(), number(0.5...12) / scale)
    let cap: CAShapeLayerLineCap = random.one(of: [.butt, .round, .square])
    let join: CAShapeLayerLineJoin = random.one(of: [.miter, .round, .bevel])
    for shape in shapes {
      (shape.strokeColor, shape.lineWidth, shape.lineCap, shape.lineJoin) = (stroke, width, cap, join)
    }
  }

  private mutating func setDashes(of far: CAShapeLayer, _ near: CAShapeLayer, ahead: Double, _ scale: Double) {
    let pattern = [number(5...20) / scale, number(3...9) / scale].map { $0 as NSNumber }
    let phase = number(0...30) / scale
    (far.lineDashPattern, near.lineDashPattern) = (pattern, pattern)
    (far.lineDashPhase, near.lineDashPhase) = (phase, phase + ahead)
  }

  /// A gradient with the same colours at the same points. An axial one stands upright on its axis in the square that is
  /// stretched to the bounds, so it is made of its slope: how far along the colours a point leads, to the right and up.
  private mutating func gradients(_ sides: Sides, _ scale: Double, _ box: CGRect) -> FarTree.Pair {
    let pair = FarTree.Pair(far: CAGradientLayer(), near: CAGradientLayer())
    let (start, end) = (point(in: box), point(in: box))
    let colors = (0..<Int(number(2...4.9))).map { _ in color() }
    let isRadial = chance(0.3)
    let (angle, length) = (number(-Double.pi ... .pi), number(10...200) / scale)
    let slope = (x: cos(angle) / length, y: sin(angle) / length)
    for (layer, bounds) in [(pair.far, sides.rect(\.far)), (pair.near, sides.rect(\.near))] {
      guard let gradient = layer as? CAGradientLayer else { continue }
      gradient.type = isRadial ? .radial : .axial
      gradient.colors = colors
      gradient.startPoint = CGPoint(
        x: (start.x - bounds.minX) / bounds.width, y: (start.y - bounds.minY) / bounds.height)
      let (x, y) = (slope.x * bounds.width, slope.y * bounds.height)
      let way =
        isRadial
        ? CGVector(dx: (end.x - start.x) / bounds.width, dy: (end.y - start.y) / bounds.height)
        : CGVector(dx: x / (x * x + y * y), dy: y / (x * x + y * y))
      gradient.endPoint = CGPoint(x: gradient.startPoint.x + way.dx, y: gradient.startPoint.y + way.dy)
    }
    return pair
  }

  private mutating func setLook(of pair: FarTree.Pair, _ sides: Sides, _ scale: Double) {
    if chance(0.6) {
      let color = color()
      pair.both { $0.backgroundColor = color }
    }
    let border = color()
    pair.both { $0.borderColor = border }
    if chance(0.5) {
      let radius = min(number(0...40) / scale, min(sides.x.length.near, sides.y.length.near) / 2)
      let corners = chance(0.3) ? CACornerMask(rawValue: UInt(number(0...15))) : pair.far.maskedCorners
      let curve: CALayerCornerCurve = chance(0.3) ? .continuous : .circular
      pair.both { ($0.cornerRadius, $0.maskedCorners, $0.cornerCurve) = (radius, corners, curve) }
    }
    let masksToBounds = chance(0.3)
    let opacity = chance(0.25) ? Float(number(0.2...0.9)) : 1
    pair.both { ($0.masksToBounds, $0.opacity) = (masksToBounds, opacity) }
    if chance(0.1) { pair.both { $0.allowsGroupOpacity = false } }
    if chance(0.06) {
      let mode = random.one(of: ["multiplyBlendMode", "screenBlendMode", "differenceBlendMode", "plusL", "sourceAtop"])
      pair.both { $0.compositingFilter = mode }
    }
    if chance(0.2) {
      let (color, opacity, radius) = (color(), Float(number(0.3...1)), number(0...8) / scale)
      let offset = CGSize(width: number(-12...12) / scale, height: number(-12...12) / scale)
      pair.both {
        ($0.shadowColor, $0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (color, opacity, radius, offset)
      }
    }
  }

  /// An image, in the corner of two near sides, or as much of it in each layer as its part of the bounds.
  private mutating func setContents(of pair: FarTree.Pair, _ sides: Sides, _ scale: Double) {
    guard chance(0.15) else { return }
    let (far, near) = (sides.rect(\.far), sides.rect(\.near))
    let image = CGImage.checks(16, 12)
    pair.both { $0.contents = image }
    if sides.x.hasNearLow, sides.y.hasNearHigh, chance(0.6) {
      pair.both { ($0.contentsGravity, $0.contentsScale) = (.topLeft, scale) }
    } else {
      // The near bounds' part of the far ones', counted from the image's last row.
      pair.near.contentsRect = CGRect(
        x: (near.minX - far.minX) / far.width, y: (near.minY - far.minY) / far.height,
        width: near.width / far.width, height: near.height / far.height)
    }
    if chance(0.3) { pair.both { ($0.magnificationFilter, $0.minificationFilter) = (.nearest, .nearest) } }
  }

  /// A layer that nobody sees, far away, with what might bring it into the window.
  private mutating func addUnseen(to layer: CALayer, _ scale: Double) {
    let unseen = CALayer()
    let size = number(10...1000) / scale
    unseen.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    unseen.anchorPoint = .zero
    let angle = number(-Double.pi ... .pi)
    unseen.position = CGPoint(
      x: layer.bounds.minX + layer.anchorPoint.x * layer.bounds.width + cos(angle) * far / scale,
      y: layer.bounds.minY + layer.anchorPoint.y * layer.bounds.height + sin(angle) * far / scale)
    unseen.backgroundColor = color()
    unseen.shadowOpacity = chance(0.5) ? 1 : 0
    unseen.shadowRadius = 5 / scale
    layer.addSublayer(unseen)
  }
}

/// A tiled layer that draws stripes of its coordinates.
private final class Stripes: CATiledLayer {
  var width = 1.0

  override func draw(in context: CGContext) {
    let area = context.boundingBoxOfClipPath
    for stripe in Int((area.minX / width).rounded(.down))...Int((area.maxX / width).rounded(.up)) where stripe % 2 == 0
    {
      context.fill(CGRect(x: Double(stripe) * width, y: area.minY, width: width, height: area.height))
    }
  }
}

/// A Bezier curve of the third degree.
private struct Curve {
  var points: [CGPoint]

  var path: CGPath {
    let path = CGMutablePath()
    path.move(to: points[0])
    path.addCurve(to: points[3], control1: points[1], control2: points[2])
    return path
  }

  /// The same curve from its start to a parameter, by de Casteljau's construction.
  func part(to t: Double) -> Curve {
    var (left, row) = ([points[0]], points)
    while row.count > 1 {
      row = zip(row, row.dropFirst()).map { CGPoint(x: $0.x + ($1.x - $0.x) * t, y: $0.y + ($1.y - $0.y) * t) }
      left.append(row[0])
    }
    return Curve(points: left)
  }
}

extension CGPoint {
  fileprivate func moved(_ angle: Double, _ distance: Double) -> CGPoint {
    CGPoint(x: x + cos(angle) * distance, y: y + sin(angle) * distance)
  }
}

extension CGPath {
  fileprivate func moved(by offset: CGPoint) -> CGPath {
    var transform = CGAffineTransform(translationX: offset.x, y: offset.y)
    return copy(using: &transform) ?? self
  }
}

extension CGImage {
  fileprivate static func checks(_ width: Int, _ height: Int) -> CGImage {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [UInt8(x * 12), UInt8(y * 12), (x + y) % 2 == 0 ? 200 : 40, 255] }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }
}
