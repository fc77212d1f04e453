import CoreGraphics
import Coverage
import Foundation
import QuartzCore

/// A shape layer's path, colours and stroke at one time, their reach, and the path as a rectangle if it is one.
struct ShapeLook: Equatable, Sendable {
  var path: CGPath
  /// The premultiplied colour; without alpha nothing is filled.
  var fillColor: SIMD4<Float>
  var fillRule: CGPathFillRule
  /// The premultiplied colour; without alpha nothing is stroked.
  var strokeColor: SIMD4<Float>
  var stroke: ShapeStroke
  /// The box around fill and stroke, in the layer's coordinates.
  var area: Box
  /// The path as a rectangle, perhaps rounded; nil for other paths.
  var simple: SimpleShape?

  var isFilled: Bool { fillColor.w > 0 }
  var isStroked: Bool { strokeColor.w > 0 }
}

extension ShapeLook {
  /// The shape of a layer's values, for which CAShapeLayer's defaults stand in if unset or not finite; nil for nothing.
  init?(_ values: LayerValues) {
    let (managed, rows) = (values.managed, ShapeProperties.all)
    guard case .path(let path) = managed[rows.path], !path.isEmpty else { return nil }
    func color(_ property: LayerProperty) -> SIMD4<Float> {
      if case .color(let color) = managed[property] { LayerLook.premultiplied(color) } else { .zero }
    }
    self.path = path
    area = .empty
    fillColor = color(rows.fillColor)
    strokeColor = color(rows.strokeColor)
    fillRule = managed[rows.fillRule].string == CAShapeLayerFillRule.evenOdd.rawValue ? .evenOdd : .winding
    stroke = ShapeStroke()
    if strokeColor.w > 0 {
      stroke.width = managed.finiteNumber(rows.lineWidth)
      stroke.miterLimit = managed.finiteNumber(rows.miterLimit)
      stroke.start = managed.finiteNumber(rows.strokeStart)
      stroke.end = managed.finiteNumber(rows.strokeEnd)
      stroke.phase = managed.finiteNumber(rows.lineDashPhase)
      if case .numbers(let lengths) = managed[rows.lineDashPattern] { stroke.dashes = lengths }
      switch managed[rows.lineCap].string {
      case CAShapeLayerLineCap.round.rawValue: stroke.cap = .round
      case CAShapeLayerLineCap.square.rawValue: stroke.cap = .square
      default: break
      }
      switch managed[rows.lineJoin].string {
      case CAShapeLayerLineJoin.round.rawValue: stroke.join = .round
      case CAShapeLayerLineJoin.bevel.rawValue: stroke.join = .bevel
      default: break
      }
      if stroke.isEmpty { strokeColor = .zero }
    }
    guard fillColor.w > 0 || strokeColor.w > 0 else { return nil }
    // The control points' box is the path's or a little more, and costs no search for extrema.
    let box = Box(path.boundingBox)
    area = strokeColor.w > 0 ? box.insetBy(-stroke.reach(on: path)) : box
    guard !area.isEmpty else { return nil }
    simple = path.simpleShape
  }
}

extension ShapeLook: PartLook {
  static var kind: LayerKind? { .shape }

  /// A path is drawn whatever the bounds.
  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> ShapeLook? { ShapeLook(values) }

  func mark(_ look: inout LayerLook) {
    look.flags.insert(.drawsShape)
    if isFilled && isStroked { look.flags.insert(.drawsStrokeOverFill) }
  }
}

/// A text layer's content at one time, its tint, and its scale.
struct TextLook: Equatable {
  var content: TextContent
  /// Premultiplied.
  var tint: SIMD4<Float>
  /// Pixels of the contents to a point.
  var scale: Double
  /// The values from which content and tint were derived.
  private var values: TextValues

  static func == (a: TextLook, b: TextLook) -> Bool { a.content == b.content && a.tint == b.tint && a.scale == b.scale }
}

extension TextLook: PartLook {
  static var kind: LayerKind? { .text }
  static var changesDetail: Bool { true }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> TextLook? {
    let last = tree.texts[Int32(slot)]
    if var look = last, look.values.isSame(in: values) {
      // Most layers of text that change only move.
      look.scale = Double(values.contentsScale)
      return look
    }
    guard !tree.looks[slot].bounds.isEmpty, let appearance = TextAppearance(values) else { return nil }
    return TextLook(
      // Equal content stays the same object: comparing it costs nothing.
      content: last.flatMap { $0.content == appearance.content ? $0.content : nil } ?? appearance.content,
      tint: LayerLook.premultiplied(appearance.tint, opacity: 1),
      scale: Double(values.contentsScale), values: TextValues(values))
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.drawsText) }
}

extension TileLook: PartLook {
  static var kind: LayerKind? { .tiled }
  static var changesDetail: Bool { true }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> TileLook? {
    guard let source = tree.tileSources[Int32(slot)], values.contents == nil, !tree.looks[slot].bounds.isEmpty else {
      return nil
    }
    return TileLook(source, values)
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.drawsTiles) }
}

/// The copies that a replicator layer makes of its sublayers.
struct ReplicatorLook: Equatable, Sendable {
  /// The number of copies, the sublayers themselves included.
  var count: Int
  /// The delay of each copy after the one before, in seconds.
  var delay: Double
  /// The transform that each copy adds to that of the one before, about the middle of the bounds; nil for none.
  var step: CATransform3D?
  /// The colour of the first copy, not premultiplied.
  var color: SIMD4<Float>
  /// The numbers that each copy adds to the colour of the one before.
  var colorStep: SIMD4<Float>
  var preservesDepth: Bool

  /// Copies beyond this many are not drawn.
  static let mostCopies = 100_000

  init(_ values: LayerValues) {
    let (managed, rows) = (values.managed, ReplicatorProperties.all)
    let number = managed.number(rows.instanceCount)
    // A count between two whole ones, from an animation, is the lower one.
    count = number.isNaN ? 0 : Int(min(max(number, 0), Double(Self.mostCopies)).rounded(.down))
    delay = managed.finiteNumber(rows.instanceDelay)
    step = managed[rows.instanceTransform].transform.flatMap {
      $0 == CATransform3DIdentity ? nil : Self.about(values.bounds, $0)
    }
    color = SIMD4(repeating: 1)
    if case .color(let own) = managed[rows.instanceColor] { color = own.rgba }
    func offset(_ property: LayerProperty) -> Float { Float(managed.number(property)) }
    colorStep = SIMD4(
      offset(rows.instanceRedOffset), offset(rows.instanceGreenOffset), offset(rows.instanceBlueOffset),
      offset(rows.instanceAlphaOffset))
    preservesDepth = managed.isTrue(rows.preservesDepth)
  }

  /// Returns a copy's colour, not premultiplied, with components limited to 0...1 (Apple does not document it).
  func color(ofCopy copy: Int) -> SIMD4<Float> {
    let sum = color + colorStep * Float(copy)
    return sum.replacing(with: 0, where: sum .!= sum).clamped(lowerBound: .zero, upperBound: .one)
  }

  private static func about(_ bounds: CGRect, _ m: CATransform3D) -> CATransform3D {
    let (x, y) = (bounds.midX, bounds.midY)
    return CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-x, -y, 0), m), CATransform3DMakeTranslation(x, y, 0))
  }
}

extension ReplicatorLook: PartLook {
  static var kind: LayerKind? { .replicator }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> ReplicatorLook? {
    ReplicatorLook(values)
  }

  func mark(_ look: inout LayerLook) {
    if preservesDepth { look.keepDepth() }
  }
}
